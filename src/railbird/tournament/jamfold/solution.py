"""What the solution of a jam-or-fold hand tells."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_class_index, holdem_class_of_hand
from railbird.cards.ranges import Range
from railbird.errors import OptionError
from railbird.tournament.equity.estimate import DepthReport
from railbird.tournament.jamfold.ends import Payoffs
from railbird.tournament.jamfold.rules import JamRules, Node
from railbird.tournament.jamfold.showdowns import two_way
from railbird.version import __version__

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class JamDecision:
    """What a player does at a node, and what that is worth.

    Parameters
    ----------
    node
        Player and players all in before, by number in order of action.
    player, after
        The same by the names of the seats.
    is_locked
        Whether the range was given.
    reached
        Probability that the hand comes here.
    frequency
        Probability of jamming (calling) here; cards of those who are all in make it differ from
        ``share``.
    jam
        The same for each of the 169 classes.
    ev_fold, ev_jam
        The player's expected payoff by each action, (169,), in units of the pool; NaN if the node
        is never reached.
    """

    node: Node
    player: str
    after: tuple[str, ...]
    is_locked: bool
    reached: float
    frequency: float
    jam: Floats = field(repr=False)
    ev_fold: Floats = field(repr=False)
    ev_jam: Floats = field(repr=False)

    @property
    def name(self) -> str:
        """Such as ``BB after SB``."""
        return self.player + (f" after {', '.join(self.after)}" if self.after else "")

    @property
    def share(self) -> float:
        """The part of all 1,326 hands that jams (calls)."""
        return float(two_way().dealt @ self.jam)

    @property
    def range_text(self) -> str:
        """The classes that jam, as short as can be; weights in whole percent; ``none`` if none."""
        weights = np.round(self.jam, 2)
        if not weights.any():
            return "none"
        return str(Range.from_weights(weights[holdem_class_of_hand()]))

    def of_hand(self, name: str) -> tuple[float, float, float]:
        """Probability of jamming and EV of fold and jam for a class such as ``AKs``."""
        at = holdem_class_index(name)
        return float(self.jam[at]), float(self.ev_fold[at]), float(self.ev_jam[at])


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class HandSolution:
    """The solution of one hand; payoffs, EVs and gains are in units of the pool.

    Parameters
    ----------
    rules
        What was solved.
    seats
        Names of the players in order of action.
    decisions
        One for each node at which somebody decides.
    before
        What the stacks are worth if no hand is played.
    payoffs
        What they are worth with this hand to play.
    gains
        What each player could gain by a best response, the others staying as they are; without
        nodes that are locked.
    epsilon
        The largest gain.
    converged
        Whether epsilon is as small as was asked for.
    iterations, seconds, algorithm, model, version
        How it was found.
    strategy
        The solver's arrays, to start a similar hand from.
    deals, seed, standard_errors
        If more than three can be all in: deals drawn for showdowns of four and more, 0 if all is
        exact; and the standard errors of ``payoffs`` that come from them. ``epsilon`` is exact for
        the game with these deals.
    ends
        What everybody gets at each end, by who is all in: see `railbird.tournament.jamfold.ends`.
    depths
        What was done to look ahead, where the model does.
    ranking, ranked_epsilon
        If ranges are by a ranking: its name, and the most that a player gains by another range of
        this kind. ``epsilon`` is for any ranges.
    """

    rules: JamRules
    seats: tuple[str, ...]
    decisions: tuple[JamDecision, ...] = field(repr=False)
    before: Floats
    payoffs: Floats
    gains: Floats = field(repr=False)
    epsilon: float
    converged: bool
    iterations: int
    seconds: float
    algorithm: str
    model: str
    strategy: tuple[Floats, ...] = field(repr=False)
    deals: int
    seed: int
    standard_errors: Floats = field(repr=False)
    ends: Payoffs = field(repr=False)
    depths: tuple[DepthReport, ...] = ()
    ranking: str | None = None
    ranked_epsilon: float = 0.0
    version: str = __version__

    def decision(self, name: str) -> JamDecision:
        """A decision by its name, such as ``SB`` or ``BB after SB``."""
        for one in self.decisions:
            if one.name == " ".join(name.split()):
                return one
        known = "; ".join(one.name for one in self.decisions)
        raise OptionError(f"there is no decision {name!r} in this hand: take one of {known}")
