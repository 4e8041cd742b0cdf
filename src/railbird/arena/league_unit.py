"""One half of a match of a league: a unit of work for a process or a machine of a cluster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.arena.forfeits import Attendance, Forfeit, with_forfeits
from railbird.arena.match import Match, MatchTable
from railbird.errors import OptionError
from railbird.players import make_player
from railbird.table.hand import Hand

_HANDS_AT_ONCE = 4096
"""Hands are scored in chunks, so that a long match does not fill the memory."""


class Unit(NamedTuple):
    """A rotation of the match of a pair, after its first hands, in which there were ``forfeits``.

    ``players`` are as `make_player` reads them, and play under ``names``. The hands
    come back only if ``wants_hands``.
    """

    pair: int
    match: Match
    players: tuple[str, str]
    names: tuple[str, str]
    rotation: int
    played: Sequence[Hand]
    forfeits: Sequence[Forfeit]
    time_limit: float
    wants_hands: bool


class NewHand(NamedTuple):
    """A new hand of a pair."""

    pair: int
    hand: Hand | None
    forfeits: tuple[Forfeit, ...]


class Half(NamedTuple):
    """The result of a unit: what the first player won in each deal, in small bets or big blinds.

    ``divat`` is empty if some hands could not be judged, and ``refused`` says why. ``attendance``
    tells who really played.
    """

    pair: int
    rotation: int
    money: npt.NDArray[np.float64]
    divat: npt.NDArray[np.float64]
    refused: Counter[str]
    attendance: Attendance


def play_unit(unit: Unit) -> Iterator[NewHand | Half]:
    """Play the rest of a unit, and score all of it."""
    scores = _Scores(unit, unit.names[0])
    before = with_forfeits(unit.played, unit.forfeits)
    if len(unit.played) == unit.match.deals:
        for hand, lost in before:
            scores.add(hand, lost)
    else:
        players = [make_player(text) for text in unit.players]
        for player, name in zip(players, unit.names, strict=True):
            player.name = name
        with closing(MatchTable(unit.match, players, time_limit=unit.time_limit)) as table:
            for hand, is_new in table.play_rotation(unit.rotation, unit.played):
                lost = list(table.forfeits) if is_new else next(before)[1]
                scores.add(hand, lost)
                if is_new:
                    sent = hand if unit.wants_hands else None
                    yield NewHand(unit.pair, sent, tuple(lost))
                    table.forfeits.clear()
    yield scores.finish()


def play_whole_unit(_: None, unit: Unit) -> list[NewHand | Half]:
    """All that `play_unit` finds, at once."""
    return list(play_unit(unit))


class _Scores:
    """Money and DIVAT of the hands of a unit, as they come."""

    def __init__(self, unit: Unit, hero: str) -> None:
        self._unit = unit
        self._hero = hero
        self._money: list[int] = []
        self._divat: list[npt.NDArray[np.float64]] = []
        self._refused: Counter[str] = Counter()
        self._waiting: list[Hand] = []
        self._attendance = Attendance(unit.names)

    def add(self, hand: Hand, forfeits: Sequence[Forfeit]) -> None:
        unit, number = self._unit, unit_number(self._unit, len(self._money))
        if hand.number != number or hand.table != unit.match.name or self._hero not in hand.players:
            raise OptionError(
                f"hand {hand.number!r} of {hand.table!r} stands in the log of "
                f"{unit.match.name!r}, where hand {number} belongs: choose another folder"
            )
        self._money.append(hand.payoffs[hand.players.index(self._hero)])
        self._attendance.add(hand, forfeits)
        self._waiting.append(hand)
        if len(self._waiting) == _HANDS_AT_ONCE:
            self._score()

    def _score(self) -> None:
        from railbird.divat.heads_up.match import (
            analyze,  # with kernels that a match can do without
        )

        if self._waiting and not self._refused:
            found = analyze(self._waiting, hero=self._hero, threads=1)
            self._divat.append(found.divat)
            self._refused += Counter(found.refused)
        self._waiting = []

    def finish(self) -> Half:
        """The result, when all hands are there."""
        self._score()
        return Half(
            pair=self._unit.pair,
            rotation=self._unit.rotation,
            money=np.array(self._money) / self._unit.match.rules.bets[0],
            divat=np.zeros(0) if self._refused else np.concatenate(self._divat),
            refused=self._refused,
            attendance=self._attendance,
        )


def unit_number(unit: Unit, deal: int) -> str:
    """The number of the hand in which a deal is played."""
    return str(unit.rotation * unit.match.deals + deal)
