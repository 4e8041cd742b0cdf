/** The hand, solved: its tree, and the grid of the chosen decision; beside it another model's as a difference. */
import { useMemo, useState, type KeyboardEvent } from "react";
import type { JamAsked, JamDecision, Solution } from "../../api/client";
import type { Values } from "../../app/router";
import { part, plain, side, signed } from "../../ui/format";
import { CLASSES, HandGrid } from "../../ui/HandGrid";
import { Panel, Refused, Soon } from "../../ui/parts";
import { JobRow } from "../jobs/JobRow";
import { action, cellsOf, differenceOf, finely, rangeText, readingOf } from "./cells";
import { LockEditor } from "./LockEditor";
import { MODELS } from "./TablePanel";
import { shownNodes, treeOf } from "./tree";
import { useSolution } from "./useTournament";

interface Props {
  solution: Solution;
  hand: JamAsked;
  values: URLSearchParams;
  change: (values: Values, options?: { replace?: boolean }) => void;
}

export function TreePanel({ solution, hand, values, change }: Props) {
  const chosen = solution.decisions.find(({ name }) => name === values.get("node")) ?? solution.decisions[0];
  const at = Math.max(0, CLASSES.indexOf(values.get("hand") ?? ""));
  if (!chosen) return null;
  const show = (node: string) => change({ node }, { replace: true });
  return (
    <div className="solved">
      <Panel title="Decisions" aside={<span className="quiet">gain with {CLASSES[at]}</span>}>
        <Tree solution={solution} chosen={chosen.name} at={at} onChoose={show} />
      </Panel>
      <Panel title={chosen.name} aside={chosen.has_answer && <CopyRange range={chosen.range} />}>
        {chosen.has_answer ? (
          <>
            <p className="figure decision-line">
              {action(chosen) === "jam" ? "Jams" : "Calls"} <strong>{part(chosen.share)}</strong> of hands
              {chosen.is_locked && " (locked)"} · reached {part(chosen.reached)}
            </p>
            <Grids chosen={chosen} solution={solution} hand={hand} versus={values.get("versus")} at={at} change={change} />
            <p className="range figure">{rangeText(chosen.range)}</p>
          </>
        ) : (
          <p>Not reached: by the solution, nobody gets to this decision, so it has no answer. Lock a range on the way here to see one.</p>
        )}
        <LockEditor key={chosen.name} decision={chosen} hand={hand} change={change} />
      </Panel>
    </div>
  );
}

