/** Lines with bands: drag to zoom, hover or use the arrow keys to read, click to pin a game. */
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Lines } from "../api/client";
import { useTheme } from "../app/theme";
import type { Shown } from "./measures";
import "./chart.css";

export interface LineChartProps {
  data: Lines;
  shown: readonly Shown[];
  label: string;
  /** The game that is pinned. */
  at: number | null;
  height?: number;
  onPoint: (point: number | null) => void;
  onPin: (game: number | null) => void;
  onZoom: (first: number, last: number) => void;
}

const style = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const alpha = (colour: string, share: number) => colour + Math.round(255 * share).toString(16).padStart(2, "0");

type Columns = (number | null)[][];

/** Five columns for each line: itself, its extremes, and the ends of its band. */
export function columns(data: Lines, shown: readonly Shown[]): Columns {
  return shown.flatMap(({ key }): Columns => {
    const line = data.lines.find((each) => each.name === key);
    if (!line) return Array.from({ length: 5 }, () => data.games.map(() => null));
    const end = (sign: number) => line.last.map((y, i) => y + sign * (line.band[i] ?? 0));
    return [line.last, line.high, line.low, end(1), end(-1)];
  });
}

function options(shown: readonly Shown[], size: { width: number; height: number }): uPlot.Options {
  const grid = { stroke: style("--line"), width: 1 };
  const axis = { stroke: style("--quiet"), grid, ticks: grid, font: "12px system-ui, sans-serif" };
  const series: uPlot.Series[] = [{}];
  const bands: uPlot.Band[] = [];
  for (const { name, colour } of shown) {
    const stroke = style(colour);
    const start = series.length;
    const edge: uPlot.Series = { points: { show: false }, stroke: "transparent", width: 0 };
    series.push({ label: name, stroke, width: 1.75, points: { show: false } }, edge, edge, edge, edge);
    bands.push({ series: [start + 1, start + 2], fill: alpha(stroke, 0.45) });
    bands.push({ series: [start + 3, start + 4], fill: alpha(stroke, 0.12) });
  }
  return {
    ...size,
    series,
    bands,
    scales: { x: { time: false } },
    axes: [
      { ...axis, values: (_, ticks) => ticks.map((tick) => tick.toLocaleString("en")) },
      { ...axis, size: (_, ticks) => Math.max(56, 20 + 7 * Math.max(0, ...(ticks ?? []).map((tick) => tick.length))), values: (_, ticks) => ticks.map((tick) => tick.toLocaleString("en").replace("-", "−")) },
    ],
    legend: { show: false },
    cursor: { drag: { x: true, y: false, setScale: false }, points: { size: 7 } },
  };
}

export function LineChart({ data, shown, label, at, height = 320, onPoint, onPin, onZoom }: LineChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const theme = useTheme();
  const calls = useRef({ data, at, onPoint, onPin, onZoom });
  useEffect(() => {
    calls.current = { data, at, onPoint, onPin, onZoom };
    plot.current?.redraw(false);
  });

  useEffect(() => {
    const room = frame.current;
    if (!room) return;
    const made = options(shown, { width: room.clientWidth, height });
    made.hooks = {
      setCursor: [(u) => calls.current.onPoint(u.cursor.idx ?? null)],
      setSelect: [
        (u) => {
          if (u.select.width < 4) return;
          const [first, last] = [u.select.left, u.select.left + u.select.width].map((x) => Math.round(u.posToVal(x, "x")));
          u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          if (first !== undefined && last !== undefined && last - first > 1) calls.current.onZoom(Math.max(0, first), last);
        },
      ],
      draw: [(u) => drawPin(u, calls.current.at)],
    };
    const { data: now } = calls.current;
    const u = new uPlot(made, [now.games, ...columns(now, shown)] as uPlot.AlignedData, room);
    plot.current = u;
    const click = () => {
      const { idx } = u.cursor;
      if (idx !== null && idx !== undefined) calls.current.onPin(calls.current.data.games[idx] ?? null);
    };
    u.over.addEventListener("click", click);
    const watch = new ResizeObserver(() => u.setSize({ width: room.clientWidth, height }));
    watch.observe(room);
    return () => {
      watch.disconnect();
      u.destroy();
      plot.current = null;
    };
  }, [shown, theme, height]);

  useEffect(() => {
    plot.current?.setData([data.games, ...columns(data, shown)] as uPlot.AlignedData);
  }, [data, shown]);

  const key = (event: React.KeyboardEvent) => {
    const u = plot.current;
    if (!u) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const idx = Math.min(data.games.length - 1, Math.max(0, (u.cursor.idx ?? data.games.length - 1) + step));
      u.setCursor({ left: u.valToPos(data.games[idx] ?? 0, "x"), top: u.over.clientHeight / 2 });
    } else if (event.key === "Enter" && u.cursor.idx != null) {
      onPin(data.games[u.cursor.idx] ?? null);
    } else if (event.key === "Escape") {
      onPin(null);
    }
  };

  return <div ref={frame} className="chart" role="img" aria-label={label} tabIndex={0} onKeyDown={key} />;
}

/** Saves the chart that is on the page as a picture. */
export function savePicture(name: string): void {
  const chart = document.querySelector<HTMLCanvasElement>(".chart canvas");
  if (!chart) return;
  const copy = Object.assign(document.createElement("canvas"), { width: chart.width, height: chart.height });
  const paint = copy.getContext("2d");
  if (!paint) return;
  paint.fillStyle = style("--panel");
  paint.fillRect(0, 0, copy.width, copy.height);
  paint.drawImage(chart, 0, 0);
  Object.assign(document.createElement("a"), { href: copy.toDataURL("image/png"), download: name }).click();
}

function drawPin(u: uPlot, at: number | null): void {
  if (at === null) return;
  const x = u.valToPos(at, "x", true);
  if (x < u.bbox.left || x > u.bbox.left + u.bbox.width) return;
  u.ctx.save();
  u.ctx.strokeStyle = style("--accent");
  u.ctx.lineWidth = devicePixelRatio;
  u.ctx.beginPath();
  u.ctx.moveTo(x, u.bbox.top);
  u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
  u.ctx.stroke();
  u.ctx.restore();
}
