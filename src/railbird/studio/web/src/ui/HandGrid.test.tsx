import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { CLASSES, HandGrid, type Cell } from "./HandGrid";

afterEach(cleanup);

const CELLS: Cell[] = CLASSES.map((_, at) => ({ fill: at % 2, tone: "play", text: "", said: `jams ${at}` }));

function Walked({ onHover }: { onHover: (at: number | null) => void }) {
  const [at, walk] = useState(0);
  return <HandGrid cells={CELLS} label="Range of SB" at={at} onFocus={walk} onHover={onHover} />;
}

test("pairs are on the diagonal, suited classes above it", () => {
  expect([CLASSES[0], CLASSES[1], CLASSES[13], CLASSES[168]]).toEqual(["AA", "AKs", "AKo", "22"]);
  expect(CLASSES.filter((name) => name.endsWith("s"))).toHaveLength(78);
});

test("arrow keys walk the grid and stop at its edge", () => {
  render(<Walked onHover={vi.fn()} />);
  const grid = screen.getByRole("grid", { name: "Range of SB" });
  for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft"]) fireEvent.keyDown(grid, { key });
  const chosen = screen.getByRole("gridcell", { selected: true });
  expect(chosen.getAttribute("aria-label")).toBe("AQo: jams 26");
  expect(document.activeElement).toBe(chosen);
  fireEvent.keyDown(grid, { key: "End" });
  expect(screen.getByRole("gridcell", { selected: true }).textContent).toBe("Q2s");
  expect(screen.getAllByRole("gridcell").filter((cell) => cell.tabIndex === 0)).toHaveLength(1);
});

test("a cell is read on hover, and chosen by a click", () => {
  const hover = vi.fn();
  render(<Walked onHover={hover} />);
  const cell = screen.getByRole("gridcell", { name: /^KQs/ });
  fireEvent.pointerOver(cell);
  expect(hover).toHaveBeenLastCalledWith(CLASSES.indexOf("KQs"));
  fireEvent.click(cell);
  expect(cell.getAttribute("aria-selected")).toBe("true");
});

test("cells are painted by dragging and with Space; the first cell says whether to fill or to empty", async () => {
  const painted = vi.fn();
  const user = userEvent.setup();
  const cells = CLASSES.map((_, at) => ({ fill: at === 2 ? 1 : 0, tone: "play" as const, text: "", said: "" }));
  render(<HandGrid cells={cells} label="Range" at={1} onFocus={vi.fn()} onHover={vi.fn()} onPaint={painted} />);
  const cell = (name: string) => screen.getByRole("gridcell", { name: new RegExp(`^${name}:`) });
  await user.pointer([{ keys: "[MouseLeft>]", target: cell("AA") }, { target: cell("AKs") }, { keys: "[/MouseLeft]" }, { target: cell("AJs") }]);
  expect(painted.mock.calls).toEqual([[0, true], [1, true]]);
  painted.mockClear();
  await user.pointer([{ keys: "[MouseLeft>]", target: cell("AQs") }, { keys: "[/MouseLeft]" }]);
  expect(painted.mock.calls).toEqual([[2, false]]);
  cell("AKs").focus();
  await user.keyboard(" ");
  expect(painted).toHaveBeenLastCalledWith(1, true);
});
