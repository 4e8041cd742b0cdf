"""Hand metrics: the figures of the documents, a naive oracle, and identities."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.naive import metrics as naive

from railbird.cards import Card, Range, colex_index, format_cards, holdem_hands, parse_cards
from railbird.errors import (
    BoardSizeError,
    DuplicateCardError,
    EmptyRangeError,
    HandSizeError,
    OptionError,
    WeightError,
)
from railbird.evaluate import (
    effective_hand_strength,
    hand_metrics,
    hand_potential,
    hand_rank,
    hand_ranks,
    hand_strength,
)

# Billings & Kan (2006), Table 2; Kan (2007), Tables 3.3 and 3.4 and §3.1.1; IHR and 7cHR.
PRINTED = [
    ("AcKc", "", 0.9376, 0.6704),
    ("7h6h", "", 0.1604, 0.4537),
    ("AcKc", "Ks5h3d", 0.9685, 0.8687),
    ("7h6h", "Ks5h3d", 0.0634, 0.3798),
    ("AcKc", "Ks5h3dTc", 0.9411, 0.8902),
    ("7h6h", "Ks5h3dTc", 0.0662, 0.2146),
    ("AcKc", "Ks5h3dTc4h", 0.8576, 0.8576),
    ("7h6h", "Ks5h3dTc4h", 0.9955, 0.9955),
    ("Ts6s", "", 0.3857, 0.4894),
    ("Jd5d", "", 0.4771, 0.4999),
    ("Ts6s", "Td5hTh", 0.9672, 0.9273),
    ("Jd5d", "Td5hTh", 0.8483, 0.6767),
    ("Ts6s", "Td5hTh2d", 0.9599, 0.9378),
    ("Jd5d", "Td5hTh2d", 0.8406, 0.7827),
    ("Jd5d", "Td5hTh2d2h", 0.7091, 0.7091),
    ("3c2c", "KsTh7d", 0.0042, 0.1507),
]

# Misprints: hand, board, the printed figure, and what the definition gives.
MISPRINTED = [
    ("AcKc", "Kd9s2h", 0.884692, 0.885692),
    ("Ts6s", "Td5hTh2d2h", 0.9980, 0.9753),
]


@pytest.mark.parametrize(("hand", "board", "ihr", "seven"), PRINTED)
def test_printed_ranks(hand: str, board: str, ihr: float, seven: float) -> None:
    assert hand_strength(hand, board) == pytest.approx(ihr, abs=5.1e-5)
    assert hand_rank(hand, board) == pytest.approx(seven, abs=5.1e-5)


@pytest.mark.parametrize(("hand", "board", "printed", "defined"), MISPRINTED)
def test_misprinted_ranks(hand: str, board: str, printed: float, defined: float) -> None:
    assert hand_rank(hand, board) == pytest.approx(defined, abs=5.1e-5)
    assert abs(hand_rank(hand, board) - printed) > 5e-4


def test_ranks_with_cards_to_come() -> None:
    assert hand_rank("3h2h", "KsTh7d") == pytest.approx(0.1893, abs=5e-5)
    assert hand_rank("3h2h", "KsTh7d", cards=6) == pytest.approx(0.0729, abs=5e-5)
    assert hand_rank("3c2c", "KsTh7d4c") == pytest.approx(0.0620, abs=5e-5)
    assert hand_rank("AsAh") == pytest.approx(0.852037, abs=5e-7)
    assert hand_strength("AcKc", "Kd9s2h") == (1044 + 6 / 2) / 1081


def _random_spot(seed: int, board: int) -> tuple[list[int], list[int]]:
    cards = np.random.default_rng(seed).permutation(52)[: 2 + board].tolist()
    return cards[:2], cards[2:]


@pytest.mark.small
@pytest.mark.parametrize(("seed", "board", "look_ahead"), [(1, 4, 1), (2, 5, 0), (3, 3, 1)])
def test_potential_and_ranks_against_naive(seed: int, board: int, look_ahead: int) -> None:
    hand, shown = _random_spot(seed, board)
    rng = np.random.default_rng(seed)
    weights = np.zeros(1326)
    met = rng.choice(1326, 40, replace=False)
    weights[met] = rng.random(40)
    others = {tuple(holdem_hands()[h].tolist()): float(weights[h]) for h in met}
    counts = naive.transitions(hand, shown, others, look_ahead)
    found = hand_potential(hand, shown, weights=weights, look_ahead=look_ahead)
    assert (found.positive, found.negative) == pytest.approx(naive.potentials(counts))
    now = [sum(row) for row in counts]
    strength = hand_strength(hand, shown, weights=weights)
    assert strength == pytest.approx(naive.share(*now))
    later = [sum(row[i] for row in counts) for i in range(3)]
    rank = hand_rank(hand, shown, cards=2 + board + look_ahead, weights=weights)
    assert rank == pytest.approx(naive.share(*later))
    ehs = effective_hand_strength(hand, shown, weights=weights, look_ahead=look_ahead)
    assert ehs == pytest.approx(strength + (1 - strength) * found.positive)


def test_two_cards_ahead_against_naive() -> None:
    hand, shown = parse_cards("8h7h"), parse_cards("9hTc2h")
    others = {(int(a), int(b)): w for a, b, w in [(50, 51, 1.0), (26, 23, 0.5), (0, 4, 0.25)]}
    weights = np.zeros(1326)
    for (a, b), weight in others.items():
        weights[colex_index((a, b))] = weight
    counts = naive.transitions(list(hand), list(shown), others, 2)
    found = hand_potential(hand, shown, weights=weights)
    assert (found.positive, found.negative) == pytest.approx(naive.potentials(counts))


@pytest.mark.parametrize("board", ["KsTh7d", "KsTh7d4c", "KsTh7d4c2c"])
def test_all_hands_at_once_equal_one_by_one(board: str) -> None:
    ranks = hand_ranks(board)
    shown = set(parse_cards(board))
    for index in np.random.default_rng(5).choice(1326, 25, replace=False):
        hand = holdem_hands()[index].tolist()
        if set(hand) & shown:
            assert np.isnan(ranks[index])
        else:
            assert ranks[index] == pytest.approx(hand_rank(hand, board), abs=1e-12)


def test_all_hands_with_weights_and_six_cards() -> None:
    against = Range.parse("22+,A2s+,50%:KTo+")
    ranks = hand_ranks("KsTh7d", cards=6, weights=against, threads=2)
    for hand in ("AcKc", "3h2h", "QhJh"):
        one = hand_rank(hand, "KsTh7d", cards=6, weights=against)
        assert ranks[colex_index(parse_cards(hand))] == pytest.approx(one, abs=1e-12)


@given(st.integers(0, 10**6), st.sampled_from([0, 3, 4, 5]))
@settings(deadline=None, derandomize=True, max_examples=30)
def test_weights_of_one_change_nothing(seed: int, board: int) -> None:
    hand, shown = _random_spot(seed, board)
    ones = np.ones(1326)
    assert hand_strength(hand, shown, weights=ones) == hand_strength(hand, shown)
    assert hand_rank(hand, shown, weights=ones) == pytest.approx(hand_rank(hand, shown), abs=1e-12)
    if board:
        assert hand_potential(hand, shown, weights=ones) == hand_potential(hand, shown)
    assert hand_metrics(hand, shown, weights=Range.parse("random")) == hand_metrics(hand, shown)


@given(st.integers(0, 10**6))
@settings(deadline=None, derandomize=True, max_examples=30)
def test_on_the_river_all_is_one_number(seed: int) -> None:
    hand, shown = _random_spot(seed, 5)
    metrics = hand_metrics(hand, shown)
    assert metrics.ihr == metrics.seven_card_rank == metrics.strength == metrics.effective_strength
    assert metrics.positive_potential == metrics.negative_potential == 0


@given(st.integers(0, 10**6), st.sampled_from([0, 3, 4]), st.permutations(range(4)))
@settings(deadline=None, derandomize=True, max_examples=20)
def test_suits_and_order_do_not_matter(seed: int, board: int, suits: list[int]) -> None:
    hand, shown = _random_spot(seed, board)
    renamed = [[4 * (c >> 2) + suits[c & 3] for c in cards] for cards in (hand, shown)]
    first, second = hand_metrics(hand, shown), hand_metrics(renamed[0][::-1], renamed[1][::-1])
    for field in ("ihr", "six_card_rank", "seven_card_rank", "positive_potential"):
        assert getattr(first, field) == pytest.approx(getattr(second, field), abs=1e-12)


@pytest.mark.small
def test_bad_input() -> None:
    with pytest.raises(HandSizeError, match="AsAdAc"):
        hand_metrics("AsAdAc")
    with pytest.raises(HandSizeError, match="4 cards"):
        hand_strength("AsAdAcAh")
    with pytest.raises(BoardSizeError, match="2 cards"):
        hand_rank("AsAd", "KsKd")
    with pytest.raises(BoardSizeError, match="needs a board"):
        hand_potential("AsAd", "")
    with pytest.raises(DuplicateCardError, match="As"):
        hand_rank("AsAd", "As2d3d")
    with pytest.raises(OptionError, match="5 cards"):
        hand_rank("AsAd", "2d3d4d5d", cards=5)
    with pytest.raises(OptionError, match="do not exist"):
        hand_ranks("")
    with pytest.raises(OptionError, match="cannot look 3 cards ahead: only 2 to come"):
        hand_potential("AsAd", "2d3d4d", look_ahead=3)
    with pytest.raises(WeightError, match="outside"):
        hand_strength("AsAd", weights=np.full(1326, 1.5))
    with pytest.raises(WeightError, match="shape"):
        hand_strength("AsAd", weights=np.ones(10))
    with pytest.raises(EmptyRangeError, match=format_cards([Card(51)])):
        hand_strength("AsAd", "AhAcKd", weights=Range.parse("AA"))
