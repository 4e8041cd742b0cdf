"""Exact equities by counting every deal.

There are four ways, depending on what the players hold:

* single hands: all hands on all boards, where boards that no hand can tell apart are evaluated once
  (before the flop in hold'em boards are not even listed, only counted by their ranks);
* two hold'em ranges: on each board the hands are sorted by value once and swept, with corrections
  for shared cards, so no pairs are formed (before the flop: a product with the shipped table);
* other ranges: on each board all choices of hands that do not collide; or
* short ranges and many boards: all boards, for one of each set of choices that differ only by the
  names of the suits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import comb, prod
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_hands
from railbird.cards.index import colex_indices
from railbird.compute.threads import map_threads, spans
from railbird.evaluate.equities import _all_boards_kernels as all_boards
from railbird.evaluate.equities import _showdown_kernels as kernels
from railbird.evaluate.equities.boards import MOST_KINDS, board_batches, boards_apart
from railbird.evaluate.equities.spot import Counts, Floats, Progress, Spot, count_showdowns
from railbird.evaluate.games import HOLDEM
from railbird.evaluate.preflop import pairs as preflop
from railbird.evaluate.values.tables import high_tables

_VALUES_AT_ONCE = 1 << 15
"""Hand values that a thread computes before it compares them, so that they stay in its cache."""


T = TypeVar("T")

Alike = dict[tuple[int, ...], tuple[list[int], float]]
"""For each kind: the hands of one choice, and the weight of all choices of that kind."""

MOST_CHOICES = 20_000
"""The most choices of hands that are listed to find those that are alike."""


@dataclass(frozen=True, slots=True, eq=False)
class CountingPlan:
    """A way to count all deals of a spot: its cost in steps of a few nanoseconds, and its name.

    ``deals`` is how many choices of hands and board there are at most.

    Hold'em before the flop costs less than its steps say. The steps stay as they are, so that the
    choice between sampling and counting, and the order in which weights are added, do not change.
    """

    steps: float
    how: str
    count: Callable[[Progress | None], Counts]
    deals: float = 0.0


def plan_exact(spot: Spot) -> CountingPlan:
    """The cheapest way to count all deals."""
    if _is_duel(spot) and not spot.board and not spot.dead:
        how = f"exact: all {preflop.BOARDS:,} boards, from the pre-flop table"
        return CountingPlan(0.0, how, lambda _: _preflop_duel(spot))
    boards = comb(len(spot.deck()), 5 - len(spot.board))
    how = "exact: " + ("1 board" if boards == 1 else f"all {boards:,} boards")
    if max(spot.sizes) == 1:
        steps = 2.0 * min(boards, MOST_KINDS) * spot.players
        return CountingPlan(steps, how, lambda p: _single_hands(spot, p))
    if _is_duel(spot):
        plan = CountingPlan(
            5.0 * boards * sum(spot.sizes),
            f"{how}, hands sorted on each",
            lambda p: _duel(spot, p),
            boards * float(prod(spot.sizes)),
        )
    else:
        plan = CountingPlan(
            boards * (sum(spot.sizes) + 2.0 * spot.players * prod(spot.sizes)),
            f"{how}, all hands that can meet",
            lambda p: _ranges(spot, p),
            boards * float(prod(spot.sizes)),
        )
    if not spot.board and prod(spot.sizes) <= MOST_CHOICES:
        alike = _alike_choices(spot)
        dealt = spot.game.hole_cards * spot.players + len(spot.dead)
        boards = comb(52 - dealt, 5)
        steps = 2.0 * MOST_KINDS * spot.players * len(alike)
        if steps < plan.steps:
            how = f"exact: all {boards:,} boards for each of {len(alike):,} deals up to suits"
            return CountingPlan(steps, how, lambda p: _by_choice(spot, alike, p))
    return plan


def _is_duel(spot: Spot) -> bool:
    return spot.game is HOLDEM and spot.players == 2


def _add_up(
    spot: Spot, items: Sequence[T], count: Callable[[T], Counts], progress: Progress | None
) -> Counts:
    """Sum of the counts of all items, in threads."""
    total = Counts.zero(spot.players)
    for done, counts in enumerate(map_threads(count, items, threads=spot.threads), 1):
        total = total + counts
        if progress is not None:
            progress(done / len(items))
    return total


def _batches(spot: Spot, hands: int) -> list[Callable[[], npt.NDArray[np.uint8]]]:
    return board_batches(spot.board, spot.deck(), max(1, _VALUES_AT_ONCE // hands))


def _single_hands(spot: Spot, progress: Progress | None) -> Counts:
    if spot.game is HOLDEM and not spot.board:
        counts = _all_boards(spot)
        if progress is not None:
            progress(1.0)
        return counts
    boards, weights = boards_apart(spot.board, spot.deck(), spot.cards)

    def count(part: slice) -> Counts:
        high, low = spot.game.board_values(boards[part], spot.cards)
        return count_showdowns(high, low, weights[part])

    return _add_up(spot, spans(len(boards), _VALUES_AT_ONCE // spot.players), count, progress)


def _all_boards(spot: Spot) -> Counts:
    """Count hold'em hands before the flop, which is too fast to be worth threads."""
    dead = np.uint64(sum(1 << card for card in spot.dead))
    wins = np.zeros(1 << spot.players, dtype=np.int64)
    all_boards.count_winners(spot.cards, dead, high_tables(), wins)
    counts = Counts.zero(spot.players)
    all_boards.split_wins(wins, counts.outcomes, counts.shares, counts.squares)
    return replace(counts, total=float(wins.sum()))


