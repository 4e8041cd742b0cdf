"""Hand-strength buckets: hold'em hands on boards, reduced to a few kinds for each round.

After the flop a hand is described by two numbers. 7cHR is its share of the pot against a random
hand after the last card. IHR is the same if no more cards came. Hands are grouped by 7cHR, and each
group is split by IHR: of two hands that will be equally strong in the end, the one that is weaker
now is the draw. On the river the two numbers are the same. Before the flop the second number is the
mean square of 7cHR on the flop.

The thresholds are quantiles, so each group holds a given share of all deals. Groups of strong hands
are smaller, because more money goes in with them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_class_of_hand, holdem_hands
from railbird.cards.suits import SUIT_PERMUTATIONS, canonical_sets
from railbird.compute.threads import map_threads, spans, thread_count
from railbird.errors import OptionError
from railbird.evaluate.preflop.pairs import permuted_hands
from railbird.evaluate.strength.ranks import CHOOSE, hand_ranks, preflop_ranks, rank_tables
from railbird.kernels import ranks as rank_kernels
from railbird.players.sparbot import _bucket_kernels as kernels

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Report = Callable[[int, int], None]

GROUPS = ((16, 3), (15, 2), (14, 2), (28, 1))
"""By round: the number of groups by 7cHR, and of parts of each by the second number."""

STEEPNESS = (2.0, 1.3, 1.3, 1.3)
"""By round: the upper fraction x of the groups holds the share x^s of all deals."""

_FIT_BOARDS = 3_000
_FLOP_BOARDS, _TURN_BOARDS = 1081 * 1980, 46 * 1980
_BOARDS_AT_ONCE = 256
_FLOPS_AT_ONCE = 27


@dataclass(frozen=True, eq=False, repr=False)
class Buckets:
    """The buckets and the thresholds between them.

    Parameters
    ----------
    preflop
        The bucket of each of the 169 classes.
    flops
        The bucket of each of the 1,326 hands on one flop of each of the 1,755 kinds; 0 for hands
        that share a card with it. They are stored because 7cHR on a flop takes 1,081 boards.
    outer, inner
        For flop, turn and river the thresholds of 7cHR, and for each group those of IHR.
    """

    preflop: Ints
    flops: Bytes
    outer: tuple[Floats, ...]
    inner: tuple[Floats, ...]

    def __repr__(self) -> str:
        return f"Buckets(counts={self.counts})"

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The number of buckets in each round."""
        later = [len(inner) * (inner.shape[1] + 1) for inner in self.inner]
        return (int(self.preflop.max()) + 1, *later)

    def bucket(self, hand: Sequence[int], board: Sequence[int]) -> int:
        """The bucket of a hand on a board of 0, 3, 4 or 5 cards."""
        if not board:
            return int(self.preflop[holdem_class_of_hand()[_index_of(*hand)]])
        if len(board) == 3:
            row, suits = flop_places()[tuple(sorted(board))]
            first, second = ((card & ~3) | suits[card & 3] for card in hand)
            return int(self.flops[row, _index_of(first, second)])
        now, later = hand_ranks(hand, board)
        i = len(board) - 3
        return int(kernels.bucket_of(later, now, self.outer[i], self.inner[i]))

    def on_flop(self, flop: Sequence[int]) -> Ints:
        """Buckets of the 1,326 hands on a flop; meaningless for hands that share a card with it."""
        row, suits = flop_places()[tuple(sorted(flop))]
        return np.asarray(self.flops[row, _moved_hands()[suits]], dtype=np.int64)

    def assign(self, i: int, later: Floats, now: Floats) -> Bytes:
        """Buckets of many hands by the thresholds of the flop (i = 0), turn (1) or river (2)."""
        found = np.empty(later.shape, dtype=np.uint8)
        flat = found.reshape(-1)
        kernels.assign(later.reshape(-1), now.reshape(-1), self.outer[i], self.inner[i], flat)
        return found


