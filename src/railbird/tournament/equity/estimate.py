"""What a model answers, and how it found the answer."""

from __future__ import annotations

from dataclasses import dataclass, field

from railbird.tournament.equity.checks import Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class DepthReport:
    """What was done for the states that are so many hands away.

    Parameters
    ----------
    depth
        Hands between now and these states.
    hands
        States of which a hand was solved.
    merged
        How often an end of an earlier hand was a state that was there already.
    cut, cut_reach
        Ends that were left to the base model since they are unlikely, and how likely all are.
    bound
        The most that this can change a payoff, as a part of the pool: the probability of those ends
        times the difference between the first and the last prize.
    error
        About how much it does change: that probability times what looking ahead changed in the
        other states of this depth, on average.
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

    ``error`` is 0 where the model is computed exactly, up to rounding; else how far a payoff (as a
    part of the pool) or a probability may be off: what a measurement or the step of the integral
    tells, or the largest standard error where ``samples`` were drawn. ``how`` names the method;
    ``depths`` tells of hands that were looked ahead.
    """

    values: Floats = field(repr=False)
    error: float
    how: str
    samples: int = 0
    depths: tuple[DepthReport, ...] = ()
