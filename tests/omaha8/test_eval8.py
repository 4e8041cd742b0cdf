"""eval8 against dealing all boards, and the tables that it uses."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np
import pytest
from tests.naive.eval8 import naive_eval8
from tests.omaha8.cupy_twin import cupy_twin

from railbird.cards.card import parse_cards
from railbird.compute.gpu import gpu_is_there
from railbird.errors import CardError
from railbird.evaluate import evaluate_omaha
from railbird.evaluate.preflop.eval8 import BOARDS, MATCHUPS, eval8
from railbird.evaluate.preflop.rank_boards import board_tables, multiset_index
from railbird.kernels.ranks import pair_column
from railbird.omaha8.matchups.enumeration import SetSpan
from railbird.omaha8.matchups.eval8_gpu import Eval8Gpu, GpuSums
from railbird.omaha8.matchups.sums import Sums, count_quarters

HARD = [
    "9s8s7s6s5s4s3s2s",  # straight flushes against flushes
    "AsKsQsJs9h8h7h6h",
    "AsKs5s4sAhKh5h4h",
    "JsTsJhThJcTc9s9h",  # straight flushes against full houses and quads
    "Ts8s6s4s9h7h7d7c",
    "As2s3h4h5d6d7c8c",  # lows of all kinds
    "AsAhAdAcKsKhKdKc",
]


def cards_of(text: str) -> list[int]:
    return [int(card) for card in parse_cards(text)]


def random_sets(count: int, seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Sets of eight cards; every other one from half of the deck, so that more hands are made."""
    rng = np.random.default_rng(seed)
    sets = np.argsort(rng.random((count, 52)), axis=1)[:, :8]
    some = np.argsort(rng.random((count, 26)), axis=1)[:, :8]
    sets[::2] = (some // 2 * 4 + some % 2)[::2]
    return sets.astype(np.uint8)


@pytest.mark.parametrize(
    "text", [HARD[0], *(pytest.param(text, marks=pytest.mark.slow) for text in HARD[3::3])]
)
def test_hard_sets_equal_dealing_all_boards(text: str) -> None:
    chosen = [0, 7, 20, 34]
    expected = naive_eval8(cards_of(text), [MATCHUPS[m] for m in chosen])
    assert (eval8([cards_of(text)])[0, chosen] == expected).all()


def test_a_random_set_equals_dealing_all_boards() -> None:
    cards = random_sets(1, seed=15)[0]
    expected = naive_eval8(cards.tolist(), MATCHUPS[3::8])
    assert (eval8([cards])[0, 3::8] == expected).all()


@pytest.mark.slow
def test_two_thousand_sets_equal_dealing_all_boards() -> None:
    rng = np.random.default_rng(2000)
    sets = [*map(cards_of, HARD), *random_sets(2000, seed=1).tolist()]
    counts = eval8(sets, threads=None)
    for i, cards in enumerate(sets):
        chosen = range(35) if i < len(HARD) + 20 else rng.integers(0, 35, size=2).tolist()
        expected = naive_eval8(cards, [MATCHUPS[m] for m in chosen])
        assert (counts[i, list(chosen)] == expected).all(), cards


def test_every_matchup_counts_every_board() -> None:
    sets = np.concatenate([[cards_of(text) for text in HARD], random_sets(200, seed=3)])
    assert (eval8(sets, threads=2).sum(axis=2) == BOARDS).all()


def test_suits_and_sides_do_not_matter() -> None:
    cards = random_sets(1, seed=4)[0].astype(np.int64)
    counts = eval8([cards])[0]
    renamed = cards & ~3 | np.array([2, 0, 3, 1])[cards & 3]
    assert (eval8([renamed])[0] == counts).all()
    swapped = eval8([cards[[4, 5, 6, 7, 0, 1, 2, 3]]])[0, 0]
    assert (swapped[::-1] == counts[0]).all()


def test_the_matchup_of_the_document() -> None:
    counts = eval8([cards_of("AsAdQsJd5h4s3c2h")])[0, 0]
    share = counts @ np.array([4, 3, 2, 1, 0]) / (4 * BOARDS)
    assert round(100 * share, 2) == 49.47


def test_all_rank_boards_have_a_lane() -> None:
    tables = board_tables()
    lanes = [
        int(tables.lane[multiset_index(board)])
        for board in combinations_with_replacement(range(13), 5)
        if board[0] != board[4]
    ]
    assert len(set(lanes)) == len(lanes) == 6175
    assert min(lanes) >= 0


def test_values_and_lows_on_rank_boards_are_those_of_the_evaluator() -> None:
    tables = board_tables()
    rng = np.random.default_rng(6)
    for _ in range(60):
        ranks = np.sort(rng.permutation(52)[:9] // 4)
        rng.shuffle(ranks)
        board, hand = ranks[:5], ranks[5:]
        suits: Counter[int] = Counter()
        dealt = []
        for i, rank in enumerate(ranks.tolist()):  # no flush: the board has at most two of a suit
            free = [s for s in range(4) if 4 * rank + s not in dealt]
            suit = min(free, key=lambda s: suits[s])
            suits[suit] += i < 5
            dealt.append(4 * rank + suit)
        if max(suits.values()) > 2:
            continue
        lane = int(tables.lane[multiset_index(tuple(board.tolist()))])
        high, low = evaluate_omaha(dealt[5:], dealt[:5])
        pairs = [pair_column(a, b) for i, a in enumerate(hand) for b in hand[:i]]
        assert max(int(tables.values[p, lane]) for p in pairs) == high.value
        low_ranks = sum({1 << (r + 1) % 13 for r in hand.tolist() if (r + 1) % 13 < 8})
        assert tables.lows[low_ranks, tables.low_lane[lane]] == (low.value if low else 0)


def test_sixteen_bits_hold_the_boards_of_a_lane() -> None:
    tables = board_tables()
    most = {4 * (t - 1): comb(4, t) for t in range(1, 5)}
    boards = np.zeros(len(tables.left), dtype=np.int64)
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            times = Counter(ranks).values()
            boards[tables.lane[multiset_index(ranks)]] = prod(most[4 * (t - 1)] for t in times)
    tiles = boards.reshape(-1, 64)
    for first, end in zip(tables.strips, tables.strips[1:], strict=False):
        assert tiles[first:end].sum(axis=0).max() < 1 << 16


@pytest.mark.parametrize(
    "cards", [[0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 6, 6], [0, 1, 2, 3, 4, 5, 6, 52]]
)
def test_sets_that_are_none(cards: list[int]) -> None:
    with pytest.raises(CardError):
        eval8([cards])


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("g++") is None, reason="needs a C++ compiler")
def test_the_gpu_kernels_run_by_a_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", cupy_twin())
    gpu = GpuSums()
    sets = np.concatenate([[cards_of(text) for text in HARD], random_sets(300, seed=5)])
    sets = np.sort(sets, axis=1)[:, ::-1].astype(np.uint8)
    assert (gpu.counts(np.ascontiguousarray(sets)) == eval8(sets)).all()
    span = SetSpan(sets, np.arange(len(sets)) % 24 + 1)
    gpu.add(span)
    found, expected = gpu.sums(), Sums.zero()
    expected.add(span, count_quarters(span))
    assert (found.won == expected.won).all()
    assert (found.deals == expected.deals).all()


@pytest.mark.skipif(not gpu_is_there(), reason="no GPU")
def test_the_gpu_counts_like_the_cpu() -> None:
    sets = np.concatenate([[cards_of(text) for text in HARD], random_sets(2000, seed=7)])
    sets = sets.astype(np.uint8)
    assert (Eval8Gpu().counts(sets).get() == eval8(sets, threads=None)).all()
