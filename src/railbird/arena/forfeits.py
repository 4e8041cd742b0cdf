"""Turns that players forfeited, and who really played.

A program that dies at once loses every hand by checks and folds that were made for it. Nothing
follows from that about how well anybody plays, so no verdict may rest on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from railbird.stats import in_words
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


MOST_FORFEITED = 0.05
"""The share of a player's hands that may be forfeited before nothing follows from its results."""


@dataclass(frozen=True, slots=True)
class Forfeited:
    """The hands of a player in which checks and folds were made for it.

    ``hands`` of the ``dealt`` hands had at least one turn that the player forfeited. It had a turn
    in ``with_turn`` of them, and has ``never_played`` if it forfeited turns in all of these.
    """

    player: str
    hands: int
    with_turn: int
    dealt: int
    never_played: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "never_played", self.hands >= self.with_turn)

    @property
    def left_out(self) -> bool:
        """Whether too many hands were forfeited for a verdict on the player."""
        return self.never_played or self.hands > MOST_FORFEITED * self.with_turn

    @property
    def summary(self) -> str:
        """What it did, in one clause."""
        if self.never_played:
            return f"{self.player} was never able to act"
        return (
            f"{self.player} forfeited turns in {self.hands:,} of the {self.with_turn:,} hands in "
            f"which it had one"
        )

    def __str__(self) -> str:
        if self.never_played:
            where = f"all {self.hands:,} hands" if self.hands > 1 else "the one hand"
            return (
                f"{self.summary}: checks and folds were made for it in {where} in which it had a "
                f"turn"
            )
        return self.summary


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
        self.with_turn: Counter[str] = Counter()
        self.forfeited: Counter[str] = Counter()

    def add(self, hand: Hand, forfeits: Iterable[Forfeit] = ()) -> None:
        """Count a hand."""
        failed = {forfeit.player for forfeit in forfeits}
        self.dealt.update(hand.players)
        self.forfeited.update(failed)
        self.with_turn.update(failed | _took_turns(hand))

    def join(self, other: Attendance) -> None:
        """Count the hands of another table, of some of the same players."""
        self.dealt.update(other.dealt)
        self.with_turn.update(other.with_turn)
        self.forfeited.update(other.forfeited)

    @property
    def found(self) -> tuple[Forfeited, ...]:
        """The players who forfeited turns."""
        return tuple(
            Forfeited(name, self.forfeited[name], self.with_turn[name], self.dealt[name])
            for name in self.players
            if self.forfeited[name]
        )


def _took_turns(hand: Hand) -> set[str]:
    """The players who had a turn: with chips behind the blinds, nobody acts twice before all do."""
    rules, count = hand.rules, len(hand.players)
    if len(hand.actions) >= count and min(hand.stacks) > max(rules.blinds) + max(rules.antes):
        return set(hand.players)
    return {hand.players[seat] for _, seat, _ in hand.replay().actions}


def absent(forfeited: Iterable[Forfeited]) -> list[str]:
    """The players of whom nothing can be said: they forfeited turns in too many hands."""
    return [each.player for each in forfeited if each.left_out]


def why_absent(forfeited: Iterable[Forfeited]) -> str:
    """Why nothing can be said of those who are `absent`; empty if there are none."""
    return in_words([each.summary for each in forfeited if each.left_out])


def verdict_of(forfeited: Sequence[Forfeited], names: Sequence[str]) -> str:
    """What a verdict on these players is of."""
    away = absent(forfeited)
    parts = [each for each in forfeited if not each.left_out]
    said = "all hands"
    if away:
        here = [name for name in names if name not in away]
        if len(here) < 2:
            return f"nothing: {why_absent(forfeited)}"
        said += f", and only of {in_words(here)}"
    if parts:
        who = in_words([each.player for each in parts])
        said += f"; where {who} forfeited turns, the checks and folds made instead count"
    return said
