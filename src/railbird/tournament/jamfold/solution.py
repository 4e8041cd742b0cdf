"""The solution of a jam-or-fold hand."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_class_index, holdem_class_of_hand
from railbird.cards.range_text import common_range_text
from railbird.cards.ranges import Range
from railbird.errors import OptionError
from railbird.tournament.equity.estimate import DepthReport
from railbird.tournament.jamfold.ends import Payoffs
from railbird.tournament.jamfold.rules import JamRules, Node, decision_key
from railbird.tournament.jamfold.showdowns import two_way
from railbird.version import __version__

Floats = npt.NDArray[np.float64]

DUST = 0.005
"""A solution that is good to ε cannot tell a frequency as small as this from 0."""

LEAST_REACHED = 5e-5
"""A decision that less of the hands get to is not reached: in percent, this rounds to 0.00.

What the solver has there is left over from its first iterations, and answers nothing."""

ROOT_SHARE = 1 / 3
"""EVs that are closer than this part of the root of ε cannot be told apart.

In 35 hands of 2 to 6 players, solved to an ε of 1e-4 and of 1e-6, the better action of a class is
another one than in a solution that is 30 times closer in at most 1.1 % of decisions. Beyond this
difference it is so in at most 1 of 1,900 decisions, and with two players in none."""

TABLE_ERROR = 2.3e-6
"""What the table of three hands can change in an EV, in units of the pool: 13 probabilities that
are each off by 1e-7, in single precision."""

NOT_REACHED = "not reached"


def without_dust(frequencies: Floats, dust: float = DUST) -> Floats:
    """Frequencies for people: less than ``dust`` is 0, more than 1 - ``dust`` is 1.

    The others are rounded to whole percents, or to 0.1 or 0.01 % if ``dust`` is less than half of
    a percent or of 0.1 %.

    Examples
    --------
    >>> without_dust(np.array([6e-11, 0.004, 0.996, 0.123]))
    array([0.  , 0.  , 1.  , 0.12])
    >>> without_dust(np.array([6e-11, 0.004, 0.996, 0.1234]), 0.0005)
    array([0.   , 0.004, 0.996, 0.123])
    """
    if not 0 <= dust < 0.5:
        raise OptionError(f"dust {dust:g}: give a frequency of at least 0 and below 0.5")
    digits = 2 if dust >= DUST else 3 if dust >= DUST / 10 else 4
    kept = np.where(frequencies < dust, 0.0, np.where(frequencies > 1 - dust, 1.0, frequencies))
    return np.asarray(np.round(kept, digits))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class JamDecision:
    """A player's strategy at a node, and its value.

    Parameters
    ----------
    node
        The player and the players already all in, by number in order of action.
    player, after
        The same by the names of the seats.
    is_locked
        Whether the range was fixed by the caller.
    reached
        Probability that the hand gets here; see `is_reached`.
    frequency
        Probability of jamming (calling) here. It differs from ``share`` because of the cards of
        those who are all in.
    jam
        The same for each of the 169 classes.
    ev_fold, ev_jam
        The player's expected payoff from each action, (169,), in units of the pool; NaN if the node
        is never reached.
    dust
        What ``range_text`` takes for 0 or 1: see `without_dust`.
    is_common
        Whether ``range_text`` is in the notation that other programs read: see `common_range_text`.
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
    dust: float = DUST
    is_common: bool = False

    @property
    def name(self) -> str:
        """The name of the decision, such as ``BB after SB``."""
        return self.player + (f" after {', '.join(self.after)}" if self.after else "")

    @property
    def is_reached(self) -> bool:
        """Whether hands get here, so that the solution has something to say."""
        return self.reached >= LEAST_REACHED

    @property
    def has_answer(self) -> bool:
        """Whether there is a range to show: the decision is reached, or fixed by the caller."""
        return self.is_reached or self.is_locked

    @property
    def share(self) -> float:
        """The share of all 1,326 hands that jams (calls)."""
        return float(two_way().dealt @ self.jam)

    @property
    def range_text(self) -> str:
        """The classes that jam, in short form and without dust; ``none`` if there are none.

        Without an answer it is `NOT_REACHED`: see `has_answer`.
        """
        if not self.has_answer:
            return NOT_REACHED
        weights = self.tidied(self.dust).jam
        if self.is_common:
            return common_range_text(weights) or "none"
        if not weights.any():
            return "none"
        return str(Range.from_weights(weights[holdem_class_of_hand()]))

    def tidied(self, dust: float = DUST) -> JamDecision:
        """The decision as people see it: frequencies `without_dust`, and a share that fits them.

        A locked range is the caller's own: it is only rounded. A decision that is not reached has
        no values, and without a lock no frequencies.
        """
        dust = 0.0 if self.is_locked else dust
        shown = replace(self, jam=without_dust(self.jam, dust), dust=dust)
        if self.is_reached:
            return shown
        jam = shown.jam if self.is_locked else np.zeros_like(self.jam)
        nothing = np.full_like(self.jam, np.nan)
        return replace(shown, jam=jam, ev_fold=nothing, ev_jam=nothing)

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
        The rules of the hand.
    seats
        Names of the players in order of action.
    decisions
        One for each node at which somebody decides.
    before
        The value of the stacks if no hand is played.
    payoffs
        Their value with this hand to play.
    gains
        What each player could gain by a best response while the others stay as they are, not
        counting locked nodes.
    epsilon
        The largest gain.
    converged
        Whether epsilon is as small as requested.
    iterations, seconds, algorithm, model, version
        How the solution was found.
    strategy
        The solver's arrays, from which a similar hand can start.
    deals, seed, standard_errors
        If more than three can be all in: the deals drawn for showdowns of four and more (0 if all
        is exact), and the standard errors of ``payoffs`` that come from them. ``epsilon`` is exact
        for the game with these deals.
    ends
        What everybody gets at each end, by who is all in: see `railbird.tournament.jamfold.ends`.
    depths
        The work done to look ahead, if the model does so.
    value_error
        About how far the model's values of the ends may be off.
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
    value_error: float = 0.0
    ranking: str | None = None
    ranked_epsilon: float = 0.0
    version: str = __version__

    @property
    def least_difference(self) -> float:
        """The least difference between EVs that can be told, in units of the pool.

        What ε leaves open grows with its root: a frequency that is off by δ loses about δ², and
        moves the EVs of others by about δ. See `ROOT_SHARE`. To that come the errors of the table
        of three hands, of sampled deals, and of the model.
        """
        found = ROOT_SHARE * math.sqrt(max(self.epsilon, 0.0)) + self.value_error
        if len(self.rules.live) > 2:
            found += TABLE_ERROR
        if self.deals:
            found += 3 * float(np.nanmax(self.standard_errors, initial=0.0))
        return found

    def decision(self, name: str) -> JamDecision:
        """A decision by its name, such as ``SB`` or ``BB after SB``."""
        for one in self.decisions:
            if decision_key(one.name) == decision_key(name):
                return one
        known = "; ".join(one.name for one in self.decisions)
        raise OptionError(f"there is no decision {name!r} in this hand: choose one of {known}")
