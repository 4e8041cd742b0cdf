"""A player's strategies for a whole tournament: what they do in every state of every layer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from railbird.tournament.whole.game import WholeGame

Array = Any


@dataclass(frozen=True, slots=True, eq=False)
class Strategies:
    """What a player does in all states, from any seat.

    Parameters
    ----------
    name
        What to call them.
    jams
        For each number of players, probabilities of jamming in steps of 1/`STEPS`, (states, nodes,
        169), see `railbird.tournament.whole.inner.Policy`.
    """

    name: str
    jams: Mapping[int, Array]

    @classmethod
    def of(cls, game: WholeGame, name: str) -> Strategies:
        """The policies of a game, which all its layers must have."""
        found = {}
        for n in range(2, game.players + 1):
            policy = game.policy(n)
            assert policy is not None
            found[n] = policy.jams
        return cls(name, found)

    def on(self, xp: Any) -> Strategies:
        """The same for another array module, NumPy or CuPy."""
        return Strategies(self.name, {n: xp.asarray(jams) for n, jams in self.jams.items()})
