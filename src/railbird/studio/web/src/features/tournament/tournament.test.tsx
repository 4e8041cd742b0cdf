import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { JamDecision, Solution, Worth } from "../../api/client";
import { handOf, seatsOf, textOf, withLock } from "./address";
import { cellsOf, differenceOf, rangeText, readingOf } from "./cells";
import { LockEditor } from "./LockEditor";
import { snapped, StackColumns, stepOf } from "./StackColumns";
import { parentOf, shownNodes, treeOf } from "./tree";
import { TreePanel } from "./TreePanel";

afterEach(cleanup);

const decision = (name: string, jam = 0): JamDecision => {
  const [player = "", after] = name.split(" after ");
  const each = <T,>(value: T) => Array.from({ length: 169 }, () => value);
  return {
    name, player, after: after ? after.split(", ") : [], is_locked: false, reached: 1, has_answer: true, frequency: jam, share: jam, range: "none",
    jam: each(jam), ev_fold: each(30), ev_jam: each(30.5),
  };
};

test("who decides after a jam is under it, and only the chosen way is open", () => {
  const names = ["BTN", "SB", "SB after BTN", "BB after SB", "BB after BTN", "BB after BTN, SB"];
  const roots = treeOf(names.map((name) => decision(name)));
  expect(roots.map((node) => node.decision.name)).toEqual(["BTN", "SB"]);
  expect(parentOf(decision("BB after BTN, SB"))).toBe("SB after BTN");
  const shown = shownNodes(roots, "BB after BTN, SB").map((node) => [node.decision.name, node.depth]);
  expect(shown).toEqual([["BTN", 0], ["SB after BTN", 1], ["BB after BTN, SB", 2], ["BB after BTN", 1], ["SB", 0]]);
  const posted = treeOf([decision("SB after BTN")]); // the button was all in by posting
  expect(posted).toHaveLength(1);
});

test("cells tell frequency and EV, differences have a sign and a colour", () => {
  const [sb, other] = [decision("SB", 0.25), decision("SB", 1)];
  expect(readingOf(sb, 0, { pool: 100 })).toBe("jams 25 %; EV jam 30.500, fold 30.000, gain +0.500");
  expect(cellsOf(sb, { pool: 100 })[0]).toMatchObject({ fill: 0.25, text: "25 %" });
  expect(differenceOf(sb, other, ["harville", "chips"])[0]).toMatchObject({ fill: 0.75, tone: "more", text: "+75" });
  expect(differenceOf(other, sb, ["harville", "chips"])[0]).toMatchObject({ tone: "less", text: "−75" });
});

test("the address holds the hand", () => {
  const hand = handOf(new URLSearchParams("stacks=Ann=3k,Bob=4500&blinds=1/2&prizes=5&locks=BB=20%25;SB=none&folded=0"));
  expect(hand.table.stacks).toBe("Ann=3k,Bob=4500");
  expect([hand.model, hand.locks, hand.folded]).toEqual(["harville", ["BB=20%", "SB=none"], [0]]);
  expect(handOf(new URLSearchParams("stacks=1,2")).model).toBe("chips");
  expect(withLock(hand.locks, "SB", "AA")).toBe("BB=20%;SB=AA");
  expect(withLock(["SB=AA"], "SB", null)).toBeNull();
  expect(textOf(seatsOf("Ann=3k,4500"), ["SB", "BB"])).toBe("Ann=3k,BB=4500");
});

test("a stack is changed by keys and by typing, in round steps", () => {
  expect([stepOf(600), stepOf(1), snapped(3049, 100), snapped(-5, 0.1)]).toEqual([100, 0.1, 3000, 0.1]);
  const worth: Worth = { seats: ["SB", "BB"], names: [], stacks: [3000, 4500], big_blinds: [5, 7.5], payouts: null, models: [], refused: [] };
  const typed = vi.fn();
  render(<StackColumns text="3k,4500" worth={worth} folded={[]} onText={typed} />);
  fireEvent.keyDown(screen.getByRole("slider", { name: "Stack of SB" }), { key: "ArrowUp" });
  expect(typed).toHaveBeenLastCalledWith("3100,4500");
  fireEvent.change(screen.getByLabelText("Chips of BB"), { target: { value: "6k" } });
  expect(typed).toHaveBeenLastCalledWith("3k,6k");
  fireEvent.change(screen.getByLabelText("Name of SB"), { target: { value: "Ann" } });
  expect(typed).toHaveBeenLastCalledWith("Ann=3k,BB=4500");
});

test("a decision that nobody gets to has no range", () => {
  const never: JamDecision = { ...decision("SB"), reached: 0, has_answer: false, range: "not reached" };
  const solution: Solution = {
    headline: "", reason: "", how: "", verdict: null, seats: ["SB", "BB"], names: [], stacks: [9, 9], big_blind: 1, model: "chips",
    unit: "% of the pool", pool: 100, before: [50, 50], payoffs: [50, 50], epsilon: 0, seconds: 0, decisions: [never],
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TreePanel solution={solution} hand={handOf(new URLSearchParams("stacks=9,9"))} values={new URLSearchParams()} change={() => undefined} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole("button", { name: "SB: not reached" })).toBeTruthy();
  expect(screen.getByText(/nobody gets to this decision/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Copy the range" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Lock a range here" }));
  expect((screen.getByLabelText("Range of SB") as HTMLInputElement).value).toBe("");
  expect([rangeText("random"), rangeText("22+,A2s+")]).toEqual(["any two", "22+, A2s+"]);
});

test("a range that is refused stays as it was typed, with the reason beside it, and the address does not change", async () => {
  vi.stubGlobal("fetch", vi.fn(async () => new Response(JSON.stringify({ error: "'xx' is not a range" }), { status: 400 })));
  const changed = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LockEditor decision={decision("SB")} hand={handOf(new URLSearchParams("stacks=9,9&blinds=1/2"))} change={changed} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Lock a range here" }));
  const input = screen.getByLabelText<HTMLInputElement>("Range of SB");
  fireEvent.change(input, { target: { value: "22+,xx" } });
  fireEvent.click(screen.getByRole("button", { name: "Lock and solve again" }));
  expect((await screen.findByRole("alert")).textContent).toContain("'xx' is not a range");
  expect([input.value, input.getAttribute("aria-invalid")]).toEqual(["22+,xx", "true"]);
  expect(document.getElementById(input.getAttribute("aria-describedby") ?? "")?.textContent).toContain("not a range");
  expect(changed).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
