/** Equity by step as lines, and each player's class, hand and strength at this step. */
import type { Insight, Replay } from "../../api/client";
import { Cards } from "../../ui/Cards";
import { percent } from "../../ui/format";
import { Panel } from "../../ui/parts";

const HEIGHT = 100;

interface EquityPanelProps {
  replay: Replay;
  insight: Insight | undefined;
  step: number;
  go: (to: number) => void;
}

const colour = (position: number) => ({ stroke: `var(--series-${(position % 6) + 1})` });
const dash = (position: number) => (position >= 6 ? "4 3" : undefined);

/** The equity of a position as a line that changes at each step; a gap where it is unknown. */
export function path(shares: readonly (number | null | undefined)[]): string {
  let text = "";
  shares.forEach((share, i) => {
    if (share === null || share === undefined) return;
    const y = (HEIGHT * (1 - share)).toFixed(1);
    text += text === "" || shares[i - 1] == null ? `M${i} ${y}` : `L${i} ${y}`;
    text += `H${i + 1}`;
  });
  return text;
}

export function EquityPanel({ replay, insight, step, go }: EquityPanelProps) {
  const count = replay.steps.length;
  const pick = (event: React.MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    go(Math.floor(((event.clientX - box.left) / box.width) * count));
  };
  const known = replay.seats.map((_, p) => insight?.equities.some((row) => row[p] !== null && row[p] !== undefined && row[p] > 0) ?? false);
  const none = insight ? "–" : "…";
  const street = replay.steps[step]?.round ?? 0;
  const borders = replay.steps.flatMap((each, i) => (i > 0 && each.round !== replay.steps[i - 1]?.round ? [i] : []));
  return (
    <Panel title="Equity">
      <div className="equity">
        <svg viewBox={`0 0 ${count} ${HEIGHT}`} preserveAspectRatio="none" role="img" onClick={pick}
          aria-label="Share of the pot by step; the table below has the numbers of this step">
          <rect className="here" x={step} y={0} width={1} height={HEIGHT} />
          <path className="rule" d={`M0 ${HEIGHT / 2}H${count}`} />
          {borders.map((at) => <path key={at} className="rule" d={`M${at} 0V${HEIGHT}`} />)}
          {insight && replay.seats.map((_, p) => known[p] && (
            <path key={p} className="share" style={colour(p)} strokeDasharray={dash(p)} d={path(insight.equities.map((row) => row[p]))} />
          ))}
        </svg>
      </div>
      <div className="scroll" tabIndex={0} role="region" aria-label="Strength at this step">
        <table>
          <thead><tr><th scope="col">Player</th><th scope="col">Equity</th><th scope="col">Strength</th><th scope="col">Hand</th></tr></thead>
          <tbody>
            {replay.seats.map((seat, p) => {
              const share = insight?.equities[step]?.[p];
              const strength = insight?.strengths[street]?.find((each) => each.position === p);
              const isFolded = replay.steps[step]?.folded[p];
              return (
                <tr key={p}>
                  <th scope="row">
                    <svg className="line-key" viewBox="0 0 16 4" aria-hidden="true"><path d="M0 2H16" style={colour(p)} strokeDasharray={dash(p)} /></svg>
                    {seat.name}
                  </th>
                  <td>{isFolded ? "folded" : share === null || share === undefined ? none : share === 1 ? "100 %" : percent(share)}</td>
                  <td>{strength?.strength === null || strength?.strength === undefined ? none : percent(strength.strength)}</td>
                  <td className="held-hand">{seat.cards ? <><Cards cards={seat.cards} label={seat.name} /> <small>{strength?.made || strength?.hand_class || ""}</small></> : <small className="quiet">not known</small>}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p className="quiet note">
        Equity: the share of the pot that the cards win on average from here if nobody bets any more{insight ? `; ${insight.how}` : ""}.
        {replay.game.endsWith("holdem") && " Strength: the share of all other hands that this one beats now."}
      </p>
    </Panel>
  );
}
