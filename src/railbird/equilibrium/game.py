"""What a game must tell a solver, and what can be said of any strategy of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError

Floats = npt.NDArray[np.float64]
Strategy = Sequence[Floats]
"""For each place of a game the probabilities of its actions, shape (infosets, actions)."""


@dataclass(frozen=True, slots=True)
class Place:
    """Decisions of one player that have the same number of actions, kept in one array.

    What an information set is, is the game's affair: 169 hand classes behind a jam from the button
    are one place; so are all decisions with three actions of a player of Leduc poker.
    """

    player: int
    infosets: int
    actions: int

    @property
    def shape(self) -> tuple[int, int]:
        """Shape of the place's arrays."""
        return self.infosets, self.actions


@dataclass(frozen=True, slots=True, eq=False)
class BestResponse:
    """A best response of one player to the others' strategies.

    Parameters
    ----------
    strategy
        The responding player's places, in the order in which the game has them.
    gain
        What the player wins by it over what their own part of the strategy wins.
    """

    strategy: tuple[Floats, ...]
    gain: float


class Game(Protocol):
    """A game of ``players`` players with perfect recall, as solvers see it.

    Methods about one player return arrays for the places of that player only, in the order of
    ``places``; strategies always have all places.
    """

    @property
    def players(self) -> int:
        """How many players there are."""

    @property
    def places(self) -> tuple[Place, ...]:
        """Where players decide."""

    def values(self, player: int, strategy: Strategy) -> Sequence[Floats]:
        """Counterfactual values of the player's actions, shape (infosets, actions) each.

        The payoff after each action if all play by ``strategy`` from there on, summed over what
        the player cannot tell apart and weighted by the probability that chance and the others
        (not the player) let it happen.
        """

    def reaches(self, player: int, strategy: Strategy) -> Sequence[Floats]:
        """The player's own probability of coming to each information set, shape (infosets,)."""

    def best_response(self, player: int, strategy: Strategy) -> BestResponse:
        """The player's best pure strategy against the others', and the gain by it."""

    def utilities(self, strategy: Strategy) -> Floats:
        """Expected payoff of each player, shape (players,)."""


class OneDecision(ABC):
    """Base of games in which no player decides twice on the way to any end.

    Such a game has to compute `values` and `utilities` only: every decision is reached by its
    player for certain, and the best response is the best action everywhere.
    """

    players: int
    places: tuple[Place, ...]

    @abstractmethod
    def values(self, player: int, strategy: Strategy) -> Sequence[Floats]:
        """See `Game.values`."""

    @abstractmethod
    def utilities(self, strategy: Strategy) -> Floats:
        """See `Game.utilities`."""

    def reaches(self, player: int, strategy: Strategy) -> Sequence[Floats]:
        """See `Game.reaches`."""
        return [np.ones(place.infosets) for place in self.places if place.player == player]

    def best_response(self, player: int, strategy: Strategy) -> BestResponse:
        """See `Game.best_response`."""
        own = [strategy[i] for i in places_of(self, player)]
        values = self.values(player, strategy)
        gain = 0.0
        for mixed, value in zip(own, values, strict=True):
            gain += float((value.max(axis=1) - (mixed * value).sum(axis=1)).sum())
        return BestResponse(tuple(_pure(value) for value in values), gain)


def _pure(values: Floats) -> Floats:
    return np.asarray(np.eye(values.shape[1])[values.argmax(axis=1)])


def places_of(game: Game, player: int) -> list[int]:
    """Indices of a player's places."""
    return [i for i, place in enumerate(game.places) if place.player == player]


def uniform(game: Game) -> tuple[Floats, ...]:
    """The strategy that takes all actions equally often."""
    return tuple(np.full(place.shape, 1 / place.actions) for place in game.places)


def checked(game: Game, strategy: Strategy) -> tuple[Floats, ...]:
    """A copy of a strategy, after a look at whether it is one of this game."""
    arrays = tuple(np.array(array, dtype=np.float64) for array in strategy)
    shapes = [array.shape for array in arrays]
    wanted = [place.shape for place in game.places]
    if shapes != wanted:
        raise OptionError(f"a strategy of this game has arrays of shapes {wanted}, not {shapes}")
    for array in arrays:
        if not (array >= 0).all() or not np.allclose(array.sum(axis=1), 1):
            raise OptionError("the probabilities of a strategy must be 0 or more and sum to 1")
    return arrays


def gains(game: Game, strategy: Strategy) -> Floats:
    """What each player would gain by a best response, the others staying as they are.

    Their largest is the ε of an ε-equilibrium. Their sum is "NashConv", their mean is what
    open_spiel calls exploitability; neither needs the game to be zero-sum.

    Examples
    --------
    >>> from railbird.equilibrium import gains, kuhn, uniform
    >>> gains(kuhn(), uniform(kuhn())).round(6)
    array([0.375   , 0.541667])
    """
    return np.array([game.best_response(p, strategy).gain for p in range(game.players)])
