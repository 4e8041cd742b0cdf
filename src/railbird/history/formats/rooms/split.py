"""Where the hands of a file begin and end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
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
    take = group.append
    headed = False
    some = True
    while some:
        some = False
        for line in islice(lines, MOST_LINES):
            some = True
            text = line[1]
            if text >= "!" and sign not in text:  # no space at its beginning
                take(line)  # by far the most
                continue
            empty = not text or text.isspace()
            begins = not empty and sign in text and start.match(text) is not None
            if empty or begins:
                if group and (headed or _is_damaged(group, street)):
                    yield group[:MOST_LINES]
                group, headed = [], begins
                take = group.append
            if not empty:
                take(line)
        del group[MOST_LINES:]  # now and then is enough
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
    for line in lines:
        text = line[1].strip("\ufeff \t")
        if not text:
            continue
        taken = line if text is line[1] else (line[0], text)
        if text[0] in initials and start.match(text):
            if group:
                yield group
            group = [taken]
        elif group:
            if len(group) < most:
                group.append(taken)
        elif lost is not None and lost.match(text):
            group = [taken]
    if group:
        yield group
