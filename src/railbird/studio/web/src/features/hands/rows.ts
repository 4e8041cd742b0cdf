/** Which rows of a long list are in sight. A browser's page cannot be taller than some million pixels: beyond, a pixel is more than a row's. */
export const ROW = 36;
export const PAGE = 100;
const TALLEST = 8_000_000;

export interface Sight {
  /** The first row in sight, and one after the last. */
  first: number;
  end: number;
  /** Where the first row is drawn, in pixels from the top of the list. */
  top: number;
}

export const heightOf = (total: number): number => Math.min(total * ROW, TALLEST);

/** The room for rows in a box of this height: the headings stay in sight above them, and are as tall as a row. */
export const roomFor = (height: number): number => Math.max(0, height - ROW);

/** The rows that are seen when the list is scrolled so far; a few more are drawn on both sides. */
export function sightAt(scrolled: number, room: number, total: number, more = 6): Sight {
  const height = heightOf(total);
  const fit = Math.ceil(room / ROW);
  const way = Math.max(1, height - room);
  const part = Math.min(1, Math.max(0, scrolled / way));
  const exact = part * Math.max(0, total - room / ROW);
  const first = Math.max(0, Math.floor(exact) - more);
  const end = Math.min(total, Math.floor(exact) + fit + 1 + more);
  return { first, end, top: scrolled - (exact - first) * ROW };
}

/** How far the list is scrolled when a row is the first that is seen. */
export function scrollOf(row: number, room: number, total: number): number {
  const rows = Math.max(1, total - room / ROW);
  return Math.min(1, row / rows) * Math.max(0, heightOf(total) - room);
}

/** The pages that rows are on. */
export function pagesOf({ first, end }: Pick<Sight, "first" | "end">): number[] {
  const pages = [];
  for (let page = Math.floor(first / PAGE); page * PAGE < end; page++) pages.push(page);
  return pages;
}
