"""Play a whole match to its result, from the first hand or from where it was interrupted.

The rotations of a duplicate match may be played in several processes. Players start each rotation
afresh, so rotations are independent of each other. The processes only play. The process that
started them handles the hands, which come in order within a rotation and in any order between
rotations.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

import numpy as np

from railbird.arena.forfeits import Attendance, Forfeit, with_forfeits
from railbird.arena.match import SECONDS_TO_ACT, Match, MatchTable
from railbird.arena.result import MatchResult, summarise
from railbird.compute.processes import stream_processes
from railbird.compute.threads import thread_count
from railbird.errors import OptionError
from railbird.players.base import Player
from railbird.stopwatch import Stopwatch
from railbird.table.hand import Hand

HandAndForfeits = tuple[Hand, tuple[Forfeit, ...]]

_SECONDS_TO_START = 2.0
"""About how long it takes to start processes; a shorter match is not split."""


def play_match(
    match: Match,
    players: Sequence[Player],
    *,
    played: Sequence[Hand] = (),
    forfeits: Sequence[Forfeit] = (),
    time_limit: float = SECONDS_TO_ACT,
    processes: int | None = 1,
    on_hand: Callable[[Hand], None] | None = None,
    on_forfeits: Callable[[Sequence[Forfeit]], None] | None = None,
) -> MatchResult:
    """Play a match to its end.

    Parameters
    ----------
    match : Match
        The match to play.
    players : sequence of Player
        The players.
    played : sequence of Hand
        The first hands of each rotation, if the match was interrupted.
    forfeits : sequence of Forfeit
        The forfeits of the hands in ``played``.
    time_limit : float
        A player who takes longer than this many seconds for an action forfeits it. After three
        times it is no longer asked. Alarms do this, which only the main thread of a process on a
        POSIX system has.
    processes : int, optional
        The number of processes that play the rotations of a duplicate match; the result is the
        same. None uses one for each core, if the match turns out to be long enough. Pickle must be
        able to send the players.
    on_hand : callable, optional
        Called with every new hand when it is over; the hands of a rotation come in order.
    on_forfeits : callable, optional
        Called with the forfeits of a hand, if any, before the hand.

    Examples
    --------
    >>> from railbird.players import AlwaysCall, AlwaysRaise
    >>> from railbird.table import table_rules
    >>> match = Match(table_rules(2), (200, 200), deals=500, seed=1, duplicate=True)
    >>> result = play_match(match, [AlwaysCall("caller"), AlwaysRaise("raiser")])
    >>> result.hands, [player.mean for player in result.players]
    (1000, [0.0, 0.0])
    """
    watch = Stopwatch()
    if processes is not None and processes < 1:
        raise OptionError(f"{processes} processes cannot play: ask for at least 1")
    table = MatchTable(match, players, time_limit=time_limit)
    all_forfeits = list(forfeits)
    seats = np.array(match.seatings())
    by_position: list[tuple[int, ...]] = [()] * match.hands
    parts = by_rotation(match, played)
    attendance = Attendance([player.name for player in players])
    for hand, lost in with_forfeits(played, forfeits):
        by_position[int(hand.number)] = hand.payoffs
        attendance.add(hand, lost)
    with closing(table), closing(_new_hands(table, parts, processes)) as new_hands:
        for hand, new_forfeits in new_hands:
            by_position[int(hand.number)] = hand.payoffs
            attendance.add(hand, new_forfeits)
            if new_forfeits:
                all_forfeits += new_forfeits
                if on_forfeits is not None:
                    on_forfeits(new_forfeits)
            if on_hand is not None:
                on_hand(hand)
    turns = match.turn(np.arange(match.hands))
    won = np.empty((match.hands, len(players)), dtype=np.int64)
    np.put_along_axis(won, seats[turns], np.array(by_position), axis=1)
    return summarise(
        match_name=match.name,
        names=[player.name for player in players],
        won=won.reshape(match.rotations, match.deals, len(players)),
        positions=seats,
        unit=match.rules.bets[0],
        unit_name="sb" if match.rules.betting == "limit" else "bb",
        seed=match.seed,
        forfeits=tuple(sorted(all_forfeits, key=lambda forfeit: forfeit.hand)),
        forfeited=attendance.found,
        seconds=watch.seconds,
    )


def by_rotation(match: Match, played: Sequence[Hand]) -> list[list[Hand]]:
    """The played hands of each rotation."""
    parts: list[list[Hand]] = [[] for _ in range(match.rotations)]
    for hand in played:
        if not hand.number.isdecimal():
            raise OptionError(
                f"hand {hand.number!r} of the log is not from a match: choose another log"
            )
        if int(hand.number) >= match.hands:
            raise OptionError(
                f"the log has {len(played):,} hands, the match only {match.hands:,}: choose "
                f"another log, or play more"
            )
        parts[int(hand.number) // match.deals].append(hand)
    return parts


def _new_hands(
    table: MatchTable, parts: list[list[Hand]], processes: int | None
) -> Generator[HandAndForfeits, None, None]:
    """Play the hands that are not yet in ``parts``, in this process or in others."""
    most = min(thread_count(processes), table.match.rotations)
    if most > 1 and processes is not None:
        yield from _in_processes(table, parts, most)
        return
    left = table.match.hands - sum(map(len, parts))
    watch, new = None, 0
    for rotation, part in enumerate(parts):
        for hand, is_new in table.play_rotation(rotation, tuple(part)):
            if not is_new:
                continue
            yield hand, tuple(table.forfeits)
            table.forfeits.clear()
            if most == 1:
                continue
            # the time of a hand is unknown at first: start other processes once it is worth it
            part.append(hand)
            new += 1
            watch = Stopwatch() if watch is None else watch
            spent = watch.seconds
            if spent > _SECONDS_TO_START / 2 and spent / new * (left - new) > 2 * _SECONDS_TO_START:
                yield from _in_processes(table, parts, most)
                return


class _Share(NamedTuple):
    """The job of a process: the rest of some rotations, after their first hands."""

    match: Match
    players: Sequence[Player]
    time_limit: float
    parts: dict[int, Sequence[Hand]]


def _in_processes(
    table: MatchTable, parts: Sequence[Sequence[Hand]], processes: int
) -> Iterator[HandAndForfeits]:
    """New hands; ``parts`` are the first hands of each rotation."""
    try:
        pickle.dumps(table.players)
    except Exception as error:  # pickle raises any kind of exception
        raise OptionError(
            f"these players cannot be sent to other processes ({error}): play in one process"
        ) from None
    shares = [
        _Share(
            table.match,
            table.players,
            table.time_limit,
            {r: parts[r] for r in range(first, len(parts), processes)},
        )
        for first in range(processes)
    ]
    lost = lost_process("match", table.players)
    return stream_processes(_play_share, shares, lost=lambda _: lost)


def lost_process(what: str, players: Sequence[Player]) -> str:
    """What is said if a process that played a match ends too early."""
    own = [player.name for player in players if player.remake and not player.keeps_time]
    if not own:
        return f"a process of the {what} ended too early, or was killed"
    return (
        f"a process of the {what} ended too early: the code of {' or '.join(own)} may have ended "
        "it; a bot that is a program (exec:COMMAND) cannot"
    )


def _play_share(share: _Share) -> Iterator[HandAndForfeits]:
    with closing(MatchTable(share.match, share.players, time_limit=share.time_limit)) as table:
        for rotation, played in share.parts.items():
            for hand, is_new in table.play_rotation(rotation, played):
                if is_new:
                    yield hand, tuple(table.forfeits)
                    table.forfeits.clear()
