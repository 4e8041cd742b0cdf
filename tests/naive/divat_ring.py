"""DIVAT for several players from its definition: each decision is rolled out twice, in Python.

Betting, pots and showdowns come from the table engine; hand ranks are counted hand by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_hands
from railbird.cards.index import colex_index
from railbird.divat.baseline.settings import Settings
from railbird.evaluate.games import HOLDEM
from railbird.evaluate.strength.ranks import preflop_ranks
from railbird.table import CALL, FOLD, Hand, State

Board = tuple[int, ...]
Offsets = Sequence[Sequence[float]]


@lru_cache(maxsize=64)
def values_to_come(board: Board, size: int) -> npt.NDArray[np.int64]:
    """Values of all hands on each later board of a given size; 0 if they share a card."""
    rest = [card for card in range(52) if card not in board]
    boards = [(*board, *come) for come in combinations(rest, size - len(board))]
    return HOLDEM.board_values(np.array(boards, dtype=np.uint8), holdem_hands())[0].astype(np.int64)


def share_beaten(hole: Board, board: Board, size: int) -> Fraction:
    """The share of hands beaten, ties counting half: the mean over all boards of a given size."""
    values = values_to_come(board, size)
    own = values[:, colex_index(hole)]
    others = values[:, ~np.isin(holdem_hands(), hole).any(axis=1)][own > 0]
    own = own[own > 0, None]
    beaten = 2 * np.sum((others > 0) & (others < own)) + np.sum(others == own)
    return Fraction(int(beaten), 2 * int(np.sum(others > 0)))


@lru_cache(maxsize=50_000)
def effective_rank(hole: Board, board: Board, settings: Settings) -> float:
    """EHR of a hand."""
    seven_only = settings.metric == "7chr"
    if not board:
        ranks = preflop_ranks().effective(settings.makes[0][0], seven_only=seven_only)
        return float(ranks[colex_index(hole)])
    now, then = share_beaten(hole, board, len(board)), share_beaten(hole, board, 5)
    if seven_only:
        return float(then)
    best = float(max(now, then))
    if best > settings.makes[len(board) - 2][0]:
        return best
    return float((now + then) / 2 if len(board) == 3 else then)


def baseline(state: State, hole: Board, board: Board, settings: Settings, offsets: Offsets) -> int:
    """The action of the baseline at a decision."""
    rank = effective_rank(hole, board[: (0, 3, 4, 5)[state.round]], settings)
    worth = sum(rank >= make for make in settings.makes[state.round])
    return choice(state, worth, rank, offsets[state.round])


def choice(state: State, worth: int, rank: float, offsets: Sequence[float]) -> int:
    """The action of the baseline with a hand that is worth so many bets."""
    assert state.actor is not None
    bet, before_flop = state.rules.bets[state.round], state.round == 0
    owed, lowest_raise, _ = state.options()
    if worth > state.raises + before_flop and lowest_raise:
        return lowest_raise
    to_call = min(-(-owed // bet), 4)
    if worth >= to_call:
        return CALL
    pot = 2 * bet if before_flop else state.pot - sum(state.bets)
    price = min(to_call * bet, state.behind[state.actor])
    return FOLD if rank < price / (pot + price) + offsets[to_call - 1] else CALL


def roll_out(
    state: State, hand: Hand, board: Board, settings: Settings, offsets: Offsets
) -> tuple[int, ...]:
    """Payoffs on a board if everyone plays the baseline from here on."""
    state = state.copy()
    while state.actor is not None:
        hole = hand.hole_cards[state.actor]
        assert hole is not None
        state.apply(baseline(state, hole, board, settings, offsets))
    if not state.showdown:
        return state.settle()
    hands = np.array([hand.hole_cards], dtype=np.uint8)
    high, low = HOLDEM.deal_values(hands, np.array([board], dtype=np.uint8))
    return state.settle((high[0], low[:0].ravel()))


def scores(
    hand: Hand, boards: Sequence[npt.NDArray[np.int64]], settings: Settings, offsets: Offsets
) -> tuple[list[npt.NDArray[np.float64]], list[int], npt.NDArray[np.float64]]:
    """Gains by decision, board and player; what the baseline would have done; luck by round."""
    state = State(hand.rules, hand.stacks)
    unit = hand.rules.big_blind
    luck = np.zeros((4, len(hand.players)))
    last = np.zeros(len(hand.players))
    gains, advice = [], []
    waiting = list(hand.actions)

    def values(round_: int) -> npt.NDArray[np.float64]:
        every = [tuple(board.tolist()) for board in boards[round_]]
        return np.array([roll_out(state, hand, b, settings, offsets) for b in every]) / unit

    for round_ in range(len(boards)):
        before = values(round_)
        luck[round_] = before.mean(axis=0) - last
        while waiting and state.round == round_:
            assert state.actor is not None
            hole = hand.hole_cards[state.actor]
            assert hole is not None
            advice.append(baseline(state, hole, tuple(hand.board), settings, offsets))
            state.apply(waiting.pop(0))
            after = values(round_)
            gains.append(after - before)
            before = after
        last = before.mean(axis=0)
    return gains, advice, luck
