/** All steps as a list, with the baseline's decision beside each that was made. */
import type { Insight, JudgedStep, Replay, ReplayStep } from "../../api/client";
import { side, signed } from "../../ui/format";
import { Panel } from "../../ui/parts";

export const MARKS = { fine: "", inaccuracy: "?!", mistake: "?", blunder: "??" } as const;

interface MovesPanelProps {
  replay: Replay;
  insight: Insight | undefined;
  step: number;
  go: (to: number) => void;
}

export function MovesPanel({ replay, insight, step, go }: MovesPanelProps) {
  const judged = new Map(insight?.decisions.map((each) => [each.step, each]));
  return (
    <Panel title="Step by step">
      {insight?.refused && <p className="quiet">The baseline says nothing about this hand: {insight.refused}.</p>}
      <ol className="moves plain-list">
        {replay.steps.map((each, i) => (
          <li key={i} className={each.kind === "action" ? "move" : "move heading"}>
            <button aria-current={i === step ? "step" : undefined} onClick={() => go(i)}>
              <span>{nameOf(each)}</span>
              <Mark judged={judged.get(i)} />
            </button>
          </li>
        ))}
      </ol>
      {judged.size > 0 && (
        <p className="quiet note">
          Beside a decision: what the baseline of DIVAT would do there, and what the decision was worth to its player against that, in small
          bets, with all cards known. The decisions of both players in a round add up to its DIVAT. One decision says little about its player.
        </p>
      )}
    </Panel>
  );
}

function nameOf({ kind, says }: ReplayStep): string {
  if (kind === "start") return "Blinds";
  if (kind === "showdown") return "Showdown";
  return (kind === "result" ? says.find((said) => / wins? /.test(said)) : says[0]) ?? "Result";
}

function Mark({ judged }: { judged: JudgedStep | undefined }) {
  if (!judged) return null;
  if (judged.is_same) return <small className="quiet">as the baseline</small>;
  return (
    <small className="figure">
      baseline: {judged.baseline} <b className={side(judged.worth)}>{signed(judged.worth, 2)}</b>
      {judged.grade !== "fine" && <b title={judged.grade}> {MARKS[judged.grade]}<span className="hidden"> {judged.grade}</span></b>}
    </small>
  );
}
