import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Results, ResultsGroup } from "../../api/client";
import { GroupsPanel } from "./GroupsPanel";
import { Tiles } from "./Tiles";

afterEach(cleanup);

const rate = { mean: 12.34, error: 5, low: 2, high: 22 };
const group: ResultsGroup = {
  name: "BTN", kind: "", hands: 1200, won: rate, adjusted: { ...rate, mean: -1 }, money: "+$5", rake: "$0", aggression: 1.5, aggression_frequency: 0.4,
  shares: { vpip: { done: 300, chances: 1200, share: 0.25 }, steal: { done: 0, chances: 0, share: null } },
};
const data = {
  all: group,
  statistics: [{ key: "vpip", name: "VPIP", done: "called or raised", could: "acted" }, { key: "steal", name: "steal", done: "raised", could: "could raise" }],
} as unknown as Results;

test("every number of a table opens the hands that it counts", () => {
  render(<GroupsPanel title="By position" by="position" groups={[group]} data={data} filter={{ hero: "ann" }} />);
  const link = screen.getByRole("link", { name: "VPIP, BTN: 25.0 %, 300 of 1,200" });
  expect(link.getAttribute("href")).toBe("/hands?hero=ann&position=BTN&did=vpip");
  expect(screen.getByRole("link", { name: "1,200 hands, BTN" }).getAttribute("href")).toBe("/hands?hero=ann&position=BTN");
  expect(screen.getAllByText("–")).toHaveLength(1);
});

test("cash games and tournaments are apart", () => {
  const both = [{ ...group, kind: "cash games" }, { ...group, kind: "tournaments", hands: 7 }];
  render(<GroupsPanel title="By position" by="position" groups={both} data={data} filter={{}} />);
  expect(screen.getByRole("rowheader", { name: "Tournaments" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "7 hands, BTN, tournaments" }).getAttribute("href")).toBe("/hands?kind=tournaments&position=BTN");
});

test("a tile says what was done, and how often it could be", () => {
  render(<Tiles data={data} filter={{}} />);
  expect(screen.getByRole("link", { name: "1,200 hands: acted" }).getAttribute("href")).toBe("/hands?did=vpip%3Acould");
  expect(screen.getByText("−1.0")).toBeTruthy();
});
