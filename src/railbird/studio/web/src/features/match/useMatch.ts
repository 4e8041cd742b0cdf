import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../api/client";
import { filterOf, type Filter, type FilterKey } from "../../api/filter";
import { isUnfinished, useJobAction } from "../../api/jobs";
import { useValues, wholeNumber } from "../../app/router";
import { DEALS, ROUNDS, TOTALS, type Shown } from "../../ui/measures";

const POINTS = 900;
/** Money, and the best that is known of the skill in it. */
const USUAL = [["money", "divat"], ["money", "own"]];

/** A match and its analysis; the match is analysed when it is asked for, not before. */
export function useMatch(number: number) {
  const match = useQuery({ queryKey: ["match", number], queryFn: () => api.match(number) });
  const known = Boolean(match.data?.note);
  const analysis = useQuery({ queryKey: ["analysis", number], queryFn: () => api.analysis(number), enabled: known });
  const decisions = useQuery({ queryKey: ["decisions", number], queryFn: () => api.decisions(number), enabled: known && analysis.data?.kind === "limit" });
  const analyse = useJobAction(api.analyse);
  const jobs = useQuery({ queryKey: ["jobs"], queryFn: api.jobs });
  const job = jobs.data?.find((each) => each.kind === "analysis" && each.about.match === number);
  return { match, analysis, decisions, analyse, job, areJobsKnown: jobs.data !== undefined, isBusy: job !== undefined && isUnfinished(job) };
}

/** The chosen lines of the address: which, of which games, and the game that is pinned. */
export function useLines(number: number, available: readonly string[]) {
  const [values, change] = useValues();
  const first = wholeNumber(values.get("first")) ?? 0;
  const last = wholeNumber(values.get("last"));
  const kind = KINDS.find((each) => each === values.get("lines")) ?? "all";
  const shown = chosen(values.get("show"), kind, available);
  const filter = matchFilter(values);
  const by = kind === "deals" ? "deal" : null;
  const lines = useQuery({
    queryKey: ["lines", number, filter, first, last, by],
    queryFn: ({ signal }) => api.lines(number, by ? {} : filter, { first, last, points: POINTS, by }, signal),
    placeholderData: keepPreviousData,
  });
  return { lines, filter, shown, kind, at: wholeNumber(values.get("at")), isZoomed: first > 0 || last !== null, change };
}

/** The conditions that games of a match are chosen by. */
export const CONDITIONS_OF_MATCH = ["position", "did", "since", "until", "pot", "won", "lost"] as const satisfies readonly FilterKey[];

export function matchFilter(values: URLSearchParams): Filter {
  const all = filterOf(values);
  return Object.fromEntries(CONDITIONS_OF_MATCH.flatMap((key) => (all[key] ? [[key, all[key]]] : [])));
}

/** What the games of the filter in the address are worth; nothing if all are meant. */
export function usePart(number: number) {
  const [values] = useValues();
  const filter = matchFilter(values);
  const isSet = Object.keys(filter).length > 0;
  const part = useQuery({ queryKey: ["part", number, filter], queryFn: () => api.matchPart(number, filter), placeholderData: keepPreviousData, enabled: isSet });
  return { filter, part: isSet ? part.data : undefined, error: isSet ? part.error : null };
}

const cache = new Map<string, readonly Shown[]>();

/** What the lines are of: games in all, rounds, or deals of a duplicate match. */
export type LinesKind = "all" | "rounds" | "deals";
const KINDS: readonly LinesKind[] = ["all", "rounds", "deals"];
export const MEASURES: Record<LinesKind, readonly Shown[]> = { all: TOTALS, rounds: ROUNDS, deals: DEALS };

/** The lines of a kind that the analysis has. */
export function measures(kind: LinesKind, available: readonly string[]): readonly Shown[] {
  return kind === "deals" ? DEALS : MEASURES[kind].filter(({ key }) => available.includes(key));
}

/** The lines that an address names, the same array for the same text. */
export function chosen(text: string | null, kind: LinesKind, available: readonly string[]): readonly Shown[] {
  const key = `${kind} ${text} ${available.join()}`;
  const known = cache.get(key);
  if (known) return known;
  const all = measures(kind, available);
  const usual = USUAL.find((names) => names.every((name) => available.includes(name))) ?? ["money"];
  const names = text?.split(",") ?? (kind === "all" ? usual : all.map((each) => each.key));
  const found = all.filter((each) => names.includes(each.key));
  cache.set(key, found);
  return found;
}
