"""The states of a tournament: how many units of chips each player has, by order of action."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property
from math import comb

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError, RulesError
from railbird.tournament.equity.checks import check_payouts
from railbird.tournament.jamfold.blinds import BlindLevel
from railbird.tournament.jamfold.rules import MOST_ALL_IN, MOST_PLAYERS

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

RULES = 2
"""Which rules the hands have: one more whenever they change, so that no older file is taken for one
of these. Since 2 the small blind who has nothing to pay stays in."""

UNITS = 45
PRIZES = (50.0, 30.0, 20.0)


@dataclass(frozen=True, slots=True)
class TournamentStakes:
    """A tournament: all chips in units, the prizes, and the blinds, which never rise.

    Parameters
    ----------
    units
        All chips together. Stacks are whole units, and blinds and antes are too, so pots are.
    prizes
        First place first; places without a prize may be left out.
    blinds
        Small and big blind in units.
    ante
        Posted by everybody before the blinds. With an ante, at most three can play: otherwise more
        than three could be all in without a decision.
    """

    units: int = UNITS
    prizes: tuple[float, ...] = PRIZES
    blinds: tuple[float, float] = (1, 2)
    ante: float = 0

    def __post_init__(self) -> None:
        if self.units < 2:
            raise OptionError(f"{self.units} units of chips: give at least one for each player")
        check_payouts(self.prizes, max(MOST_PLAYERS, len(self.prizes)))
        if not all(float(chips).is_integer() for chips in (*self.blinds, self.ante)):
            raise RulesError(f"blinds {self.blinds} and ante {self.ante}: give whole units")
        self.level  # noqa: B018 - refuses blinds that cannot be

    @property
    def level(self) -> BlindLevel:
        """Blinds and ante."""
        return BlindLevel(*self.blinds, self.ante)

    def plan(self, players: int) -> str:
        """What a file says of the tournament that it belongs to.

        It is the same whether numbers were given as 1 or as 1.0.
        """
        small, big = self.blinds
        same = replace(
            self,
            prizes=tuple(float(prize) for prize in self.prizes),
            blinds=(float(small), float(big)),
            ante=float(self.ante),
        )
        return f"rules {RULES} {same} {players} "

    @property
    def pool(self) -> float:
        """All prizes."""
        return float(sum(self.prizes))

    def prizes_for(self, players: int) -> Floats:
        """The prizes that so many players still play for, one for each."""
        found = np.zeros(players)
        kept = self.prizes[:players]
        found[: len(kept)] = kept
        return found


def state_count(units: int, players: int) -> int:
    """How many states there are: the ways to give each player at least one unit.

    Examples
    --------
    >>> [state_count(45, players) for players in range(2, 7)]
    [44, 946, 13244, 135751, 1086008]
    """
    return comb(units - 1, players - 1)


class Layer:
    """All states of a tournament with the same number of players.

    Parameters
    ----------
    stakes
        The tournament.
    players
        How many still have chips.

    Examples
    --------
    >>> layer = Layer(TournamentStakes(units=5), 3)
    >>> layer.stacks.tolist()
    [[1, 1, 3], [1, 2, 2], [1, 3, 1], [2, 1, 2], [2, 2, 1], [3, 1, 1]]
    >>> layer.ranks(layer.stacks).tolist()
    [0, 1, 2, 3, 4, 5]
    """

    def __init__(self, stakes: TournamentStakes, players: int) -> None:
        if not 2 <= players <= min(stakes.units, MOST_PLAYERS):
            most = min(stakes.units, MOST_PLAYERS)
            wanted = f"2 to {most} players" if most > 2 else "2 players"
            raise OptionError(
                f"{players} players with {stakes.units} units of chips: give {wanted}"
            )
        if stakes.ante and players > MOST_ALL_IN:
            raise OptionError(
                f"an ante with {players} players: more than {MOST_ALL_IN} could be all in without "
                f"a decision. Leave out the ante, or give at most {MOST_ALL_IN} players"
            )
        self.stakes, self.players = stakes, players
        self.count = state_count(stakes.units, players)

    def __repr__(self) -> str:
        return f"Layer({self.players} players, {self.count:,} states)"

    @cached_property
    def stacks(self) -> Ints:
        """Units of each player in order of action, (states, players), in lexicographic order."""
        return _compositions(self.stakes.units, self.players)

    @cached_property
    def posted(self) -> Ints:
        """What everybody posts, (states, players)."""
        return self.stakes.level.posted(self.stacks.astype(np.float64)).astype(np.int64)

    def ranks(self, stacks: Ints) -> Ints:
        """The numbers of states given by stacks, (…, players)."""
        before = _ways_below(self.stakes.units, self.players)
        found = np.zeros(stacks.shape[:-1], dtype=np.int64)
        left = np.full(stacks.shape[:-1], self.stakes.units)
        for place in range(self.players - 1):
            found += before[self.players - 1 - place, left, stacks[..., place]]
            left = left - stacks[..., place]
        return found


def _compositions(units: int, players: int) -> Ints:
    """All ways to split units into positive parts, in lexicographic order."""
    found = np.arange(1, units + 1)[:, None]  # first parts; the rest is split later
    found = found[: units - players + 1] if players > 1 else np.array([[units]])
    for place in range(1, players):
        rest = units - found.sum(axis=1)
        if place == players - 1:
            return np.concatenate([found, rest[:, None]], axis=1)
        most = rest - (players - 1 - place)
        rows = np.repeat(np.arange(len(found)), most)
        parts = np.arange(most.sum()) - np.repeat(np.cumsum(most) - most, most) + 1
        found = np.concatenate([found[rows], parts[:, None]], axis=1)
    return found


@cache
def _ways_below(units: int, players: int) -> Ints:
    """``found[m, left, part]``: states with a smaller part, if m more players share the rest."""
    found = np.zeros((players, units + 1, units + 2), dtype=np.int64)
    for more in range(1, players):
        for left in range(1, units + 1):
            ways = [comb(left - part - 1, more - 1) for part in range(1, left)]
            found[more, left, 2 : left + 1] = np.cumsum(ways)
    return found
