import { useEffect } from "react";

/** Keys of the page, while nobody types. */
export function useKeys(keys: Record<string, () => unknown>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (!typing && !event.metaKey && !event.ctrlKey && !event.altKey) keys[event.key]?.();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}
