"""Long sessions, played side by side in processes of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from railbird.arena.play import lost_process
from railbird.compute.processes import stream_processes

SESSIONS = 2
FEW_HANDS = 500
"""A shorter session does not need a process of its own."""

R = TypeVar("R")
S = TypeVar("S")


def lengths(hands: int) -> list[int]:
    """How many of the hands each session has.

    Examples
    --------
    >>> lengths(55_201), lengths(1)
    ([27601, 27600], [1])
    """
    shares = [hands // SESSIONS + (place < hands % SESSIONS) for place in range(SESSIONS)]
    return [share for share in shares if share]


def side_by_side(
    play: Callable[[S], Iterator[R]], sessions: Sequence[S], hands: int
) -> Iterator[tuple[int, R]]:
    """What the sessions yield, each with the place of its session.

    ``hands`` is how many they have in all. ``play`` must be a function of a module.
    """
    numbered = list(enumerate(sessions))
    if hands < FEW_HANDS * len(sessions):
        for each in numbered:
            yield from _numbered(play, each)
    else:
        lost = lost_process("session", ())
        yield from stream_processes(partial(_numbered, play), numbered, lost=lambda _: lost)


def _numbered(play: Callable[[S], Iterator[R]], session: tuple[int, S]) -> Iterator[tuple[int, R]]:
    place, what = session
    for each in play(what):
        yield place, each
