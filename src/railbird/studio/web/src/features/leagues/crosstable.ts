/** The cells of a crosstable. A pair is kept once; the other cell is the same with the other sign. */
import type { League } from "../../api/client";

export interface CrossCell {
  mean: number;
  error: number | null;
  isSure: boolean;
  match: number | null;
}

type Measure = "divat" | "money";

export function cellOf(league: Pick<League, "pairs">, player: string, other: string, measure: Measure): CrossCell | null {
  for (const pair of league.pairs) {
    const sign = pair.first === player && pair.second === other ? 1 : pair.second === player && pair.first === other ? -1 : 0;
    const score = pair[measure];
    if (!sign || score?.mean == null) continue;
    const isSure = score.low != null && score.high != null && (score.low > 0 || score.high < 0);
    return { mean: sign * score.mean, error: score.error, isSure, match: pair.match };
  }
  return null;
}

/** The largest mean of all, which has the strongest colour. */
export const strongest = (league: Pick<League, "pairs">, measure: Measure): number =>
  Math.max(0, ...league.pairs.map((pair) => Math.abs(pair[measure]?.mean ?? 0)));
