"""The result of a model, and how it was computed."""

from __future__ import annotations

from dataclasses import dataclass, field

from railbird.tournament.equity.checks import Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class DepthReport:
    """The work done for the states at one depth, so many hands away.

    Parameters
    ----------
    depth
        The number of hands between now and these states.
    hands
        The number of states for which a hand was solved.
    merged
        How often an end of an earlier hand led to a state that was already present.
    cut, cut_reach
        Unlikely ends that were left to the base model, and their total probability.
    bound
        The most that this can change a payoff, as a share of the pool: the probability of those
        ends times the difference between the first and the last prize.
    error
        About how much it does change a payoff: that probability times the average change that
        looking ahead made in the other states of this depth.
    epsilon
        The most that a player could gain in one of the hands, and the mean over all hands.
    seconds
        Time taken.
    """

    depth: int
    hands: int
    merged: int
    cut: int
    cut_reach: float
    bound: float
    error: float
    epsilon: tuple[float, float]
    seconds: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """Payoffs (states, players) or finishing matrices (states, players, places).

    ``error`` is 0 where the model is computed exactly, up to rounding. Otherwise it is how far a
    payoff (as a share of the pool) or a probability may be off: from a measurement, from the step
    of the integral, or the largest standard error where ``samples`` were drawn. ``how`` names the
    method; ``depths`` describes the hands that were looked ahead.
    """

    values: Floats = field(repr=False)
    error: float
    how: str
    samples: int = 0
    depths: tuple[DepthReport, ...] = ()
