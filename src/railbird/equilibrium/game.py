"""What a game must tell a solver, and measures of any strategy in it."""

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
"""For each place of a game, the probabilities of its actions, shape (infosets, actions)."""


@dataclass(frozen=True, slots=True)
class Place:
    """Decisions of one player that have the same number of actions, kept in one array.

    Each game decides what its information sets are. The 169 hand classes that face a jam from the
    button are one place; so are all decisions of a Leduc player with three actions.
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
        The arrays of the responding player's places, in the order of the game.
    gain
        How much more the player wins with it than with their own part of the strategy.
    """

    strategy: tuple[Floats, ...]
    gain: float


class Game(Protocol):
    """A game of ``players`` players with perfect recall, as solvers see it.

    Methods about one player return arrays for that player's places only, in the order of
    ``places``. Strategies always include all places.
    """

    @property
    def players(self) -> int:
        """The number of players."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The places where players decide."""

    def values(self, player: int, strategy: Strategy) -> Sequence[Floats]:
        """Counterfactual values of the player's actions, shape (infosets, actions) each.

        This is the payoff after each action if everyone follows ``strategy`` from there on. It is
        summed over the situations that the player cannot tell apart, each weighted by the
        probability that chance and the others (not the player) lead there.
        """

    def reaches(self, player: int, strategy: Strategy) -> Sequence[Floats]:
        """The player's own probability of reaching each information set, shape (infosets,)."""

    def best_response(self, player: int, strategy: Strategy) -> BestResponse:
        """The player's best pure strategy against the others, and the gain from it."""

    def utilities(self, strategy: Strategy) -> Floats:
        """Expected payoff of each player, shape (players,)."""


class OneDecision(ABC):
    """Base class of games in which no player decides twice on the way to any end.

    Such a game needs to compute only `values` and `utilities`. A player's own actions never keep
    them from a decision, and the best response is the best action everywhere.
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
        return best_actions(own, self.values(player, strategy))


def best_actions(own: Sequence[Floats], values: Sequence[Floats]) -> BestResponse:
    """The best action everywhere, for a player who never decides twice.

    Parameters
    ----------
    own
        The player's part of a strategy.
    values
        The counterfactual values of its actions.
    """
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
    """Check that a strategy fits this game and return a copy."""
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
    """What each player would gain from a best response while the others keep their strategies.

    The largest gain is the ε of an ε-equilibrium. The sum is "NashConv", and the mean is what
    open_spiel calls exploitability. Neither requires a zero-sum game.

    Examples
    --------
    >>> from railbird.equilibrium import gains, kuhn, uniform
    >>> gains(kuhn(), uniform(kuhn())).round(6)
    array([0.375   , 0.541667])
    """
    return np.array([game.best_response(p, strategy).gain for p in range(game.players)])
