import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { api, type JamAsked } from "../../api/client";
import { isUnfinished, useJobAction, useJobs } from "../../api/jobs";
import { useValues } from "../../app/router";
import { useRested } from "../training/useRested";
import { handOf } from "./address";

/** The hand of the address, its worth and its solution; old values stay until new ones are there. */
export function useTournament() {
  const [values, change] = useValues();
  const text = useRested(JSON.stringify(handOf(values)));
  const hand = useMemo(() => JSON.parse(text) as JamAsked, [text]);
  const isSet = hand.table.stacks.trim() !== "";
  const worth = useQuery({
    queryKey: ["worth", hand.table],
    queryFn: ({ signal }) => api.worth(hand.table, signal),
    placeholderData: keepPreviousData,
    enabled: isSet,
  });
  const solved = useSolution(isSet && hand.table.blinds.trim() ? hand : null);
  return { values, change, hand, isSet, worth: { data: useKept(worth.data, worth.isError), error: worth.error }, solved };
}

/** A value, or the last one that was there if what was asked then is refused: the page stays as it was. */
function useKept<T>(value: T | undefined, isRefused: boolean): T | undefined {
  const [last, keep] = useState(value);
  if (value !== undefined && value !== last) keep(value);
  return isRefused ? last : value;
}

const solveQuery = (hand: JamAsked | null) => ({
  queryKey: ["solve", hand],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.solve(hand as JamAsked, signal),
  staleTime: Infinity,
});

/** Solves a sample before it is asked for: the first solution after a start takes some seconds. */
export function useWarmSolver(address: string): void {
  const client = useQueryClient();
  useEffect(() => void client.prefetchQuery(solveQuery(handOf(new URLSearchParams(address)))), [client, address]);
}

/** A solution, at once or from a job; `isOld` if it is the last one before what is asked now, which is refused. */
export function useSolution(hand: JamAsked | null) {
  const query = useQuery({
    ...solveQuery(hand),
    placeholderData: keepPreviousData,
    enabled: hand !== null,
  });
  const start = useJobAction(api.solveLater);
  const data = useKept(query.data, query.isError);
  const job = useJobs().find((each) => each.digest === query.data?.digest);
  return { query, data: hand ? data : undefined, isOld: query.isError, start, job, isBusy: job !== undefined && isUnfinished(job) };
}
