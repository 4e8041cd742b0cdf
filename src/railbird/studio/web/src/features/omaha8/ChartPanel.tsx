/** The chart of a stack: shares by kind of hand, and the best classes; a pattern narrows it. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, type Omaha8Chart, type Place } from "../../api/client";
import { Link, type Values } from "../../app/router";
import { Cards } from "../../ui/Cards";
import { counted, part, plain, side, signed } from "../../ui/format";
import { Panel, Refused } from "../../ui/parts";
import { useRested } from "../training/useRested";
import { action } from "./Curve";

interface Props {
  values: URLSearchParams;
  place: Place;
  r: number;
  change: (values: Values, options?: { replace?: boolean }) => void;
}

const PAGE = 20;

export function ChartPanel({ values, place, r, change }: Props) {
  const typed = values.get("search") ?? "";
  const search = useRested(typed);
  const top = Math.min(200, Number(values.get("top")) || PAGE);
  const chart = useQuery({
    queryKey: ["omaha8-chart", place, r, search, top],
    queryFn: ({ signal }) => api.omaha8Chart({ position: place, r, search, top }, signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  const { data } = chart;
  const hrefOf = (hand: string) => {
    const next = new URLSearchParams(values);
    next.set("cards", hand.replaceAll(" ", ""));
    return `/omaha8?${next}`;
  };
  return (
    <Panel title="The chart" aside={data && <span className="quiet figure">R = {Number(data.r.toFixed(2))}</span>}>
      <label className="field search"><span>Only hands such as A2xx ds, AAxx, A23x</span>
        <input type="search" value={typed} placeholder="all hands" onChange={(event) => change({ search: event.target.value || null, top: null }, { replace: true })} />
      </label>
      <Refused error={chart.error} />
      {data && !chart.error && <Shares chart={data} place={place} />}
      {data && !chart.error && data.decides && (
        <>
          <div className="scroll" tabIndex={0} role="region" aria-label="Best classes">
            <table>
              <thead><tr><th scope="col">Class</th><th scope="col" className="minor">Hands</th><th scope="col">Played</th><th scope="col">Wins, bb</th><th scope="col">Up to R</th></tr></thead>
              <tbody>
                {data.best.map((one) => (
                  <tr key={one.name}>
                    <th scope="row"><Link href={hrefOf(one.hand)} aria-label={one.name}><Cards cards={one.hand.replaceAll(" ", "")} /></Link></th>
                    <td className="minor">{one.hands}</td><td>{part(one.played)}</td><td className={side(one.gap)}>{signed(one.gap, 3)}</td><td>{plain(one.playable, 1)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {data.classes > top && top < 200 && <button onClick={() => change({ top: top + 40 }, { replace: true })}>More</button>}
        </>
      )}
      {data && <p className="quiet note">{data.origin}.</p>}
    </Panel>
  );
}

function Shares({ chart, place }: { chart: Omaha8Chart; place: Place }) {
  if (!chart.decides) return <p>Posting is all in: there is no decision.</p>;
  return (
    <>
      <p className="figure">
        {action(place) === "jam" ? "Jams" : "Calls"} <strong>{part(chart.share)}</strong> of {counted(chart.hands, "hand")} in {plain(chart.classes)} {chart.classes === 1 ? "class" : "classes"}.
      </p>
      <dl className="shares">
        {chart.kinds.map(({ name, share }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd><span className="node-bar"><span style={{ width: `${100 * (share ?? 0)}%` }} /></span><span className="figure">{part(share)}</span></dd>
          </div>
        ))}
      </dl>
    </>
  );
}
