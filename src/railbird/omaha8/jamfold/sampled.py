"""The shipped equilibria checked by a sample, without a table of match-ups.

Random hands are played on random boards against every opponent's hand that fits beside both. Boards
are drawn given the hand: of boards for all hands at once, most would share a card with a hand or
its opponent. How many opponents play is counted without boards, so only shares of pots are sampled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb, sqrt

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import omaha_class_of_hand
from railbird.cards.index import BINOMIAL, all_sets, colex_index
from railbird.compute.threads import map_threads
from railbird.errors import OptionError
from railbird.evaluate.values.tables import omaha_tables
from railbird.omaha8.jamfold import _board_kernels as kernels
from railbird.omaha8.jamfold import gaps
from railbird.omaha8.jamfold.game import Floats, JamStakes
from railbird.omaha8.jamfold.solutions import LEVELS, POSITIONS, Solutions
from railbird.omaha8.matchups.table import OPPONENTS
from railbird.stats import t_quantile

STACKS = (2, 4, 6, 8, 11, 15, 25, 45)
"""Stacks in big blinds at which equilibria are checked."""

BOARDS = 700
"""Boards on which each hand is played."""

FAR = 3.3
"""Standard errors: one of a thousand true zeros is further off."""

LUCK = 0.001
"""The largest chance that a sample refutes equilibria that are right."""

SMALL = JamStakes(1.0).small
"""The small blind of the shipped equilibria in big blinds."""

FITTING = comb(52 - 4 - 5, 4)
"""Opponents' hands that fit beside a hand and a board."""


@dataclass(frozen=True, slots=True)
class SampledCheck:
    """The equilibrium of a stack beside a sample, in big blinds a hand.

    Parameters
    ----------
    stack
        The stack in big blinds.
    decisions
        How many decisions were sampled: with each hand, to jam or fold and to call a jam or fold.
    against, most_against
        How many of them are played against the sign of what playing wins by more than `FAR`
        standard errors; and the furthest of all, in standard errors.
    from_gap
        How far what playing wins is from the shipped gap, at most, in standard errors.
    shipped_value, value, error
        What the small blind wins: as shipped, sampled, and its standard error.
    is_refuted
        Whether something is further off than chance allows among all that was sampled.
    """

    stack: float
    decisions: int
    against: int
    most_against: float
    from_gap: float
    shipped_value: float
    value: float
    error: float
    is_refuted: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Sampled:
    """What playing wins more than folding with one hand, and its error: (positions, stacks)."""

    which: int
    gap: Floats
    error: Floats


def sample_solutions(
    shipped: Solutions,
    *,
    hands: int,
    stacks: Sequence[int] = STACKS,
    boards: int = BOARDS,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> list[SampledCheck]:
    """Check equilibria by random hands, a result for each stack.

    ``stacks`` are whole numbers of big blinds from 2 on, for which gaps are shipped. The result
    depends on the seed, not on the number of threads.
    """
    if min(hands, boards) < 2 or min(stacks) < 2:
        raise OptionError("a sample needs 2 hands, 2 boards and stacks of 2 big blinds, or more")
    rows = [shipped.at(stack) for stack in stacks]
    weights = np.concatenate([shipped.call[rows], shipped.jam[rows]]).T.astype(np.int32, order="C")

    def work(number: int) -> _Sampled:
        rng = np.random.default_rng([seed, number])
        return _sample_hand(weights, np.array(stacks), boards, rng)

    found = []
    for each in map_threads(work, range(hands), threads=threads):
        found.append(each)
        if progress is not None:
            progress(len(found) / hands)
    return _judged(shipped, stacks, found, boards)


def _sample_hand(
    weights: npt.NDArray[np.int32], stacks: Floats, boards: int, rng: np.random.Generator
) -> _Sampled:
    """Play a random hand. ``weights`` are the opponent's: calls at each stack, then jams."""
    class_of = omaha_class_of_hand().astype(np.int64)
    hand = np.sort(rng.choice(52, 4, replace=False))
    live = ~np.isin(all_sets(4), hand).any(axis=1)
    plays = weights[class_of[live]].sum(axis=0) / LEVELS / OPPONENTS
    deck = np.setdiff1d(np.arange(52), hand)
    drawn = np.array([rng.choice(deck, 5, replace=False) for _ in range(boards)], dtype=np.uint8)
    won = np.zeros((boards, weights.shape[1]), np.int64)
    kernels.play_hand(hand, drawn, class_of, BINOMIAL, weights, omaha_tables(), won)
    lead = won / 4 / LEVELS / FITTING  # quarters of pots; the mean over all opponents' hands
    called, jammed = np.split(plays, 2)
    jam, call = np.split(lead, 2, axis=1)
    gap = np.stack([2 * stacks * jam + 1 - called + SMALL, 2 * stacks * call / jammed + 1])
    error = gap.std(axis=1, ddof=1) / sqrt(boards)
    return _Sampled(int(class_of[colex_index(hand.tolist())]), gap.mean(axis=1), error)


def _judged(
    shipped: Solutions, stacks: Sequence[int], found: Sequence[_Sampled], boards: int
) -> list[SampledCheck]:
    rows, which = [shipped.at(stack) for stack in stacks], [each.which for each in found]
    gap, error = (
        np.stack([getattr(each, name) for each in found], axis=2) for name in ("gap", "error")
    )
    played = np.stack([shipped.played(each)[np.ix_(rows, which)] for each in POSITIONS]) / LEVELS
    known = np.array([[gaps.load().of(each, r)[which] for r in stacks] for each in POSITIONS])
    apart = np.abs(gap - known) / error
    against = np.maximum((played < 1) * gap, (played > 0) * -gap) / error
    won = played[0] * gap[0] - SMALL
    value, spread = won.mean(axis=1), won.std(axis=1, ddof=1) / sqrt(len(found))
    value_known = shipped.value[rows]
    # all that is looked at shares the luck
    level = 1 - LUCK / (2 * apart.size + len(stacks))
    most = np.maximum(apart, against).max(axis=(0, 2))
    is_off = np.abs(value - value_known) > t_quantile(level, len(found) - 1) * spread
    is_refuted = is_off | (most > t_quantile(level, boards - 1))
    return [
        SampledCheck(
            stack=float(stack),
            decisions=gap[:, i].size,
            against=int(np.count_nonzero(against[:, i] > FAR)),
            most_against=float(max(against[:, i].max(), 0.0)),
            from_gap=float(apart[:, i].max()),
            shipped_value=float(value_known[i]),
            value=float(value[i]),
            error=float(spread[i]),
            is_refuted=bool(is_refuted[i]),
        )
        for i, stack in enumerate(stacks)
    ]
