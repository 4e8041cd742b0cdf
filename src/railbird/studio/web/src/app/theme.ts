/** Light or dark: as the system has it, unless the user has chosen. */
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

export function applyTheme(): void {
  document.documentElement.dataset.theme = currentTheme();
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
