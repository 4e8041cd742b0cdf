"""Hands as the arrays that the kernels read; hands that DIVAT cannot judge are refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.divat.baseline.preflop import MOST_BETS
from railbird.errors import IllegalActionError
from railbird.table.hand import Hand
from railbird.table.rules import Rules
from railbird.table.state import CALL, FOLD

NOT_DEALT = 52
MOST_ACTIONS = 16
"""Actions of a round that are kept; with a cap there are at most seven."""


class Games(NamedTuple):
    """Heads-up limit games; player 1, who comes first, is the big blind.

    ``cards`` are the hands of both and the board (`NOT_DEALT` where it ends), ``rounds`` the number
    of betting rounds, ``actions`` what was done in each: −1 fold, 0 check or call, 1 bet or raise.
    """

    cards: npt.NDArray[np.uint8]
    rounds: npt.NDArray[np.int8]
    actions: npt.NDArray[np.int8]
    counts: npt.NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.cards)

    def part(self, part: slice) -> Games:
        """Some of the games."""
        return Games(self.cards[part], self.rounds[part], self.actions[part], self.counts[part])


class RefusedError(Exception):
    """A hand cannot be judged; the text is the reason, the same for all hands of its kind."""


class HiddenCardsError(RefusedError):
    """Hole cards are not known."""


@dataclass(frozen=True, slots=True)
class Betting:
    """The betting of a hand, by round; ``chips`` is the most that a player put in."""

    rounds: int
    actions: npt.NDArray[np.int8]
    counts: npt.NDArray[np.int64]
    chips: int


class Encoder:
    """Turns hands into arrays; bettings that were seen before cost next to nothing."""

    def __init__(self) -> None:
        self._rules: Rules | None = None
        self._seen: dict[tuple[int, ...], Betting] = {}

    def betting(self, hand: Hand) -> Betting:
        """The betting of a hand; `RefusedError` if DIVAT does not know such a game."""
        if hand.rules is not self._rules and hand.rules != self._rules:
            _check_rules(hand.rules)
            self._rules, self._seen = hand.rules, {}
        known = self._seen.get(hand.actions)
        fresh = known is None
        if known is None:
            known = _betting(hand)
        if known.chips >= min(hand.stacks):
            raise RefusedError("a player was all in")
        # refusals are not kept: with other stacks the same actions can be a whole hand
        if fresh and len(self._seen) < 100_000:
            self._seen[hand.actions] = known
        return known

    def cards(self, hand: Hand, rounds: int) -> list[int]:
        """The nine cards of a hand, as far as they were dealt."""
        first, second = hand.hole_cards
        if first is None or second is None:
            raise HiddenCardsError("hole cards are not known")
        needed = (0, 3, 4, 5)[rounds - 1]
        if len(hand.board) < needed:
            raise RefusedError("cards of the board are missing")
        board = hand.board[:needed]
        return [*first, *second, *board, *(NOT_DEALT,) * (5 - needed)]


def encode(hands: Iterable[Hand], encoder: Encoder | None = None) -> Games:
    """Arrays of hands that can all be judged; `RefusedError` otherwise."""
    encoder = encoder or Encoder()
    bettings, cards = [], []
    for hand in hands:
        betting = encoder.betting(hand)
        bettings.append(betting)
        cards.append(encoder.cards(hand, betting.rounds))
    return stack(bettings, cards)


def stack(bettings: list[Betting], cards: list[list[int]]) -> Games:
    """Games from the bettings and cards of hands."""
    count = len(bettings)
    return Games(
        np.array(cards, dtype=np.uint8).reshape(count, 9),
        np.array([b.rounds for b in bettings], dtype=np.int8),
        np.array([b.actions for b in bettings], dtype=np.int8).reshape(count, 4, MOST_ACTIONS),
        np.array([b.counts for b in bettings], dtype=np.int8).reshape(count, 4),
    )


def join(parts: list[Games]) -> Games:
    """All games of some parts."""
    return Games(
        np.concatenate([part.cards for part in parts]),
        np.concatenate([part.rounds for part in parts]),
        np.concatenate([part.actions for part in parts]),
        np.concatenate([part.counts for part in parts]),
    )


def _check_rules(rules: Rules) -> None:
    if rules.game != "holdem" or rules.betting != "limit":
        raise RefusedError("not limit hold'em")
    if rules.players != 2:
        raise RefusedError("not two players")
    big = rules.big_blind
    if (
        rules.blinds != (big, big // 2)
        or big % 2
        or any(rules.antes)
        or rules.bets != (big, big, 2 * big, 2 * big)
        or rules.first != (1, 0, 0, 0)
    ):
        raise RefusedError("unusual blinds, antes or bets")


def _betting(hand: Hand) -> Betting:
    try:
        state = hand.replay()
    except IllegalActionError:
        raise RefusedError("an action is not legal") from None
    if not state.is_over:
        raise RefusedError("the hand is not finished")
    actions = np.zeros((4, MOST_ACTIONS), dtype=np.int8)
    counts = np.zeros(4, dtype=np.int64)
    for round_, _, action in state.actions:
        if counts[round_] == MOST_ACTIONS:
            raise RefusedError("too many raises in a round")
        actions[round_, counts[round_]] = action if action in (FOLD, CALL) else 1
        counts[round_] += 1
    raises = (actions == 1).sum(axis=1)
    if raises[0] >= MOST_BETS:
        raise RefusedError("more than four bets before the flop")
    rounds = int(np.count_nonzero(counts))
    chips = hand.rules.big_blind + int(raises @ np.array(hand.rules.bets))
    return Betting(rounds, actions, counts, chips)
