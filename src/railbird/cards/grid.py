"""The 13×13 grid of hold'em classes: in the terminal, as SVG, and as PNG.

One layout serves all three. A cell shows the name of its class and is filled from the bottom up in
proportion to a value from 0 to 1, such as the weight in a range or the frequency of a play. Pairs,
suited and offsuit classes have their own colours, even where they are empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import ceil
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.cards.classes import HOLDEM_CLASSES
from railbird.errors import OptionError, WeightError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy.typing as npt
    from rich.text import Text

    from railbird.cards.ranges import Range

    Labels = Sequence[Sequence[str]]

_Colour = tuple[int, int, int]


class CellKind(NamedTuple):
    """Pairs, suited classes or offsuit classes: the combinations of each, and their look."""

    name: str
    combos: int
    full: _Colour
    empty: _Colour


_PAIR = CellKind("pairs", 6, (247, 187, 76), (249, 240, 222))
_SUITED = CellKind("suited", 4, (104, 197, 152), (226, 242, 234))
_OFFSUIT = CellKind("offsuit", 12, (137, 180, 238), (231, 238, 248))

_INK, _FAINT, _PAPER = (24, 32, 44), (104, 114, 128), (255, 255, 255)
_NIGHT = (46, 50, 58)  # what the colours fade to in the terminal

_CELL, _STEP, _MARGIN, _HEAD, _LINE = 44, 46, 16, 36, 19
_SIDE = 12 * _STEP + _CELL
_CAPTION_LINES, _CAPTION_CHARACTERS = 3, 84
_FONT = "Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"


WIDE, NARROW = 65, 52
"""Characters in a row of the terminal's grid, with and without spaces between the cells."""


def cell_kind(at: int) -> CellKind:
    """The kind of a class, given by its index in `HOLDEM_CLASSES`.

    Examples
    --------
    >>> [cell_kind(at).name for at in (0, 1, 13)]
    ['pairs', 'suited', 'offsuit']
    """
    row, column = divmod(at, 13)
    if row == column:
        return _PAIR
    return _SUITED if row < column else _OFFSUIT


def share_label(value: float) -> str:
    """A value from 0 to 1 in percent, for a small cell; nothing for 0 and 1.

    Examples
    --------
    >>> [share_label(x) for x in (0, 6e-11, 0.5, 1 / 3, 1)]
    ['', '<0.01%', '50%', '33.33%', '']
    """
    if value in (0, 1):
        return ""
    if value < 0.0001:
        return "<0.01%"
    return f"{100 * value:.4g}%" if value < 0.99995 else ">99.99%"


class _Cell(NamedTuple):
    row: int
    column: int
    value: float
    label: str
    note: str

    @property
    def name(self) -> str:
        return HOLDEM_CLASSES[13 * self.row + self.column]

    @property
    def kind(self) -> CellKind:
        return cell_kind(13 * self.row + self.column)

    @property
    def tooltip(self) -> str:
        combos = f"{self.value * self.kind.combos:.4g} of {self.kind.combos} combos"
        parts = [f"{self.name}: {100 * self.value:.4g} %", combos, self.label, self.note]
        return " · ".join(part for part in parts if part)


def range_caption(range_: Range) -> str:
    """Describe a range in one line.

    Examples
    --------
    >>> from railbird.cards.ranges import Range
    >>> range_caption(Range.parse("22+, A2s+"))
    '22+, A2s+ · 126 combos · 9.5 %'
    """
    text = str(range_).replace(",", ", ")
    return f"{text} · {range_.combos:.6g} combos · {range_.percent:.1f} %"


def grid_text(
    values: npt.ArrayLike,
    *,
    labels: Labels | None = None,
    title: str = "",
    caption: str = "",
    width: int = WIDE,
) -> Text:
    """Draw the grid for the terminal.

    The higher the value, the stronger the background of the cell. A bar at its right edge shows the
    value on terminals without colours.

    Parameters
    ----------
    values : array, shape (13, 13)
        Values from 0 to 1, in the order of `HOLDEM_CLASSES`.
    labels : sequence of 13 sequences of 13 str, optional
        A second line for each cell; four characters of it are shown.
    title, caption : str
        Lines above and below.
    width : int
        The characters in a line of the terminal. There are no spaces between the cells if they
        would not fit.

    Examples
    --------
    >>> from railbird.cards.ranges import Range
    >>> text = grid_text(Range.parse("QQ+, 50%:AK").class_weights())
    >>> text.plain.splitlines()[1][:20]
    ' AKo▄ KK █ KQs  KJs '
    """
    from rich.text import Text

    rows = _cells(values, labels)
    space = " " if width >= WIDE else ""
    lines = [Text(title, "bold")] if title else []
    for row in rows:
        line = Text()
        for cell in row:
            style, bar = _terminal_styles(cell)
            line.append(f"{space}{cell.name:<3}", style)
            line.append(" ▁▂▃▄▅▆▇█"[ceil(8 * cell.value)], bar)
        lines.append(line)
        if labels:
            second = (
                Text(f"{cell.label[:4]:>4}{space}", _terminal_styles(cell)[0]) for cell in row
            )
            lines.append(Text.assemble(*second))
    if caption:
        lines.append(Text(caption, "dim"))
    return Text("\n").join(lines)