class FlopStrengths:
    """IHR and 7cHR of all hands on one flop of each kind; 0 for hands that share a card with it.

    Counting them takes about 12 CPU seconds. ``kinds`` selects some of the 1,755 kinds.
    """

    def __init__(
        self,
        kinds: slice = slice(None),
        *,
        threads: int | None = None,
        progress: Report | None = None,
    ) -> None:
        boards, orbits = canonical_sets(3)
        self.flops, self.orbits = boards[kinds].astype(np.int64), orbits[kinds]
        hands, tables = holdem_hands(), rank_tables()
        self.now = np.empty((len(self.flops), 1326))
        self.later = np.empty((len(self.flops), 1326))

        def rank(part: slice) -> None:
            now, to_come = np.empty(1326, dtype=np.int64), np.empty(1326, dtype=np.int64)
            for i in range(part.start, part.stop):
                rank_kernels.flop_counts(self.flops[i], hands, tables, CHOOSE, now, to_come)
                self.now[i], self.later[i] = now / 2162, to_come / _FLOP_BOARDS

        parts = spans(len(self.flops), 27)
        for done, _ in enumerate(map_threads(rank, parts, threads=threads), 1):
            if progress is not None:
                progress(done, len(parts))

    @cached_property
    def live(self) -> npt.NDArray[np.bool_]:
        """For each flop, which hands share no card with it."""
        shared = holdem_hands()[None, :, :, None] == self.flops[:, None, None, :]
        return np.asarray(~shared.any(axis=(2, 3)))

    def preflop_features(self) -> tuple[Floats, Floats]:
        """7cHR of each class, and the mean square of its 7cHR on the flop."""
        classes = holdem_class_of_hand()
        weights = self.live * self.orbits[:, None]
        sums = [
            np.bincount(classes, (weights * x).sum(axis=0), minlength=169)
            for x in (np.ones_like(self.later), self.later**2)
        ]
        seven = np.bincount(classes, preflop_ranks().seven_card) / np.bincount(classes)
        return seven, sums[1] / sums[0]


@cache
def flop_places() -> dict[tuple[int, ...], tuple[int, tuple[int, ...]]]:
    """For each flop its kind, 0…1,754, and the renaming of suits that turns it into that kind."""
    flops = canonical_sets(3)[0].astype(np.int64)
    places = {}
    for suits in SUIT_PERMUTATIONS:
        back = np.argsort(suits)
        for i, flop in enumerate(np.sort((flops & ~3) | back[flops & 3], axis=1).tolist()):
            places[tuple(flop)] = i, tuple(suits)
    return places


@cache
def _moved_hands() -> dict[tuple[int, ...], Ints]:
    """Index of each hand after each renaming of suits."""
    return dict(zip(map(tuple, SUIT_PERMUTATIONS), permuted_hands(), strict=True))


def _index_of(first: int, second: int) -> int:
    """Colex index of two different cards in any order; faster than the general function."""
    low, high = (first, second) if first < second else (second, first)
    return high * (high - 1) // 2 + low


def turn_strengths(board: Ints) -> tuple[Floats, Floats, Ints]:
    """IHR and 7cHR of all hands on a board of four cards, and the possible hands."""
    hands, tables = holdem_hands(), rank_tables()
    now, value = np.empty(1326, dtype=np.int64), np.empty(1326, dtype=np.int64)
    count, total = np.empty(1326, dtype=np.int64), np.zeros(1326, dtype=np.int64)
    rank_kernels.board_ranks(board, hands, tables.turn, CHOOSE, now, value)
    live = np.nonzero(value)[0]
    five = np.append(board, 0)
    for card in np.setdiff1d(np.arange(52), board):
        five[4] = card
        rank_kernels.board_ranks(five, hands, tables.river, CHOOSE, count, value)
        total += count
    return now / 2070, total / _TURN_BOARDS, live


def river_strengths(board: Ints) -> tuple[Floats, Ints, Ints]:
    """Rank and value of all hands on a full board, and the possible hands."""
    count, value = np.empty(1326, dtype=np.int64), np.empty(1326, dtype=np.int64)
    rank_kernels.board_ranks(board, holdem_hands(), rank_tables().river, CHOOSE, count, value)
    return count / 1980, value, np.nonzero(value)[0]


