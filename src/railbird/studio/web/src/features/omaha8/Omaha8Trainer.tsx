/** The trainer of Omaha Hi-Lo: missed hands come back, and progress is kept by day. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { api } from "../../api/client";
import { wholeNumber, type Values } from "../../app/router";
import { Cards } from "../../ui/Cards";
import { counted, plain } from "../../ui/format";
import { Panel, Refused } from "../../ui/parts";
import { Days } from "../training/Days";
import { useKeys } from "../training/useKeys";
import { action } from "./Curve";
import { Points } from "./RulesPanel";
import { STACKS } from "./useOmaha8";

interface Props {
  values: URLSearchParams;
  change: (values: Values, options?: { replace?: boolean }) => void;
}

export function Omaha8Trainer({ values, change }: Props) {
  const [seed, number] = [wholeNumber(values.get("train")) ?? 0, wholeNumber(values.get("n")) ?? 1];
  const repeated = values.get("again") === "1";
  const client = useQueryClient();
  const asked = useQuery({
    queryKey: ["omaha8-question", seed, number, repeated],
    queryFn: () => api.omaha8Question((seed % 1e9) * 1e5 + number, STACKS, repeated),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const days = useQuery({ queryKey: ["training", "omaha8"], queryFn: () => api.training("omaha8") });
  const question = asked.data;
  const reply = useMutation({
    mutationFn: ({ play }: { play: boolean; number: number }) => {
      if (!question) throw new Error("there is no question yet");
      const { position, stack, cards, odds } = question;
      return api.omaha8Reply({ position, stack, cards, odds, play });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["training"] }),
  });
  const answered = reply.variables?.number === number ? reply.data : undefined;
  const does = question ? action(question.position) : "jam";
  const answer = useCallback((play: boolean) => reply.mutate({ play, number }), [reply.mutate, number]);
  const next = useCallback(() => change({ n: number + 1, again: question?.odds === null ? 1 : null }, { replace: true }), [change, number, question]);
  const isOpen = question !== undefined && !answered && !reply.isPending;
  useKeys({ [does[0] ?? ""]: () => isOpen && answer(true), f: () => isOpen && answer(false), n: () => answered && next() });
  return (
    <Panel title="Practise" aside={<button onClick={() => change({ train: null, n: null, again: null })}>End</button>}>
      <Refused error={asked.error ?? reply.error} />
      {question && (
        <div className="question">
          <p className="asked">
            <Cards cards={question.cards.replaceAll(" ", "")} /> {question.position === "sb" ? "Small blind" : "Big blind, after a jam"}, R = {plain(question.r, 1)}
            {question.odds === null && <span className="quiet"> · missed before</span>}
          </p>
          {answered ? (
            <>
              <p role="status" className="figure">
                <strong className={answered.is_right ? "gain" : "loss"}>{answered.is_right ? "Right." : `Wrong: this loses ${plain(answered.lost, 3)} bb.`}</strong>{" "}
                The equilibrium {does}s {plain(100 * answered.played)} %{answered.playable > 0 && `, and up to R = ${plain(answered.playable, 1)}`}.
                {answered.rules.map(({ name, says, is_wrong }) => ` ${name} says ${says}${is_wrong ? ", wrongly" : ""}.`).join("")}
              </p>
              <details><summary>The points</summary><div className="rules">{answered.rules.map((rule) => <Points key={rule.name} rule={rule} />)}</div></details>
              <button className="main" onClick={next}>Next <kbd>n</kbd></button>
            </>
          ) : (
            <div className="row">
              <button className="main" disabled={!isOpen} onClick={() => answer(true)}>{does === "jam" ? "Jam" : "Call"} <kbd>{does[0]}</kbd></button>
              <button className="main" disabled={!isOpen} onClick={() => answer(false)}>Fold <kbd>f</kbd></button>
            </div>
          )}
          {(answered ?? question).missed > 0 && <p className="quiet note">{counted((answered ?? question).missed, "hand")} to come back to.</p>}
        </div>
      )}
      <Days days={days.data ?? []} lost="Lost, bb an answer" unit={1} empty="Half of the new hands are close decisions, and hands that you miss come back. What you answer is kept by day." />
    </Panel>
  );
}
