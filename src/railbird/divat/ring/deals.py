"""Hands as the arrays that the kernels of this package read, and the tables they look up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_hands
from railbird.cards.index import colex_indices
from railbird.cards.suits import SUIT_PERMUTATIONS, canonical_sets
from railbird.compute.threads import map_threads, spans
from railbird.divat.heads_up.games import RefusedError
from railbird.divat.ring import _kernels as kernels
from railbird.errors import IllegalActionError
from railbird.evaluate.preflop.pairs import permuted_hands
from railbird.evaluate.strength.ranks import CHOOSE, rank_tables
from railbird.kernels import ranks as rank_kernels
from railbird.table.hand import Hand
from railbird.table.rules import FOUR_BETS, Rules
from railbird.table.state import State

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Later(NamedTuple):
    """Sums of the ranks of all hands over the cards to come, on all boards of one size.

    A hand on a board ranks as the hand with its suits renamed does on a canonical board: ``row``
    and ``permutation`` say, by index of the board, on which and how; ``moved`` are the hands by
    permutation.
    """

    row: npt.NDArray[np.int32]
    permutation: npt.NDArray[np.int8]
    moved: Ints
    sums: npt.NDArray[np.uint32]


@cache
def later() -> tuple[Later, Later]:
    """The sums on flops and on turns, counted once per process in some seconds; 100 MB."""
    turn_boards, turns = _room(4)
    columns, held, table = hand_columns(), held_cards(holdem_hands()), rank_tables().river

    def count(part: slice) -> None:
        kernels.turn_sums(turn_boards[part], held, columns, table, CHOOSE, turns.sums[part])

    for _ in map_threads(count, spans(len(turn_boards), 256)):
        pass
    flop_boards, flops = _room(3)
    kernels.flop_sums(flop_boards, turns, flops.sums)
    return flops, turns


def _room(size: int) -> tuple[Ints, Later]:
    """The canonical boards of a size, and sums on them that are still to be counted."""
    boards = canonical_sets(size)[0].astype(np.int64)
    total = comb(52, size)
    row, permutation = np.empty(total, dtype=np.int32), np.empty(total, dtype=np.int8)
    for p, suits in enumerate(np.array(SUIT_PERMUTATIONS)):
        index = colex_indices((boards & ~3) | np.argsort(suits)[boards & 3])
        row[index], permutation[index] = np.arange(len(boards)), p
    sums = np.empty((len(boards), 1326), dtype=np.uint32)
    return boards, Later(row, permutation, permuted_hands(), sums)


@cache
def hand_columns() -> Ints:
    """Column of each hand in the rank tables, by suit of a possible flush (first: none)."""
    return np.array(
        [
            [rank_kernels.hand_column(int(a), int(b), suit) for suit in range(-1, 4)]
            for a, b in holdem_hands()
        ]
    )


def held_cards(hands: npt.NDArray[np.integer]) -> Ints:
    """Hands as sets of bits."""
    return np.asarray((1 << hands.astype(np.int64)).sum(axis=1))


class Deal(NamedTuple):
    """The hands of the players: index, columns in the rank tables, effective rank at first."""

    hand: Ints
    columns: Ints
    preflop_rank: Floats


class Betting(NamedTuple):
    """What was done in each round, −1, 0 or 1, and how often."""

    rounds: int
    actions: npt.NDArray[np.int8]
    counts: Ints


def check_rules(rules: Rules) -> None:
    """Refuse what is not an ordinary limit table."""
    if rules.game != "holdem" or rules.betting != "limit":
        raise RefusedError("not limit hold'em")
    big = rules.big_blind
    heads_up = rules.players == 2
    usual = rules.blinds[::-1] if heads_up else rules.blinds[:2]
    if (
        not 0 < usual[0] <= usual[1]
        or any(rules.blinds[2:])
        or any(rules.antes)
        or rules.bets != (big, big, 2 * big, 2 * big)
        or rules.first != (1 if heads_up else 2, 0, 0, 0)
    ):
        raise RefusedError("unusual blinds, antes or bets")
    if any(0 <= cap < four for cap, four in zip(rules.cap, FOUR_BETS, strict=True)):
        raise RefusedError("fewer than four bets in a round are allowed")


def replay(hand: Hand) -> State:
    """The end of a hand that can be judged."""
    if len(set(hand.players)) < len(hand.players):
        raise RefusedError("two players have the same name")
    try:
        state = hand.replay()
    except IllegalActionError:
        raise RefusedError("an action is not legal") from None
    if not state.is_over:
        raise RefusedError("the hand is not finished")
    if min(state.behind) == 0:
        raise RefusedError("a player was all in")
    return state


def betting(state: State) -> Betting:
    """The betting of a hand that is over."""
    rounds: list[list[int]] = [[], [], [], []]
    for round_, _, action in state.actions:
        rounds[round_].append(min(action, 1))
    counts = np.array([len(done) for done in rounds])
    actions = np.zeros((4, counts.max()), dtype=np.int8)
    for row, done in zip(actions, rounds, strict=True):
        row[: len(done)] = done
    return Betting(int(np.count_nonzero(counts)), actions, counts)


def hole_cards(hand: Hand) -> Ints:
    """The cards of all players, shape (players, 2)."""
    if None in hand.hole_cards:
        raise RefusedError("hole cards are not known")
    return np.array(hand.hole_cards, dtype=np.int64)


def boards(
    dealt: Sequence[int], hole: Ints, samples: int, rng: np.random.Generator
) -> tuple[Ints, bool]:
    """Boards that can follow, and whether they are all there are.

    They are if one card is missing at most, or two with no more boards than samples.
    """
    live = np.setdiff1d(np.arange(52), [*dealt, *hole.ravel()])
    missing = 5 - len(dealt)
    exact = missing < 2 or (missing == 2 and len(live) * (len(live) - 1) <= samples)
    if not exact:
        come = distinct(len(live), missing, samples, rng)
    elif missing == 2:
        come = np.argwhere(~np.eye(len(live), dtype=np.bool_))
    else:
        come = np.arange(len(live))[:, None] if missing else np.zeros((1, 0), dtype=np.int64)
    boards = np.empty((len(come), 5), dtype=np.int64)
    boards[:, : len(dealt)] = dealt
    boards[:, len(dealt) :] = live[come]
    return boards, exact


def distinct(total: int, size: int, count: int, rng: np.random.Generator) -> Ints:
    """Rows of ``size`` different numbers below ``total``, in any order, equally likely."""
    rows = np.empty((count, size), dtype=np.int64)
    for i in range(size):
        pick = rng.integers(total - i, size=count)  # which of the numbers that are left
        for earlier in np.sort(rows[:, :i], axis=1).T:
            pick += pick >= earlier
        rows[:, i] = pick
    return rows
