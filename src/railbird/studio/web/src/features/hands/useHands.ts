import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { api, type Hand } from "../../api/client";
import { filterOf, type Filter } from "../../api/filter";
import { useValues, wholeNumber } from "../../app/router";
import { PAGE, pagesOf, roomFor, scrollOf, sightAt, type Sight } from "./rows";

const pageQuery = (filter: Filter, page: number) => ({
  queryKey: ["hands", filter, page],
  queryFn: () => api.hands(filter, page * PAGE, PAGE),
});

/** The hands of the filter in the address: how many there are, and the first of them. */
export function useHands() {
  const [values, change] = useValues();
  const filter = filterOf(values);
  const first = useQuery({ ...pageQuery(filter, 0), placeholderData: keepPreviousData });
  return { first, filter, row: wholeNumber(values.get("row")) ?? 0, change };
}

/** The rows in sight of a list that scrolls, and their hands as they come. */
export function useRows(filter: Filter, total: number, row: number, onRow: (row: number) => void) {
  const box = useRef<HTMLDivElement>(null);
  const [sight, see] = useState<Sight>({ first: row, end: Math.min(total, row + 30), top: 0 });
  const look = useCallback(() => {
    const { current } = box;
    if (current) see(sightAt(current.scrollTop, roomFor(current.clientHeight), total));
  }, [total]);
  const begin = useRef(row);
  useLayoutEffect(() => {
    const { current } = box;
    if (current) current.scrollTop = scrollOf(begin.current, roomFor(current.clientHeight), total);
    look();
  }, [look, total]);
  useEffect(() => {
    addEventListener("resize", look);
    return () => removeEventListener("resize", look);
  }, [look]);
  const seen = Math.min(total - 1, sight.first ? sight.first + 6 : 0);
  useEffect(() => {
    const later = setTimeout(() => seen !== begin.current && onRow((begin.current = seen)), 300);
    return () => clearTimeout(later);
  }, [seen, onRow]);
  const pages = pagesOf(sight);
  const found = useQueries({ queries: pages.map((page) => pageQuery(filter, page)) });
  const hands = new Map<number, Hand>();
  found.forEach(({ data }, i) => data?.hands.forEach((hand, at) => hands.set((pages[i] ?? 0) * PAGE + at, hand)));
  const error = found.find((each) => each.error)?.error ?? null;
  return { box, look, sight, hands, error };
}
