/** The trainer: it asks a hand, judges the answer, and keeps count by day. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { api, type JamAsked } from "../../api/client";
import { wholeNumber, type Values } from "../../app/router";
import { plain } from "../../ui/format";
import { Panel, Refused } from "../../ui/parts";
import { Days } from "../training/Days";
import { useKeys } from "../training/useKeys";
import { finely } from "./cells";

interface Props {
  hand: JamAsked;
  values: URLSearchParams;
  pool: number;
  unit: string;
  change: (values: Values, options?: { replace?: boolean }) => void;
}

export function TrainerPanel({ hand, values, pool, unit, change }: Props) {
  const seed = wholeNumber(values.get("train")) ?? 0;
  const number = wholeNumber(values.get("n")) ?? 1;
  const client = useQueryClient();
  const asked = useQuery({ queryKey: ["question", hand, seed, number], queryFn: () => api.question(hand, seed, number), staleTime: Infinity });
  const days = useQuery({ queryKey: ["training", "jam"], queryFn: () => api.training("jam") });
  const reply = useMutation({
    mutationFn: ({ play }: { play: boolean; number: number }) => {
      const { decision, hand_class } = asked.data ?? { decision: "", hand_class: "" };
      return api.reply(hand, { decision, hand_class, play });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["training"] }),
  });
  const question = asked.data;
  const isAnswered = reply.variables?.number === number && reply.data !== undefined;
  const play = question?.after.length ? "call" : "jam";
  const answer = useCallback((choice: boolean) => reply.mutate({ play: choice, number }), [reply.mutate, number]);
  const next = useCallback(() => change({ n: number + 1 }, { replace: true }), [change, number]);
  useKeys({ [play[0] ?? ""]: () => !isAnswered && answer(true), f: () => !isAnswered && answer(false), n: () => isAnswered && next() });
  return (
    <Panel title="Practise" aside={<button onClick={() => change({ train: null, n: null })}>End</button>}>
      <Refused error={asked.error ?? reply.error} />
      {question && (
        <div className="question">
          <p className="asked">
            <strong className="held-class">{question.hand_class}</strong>{" "}
            {question.player} with {plain(question.big_blinds, 1)} big blinds, {question.after.length ? `after a jam of ${question.after.join(" and ")}` : "first in"}.
          </p>
          {isAnswered && reply.data ? (
            <>
              <p role="status" className="figure">
                <strong className={reply.data.is_right ? "gain" : "loss"}>{reply.data.is_right ? "Right." : "Wrong."}</strong>{" "}
                The solution {play}s {plain(100 * reply.data.frequency)} %. EV {play} {plain(reply.data.ev_jam, finely(pool))}, fold {plain(reply.data.ev_fold, finely(pool))}
                {!reply.data.is_right && `: this loses ${plain(reply.data.lost, finely(pool))} (${unit})`}.
              </p>
              <button className="main" onClick={next}>Next <kbd>n</kbd></button>
            </>
          ) : (
            <div className="row">
              <button className="main" disabled={reply.isPending} onClick={() => answer(true)}>{play === "jam" ? "Jam" : "Call"} <kbd>{play[0]}</kbd></button>
              <button className="main" disabled={reply.isPending} onClick={() => answer(false)}>Fold <kbd>f</kbd></button>
            </div>
          )}
        </div>
      )}
      <Days days={days.data ?? []} lost="Lost, % of the pool" unit={100} empty="Half of the questions are close decisions. What you answer is kept by day." />
    </Panel>
  );
}
