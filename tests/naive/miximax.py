"""Miximax and Miximix by plain recursion over all actions and cards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from railbird.players.sparbot.player import Situation, find_place

Floats = npt.NDArray[np.float64]

Done = tuple[tuple[int, int, int], ...]
"""The actions so far: round, player, and 1 for a bet or raise, otherwise 0."""

FOLD, CALL, RAISE = 0, 1, 2
FIRST_PLACE = (0, 8, 78, 708)


class Search:
    """One search: the opponent's chances by place, their hands by leaf, our cards by state."""

    def __init__(
        self,
        actions: Floats,
        hands: Floats,
        moves: Sequence[Floats],
        met: Floats,
        won: Floats,
        share: Floats,
        seat: int,
        temperature: float,
    ) -> None:
        self.actions, self.hands = actions, hands
        self.moves, self.met, self.won, self.share = moves, met, won, share
        self.seat, self.temperature = seat, temperature

    def values(self, done: Done, root: int) -> dict[int, float]:
        """What our actions are worth after ``done``, in a round that began in state ``root``."""
        return {a: self._after(done, a, 0, root) for a in legal(done)}

    def worth(self, done: Done, state: int, root: int) -> float:
        """What a place is worth."""
        found = {a: self._after(done, a, state, root) for a in legal(done)}
        if actor(done) != self.seat:
            chances = self.actions[place(find_place(done))]
            return float(sum(chances[a] * value for a, value in found.items()))
        if self.temperature == 0:
            return max(found.values())
        weights = {a: math.exp(value / self.temperature) for a, value in found.items()}
        return sum(weights[a] * found[a] for a in found) / sum(weights.values())

    def _after(self, done: Done, a: int, state: int, root: int) -> float:
        r, player = find_place(done).round, actor(done)
        if a == FOLD:
            lost = paid(done)[player]
            return -lost if player == self.seat else lost
        more = (*done, (r, player, 1 if a == RAISE else 0))
        after = find_place(more)
        if after.round == r:
            return self.worth(more, state, root)
        if after.round == 4:
            likely = self.hands[after.pot] / self.share
            top = sum(p * w for p, w in zip(likely, self.won[state], strict=True))
            bottom = sum(p * m for p, m in zip(likely, self.met[state], strict=True))
            return float(max(paid(more)) * top / bottom)
        chances = self.moves[r - root][state]
        return float(sum(p * self.worth(more, s, root) for s, p in enumerate(chances)))


@cache
def actor(done: Done) -> int:
    """Who acts: 0 the big blind, 1 the button, who acts first before the flop and last after it."""
    r = find_place(done).round
    here = [p for round_, p, _ in done if round_ == r]
    return 1 - here[-1] if here else (1 if r == 0 else 0)


@cache
def legal(done: Done) -> tuple[int, ...]:
    """The legal actions."""
    r = find_place(done).round
    raises = sum(action for round_, _, action in done if round_ == r)
    folds = (FOLD,) if paid(done)[actor(done)] < max(paid(done)) else ()
    return (*folds, CALL, RAISE) if raises < (3 if r == 0 else 4) else (*folds, CALL)


@cache
def paid(done: Done) -> tuple[float, ...]:
    """What each player has put in, in small bets."""
    found = [1.0, 0.5]
    for r, player, action in done:
        found[player] = max(found) + action * (1 if r < 2 else 2)
    return tuple(found)


def place(at: Situation) -> int:
    """The number of a place of the betting."""
    return FIRST_PLACE[at.round] + at.pot * (8 if at.round == 0 else 10) + at.node


def shrink(
    counts: Floats,
    expected: Floats,
    prior: Floats,
    classes: Sequence[Sequence[int]],
    strengths: Sequence[float],
) -> Floats:
    """The prior corrected by counts, level by level, straight from the definition."""
    found, hoped = prior.copy(), expected.copy()
    for level, k in zip(classes, strengths, strict=True):
        for c in set(level):
            rows = [i for i in range(len(counts)) if level[i] == c]
            seen = sum(counts[i] for i in rows)
            total = float(np.sum(seen))
            if total == 0:
                continue
            mean = sum(hoped[i] for i in rows) / total
            ratio = (seen + k * mean) / (total + k) / mean
            for i in rows:
                found[i] = found[i] * ratio / (found[i] * ratio).sum()
                hoped[i] = counts[i].sum() * hoped[i] * ratio / max((hoped[i] * ratio).sum(), 1e-99)
    return found
