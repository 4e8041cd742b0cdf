/** Locks the range of a decision: the others then play against it. */
import { useState } from "react";
import type { JamDecision } from "../../api/client";
import type { Values } from "../../app/router";
import { withLock } from "./address";

interface Props {
  decision: JamDecision;
  locks: readonly string[];
  change: (values: Values) => void;
}

export function LockEditor({ decision, locks, change }: Props) {
  const [text, type] = useState<string | null>(null);
  const lock = (range: string | null) => {
    change({ locks: withLock(locks, decision.name, range) });
    type(null);
  };
  if (text === null) {
    return (
      <p className="row lock">
        <button onClick={() => type(decision.has_answer ? decision.range : "")}>{decision.is_locked ? "Change the locked range" : "Lock a range here"}</button>
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
        lock(text.trim() || "none");
      }}
    >
      <label className="field wide"><span>Range of {decision.name}</span>
        <input autoFocus value={text} placeholder="22+,A2s+,KTo+ or 20% or none" onChange={(event) => type(event.target.value)} />
      </label>
      <button className="main">Lock and solve again</button>
      <button type="button" onClick={() => type(null)}>Leave it</button>
    </form>
  );
}
