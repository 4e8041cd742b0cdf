"""Heads-up hands as the arrays that the kernels read. Hands that cannot be judged are refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.divat.baseline.settings import MOST_BETS
from railbird.divat.hands import (
    BettingEncoder,
    EncodedBetting,
    RefusedError,
    board_cards,
    check_limit,
    hole_cards,
)
from railbird.table.hand import Hand
from railbird.table.rules import Rules

NOT_DEALT = 52
MOST_ACTIONS = 16
"""Most actions in a round; with a cap there are at most seven."""


class Games(NamedTuple):
    """Heads-up limit games. Player 1, the big blind, comes first.

    Hold'em has nine cards, Omaha thirteen.

    ``cards`` are both hands and the board (`NOT_DEALT` where it ends). ``rounds`` is the number of
    betting rounds. ``actions`` are by round: −1 fold, 0 check or call, 1 bet or raise.
    """

    cards: npt.NDArray[np.uint8]
    rounds: npt.NDArray[np.int8]
    actions: npt.NDArray[np.int8]
    counts: npt.NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.cards)

    def part(self, part: slice | npt.NDArray[np.int64] | npt.NDArray[np.bool_]) -> Games:
        """Some of the games."""
        return Games(self.cards[part], self.rounds[part], self.actions[part], self.counts[part])


class Encoder:
    """Turns hands into arrays, one after the other.

    ``levels`` is the number of bets that the baseline makes at most after the flop, and ``game``
    the game that is played, at fixed limits.
    """

    def __init__(self, *, levels: int = MOST_BETS, game: str = "holdem") -> None:
        def check(rules: Rules) -> None:
            _check_rules(rules, levels, game)

        self._bettings = BettingEncoder(check, _check_betting)

    def betting(self, hand: Hand) -> EncodedBetting:
        """The betting of a hand. Raises `RefusedError` if DIVAT does not apply to the game."""
        return self._bettings.betting(hand)

    def cards(self, hand: Hand, rounds: int) -> list[int]:
        """The cards of both players and the board, `NOT_DEALT` where the board ends."""
        first, second = hole_cards(hand)
        board = board_cards(hand, rounds)
        return [*first, *second, *board, *(NOT_DEALT,) * (5 - len(board))]


def encode(hands: Iterable[Hand], encoder: Encoder | None = None) -> Games:
    """Hands as arrays. Raises `RefusedError` if one of them cannot be judged."""
    encoder = encoder or Encoder()
    bettings, cards = [], []
    for hand in hands:
        betting = encoder.betting(hand)
        bettings.append(betting)
        cards.append(encoder.cards(hand, betting.rounds))
    return stack(bettings, cards)


def stack(bettings: Sequence[EncodedBetting], cards: Sequence[list[int]]) -> Games:
    """Games from the bettings and cards of hands. Most bettings of a match repeat."""
    seen = {id(betting): betting for betting in bettings}
    place = {key: i for i, key in enumerate(seen)}
    which = np.array([place[id(betting)] for betting in bettings], dtype=np.int64)
    actions = np.zeros((len(seen), 4, MOST_ACTIONS), dtype=np.int8)
    for row, betting in zip(actions, seen.values(), strict=True):
        row[:, : betting.actions.shape[1]] = betting.actions
    rounds = np.array([betting.rounds for betting in seen.values()], dtype=np.int8)
    counts = np.array([betting.counts for betting in seen.values()], dtype=np.int8)
    return Games(
        np.array(cards, dtype=np.uint8).reshape(len(cards), -1 if cards else 9),
        rounds[which],
        actions[which],
        counts.reshape(len(seen), 4)[which],
    )


def join(parts: list[Games]) -> Games:
    """All games of some parts."""
    return Games(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _check_rules(rules: Rules, levels: int, game: str) -> None:
    check_limit(rules, players=2, game=game)
    if 2 * min(rules.blinds) != rules.big_blind:
        raise RefusedError("unusual blinds, antes or bets")
    caps = [cap for cap in rules.cap[1:] if cap >= 0] if rules.cap_heads_up else []
    if levels > MOST_BETS and min(caps, default=levels) < levels:
        raise RefusedError(f"the settings make {levels} bets a round, the table allows {min(caps)}")


def _check_betting(betting: EncodedBetting, stacks: tuple[int, ...]) -> None:
    if betting.actions.shape[1] > MOST_ACTIONS:
        raise RefusedError("too many raises in a round")
    if (betting.actions[0] == 1).sum() >= MOST_BETS:
        raise RefusedError("more than four bets before the flop")
    if betting.paid.max() >= min(stacks):  # or would have been after a call
        raise RefusedError("a player was all in")
