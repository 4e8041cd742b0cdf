"""Charts as SVG: lines, means with their intervals, and heat maps.

Colours are those of the page, such as ``var(--divat)``. `railbird.reports.figures` makes files of
these pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, isfinite, log10

import numpy as np
import numpy.typing as npt

FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
WIDTH = 720
_SIZE, _LETTER = 12, 6.7
"""Size of the text, and about how wide a letter is."""

_TOP, _ROW, _HEIGHT = 40, 20, 400

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Curve:
    """A line of a chart, in a colour of the page such as ``divat``.

    ``spread`` fills a band of ± that much around it. With ``mirrored`` it is drawn below 0 too.
    """

    name: str
    values: npt.ArrayLike
    colour: str
    spread: npt.ArrayLike | None = None
    dotted: bool = False
    mirrored: bool = False


@dataclass(frozen=True, slots=True)
class Dot:
    """A mean with its interval; ``note`` stands to the right."""

    name: str
    mean: float
    low: float
    high: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a heat map: its text, smaller lines below it, and a strength from −1 to 1."""

    text: str
    small: str = ""
    strength: float = 0.0
    bold: bool = False
    tooltip: str = ""


_COLOURS = ("divat", "money", "rest", "luck", "round2")


def palette(place: int) -> tuple[str, bool]:
    """A colour for the line at a place, and whether it is dotted. After ten they repeat.

    Examples
    --------
    >>> palette(0), palette(5)
    (('divat', False), ('divat', True))
    """
    again, colour = divmod(place, len(_COLOURS))
    return _COLOURS[colour], again % 2 == 1


def ticks(low: float, high: float, wanted: int) -> tuple[list[float], int]:
    """Round numbers between two others, and the digits they need after the point.

    Examples
    --------
    >>> ticks(-0.12, 0.31, 5)
    ([-0.1, 0.0, 0.1, 0.2, 0.3], 1)
    """
    rough = (high - low) / wanted
    power = 10.0 ** floor(log10(rough))
    step = power * next(m for m in (1, 2, 5, 10) if m * power >= rough * (1 - 1e-9))
    digits = max(0, -floor(log10(step) + 1e-9))
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(i * step, digits) for i in range(first, last + 1)], digits


def picture(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """An SVG picture; the title is drawn at its top."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(title)}" '
        f'font-family="{FONT}" font-size="{_SIZE}" fill="var(--ink)">'
        + text(8, 18, title, weight=600, size=14)
        + "".join(parts)
        + "</svg>\n"
    )


def text(
    x: float,
    y: float,
    what: str,
    *,
    anchor: str = "start",
    colour: str = "ink",
    weight: int = 400,
    size: int = _SIZE,
) -> str:
    """A line of text."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
        f'font-weight="{weight}" fill="var(--{colour})">{escape(what)}</text>'
    )


def _stroke(points: Floats, colour: str, *, width: float, dash: str = "") -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<polyline points="{path}" fill="none" stroke="var(--{colour})" '
        f'stroke-width="{width:g}" stroke-linejoin="round"{dashes}/>'
    )


def _rule(x1: float, y1: float, x2: float, y2: float, colour: str = "rule") -> str:
    return _stroke(np.array([[x1, y1], [x2, y2]]), colour, width=1)


def _signed(number: float, digits: int) -> str:
    return f"{number:+,.{digits}f}".replace("-", "−") if number else "0"


def _room(low: float, high: float) -> tuple[float, float]:
    room = (high - low) * 0.05 or 1.0
    return low - room, high + room


