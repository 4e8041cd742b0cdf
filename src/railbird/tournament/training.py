"""A quiz on a solved jam-or-fold hand: which hands to ask, and what an answer costs.

Most hands of a table are easy. Half of the questions are close decisions: those among the 20
classes that lose least by the other choice. The rest come as they are dealt. Decisions come as
often as the solved hand gets to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from railbird.cards.classes import HOLDEM_CLASSES
from railbird.errors import OptionError
from railbird.tournament.jamfold.showdowns import two_way
from railbird.tournament.jamfold.solution import JamDecision

CLOSE = 20
"""How many classes of a decision count as close."""

CLOSE_SHARE = 0.5
"""The share of questions that are close."""

SLIGHT = 1e-4
"""An answer that loses less than this share of the pool is right."""


@dataclass(frozen=True, slots=True)
class JamAnswer:
    """What an answer costs.

    Parameters
    ----------
    frequency
        How often the solution goes all in.
    ev_fold, ev_jam
        What the choices are worth, in units of the pool.
    lost
        What the answer loses against the better choice; 0 if the difference cannot be told.
    is_right
        Whether that is less than `SLIGHT`.
    """

    frequency: float
    ev_fold: float
    ev_jam: float
    lost: float
    is_right: bool


class JamTrainer:
    """Asks about the decisions of a solved hand.

    Parameters
    ----------
    decisions
        Decisions of a solution. Locked ones, and those that nobody gets to, are not asked.
    least
        The least difference between EVs that the solution can tell, see `HandSolution`. Classes
        whose choices are closer are not asked, unless all are.

    Examples
    --------
    >>> from railbird.tournament import solve_hand
    >>> trainer = JamTrainer(solve_hand([10, 10], blinds=(0.5, 1)).decisions)
    >>> trainer.question(seed=1, number=1) == trainer.question(seed=1, number=1)
    True
    >>> trainer.answer("SB", "AA", play=True).is_right
    True
    """

    def __init__(self, decisions: Sequence[JamDecision], *, least: float = 0.0) -> None:
        self._least = least
        self._decisions = [one for one in decisions if one.is_reached and not one.is_locked]
        if not self._decisions:
            raise OptionError(
                "there is nothing to ask: every decision is locked, or nobody gets to it"
            )

    def question(self, *, seed: int, number: int) -> tuple[JamDecision, str]:
        """A decision and a class such as ``AKs``; the same for the same seed and number."""
        random = np.random.default_rng([seed, number])
        often = np.array([one.reached for one in self._decisions])
        decision = self._decisions[int(random.choice(len(often), p=often / often.sum()))]
        gaps = np.abs(decision.ev_jam - decision.ev_fold)
        if np.nanmax(gaps) >= self._least:
            gaps[gaps < self._least] = np.nan
        dealt = np.where(np.isnan(gaps), 0.0, two_way().dealt)
        if random.random() < CLOSE_SHARE:
            close = np.argsort(np.where(np.isnan(gaps), np.inf, gaps))[:CLOSE]
            dealt[np.setdiff1d(np.arange(len(dealt)), close)] = 0.0
        return decision, HOLDEM_CLASSES[int(random.choice(len(dealt), p=dealt / dealt.sum()))]

    def answer(self, decision: str, hand_class: str, *, play: bool) -> JamAnswer:
        """Judge the choice to go all in (True) or to fold."""
        known = [one for one in self._decisions if one.name == decision]
        if not known:
            names = "; ".join(one.name for one in self._decisions)
            raise OptionError(f"{decision!r} is not a decision to ask about: choose {names}")
        often, fold, in_ = known[0].of_hand(hand_class)
        lost = max(fold, in_) - (in_ if play else fold)
        if lost < self._least:
            lost = 0.0
        return JamAnswer(often, fold, in_, lost, lost < SLIGHT)
