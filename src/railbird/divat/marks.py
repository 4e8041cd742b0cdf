"""What the decisions of a player in a round are worth as one plan, and what they are called.

Alone, a decision is compared with the baseline's action, if both play the baseline from there on. A
player who checks a flush may have planned to call, where the baseline, once it has checked, would
raise: the check alone then carries the cost of a raise that never came. So the decisions of a
player in a round are taken together. **What a decision gains first makes good what the same player
lost earlier in the round.** This moves value between the decisions of one player in one round, so
the sums stay what they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Grade = Literal["fine", "inaccuracy", "mistake", "blunder"]
GRADES: tuple[tuple[float, Grade], ...] = (
    (0.1, "fine"),
    (0.5, "inaccuracy"),
    (1.5, "mistake"),
    (float("inf"), "blunder"),
)
"""What a decision is called that cost less than this, in small bets."""

MATTERS = 0.005
"""Small bets from which on a difference shows."""


def grade(worth: float) -> Grade:
    """What to call a decision that is worth this much, in small bets.

    Examples
    --------
    >>> grade(0.3), grade(-0.2), grade(-4.0)
    ('fine', 'inaccuracy', 'blunder')
    """
    return next(name for most, name in GRADES if -worth < most)


def after_gains(differences: Sequence[float]) -> list[float]:
    """A player's differences in a round, with gains set against what was lost before them.

    Examples
    --------
    A check that would cost two bets, then a call that saves four: together they save two.

    >>> after_gains([-2.0, 4.0]), after_gains([1.0, -3.0]), after_gains([-2.0, -1.0, 2.0])
    ([0.0, 2.0], [1.0, -3.0], [-1.0, 0.0, 0.0])
    """
    left = list(differences)
    for later in range(len(left)):
        for earlier in reversed(range(later)):
            if left[later] > 0 > left[earlier]:
                some = min(left[later], -left[earlier])
                left[later] -= some
                left[earlier] += some
    return left


def plan_worths(decisions: Sequence[tuple[int, int, float]]) -> list[float]:
    """The worths of the decisions of a hand, given with round, player and own difference."""
    worths = [0.0] * len(decisions)
    own: dict[tuple[int, int], list[int]] = {}
    for i, (round_, player, _) in enumerate(decisions):
        own.setdefault((round_, player), []).append(i)
    for places in own.values():
        for i, worth in zip(places, after_gains([decisions[i][2] for i in places]), strict=True):
            worths[i] = worth
    return worths


def grade_words(name: Grade) -> str:
    """A mark with its article: "an inaccuracy"."""
    return {"fine": "fine", "inaccuracy": "an inaccuracy"}.get(name, f"a {name}")
