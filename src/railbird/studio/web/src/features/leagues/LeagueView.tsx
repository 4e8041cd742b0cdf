/** A league: what is sure, the table, and who won how much from whom. */
import { useQuery } from "@tanstack/react-query";
import { api, type League, type Score } from "../../api/client";
import { Link, useValues } from "../../app/router";
import { plain, side, signed } from "../../ui/format";
import { Panel, Refused } from "../../ui/parts";
import { cellOf, strongest } from "./crosstable";
import "./leagues.css";

export function LeagueView({ id }: { id: number }) {
  const league = useQuery({ queryKey: ["league", id], queryFn: () => api.league(id) });
  const { data } = league;
  if (!data) return <><h1>League {id}</h1><Refused error={league.error} /></>;
  return (
    <>
      {data.forfeits.map((why) => <p key={why}>{why}</p>)}
      <div className="verdict">
        <h1>{data.sentences[0]}</h1>
        {data.sentences.length > 1 && <p>{data.sentences.slice(1).join(". ")}.</p>}
        <p className="quiet figure">{data.how}</p>
      </div>
      <Standing league={data} />
      <Crosstable league={data} />
      <p className="row league-foot"><a className="button" href={`/api/leagues/${id}/report.html`} download>HTML report</a><Link href="/leagues">All leagues</Link></p>
    </>
  );
}

type Column = [string, Score[], number];

function Standing({ league }: { league: League }) {
  const unit = `${league.unit} per hand`;
  const means: Column[] = league.measure === "money" ? [["Money", league.means, 3]] : [[league.measure, league.means, 3], ["Money", league.money, 3]];
  const rating: Column[] = league.ratings?.length ? [["Rating", league.ratings, 0]] : []; // leagues of older versions have none
  const columns = [...rating, ...means];
  return (
    <Panel title="Table">
      <div className="scroll" tabIndex={0} role="region" aria-label="Table">
        <table>
          <thead><tr><th scope="col">Player</th>{columns.flatMap(([name]) => [<th key={name} scope="col">{name}, {name === "Rating" ? "Elo points" : unit}</th>, <th key={`${name} interval`} scope="col">95 % interval</th>])}</tr></thead>
          <tbody>
            {league.players.map((player, at) => (
              <tr key={player}>
                <th scope="row">{at + 1}  {player}</th>
                {columns.flatMap(([name, scores, digits]) => {
                  const score = scores[at];
                  return [
                    <td key={name} className={side(score?.mean ?? null)}>{signed(score?.mean ?? null, digits)}</td>,
                    <td key={`${name} interval`}>{score?.low == null ? "–" : `${signed(score.low, digits)} … ${signed(score.high, digits)}`}</td>,
                  ];
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Crosstable({ league }: { league: League }) {
  const [values, change] = useValues();
  const measure = values.get("by") === "money" || league.measure === "money" ? "money" : "divat";
  const most = strongest(league, measure);
  return (
    <Panel title="Row against column" aside={league.measure !== "money" && (
      <span className="row">
        {(["divat", "money"] as const).map((each) => <button key={each} aria-pressed={each === measure} onClick={() => change({ by: each }, { replace: true })}>{each === "divat" ? "DIVAT" : "Money"}</button>)}
      </span>
    )}>
      <div className="scroll" tabIndex={0} role="region" aria-label="Crosstable">
        <table className="crosstable">
          <thead><tr><th scope="col">Player</th>{league.players.map((player, at) => <th key={player} scope="col" aria-label={player} title={player}>{at + 1}</th>)}</tr></thead>
          <tbody>
            {league.players.map((player, at) => (
              <tr key={player}>
                <th scope="row">{at + 1}  {player}</th>
                {league.players.map((other) => {
                  const cell = cellOf(league, player, other, measure);
                  if (!cell) return <td key={other} aria-label="no match">–</td>;
                  const strength = most ? Math.abs(cell.mean) / most : 0;
                  const content = <>{cell.isSure ? <b>{signed(cell.mean, 2)}</b> : signed(cell.mean, 2)}<small>± {plain(cell.error, 2)}</small></>;
                  return (
                    <td key={other} className={cell.mean < 0 ? "tone-less" : "tone-more"} style={{ "--fill": `${Math.round(70 * strength)}%` } as React.CSSProperties}>
                      {cell.match ? <Link href={`/matches/${cell.match}`} aria-label={`${player} against ${other}: ${signed(cell.mean, 2)}`}>{content}</Link> : content}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="quiet note">{league.unit} per hand, ± one standard error. Bold: this match by itself is 95 % sure. Open a cell to see the match.</p>
    </Panel>
  );
}
