/** A hand, what there is to know about it, and the step that the address names. */
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { api, type HandKey, type Replay } from "../../api/client";
import { isTyping } from "../../app/keyboard";
import { useValues, wholeNumber } from "../../app/router";

export const STREETS = ["Before the flop", "Flop", "Turn", "River"] as const;
const STREET_WORDS = ["pre-flop", "flop", "turn", "river"];
const SECONDS = 1.1;

/** The step that an address names: by its number, or the first of a street. */
export function stepOf(replay: Replay, step: string | null, street: string | null): number {
  const last = replay.steps.length - 1;
  const number = wholeNumber(step);
  if (number !== null) return Math.min(number, last);
  const round = STREET_WORDS.indexOf(street ?? "");
  const first = replay.steps.findIndex((each) => each.round === round);
  return Math.max(0, first);
}

/** The first steps of the streets. */
export function streetsOf(replay: Replay): { name: string; step: number }[] {
  return STREETS.flatMap((name, round) => {
    const step = replay.steps.findIndex((each) => each.round === round);
    return step < 0 ? [] : [{ name, step }];
  });
}

export function useReplay(key: HandKey) {
  const [values, change] = useValues();
  const replay = useQuery({ queryKey: ["replay", key], queryFn: () => api.replay(key), staleTime: Infinity });
  const insight = useQuery({ queryKey: ["insight", key], queryFn: () => api.insight(key), staleTime: Infinity });
  const { data } = replay;
  const step = data ? stepOf(data, values.get("step"), values.get("street")) : 0;
  const last = data ? data.steps.length - 1 : 0;
  const go = useCallback(
    (to: number) => change({ step: Math.min(Math.max(to, 0), last), street: null }, { replace: true }),
    [change, last],
  );
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    if (step >= last) return setPlaying(false);
    const timer = setTimeout(() => go(step + 1), 1000 * SECONDS);
    return () => clearTimeout(timer);
  }, [isPlaying, step, last, go]);
  const play = useCallback(() => {
    if (!isPlaying && step >= last) go(0);
    setPlaying(!isPlaying);
  }, [isPlaying, step, last, go]);
  return { replay, insight, step, last, go, isPlaying, play, isHidden: values.get("hide") === "1", change };
}

/** Arrows step, up and down go by street, Home and End to the ends, Space plays. */
export function useStepKeys(replay: Replay | undefined, step: number, go: (to: number) => void, play: () => void): void {
  useEffect(() => {
    if (!replay) return;
    const streets = streetsOf(replay).map((each) => each.step);
    const press = (event: KeyboardEvent) => {
      const target = event.target;
      if (isTyping(target) || event.metaKey || event.ctrlKey || event.altKey) return;
      if (target instanceof HTMLElement && target.closest("dialog")) return;
      if (event.key === " " && target instanceof HTMLElement && target.closest("button, a")) return;
      const to: Record<string, number | undefined> = {
        ArrowRight: step + 1,
        ArrowLeft: step - 1,
        Home: 0,
        End: replay.steps.length - 1,
        ArrowDown: streets.find((each) => each > step) ?? replay.steps.length - 1,
        ArrowUp: streets.findLast((each) => each < step) ?? 0,
      };
      const found = to[event.key];
      if (found !== undefined) go(found);
      else if (event.key === " ") play();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [replay, step, go, play]);
}
