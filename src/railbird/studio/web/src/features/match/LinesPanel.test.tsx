import { expect, test, vi } from "vitest";

vi.mock("uplot", () => ({ default: class {} }));
const { ofDeals, sentence } = await import("./LinesPanel");
const { columns } = await import("../../ui/LineChart");
const { chosen } = await import("./useMatch");
const { TOTALS } = await import("../../ui/measures");

const ALL = ["money", "divat", "luck", "round_0", "round_1", "round_2", "round_3"];
const line = (name: string, last: number[]) => ({ name, last, low: last, high: last, band: last.map(() => 1) });
const data = {
  first: 0, last: 4, total: 4, games: [0, 2, 4], hands: [11, 13],
  lines: [line("money", [0, 6, 10]), line("divat", [0, 2, 7])],
};

test("luck against skill in one sentence", () => {
  expect(sentence(data, "Ann", "limit")).toBe(
    "In 4 games Ann won +10.0 sb. Skill is worth +7.0 sb of that; luck and position are the other +3.0 sb.",
  );
  expect(sentence(data, "Ann", "ring")).toContain("In 4 hands Ann won +10.0 sb. Skill is worth +7.0 sb of that; luck is the other");
  const hidden = { ...data, lines: [line("money", [0, 6, 10]), line("own", [0, 2, 7])] };
  expect(sentence(hidden, "Ann", "no-limit")).toBe(
    "In 4 games Ann won +10.0 bb. Less the luck that can be told, of Ann’s own cards and of the board after an all-in, it is +7.0 bb.",
  );
});

test("a line has five columns: itself, its extremes, and the ends of its band", () => {
  const money = columns(data, TOTALS.slice(0, 1));
  expect(money).toHaveLength(5);
  expect(money[3]).toEqual([1, 7, 11]);
  expect(columns(data, TOTALS.slice(2, 3))[0]).toEqual([null, null, null]);
});

test("the address names the lines; the same text gives the same array", () => {
  expect(chosen(null, "all", ALL).map(({ key }) => key)).toEqual(["money", "divat"]);
  expect(chosen("luck,nosuch", "all", ALL).map(({ key }) => key)).toEqual(["luck"]);
  expect(chosen(null, "rounds", ALL)).toHaveLength(4);
  expect(chosen("luck", "all", ALL)).toBe(chosen("luck", "all", ALL));
  expect(chosen(null, "all", ["money", "own"]).map(({ key }) => key)).toEqual(["money", "own"]);
});

test("a duplicate match has lines by deal", () => {
  const deals = { ...data, lines: [line("deal_money", [0, 1, 5]), line("deal_divat", [0, 2, 3])] };
  expect(ofDeals(deals, "Ann")).toContain("sum up to +5.0 sb for Ann in 4 deals; their skill to +3.0 sb");
  expect(chosen(null, "deals", ALL).map(({ key }) => key)).toEqual(["deal_money", "deal_divat"]);
});
