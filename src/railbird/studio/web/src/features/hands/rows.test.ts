import { expect, test } from "vitest";
import { heightOf, pagesOf, roomFor, ROW, scrollOf, sightAt } from "./rows";

test("a short list is as tall as its rows", () => {
  expect(heightOf(100)).toBe(100 * ROW);
  expect(sightAt(0, 360, 100)).toEqual({ first: 0, end: 17, top: 0 });
  expect(sightAt(36, 360, 100, 0)).toEqual({ first: 1, end: 12, top: 36 });
});

test("the ends of a list of a million are reached, and every row can be the first in sight", () => {
  const total = 1_000_000;
  expect(heightOf(total)).toBeLessThan(total * ROW);
  const end = heightOf(total) - 720;
  expect(sightAt(end, 720, total).end).toBe(total);
  expect(sightAt(0, 720, total).first).toBe(0);
  const sight = sightAt(scrollOf(765_432, 720, total), 720, total);
  expect(Math.abs(sight.first + 6 - 765_432)).toBeLessThan(2);
  expect(sight.top + 6 * ROW).toBeGreaterThan(scrollOf(765_432, 720, total) - ROW);
});

test("the last row ends where the list ends, under headings that stay in sight", () => {
  const [total, box] = [100, 396];
  const furthest = heightOf(total) + ROW - box;
  const { first, end, top } = sightAt(furthest, roomFor(box), total);
  expect(end).toBe(total);
  expect(top + (total - first) * ROW).toBeCloseTo(heightOf(total));
});

test("rows are asked for by the page", () => {
  expect(pagesOf({ first: 0, end: 30 })).toEqual([0]);
  expect(pagesOf({ first: 95, end: 120 })).toEqual([0, 1]);
  expect(pagesOf({ first: 100, end: 200 })).toEqual([1]);
});
