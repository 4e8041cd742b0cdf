/** A session at the table: what the person sees, and what they can do. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { api, type Action, type LiveTable } from "../../api/client";
import { isTyping } from "../../app/keyboard";
import { navigate } from "../../app/router";

const THINKING_MS = 300;

export function usePlay(id: number) {
  const client = useQueryClient();
  const keep = useCallback((seen: LiveTable) => client.setQueryData(["table", id], seen), [client, id]);
  const table = useQuery({
    queryKey: ["table", id],
    queryFn: () => api.table(id),
    refetchInterval: ({ state }) => (state.data?.phase === "thinking" ? THINKING_MS : false),
  });
  const act = useMutation({ mutationFn: (action: Action) => api.act(id, action), onSuccess: keep });
  const deal = useMutation({ mutationFn: () => api.deal(id), onSuccess: keep });
  const leave = useMutation({
    mutationFn: () => api.leave(id),
    onSuccess: ({ match }) => {
      void client.invalidateQueries({ queryKey: ["tables"] });
      navigate(match === null ? "/play" : `/review/${match}`);
    },
  });
  const { data } = table;
  const isBusy = act.isPending || deal.isPending;
  const choose = useCallback(
    (action: Action["action"], to?: number) => {
      if (!data?.options || isBusy) return;
      const { options } = data;
      if (action === "raise" && !options.lowest_raise) return;
      const more = action === "raise" ? { to: to ?? options.lowest_raise } : {};
      const name = action === "fold" && !options.to_call ? "call" : action; // nobody folds for nothing
      act.mutate({ hand: data.hand, turn: data.turn, action: name, ...more });
    },
    [data, isBusy, act],
  );
  const next = useCallback(() => {
    if (data?.phase === "over" && !isBusy) deal.mutate();
  }, [data, isBusy, deal]);
  return { table, choose, next, leave, isBusy, error: table.error ?? act.error ?? deal.error ?? leave.error };
}

export const SPEEDS = [
  { key: "fast", name: "At once", pause: 0 },
  { key: "steady", name: "One by one", pause: 500 },
  { key: "slow", name: "Slowly", pause: 1200 },
] as const;

/** How far the hand is shown: the others act one by one, as fast as was chosen. What was seen before is not shown again. */
export function useUnfolding(table: LiveTable | undefined, pause: number): { step: number; isBehind: boolean } {
  const last = (table?.replay.steps.length ?? 1) - 1;
  const hand = table?.hand ?? -1;
  const [shown, show] = useState({ hand, step: last });
  const step = shown.hand === hand && shown.step <= last && pause ? shown.step : pause && shown.hand !== hand && shown.hand !== -1 ? 0 : last;
  useEffect(() => {
    if (step >= last || !pause) {
      show((was) => (was.hand === hand && was.step === last ? was : { hand, step: last }));
      return;
    }
    const later = setTimeout(() => show({ hand, step: step + 1 }), pause);
    return () => clearTimeout(later);
  }, [hand, step, last, pause]);
  return { step, isBehind: step < last };
}

/** f, c (or k) and r act; n or Enter deals the next hand. */
export function usePlayKeys(choose: (action: Action["action"]) => void, next: () => void): void {
  useEffect(() => {
    let before = "";
    const press = (event: KeyboardEvent) => {
      const { target, key } = event;
      const isGoing = before === "g"; // to a page
      before = key;
      if (isGoing) return;
      if (isTyping(target) || event.metaKey || event.ctrlKey || event.altKey || event.repeat) return;
      if (target instanceof HTMLElement && (target.closest("dialog") || (key === "Enter" && target.closest("button, a")))) return;
      if (key === "f") choose("fold");
      else if (key === "c" || key === "k") choose("call");
      else if (key === "r") choose("raise");
      else if (key === "n" || key === "Enter") next();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [choose, next]);
}
