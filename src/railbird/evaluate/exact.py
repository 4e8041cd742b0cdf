"""Exact equities by counting every deal.

Three ways, by what the players have:

* single hands: all boards, all hands on each;
* two hold'em ranges: on each board the hands are sorted by value once and swept, with corrections
  for shared cards, so that no pairs are formed (before the flop: a product with the shipped table);
* other ranges: on each board all choices of hands that do not collide.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb, prod

import numpy as np
import numpy.typing as npt

from railbird._threads import map_threads, spans
from railbird.cards.card import Card
from railbird.cards.classes import holdem_hands
from railbird.cards.index import colex_cards, colex_indices
from railbird.evaluate import _showdown_kernels as kernels
from railbird.evaluate import preflop
from railbird.evaluate.games import HOLDEM
from railbird.evaluate.spot import Counts, Floats, Progress, Spot

_VALUES_AT_ONCE = 1 << 15
"""Hand values a thread computes before it compares them: they stay in its cache."""


def exact_steps(spot: Spot) -> float:
    """How many elementary steps (a few nanoseconds each) the enumeration takes."""
    if _from_table(spot):
        return 0.0
    boards = comb(len(spot.deck()), 5 - len(spot.board))
    if max(spot.sizes) == 1:
        return float(boards * 2 * spot.players)
    if _is_duel(spot):
        return float(boards * 5 * sum(spot.sizes))
    return float(boards * (sum(spot.sizes) + 2 * spot.players * prod(spot.sizes)))


def enumerate_deals(spot: Spot, progress: Progress | None) -> tuple[Counts, str]:
    """Count all deals; returns the counts and how they were computed."""
    if _from_table(spot):
        return _preflop_duel(spot)
    boards = comb(len(spot.deck()), 5 - len(spot.board))
    ways = "1 board" if boards == 1 else f"all {boards:,} boards"
    if max(spot.sizes) == 1:
        return _single_hands(spot, progress), f"exact: {ways}"
    if _is_duel(spot):
        return _duel(spot, progress), f"exact: {ways}, hands sorted on each"
    return _ranges(spot, progress), f"exact: {ways}, all hands that can meet"


def _from_table(spot: Spot) -> bool:
    return spot.game is HOLDEM and spot.players == 2 and not spot.board and not spot.dead


def _is_duel(spot: Spot) -> bool:
    return spot.game is HOLDEM and spot.players == 2


def board_batches(
    known: tuple[Card, ...], deck: npt.NDArray[np.uint8], rows: int
) -> list[Callable[[], npt.NDArray[np.uint8]]]:
    """Makers of boards, ``rows`` at a time: the known cards with every choice of the missing ones."""
    missing = 5 - len(known)
    shown = np.array(known, dtype=np.uint8)

    def maker(part: slice) -> Callable[[], npt.NDArray[np.uint8]]:
        def make() -> npt.NDArray[np.uint8]:
            boards = np.empty((part.stop - part.start, 5), dtype=np.uint8)
            first = np.array(colex_cards(part.start, missing), dtype=np.int64)
            kernels.next_boards(shown, deck, missing, first, boards)
            return boards

        return make

    return [maker(part) for part in spans(comb(len(deck), missing), rows)]


def _sum_over_boards(
    spot: Spot,
    hands: int,
    count: Callable[[npt.NDArray[np.uint8]], Counts],
    progress: Progress | None,
) -> Counts:
    """Sum of ``count`` over all boards, in batches and threads."""
    batches = board_batches(spot.board, spot.deck(), max(1, _VALUES_AT_ONCE // hands))
    total = Counts.zero(spot.players)
    work = map_threads(lambda make: count(make()), batches, threads=spot.threads)
    for done, counts in enumerate(work, 1):
        total = total + counts
        if progress is not None:
            progress(done / len(batches))
    return total


def _single_hands(spot: Spot, progress: Progress | None) -> Counts:
    def count(boards: npt.NDArray[np.uint8]) -> Counts:
        high, low = spot.game.board_values(boards, spot.cards)
        counts = Counts.zero(spot.players)
        kernels.showdown_deals(high, low, counts.outcomes, counts.shares, counts.squares)
        return Counts(counts.outcomes, counts.shares, counts.squares, float(len(boards)))

    return _sum_over_boards(spot, spot.players, count, progress)


def _ranges(spot: Spot, progress: Progress | None) -> Counts:
    masks = spot.masks()

    def count(boards: npt.NDArray[np.uint8]) -> Counts:
        high, low = spot.game.board_values(boards, spot.cards)
        counts = Counts.zero(spot.players)
        total = kernels.showdown_ranges(
            high, low, masks, spot.weights, spot.starts, counts.outcomes, counts.shares
        )
        return Counts(counts.outcomes, counts.shares, counts.squares, total)

    return _sum_over_boards(spot, len(spot.cards), count, progress)


def _duel(spot: Spot, progress: Progress | None) -> Counts:
    first, second = _weights_by_hand(spot)
    either = np.nonzero(first + second)[0]
    hands = np.ascontiguousarray(holdem_hands()[either])

    def count(boards: npt.NDArray[np.uint8]) -> Counts:
        ahead, tied, total = duel(boards, np.ones(len(boards)), hands, second[either])
        mine = first[either]
        return _duel_counts(mine @ ahead, mine @ tied, mine @ total)

    return _sum_over_boards(spot, len(hands), count, progress)


def duel(
    boards: npt.NDArray[np.uint8], board_weights: Floats, hands: npt.NDArray[np.uint8], weights: Floats
) -> tuple[Floats, Floats, Floats]:
    """Each hold'em hand against a weighted range of the same hands, summed over boards.

    Returns, for each hand, the weight of what it beats, of what it ties and of all it can meet.
    """
    values, _ = HOLDEM.board_values(boards, hands)
    sums = (np.zeros(len(hands)), np.zeros(len(hands)), np.zeros(len(hands)))
    kernels.duel(values, hands, weights, board_weights, *sums)
    return sums


def _preflop_duel(spot: Spot) -> tuple[Counts, str]:
    first, second = _weights_by_hand(spot)
    table = preflop.matchups()
    wins = first @ table.wins @ second
    ties = first @ table.ties @ second
    losses = second @ table.wins @ first
    counts = _duel_counts(wins, ties, wins + ties + losses)
    return counts, f"exact: all {preflop.BOARDS:,} boards, from the pre-flop table"


def _weights_by_hand(spot: Spot) -> tuple[Floats, Floats]:
    """Weights of both players over the 1,326 hands."""
    weights = np.zeros((2, 1326))
    for p in (0, 1):
        part = spot.of_player(p)
        weights[p, colex_indices(spot.cards[part])] = spot.weights[part]
    return weights[0], weights[1]


def _duel_counts(wins: float, ties: float, total: float) -> Counts:
    losses = total - wins - ties
    outcomes = np.zeros((2, kernels.OUTCOMES))
    outcomes[:, kernels.SCOOP] = wins, losses
    outcomes[:, kernels.NOTHING] = losses, wins
    outcomes[:, kernels.HALF] = ties
    shares = kernels.POT * np.array([wins + ties / 2, losses + ties / 2])
    return Counts(outcomes, shares, np.zeros(2), float(total))