def grid_svg(
    values: npt.ArrayLike,
    *,
    labels: Labels | None = None,
    notes: Labels | None = None,
    title: str = "",
    caption: str = "",
) -> str:
    """Draw the grid as a self-contained SVG.

    Each cell has a title with its class, value and number of combinations. Browsers show it as a
    tooltip, and screen readers read it out.

    Parameters
    ----------
    values : array, shape (13, 13)
        Values from 0 to 1, in the order of `HOLDEM_CLASSES`.
    labels : sequence of 13 sequences of 13 str, optional
        Small text in each cell; by default the percentage, where it is neither 0 nor 100.
    notes : sequence of 13 sequences of 13 str, optional
        More text for the tooltip of each cell.
    title, caption : str
        Text above and below; a long caption is cut after three lines.

    Examples
    --------
    >>> from railbird.cards.ranges import Range
    >>> svg = grid_svg(Range.parse("QQ+, 50%:AK").class_weights(), title="Three-bet")
    >>> "<title>AKs: 50 % · 2 of 4 combos</title>" in svg
    True
    """
    drawing = _draw(_cells(values, labels, notes), title, caption)
    width, height = drawing.width, drawing.height
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="group" aria-label="{escape(title or "Range")}" '
        f'font-family="{_FONT}">'
    )
    parts = [head]
    if caption:
        parts.append(f"<desc>{escape(caption)}</desc>")
    for group in drawing.groups:
        parts.append(
            f'<g role="img"><title>{escape(group.title)}</title>' if group.title else "<g>"
        )
        parts += [
            f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}" '
            f'rx="{box.radius}" fill="{_hex(box.colour)}"/>'
            for box in group.boxes
        ]
        parts += [
            f'<text x="{text.x:g}" y="{text.y:g}" font-size="{text.size}" '
            f'font-weight="{600 if text.bold else 400}" fill="{_hex(text.colour)}" '
            f'text-anchor="{text.anchor}">{escape(text.text)}</text>'
            for text in group.texts
        ]
        parts.append("</g>")
    return "".join([*parts, "</svg>\n"])


def grid_png(
    path: str | Path,
    values: npt.ArrayLike,
    *,
    labels: Labels | None = None,
    title: str = "",
    caption: str = "",
) -> None:
    """Draw the grid into a PNG file, at two pixels for each unit of the SVG.

    Parameters
    ----------
    path : str or Path
        The file to write.
    values, labels, title, caption
        As in `grid_svg`.
    """
    from PIL import Image, ImageDraw, ImageFont

    scale = 2
    drawing = _draw(_cells(values, labels), title, caption)
    image = Image.new("RGB", (scale * drawing.width, scale * drawing.height), _PAPER)
    pen = ImageDraw.Draw(image)
    anchors = {"start": "ls", "middle": "ms", "end": "rs"}
    for group in drawing.groups:
        for box in group.boxes:
            x, y = scale * box.x, scale * box.y
            corner = (x + scale * box.width - 1, y + scale * box.height - 1)
            pen.rounded_rectangle(((x, y), corner), scale * box.radius, fill=box.colour)
        for text in group.texts:
            font = ImageFont.load_default(scale * text.size)
            for shift in (0, 1) if text.bold else (0,):  # the built-in font has no bold
                at = (scale * text.x + shift, scale * text.y)
                pen.text(at, text.text, fill=text.colour, font=font, anchor=anchors[text.anchor])
    image.save(path, format="PNG")


def _cells(
    values: npt.ArrayLike, labels: Labels | None, notes: Labels | None = None
) -> list[list[_Cell]]:
    """Check the values and texts, and return the cells in rows."""
    grid = np.asarray(values, dtype=np.float64)
    if grid.shape != (13, 13):
        raise OptionError(f"values of shape {grid.shape} do not fit the grid, which is 13 by 13")
    wrong = ~((grid >= 0) & (grid <= 1))
    if wrong.any():
        at = int(np.flatnonzero(wrong)[0])
        raise WeightError(f"{grid.flat[at]:g} for {HOLDEM_CLASSES[at]} is not between 0 and 1")
    for name, texts in (("labels", labels), ("notes", notes)):
        if texts is not None and [len(row) for row in texts] != [13] * 13:
            raise OptionError(f"{name} do not fit the grid: give 13 rows of 13 texts")
    return [
        [
            _Cell(
                r,
                c,
                float(grid[r, c]),
                labels[r][c] if labels else "",
                notes[r][c] if notes else "",
            )
            for c in range(13)
        ]
        for r in range(13)
    ]


