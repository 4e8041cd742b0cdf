import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../api/client";
import { isUnfinished, useJobAction, useJobs } from "../../api/jobs";
import { useValues, wholeNumber } from "../../app/router";
import { ROUNDS, TOTALS, type Shown } from "../../ui/measures";

const POINTS = 900;
const USUAL = ["money", "divat"];

/** A match and its analysis; the match is analysed when it is asked for, not before. */
export function useMatch(number: number) {
  const match = useQuery({ queryKey: ["match", number], queryFn: () => api.match(number) });
  const known = Boolean(match.data?.note);
  const analysis = useQuery({ queryKey: ["analysis", number], queryFn: () => api.analysis(number), enabled: known });
  const decisions = useQuery({ queryKey: ["decisions", number], queryFn: () => api.decisions(number), enabled: known });
  const analyse = useJobAction(api.analyse);
  const title = match.data ? `Analyse ${match.data.name}` : "";
  const job = useJobs().find((each) => each.kind === "analysis" && each.title === title);
  return { match, analysis, decisions, analyse, job, isBusy: job !== undefined && isUnfinished(job) };
}

/** The chosen lines of the address: which, of which games, and the game that is pinned. */
export function useLines(number: number) {
  const [values, change] = useValues();
  const first = wholeNumber(values.get("first")) ?? 0;
  const last = wholeNumber(values.get("last"));
  const byRound = values.get("lines") === "rounds";
  const shown = chosen(values.get("show"), byRound);
  const lines = useQuery({
    queryKey: ["lines", number, first, last],
    queryFn: ({ signal }) => api.lines(number, { first, last, points: POINTS }, signal),
    placeholderData: keepPreviousData,
  });
  return { lines, shown, byRound, at: wholeNumber(values.get("at")), isZoomed: first > 0 || last !== null, change };
}

const cache = new Map<string, readonly Shown[]>();

/** The lines that an address names, the same array for the same text. */
export function chosen(text: string | null, byRound: boolean): readonly Shown[] {
  const key = `${byRound} ${text}`;
  const known = cache.get(key);
  if (known) return known;
  const all = byRound ? ROUNDS : TOTALS;
  const names = text?.split(",") ?? (byRound ? ROUNDS.map((each) => each.key) : USUAL);
  const found = all.filter((each) => names.includes(each.key));
  cache.set(key, found);
  return found;
}
