"""Heads-up hands as the arrays that the kernels read. Hands that cannot be judged are refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.divat.baseline.settings import MOST_BETS
from railbird.divat.hands import (
    UNREAD,
    BettingEncoder,
    EncodedBetting,
    HeroView,
    RefusedError,
    UnscoredError,
    before_rake,
    board_cards,
    check_limit,
    hole_cards,
    opens_every_round,
)
from railbird.table.hand import Hand
from railbird.table.rules import Rules

NOT_DEALT = 52
USUAL_ACTIONS = 16
"""Room for the actions of a round; with four bets there are at most seven."""

DEEP = 1e9
"""A stack, in small bets, that nobody puts into the pot."""


class Games(NamedTuple):
    """Heads-up limit games. Player 1 acts first after the flop, usually the big blind.

    Hold'em has nine cards, Omaha thirteen.

    ``cards`` are both hands and the board (`NOT_DEALT` where it ends). ``rounds`` is the number of
    rounds. ``actions`` are by round: −1 fold, 0 check or call, 1 bet or raise. ``stacks`` are the
    smaller stack of both, in small bets: once it is in the pot, nobody can bet. ``openers`` say who
    has the small blind and opens the betting: 2 usually, 1 if this player acts first in all rounds.
    """

    cards: npt.NDArray[np.uint8]
    rounds: npt.NDArray[np.int8]
    actions: npt.NDArray[np.int8]
    counts: npt.NDArray[np.int8]
    stacks: npt.NDArray[np.float64]
    openers: npt.NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.cards)

    def with_cards(self, cards: npt.NDArray[np.uint8]) -> Games:
        """The same bettings with other cards."""
        return Games(cards, self.rounds, self.actions, self.counts, self.stacks, self.openers)

    def part(self, part: slice | npt.NDArray[np.int64] | npt.NDArray[np.bool_]) -> Games:
        """Some of the games."""
        return Games(
            self.cards[part],
            self.rounds[part],
            self.actions[part],
            self.counts[part],
            self.stacks[part],
            self.openers[part],
        )


class Encoder:
    """Turns hands into arrays, one after the other.

    ``levels`` is the number of bets that the baseline makes at most after the flop, and ``game``
    the game that is played, at fixed limits. In hold'em the small blind may open every round.
    """

    def __init__(self, *, levels: int = MOST_BETS, game: str = "holdem") -> None:
        def check(rules: Rules) -> None:
            _check_rules(rules, levels, game)

        self._bettings = BettingEncoder(check)

    def check(self, rules: Rules) -> None:
        """Raise `RefusedError` if DIVAT does not apply to the game."""
        self._bettings.check(rules)

    def betting(self, hand: Hand) -> EncodedBetting:
        """The betting of a hand. Raises `RefusedError` if it cannot be judged."""
        return self._bettings.betting(hand)

    def cards(self, hand: Hand, rounds: int) -> list[int]:
        """The cards of both players and the board, `NOT_DEALT` where the board ends."""
        first, second = hole_cards(hand)
        board = board_cards(hand, rounds)
        return [*first, *second, *board, *(NOT_DEALT,) * (5 - len(board))]


class ScoredHand(NamedTuple):
    """A hand that is scored: its id, the hero's seat, its betting and cards."""

    id: int
    hand: Hand
    seat: int
    betting: EncodedBetting
    cards: list[int]


@dataclass
class Judging:
    """Sorts the hands of a match: those that are scored, and what the hero won in the others.

    ``refused`` counts by reason. ``hidden`` is the money, in small bets, of hands of the match that
    have no scores; hands of other games are not in it.
    """

    encoder: Encoder
    view: HeroView
    refused: Counter[str] = field(default_factory=Counter)
    hidden: list[float] = field(default_factory=list)

    def judged(self, hands: Iterable[tuple[int, Hand]]) -> Iterator[ScoredHand]:
        """The hands that are scored."""
        for number, hand in hands:
            betting = None
            try:
                self.encoder.check(hand.rules)
                seat = self.view.seat(hand)
                betting = self.encoder.betting(hand)
                cards = self.encoder.cards(hand, betting.rounds)
            except UnscoredError as why:
                self.refused[str(why)] += 1
                paid = None if betting is None else betting.paid.tolist()
                won = hand.payoffs[seat] if paid is None else before_rake(hand, paid, seat)
                self.hidden.append(won / hand.rules.big_blind)
            except RefusedError as why:
                self.refused[str(why)] += 1
            else:
                yield ScoredHand(number, hand, seat, betting, cards)

    def counted(self, unread: int) -> dict[str, int]:
        """How many hands were refused, by reason; ``unread`` ones too."""
        refused = dict(self.refused.most_common())
        return refused | {UNREAD: unread} if unread else refused


