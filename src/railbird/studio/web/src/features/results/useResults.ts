import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, ApiError } from "../../api/client";
import { filterOf, type Filter } from "../../api/filter";
import { isUnfinished, useJobAction, useJobs } from "../../api/jobs";
import { useValues, wholeNumber, type Values } from "../../app/router";

const POINTS = 900;
const MUST_COUNT = 409;

/** Who the library's own player is, and what filters can choose. */
export function useChoices() {
  const heroes = useQuery({ queryKey: ["heroes"], queryFn: api.heroes });
  const choices = useQuery({ queryKey: ["choices"], queryFn: api.choices });
  return { heroes, choices };
}

/** The filter of the address; a change of it shows the whole line again. */
export function useFilter() {
  const [values, change] = useValues();
  const filter = filterOf(values);
  const changeFilter = (next: Values) => change({ ...next, first: null, last: null, at: null, after: null });
  return { filter, changeFilter, values, change };
}

export function useResults() {
  const { filter, changeFilter } = useFilter();
  const { heroes, choices } = useChoices();
  const isKnown = filter.hero !== undefined || Boolean(heroes.data?.heroes.length);
  const results = useQuery({
    queryKey: ["results", filter],
    queryFn: () => api.results(filter),
    placeholderData: keepPreviousData,
    enabled: isKnown,
  });
  const client = useQueryClient();
  const keep = useMutation({
    mutationFn: api.keepHeroes,
    onSuccess: (found) => client.setQueryData(["heroes"], found),
  });
  return { filter, changeFilter, heroes, choices, results, isKnown, keep, counting: useCounting(results.error) };
}

/** Hands of an older version are counted first, as a job. */
function useCounting(error: Error | null) {
  const count = useJobAction(api.countHands);
  const job = useJobs().find((each) => each.kind === "counting");
  const mustCount = error instanceof ApiError && error.status === MUST_COUNT;
  const { mutate } = count;
  useEffect(() => {
    if (mustCount) mutate(undefined);
  }, [mustCount, mutate]);
  return { mustCount, job: job && (isUnfinished(job) || mustCount) ? job : undefined };
}

/** The line of the filter: of which hands, and the hand that is pinned. One of several games is whole; to look closer chooses it. */
export function useResultLines(of: Filter = {}) {
  const { filter: asked, values, change: go } = useFilter();
  const isOne = !Object.keys(of).length;
  const filter = { ...asked, ...of };
  const first = (isOne && wholeNumber(values.get("first"))) || 0;
  const last = isOne ? wholeNumber(values.get("last")) : null;
  const lines = useQuery({
    queryKey: ["result lines", filter, first, last],
    queryFn: ({ signal }) => api.resultLines(filter, { first, last, points: POINTS }, signal),
    placeholderData: keepPreviousData,
  });
  const change: typeof go = (next, options) => go({ ...of, ...next }, options);
  return { lines, at: isOne ? wholeNumber(values.get("at")) : null, isZoomed: first > 0 || last !== null, change };
}

/** A hand, once the cursor rests on it. */
export function useRestingHand(id: number | undefined) {
  const [resting, setResting] = useState(id);
  useEffect(() => {
    const timer = setTimeout(() => setResting(id), 120);
    return () => clearTimeout(timer);
  }, [id]);
  return useQuery({
    queryKey: ["hand", resting],
    queryFn: () => api.hand(resting ?? 0),
    enabled: resting !== undefined,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  }).data;
}
