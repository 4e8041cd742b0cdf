import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, type Document, type Experiment } from "../../api/client";
import { isUnfinished, useJobAction, useJobs } from "../../api/jobs";

/** An experiment that takes no longer is run when it is opened. */
const AT_ONCE_SECONDS = 5;

export type Mark = "match" | "consistent" | "differs" | "explained" | "not comparable" | "too few to tell";

export const MARKS: Record<Mark, string> = { match: "✓", consistent: "○", differs: "≠", explained: "≈", "not comparable": "–", "too few to tell": "?" };

/** What an experiment gave when it was run here, or else what it is known to give. */
export function markOf(experiment: Pick<Experiment, "run" | "expected">): Mark {
  const { run, expected } = experiment;
  if (!run) return expected;
  if (run.too_few) return "too few to tell";
  return run.verdict === "differs" && run.explained ? "explained" : run.verdict;
}

export const useExperiments = () => useQuery({ queryKey: ["experiments"], queryFn: api.experiments });

/** One experiment, its last run, and the job that runs it. */
export function useExperiment(id: string) {
  const experiment = useQuery({ queryKey: ["experiment", id], queryFn: () => api.experiment(id), placeholderData: keepPreviousData });
  const run = useJobAction((size: "quick" | "full") => api.runExperiment(id, size));
  const { data } = experiment;
  const job = useJobs().find((each) => each.kind === "experiment" && each.about.id === data?.id);
  const isBusy = job !== undefined && isUnfinished(job);
  const isNew = data?.ids.includes(id) === true && data.outcome === null && data.seconds <= AT_ONCE_SECONDS && job === undefined;
  const { mutate } = run;
  useEffect(() => {
    if (isNew) mutate("full");
  }, [isNew, mutate]);
  return { experiment, run, job, isBusy };
}

/** How many printed things have each mark; experiments of one computation are several. */
export function tally(documents: readonly Document[]): Map<Mark, number> {
  const found = new Map<Mark, number>();
  for (const each of documents.flatMap(({ experiments }) => experiments)) {
    const mark = markOf(each);
    found.set(mark, (found.get(mark) ?? 0) + each.ids.length);
  }
  return found;
}
