import type { Decision, Decisions } from "../../api/client";
import { Link, useValues } from "../../app/router";
import { Cards } from "../../ui/Cards";
import { plain, side, signed } from "../../ui/format";
import { Panel } from "../../ui/parts";

const FIRST = 6;

export function DecisionsPanel({ decisions, players }: { decisions: Decisions; players: [string, string] }) {
  const [values, change] = useValues();
  const isFine = values.get("decisions") === "fine";
  const isAll = values.get("all") === "1";
  const all = isFine ? decisions.fine : decisions.costly;
  return (
    <Panel title={isFine ? "Decisions that earned most" : "Decisions that cost most"} aside={
      <span className="row">
        <button aria-pressed={!isFine} onClick={() => change({ decisions: null }, { replace: true })}>Costly</button>
        <button aria-pressed={isFine} onClick={() => change({ decisions: "fine" }, { replace: true })}>Fine</button>
      </span>
    }>
      <p className="quiet">Rounds in which the decisions of {players[0]} cost or earned most: at most what the whole round did.</p>
      {all.length ? (
        <ul className="plain-list decisions" tabIndex={0} aria-label="Decisions">
          {all.slice(0, isAll ? undefined : FIRST).map((each) => <DecisionCard key={`${each.hand} ${each.round}`} decision={each} players={players} />)}
        </ul>
      ) : <p>There are none.</p>}
      {!isAll && all.length > FIRST && <button onClick={() => change({ all: 1 }, { replace: true })}>Show {all.length - FIRST} more</button>}
    </Panel>
  );
}

function DecisionCard({ decision, players }: { decision: Decision; players: [string, string] }) {
  return (
    <li className="decision">
      <h3><b className={`figure ${side(decision.worth)}`}>{signed(decision.worth, 2)} sb</b> on the {decision.round}</h3>
      <div className="held">
        <span><Cards cards={decision.cards} label={players[0]} /><small className="quiet">{players[0]}, {decision.seat}</small></span>
        <span><Cards cards={decision.other_cards} label={players[1]} /><small className="quiet">{players[1]}</small></span>
        {decision.board && <span><Cards cards={decision.board} label="Board" /><small className="quiet">board, equity {plain(100 * decision.equity)} %</small></span>}
      </div>
      <dl className="lines">
        <dt>Played</dt><dd>{decision.played || "–"}</dd>
        <dt>Baseline</dt><dd>{decision.baseline || "–"}</dd>
      </dl>
      {decision.why && <p>{decision.why}</p>}
      <Link href={`/hands/${decision.hand}?street=${decision.round}`}>{decision.label}</Link>
    </li>
  );
}
