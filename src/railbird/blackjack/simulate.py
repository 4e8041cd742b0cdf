"""Many hands at once, played by a table strategy from a fresh shoe, with money and scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from railbird.blackjack import _game_kernels as kernels
from railbird.blackjack.decisions import BlackjackDecision
from railbird.blackjack.players import basic_strategy
from railbird.blackjack.rules import BlackjackRules
from railbird.blackjack.scores import decision_score
from railbird.blackjack.strategy import TableStrategy
from railbird.blackjack.trees import Floats
from railbird.blackjack.values import RULES
from railbird.errors import OptionError

CHUNK = 50_000


@dataclass(frozen=True, slots=True, eq=False)
class Simulated:
    """What each hand won, in bets, and the score of its decisions."""

    won: Floats
    scores: Floats


def simulate(
    strategy: TableStrategy,
    hands: int,
    *,
    seed: int = 1,
    rules: BlackjackRules = RULES,
    baseline: TableStrategy | None = None,
    progress: Callable[[float], None] = lambda _: None,
) -> Simulated:
    """Play hands by a strategy, each from a full shoe, and score them against a baseline.

    Parameters
    ----------
    strategy, hands, seed
        Who plays, how many hands, and the seed: hand i of a seed has the same cards whoever plays.
    rules
        The rules of the table.
    baseline
        The strategy to compare with; by default basic strategy.
    progress
        Called with the fraction done.

    Examples
    --------
    >>> found = simulate(basic_strategy(RULES), 1000)
    >>> len(found.won), bool(found.scores.any())
    (1000, False)
    """
    if hands < 1 or seed < 0:
        raise OptionError(f"{hands} hands and seed {seed}: give at least 1 hand and a seed from 0")
    if rules.decks == np.inf:
        raise OptionError("hands cannot be dealt from infinite decks: give a number of decks")
    base = basic_strategy(rules) if baseline is None else baseline
    won, scores = np.empty(hands), np.zeros(hands)
    differing = np.empty((CHUNK, kernels.WIDTH), np.int64)
    of_hand = np.empty(CHUNK, np.int64)
    known: dict[bytes, float] = {}
    begun = 0
    while begun < hands:
        part = won[begun : begun + CHUNK]
        played, found = kernels.play_many(
            seed, begun, np.array(rules.shoe), strategy.moves, strategy.splits, base.moves,
            base.splits, rules.hits_soft_17, rules.double_after_split, rules.blackjack_pays,
            part, differing, of_hand,
        )  # fmt: skip
        rows, which = np.unique(differing[:found], axis=0, return_inverse=True)
        worth = np.empty(len(rows))
        for i, row in enumerate(rows):
            key = row.tobytes()
            if key not in known:
                known[key] = decision_score(BlackjackDecision.of_row(row), rules, base)
            worth[i] = known[key]
        np.add.at(scores, begun + of_hand[:found], worth[which.reshape(-1)])
        begun += int(played)
        progress(begun / hands)
    return Simulated(won, scores)
