import type { Analysis, Measure } from "../../api/client";
import { handsOf, type Filter } from "../../api/filter";
import { Link } from "../../app/router";
import { percent, plain, side, signed } from "../../ui/format";
import { Panel } from "../../ui/parts";

const GROUPS = [["In all", "measures"], ["Skill by round", "by_round"], ["Skill by position", "by_position"]] as const;

/** Of two, the button has the small blind. */
const SEATS: Record<string, string> = { "big blind": "BB", button: "SB" };

export function MeasuresPanel({ analysis }: { analysis: Analysis }) {
  return (
    <Panel title={analysis.unit === "bb per game" ? "Big blinds per game" : "Small bets per game"}>
      <div className="scroll" tabIndex={0} role="region" aria-label="Measures">
        <table className="numbers">
          <thead>
            <tr><th scope="col">Measure</th><th scope="col">Mean</th><th scope="col">95 % interval</th><th scope="col">Confidence</th><th scope="col">Games for 95 %</th></tr>
          </thead>
          {GROUPS.map(([name, key]) => analysis[key].length > 0 && <Group key={key} name={name} lines={analysis[key]} filter={{ match: String(analysis.match), hero: analysis.players[0] ?? "" }} />)}
        </table>
      </div>
      <p className="quiet note">
        Confidence is two-sided: above 95 %, the 95 % interval excludes 0.{analysis.settings && ` Baseline: ${analysis.settings} settings`}{analysis.caveat && `; ${analysis.caveat}`}{analysis.settings && "."}
      </p>
    </Panel>
  );
}

function Group({ name, lines, filter }: { name: string; lines: Measure[]; filter: Filter }) {
  return (
    <tbody>
      <tr className="group"><th scope="rowgroup" colSpan={5}>{name}</th></tr>
      {lines.map((line) => (
        <tr key={line.name}>
          <th scope="row">{line.name}</th>
          <td><Link className={side(line.mean)} href={handsOf(filter, { position: SEATS[line.name] ?? "" })} aria-label={`${signed(line.mean, 4)}, ${line.name}: its hands`}>{signed(line.mean, 4)}</Link></td>
          <td>{line.low === null ? "–" : `${signed(line.low, 3)} … ${signed(line.high, 3)}`}</td>
          <td>{percent(line.confidence)}</td>
          <td>{plain(line.games_needed === null ? null : Math.ceil(line.games_needed))}</td>
        </tr>
      ))}
    </tbody>
  );
}
