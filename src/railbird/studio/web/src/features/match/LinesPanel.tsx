/** The cumulated lines of a match, and the game under the cursor. */
import { useState } from "react";
import type { Analysis, Lines } from "../../api/client";
import { Link } from "../../app/router";
import { counted, plain, side, signed } from "../../ui/format";
import { LineChart, savePicture } from "../../ui/LineChart";
import { type Shown } from "../../ui/measures";
import { Panel, Refused } from "../../ui/parts";
import { measures, useLines } from "./useMatch";

export function LinesPanel({ analysis }: { analysis: Analysis }) {
  const { match: number, is_duplicate: isDuplicate } = analysis;
  const hero = analysis.players[0] ?? "";
  const hasRounds = analysis.lines.includes("round_0");
  const { bet, game } = words(analysis.kind);
  const { lines, shown, kind, at, isZoomed, change } = useLines(number, analysis.lines);
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
        {(hasRounds || isDuplicate) && <button aria-pressed={kind === "all"} onClick={() => change({ lines: null, show: null, first: null, last: null, at: null })}>In all</button>}
        {hasRounds && <button aria-pressed={kind === "rounds"} onClick={() => change({ lines: "rounds", show: null })}>Skill by round</button>}
        {isDuplicate && <button aria-pressed={kind === "deals"} onClick={() => change({ lines: "deals", show: null, first: null, last: null, at: null })}>Duplicate</button>}
      </span>
    }>
      <Refused error={lines.error} />
      {!data && !lines.error && <div className="chart-soon of-match" />}
      {data && data.total > 0 && (
        <>
          <p>{kind === "deals" ? ofDeals(data, hero) : sentence(data, hero, analysis.kind)}</p>
          <div className="legend" role="group" aria-label="Lines">
            {measures(kind, analysis.lines).map(({ key, name, colour }) => (
              <button key={key} aria-pressed={shown.some((each) => each.key === key)} onClick={() => toggle(key)}>
                <span className="swatch" style={{ background: `var(${colour})` }} />{name}
              </button>
            ))}
          </div>
          <LineChart data={data} shown={shown} at={at} onPoint={setPoint}
            label={`Cumulated ${bet}s of ${hero} over ${plain(data.total)} ${kind === "deals" ? "deal" : game}s`}
            onPin={(game) => change({ at: game }, { replace: true })}
            onZoom={(first, last) => change({ first, last: Math.min(last, data.total) })} />
          <Reading data={data} shown={shown} point={point} at={at} of={kind === "deals" ? "deal" : game} />
          <p className="row" role="group" aria-label="Take away">
            <button onClick={() => savePicture(`match-${number}.png`)}>PNG</button>
            <a className="button" href={`/api/matches/${number}/files/lines.svg`} download>SVG</a>
            <a className="button" href={`/api/matches/${number}/files/scores.csv`} download>CSV</a>
            <a className="button" href={`/api/matches/${number}/files/report.html`} download>HTML report</a>
          </p>
          <p className="quiet note">{bet[0]?.toUpperCase()}{bet.slice(1)}s, cumulated by {game}. Shaded: the 95 % interval of each line. Drag to zoom, click to keep a {game}.</p>
        </>
      )}
    </Panel>
  );
}

/** What a match of this kind is counted in. */
export function words(kind: Analysis["kind"]) {
  return { bet: kind === "no-limit" ? "big blind" : "small bet", unit: kind === "no-limit" ? "bb" : "sb", game: kind === "ring" ? "hand" : "game" };
}

/** Luck against skill in one sentence; the sums are those of the games that are shown. */
export function sentence(data: Lines, hero: string, kind: Analysis["kind"]): string {
  const gained = (name: string) => {
    const line = data.lines.find((each) => each.name === name)?.last ?? [];
    return (line.at(-1) ?? 0) - (line[0] ?? 0);
  };
  const { unit, game } = words(kind);
  const [money, skill] = [gained("money"), gained("divat")];
  const is = (value: number) => `${signed(value, 1)} ${unit}`;
  const won = `In ${counted(data.last - data.first, game)} ${hero} won ${is(money)}.`;
  if (!data.lines.some((each) => each.name === "divat")) {
    return `${won} Less the luck that can be told, of ${hero}’s own cards and of the board after an all-in, it is ${is(gained("own"))}.`;
  }
  const rest = kind === "limit" ? "luck and position are" : "luck is";
  return `${won} Skill is worth ${is(skill)} of that; ${rest} the other ${is(money - skill)}.`;
}

/** Both sides of each deal together: most of the luck of the cards is gone. */
export function ofDeals(data: Lines, hero: string): string {
  const gained = (name: string) => {
    const line = data.lines.find((each) => each.name === name)?.last ?? [];
    return (line.at(-1) ?? 0) - (line[0] ?? 0);
  };
  return `Each deal was played from both sides. The averages of its two games sum up to ${signed(gained("deal_money"), 1)} sb for ${hero} in ${plain(data.last - data.first)} deals; their skill to ${signed(gained("deal_divat"), 1)} sb.`;
}

function Reading({ data, shown, point, at, of }: { data: Lines; shown: readonly Shown[]; point: number | null; at: number | null; of: string }) {
  const pinned = at === null ? -1 : data.games.findIndex((game) => game >= at);
  const index = point ?? (pinned >= 0 ? pinned : data.games.length - 1);
  const hand = data.hands[index - 1];
  return (
    <div className="reading">
      <span>After {of} {plain(data.games[index])}</span>
      {shown.map(({ key, name }) => {
        const value = data.lines.find((line) => line.name === key)?.last[index];
        return <span key={key}>{name} <b className={side(value)}>{signed(value, 1)}</b></span>;
      })}
      {hand !== undefined && <Link href={`/hands/${hand}`}>Open the hand</Link>}
    </div>
  );
}
