import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Link, useAddress, useValues, wholeNumber } from "./router";

beforeEach(() => {
  history.replaceState(null, "", "/");
  vi.stubGlobal("scrollTo", () => undefined);
});
afterEach(cleanup);

function Page() {
  const { pathname } = useAddress();
  const [values, change] = useValues();
  return (
    <>
      <p>{pathname} {values.get("first") ?? "all"}</p>
      <Link href="/matches/1">open</Link>
      <button onClick={() => change({ first: 10 })}>zoom</button>
    </>
  );
}

test("links and values are in the address, and back returns", async () => {
  render(<Page />);
  await userEvent.click(screen.getByText("open"));
  await userEvent.click(screen.getByText("zoom"));
  expect(screen.getByText("/matches/1 10")).toBeTruthy();
  expect(location.search).toBe("?first=10");
  act(() => {
    history.back();
  });
  expect(await screen.findByText("/matches/1 all")).toBeTruthy();
});

test("only whole numbers are taken from an address", () => {
  expect(["7", "-1", "1.5", "x", null, "9".repeat(20)].map(wholeNumber)).toEqual([7, null, null, null, null, null]);
});
