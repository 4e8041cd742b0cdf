"""The hands of a person as the library has counted them: columns, groups of hands, parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError
from railbird.history.library import Library, Query
from railbird.history.library.counting import Counted, Stake
from railbird.history.tracking import flags as tracking
from railbird.table.money import money

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Marks = npt.NDArray[np.bool_]
Grouping = Literal["kind", "game", "position", "stack", "limit"]

DEPTHS = (10, 20, 40, 100, 200)
"""Stacks in big blinds that separate the groups by stack."""

CASH, TOURNAMENTS = "cash games", "tournaments"
KINDS = (CASH, TOURNAMENTS)
STACKS = (
    *(f"{low} to {high} bb" for low, high in zip((0, *DEPTHS), DEPTHS, strict=False)),
    f"{DEPTHS[-1]} bb or more",
)
COULD = ":could"
"""What ends the name of a statistic if all its chances are meant."""
_LATER = {
    "aggression": (False, "bet, raised or called after the flop"),
    "aggression_frequency": (True, "bet, raised, called or folded after the flop"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsPart:
    """Which of the hands of a person to take; None means any.

    ``kind``, ``game``, ``position``, ``stack`` and ``limit`` are names of groups. ``did`` is the
    key of a statistic, such as ``vpip``: the hands in which it was done, or with ``vpip:could``
    those in which it could be done; ``aggression`` and ``aggression_frequency`` are the hands that
    count in these.
    """

    kind: str | None = None
    game: str | None = None
    position: str | None = None
    stack: str | None = None
    limit: str | None = None
    did: str | None = None


def deeds() -> dict[str, str]:
    """What `HandsPart.did` can be, and in words what the person did or could do."""
    found = {}
    for each in tracking.STATISTICS:
        found[each.key] = each.done_words
        found[each.key + COULD] = each.chance_words
    return found | {key: words for key, (_, words) in _LATER.items()}


class GroupOfHands(NamedTuple):
    """The name of a group, and which hands are in it."""

    name: str
    some: Marks


class PlayerHands:
    """The hands of a person that answer a query, as columns, in order.

    ``won`` and ``adjusted`` are in big blinds. There are few different ``flags``: each is looked
    into only once, and ``flag_of`` says which a hand has. Hands whose big blind is not known are
    not ``is_sized``: they won 0 big blinds.
    """

    def __init__(self, heroes: Sequence[str], counted: Counted) -> None:
        self.heroes = tuple(heroes)
        self._rows = counted.rows
        self.stakes = counted.stakes
        size = max(self.stakes, default=0) + 1
        blinds, is_tournament = np.ones(size), np.zeros(size, dtype=np.bool_)
        for number, stake in self.stakes.items():
            blinds[number] = stake.big_blind or np.inf
            is_tournament[number] = stake.tournament
        self.stake: Ints = self.column("stake")
        flags = self.column("flags")
        self.flags = np.unique(flags)
        self.flag_of = np.searchsorted(self.flags, flags)  # faster than by `unique`
        self.seats = tracking.seat_of(self.flags)[self.flag_of]
        self.big_blind = blinds[self.stake]
        self.is_sized: Marks = np.isfinite(self.big_blind)
        self.won: Floats = self.column("payoff") / self.big_blind
        self.adjusted: Floats = self.column("adjusted") / self.big_blind
        self._is_tournament = is_tournament

    @classmethod
    def read(
        cls, library: Library, heroes: Sequence[str], query: Query | None = None
    ) -> PlayerHands:
        """Read what the library has counted."""
        return cls(heroes, library.counted(heroes, query))

    def __len__(self) -> int:
        return len(self._rows)

    def column(self, name: str) -> npt.NDArray[Any]:
        """A column of `Counted`."""
        return np.ascontiguousarray(self._rows[name])

    @property
    def ids(self) -> Ints:
        """The ids of the hands."""
        return self.column("hand")

    def only(self, part: HandsPart) -> PlayerHands:
        """The hands of a part."""
        if part == HandsPart():
            return self
        return PlayerHands(self.heroes, Counted(self._rows[self.marked(part)], self.stakes))

    def marked(self, part: HandsPart) -> Marks:
        """Which hands are in a part."""
        some = np.ones(len(self), dtype=np.bool_)
        for field in fields(part):
            name = getattr(part, field.name)
            if name is not None:
                some &= self._did(name) if field.name == "did" else self._in(field.name, name)
        return some

    def groups(self, by: Grouping) -> Iterator[GroupOfHands]:
        """The groups that have hands: seats in order of action before the flop, small stacks and
        limits first; the levels of tournaments are taken together.
        """
        keys, names = self._keys[by]
        present = set(np.flatnonzero(np.bincount(keys)).tolist())
        for key, name in enumerate(names):
            if key in present:
                yield GroupOfHands(name, keys == key)

    def _in(self, by: str, name: str) -> Marks:
        keys, names = self._keys[by]
        if name not in names:
            raise OptionError(f"{by} {name!r} is not known: choose {', '.join(names)}")
        return np.asarray(keys == names.index(name))

    def _did(self, name: str) -> Marks:
        key, could, _ = name.partition(COULD)
        facts = {each.key: each for each in tracking.STATISTICS}
        if name in _LATER:
            so = (tracking.bets_of(self.flags) > 0) | (tracking.calls_of(self.flags) > 0)
            if _LATER[name][0]:
                so |= tracking.has(self.flags, tracking.Fact.FOLDED_LATER)
        elif name in deeds():
            each = facts[key]
            so = tracking.has(self.flags, each.chance if could else each.done)
        else:
            raise OptionError(f"did {name!r} is not known: choose {', '.join(deeds())}")
        return np.asarray(so[self.flag_of])

    @cached_property
    def _keys(self) -> Mapping[str, tuple[Ints, tuple[str, ...]]]:
        """By grouping: the group of each hand as a place in the names, and the names."""
        depth = np.searchsorted(DEPTHS, self.column("stack") / self.big_blind, side="right")
        limits, games = limit_names(self.stakes), game_names(self.stakes)
        limit, game = (np.zeros(len(self._is_tournament), dtype=np.int64) for _ in range(2))
        for number, stake in self.stakes.items():
            limit[number] = limits.index(limit_name(stake))
            game[number] = games.index(game_name(stake))
        return {
            "kind": (self._is_tournament[self.stake].astype(np.int64), KINDS),
            "game": (game[self.stake], games),
            "position": (self.seats, tracking.SEATS),
            "stack": (depth, STACKS),
            "limit": (limit[self.stake], limits),
        }


def game_names(stakes: Mapping[int, Stake]) -> tuple[str, ...]:
    """The names of games: limit, no-limit, pot-limit, and the same for each kind of cards."""
    return tuple(dict.fromkeys(game_name(s) for s in sorted(stakes.values(), key=_game)))


def game_name(stake: Stake) -> str:
    """The betting and the cards, such as ``no-limit holdem``."""
    return f"{stake.betting} {stake.game}"


def _game(stake: Stake) -> tuple[str, str]:
    return stake.game, stake.betting


def limit_names(stakes: Mapping[int, Stake]) -> tuple[str, ...]:
    """The names of limits: cash games first, and the smaller big blind of a game."""
    return tuple(
        dict.fromkeys(map(limit_name, sorted(stakes.values(), key=lambda s: (*_size(s), s))))
    )


def _size(stake: Stake) -> tuple[bool, str, str, str, float]:
    """Where a limit stands among others."""
    worth = money(stake.chip)
    coin = worth.sign or worth.code
    return stake.tournament, stake.betting, stake.game, coin, stake.big_blind / worth.chips


def limit_name(stake: Stake) -> str:
    """What was played, in words."""
    game = game_name(stake)
    if stake.tournament:
        return f"tournament, {game}"
    if not stake.big_blind:
        return f"{game}, big blind unknown"
    return f"{game}, big blind {money(stake.chip)(stake.big_blind)}"
