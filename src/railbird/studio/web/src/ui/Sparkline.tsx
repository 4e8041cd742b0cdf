/** Two small lines without axes: money and skill. The words beside them say the same. */
import { TOTALS } from "./measures";

const WIDTH = 120;
const HEIGHT = 36;

export function points(values: readonly number[], low: number, high: number): string {
  const span = high - low || 1;
  const step = WIDTH / Math.max(1, values.length - 1);
  return values.map((y, i) => `${(i * step).toFixed(1)},${(HEIGHT - ((y - low) / span) * HEIGHT).toFixed(1)}`).join(" ");
}

export function Sparkline({ money, divat }: { money: readonly number[]; divat: readonly number[] }) {
  const all = [0, ...money, ...divat];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const colours = Object.fromEntries(TOTALS.map(({ key, colour }) => [key, `var(${colour})`]));
  return (
    <svg className="sparkline" viewBox={`-1 -1 ${WIDTH + 2} ${HEIGHT + 2}`} aria-hidden="true">
      <polyline points={points([0, 0], low, high)} className="sparkline-zero" />
      <polyline points={points(money, low, high)} style={{ stroke: colours.money }} />
      <polyline points={points(divat, low, high)} style={{ stroke: colours.divat }} />
    </svg>
  );
}
