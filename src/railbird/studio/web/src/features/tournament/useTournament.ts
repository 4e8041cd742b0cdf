import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
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
  return { values, change, hand, isSet, worth, solved };
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

/** A solution, at once or from a job. */
export function useSolution(hand: JamAsked | null) {
  const query = useQuery({
    ...solveQuery(hand),
    placeholderData: keepPreviousData,
    enabled: hand !== null,
  });
  const start = useJobAction(api.solveLater);
  const job = useJobs().find((each) => each.kind === "jam" && each.title === query.data?.job);
  return { query, data: hand ? query.data : undefined, start, job, isBusy: job !== undefined && isUnfinished(job) };
}
