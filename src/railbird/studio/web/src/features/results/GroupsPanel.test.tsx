import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { GameResults, Results, ResultsGroup } from "../../api/client";
import { GroupsPanel } from "./GroupsPanel";
import { Tiles } from "./Tiles";

afterEach(cleanup);

const rate = { mean: 12.34, error: 5, low: 2, high: 22 };
const group: ResultsGroup = {
  name: "BTN", hands: 1200, won: rate, adjusted: { ...rate, mean: -1 }, money: "+$5", rake: "$0", aggression: 1.5, aggression_frequency: 0.4,
  shares: { vpip: { done: 300, chances: 1200, share: 0.25 }, steal: { done: 0, chances: 0, share: null } },
};
const data = {
  statistics: [{ key: "vpip", name: "VPIP", done: "called or raised", could: "acted" }, { key: "steal", name: "steal", done: "raised", could: "could raise" }],
} as unknown as Results;

test("every number of a table opens the hands that it counts", () => {
  render(<GroupsPanel title="By position" head="Seat" groups={[group]} data={data} find={({ name }) => ({ hero: "ann", position: name })} />);
  const link = screen.getByRole("link", { name: "VPIP, BTN: 25.0 %, 300 of 1,200" });
  expect(link.getAttribute("href")).toBe("/hands?hero=ann&position=BTN&did=vpip");
  expect(screen.getByRole("link", { name: "1,200 hands, BTN" }).getAttribute("href")).toBe("/hands?hero=ann&position=BTN");
  expect(screen.getAllByText("–")).toHaveLength(1);
});

test("each of several games has a line, which leads to its own results", () => {
  const both = [{ ...group, name: "cash games" }, { ...group, name: "tournaments", hands: 7, money: "" }];
  render(<GroupsPanel title="Games" head="Game" leads groups={both} data={data} find={(_, place) => ({ kind: both[place]?.name ?? "" })} />);
  expect(screen.getByRole("link", { name: "tournaments" }).getAttribute("href")).toBe("/results?kind=tournaments");
  expect(screen.getByRole("link", { name: "7 hands, tournaments" }).getAttribute("href")).toBe("/hands?kind=tournaments");
});

test("a tile says what was done, and how often it could be", () => {
  render(<Tiles game={{ all: group } as unknown as GameResults} data={data} filter={{}} />);
  expect(screen.getByRole("link", { name: "1,200 hands: acted" }).getAttribute("href")).toBe("/hands?did=vpip%3Acould");
  expect(screen.getByText("−1.0")).toBeTruthy();
});
