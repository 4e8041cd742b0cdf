/** Locks the range of a decision, typed or painted: the others then play against it. */
import { useMutation } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import { api, type JamAsked, type JamDecision } from "../../api/client";
import type { Values } from "../../app/router";
import { CLASSES, HandGrid } from "../../ui/HandGrid";
import { Refused } from "../../ui/parts";
import { locksOf, withLock } from "./address";
import { action } from "./cells";
import { paintedCells, rangeOf, type Painting } from "./painting";

interface Props {
  decision: JamDecision;
  hand: JamAsked;
  change: (values: Values) => void;
}

export function LockEditor({ decision, hand, change }: Props) {
  const { locks } = hand;
  const id = useId();
  const [text, type] = useState<string | null>(null);
  const [painted, paint] = useState<Painting | null>(null);
  const lock = (range: string | null) => {
    change({ locks: withLock(locks, decision.name, range) });
    type(null);
    paint(null);
  };
  // solved before it is in the address: a range that is refused changes nothing but says why
  const attempt = useMutation({
    mutationFn: (range: string) => api.solve({ ...hand, locks: locksOf(withLock(locks, decision.name, range)) }),
    onSuccess: (_, range) => lock(range),
  });
  if (text === null) {
    const begin: Painting = decision.jam.map((often) => often >= 0.5);
    return (
      <p className="row lock">
        <button onClick={() => type(decision.has_answer ? decision.range : "")}>{decision.is_locked ? "Change the locked range" : "Lock a range here"}</button>
        <button onClick={() => { paint(begin); type(""); }}>Paint a range</button>
        {decision.is_locked && <button onClick={() => lock(null)}>Unlock</button>}
        {locks.length > 0 && <button onClick={() => change({ locks: null })}>Unlock all</button>}
      </p>
    );
  }
  return (
    <form
      className="row lock"
      onSubmit={(event) => {
        event.preventDefault();
        attempt.mutate(painted ? rangeOf(painted) : text.trim() || "none");
      }}
    >
      {painted ? (
        <Painter decision={decision} painted={painted} put={(change) => paint((was) => was && change(was))} />
      ) : (
        <label className="field wide"><span>Range of {decision.name}</span>
          <input autoFocus value={text} placeholder="22+,A2s+,KTo+ or 20% or none" aria-invalid={attempt.isError} aria-describedby={id} onChange={(event) => type(event.target.value)} />
        </label>
      )}
      <div id={id} className="lock-refused"><Refused error={attempt.error} /></div>
      <button className="main" disabled={attempt.isPending}>Lock and solve again</button>
      <button type="button" onClick={() => { type(null); paint(null); attempt.reset(); }}>Leave it</button>
    </form>
  );
}

function Painter({ decision, painted, put }: { decision: JamDecision; painted: Painting; put: (change: (was: Painting) => Painting) => void }) {
  const [at, focus] = useState(0);
  const verb = action(decision);
  const cells = useMemo(() => paintedCells(painted, verb), [painted, verb]);
  const share = painted.reduce((sum, isIn, i) => sum + (isIn ? weight(i) : 0), 0) / 1326;
  return (
    <div className="painter">
      <p>Drag over the hands that {decision.player} {verb}s: it takes out where it begins on a painted one. With keys: arrows, and Space.</p>
      <HandGrid cells={cells} label={`Paint the range of ${decision.name}`} at={at} onFocus={focus} onHover={() => undefined}
        onPaint={(cell, isIn) => put((all) => all.map((was, i) => (i === cell ? isIn : was)))} />
      <p className="row figure" role="status">
        {(100 * share).toFixed(1)} % of hands
        <button type="button" onClick={() => put((all) => all.map(() => true))}>All</button>
        <button type="button" onClick={() => put((all) => all.map(() => false))}>None</button>
      </p>
    </div>
  );
}

/** How many pairs of cards a class has. */
const weight = (at: number): number => (CLASSES[at]?.length === 2 ? 6 : CLASSES[at]?.endsWith("s") ? 4 : 12);
