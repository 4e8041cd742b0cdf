/** Big blinds hand by hand, and the hand under the cursor. */
import { useState } from "react";
import type { Lines, WholeHand } from "../../api/client";
import type { Filter } from "../../api/filter";
import { Link } from "../../app/router";
import { counted, moment, plain, side, signed } from "../../ui/format";
import { LineChart } from "../../ui/LineChart";
import { RESULTS } from "../../ui/measures";
import { Panel, Refused } from "../../ui/parts";
import { useRestingHand, useResultLines } from "./useResults";

export function LinePanel({ who, name, of }: { who: string; name?: string; of?: Filter }) {
  const { lines, at, isZoomed, change } = useResultLines(of);
  const [point, setPoint] = useState<number | null>(null);
  const { data } = lines;
  return (
    <Panel title={name ? `Big blinds, hand by hand: ${name}` : "Big blinds, hand by hand"} aside={isZoomed && <button onClick={() => change({ first: null, last: null })}>All hands</button>}>
      <Refused error={lines.error} />
      {!data && !lines.error && <div className="chart-soon" />}
      {data && data.total > 0 && (
        <>
          <div className="legend" aria-hidden="true">
            {RESULTS.map(({ key, name, colour }) => <span className="row" key={key}><span className="swatch" style={{ background: `var(${colour})` }} />{name}</span>)}
          </div>
          <LineChart data={data} shown={RESULTS} at={at} onPoint={setPoint}
            label={`Cumulated big blinds of ${who} over ${counted(data.total, "hand")}${name ? ` of ${name}` : ""}`}
            onPin={(hand) => change({ at: hand }, { replace: true })}
            onZoom={(first, last) => change({ first, last: Math.min(last, data.total) })} />
          <Reading data={data} point={point} at={at} />
          <p className="quiet note">Shaded: the 95 % interval of each line. Drag to zoom, click to keep a hand.</p>
        </>
      )}
    </Panel>
  );
}

function Reading({ data, point, at }: { data: Lines; point: number | null; at: number | null }) {
  const pinned = at === null ? -1 : data.games.findIndex((game) => game >= at);
  const index = point ?? (pinned >= 0 ? pinned : data.games.length - 1);
  const id = data.hands[index - 1];
  const hand = useRestingHand(id);
  return (
    <div className="reading">
      <span>After hand {plain(data.games[index])}</span>
      {RESULTS.map(({ key, name }) => {
        const value = data.lines.find((line) => line.name === key)?.last[index];
        return <span key={key}>{name} <b className={side(value)}>{signed(value, 1)}</b> bb</span>;
      })}
      {id !== undefined && <Link href={`/hands/${id}`}>{hand?.id === id ? nameOf(hand) : `Hand ${id}`}</Link>}
    </div>
  );
}

/** What a person calls a hand: its number in the room, the table and the time. */
export function nameOf({ id, record }: WholeHand): string {
  const text = (key: string) => (typeof record[key] === "string" ? record[key] : "");
  return [`Hand ${text("number") || id}`, text("table"), moment(text("when") || null)].filter(Boolean).join(", ");
}
