/** Light or dark: as the system has it, unless the user has chosen. The deck has four colours, or two. */
import { useSyncExternalStore } from "react";

export type Theme = "dark" | "light";

const KEY = "railbird-theme";
const CHANGED = "railbird:theme";
const prefersLight = () => matchMedia("(prefers-color-scheme: light)");

export function currentTheme(): Theme {
  const chosen = localStorage.getItem(KEY);
  if (chosen === "dark" || chosen === "light") return chosen;
  return prefersLight().matches ? "light" : "dark";
}

export type Deck = "four" | "two";
const DECK = "railbird-deck";

export const currentDeck = (): Deck => (localStorage.getItem(DECK) === "two" ? "two" : "four");

export function chooseDeck(deck: Deck): void {
  localStorage.setItem(DECK, deck);
  applyTheme();
}

export function applyTheme(): void {
  document.documentElement.dataset.theme = currentTheme();
  document.documentElement.dataset.deck = currentDeck();
  dispatchEvent(new Event(CHANGED));
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  applyTheme();
}

function subscribe(changed: () => void): () => void {
  const system = prefersLight();
  addEventListener(CHANGED, changed);
  system.addEventListener("change", applyTheme);
  return () => {
    removeEventListener(CHANGED, changed);
    system.removeEventListener("change", applyTheme);
  };
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme);
export const useDeck = (): Deck => useSyncExternalStore(subscribe, currentDeck);
