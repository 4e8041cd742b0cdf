/** The stacks as columns: drag one, walk it with the arrow keys, or type the chips below it. */
import { useRef, type KeyboardEvent, type PointerEvent } from "react";
import type { Worth } from "../../api/client";
import { plain } from "../../ui/format";
import { seatsOf, textOf, type Seat } from "./address";

/** A round number of chips, about a quarter of a big blind or less. */
export function stepOf(bigBlind: number): number {
  return 10 ** Math.floor(Math.log10(Math.max(bigBlind, 1e-6) / 4));
}

export const snapped = (chips: number, step: number): number => Number((Math.max(1, Math.round(chips / step)) * step).toPrecision(12));

/** Seats whose name and depth fit on one line. */
const FEW = 5;

interface Props {
  text: string;
  worth: Worth;
  folded: readonly number[];
  onText: (text: string) => void;
}

export function StackColumns({ text, worth, folded, onText }: Props) {
  const seats = seatsOf(text);
  const isRead = seats.length === worth.stacks.length;
  const chips = seats.map((seat, i) => (/^[\d.]+$/.test(seat.chips) ? Number(seat.chips) : ((isRead && worth.stacks[i]) || 0)));
  const bigBlind = worth.big_blinds && worth.stacks[0] && worth.big_blinds[0] ? worth.stacks[0] / worth.big_blinds[0] : Math.max(...chips) / 20;
  const set = (i: number, change: Partial<Seat>) => onText(textOf(seats.map((seat, j) => (j === i ? { ...seat, ...change } : seat)), worth.seats));
  const top = 1.2 * Math.max(...chips, 2 * bigBlind);
  return (
    <div className="scroll stacks-scroll">
      <ol className={seats.length > FEW ? "stacks many" : "stacks"}>
        {seats.map((seat, i) => {
          const called = worth.seats[i] ?? `Player ${i + 1}`;
          const deep = (chips[i] ?? 0) / bigBlind;
          return (
            <li key={i} className={folded.includes(i) ? "stack-seat folded" : "stack-seat"}>
              <Column label={`Stack of ${seat.name || called}`} value={chips[i] ?? 0} top={top} bigBlind={bigBlind} onValue={(value) => set(i, { chips: String(value) })} />
              <span className="stack-name">{called}<span className="quiet figure"> {plain(deep, 1)} bb</span>{folded.includes(i) && <span className="quiet"> folded</span>}</span>
              <input aria-label={`Name of ${called}`} placeholder="name" value={seat.name} maxLength={30} onChange={(event) => set(i, { name: event.target.value })} />
              <input aria-label={`Chips of ${called}`} className="figure" inputMode="decimal" value={seat.chips} onChange={(event) => set(i, { chips: event.target.value.replace(/[,=]/g, "") })} />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Column({ label, value, top, bigBlind, onValue }: { label: string; value: number; top: number; bigBlind: number; onValue: (value: number) => void }) {
  const held = useRef<number | null>(null); // the top of the scale stays while a column is dragged
  const step = stepOf(bigBlind);
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (held.current === null) return;
    const box = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, 1 - (event.clientY - box.top) / box.height));
    onValue(snapped(share * held.current, step));
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onValue(snapped(value + by * step, step));
  };
  const height = `${Math.min(100, (100 * value) / (held.current ?? top))}%`;
  return (
    <div
      className="stack-track"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={step}
      aria-valuemax={Math.round(held.current ?? top)}
      aria-valuenow={value}
      aria-valuetext={`${plain(value)} chips, ${plain(value / bigBlind, 1)} big blinds`}
      onKeyDown={press}
      onPointerDown={(event) => {
        held.current = top;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      }}
      onPointerMove={drag}
      onPointerUp={() => (held.current = null)}
      onPointerCancel={() => (held.current = null)}
    >
      <div className="stack-fill" style={{ height }}><span className="stack-grip" /></div>
    </div>
  );
}
