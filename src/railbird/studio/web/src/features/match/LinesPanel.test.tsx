import { expect, test, vi } from "vitest";

vi.mock("uplot", () => ({ default: class {} }));
const { sentence } = await import("./LinesPanel");
const { columns } = await import("../../ui/LineChart");
const { chosen } = await import("./useMatch");
const { TOTALS } = await import("../../ui/measures");

const line = (name: string, last: number[]) => ({ name, last, low: last, high: last, band: last.map(() => 1) });
const data = {
  first: 0, last: 4, total: 4, games: [0, 2, 4], hands: [11, 13],
  lines: [line("money", [0, 6, 10]), line("divat", [0, 2, 7])],
};

test("luck against skill in one sentence", () => {
  expect(sentence(data, "Ann")).toBe(
    "In 4 games Ann won +10.0 sb. Skill is worth +7.0 sb of that; luck and position are the other +3.0 sb.",
  );
});

test("a line has five columns: itself, its extremes, and the ends of its band", () => {
  const money = columns(data, TOTALS.slice(0, 1));
  expect(money).toHaveLength(5);
  expect(money[3]).toEqual([1, 7, 11]);
  expect(columns(data, TOTALS.slice(2, 3))[0]).toEqual([null, null, null]);
});

test("the address names the lines; the same text gives the same array", () => {
  expect(chosen(null, false).map(({ key }) => key)).toEqual(["money", "divat"]);
  expect(chosen("luck,nosuch", false).map(({ key }) => key)).toEqual(["luck"]);
  expect(chosen(null, true)).toHaveLength(4);
  expect(chosen("luck", false)).toBe(chosen("luck", false));
});
