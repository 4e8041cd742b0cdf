/** The address is the state: a path that names the page, and values after the question mark. */
import { useCallback, useMemo, useSyncExternalStore, type AnchorHTMLAttributes, type MouseEvent } from "react";

const MOVED = "railbird:moved";

function subscribe(changed: () => void): () => void {
  addEventListener("popstate", changed);
  addEventListener(MOVED, changed);
  return () => {
    removeEventListener("popstate", changed);
    removeEventListener(MOVED, changed);
  };
}

export function navigate(to: string, { replace = false } = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", to);
  dispatchEvent(new Event(MOVED));
}

const here = () => location.pathname + location.search;

export function useAddress(): URL {
  const text = useSyncExternalStore(subscribe, here);
  return useMemo(() => new URL(text, location.origin), [text]);
}

export type Values = Record<string, string | number | null>;

/** The values of the address, and a way to change some; null removes one. */
export function useValues(): [URLSearchParams, (values: Values, options?: { replace?: boolean }) => void] {
  const address = useAddress();
  const change = useCallback((values: Values, options?: { replace?: boolean }) => {
    const next = new URL(location.href);
    for (const [name, value] of Object.entries(values)) {
      if (value === null || value === "") next.searchParams.delete(name);
      else next.searchParams.set(name, String(value));
    }
    navigate(next.pathname + next.search, options);
  }, []);
  return [address.searchParams, change];
}

/** A whole number of the address, or null. */
export function wholeNumber(text: string | null | undefined): number | null {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
    scrollTo(0, 0);
  };
  return <a href={href} onClick={follow} {...rest} />;
}