def fit_buckets(
    strengths: FlopStrengths,
    *,
    groups: Sequence[tuple[int, int]] = GROUPS,
    boards: int = _FIT_BOARDS,
    seed: int = 1,
) -> Buckets:
    """Set thresholds at the quantiles: exact up to the flop, from sampled boards on turn and river.

    ``groups`` gives the number of groups and of parts of each, by round.
    """
    if len(groups) != 4 or any(g < 1 or p < 1 or g * p > 255 for g, p in groups):
        raise OptionError(f"groups {groups} do not fit four rounds of 1 to 255 buckets each")
    seven, square = strengths.preflop_features()
    sizes = np.bincount(holdem_class_of_hand()).astype(np.float64)
    outer, inner = _quantiles(seven, square, sizes, groups[0], STEEPNESS[0])
    preflop = np.empty(169, dtype=np.int64)
    kernels.assign(seven, square, outer, inner, preflop)
    preflop = np.unique(preflop, return_inverse=True)[1].reshape(-1).astype(np.int64)
    live = strengths.live
    weights = np.broadcast_to(strengths.orbits[:, None], live.shape)[live].astype(np.float64)
    later, now = strengths.later[live], strengths.now[live]
    found = [_quantiles(later, now, weights, groups[1], STEEPNESS[1])]
    rng = np.random.default_rng([seed, 0])
    dealt = [rng.permutation(52)[:5] for _ in range(boards)]
    for size in (4, 5):
        pairs = []
        for board in dealt:
            if size == 4:
                immediate, seven_card, some = turn_strengths(board[:4])
            else:
                immediate, _, some = river_strengths(board)
                seven_card = immediate
            pairs.append((seven_card[some], immediate[some]))
        first, second = (np.concatenate([pair[i] for pair in pairs]) for i in range(2))
        steep = STEEPNESS[size - 2]
        found.append(_quantiles(first, second, np.ones(len(first)), groups[size - 2], steep))
    flops = np.zeros(strengths.later.shape, dtype=np.uint8)
    buckets = np.empty(len(later), dtype=np.uint8)
    kernels.assign(later, now, *found[0], buckets)
    flops[live] = buckets
    return Buckets(preflop, flops, tuple(f[0] for f in found), tuple(f[1] for f in found))


def _quantiles(
    first: Floats, second: Floats, weights: Floats, groups: tuple[int, int], steepness: float
) -> tuple[Floats, Floats]:
    """Thresholds of groups by the first number, and of equal parts of each group by the second."""
    outer = _cut(first, weights, 1 - (1 - np.arange(1, groups[0]) / groups[0]) ** steepness)
    inner = np.empty((groups[0], groups[1] - 1))
    group = np.searchsorted(outer, first, side="right")
    for g in range(groups[0]):
        of = group == g
        inner[g] = _cut(second[of], weights[of], np.arange(1, groups[1]) / groups[1])
    return outer, inner


def _cut(values: Floats, weights: Floats, shares: Floats) -> Floats:
    """Values below which given shares of the weight lie."""
    if len(values) == 0:
        return np.ones(len(shares))
    order = np.argsort(values, kind="stable")
    total = np.cumsum(weights[order])
    return np.asarray(values[order[np.searchsorted(total, shares * total[-1])]])


@dataclass(frozen=True, slots=True, eq=False)
class Moves:
    """Counts of pairs of buckets from one round to the next, and of showdowns won minus lost.

    The step to the flop is exact. The others are from ``boards`` random boards on which every hand
    met ``pairs`` random others.
    """

    start: Floats
    flop: Floats
    turn: Floats
    river: Floats
    wins: Floats
    met: Floats
    boards: int
    pairs: int
    seed: int


