/** Who won how much at a table of three and more, and how much of it was skill. */
import type { Standing } from "../../api/client";
import { handsOf } from "../../api/filter";
import { Link } from "../../app/router";
import { percent, plain, side, signed } from "../../ui/format";
import { Panel } from "../../ui/parts";

export function StandingsPanel({ match, standings }: { match: number; standings: Standing[] }) {
  return (
    <Panel title="Small bets per hand">
      <div className="scroll" tabIndex={0} role="region" aria-label="Standings">
        <table className="numbers">
          <thead>
            <tr><th scope="col">Player</th><th scope="col">Hands</th><th scope="col">Money</th><th scope="col">Luck</th><th scope="col">Skill (DIVAT)</th><th scope="col">95 % interval</th><th scope="col">Confidence</th></tr>
          </thead>
          <tbody>
            {standings.map(({ name, money, luck, divat }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td><Link href={handsOf({ match: String(match), hero: name })} aria-label={`${plain(money.count)} hands of ${name}`}>{plain(money.count)}</Link></td>
                <td className={side(money.mean)}>{signed(money.mean, 3)}</td>
                <td className={side(luck)}>{signed(luck, 3)}</td>
                <td><Link className={side(divat.mean)} href={`/review/${match}?player=${encodeURIComponent(name)}`} aria-label={`${signed(divat.mean, 3)}: the decisions of ${name}`}>{signed(divat.mean, 3)}</Link></td>
                <td>{divat.low === null ? "–" : `${signed(divat.low, 2)} … ${signed(divat.high, 2)}`}</td>
                <td>{percent(divat.confidence)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="quiet note">Money is luck and skill together. The HTML report has who won from whom, and what the costliest decisions were.</p>
    </Panel>
  );
}
