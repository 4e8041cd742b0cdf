/** The cumulated lines of a match, and the game under the cursor. */
import { useState } from "react";
import type { Lines } from "../../api/client";
import { Link } from "../../app/router";
import { plain, side, signed } from "../../ui/format";
import { LineChart, savePicture } from "../../ui/LineChart";
import { ROUNDS, TOTALS, type Shown } from "../../ui/measures";
import { Panel, Refused } from "../../ui/parts";
import { useLines } from "./useMatch";

export function LinesPanel({ number, hero }: { number: number; hero: string }) {
  const { lines, shown, byRound, at, isZoomed, change } = useLines(number);
  const [point, setPoint] = useState<number | null>(null);
  const { data } = lines;
  const toggle = (key: string) => {
    const next = shown.some((each) => each.key === key) ? shown.filter((each) => each.key !== key) : [...shown, { key }];
    if (next.length) change({ show: next.map((each) => each.key).join(",") }, { replace: true });
  };
  return (
    <Panel title={`What ${hero} won`} aside={
      <span className="row">
        {isZoomed && <button onClick={() => change({ first: null, last: null })}>Whole match</button>}
        <button aria-pressed={!byRound} onClick={() => change({ lines: null, show: null })}>In all</button>
        <button aria-pressed={byRound} onClick={() => change({ lines: "rounds", show: null })}>Skill by round</button>
      </span>
    }>
      <Refused error={lines.error} />
      {data && (
        <>
          <p>{sentence(data, hero)}</p>
          <div className="legend" role="group" aria-label="Lines">
            {(byRound ? ROUNDS : TOTALS).map(({ key, name, colour }) => (
              <button key={key} aria-pressed={shown.some((each) => each.key === key)} onClick={() => toggle(key)}>
                <span className="swatch" style={{ background: `var(${colour})` }} />{name}
              </button>
            ))}
          </div>
          <LineChart data={data} shown={shown} at={at} onPoint={setPoint}
            label={`Cumulated small bets of ${hero} over ${plain(data.total)} games`}
            onPin={(game) => change({ at: game }, { replace: true })}
            onZoom={(first, last) => change({ first, last: Math.min(last, data.total) })} />
          <Reading data={data} shown={shown} point={point} at={at} />
          <p className="row" role="group" aria-label="Take away">
            <button onClick={() => savePicture(`match-${number}.png`)}>PNG</button>
            <a className="button" href={`/api/matches/${number}/files/lines.svg`} download>SVG</a>
            <a className="button" href={`/api/matches/${number}/files/scores.csv`} download>CSV</a>
            <a className="button" href={`/api/matches/${number}/files/report.html`} download>HTML report</a>
          </p>
          <p className="quiet note">Small bets, cumulated by game. Shaded: the 95 % interval of each line. Drag to zoom, click to keep a game.</p>
        </>
      )}
    </Panel>
  );
}

/** Luck against skill in one sentence; the sums are those of the games that are shown. */
export function sentence(data: Lines, hero: string): string {
  const gained = (name: string) => {
    const line = data.lines.find((each) => each.name === name)?.last ?? [];
    return (line.at(-1) ?? 0) - (line[0] ?? 0);
  };
  const [money, skill] = [gained("money"), gained("divat")];
  const games = plain(data.last - data.first);
  const is = (value: number) => `${signed(value, 1)} sb`;
  return `In ${games} games ${hero} won ${is(money)}. Skill is worth ${is(skill)} of that; luck and position are the other ${is(money - skill)}.`;
}

function Reading({ data, shown, point, at }: { data: Lines; shown: readonly Shown[]; point: number | null; at: number | null }) {
  const pinned = at === null ? -1 : data.games.findIndex((game) => game >= at);
  const index = point ?? (pinned >= 0 ? pinned : data.games.length - 1);
  const hand = data.hands[index - 1];
  return (
    <div className="reading">
      <span>After game {plain(data.games[index])}</span>
      {shown.map(({ key, name }) => {
        const value = data.lines.find((line) => line.name === key)?.last[index];
        return <span key={key}>{name} <b className={side(value)}>{signed(value, 1)}</b></span>;
      })}
      {hand !== undefined && <Link href={`/hands/${hand}`}>Open the hand</Link>}
    </div>
  );
}
