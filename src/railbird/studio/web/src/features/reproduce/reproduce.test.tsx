import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Document, Experiment, Printed } from "../../api/client";
import { reasonsOf } from "./ExperimentPanel";
import { headline, MarkSign, placeText } from "./ReproduceView";
import { markOf, tally } from "./useReproduce";

afterEach(cleanup);

const run = { verdict: "differs" as const, explained: true, too_few: false, games: null, version: "1", made: "" };
const experiment = (expected: Experiment["expected"], ids: string[], more: Partial<Experiment> = {}) =>
  ({ id: ids[0], ids, expected, run: null, ...more }) as Experiment;
const documents = [
  { key: "kan", title: "Kan", experiments: [experiment("match", ["a", "b"]), experiment("differs", ["c"], { run })] },
  { key: "ho", title: "Ho", experiments: [experiment("not comparable", ["d"])] },
] as Document[];

test("what was run here counts before what is known, and a difference may be explained", () => {
  expect(documents[0]?.experiments.map(markOf)).toEqual(["match", "explained"]);
  expect(markOf(experiment("match", ["a"], { run: { ...run, too_few: true } }))).toBe("too few to tell");
  expect([...tally(documents)]).toEqual([["match", 2], ["explained", 1], ["not comparable", 1]]);
  expect(headline(documents)).toBe("Of 4 printed tables and figures 2 match, 0 are consistent, 1 differ, and 1 cannot be compared");
});

test("reasons come once, and only of what does not match", () => {
  const figure = (verdict: Printed["verdict"], why: string) => ({ verdict, why }) as Printed;
  expect(reasonsOf([figure("match", "m"), figure("differs", "a"), figure("differs", "a"), figure("not comparable", "b")])).toEqual(["a", "b"]);
  expect(placeText(["Figure 1", "Figure 2", "Figure 3"])).toBe("Figure 1, Figure 2 and 1 more: ");
});

test("a mark is a shape beside its word", () => {
  const { container } = render(<MarkSign mark="not comparable" />);
  expect(container.textContent).toBe("–");
  expect(screen.queryByRole("img")).toBeNull();
});
