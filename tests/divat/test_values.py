"""The value function: against enumeration by another evaluator, and V(h) = mean of V(h·c)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pytest
from tests.naive import divat as naive

from railbird.cards import parse_cards
from railbird.cards.index import colex_index
from railbird.divat.baseline import _kernels as baseline
from railbird.divat.baseline.preflop import SHIPPED, preflop
from railbird.divat.baseline.settings import STANDARD, Settings
from railbird.divat.heads_up import _kernels as kernels
from railbird.evaluate import hand_rank, hand_strength
from railbird.evaluate.strength.ranks import CHOOSE, preflop_ranks, rank_tables
from railbird.evaluate.strength.runouts import Deals, empty_deals
from railbird.kernels import ranks as rank_kernels

ROWS = STANDARD.array()
SEVEN_CARD_ROUNDS = STANDARD.seven_card_rounds()


def deal(cards: npt.NDArray[np.uint8]) -> Deals:
    deals = empty_deals(1)
    rank_kernels.deal_flops(cards[None], rank_tables(), CHOOSE, deals)
    kernels.value_rivers(deals, 0, ROWS)
    return deals


def random_cards(seed: int) -> npt.NDArray[np.uint8]:
    return np.random.default_rng(seed).permutation(52)[:9].astype(np.uint8)


@pytest.mark.parametrize("seed", range(40))
def test_hand_ranks_are_those_of_the_metrics(seed: int) -> None:
    cards = random_cards(seed)
    deals = deal(cards)
    flop, turn = tuple(cards[4:7].tolist()), int(cards[7])
    for p in range(2):
        hand = cards[2 * p : 2 * p + 2].tolist()
        assert deals.flop_now[0, p] / 2162 == pytest.approx(hand_strength(hand, flop), abs=1e-15)
        board = (*flop, turn)
        assert deals.turn_now[0, p, turn] / 2070 == pytest.approx(
            hand_strength(hand, board), abs=1e-15
        )
        assert deals.turn_sum[0, p, turn] / (46 * 1980) == pytest.approx(
            hand_rank(hand, board), abs=1e-14
        )
        river = int(cards[8])
        assert deals.rank[0, p, turn, river] / 1980 == pytest.approx(
            hand_rank(hand, (*board, river)), abs=1e-15
        )
    first = cards[:2].tolist()
    assert deals.flop_sum[0, 0] / (1081 * 1980) == pytest.approx(hand_rank(first, flop), abs=1e-14)


def test_ranks_before_the_flop() -> None:
    ranks = preflop_ranks()
    hand = colex_index(parse_cards("AcKc"))
    assert f"{ranks.immediate[hand]:.4f} {ranks.seven_card[hand]:.4f}" == "0.9376 0.6704"
    effective = ranks.effective(0.58, seven_only=False)
    below = {int(i) for i in np.nonzero(effective < 1 / 3)[0]}
    offsuit = {
        colex_index((4 * high + a, 4 * low + b))
        for high, low in ((1, 0), (2, 0))  # 3-2 and 4-2, not 4-3 as is printed
        for a in range(4)
        for b in range(4)
        if a != b
    }
    assert below == offsuit


@pytest.mark.parametrize("seed", [3, 11])
def test_river_and_turn_against_enumeration(seed: int) -> None:
    cards = random_cards(seed)
    deals = deal(cards)
    hands = (tuple(cards[:2].tolist()), tuple(cards[2:4].tolist()))
    board, turn = tuple(sorted(cards[4:8].tolist())), int(cards[7])
    for size in (1, 2, 5, 9):
        expected = naive.before(hands, board, size)
        found = kernels.turn_value(deals, 0, turn, size, ROWS, SEVEN_CARD_ROUNDS)
        assert Fraction(int(found), 44) == expected


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_flop_against_enumeration(seed: int) -> None:
    cards = random_cards(seed)
    deals = deal(cards)
    hands = (tuple(cards[:2].tolist()), tuple(cards[2:4].tolist()))
    for size in (1, 3):
        expected = naive.before(hands, tuple(sorted(cards[4:7].tolist())), size)
        found = kernels.flop_value(deals, 0, size, ROWS, SEVEN_CARD_ROUNDS)
        assert Fraction(int(found), 1980) == expected


@pytest.mark.parametrize("seed", range(100, 200))
def test_values_are_consistent_across_chance(seed: int) -> None:
    """After the betting a value is the mean of the values after the next card, dealt afresh."""
    cards = random_cards(seed)
    size = 1 + seed % 8
    deals = deal(cards)
    live = [c for c in range(52) if c not in cards[:7]]
    turns = []
    for turn in live:
        again = cards.copy()
        again[7] = turn
        turns.append(kernels.turn_value(deal(again), 0, turn, size, ROWS, SEVEN_CARD_ROUNDS) / 44)
    value = kernels.after_flop(deals, 0, size, ROWS, SEVEN_CARD_ROUNDS) / 1980
    assert value == pytest.approx(np.mean(turns), abs=1e-12)
    turn = int(cards[7])
    rivers = []
    for river in live:
        if river != turn:
            bets, folds = kernels.round_baseline(
                deals, 0, 3, turn, river, size, ROWS, SEVEN_CARD_ROUNDS
            )
            won = kernels.showdown(deals, 0, turn, river) * (size + 2 * bets)
            rivers.append((won, -size, size)[folds])
    value = kernels.after_turn(deals, 0, turn, size, ROWS) / 44
    assert value == pytest.approx(np.mean(rivers), abs=1e-12)


def test_table_of_baselines() -> None:
    """Table 3.1 of Kan (2007): bets of each player, and −1 or −2 for a fold."""
    printed = """
        kK  kK  kBf  kBf  kBf  kBf
        kK  kK  kBc  kBc  kBc  kBc
        bF  bC  bC   bRc  bRc  bRc
        bF  bC  bC   bRc  bRc  bRc
        bF  bC  bC   bRrC bRrC bRrRc
        bF  bC  bC   bRrC bRrC bRrRc
    """
    for row, line in enumerate(printed.split("\n")[1:-1]):
        for column, text in enumerate(line.split()):
            bets, folds = baseline.baseline(
                max(0, row - 1), max(0, column - 1), row == 0, column == 0
            )
            assert folds == {"f": 1, "F": 2}.get(text[-1], 0)
            if not folds:
                assert bets == sum(letter in "bBrR" for letter in text)


def flops(first: tuple[int, ...], second: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    deck = np.array([c for c in range(52) if c not in first + second], dtype=np.uint8)
    a, b, c = np.array([(i, j, k) for i in range(48) for j in range(i) for k in range(j)]).T
    cards = np.full((len(a), 9), 52, dtype=np.uint8)
    cards[:, :2], cards[:, 2:4] = first, second
    cards[:, 4:7] = np.stack([deck[a], deck[b], deck[c]], axis=1)
    return cards


def mean_of_flops(
    first: tuple[int, ...], second: tuple[int, ...], settings: Settings
) -> list[Fraction]:
    """Values before the flop for each pot, by dealing all 17,296 flops."""
    cards = flops(first, second)
    rows, seven_only = settings.array(), settings.seven_card_rounds()
    sums = [0, 0, 0, 0]
    deals = empty_deals(64)
    for start in range(0, len(cards), 64):
        some = cards[start : start + 64]
        rank_kernels.deal_flops(some, rank_tables(), CHOOSE, deals)
        for g in range(len(some)):
            kernels.value_rivers(deals, g, rows)
            for pot in range(4):
                sums[pot] += int(kernels.flop_value(deals, g, pot + 1, rows, seven_only))
    return [Fraction(total, len(cards) * 1980) for total in sums]


def check_preflop(seed: int, settings: Settings = STANDARD) -> None:
    chosen = tuple(random_cards(seed)[:4].tolist())
    first, second = chosen[:2], chosen[2:]
    index = (np.array([colex_index(first)]), np.array([colex_index(second)]))
    expected = [float(value) for value in mean_of_flops(first, second, settings)]
    assert preflop(settings).equities(*index)[0] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    "name",
    [
        *list(SHIPPED)[:3],
        *(pytest.param(name, marks=pytest.mark.slow) for name in list(SHIPPED)[3:]),
    ],
)
def test_preflop_tables_are_the_mean_of_flops(name: str) -> None:
    check_preflop(1000 + len(name), SHIPPED[name])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1001, 1051))
def test_preflop_table_is_the_mean_of_flops_for_fifty(seed: int) -> None:
    check_preflop(seed)