def count_flops(buckets: Buckets, strengths: FlopStrengths) -> Floats:
    """Exact numbers of pairs of hands by their buckets before and on the flop, over all flops.

    On one flop all pairs are a product of two vectors. Pairs that share a card are subtracted card
    by card. Pairs of a hand with itself share two cards and are subtracted twice, so they are added
    back once.
    """
    table = buckets.flops.astype(np.int64)
    classes = buckets.preflop[holdem_class_of_hand()]
    hands = holdem_hands().astype(np.int64)
    n, m = buckets.counts[:2]
    kinds = n * m
    counts, alone = np.zeros((kinds, kinds)), np.zeros(kinds)
    for part in spans(len(table), _FLOPS_AT_ONCE):
        held = np.zeros((part.stop - part.start, 53, kinds))
        for i in range(part.start, part.stop):
            live = strengths.live[i]
            kind = (classes * m + table[i])[live]
            for cards in (*hands[live].T, np.full(len(kind), 52)):
                seen = np.bincount(cards * kinds + kind, minlength=53 * kinds)
                held[i - part.start] += seen.reshape(53, kinds)
        orbits = strengths.orbits[part].astype(np.float64)
        alone += orbits @ held[:, 52]
        signs = np.repeat([-1.0, 1.0], [52, 1])
        rows = held.reshape(-1, kinds)
        counts += (rows * (orbits[:, None] * signs).reshape(-1, 1)).T @ rows
    counts[np.diag_indices(kinds)] += alone
    return np.ascontiguousarray(counts.reshape(n, m, n, m).transpose(0, 2, 1, 3))


def count_board(
    buckets: Buckets,
    board: Ints,
    *,
    pairs: int,
    state: npt.NDArray[np.uint64],
    turns: Ints,
    rivers: Ints,
    wins: Ints,
    met: Ints,
) -> None:
    """Count moves and showdowns of pairs of hands on one board; ``state`` is the random state."""
    turn_now, turn_later, _ = turn_strengths(board[:4])
    rank, value, live = river_strengths(board)
    three = np.empty((3, 1326), dtype=np.int64)
    three[0] = buckets.on_flop(board[:3].tolist())
    three[1] = buckets.assign(1, turn_later, turn_now)
    three[2] = buckets.assign(2, rank, rank)
    hands = holdem_hands().astype(np.int64)
    kernels.count_boards(hands, live, three, value, pairs, state, turns, rivers, wins, met)


def count_moves(
    buckets: Buckets,
    strengths: FlopStrengths,
    *,
    boards: int,
    pairs: int,
    seed: int,
    threads: int | None = None,
    progress: Report | None = None,
) -> Moves:
    """Deal boards and count how pairs of buckets move from round to round."""
    if boards < 1 or pairs < 1:
        raise OptionError(f"{boards} boards of {pairs} pairs count nothing: ask for at least 1")
    _, n, m, k = buckets.counts
    workers = thread_count(threads)
    turns = np.zeros((workers, n, n, m, m), dtype=np.int64)
    rivers = np.zeros((workers, m, m, k, k), dtype=np.int64)
    wins, met = np.zeros((2, workers, k, k), dtype=np.int64)
    parts = spans(boards, _BOARDS_AT_ONCE)

    def add(worker: int) -> None:
        for number in range(worker, len(parts), workers):
            rng = np.random.default_rng([seed, 1, number])
            state = rng.integers(1 << 63, size=1).astype(np.uint64)
            for _ in range(parts[number].start, parts[number].stop):
                board = rng.permutation(52)[:5]
                count_board(
                    buckets, board, pairs=pairs, state=state,
                    turns=turns[worker], rivers=rivers[worker], wins=wins[worker], met=met[worker],
                )  # fmt: skip
            if progress is not None and worker == 0:
                progress(min(number + workers, len(parts)), len(parts))

    for _ in map_threads(add, range(workers), threads=workers):
        pass
    flop = count_flops(buckets, strengths)
    return Moves(
        start=flop.sum(axis=(2, 3)),
        flop=flop,
        turn=turns.sum(axis=0).astype(np.float64),
        river=rivers.sum(axis=0).astype(np.float64),
        wins=wins.sum(axis=0).astype(np.float64),
        met=met.sum(axis=0).astype(np.float64),
        boards=boards,
        pairs=pairs,
        seed=seed,
    )
