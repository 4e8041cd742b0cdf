"""Command-line sessions shown on a page, and whether a run still prints the same.

A session is a fenced block of kind ``console`` or ``text`` that begins with ``$ railbird``. Every
line that begins with ``$`` is a command, and the lines after it are its output on stdout. A line
with only ``…`` stands for any number of lines, including none. Times, rates, dates and the version
are not compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

PROMPT = "$ "
OMITTED = "…"

_FENCE = re.compile(r"^```(?:console|text)\n(\$ railbird .*?)^```$", re.MULTILINE | re.DOTALL)
_MASKS = (
    (re.compile(r"\b\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?"), "<date>"),
    (re.compile(r"\b[\d,]+(?:\.\d+)? (?:ms|s|min)\b"), "<time>"),
    (re.compile(r"\b[\d,]+(?:\.\d+)? (games|hands|tournaments)/s\b"), r"<rate> \1/s"),
    (re.compile(r"\brailbird \d+\.\d+\.\d+\w*"), "railbird <version>"),
)


@dataclass(frozen=True)
class Session:
    """A command on a page, and the output that the page shows below it."""

    line: int
    command: str
    output: tuple[str, ...]


def sessions(page: str) -> Iterator[Session]:
    """All sessions of a page, in order."""
    for block in _FENCE.finditer(page):
        first = page.count("\n", 0, block.start()) + 2
        lines = block[1].splitlines()
        starts = [i for i, line in enumerate(lines) if line.startswith(PROMPT)]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            command = lines[start].removeprefix(PROMPT)
            yield Session(first + start, command, tuple(lines[start + 1 : end]))


def agrees(shown: tuple[str, ...], printed: str) -> bool:
    """Whether a run printed what a page shows."""
    return _fits(_comparable(shown), _comparable(printed.splitlines()))


def _comparable(lines: tuple[str, ...] | list[str]) -> list[str]:
    """The lines without what differs between runs, and without trailing blanks."""
    masked = []
    for line in lines:
        text = line
        for pattern, name in _MASKS:
            text = pattern.sub(name, text)
        masked.append(text.rstrip())
    while masked and not masked[-1]:
        masked.pop()
    return masked


def _fits(shown: list[str], printed: list[str]) -> bool:
    """Compare the parts between omissions: the first and last in place, the others in order."""
    parts: list[list[str]] = [[]]
    for line in shown:
        if line == OMITTED:
            parts.append([])
        else:
            parts[-1].append(line)
    if len(parts) == 1:
        return parts[0] == printed
    first, *middle, last = parts
    end = len(printed) - len(last)
    at = len(first)
    if end < at or printed[:at] != first or printed[end:] != last:
        return False
    for part in middle:
        places = range(at, end - len(part) + 1)
        found = next((i for i in places if printed[i : i + len(part)] == part), None)
        if found is None:
            return False
        at = found + len(part)
    return True