def line_chart(
    xs: npt.ArrayLike, lines: Sequence[Curve], *, title: str, x_label: str, y_label: str
) -> str:
    """Lines over a common axis, with 0 in view. A line has no point where it is not a number.

    Examples
    --------
    >>> drawn = line_chart([0, 1, 2], [Curve("Money", [0, 1, -1], "money")],
    ...                    title="A match", x_label="games", y_label="small bets")
    >>> drawn.count("<polyline points") > 1, "var(--money)" in drawn
    (True, True)
    """
    along = np.asarray(xs, dtype=np.float64)
    bands = [(line, *_band(line)) for line in lines]
    low, high = _room(
        min(0.0, *(float(np.nanmin(low)) for _, low, _ in bands)),
        max(0.0, *(float(np.nanmax(high)) for _, _, high in bands)),
    )
    marks, digits = ticks(low, high, 7)
    labels = [_signed(mark, digits) for mark in marks]
    legend, rows = _legend(lines)
    left, right = 32 + _LETTER * max(map(len, labels)), WIDTH - 20.0
    top, bottom = _TOP + _ROW * rows, _HEIGHT - 40.0
    first, last = float(along[0]), float(along[-1])
    if first == last:  # one point
        first -= 1.0

    def x(values: npt.ArrayLike) -> Floats:
        return np.asarray(left + (np.asarray(values) - first) / (last - first) * (right - left))

    def y(values: npt.ArrayLike) -> Floats:
        return np.asarray(top + (high - np.asarray(values)) / (high - low) * (bottom - top))

    parts = [legend]
    for mark, label in zip(marks, labels, strict=True):
        at = float(y(mark))
        parts.append(_rule(left, at, right, at, "rule" if mark else "faint"))
        parts.append(text(left - 6, at + 4, label, anchor="end", colour="faint"))
    for mark in ticks(first, last, 6)[0]:
        label = f"{mark:,.0f}"
        parts.append(text(float(x(mark)), bottom + 18, label, anchor="middle", colour="faint"))
    parts.append(text((left + right) / 2, _HEIGHT - 6, x_label, anchor="middle", colour="faint"))
    middle = (top + bottom) / 2
    upright = text(14, middle, y_label, anchor="middle", colour="faint")
    parts.append(f'<g transform="rotate(-90 14 {middle:.1f})">{upright}</g>')
    for line, below, above in bands:
        if line.spread is not None:
            parts.append(_filled(x(along), y(above), y(below), line.colour))
        for sign in (1, -1) if line.mirrored else (1,):
            points = np.column_stack([x(along), y(sign * np.asarray(line.values))])
            points = points[np.isfinite(points).all(axis=1)]
            dash = "2 4" if line.dotted else ""
            parts.append(_stroke(points, line.colour, width=1.5 if dash else 2, dash=dash))
    return picture(WIDTH, _HEIGHT, title, parts)


def _filled(x: Floats, above: Floats, below: Floats, colour: str) -> str:
    """The area between two lines."""
    around = zip(np.concatenate([x, x[::-1]]), np.concatenate([above, below[::-1]]), strict=True)
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in around)
    return f'<polygon points="{points}" fill="var(--{colour})" fill-opacity="0.18"/>'


def _band(line: Curve) -> tuple[Floats, Floats]:
    """The lowest and the highest value of a line at each point."""
    values = np.asarray(line.values, dtype=np.float64)
    spread = np.zeros(len(values)) if line.spread is None else np.asarray(line.spread)
    return (-values if line.mirrored else values - spread), values + spread


def _legend(lines: Sequence[Curve]) -> tuple[str, int]:
    """The names of the lines with their colours, and how many rows they take."""
    parts, x, row = [], 10.0, 1
    for line in lines:
        width = 40 + _LETTER * len(line.name)
        if x + width > WIDTH and x > 10:
            x, row = 10.0, row + 1
        y = _TOP - 6 + _ROW * (row - 1)
        ends = np.array([[x, y], [x + 20, y]])
        parts.append(_stroke(ends, line.colour, width=3, dash="2 4" if line.dotted else ""))
        parts.append(text(x + 26, y + 4, line.name))
        x += width
    return "".join(parts), row


