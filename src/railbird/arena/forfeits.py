"""Turns that players forfeited, and who really played.

A program that dies at once loses every hand by checks and folds that were made for it. Nothing
follows from that about how well anybody plays, so no verdict may rest on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from railbird.stats import counted, in_words
from railbird.table.hand import Hand


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A turn that a player lost because of an exception or an illegal action.

    The player checks if that is free, and folds otherwise.
    """

    hand: int
    player: str
    reason: str


class SameForfeits(NamedTuple):
    """The forfeits of a player for one reason, and where the first of them was."""

    player: str
    reason: str
    times: int
    match: str
    hand: int


def same_forfeits(forfeits: Iterable[tuple[str, Forfeit]]) -> list[SameForfeits]:
    """Forfeits, each with the match it comes from, by player and reason."""
    found: dict[tuple[str, str], SameForfeits] = {}
    for match, each in forfeits:
        key = each.player, each.reason
        first = found.get(key) or SameForfeits(*key, 0, match, each.hand)
        found[key] = first._replace(times=first.times + 1)
    return list(found.values())


NEVER_PLAYED = "never played a hand of its own"
"""What is said of a player who forfeited a turn in every hand in which it had one."""


@dataclass(frozen=True, slots=True)
class Forfeited:
    """The hands of a player in which checks and folds were made for it.

    ``hands`` of the ``dealt`` hands had at least one turn that the player forfeited. A player who
    ``never_played`` has taken no turn in any of the other hands.
    """

    player: str
    hands: int
    dealt: int
    never_played: bool

    def __str__(self) -> str:
        if self.never_played:
            return (
                f"{self.player} {NEVER_PLAYED}: checks and folds were made for it in "
                f"{self.hands:,} of {counted(self.dealt, 'hand')}"
            )
        return f"{self.player} forfeited turns in {self.hands:,} of {counted(self.dealt, 'hand')}"


def with_forfeits(
    hands: Iterable[Hand], forfeits: Iterable[Forfeit]
) -> Iterator[tuple[Hand, list[Forfeit]]]:
    """Hands of a log, each with its own forfeits."""
    by_hand: dict[str, list[Forfeit]] = {}
    for each in forfeits:
        by_hand.setdefault(str(each.hand), []).append(each)
    return ((hand, by_hand.get(hand.number, [])) for hand in hands)


class Attendance:
    """Counts the forfeited hands of players, hand by hand in any order."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self.dealt: Counter[str] = Counter()
        self.forfeited: Counter[str] = Counter()
        self.missing = set(players)
        """Those of whom no turn was seen in a hand that they did not forfeit."""

    def add(self, hand: Hand, forfeits: Iterable[Forfeit] = ()) -> None:
        """Count a hand."""
        failed = {forfeit.player for forfeit in forfeits}
        self.dealt.update(hand.players)
        self.forfeited.update(failed)
        if self.missing - failed:  # soon nobody is missing, and hands are not replayed
            took_turns = {hand.players[seat] for _, seat, _ in hand.replay().actions}
            self.missing -= took_turns - failed

    def join(self, other: Attendance) -> None:
        """Count the hands of another table, of some of the same players."""
        self.dealt.update(other.dealt)
        self.forfeited.update(other.forfeited)
        self.missing -= set(other.players) - other.missing

    @property
    def found(self) -> tuple[Forfeited, ...]:
        """The players who forfeited turns."""
        return tuple(
            Forfeited(name, self.forfeited[name], self.dealt[name], name in self.missing)
            for name in self.players
            if self.forfeited[name]
        )


def absent(forfeited: Iterable[Forfeited]) -> list[str]:
    """The players who never played."""
    return [each.player for each in forfeited if each.never_played]


def verdict_of(forfeited: Sequence[Forfeited], names: Sequence[str]) -> str:
    """What a verdict on these players is of."""
    away = absent(forfeited)
    parts = [each for each in forfeited if not each.never_played]
    said = "all hands"
    if away:
        here = [name for name in names if name not in away]
        if len(here) < 2:
            return f"nothing: {in_words(away)} {NEVER_PLAYED}"
        said += f", and only of {in_words(here)}"
    if parts:
        who = in_words([each.player for each in parts])
        said += f"; where {who} forfeited turns, the checks and folds made instead count"
    return said
