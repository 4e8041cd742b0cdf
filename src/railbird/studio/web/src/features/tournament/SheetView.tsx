/** A sheet to print: the table, and the grid of every decision that comes up. */
import { useMemo } from "react";
import type { JamDecision, Solution } from "../../api/client";
import { Link } from "../../app/router";
import { part, plain } from "../../ui/format";
import { CLASSES } from "../../ui/HandGrid";
import "../../ui/grid.css";
import { Refused } from "../../ui/parts";
import { action, finely, rangeText } from "./cells";
import "./tournament.css";
import { useTournament } from "./useTournament";

const RARE = 0.001;

export function SheetView() {
  const { values, solved, worth } = useTournament();
  const solution = solved.data?.solution;
  if (!solution || solved.isOld) return <><h1>A sheet to print</h1><Refused error={worth.error ?? solved.query.error} /><p><Link href={`/tournament?${values}`}>Back to the table</Link></p></>;
  const common = solution.decisions.filter(({ reached }) => reached >= RARE);
  return (
    <>
      <div className="row no-print">
        <button className="main" onClick={() => print()}>Print</button>
        <Link className="button" href={`/tournament?${values}`}>Back to the table</Link>
      </div>
      <h1>Jam or fold, {solution.seats.length} players</h1>
      <p className="figure">{solution.reason} Blinds {values.get("blinds")}{values.get("bbante") && `, big-blind ante ${values.get("bbante")}`}.</p>
      <SheetTable solution={solution} />
      <div className="sheet">{common.map((one) => <SheetGrid key={one.name} one={one} />)}</div>
      <p className="quiet figure">
        {common.length < solution.decisions.length && `Decisions that come up in less than ${part(RARE)} of hands are left out. `}{solution.how}.
      </p>
    </>
  );
}

function SheetTable({ solution }: { solution: Solution }) {
  const digits = finely(solution.pool) - 1;
  return (
    <table className="sheet-table">
      <thead><tr><th scope="col">Seat</th><th scope="col">Chips</th><th scope="col">Big blinds</th><th scope="col">Worth before ({solution.unit})</th><th scope="col">With this hand</th></tr></thead>
      <tbody>
        {solution.seats.map((seat, i) => (
          <tr key={seat}>
            <th scope="row">{seat} {solution.names[i]}</th><td>{plain(solution.stacks[i])}</td>
            <td>{plain((solution.stacks[i] ?? 0) / solution.big_blind, 1)}</td><td>{plain(solution.before[i], digits)}</td><td>{plain(solution.payoffs[i], digits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SheetGrid({ one }: { one: JamDecision }) {
  const cells = useMemo(() => one.jam.map((often) => `${Math.round(100 * often)}%`), [one]);
  return (
    <figure>
      <figcaption><strong>{one.name}</strong> <span className="figure">{action(one)}s {part(one.share)}</span></figcaption>
      <div className="small-grid" role="img" aria-label={`${one.name}: ${one.range}`}>
        {cells.map((fill, at) => <span key={at} className="hand-cell tone-play" style={{ "--fill": fill } as React.CSSProperties}>{CLASSES[at]}</span>)}
      </div>
      <p className="range">{rangeText(one.range)}</p>
    </figure>
  );
}
