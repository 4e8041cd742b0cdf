/** All estimators of a match side by side: how much each still varies, and how many games it needs. */
import { useState, type ReactNode } from "react";
import type { Analysis } from "../../api/client";
import { handsOf } from "../../api/filter";
import { Link } from "../../app/router";
import { percent, plain, side, signed } from "../../ui/format";
import { Panel } from "../../ui/parts";

interface Props {
  analysis: Analysis;
  isBusy: boolean;
  onKnown: (known: string) => void;
  /** How the last one that was asked for goes. */
  children?: ReactNode;
}

export function EstimatorsPanel({ analysis, isBusy, onKnown, children }: Props) {
  const unit = analysis.unit.startsWith("bb") ? "bb" : "sb";
  return (
    <Panel title="Estimators side by side">
      <p>{verdictBy(analysis)}</p>
      <div className="scroll" tabIndex={0} role="region" aria-label="Estimators">
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">Estimator</th><th scope="col">{unit} per game</th><th scope="col">95 % interval</th><th scope="col">Variance</th>
              <th scope="col">Money’s ÷ this</th><th scope="col">Confidence</th><th scope="col">Games for 95 %</th>
            </tr>
          </thead>
          <tbody>
            {analysis.estimators.map((each) => (
              <tr key={each.name}>
                <th scope="row">{capital(each.name)}{!each.unbiased && <small className="quiet"> biased</small>}</th>
                <td><Link className={side(each.mean)} href={handsOf({ match: String(analysis.match), hero: analysis.players[0] ?? "" })} aria-label={`${signed(each.mean, 4)}, ${each.name}: its hands`}>{signed(each.mean, 4)}</Link></td>
                <td>{each.low === null ? "–" : `${signed(each.low, 3)} … ${signed(each.high, 3)}`}</td>
                <td>{each.deviation === null ? "–" : plain(each.deviation ** 2, 2)}</td>
                <td>{plain(each.reduction, 2)}</td>
                <td>{percent(each.confidence)}</td>
                <td>{plain(each.games_needed === null ? null : Math.ceil(each.games_needed))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <details>
        <summary>What they are</summary>
        <dl className="lines">
          {analysis.estimators.map((each) => (
            <div key={each.name} className="estimator"><dt>{capital(each.name)}</dt><dd>Values hands by: {each.value}. Takes out the luck of: {each.corrects}.</dd></div>
          ))}
        </dl>
      </details>
      {analysis.known.length > 0 && <Known analysis={analysis} isBusy={isBusy} onKnown={onKnown} />}
      {children}
    </Panel>
  );
}

const capital = (text: string) => (text[0]?.toUpperCase() ?? "") + text.slice(1);

/** Which estimator the one verdict is by. */
export function verdictBy({ kind, judged_by, estimators }: Pick<Analysis, "kind" | "judged_by" | "estimators">): string {
  const last = estimators.at(-1)?.name ?? "";
  const by = judged_by || (kind === "limit" ? "DIVAT" : last);
  const how = by.startsWith("least variance") ? ": each half of the games by the estimator that varies least in the other half" : "";
  const stays = kind === "limit" && last.startsWith("AIVAT") && !by.startsWith("AIVAT") ? " AIVAT has the larger error here, so it does not judge." : "";
  return `All judge the same games. The verdict above is by ${by}${how}.${stays}`;
}

function Known({ analysis, isBusy, onKnown }: { analysis: Analysis; isBusy: boolean; onKnown: (known: string) => void }) {
  const [player, setPlayer] = useState(analysis.players.find((name) => analysis.known.includes(name)) ?? analysis.players[0] ?? "");
  const [kind, setKind] = useState(analysis.known.includes(player) ? player : (analysis.known[0] ?? ""));
  return (
    <p className="row known">
      <span>If a strategy is known, AIVAT takes out more luck:</span>
      <select aria-label="Player" value={player} onChange={(event) => setPlayer(event.target.value)}>
        {analysis.players.map((name) => <option key={name}>{name}</option>)}
      </select>
      <span>plays like</span>
      <select aria-label="Known strategy" value={kind} onChange={(event) => setKind(event.target.value)}>
        {analysis.known.map((name) => <option key={name}>{name}</option>)}
      </select>
      <button disabled={isBusy} onClick={() => onKnown(`${player}=${kind}`)}>Add AIVAT</button>
    </p>
  );
}
