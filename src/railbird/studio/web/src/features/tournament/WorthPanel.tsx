/** The worth of each stack under every model, side by side. */
import type { Solution, Worth } from "../../api/client";
import { plain } from "../../ui/format";
import { Panel } from "../../ui/parts";

const COLOURS: Record<string, string> = {
  harville: "--series-1",
  weitzman: "--series-5",
  roberts: "--series-3",
  pressure: "--series-4",
  chips: "--quiet",
  solved: "--series-2",
};
const AHEAD = "--series-6";

export function WorthPanel({ worth, solution }: { worth: Worth; solution: Solution | undefined }) {
  const models = [...worth.models.map(({ model, payoffs }) => ({ model, payoffs }))];
  const same = solution?.stacks.length === worth.stacks.length && solution.stacks.every((chips, i) => chips === worth.stacks[i]);
  if (solution?.model.startsWith("fgs") && same) models.push({ model: solution.model, payoffs: solution.before });
  const pool = worth.payouts?.reduce((sum, prize) => sum + prize, 0) ?? 0;
  const most = Math.max(...models.flatMap(({ payoffs }) => payoffs));
  const digits = pool >= 10 ? 2 : 4;
  if (!models.length) return <Panel title="What the stacks are worth"><p className="quiet">For chips: each stack is worth its chips. Give prizes, such as 50,30,20, to compare models.</p></Panel>;
  return (
    <Panel title="What the stacks are worth" aside={<span className="quiet figure">of {plain(pool)} in prizes</span>}>
      <div className="worths">
        {worth.seats.map((seat, i) => (
          <section key={seat} aria-label={`Worth of ${worth.names[i] ?? seat}`}>
            <h3>{seat} {worth.names[i] && <span>{worth.names[i]}</span>} <span className="quiet figure">{plain(worth.stacks[i])}</span></h3>
            <dl>
              {models.map(({ model, payoffs }) => (
                <div key={model} className="worth">
                  <dt>{model}</dt>
                  <dd>
                    <span className="bar" style={{ width: `${(72 * (payoffs[i] ?? 0)) / most}%`, background: `var(${COLOURS[model] ?? AHEAD})` }} />
                    <span className="figure">{plain(payoffs[i], digits)}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {worth.refused.map(({ model, why }) => <p key={model} className="quiet note">Without {model}: {why}.</p>)}
    </Panel>
  );
}