def _terminal_styles(cell: _Cell) -> tuple[str, str]:
    """Rich styles for the name and the bar of a cell."""
    if cell.value == 0:
        return _hex(_blend(_FAINT, cell.kind.full, 0.3)), ""  # faint on both light and dark
    # start at 35 %, so that a rare hand still differs from an empty cell
    back = _blend(_NIGHT, cell.kind.full, 0.35 + 0.65 * cell.value)
    red, green, blue = back
    ink = _INK if 0.3 * red + 0.59 * green + 0.11 * blue > 120 else _PAPER
    return f"{_hex(ink)} on {_hex(back)}", f"{_hex(cell.kind.full)} on {_hex(back)}"


def _blend(low: _Colour, high: _Colour, share: float) -> _Colour:
    r, g, b = (round(a + share * (b - a)) for a, b in zip(low, high, strict=True))
    return r, g, b


def _hex(colour: _Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


@dataclass(frozen=True, slots=True)
class _Box:
    x: float
    y: float
    width: float
    height: float
    colour: _Colour
    radius: int = 0


@dataclass(frozen=True, slots=True)
class _Text:
    x: float
    y: float
    text: str
    size: int
    colour: _Colour
    anchor: str = "start"
    bold: bool = False


class _Group(NamedTuple):
    boxes: list[_Box]
    texts: list[_Text]
    title: str = ""


class _Drawing(NamedTuple):
    width: int
    height: int
    groups: list[_Group]


def _draw(rows: list[list[_Cell]], title: str, caption: str) -> _Drawing:
    """Boxes and texts of the whole picture, in units of the SVG."""
    lines = wrap(caption, _CAPTION_CHARACTERS)
    if len(lines) > _CAPTION_LINES:
        lines = [*lines[: _CAPTION_LINES - 1], f"{lines[_CAPTION_LINES - 1][:-2]} …"]
    width = 2 * _MARGIN + _SIDE
    below = _HEAD + _MARGIN + _SIDE
    height = below + _MARGIN + (_LINE * len(lines) + 4 if lines else 0)
    groups = [
        _Group([_Box(x=0, y=0, width=width, height=height, colour=_PAPER, radius=8)], []),
        _Group([], [_Text(_MARGIN, 34, title, 17, _INK, bold=True)]),
        _legend(width - _MARGIN),
    ]
    groups += [_draw_cell(cell) for row in rows for cell in row]
    captions = [
        _Text(_MARGIN, below + _LINE * (i + 1) + 3, line, 13, _INK) for i, line in enumerate(lines)
    ]
    return _Drawing(width, height, [*groups, _Group([], captions)])


def _legend(right: int) -> _Group:
    """The key to the colours, ending at the right edge of the grid."""
    boxes, texts = [], []
    for kind, x in ((_PAIR, right - 178), (_SUITED, right - 121), (_OFFSUIT, right - 55)):
        boxes.append(_Box(x=x, y=23, width=12, height=12, colour=kind.full, radius=2))
        texts.append(_Text(x + 17, 33, kind.name, 12, _FAINT))
    return _Group(boxes, texts)


def _draw_cell(cell: _Cell) -> _Group:
    x, y = _MARGIN + _STEP * cell.column, _HEAD + _MARGIN + _STEP * cell.row
    boxes = [_Box(x=x, y=y, width=_CELL, height=_CELL, colour=cell.kind.empty, radius=3)]
    if cell.value > 0:
        filled = max(1.5, _CELL * cell.value)
        boxes.append(
            _Box(
                x=x,
                y=y + _CELL - filled,
                width=_CELL,
                height=filled,
                colour=cell.kind.full,
                radius=3,
            )
        )
    label = cell.label or share_label(cell.value)
    ink = _INK if cell.value > 0 else _FAINT
    middle = x + _CELL / 2
    name_at = y + (20 if label else 27)
    texts = [
        _Text(
            x=middle,
            y=name_at,
            text=cell.name,
            size=14,
            colour=ink,
            anchor="middle",
            bold=cell.value > 0,
        )
    ]
    if label:
        texts.append(_Text(x=middle, y=y + 36, text=label, size=11, colour=ink, anchor="middle"))
    return _Group(boxes, texts, cell.tooltip)
