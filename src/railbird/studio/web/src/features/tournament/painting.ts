/** A range that is painted on the grid: which of the 169 classes are in it. */
import { CLASSES, type Cell } from "../../ui/HandGrid";

export type Painting = readonly boolean[];

/** The range as text, for the solver; it is written shorter there. */
export function rangeOf(painted: Painting): string {
  if (painted.every(Boolean)) return "random";
  return CLASSES.filter((_, at) => painted[at]).join(",") || "none";
}

export const paintedCells = (painted: Painting, verb: string): Cell[] =>
  painted.map((isIn) => ({ fill: isIn ? 1 : 0, tone: "play", text: "", said: isIn ? `${verb}s` : "folds" }));
