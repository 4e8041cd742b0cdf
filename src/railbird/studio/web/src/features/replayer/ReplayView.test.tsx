import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Replay, ReplayStep } from "../../api/client";
import { around } from "../../ui/PokerTable";
import { path } from "./EquityPanel";
import { MovesPanel } from "./MovesPanel";
import { headline, tableAt } from "./ReplayView";
import { StepBar } from "./StepBar";
import { stepOf, streetsOf } from "./useReplay";

afterEach(cleanup);

const step = (kind: ReplayStep["kind"], round: number, says: string[], more: Partial<ReplayStep> = {}): ReplayStep => ({
  kind, round, says, actor: null, next: null, board: [0, 3, 4, 5][round] ?? 5, bets: [2, 1], behind: [98, null],
  folded: [false, false], pots: [], won: [0, 0], ...more,
});
const seat = (name: string, cards: string | null, is_hero = false) => ({ name, place: "BB", seat: 1, stack: 100, cards, is_hero, payoff: 0 });
const hand: Replay = {
  title: "Hand 7", id: 7, code: "x", match: null, previous: null, next: null, game: "limit holdem", hole_cards: 2, button: 1,
  table_size: 2, big_blind: 2, unit: { chips: 1, sign: "", code: "" }, board: "Ks5h3dTc4h", run_outs: [],
  seats: [seat("Ann", "AcKc"), seat("Bob", "7h6h", true)],
  steps: [
    step("start", 0, ["Ann posts."]), step("action", 0, ["Bob calls 1."]), step("street", 1, ["Flop"], { bets: [0, 0] }),
    step("showdown", 1, ["Bob shows."]), step("result", 1, ["Bob wins 4: +2 in all."], { won: [0, 4] }),
  ],
  jam: false, words: [],
};

test("the address names a step by number or by street", () => {
  expect(stepOf(hand, "3", null)).toBe(3);
  expect(stepOf(hand, "99", null)).toBe(4);
  expect(stepOf(hand, null, "flop")).toBe(2);
  expect(stepOf(hand, "x", "river")).toBe(0);
  expect(streetsOf(hand).map((each) => each.step)).toEqual([0, 2]);
});

test("the table shows a step, and hides cards until they are shown", () => {
  const flop = tableAt(hand, 2, false);
  expect([flop.board, flop.room, flop.bottom]).toEqual(["Ks5h3d", 2, 1]);
  expect(flop.seats.map((each) => each.cards)).toEqual(["AcKc", "7h6h"]);
  expect(tableAt(hand, 2, true).seats.map((each) => each.cards)).toEqual([null, "7h6h"]);
  expect(tableAt(hand, 4, true).seats.map((each) => [each.cards, each.won])).toEqual([["AcKc", 0], ["7h6h", 4]]);
  expect(headline(hand)).toBe("Bob wins 4");
});

test("seats go around from the bottom, and equity is a line with gaps", () => {
  expect(around(1, 4, 1)).toMatchObject({ "--x": "0.0000", "--y": "1.0000" });
  expect(around(2, 4, 1)).toMatchObject({ "--x": "-1.0000", "--y": "0.0000" });
  expect(path([0.5, 1, null, 0])).toBe("M0 50.0H1L1 0.0H2M3 100.0H4");
});

test.each([2, 3, 4, 5, 6, 7, 8, 9, 10])("on a phone, no seat of %d covers another or the board", (count) => {
  const [width, height, seat, tall, half] = [326, count > 6 ? 434 : 407, 84, 62, 79]; // pixels of table.css; half the board
  const boxes = Array.from({ length: count }, (_, i) => {
    const at = around(i, count, 1) as Record<string, string | number>;
    return [Number(at["--nx"]) * (width / 2 - seat / 2), Number(at["--ny"]) * (height / 2 - 32)] as const;
  });
  boxes.forEach(([x, y], i) => {
    expect(Math.abs(x) - seat / 2 >= half || Math.abs(y) - tall / 2 >= 29).toBe(true);
    for (const [u, v] of boxes.slice(i + 1)) expect(Math.abs(x - u) >= seat || Math.abs(y - v) >= tall).toBe(true);
  });
  expect(boxes.filter(([, y]) => y > height / 2 - 33).length).toBe(1); // one sits at the bottom
});

test("the bar goes to steps and streets; decisions are marked in words", () => {
  const go = vi.fn();
  const judged = { step: 1, position: 1, played: "call", baseline: "fold", is_same: false, worth: -0.7, error: 0, round_worth: -0.7, grade: "mistake" as const, why: "" };
  const insight = { strengths: [], equities: [], how: "exact", decisions: [judged], refused: "", comments: [] };
  render(<><StepBar replay={hand} step={2} go={go} isPlaying={false} play={vi.fn()} /><MovesPanel replay={hand} insight={insight} step={2} go={go} /></>);
  fireEvent.click(screen.getByRole("button", { name: "Next step" }));
  fireEvent.click(screen.getByRole("button", { name: "Pre-flop" }));
  fireEvent.click(screen.getByRole("button", { name: /Bob calls 1.*baseline: fold −0.70.*mistake/ }));
  expect(go.mock.calls).toEqual([[3], [0], [1]]);
});
