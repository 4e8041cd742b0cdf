import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { api } from "../../api/client";
import { filterOf } from "../../api/filter";
import { useValues, wholeNumber } from "../../app/router";

/** So many pages are shown at once; the address says where the first begins. */
export const MOST_PAGES = 40;

/** The hands of the filter in the address, page after page. */
export function useHands() {
  const [values, change] = useValues();
  const filter = filterOf(values);
  const after = wholeNumber(values.get("after")) ?? 0;
  const hands = useInfiniteQuery({
    queryKey: ["hands", filter, after],
    queryFn: ({ pageParam }) => api.hands(filter, pageParam),
    initialPageParam: after,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
  return { hands, filter, after, change };
}