def encode(hands: Iterable[Hand], encoder: Encoder | None = None) -> Games:
    """Hands as arrays. Raises `RefusedError` if one of them cannot be judged."""
    encoder = encoder or Encoder()
    given, bettings, cards = list(hands), [], []
    for hand in given:
        betting = encoder.betting(hand)
        bettings.append(betting)
        cards.append(encoder.cards(hand, betting.rounds))
    return stack(given, bettings, cards)


def stack(
    hands: Sequence[Hand], bettings: Sequence[EncodedBetting], cards: Sequence[list[int]]
) -> Games:
    """Games from hands, their bettings and cards. Most bettings of a match repeat."""
    seen = {id(betting): betting for betting in bettings}
    place = {key: i for i, key in enumerate(seen)}
    which = np.array([place[id(betting)] for betting in bettings], dtype=np.int64)
    widest = max((betting.actions.shape[1] for betting in seen.values()), default=0)
    actions = np.zeros((len(seen), 4, max(widest, USUAL_ACTIONS)), dtype=np.int8)
    for row, betting in zip(actions, seen.values(), strict=True):
        row[:, : betting.actions.shape[1]] = betting.actions
    rounds = np.array([betting.rounds for betting in seen.values()], dtype=np.int8)
    counts = np.array([betting.counts for betting in seen.values()], dtype=np.int8)
    return Games(
        np.array(cards, dtype=np.uint8).reshape(len(cards), -1 if cards else 9),
        rounds[which],
        actions[which],
        counts.reshape(len(seen), 4)[which],
        np.array([smaller_stack(hand) for hand in hands], dtype=np.float64),
        np.array([1 if opens_every_round(hand.rules) else 2 for hand in hands], dtype=np.int8),
    )


def smaller_stack(hand: Hand) -> float:
    """The most that a player can lose in a hand of two, in small bets."""
    return min(hand.rules.at_stake(hand.stacks)) / hand.rules.big_blind


def deep(
    cards: npt.NDArray[np.uint8],
    rounds: npt.NDArray[np.int8],
    actions: npt.NDArray[np.int8],
    counts: npt.NDArray[np.int8],
) -> Games:
    """Games with the usual blinds, in which nobody can be all in."""
    stacks, openers = np.full(len(cards), DEEP), np.full(len(cards), 2, dtype=np.int8)
    return Games(cards, rounds, actions, counts, stacks, openers)


def join(parts: list[Games]) -> Games:
    """All games of some parts."""
    widest = max((part.actions.shape[2] for part in parts), default=0)
    return Games(
        np.concatenate([part.cards for part in parts]),
        np.concatenate([part.rounds for part in parts]),
        np.concatenate([widened(part.actions, widest) for part in parts]),
        np.concatenate([part.counts for part in parts]),
        np.concatenate([part.stacks for part in parts]),
        np.concatenate([part.openers for part in parts]),
    )


def widened(actions: npt.NDArray[np.int8], width: int) -> npt.NDArray[np.int8]:
    """Actions with room for so many in a round."""
    return np.pad(actions, ((0, 0), (0, 0), (0, width - actions.shape[2])))


def _check_rules(rules: Rules, levels: int, game: str) -> None:
    check_limit(rules, players=2, game=game)
    if 2 * min(rules.blinds) != rules.big_blind or (game != "holdem" and opens_every_round(rules)):
        raise RefusedError("unusual blinds, antes or bets")
    caps = [cap for cap in rules.cap[1:] if cap >= 0] if rules.cap_heads_up else []
    if levels > MOST_BETS and min(caps, default=levels) < levels:
        raise RefusedError(f"the settings make {levels} bets a round, the table allows {min(caps)}")
