import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../api/client";
import { useValues, wholeNumber } from "../../app/router";

/** What is in the library, and the matches of the page that the address names. */
export function useHome() {
  const [values, change] = useValues();
  const before = wholeNumber(values.get("before"));
  const library = useQuery({ queryKey: ["library"], queryFn: api.library });
  const matches = useQuery({
    queryKey: ["matches", before],
    queryFn: () => api.matches(before),
    placeholderData: keepPreviousData,
  });
  return { library, matches, before, change };
}
