/** The 13×13 grid of classes: pairs on the diagonal, suited above. Arrow keys walk it; hover or focus reads a cell. */
import { memo, useRef, type CSSProperties, type KeyboardEvent } from "react";
import "./grid.css";

const RANKS = "AKQJT98765432";

/** All classes, row by row, in the order of the server. */
export const CLASSES: readonly string[] = Array.from({ length: 169 }, (_, at) => {
  const [row, column] = [Math.floor(at / 13), at % 13];
  const [high, low] = [RANKS[Math.min(row, column)], RANKS[Math.max(row, column)]];
  return `${high}${low}${row === column ? "" : row < column ? "s" : "o"}`;
});

export interface Cell {
  /** From 0 to 1: how much of the cell is filled from below; in a difference, how strong its colour is. */
  fill: number;
  tone: "play" | "more" | "less";
  /** A second line, where there is room. */
  text: string;
  /** What a screen reader says. */
  said: string;
}

interface HandGridProps {
  cells: readonly Cell[];
  label: string;
  at: number;
  onFocus: (at: number) => void;
  onHover: (at: number | null) => void;
  /** Given where cells are painted: full or empty, by the pointer or with Space. */
  onPaint?: (at: number, isIn: boolean) => void;
}

const STEPS: Record<string, (at: number) => number> = {
  ArrowLeft: (at) => (at % 13 ? at - 1 : at),
  ArrowRight: (at) => (at % 13 < 12 ? at + 1 : at),
  ArrowUp: (at) => (at >= 13 ? at - 13 : at),
  ArrowDown: (at) => (at < 156 ? at + 13 : at),
  Home: (at) => at - (at % 13),
  End: (at) => at - (at % 13) + 12,
};

export function HandGrid({ cells, label, at, onFocus, onHover, onPaint }: HandGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const brush = useRef<boolean | null>(null);
  const press = (event: KeyboardEvent) => {
    if (onPaint && event.key === " ") {
      event.preventDefault();
      onPaint(at, !cells[at]?.fill);
      return;
    }
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = step(at);
    onFocus(next);
    grid.current?.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus();
  };
  const found = (target: EventTarget) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>("[data-at]") : null;
    return cell ? Number(cell.dataset.at) : null;
  };
  return (
    <div
      ref={grid}
      className={onPaint ? "hand-grid painted" : "hand-grid"}
      role="grid"
      aria-label={label}
      onKeyDown={press}
      onPointerDown={(event) => {
        const begun = found(event.target);
        if (!onPaint || begun === null || event.button) return;
        brush.current = !cells[begun]?.fill;
        onPaint(begun, brush.current);
        onFocus(begun);
        if (event.target instanceof Element && event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
        addEventListener("pointerup", () => (brush.current = null), { once: true });
        addEventListener("pointercancel", () => (brush.current = null), { once: true });
      }}
      onPointerOver={(event) => {
        const over = found(event.target);
        if (onPaint && over !== null && brush.current !== null) onPaint(over, brush.current);
        onHover(over);
      }}
      onPointerLeave={() => onHover(null)}
      onClick={(event) => {
        const next = found(event.target);
        if (next !== null) onFocus(next);
      }}
    >
      {Array.from({ length: 13 }, (_, row) => (
        <div key={row} role="row" className="hand-row">
          {cells.slice(13 * row, 13 * row + 13).map((cell, column) => (
            <GridCell key={column} {...cell} at={13 * row + column} isAt={13 * row + column === at} />
          ))}
        </div>
      ))}
    </div>
  );
}

const GridCell = memo(function GridCell({ fill, tone, text, said, at, isAt }: Cell & { at: number; isAt: boolean }) {
  const name = CLASSES[at] ?? "";
  const kind = name.length === 2 ? " pair" : "";
  return (
    <div
      role="gridcell"
      data-at={at}
      className={`hand-cell tone-${tone}${kind}`}
      style={{ "--fill": `${Math.round(100 * fill)}%` } as CSSProperties}
      tabIndex={isAt ? 0 : -1}
      aria-selected={isAt}
      aria-label={`${name}: ${said}`}
    >
      {name}
      {text && <small aria-hidden="true">{text}</small>}
    </div>
  );
});
