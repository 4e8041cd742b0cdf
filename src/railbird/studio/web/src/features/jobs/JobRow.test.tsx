import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Job } from "../../api/client";
import { JobRow } from "./JobRow";

afterEach(cleanup);

const job = (values: Partial<Job>): Job => ({
  id: 1, kind: "import", title: "Import 3 files", state: "done", done: 1, result: null, error: null, made: "", begun: null, ended: null,
  change: 1, digest: "", about: {}, can_resume: false, goes_on: true, ...values,
});

const show = (values: Partial<Job>) =>
  render(<QueryClientProvider client={new QueryClient()}><ul><JobRow job={job(values)} /></ul></QueryClientProvider>);

test("an import lists what was left out, each with its reason", () => {
  show({ result: { said: "2 files: 10 hands added", refused: 202, refused_named: ["a.txt:7: a card twice", "b.txt:9: no pot"], skipped: 1, skipped_named: ["c.jpg: a picture"], matches: [1, 2] } });
  expect(screen.getByText("202 refused hands")).toBeTruthy();
  expect(screen.getByText("and 200 others")).toBeTruthy();
  expect(screen.getByText("c.jpg: a picture")).toBeTruthy();
  expect(screen.getByRole("link", { name: "2 matches" })).toBeTruthy();
});

test("a failed import whose file is gone does not offer to resume", () => {
  show({ state: "failed", error: "a.txt holds no hand: check the file" });
  expect(screen.getByRole("alert").textContent).toBe("a.txt holds no hand: check the file");
  expect(screen.queryByRole("button")).toBeNull();
  cleanup();
  show({ state: "interrupted", can_resume: true });
  expect(screen.getByRole("button", { name: "Resume" })).toBeTruthy();
});
