"""Heads-up no-limit hands as the arrays that the kernels read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.divat.hands import HiddenCardsError, RefusedError, before_rake
from railbird.errors import IllegalActionError
from railbird.table.hand import Hand
from railbird.table.rules import Rules
from railbird.table.state import BOARD_CARDS, FOLD, State

NOT_DEALT = 52


class NoLimitGames(NamedTuple):
    """Heads-up no-limit games in big blinds. Player 0, the big blind, comes first.

    ``cards`` are both hands and the board (`NOT_DEALT` where it ends or is unknown). ``dealt`` is
    the number of rounds whose cards were dealt, ``last`` the round in which the betting ended,
    ``sizes`` what each player has in the pot after each round, and ``stacks`` the smaller stack.
    ``folded`` is who folded (−1: nobody), and ``lost`` what they had in the pot.
    """

    cards: npt.NDArray[np.uint8]
    dealt: npt.NDArray[np.int8]
    last: npt.NDArray[np.int8]
    sizes: npt.NDArray[np.float64]
    stacks: npt.NDArray[np.float64]
    folded: npt.NDArray[np.int8]
    lost: npt.NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.cards)

    def part(self, part: slice | npt.NDArray[np.int64]) -> NoLimitGames:
        """Some of the games."""
        return NoLimitGames(
            self.cards[part],
            self.dealt[part],
            self.last[part],
            self.sizes[part],
            self.stacks[part],
            self.folded[part],
            self.lost[part],
        )


Row = tuple[list[int], int, int, list[float], float, int, float]


def check_no_limit(rules: Rules) -> None:
    """Refuse other games than ordinary heads-up no-limit hold'em."""
    if rules.game != "holdem" or rules.betting != "no-limit":
        raise RefusedError("not no-limit hold'em")
    if rules.players != 2:
        raise RefusedError("not two players")
    if any(rules.antes) or not 0 < rules.blinds[1] <= rules.blinds[0] or rules.first[0] != 1:
        raise RefusedError("unusual blinds or antes")


def encode_hand(hand: Hand) -> Row:
    """The fields of `NoLimitGames` of one hand. Raises `RefusedError` if it cannot be judged."""
    if None in hand.hole_cards:
        raise HiddenCardsError("hole cards are not known")
    return betting_of(hand)


def betting_of(hand: Hand) -> Row:
    """The same for a hand whose hole cards may be unknown; those that are get `NOT_DEALT`.

    Of a hand whose board was dealt more than once it is the first board: see `each_board`.
    """
    state = _replay(hand)
    unit = float(hand.rules.big_blind)
    sizes, last, folded = _sizes(hand, unit)
    lost = min(state.paid) / unit if folded < 0 else state.paid[folded] / unit
    dealt = last + 1 if folded >= 0 else 4
    board = list(hand.board[: BOARD_CARDS[dealt - 1]])
    if len(board) < BOARD_CARDS[dealt - 1]:
        raise HiddenCardsError("cards of the board are missing")
    held = [card for cards in hand.hole_cards for card in (cards or (NOT_DEALT, NOT_DEALT))]
    nine = [*map(int, held), *map(int, board), *(NOT_DEALT,) * (5 - len(board))]
    return nine, dealt, last, sizes, min(hand.stacks) / unit, folded, lost


def result_of(hand: Hand) -> Row:
    """A hand of which only the result counts, as if the loser had folded.

    That is one whose hole cards are unknown, or else the cards of the board.
    """
    state = _replay(hand)
    unit = float(hand.rules.big_blind)
    sizes, last, _ = _sizes(hand, unit)
    won = before_rake(hand, state.paid, 0) / unit
    shown = hand.hole_cards if None in hand.hole_cards else (None, None)
    held = [card for cards in shown for card in (cards or (NOT_DEALT, NOT_DEALT))]
    nine = [*map(int, held), *(NOT_DEALT,) * 5]
    return nine, last + 1, last, sizes, min(hand.stacks) / unit, 0 if won < 0 else 1, abs(won)


def each_board(hand: Hand) -> list[Hand]:
    """The hand with each of its boards. Each pays a part of the pot, so a mean is the hand's."""
    if not hand.run_outs:
        return [hand]
    return [replace(hand, board=board, run_outs=()) for board in (hand.board, *hand.run_outs)]


def _replay(hand: Hand) -> State:
    check_no_limit(hand.rules)
    try:
        state = hand.replay()
    except IllegalActionError:
        raise RefusedError("an action is not legal") from None
    if not state.is_over:
        raise RefusedError("the hand is not finished")
    return state


def _sizes(hand: Hand, unit: float) -> tuple[list[float], int, int]:
    """What both have in the pot after each round, the last round of betting, and who folded."""
    state = State(hand.rules, hand.stacks)
    # players may be all in by posting: then nobody acts
    sizes, last, folded = [min(state.paid) / unit] * 4, 0, -1
    for action in hand.actions:
        last, actor = state.round, state.actor
        state.apply_legal(action)
        if action == FOLD:
            folded = -1 if actor is None else actor
        sizes[last] = min(state.paid) / unit
    for r in range(last + 1, 4):
        sizes[r] = sizes[last]
    return sizes, last, folded


def stack_games(rows: Sequence[Row]) -> NoLimitGames:
    """Games from the rows of hands."""
    cards, dealt, last, sizes, stacks, folded, lost = zip(*rows, strict=True)
    return NoLimitGames(
        np.array(cards, dtype=np.uint8),
        np.array(dealt, dtype=np.int8),
        np.array(last, dtype=np.int8),
        np.array(sizes, dtype=np.float64),
        np.array(stacks, dtype=np.float64),
        np.array(folded, dtype=np.int8),
        np.array(lost, dtype=np.float64),
    )
