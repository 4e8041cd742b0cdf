/** Which hands: the same filter on every page, in the address and in the API. */
export const KEYS = [
  "hero", "kind", "game", "betting", "stakes", "players", "match", "player", "since", "until",
  "position", "stack", "did", "pot", "won", "lost",
] as const;
export type FilterKey = (typeof KEYS)[number];
export type Filter = Partial<Record<FilterKey, string>>;

export interface Condition {
  key: Exclude<FilterKey, "hero">;
  /** What the list of conditions calls it. */
  name: string;
  before: string;
  after?: string;
  kind: "choice" | "amount" | "count" | "date" | "name";
}

export const CONDITIONS: readonly Condition[] = [
  { key: "kind", name: "cash or tournaments", before: "in", kind: "choice" },
  { key: "game", name: "a game", before: "of", kind: "choice" },
  { key: "betting", name: "a betting structure", before: "with", after: "betting", kind: "choice" },
  { key: "stakes", name: "a limit", before: "at", kind: "choice" },
  { key: "players", name: "a number of players", before: "with", after: "at the table", kind: "count" },
  { key: "match", name: "a match or table", before: "of match", kind: "count" },
  { key: "player", name: "another player", before: "with", after: "at the table", kind: "name" },
  { key: "since", name: "a first day", before: "played from", kind: "date" },
  { key: "until", name: "a last moment", before: "played before", kind: "date" },
  { key: "position", name: "a position", before: "from the", after: "seat", kind: "choice" },
  { key: "stack", name: "a stack", before: "with stacks of", kind: "choice" },
  { key: "did", name: "what the player did", before: "in which they", kind: "choice" },
  { key: "pot", name: "the size of the pot", before: "with a pot of at least", kind: "amount" },
  { key: "won", name: "the least that was won", before: "that won at least", kind: "amount" },
  { key: "lost", name: "the least that was lost", before: "that lost at least", kind: "amount" },
];

/** The filter of an address; what is not a part of it is left alone. */
export function filterOf(values: URLSearchParams): Filter {
  const found: Filter = {};
  for (const key of KEYS) {
    const value = values.get(key);
    if (value) found[key] = value;
  }
  return found;
}

export function address(page: string, filter: Filter, more: Filter = {}): string {
  const all = { ...filter, ...more };
  const text = new URLSearchParams(KEYS.flatMap((key) => (all[key] ? [[key, all[key]]] : []))).toString();
  return text ? `${page}?${text}` : page;
}

/** The hands that a number counts: the filter it was made with, and what it is a number of. */
export const handsOf = (filter: Filter, more: Filter = {}): string => address("/hands", filter, more);
