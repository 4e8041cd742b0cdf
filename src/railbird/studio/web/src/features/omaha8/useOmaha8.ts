import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, type Place } from "../../api/client";
import { useValues } from "../../app/router";
import { split } from "../../ui/Cards";

export const STACKS = [4, 6, 8, 10, 12] as const;
const USUAL = 8;

/** The hand, place and stack of the address. */
export function useOmaha8() {
  const [values, change] = useValues();
  const cards = split(values.get("cards") ?? "");
  const place: Place = values.get("position") === "bb" ? "bb" : "sb";
  const typed = Number(values.get("r") ?? USUAL);
  const r = Number.isFinite(typed) ? Math.min(50, Math.max(0.5, typed)) : USUAL;
  const hand = useQuery({
    queryKey: ["omaha8", cards.join(""), place, r],
    queryFn: ({ signal }) => api.omaha8Hand(cards.join(""), place, r, signal),
    placeholderData: keepPreviousData,
    enabled: cards.length === 4,
    staleTime: Infinity,
  });
  return { values, change, cards, place, r, hand, isTraining: values.get("train") !== null };
}

/** The cards with one put in or taken out; never more than four. */
export function toggled(cards: readonly string[], card: string): string[] {
  if (cards.includes(card)) return cards.filter((each) => each !== card);
  return cards.length < 4 ? [...cards, card] : [...cards];
}
