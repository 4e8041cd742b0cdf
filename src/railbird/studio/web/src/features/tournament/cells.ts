/** What the cells of a grid show and say. */
import type { JamDecision, Solution } from "../../api/client";
import { plain, signed } from "../../ui/format";
import type { Cell } from "../../ui/HandGrid";

export const action = ({ after }: Pick<JamDecision, "after">): "jam" | "call" => (after.length ? "call" : "jam");

const share = (value: number): string => `${plain(100 * value, Number.isInteger(Math.round(1e6 * value) / 1e4) ? 0 : 1)} %`;

/** A range for a reader; what is copied stays as programs read it. */
export const rangeText = (range: string): string => (range === "random" ? "any two" : range.replaceAll(",", ", "));

/** As finely as the prizes need. */
export const finely = (pool: number): number => Math.min(6, Math.max(2, 5 - Math.floor(Math.log10(pool))));

export function readingOf(one: JamDecision, at: number, { pool }: Pick<Solution, "pool">): string {
  const [fold, jam] = [one.ev_fold[at] ?? null, one.ev_jam[at] ?? null];
  const often = `${action(one)}s ${share(one.jam[at] ?? 0)}`;
  if (fold === null || jam === null) return `${often}; nobody gets here`;
  const digits = finely(pool);
  return `${often}; EV ${action(one)} ${plain(jam, digits)}, fold ${plain(fold, digits)}, gain ${signed(jam - fold, digits)}`;
}

export function cellsOf(one: JamDecision, solution: Pick<Solution, "pool">): Cell[] {
  return one.jam.map((often, at) => ({
    fill: often,
    tone: "play",
    text: often > 0 && often < 1 ? `${plain(100 * often)} %` : "",
    said: readingOf(one, at, solution),
  }));
}

/** How much more the second plays than the first. */
export function differenceOf(first: JamDecision, second: JamDecision, names: readonly [string, string]): Cell[] {
  return first.jam.map((often, at) => {
    const more = (second.jam[at] ?? 0) - often;
    return {
      fill: Math.abs(more),
      tone: more < 0 ? "less" : "more",
      text: more ? signed(100 * more, 0) : "",
      said: more
        ? `${names[1]} ${action(first)}s ${signed(100 * more, 0)} points ${more > 0 ? "more" : "less"} often than ${names[0]}`
        : `the same by both, ${share(often)}`,
    };
  });
}
