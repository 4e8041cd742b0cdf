/** ORACLE and TALLY line by line, and what each loses with this hand. */
import type { Omaha8Hand, RuleSays } from "../../api/client";
import { plain, signed } from "../../ui/format";
import { Panel } from "../../ui/parts";

export function RulesPanel({ hand }: { hand: Omaha8Hand }) {
  return (
    <Panel title="By rules for the table">
      <div className="rules">
        {hand.rules.map((rule) => (
          <div key={rule.name}>
            <Points rule={rule} />
            <p className="figure">
              {rule.name} says <strong>{rule.says}</strong>{rule.always && `: always, with ${rule.always}`}. This{" "}
              {rule.lost > 0 ? <span className="loss">loses {plain(rule.lost, 3)} bb</span> : <span className="gain">loses nothing</span>}.
              {" "}Over all hands it costs at most {plain(rule.cost, 4)} bb a hand at this stack.
              {rule.is_beyond && ` It was made for R up to ${plain(rule.most_stack)}.`}
            </p>
          </div>
        ))}
      </div>
    </Panel>
  );
}

export function Points({ rule }: { rule: RuleSays }) {
  return (
    <table className="points">
      <thead><tr><th scope="col">{rule.name}</th><th scope="col">Points</th></tr></thead>
      <tbody>
        {rule.lines.map(({ line, points }) => <tr key={line}><th scope="row">{line}</th><td>{signed(points, 0)}</td></tr>)}
        <tr className="sum"><th scope="row">Score</th><td>{plain(rule.score)}</td></tr>
        <tr><th scope="row">Needs {rule.needs}</th><td>{plain(rule.threshold, Number.isInteger(rule.threshold) ? 0 : 2)}</td></tr>
      </tbody>
    </table>
  );
}
