import { expect, test } from "vitest";
import type { Job } from "./client";
import { isUnfinished, withJob } from "./jobs";

const job = (id: number, change: number, state: Job["state"] = "running"): Job => ({
  id, change, state, kind: "import", title: "", done: 0, result: null, error: null, made: "", begun: null, ended: null, digest: "", about: {}, can_resume: false, goes_on: true,
});

test("a change of a job comes first, and an old one does not replace a newer", () => {
  const jobs = [job(2, 5), job(1, 4)];
  expect(withJob(jobs, job(1, 6)).map(({ id }) => id)).toEqual([1, 2]);
  expect(withJob(jobs, job(2, 3))).toBe(jobs);
  expect(withJob(undefined, job(1, 1))).toHaveLength(1);
  expect([isUnfinished(job(1, 1)), isUnfinished(job(1, 1, "done"))]).toEqual([true, false]);
});
