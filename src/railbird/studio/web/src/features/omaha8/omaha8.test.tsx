import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Omaha8Hand } from "../../api/client";
import { part } from "../../ui/format";
import { CardPicker } from "./CardPicker";
import { Curve, shapeOf } from "./Curve";
import { toggled } from "./useOmaha8";

afterEach(cleanup);

const HAND: Omaha8Hand = {
  spot: { name: "(A2)(KQ)", hand: "As2sKdQd", hands: 12, played: 1, gap: 0.5, playable: 50 },
  decides: true, headline: "Jam.", rules: [], stacks: [1, 1.5, 2, 30], played: [1, 0.5, 0, 0], gaps: [0.5, 0.01, -0.4, -3], r: 1.5, origin: "",
};

test("no more than four cards are picked, and each can be taken back", () => {
  expect(toggled(["As", "2s", "Kd", "Qd"], "Jd")).toEqual(["As", "2s", "Kd", "Qd"]);
  const pick = vi.fn();
  render(<CardPicker cards={["As", "2s"]} onCards={pick} />);
  fireEvent.click(screen.getByRole("button", { name: "king of diamonds" }));
  expect(pick).toHaveBeenLastCalledWith(["As", "2s", "Kd"]);
  fireEvent.click(screen.getByRole("button", { name: "ace of spades", pressed: true }));
  expect(pick).toHaveBeenLastCalledWith(["2s"]);
  fireEvent.keyDown(screen.getByLabelText("Or type them"), { key: "Enter", target: { value: "AsAd2s3d" } });
  expect(pick).toHaveBeenLastCalledWith(["As", "Ad", "2s", "3d"]);
});

test("the curve is walked by keys, and says what it shows", () => {
  const { y, count, ticks } = shapeOf(HAND.stacks, HAND.gaps);
  expect(count).toBe(3); // up to twenty big blinds
  expect(y(0.5)).toBeLessThan(y(-0.4));
  expect(ticks).toContain(0);
  const go = vi.fn();
  render(<Curve hand={HAND} place="bb" r={1.5} onR={go} />);
  const slider = screen.getByRole("slider", { name: "The smaller stack in big blinds" });
  expect(slider.getAttribute("aria-valuetext")).toBe("R = 1.5: calls 50 %, which wins +0.010 bb more than a fold");
  fireEvent.keyDown(slider, { key: "ArrowRight" });
  expect(go).toHaveBeenLastCalledWith(2);
});

test("all of a whole is 100 %", () => {
  expect([part(1), part(0.9996), part(0.123), part(null)]).toEqual(["100 %", "100.0 %", "12.3 %", "–"]);
});
