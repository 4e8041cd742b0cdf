/** Keys that work on every page: g and a letter go to a page, t changes the theme, ? tells the keys. */
import { useEffect, useRef } from "react";
import { navigate } from "./router";
import { chooseTheme, currentTheme } from "./theme";

export const PAGES = [
  { key: "h", href: "/", name: "Home" },
  { key: "a", href: "/hands", name: "Hands" },
  { key: "p", href: "/play", name: "Play" },
  { key: "l", href: "/leagues", name: "Leagues" },
  { key: "s", href: "/results", name: "Results" },
  { key: "r", href: "/replay", name: "Replay" },
  { key: "t", href: "/tournament", name: "Tournament" },
  { key: "o", href: "/omaha8", name: "Omaha Hi-Lo" },
  { key: "e", href: "/reproduce", name: "Reproduce" },
  { key: "j", href: "/jobs", name: "Jobs" },
] as const;

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function useKeyboard(help: () => void): void {
  const going = useRef(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
      const page = going.current ? PAGES.find(({ key }) => key === event.key) : undefined;
      going.current = event.key === "g";
      if (page) navigate(page.href);
      else if (event.key === "t") chooseTheme(currentTheme() === "dark" ? "light" : "dark");
      else if (event.key === "?") help();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [help]);
}