def interval_chart(dots: Sequence[Dot], *, title: str, x_label: str) -> str:
    """Means with their intervals, one below the other, with 0 in view.

    Examples
    --------
    >>> drawn = interval_chart([Dot("Ann", 0.1, -0.1, 0.3)], title="Ranking", x_label="sb per hand")
    >>> drawn.count("<circle")
    1
    """
    # an interval is unknown after one game
    ends = [x for dot in dots for x in (dot.mean, dot.low, dot.high) if isfinite(x)]
    low, high = _room(min(0.0, *ends), max(0.0, *ends))
    left = 16 + _LETTER * max(len(dot.name) for dot in dots) + 8
    right = WIDTH - 16 - _LETTER * max(len(dot.note) for dot in dots)
    bottom = _TOP + 30 * len(dots)

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * (right - left)

    parts = []
    marks, digits = ticks(low, high, 6)
    for mark in marks:
        parts.append(_rule(x(mark), _TOP - 10, x(mark), bottom, "rule" if mark else "faint"))
        parts.append(
            text(x(mark), bottom + 18, _signed(mark, digits), anchor="middle", colour="faint")
        )
    parts.append(text((left + right) / 2, bottom + 36, x_label, anchor="middle", colour="faint"))
    for row, dot in enumerate(dots):
        y = _TOP + 30 * row + 10
        parts.append(text(left - 8, y + 4, dot.name, anchor="end", weight=600))
        if isfinite(dot.low + dot.high):
            span = np.array([[x(dot.low), y], [x(dot.high), y]])
            parts.append(_stroke(span, "divat", width=3))
        parts.append(f'<circle cx="{x(dot.mean):.1f}" cy="{y}" r="5" fill="var(--divat)"/>')
        parts.append(text(right + 8, y + 4, dot.note, colour="faint"))
    return picture(WIDTH, bottom + 46, title, parts)


def heat_map(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[Cell | None]],
    *,
    title: str,
    note: str = "",
    cell_size: tuple[int, int] = (84, 44),
) -> str:
    """A table of cells: green above 0, red below, and grey where there is none.

    Examples
    --------
    >>> drawn = heat_map(["Ann"], ["Bob"], [[Cell("+0.10", "± 0.02", 0.5)]], title="Money")
    >>> "var(--up)" in drawn
    True
    """
    wide, high = cell_size
    left = 16 + (_LETTER * max(map(len, rows)) + 8 if any(rows) else 0)
    top = _TOP + (14 if any(columns) else -8)
    width = max(left + wide * len(columns) + 8, 20 + _LETTER * max(len(title) * 1.2, len(note)))
    parts = [
        text(left + wide * (i + 0.5), _TOP + 4, name, anchor="middle", weight=600)
        for i, name in enumerate(columns)
    ]
    for r, (name, row) in enumerate(zip(rows, cells, strict=True)):
        y = top + high * r
        parts.append(text(left - 8, y + high / 2 + 4, name, anchor="end", weight=600))
        parts += [_heat_cell(cell, left + wide * c, y, cell_size) for c, cell in enumerate(row)]
    bottom = top + high * len(rows)
    if note:
        parts.append(text(8, bottom + 20, note, colour="faint"))
    return picture(width, bottom + (30 if note else 8), title, parts)


def _heat_cell(cell: Cell | None, x: float, y: float, size: tuple[int, int]) -> str:
    box = f'x="{x + 1:.1f}" y="{y + 1:.1f}" width="{size[0] - 2}" height="{size[1] - 2}" rx="3"'
    ground = f'<rect {box} fill="var(--soft)"/>'
    if cell is None:
        return ground
    lines = cell.small.split("\n") if cell.small else []
    middle, at = x + size[0] / 2, y + size[1] / 2 + 4
    weight = 700 if cell.bold else 400
    parts = [f"<title>{escape(cell.tooltip)}</title>"] if cell.tooltip else []
    parts.append(ground)
    if cell.strength:
        colour = "up" if cell.strength > 0 else "down"
        opacity = 0.08 + 0.5 * min(1.0, abs(cell.strength))
        parts.append(f'<rect {box} fill="var(--{colour})" fill-opacity="{opacity:.2f}"/>')
    at -= (0, 5, 12)[len(lines)]
    parts.append(text(middle, at, cell.text, anchor="middle", weight=weight))
    for number, line in enumerate(lines, 1):
        below = at + 13 * number
        parts.append(text(middle, below, line, anchor="middle", weight=weight, size=10))
    return f"<g>{''.join(parts)}</g>"


def thinned(count: int, most: int = 600) -> npt.NDArray[np.int64]:
    """Places of at most ``most`` of ``count`` points, spread evenly, with the first and the last.

    Examples
    --------
    >>> thinned(1000, 4).tolist(), thinned(3).tolist()
    ([0, 333, 666, 999], [0, 1, 2])
    """
    return np.linspace(0, count - 1, min(count, most)).astype(np.int64)
