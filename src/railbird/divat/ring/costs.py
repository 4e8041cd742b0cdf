"""Where a player at a table lost equity: their decisions by round, and the costliest ones."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappush, heappushpop
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.card import format_cards
from railbird.divat.hands import hand_label
from railbird.divat.marks import plan_worths
from railbird.divat.ring.deals import Floats
from railbird.table.hand import Hand
from railbird.table.state import BOARD_CARDS, ROUND_NAMES, State

if TYPE_CHECKING:
    from railbird.divat.ring.scores import RingScore

MOST = 10
"""How many costly decisions are kept for each player."""


@dataclass(frozen=True, slots=True)
class CostlyDecision:
    """What a player did, what the baseline would have done, and what that was worth to the player.

    ``hand`` is the hand's id, or its place from 1, and ``number`` its own. ``against`` are
    the names and cards of the others who had not folded. ``worth`` and ``error``, its standard
    error from sampling, are in small bets. The decisions of a player in a round are one plan (see
    `railbird.divat.marks`), which costs at most what the round did.
    """

    hand: int
    number: str
    round: str
    cards: str
    board: str
    against: tuple[tuple[str, str], ...]
    action: str
    baseline: str
    worth: float
    error: float

    def label(self, *, kept: bool) -> str:
        """What the hand is called; see `hand_label`."""
        return hand_label(self.number, self.hand, kept=kept)


@dataclass(frozen=True)
class OwnDecisions:
    """What a player's decisions were worth to the player, in small bets.

    ``by_round`` are sums. ``costly`` are the decisions that cost most, the worst first.
    """

    by_round: tuple[float, float, float, float]
    costly: tuple[CostlyDecision, ...]


class Costs:
    """Collects everybody's decisions, hand by hand."""

    def __init__(self) -> None:
        self._by_round: dict[str, Floats] = {}
        # the least costly one is on top, to be replaced; of equal ones the first stay
        self._kept: dict[str, list[tuple[float, int, int, CostlyDecision]]] = {}

    def add(self, number: int, hand: Hand, score: RingScore) -> None:
        """Add a scored hand with its id."""
        rounds = np.zeros((4, len(hand.players)))
        for decision in score.decisions:
            rounds[decision.round] += decision.differences
        worths = plan_worths(
            [
                (one.round, one.position, float(one.differences[one.position]))
                for one in score.decisions
            ]
        )
        for i, (decision, worth) in enumerate(zip(score.decisions, worths, strict=True)):
            name = hand.players[decision.position]
            self._by_round.setdefault(name, np.zeros(4))[decision.round] += worth
            kept = self._kept.setdefault(name, [])
            stays = max(worth, float(rounds[decision.round, decision.position]))
            key = (-stays, -number, -i)
            if stays >= 0 or (len(kept) == MOST and key <= kept[0][:3]):
                continue
            costly = _describe(number, hand, score, i, stays)
            if len(kept) < MOST:
                heappush(kept, (*key, costly))
            else:
                heappushpop(kept, (*key, costly))

    def finish(self) -> dict[str, OwnDecisions]:
        """The collected decisions, by name."""
        found = {}
        for name, sums in self._by_round.items():
            preflop, flop, turn, river = sums.tolist()
            costly = tuple(row[3] for row in sorted(self._kept[name], reverse=True))
            found[name] = OwnDecisions((preflop, flop, turn, river), costly)
        return found


def _describe(number: int, hand: Hand, score: RingScore, i: int, worth: float) -> CostlyDecision:
    decision = score.decisions[i]
    state = State(hand.rules, hand.stacks)
    for action in hand.actions[:i]:
        state.apply(action)
    position = decision.position
    # scored hands show all cards
    cards = [format_cards(held or ()) for held in hand.hole_cards]
    return CostlyDecision(
        hand=number,
        number=hand.number,
        round=ROUND_NAMES[decision.round],
        cards=cards[position],
        board=format_cards(hand.board[: BOARD_CARDS[decision.round]]),
        against=tuple(
            (name, cards[p])
            for p, name in enumerate(hand.players)
            if p != position and not state.folded[p]
        ),
        action=state.word(decision.action),
        baseline=state.word(decision.baseline),
        worth=worth,
        error=float(decision.errors[position]),
    )
