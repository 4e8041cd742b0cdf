import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Cards, split } from "./Cards";
import { Refused, Verdict } from "./parts";
import { points } from "./Sparkline";

afterEach(cleanup);

test("cards are read with rank and suit", () => {
  render(<Cards cards="Ac Th" label="Ann" />);
  expect(screen.getByRole("img", { name: "Ann: ace of clubs, ten of hearts" }).textContent).toContain("10");
  expect(split("KsQh")).toEqual(["Ks", "Qh"]);
});

test("the verdict is the heading, and an error is the server's sentence", () => {
  render(<><Verdict headline="Ann played better" reason="by 0.4" /><Refused error={new Error("the file is empty")} /></>);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Ann played better");
  expect(screen.getByText("By 0.4.")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toBe("The file is empty");
});

test("small lines span their box", () => {
  expect(points([0, 1, 2], 0, 2)).toBe("0.0,36.0 60.0,18.0 120.0,0.0");
  expect(points([3], 3, 3)).toBe("0.0,36.0");
});
