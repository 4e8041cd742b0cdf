import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Agent, LiveTable } from "../../api/client";
import { fitting } from "./LobbyView";
import { Actions, says } from "./PlayView";

afterEach(cleanup);

const seat = { name: "you", place: "BB", seat: 1, stack: 200, cards: "AcKc", is_hero: true, payoff: 0 };
const asked: LiveTable = {
  id: 1, phase: "asked", hand: 0, turn: 1, position: 0, options: { to_call: 2, lowest_raise: 6, highest_raise: 200 }, hand_id: null, hands: 0,
  won: 0, last: [],
  replay: {
    title: "Hand 1", id: null, code: "", match: null, previous: null, next: null, game: "no-limit holdem", hole_cards: 2, button: 1, table_size: 2,
    big_blind: 2, unit: { chips: 1, sign: "", code: "" }, board: "", run_outs: [], seats: [seat, seat], jam: false, words: [],
    steps: [{ kind: "action", round: 0, says: [], actor: 1, next: 0, board: 0, bets: [2, 4], behind: [198, 196], folded: [false, false], pots: [], won: [0, 0] }],
  },
};

test("three buttons act, and the slider chooses the raise", () => {
  const choose = vi.fn();
  render(<Actions table={asked} choose={choose} next={vi.fn()} isBusy={false} />);
  fireEvent.click(screen.getByRole("button", { name: /Fold/ }));
  fireEvent.click(screen.getByRole("button", { name: /Call 2/ }));
  fireEvent.change(screen.getByLabelText("Chips"), { target: { value: "50" } });
  fireEvent.click(screen.getByRole("button", { name: /Raise to 50/ }));
  expect(choose.mock.calls).toEqual([["fold"], ["call"], ["raise", 50]]);
});

test("nobody folds when they can check; a limit table has no slider", () => {
  const free = { ...asked, options: { to_call: 0, lowest_raise: 4, highest_raise: 4 } };
  render(<Actions table={free} choose={vi.fn()} next={vi.fn()} isBusy={false} />);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /Fold/ }).disabled).toBe(true);
  expect(screen.getByRole("button", { name: /Check/ })).toBeTruthy();
  expect(screen.queryByLabelText("Chips")).toBeNull();
});

test("the heading says what is going on", () => {
  expect(says(asked)).toBe("Your turn: 2 to call");
  expect(says({ ...asked, phase: "thinking" })).toBe("The others think");
  const lost = { ...asked, phase: "over" as const, replay: { ...asked.replay, seats: [{ ...seat, payoff: -12 }, seat] } };
  expect(says(lost)).toBe("You lose 12");
});

test("only programs that play the game are offered", () => {
  const agent = (kind: string, more: Partial<Agent>): Agent => ({
    kind, about: "", games: ["holdem", "omaha8"], bettings: ["limit", "no-limit"], fewest: 2, most: 10, learns: false, ...more,
  });
  const agents = [agent("rules", {}), agent("sparbot", { games: ["holdem"], bettings: ["limit"], most: 2 })];
  const limit = { key: "limit", name: "", game: "holdem", betting: "limit" } as unknown as Parameters<typeof fitting>[1];
  expect(fitting(agents, limit, 1).map(({ kind }) => kind)).toEqual(["rules", "sparbot"]);
  expect(fitting(agents, limit, 2).map(({ kind }) => kind)).toEqual(["rules"]);
});