def _ranges(spot: Spot, progress: Progress | None) -> Counts:
    masks = spot.masks()

    def count(make_boards: Callable[[], npt.NDArray[np.uint8]]) -> Counts:
        high, low = spot.game.board_values(make_boards(), spot.cards)
        counts = Counts.zero(spot.players)
        sums = counts.outcomes, counts.shares, counts.halves
        total = kernels.showdown_ranges(high, low, masks, spot.weights, spot.starts, *sums)
        return replace(counts, total=total)

    return _add_up(spot, _batches(spot, len(spot.cards)), count, progress)


def _alike_choices(spot: Spot) -> Alike:
    """Choices of hands up to suits: the hands of one choice of each kind, and the weight of all."""
    alike: Alike = {}
    masks = [int(mask) for mask in spot.masks()]
    suits = [sum(1 << card for card in range(suit, 52, 4)) for suit in range(4)]
    dead = sum(1 << card for card in spot.dead)
    for choice in product(*(range(*spot.starts[p : p + 2]) for p in range(spot.players))):
        held = [dead, *(masks[hand] for hand in choice)]
        if sum(held).bit_count() < sum(mask.bit_count() for mask in held):
            continue  # two of them hold the same card
        # the cards of a suit as one number, whatever the suit is called
        kind = tuple(
            sorted(
                sum((mask & suit) >> s << 52 * i for i, mask in enumerate(held))
                for s, suit in enumerate(suits)
            )
        )
        weight = float(spot.weights[list(choice)].prod())
        hands, so_far = alike.get(kind, (list(choice), 0.0))
        alike[kind] = hands, so_far + weight
    return alike


def _by_choice(spot: Spot, alike: Alike, progress: Progress | None) -> Counts:
    def count(choice: tuple[list[int], float]) -> Counts:
        hands, weight = choice
        starts = np.arange(spot.players + 1)
        counts = _single_hands(
            replace(spot, cards=spot.cards[hands], starts=starts, threads=1), None
        )
        return Counts(
            weight * counts.outcomes,
            weight * counts.shares,
            counts.squares,
            weight * counts.halves,
            weight * counts.total,
        )

    return _add_up(spot, list(alike.values()), count, progress)


def _duel(spot: Spot, progress: Progress | None) -> Counts:
    first, second = _weights_by_hand(spot)
    either = np.nonzero(first + second)[0]
    hands = np.ascontiguousarray(holdem_hands()[either])

    def count(make_boards: Callable[[], npt.NDArray[np.uint8]]) -> Counts:
        boards = make_boards()
        ahead, tied, total = duel(boards, np.ones(len(boards)), hands, second[either])
        mine = first[either]
        return _duel_counts(float(mine @ ahead), float(mine @ tied), float(mine @ total))

    return _add_up(spot, _batches(spot, len(hands)), count, progress)


def duel(
    boards: npt.NDArray[np.uint8],
    board_weights: Floats,
    hands: npt.NDArray[np.uint8],
    weights: Floats,
) -> tuple[Floats, Floats, Floats]:
    """Compare each hold'em hand with a weighted range of the same hands, summed over boards.

    Returns, for each hand, the weights of the hands that it beats, ties and can meet.
    """
    values, _ = HOLDEM.board_values(boards, hands)
    sums = (np.zeros(len(hands)), np.zeros(len(hands)), np.zeros(len(hands)))
    kernels.duel(values, hands, weights, board_weights, *sums)
    return sums


def _preflop_duel(spot: Spot) -> Counts:
    first, second = _weights_by_hand(spot)
    table = preflop.matchups()
    mine, theirs = np.nonzero(first)[0], np.nonzero(second)[0]
    if len(mine) * len(theirs) < 1326 * 100:  # a small part is faster than the full product
        wins = float(first[mine] @ table.wins[np.ix_(mine, theirs)] @ second[theirs])
        ties = float(first[mine] @ table.ties[np.ix_(mine, theirs)] @ second[theirs])
        losses = float(second[theirs] @ table.wins[np.ix_(theirs, mine)] @ first[mine])
    else:
        wins = float(first @ table.wins @ second)
        ties = float(first @ table.ties @ second)
        losses = float(second @ table.wins @ first)
    return _duel_counts(wins, ties, wins + ties + losses)


def _weights_by_hand(spot: Spot) -> tuple[Floats, Floats]:
    """Weights of both players over the 1,326 hands."""
    weights = np.zeros((2, 1326))
    for p in (0, 1):
        part = spot.of_player(p)
        weights[p, colex_indices(spot.cards[part])] = spot.weights[part]
    return weights[0], weights[1]


def _duel_counts(wins: float, ties: float, total: float) -> Counts:
    ties = max(ties, 0.0)  # with weights, sums and differences have rounding errors
    losses = max(total - wins - ties, 0.0)
    outcomes = np.zeros((2, kernels.OUTCOMES))
    outcomes[:, kernels.SCOOP] = wins, losses
    outcomes[:, kernels.NOTHING] = losses, wins
    outcomes[:, kernels.HALF] = ties
    shares = kernels.POT * np.array([wins + ties / 2, losses + ties / 2])
    return replace(Counts.zero(2), outcomes=outcomes, shares=shares, total=float(total))
