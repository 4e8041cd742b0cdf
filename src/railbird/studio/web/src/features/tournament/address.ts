/** The state of the page is its address: what is at the table, and what is looked at. */
import type { JamAsked, Spot, TableAsked } from "../../api/client";
import type { Values } from "../../app/router";

export interface Seat {
  name: string;
  chips: string;
}

/** Seats of a text such as `Ann=3k,Bob=4500`, as they are typed. */
export function seatsOf(text: string): Seat[] {
  return text.split(",").map((item) => {
    const at = item.lastIndexOf("=");
    return { name: at < 0 ? "" : item.slice(0, at).trim(), chips: item.slice(at + 1).trim() };
  });
}

/** The text of seats; if one player has a name, the others are called by their seats. */
export function textOf(seats: readonly Seat[], called: readonly string[]): string {
  const named = seats.some(({ name }) => name);
  return seats.map(({ name, chips }, i) => (named ? `${name.replace(/[=,]/g, " ") || called[i] || `Player ${i + 1}`}=${chips}` : chips)).join(",");
}

export const tableOf = (values: URLSearchParams): TableAsked => ({
  stacks: values.get("stacks") ?? "",
  blinds: values.get("blinds") ?? "",
  bb_ante: values.get("bbante") ?? "",
  payouts: values.get("prizes") ?? "",
  bounties: values.get("bounties") ?? "",
  progressive: values.get("progressive") === "1",
});

export function handOf(values: URLSearchParams): JamAsked {
  const table = tableOf(values);
  return {
    table,
    model: values.get("model") ?? (table.payouts.trim() ? "harville" : "chips"),
    locks: locksOf(values.get("locks")),
    folded: (values.get("folded") ?? "").split(",").filter((text) => /^\d$/.test(text)).map(Number),
    spot: values.get("spot") ?? "",
    hero: values.get("hero") ?? "",
  };
}

/** Locked ranges, such as `BB after SB=22+,A2s+;SB=none`. */
export const locksOf = (text: string | null): string[] => (text ?? "").split(";").filter((lock) => lock.trim());

/** The locks with a decision's own range set, or removed if the range is null. */
export function withLock(locks: readonly string[], decision: string, range: string | null): string | null {
  const others = locks.filter((lock) => lock.slice(0, lock.indexOf("=")).trim() !== decision);
  return (range === null ? others : [...others, `${decision}=${range.replaceAll(";", ",")}`]).join(";") || null;
}

/** The values of an address that show a hand that was played. */
export const ofSpot = (spot: Spot, { isPaid }: { isPaid: boolean }): Values => ({
  stacks: spot.stacks ?? "",
  blinds: spot.blinds ?? "",
  bbante: spot.bb_ante ?? "",
  bounties: (isPaid && spot.bounties) || null,
  progressive: isPaid && spot.bounties && spot.progressive ? "1" : null,
  folded: (spot.folded ?? []).join(","),
  spot: spot.spot,
  hero: spot.hero ?? "",
  node: spot.decision ?? "",
  hand: null,
  locks: null,
  train: null,
  n: null,
  study: null,
});

export const SAMPLES = [
  { name: "The bubble of a sit-and-go", about: "four left, three are paid", address: "stacks=3k,4500,1500,4500&blinds=150/300&prizes=50,30,20" },
  { name: "Three left, all paid", about: "small enough for the solved tournament", address: "stacks=4500,3000,6000&blinds=300/600&prizes=50,30,20" },
  { name: "Heads-up at ten big blinds", about: "for chips", address: "stacks=Ann=10,Bob=10&blinds=0.5/1&model=chips" },
  { name: "Six left with bounties", about: "progressive, ten each", address: "stacks=12k,8k,15k,6k,9k,20k&blinds=500/1000&prizes=50,30,20&bounties=10&progressive=1" },
] as const;
