/** A hand at every stack: what playing wins more than folding, and below it how often it is played. Click a stack to go there. */
import { useMemo, useState, type KeyboardEvent, type PointerEvent } from "react";
import type { Omaha8Hand, Place } from "../../api/client";
import { plain, signed } from "../../ui/format";
import { Panel } from "../../ui/parts";

const [WIDTH, HEIGHT, LEFT, STRIP] = [640, 240, 40, 22];
const MOST = 20;

export const action = (place: Place): "jam" | "call" => (place === "sb" ? "jam" : "call");

interface Shape {
  x: (r: number) => number;
  y: (gap: number) => number;
  path: string;
  ticks: number[];
  count: number;
}

/** The curve up to twenty big blinds; beyond, little changes. */
export function shapeOf(stacks: readonly number[], gaps: readonly number[]): Shape {
  const count = stacks.filter((r) => r <= MOST).length;
  const shown = gaps.slice(0, count);
  const [low, high] = [Math.min(-0.1, ...shown), Math.max(0.1, ...shown)];
  const step = [0.1, 0.2, 0.5, 1, 2, 5].find((each) => (high - low) / each <= 6) ?? 10;
  const x = (r: number) => LEFT + ((WIDTH - LEFT) * r) / MOST;
  const y = (gap: number) => 8 + ((HEIGHT - 16) * (high - gap)) / (high - low);
  const path = shown.map((gap, i) => `${i ? "L" : "M"}${x(stacks[i] ?? 0).toFixed(1)} ${y(gap).toFixed(1)}`).join("");
  const ticks = Array.from({ length: 13 }, (_, i) => (Math.ceil(low / step) + i) * step).filter((tick) => tick <= high + 1e-9);
  return { x, y, path, ticks, count };
}

interface Props {
  hand: Omaha8Hand;
  place: Place;
  r: number;
  onR: (r: number) => void;
}

export function Curve({ hand, place, r, onR }: Props) {
  const [over, hover] = useState<number | null>(null);
  const { stacks, gaps, played } = hand;
  const { x, y, path, ticks, count } = useMemo(() => shapeOf(stacks, gaps), [stacks, gaps]);
  const nearest = (to: number) => stacks.slice(0, count).reduce((best, each, i) => (Math.abs(each - to) < Math.abs((stacks[best] ?? 0) - to) ? i : best), 0);
  const here = nearest(r);
  const read = over ?? here;
  const at = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return nearest(((((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT)) * MOST);
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, PageDown: -4, PageUp: 4 }[event.key];
    if (!by) return;
    event.preventDefault();
    onR(stacks[Math.min(count - 1, Math.max(0, here + by))] ?? r);
  };
  const does = action(place);
  const reading = `R = ${plain(stacks[read], 1)}: ${does}s ${plain(100 * (played[read] ?? 0))} %, which wins ${signed(gaps[read], 3)} bb more than a fold`;
  return (
    <Panel title="By stack">
      <svg
        className="curve"
        viewBox={`0 0 ${WIDTH} ${HEIGHT + STRIP + 22}`}
        role="slider"
        tabIndex={0}
        aria-label="The smaller stack in big blinds"
        aria-valuemin={stacks[0]}
        aria-valuemax={MOST}
        aria-valuenow={stacks[here]}
        aria-valuetext={reading}
        onKeyDown={press}
        onPointerMove={(event) => hover(at(event))}
        onPointerLeave={() => hover(null)}
        onClick={(event) => onR(stacks[at(event as unknown as PointerEvent<SVGSVGElement>)] ?? r)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} className={Math.abs(tick) < 1e-9 ? "zero" : "rule"} />
            <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end">{signed(tick, 1)}</text>
          </g>
        ))}
        {[0, 5, 10, 15, 20].map((tick) => <text key={tick} x={x(tick)} y={HEIGHT + STRIP + 18} textAnchor={tick === MOST ? "end" : "middle"}>{tick}</text>)}
        {stacks.slice(0, count).map((each, i) => (
          <rect key={each} x={x(each) - (x(0.5) - x(0)) / 2} width={x(0.5) - x(0)} y={HEIGHT + STRIP * (1 - (played[i] ?? 0))} height={STRIP * (played[i] ?? 0)} className="often" />
        ))}
        <line x1={LEFT} x2={WIDTH} y1={HEIGHT + STRIP} y2={HEIGHT + STRIP} className="rule" />
        <path d={path} className="gap" />
        <line x1={x(stacks[here] ?? 0)} x2={x(stacks[here] ?? 0)} y1={0} y2={HEIGHT + STRIP} className="here" />
        <circle cx={x(stacks[read] ?? 0)} cy={y(gaps[read] ?? 0)} r={5} className="point" />
      </svg>
      <p className="figure curve-reading">{reading}.</p>
      <ul className="grid-legend">
        <li><i className="line" />big blinds that to {does} wins more than to fold</li><li><i className="full" />how often the equilibrium {does}s</li>
      </ul>
    </Panel>
  );
}
