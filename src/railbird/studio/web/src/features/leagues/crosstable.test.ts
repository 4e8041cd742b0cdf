import { expect, test } from "vitest";
import { cellOf, strongest } from "./crosstable";

const score = (mean: number, half: number) => ({ mean, error: half / 2, low: mean - half, high: mean + half });
const league = {
  pairs: [
    { first: "Ann", second: "Bob", money: score(0.5, 0.8), divat: score(0.3, 0.1), match: 7 },
    { first: "Ann", second: "Cid", money: score(-2, 1), divat: null, match: null },
  ],
};

test("the other side of a pair has the other sign", () => {
  expect(cellOf(league, "Ann", "Bob", "divat")).toEqual({ mean: 0.3, error: 0.05, isSure: true, match: 7 });
  expect(cellOf(league, "Bob", "Ann", "divat")?.mean).toBe(-0.3);
  expect(cellOf(league, "Ann", "Bob", "money")?.isSure).toBe(false);
  expect(cellOf(league, "Ann", "Cid", "divat")).toBeNull();
  expect(cellOf(league, "Ann", "Ann", "money")).toBeNull();
  expect(strongest(league, "money")).toBe(2);
});
