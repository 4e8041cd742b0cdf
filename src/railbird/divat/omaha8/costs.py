"""The rounds that cost a player most at Omaha Hi-Lo, kept while a match is read."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest

import numpy as np
import numpy.typing as npt

from railbird.cards.card import format_cards
from railbird.divat.estimators.summary import CostlyRound
from railbird.divat.heads_up.decisions import SEATS
from railbird.divat.heads_up.describe import baseline_actions, letters
from railbird.divat.heads_up.encode import Games
from railbird.divat.omaha8.scores import BASELINE, Omaha8Scores
from railbird.table.hand import Hand
from railbird.table.state import BOARD_CARDS, ROUND_NAMES

MOST = 10
"""How many rounds are kept."""


class CostlyRounds:
    """Collects the rounds in which the hero left the baseline first and lost most by it."""

    def __init__(self) -> None:
        self.worst: list[CostlyRound] = []

    def add(
        self,
        hands: Sequence[tuple[int, Hand]],
        seats: npt.NDArray[np.int64],
        games: Games,
        scores: Omaha8Scores,
    ) -> None:
        """Add scored hands with their ids, and the hero's seat in each."""
        own = scores.own[np.arange(len(seats)), :, seats]
        found = list(self.worst)
        for place in np.argsort(own, axis=None, kind="stable")[:MOST].tolist():
            i, r = divmod(place, 4)
            if own[i, r] < 0:
                ranks = tuple(scores.ranks[i, r].tolist())
                played = _played(games.actions[i], games.counts[i], r, ranks)
                found.append(_round(hands[i], int(seats[i]), r, played, float(own[i, r])))
        # of equal ones, the first stay
        self.worst = nsmallest(MOST, found, key=lambda each: each.worth)


def _played(
    actions: npt.NDArray[np.int8],
    counts: npt.NDArray[np.int8],
    r: int,
    ranks: tuple[float, float],
) -> tuple[str, str]:
    """A round as it was played and as the baseline plays it, in letters."""
    bets = (actions[:r] == 1).sum(axis=1) * np.array([1, 1, 2, 2])[:r]
    done = [int(action) for action in actions[r, : counts[r]]]
    planned = baseline_actions(r, 1 + int(bets.sum()), ranks, BASELINE)
    return letters(r, done), letters(r, planned)


def _round(
    numbered: tuple[int, Hand], seat: int, r: int, played: tuple[str, str], worth: float
) -> CostlyRound:
    number, hand = numbered
    held = [format_cards(cards or ()) for cards in hand.hole_cards]
    return CostlyRound(
        hand=number,
        number=hand.number,
        round=ROUND_NAMES[r],
        board=format_cards(hand.board[: BOARD_CARDS[r]]),
        sides=tuple((hand.players[p], SEATS[p], held[p]) for p in (seat, 1 - seat)),
        seats=(hand.players[0], hand.players[1]),
        played=played[0],
        baseline=played[1],
        worth=worth,
    )
