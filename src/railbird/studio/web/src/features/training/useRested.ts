import { useEffect, useState } from "react";

const PAUSE = 150;

/** A value once it has rested, so that dragging does not ask for each step. */
export function useRested(text: string): string {
  const [rested, rest] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => rest(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
