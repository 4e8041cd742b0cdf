import { expect, test } from "vitest";
import { counted, percent, plain, shareText, side, signed, trueMinus } from "./format";

test("figures have a true minus, thousands apart, and a dash where nothing is known", () => {
  expect(signed(1234.56, 1)).toBe("+1,234.6");
  expect(signed(-0.25, 2)).toBe("−0.25");
  expect(signed(-0.001, 2)).toBe("0.00");
  expect(signed(null)).toBe("–");
  expect(plain(undefined)).toBe("–");
  expect(percent(0.9999)).toBe("> 99.9 %");
  expect(percent(0.977)).toBe("97.7 %");
  expect(counted(1, "hand")).toBe("1 hand");
  expect(counted(5000, "hand")).toBe("5,000 hands");
  expect([side(1), side(-1), side(0)]).toEqual(["gain", "loss", ""]);
});

test("texts of the server get a true minus, and counted shares all their digits", () => {
  expect(trueMinus("-102.2 ± 3 bb/100 in 23 hands, all-in -$0.47, 2026-01-02")).toBe("−102.2 ± 3 bb/100 in 23 hands, all-in −$0.47, 2026-01-02");
  expect([shareText(1), shareText(0.125), shareText(null)]).toEqual(["100.0 %", "12.5 %", "–"]);
});
