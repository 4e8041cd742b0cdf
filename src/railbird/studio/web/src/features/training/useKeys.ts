import { useEffect } from "react";
import { isTyping } from "../../app/keyboard";

/** Keys of the page, while nobody types. */
export function useKeys(keys: Record<string, () => unknown>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isTyping(event.target) && !event.metaKey && !event.ctrlKey && !event.altKey) keys[event.key]?.();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}
