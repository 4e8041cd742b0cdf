"""Where the hands of a file begin and end."""

from __future__ import annotations

from collections.abc import Iterator
from re import Pattern

from railbird.history.formats.base import Line

MOST_LINES = 2000
"""A hand has fewer lines: what comes after that many is not read."""


def split_hands(
    lines: Iterator[Line], start: Pattern[str], *, sign: str = " #", street: str = "*** "
) -> Iterator[list[Line]]:
    """The lines of each hand: from its header to an empty line or the next header.

    A header contains ``sign``, which is faster to look for than ``start``. Lines without a header
    are a damaged hand if one of them begins like a ``street``, and else text between hands.
    """
    group: list[Line] = []
    headed = False
    for line in lines:
        text = line[1]
        if text and text[0] > " " and sign not in text:
            if len(group) < MOST_LINES:
                group.append(line)  # by far the most
            continue
        empty = not text or text.isspace()
        begins = not empty and sign in text and start.match(text) is not None
        if empty or begins:
            if group and (headed or _is_damaged(group, street)):
                yield group
            group, headed = [], begins
        if not empty:
            group.append(line)
    if group and (headed or _is_damaged(group, street)):
        yield group


def _is_damaged(group: list[Line], street: str) -> bool:
    """Whether lines without a header are of a hand, and not text between hands."""
    return any(text.startswith(street) for _, text in group)


def split_at_headers(
    lines: Iterator[Line],
    start: Pattern[str],
    *,
    initials: str,
    lost: Pattern[str] | None = None,
    most: int = MOST_LINES,
) -> Iterator[list[Line]]:
    """The lines of each hand: from its header to the next, whatever is empty in between.

    A header begins with one of the ``initials``. If the first header is ``lost``, the hand begins
    with a line of this kind.
    """
    group: list[Line] = []
    for at, line in lines:
        text = line.strip("\ufeff \t")
        if not text:
            continue
        if text[0] in initials and start.match(text):
            if group:
                yield group
            group = [(at, text)]
        elif group:
            if len(group) < most:
                group.append((at, text))
        elif lost is not None and lost.match(text):
            group = [(at, text)]
    if group:
        yield group
