/** What the programs have seen of the person, and how they use it. */
import type { Remembered } from "../../api/client";
import { plain } from "../../ui/format";
import { Panel } from "../../ui/parts";

const share = (part: number, all: number): string => (all ? `${plain((100 * part) / all)} %` : "–");

export function RememberedPanel({ remembered }: { remembered: readonly Remembered[] }) {
  return (
    <Panel title="What the programs remember of you">
      {remembered.map(({ program, about, seen }) => (
        <details key={program} open={remembered.length === 1}>
          <summary><strong>{program}</strong> <span className="quiet">{about}</span></summary>
          <div className="scroll" tabIndex={0} role="region" aria-label={`What ${program} remembers`}>
            <table>
              <thead><tr><th scope="col">Round</th><th scope="col">To call</th><th scope="col">Times</th><th scope="col">Folds</th><th scope="col">Checks or calls</th><th scope="col">Raises</th></tr></thead>
              <tbody>
                {seen.map(({ round, to_call, folds, calls, raises }) => {
                  const all = folds + calls + raises;
                  return (
                    <tr key={`${round} ${to_call}`}>
                      <th scope="row">{round}</th><td>{to_call}</td><td>{plain(all)}</td>
                      <td>{share(folds, all)}</td><td>{share(calls, all)}</td><td>{share(raises, all)}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        </details>
      ))}
      <p className="quiet note">In the studio a program remembers you for one session. Counts may be weighted: what is long ago counts less.</p>
    </Panel>
  );
}
