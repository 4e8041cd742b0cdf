/** Jobs: the list, kept current by the server's events. */
import { useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, type Job } from "./client";

const TROUBLE = ["trouble"];
const UNFINISHED = new Set(["waiting", "starting", "running"]);

export const isUnfinished = (job: Job): boolean => UNFINISHED.has(job.state);

/** The job put into a list in which the last changed is first. */
export function withJob(jobs: Job[] | undefined, job: Job): Job[] {
  const known = jobs?.find((each) => each.id === job.id);
  if (known && known.change >= job.change) return jobs ?? [];
  return [job, ...(jobs ?? []).filter((each) => each.id !== job.id)];
}

function take(client: QueryClient, job: Job): void {
  client.setQueryData<Job[]>(["jobs"], (jobs) => withJob(jobs, job));
  if (job.state === "done") {
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "jobs" && queryKey[0] !== TROUBLE[0] });
  }
}

export function useJobs(): Job[] {
  return useQuery({ queryKey: ["jobs"], queryFn: api.jobs }).data ?? [];
}

/** Why jobs have to wait, such as a full disk; empty if nothing is wrong. */
export function useTrouble(): string {
  return useQuery({ queryKey: TROUBLE, queryFn: () => "", staleTime: Infinity, gcTime: Infinity }).data ?? "";
}

/** Listens to the server for as long as the application is open. */
export function useJobEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    const events = new EventSource("/api/jobs/events");
    events.onmessage = (event) => take(client, JSON.parse(String(event.data)) as Job);
    events.addEventListener("trouble", (event) => client.setQueryData(TROUBLE, JSON.parse(String(event.data))));
    events.onopen = () => {
      client.setQueryData(TROUBLE, ""); // a stream tells first of what is wrong
      void client.invalidateQueries({ queryKey: ["jobs"] });
    };
    return () => events.close();
  }, [client]);
}

/** Starts a job, or changes one. */
export function useJobAction<T>(action: (value: T) => Promise<Job>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: action, onSuccess: (job) => take(client, job) });
}
