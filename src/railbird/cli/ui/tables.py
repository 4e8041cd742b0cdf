"""Tables on the screen that stay whole on a narrow terminal.

A figure is never cut and a word is never broken: one that is too long, such as the name of a file,
has a line of its own, which can be copied. Where a table is too wide, its text columns are
folded at spaces first. If that is not enough, rows become columns. If even that is too wide, each
row is printed as a block of lines.
"""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from railbird.cli.ui.output import plain

if TYPE_CHECKING:
    from rich.console import Console

Cell = str
Row = Sequence[Cell]

_GAP = 2
"""Spaces between columns."""

_LEAST_TEXT = 12
"""A text column is not folded to fewer characters than this."""


_NO_BREAK = re.compile(r"(?<=\d) (?=%)|(?<=[>±]) (?=\d)|(?<=\+/-) (?=\d)")
"""Spaces at which no line ends."""

_HARD_SPACE = "\u00a0"


def screen() -> Console:
    """A console as wide as the terminal. In a file or pipe, lines are as wide as they need to be,
    unless ``COLUMNS`` says otherwise."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, soft_wrap=False, emoji=False)
    if not console.is_terminal and not os.environ.get("COLUMNS", "").isdigit():
        console.width = 1000
    return console


def print_table(
    headings: Row,
    rows: Sequence[Row],
    *,
    title: str = "",
    text: Collection[int] = (0,),
    whole: Collection[int] = (),
) -> None:
    """Print a table to stdout, whole at any width.

    Parameters
    ----------
    headings : sequence of str
        The heading of each column.
    rows : sequence of sequence of str
        The cells. They are printed as they are: no markup.
    title : str
        Printed above the table.
    text : collection of int
        The columns that hold words. They are aligned to the left and may be folded at spaces. The
        others hold figures: they are aligned to the right and never folded.
    whole : collection of int
        Those of ``text`` that are not folded at spaces either, such as names of files.
    """
    console = screen()
    head = [plain(cell) for cell in headings]
    body = [[plain(cell) for cell in row] for row in rows]
    if title:
        console.print(plain(title), style="italic", overflow="fold")
    fitted = _fold(head, body, text, console.width, whole)
    if fitted is not None:
        _print_rows(console, *fitted, text)
        return
    turned = [[name, *cells] for name, *cells in zip(head, *body, strict=True)]
    fitted = _fold(turned[0], turned[1:], (0,), console.width)
    if fitted is not None and len(body) > 1:
        _print_rows(console, *fitted, (0,))
        return
    if head[0] and body:  # what the rows are; no block repeats it
        console.print(_wrapped(head[0], console.width), style="italic")
    for number, row in enumerate(body):
        if number:
            console.print()
        _print_block(console, head, row, is_whole=0 in whole)


def print_text(text: str, *, indent: int = 0, hanging: int = 0) -> None:
    """Print a paragraph to stdout, folded at spaces to the width of the screen.

    Parameters
    ----------
    text : str
        The paragraph.
    indent : int
        Spaces before each line.
    hanging : int
        More spaces before each line but the first.
    """
    console = screen()
    first, later = " " * indent, " " * (indent + hanging)
    console.print(_fill(plain(text), console.width, first=first, later=later), soft_wrap=True)


def print_named(name: str, text: str, *, indent: int = 0) -> None:
    """Print a name, such as that of a file, in one line, and what is said of it."""
    line = plain(f"{name}: {text}")
    if indent + len(line) <= screen().width:
        print(" " * indent + line)
    else:
        print(" " * indent + plain(f"{name}:"))
        print_text(text, indent=indent + 2)


def _fold(
    head: list[str],
    body: list[list[str]],
    text: Collection[int],
    width: int,
    whole: Collection[int] = (),
) -> tuple[list[str], list[list[str]]] | None:
    """The table with its text columns folded to fit the width, or None if it cannot fit."""
    columns = [[name, *cells] for name, *cells in zip(head, *body, strict=True)]
    figures = [c for c in range(len(columns)) if c not in text]
    widths = [max(map(_width, column)) for column in columns]
    if sum(widths) + _GAP * (len(columns) - 1) <= width:
        return head, body
    # headings may be folded at spaces; figures may not
    widths = [max(_longest_word(name), *map(_width, cells)) for name, *cells in columns]
    left = width - _GAP * (len(columns) - 1) - sum(widths[c] for c in figures)
    words = [c for c in range(len(columns)) if c in text]
    least = {
        c: widths[c]
        if c in whole
        else min(widths[c], max(_LEAST_TEXT, *(_longest_word(cell) for cell in columns[c])))
        for c in words
    }
    if left < sum(least.values()):
        return None
    for c in sorted(words, key=lambda c: widths[c]):  # the longest text gives way most
        others = sum(least[o] for o in words if o != c)
        widths[c] = min(widths[c], left - others)
        least[c] = widths[c]
    folded = [
        [_wrapped(cell, widths[c]) if c in text or not i else cell for i, cell in enumerate(column)]
        for c, column in enumerate(columns)
    ]
    rows = [list(row) for row in zip(*folded, strict=True)]
    return rows[0], rows[1:]


def _print_rows(
    console: Console, head: list[str], body: list[list[str]], text: Collection[int]
) -> None:
    """Print a table whose columns fit, with a rule under the headings."""
    widths = [max(map(_width, column)) for column in zip(head, *body, strict=True)]
    rule = plain("─")
    for number, row in enumerate([head, *body]):
        for cells in zip_longest(*(cell.split("\n") for cell in row), fillvalue=""):
            aligned = [
                f"{cell:<{wide}}" if c in text else f"{cell:>{wide}}"
                for c, (cell, wide) in enumerate(zip(cells, widths, strict=True))
            ]
            line = (" " * _GAP).join(aligned).rstrip()
            console.print(line, style=None if number else "bold")
        if not number:
            console.print((" " * _GAP).join(rule * wide for wide in widths), style="dim")


def print_line(text: str) -> None:
    """Print a line below a table in faint letters, folded at spaces."""
    screen().print(plain(text), style="dim")


def print_facts(title: str, facts: Mapping[str, str]) -> None:
    """Print names and values in two columns, below a title; values are folded at spaces."""
    head, row = [plain(name) for name in facts], [plain(value) for value in facts.values()]
    _print_block(screen(), ["", *head], [plain(title), *row])


def _print_block(
    console: Console, head: list[str], row: list[str], *, is_whole: bool = False
) -> None:
    """A row as lines: its first cell, then each heading with its cell."""
    wide = max(map(len, head[1:]), default=0)
    if row[0]:
        first = row[0] if is_whole else _wrapped(row[0], console.width)
        console.print(first, style="bold", soft_wrap=True)
    for name, cell in zip(head[1:], row[1:], strict=True):
        indent = " " * (wide + 4)
        line = f"  {name:<{wide}}  {cell}"
        console.print(_fill(line, console.width, later=indent), soft_wrap=True)


def _wrapped(text: str, width: int) -> str:
    return "\n".join(_fill(line, max(width, 1)) for line in text.split("\n"))


def _fill(text: str, width: int, *, first: str = "", later: str = "") -> str:
    """The text folded at spaces, but not between a number and its % or sign, and indented."""
    folded = textwrap.fill(
        _NO_BREAK.sub(_HARD_SPACE, text),
        width,
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return folded.replace(_HARD_SPACE, " ")


def _width(text: str) -> int:
    return max(map(len, text.split("\n")))


def _longest_word(text: str) -> int:
    return max(map(len, re.split(r"[ \n]", _NO_BREAK.sub(_HARD_SPACE, text))))
