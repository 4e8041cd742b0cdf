"""The rounds that cost a player most at Omaha Hi-Lo, kept while a match is read."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest

import numpy as np
import numpy.typing as npt

from railbird.cards.card import format_cards
from railbird.divat.estimators.summary import CostlyRound
from railbird.divat.heads_up.by_decision import (
    DecisionValue,
    GameRound,
    Scored,
    costliest,
    decision_values,
    own_worth,
)
from railbird.divat.heads_up.decisions import SEATS
from railbird.divat.heads_up.describe import baseline_actions, letters
from railbird.divat.heads_up.encode import Games
from railbird.divat.omaha8.scores import BASELINE, Omaha8Scores, score_omaha8
from railbird.table.hand import Hand
from railbird.table.state import BOARD_CARDS, ROUND_NAMES

MOST = 10
"""How many rounds are kept."""


def omaha8_scorer(games: Games) -> Scored:
    """Scores games of Omaha Hi-Lo, for `decision_values`."""
    found = score_omaha8(games, threads=1)
    return Scored(found.skill, found.ranks)


def omaha8_decisions(games: Games) -> list[tuple[DecisionValue, ...]]:
    """The decisions of each game from the flop on: the baseline has no plan before it."""
    return decision_values(games, settings=BASELINE, scorer=omaha8_scorer, from_round=1)


class CostlyRounds:
    """Collects the rounds in which the hero's own decisions cost them most.

    What they cost is at most what the whole round did, as in hold'em.
    """

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

        def own(places: Sequence[GameRound]) -> list[float]:
            some = games.part(np.array([place.game for place in places]))
            values = omaha8_decisions(some)
            return [
                own_worth(each, round_=place.round, player=int(seats[place.game]))
                for place, each in zip(places, values, strict=True)
            ]

        found = list(self.worst)
        skill = scores.skill * (1 - 2 * seats)[:, None]
        skill[:, 0] = 0.0  # before the flop nobody is judged
        if len(self.worst) == MOST:  # a round costs at most its difference
            skill[skill >= self.worst[-1].worth] = 0.0
        for worth, (i, r) in costliest(skill, MOST, own):
            ranks = tuple(scores.ranks[i, r].tolist())
            played = _played(games.actions[i], games.counts[i], r, ranks)
            found.append(_round(hands[i], int(seats[i]), r, played, worth))
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