function Tree({ solution, chosen, at, onChoose }: { solution: Solution; chosen: string; at: number; onChoose: (name: string) => void }) {
  const roots = useMemo(() => treeOf(solution.decisions), [solution]);
  const shown = shownNodes(roots, chosen);
  const press = (event: KeyboardEvent<HTMLUListElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = shown[shown.findIndex(({ decision }) => decision.name === chosen) + by];
    if (!next) return;
    onChoose(next.decision.name);
    event.currentTarget.querySelector<HTMLElement>(`[data-name="${next.decision.name}"]`)?.focus();
  };
  return (
    <ul className="plain-list tree" onKeyDown={press}>
      {shown.map(({ decision: one, depth, children }) => {
        const gain = one.ev_jam[at] != null && one.ev_fold[at] != null ? (one.ev_jam[at] ?? 0) - (one.ev_fold[at] ?? 0) : null;
        return (
          <li key={one.name} style={{ paddingLeft: 16 * depth }}>
            <button
              className="node"
              data-name={one.name}
              aria-current={one.name === chosen ? "true" : undefined}
              aria-label={`${one.name}: ${one.has_answer ? `${action(one)}s ${part(one.share)}, reached ${part(one.reached)}` : "not reached"}`}
              aria-expanded={children.length ? shown.some(({ decision }) => decision === children[0]?.decision) : undefined}
              onClick={() => onChoose(one.name)}
            >
              <span className="node-name">{depth ? `${one.player} after ${one.after.at(-1)}` : one.name}{one.is_locked && " 🔒"}</span>
              <span className="node-bar"><span style={{ width: `${100 * one.share}%` }} /></span>
              <span className="figure">{one.has_answer ? `${plain(100 * one.share, 1)} %` : "not reached"}</span>
              <span className={`figure node-gain ${side(gain)}`}>{signed(gain, finely(solution.pool) - 1)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Grids({ chosen, solution, hand, versus, at, change }: { chosen: JamDecision; solution: Solution; hand: JamAsked; versus: string | null; at: number; change: Props["change"] }) {
  const [over, hover] = useState<number | null>(null);
  const cells = useMemo(() => cellsOf(chosen, solution), [chosen, solution]);
  const focus = (next: number) => change({ hand: CLASSES[next] ?? null }, { replace: true });
  const read = over ?? at;
  return (
    <>
      <div className="grids">
        <div>
          <HandGrid cells={cells} label={`Range of ${chosen.name}`} at={at} onFocus={focus} onHover={hover} />
          <p className="grid-reading figure" role="status"><strong>{CLASSES[read]}</strong> {readingOf(chosen, read, solution)}</p>
          <ul className="grid-legend">
            <li><i className="full" />{action(chosen)}s</li><li><i className="half" />half of the time</li><li><i className="none" />folds</li>
            <li>pairs on the diagonal, suited above it</li>
          </ul>
        </div>
        {versus && <Difference chosen={chosen} hand={hand} versus={versus} at={at} onFocus={focus} />}
      </div>
      <label className="field versus">
        <span>Compare with</span>
        <select value={versus ?? ""} onChange={(event) => change({ versus: event.target.value || null })}>
          <option value="">nothing</option>
          {MODELS.filter(([name]) => name !== hand.model).map(([name, title]) => <option key={name} value={name}>{title}</option>)}
        </select>
      </label>
    </>
  );
}

function Difference({ chosen, hand, versus, at, onFocus }: { chosen: JamDecision; hand: JamAsked; versus: string; at: number; onFocus: (at: number) => void }) {
  const [over, hover] = useState<number | null>(null);
  const asked = useMemo(() => ({ ...hand, model: versus }), [hand, versus]);
  const { query, data, isOld, start, job, isBusy } = useSolution(asked);
  const other = data?.solution?.decisions.find(({ name }) => name === chosen.name);
  const cells = useMemo(() => (other ? differenceOf(chosen, other, [hand.model, versus]) : null), [chosen, other, hand.model, versus]);
  if (!cells || !other || isOld) {
    return (
      <div>
        {query.isLoading && <Soon>Solving by {versus}…</Soon>}
        <Refused error={query.error ?? start.error} />
        {data?.why_job && !data.solution && !isBusy && <p className="row">{data.why_job} <button onClick={() => start.mutate(asked)}>Solve it as a job</button></p>}
        {job && isBusy && <ul className="plain-list"><JobRow job={job} /></ul>}
      </div>
    );
  }
  if (!other.has_answer) return <div><p>By {versus}, nobody gets to this decision.</p></div>;
  const read = over ?? at;
  return (
    <div>
      <HandGrid cells={cells} label={`Difference to ${versus}`} at={at} onFocus={onFocus} onHover={hover} />
      <p className="grid-reading figure"><strong>{CLASSES[read]}</strong> {cells[read]?.said}</p>
      <ul className="grid-legend">
        <li><i className="tone-more" />{versus} {action(chosen)}s more</li><li><i className="none" />the same</li><li><i className="tone-less" />less</li>
        <li className="figure">{hand.model} {part(chosen.share)}, {versus} {part(other.share)}</li>
      </ul>
    </div>
  );
}

function CopyRange({ range }: { range: string }) {
  const [done, note] = useState("");
  return <button onClick={() => void navigator.clipboard.writeText(range).then(() => note(range))}>{done === range ? "Copied" : "Copy the range"}</button>;
}
