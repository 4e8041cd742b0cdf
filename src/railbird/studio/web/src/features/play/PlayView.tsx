/** The live table: three buttons, the last hands, and the way out. */
import { useEffect, useRef, useState } from "react";
import type { Action, LiveTable, ReplayStep } from "../../api/client";
import { Link, useValues } from "../../app/router";
import { amount, counted, side, signed } from "../../ui/format";
import { Panel, Refused } from "../../ui/parts";
import { PokerTable } from "../../ui/PokerTable";
import { tableAt } from "../replayer/ReplayView";
import "./play.css";
import { SPEEDS, usePlay, usePlayKeys, useUnfolding } from "./usePlay";

const wait = () => undefined;

export function PlayView({ id }: { id: number }) {
  const { table, choose, next, leave, isBusy, error } = usePlay(id);
  const { data } = table;
  const [values, change] = useValues();
  const speed = SPEEDS.find(({ key }) => key === values.get("speed")) ?? SPEEDS[0];
  const { step, isBehind } = useUnfolding(data, speed.pause);
  usePlayKeys(isBehind ? wait : choose, isBehind ? wait : next);
  if (!data) return <><h1>At the table</h1><Refused error={error} /><p><Link href="/play">Sit down at another table</Link></p></>;
  const { replay } = data;
  const seen = tableAt(replay, step, false);
  return (
    <>
      <h1>{isBehind ? "The others act" : says(data)}</h1>
      <Refused error={error} />
      <div className="playing">
        <section className="panel" aria-label="Table">
          <PokerTable {...seen} room={Math.max(0, 5 - seen.board.length / 2)} bottom={data.position} amount={(chips) => amount(replay.unit, chips)} />
          <Actions key={`${data.hand} ${data.turn}`} table={isBehind ? { ...data, phase: "thinking", options: null } : data} choose={choose} next={next} isBusy={isBusy} />
          <p className="row speed" role="group" aria-label="Speed of the others">
            <span className="quiet">Others act</span>
            {SPEEDS.map(({ key, name }) => <button key={key} aria-pressed={key === speed.key} onClick={() => change({ speed: key === "fast" ? null : key }, { replace: true })}>{name}</button>)}
          </p>
        </section>
        <div>
          <Panel title="Hand so far">
            <Said steps={replay.steps.slice(0, step + 1)} />
          </Panel>
          <Panel title="Session" aside={<button onClick={() => leave.mutate()} disabled={leave.isPending}>Leave and review</button>}>
            <p>{counted(data.hands, "hand")}, <b className={side(data.won)}>{signed(data.won, 0)}</b> chips. Go away and come back as you like: the table waits.</p>
            <ul className="plain-list last-hands">
              {data.last.map((hand) => (
                <li key={hand.id}><Link href={`/hands/${hand.id}`}>hand {hand.id}</Link> <b className={`figure ${side(hand.won)}`}>{signed(hand.won, 0)}</b></li>
              ))}
            </ul>
          </Panel>
        </div>
      </div>
    </>
  );
}

/** What happened in this hand; the newest is in sight. */
function Said({ steps }: { steps: readonly ReplayStep[] }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [steps]);
  return (
    <ol ref={list} className="plain-list told" aria-live="polite" tabIndex={0} aria-label="What happened">
      {steps.flatMap((step, i) => step.says.map((said) => <li key={`${i} ${said}`} className={step.kind === "street" ? "street" : ""}>{said}</li>))}
    </ol>
  );
}

/** What is going on, in a sentence. */
export function says(table: LiveTable): string {
  if (table.phase === "thinking") return "The others think";
  if (table.phase === "ended") return "The session is over";
  if (table.phase === "asked") {
    const { to_call = 0 } = table.options ?? {};
    return to_call ? `Your turn: ${amount(table.replay.unit, to_call)} to call` : "Your turn: check or bet";
  }
  const won = table.replay.seats[table.position]?.payoff ?? 0;
  return won > 0 ? `You win ${amount(table.replay.unit, won)}` : won < 0 ? `You lose ${amount(table.replay.unit, -won)}` : "You win and lose nothing";
}

interface ActionsProps {
  table: LiveTable;
  choose: (action: Action["action"], to?: number) => void;
  next: () => void;
  isBusy: boolean;
}

export function Actions({ table, choose, next, isBusy }: ActionsProps) {
  const { options, replay } = table;
  const low = options?.lowest_raise ?? 0;
  const high = options?.highest_raise ?? 0;
  const [to, setTo] = useState(low);
  const write = (chips: number) => amount(replay.unit, chips);
  if (table.phase === "over") {
    return <div className="actions"><button className="main" onClick={next} disabled={isBusy}>Next hand <kbd>n</kbd></button>
      {table.hand_id && <Link className="button" href={`/hands/${table.hand_id}`}>Replay it</Link>}</div>;
  }
  const isBet = !replay.steps.at(-1)?.bets.some((chips) => chips > 0);
  return (
    <div className="actions">
      <button onClick={() => choose("fold")} disabled={!options?.to_call || isBusy}>Fold <kbd>f</kbd></button>
      <button className="main" onClick={() => choose("call")} disabled={!options || isBusy}>
        {options?.to_call ? `Call ${write(options.to_call)}` : "Check"} <kbd>c</kbd>
      </button>
      <button onClick={() => choose("raise", to)} disabled={!low || isBusy}>{low ? `${isBet ? "Bet" : "Raise to"} ${write(to)}` : "Raise"} <kbd>r</kbd></button>
      {high > low && (
        <label className="amount">Raise to<input type="range" min={low} max={high} value={to} onChange={(event) => setTo(Number(event.target.value))} />
          <input type="number" min={low} max={high} value={to} aria-label="Chips" onChange={(event) => setTo(Math.min(high, Math.max(low, Number(event.target.value) || low)))} />
        </label>
      )}
    </div>
  );
}
