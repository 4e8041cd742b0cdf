"""AIVAT of no-limit matches with players named by the texts that the command line uses."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import count, islice

from railbird.compute.processes import stream_processes
from railbird.compute.threads import one_thread, thread_count
from railbird.divat.no_limit.known import Judged, KnownGames
from railbird.divat.no_limit.ranges import NoLimitTables, RangeValues
from railbird.players.find_known import find_known_ranges
from railbird.players.known.values import range_tables
from railbird.table.hand import Hand

ALONE = 500
"""So many hands are judged before other processes are started, which takes them a second or two."""

_PART = 64
"""Hands that are sent to a process at a time."""

_LOST = "a process that judged hands was lost: give the same command again"


class NamedGames(KnownGames):
    """`KnownGames` of players by name, on all cores if there are many hands.

    Parameters
    ----------
    texts
        The known players, ``KIND`` or ``NAME=KIND``.
    processes
        How many processes judge hands; the results are the same. None uses one for each core.
    """

    def __init__(self, texts: Sequence[str], *, processes: int | None = None) -> None:
        self._texts, self._processes = tuple(texts), processes
        self._tables = range_tables()
        super().__init__(find_known_ranges(texts), RangeValues(self._tables))

    def judge_all(self, hands: Iterable[Hand]) -> Generator[Judged, None, None]:
        """Each hand in order."""
        hands, processes = iter(hands), thread_count(self._processes)
        yield from super().judge_all(hands if processes == 1 else islice(hands, ALONE))
        work = partial(_judge_part, self._texts, self._tables)
        jobs = _parts(hands)
        found: dict[int, list[Judged]] = {}
        following = 0
        answers = stream_processes(work, jobs, lost=lambda _: _LOST, processes=processes)
        with closing(answers):
            for number, judged in answers:
                found[number] = judged
                while following in found:
                    yield from found.pop(following)
                    following += 1


_Part = tuple[int, list[Hand]]


def _parts(hands: Iterator[Hand]) -> Iterator[_Part]:
    for number in count():
        part = list(islice(hands, _PART))
        if not part:
            return
        yield number, part


_made: dict[tuple[str, ...], KnownGames] = {}
"""In a process that judges: what it judges with."""


def _judge_part(
    texts: tuple[str, ...], tables: NoLimitTables, part: _Part
) -> Iterator[tuple[int, list[Judged]]]:
    """The hands of a part, in a process that has one core to itself."""
    number, hands = part
    with one_thread():
        if texts not in _made:
            _made[texts] = KnownGames(find_known_ranges(texts), RangeValues(tables))
        yield number, list(_made[texts].judge_all(hands))
