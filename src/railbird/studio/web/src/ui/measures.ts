/** What each measure is called and which colour it has, the same on every page. */
export interface Shown {
  key: string;
  name: string;
  colour: string;
}

export const TOTALS: readonly Shown[] = [
  { key: "money", name: "Money", colour: "--series-2" },
  { key: "divat", name: "Skill (DIVAT)", colour: "--series-1" },
  { key: "own", name: "Known luck out", colour: "--series-3" },
  { key: "all_in", name: "AIE", colour: "--series-5" },
  { key: "luck", name: "Luck", colour: "--series-4" },
  { key: "dcash", name: "Dcash", colour: "--series-3" },
  { key: "money_minus_dcash", name: "Money − Dcash", colour: "--series-6" },
  { key: "aie_divat", name: "AIE DIVAT", colour: "--series-5" },
  { key: "evat", name: "EVAT", colour: "--quiet" },
];

export const DEALS: readonly Shown[] = [
  { key: "deal_money", name: "Money, both sides", colour: "--series-2" },
  { key: "deal_divat", name: "Skill (DIVAT), both sides", colour: "--series-1" },
];

export const ROUNDS: readonly Shown[] = [
  { key: "round_0", name: "Before the flop", colour: "--series-5" },
  { key: "round_1", name: "Flop", colour: "--series-3" },
  { key: "round_2", name: "Turn", colour: "--series-2" },
  { key: "round_3", name: "River", colour: "--series-6" },
];

export const RESULTS: readonly Shown[] = [
  { key: "won", name: "Won", colour: "--series-2" },
  { key: "adjusted", name: "All-in adjusted", colour: "--series-3" },
];
