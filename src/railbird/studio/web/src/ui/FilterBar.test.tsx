import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { address, filterOf, handsOf } from "../api/filter";
import { FilterBar } from "./FilterBar";

afterEach(cleanup);

const choices = {
  kind: ["cash games", "tournaments"], position: ["CO", "BTN"], stack: [], stakes: [], game: ["holdem"], betting: [],
  did: { vpip: "called or raised before the flop" },
};

test("the filter of an address is only what is a filter, and goes back into one", () => {
  const filter = filterOf(new URLSearchParams("hero=ann&at=7&position=BTN&did="));
  expect(filter).toEqual({ hero: "ann", position: "BTN" });
  expect(handsOf(filter, { did: "vpip:could" })).toBe("/hands?hero=ann&position=BTN&did=vpip%3Acould");
  expect(address("/results", {})).toBe("/results");
});

test("conditions read as a sentence, and are added, changed and removed", async () => {
  const change = vi.fn();
  const bar = (filter: object) => <FilterBar filter={filter} choices={choices} names={["ann"]} hero="ann" begin="All hands of" onChange={change} />;
  const { rerender, container } = render(bar({ position: "BTN" }));
  expect(container.textContent).toContain("from the COBTN seat");
  await userEvent.selectOptions(screen.getByLabelText("a position"), "CO");
  expect(change).toHaveBeenLastCalledWith({ position: "CO" });
  await userEvent.click(screen.getByLabelText("Remove the condition: a position"));
  expect(change).toHaveBeenLastCalledWith({ position: null });
  await userEvent.selectOptions(screen.getByLabelText("Add a condition"), "did");
  await userEvent.selectOptions(screen.getByLabelText("what the player did"), "vpip");
  expect(change).toHaveBeenLastCalledWith({ did: "vpip" });
  rerender(bar({}));
  await userEvent.selectOptions(screen.getByLabelText("Add a condition"), "pot");
  await userEvent.type(screen.getByLabelText("the size of the pot"), "20{Enter}");
  expect(change).toHaveBeenLastCalledWith({ pot: "20" });
  const hero = screen.getByLabelText("The player; several names with commas");
  await userEvent.clear(hero);
  await userEvent.type(hero, "ann,ann88{Enter}");
  expect(change).toHaveBeenLastCalledWith({ hero: "ann,ann88" });
});
