"""Omaha ranges, against a plain reading of the cards of each hand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.cards import HoleCards, format_cards, omaha_class, parse_cards
from railbird.cards.card import RANKS
from railbird.cards.classes import omaha_class_index
from railbird.cards.index import all_sets
from railbird.cards.omaha_ranges import OmahaRange, omaha8_ranking
from railbird.errors import (
    CardError,
    DuplicateCardError,
    EmptyRangeError,
    HandSizeError,
    InputError,
    RangeError,
    WeightError,
)

if TYPE_CHECKING:
    from collections.abc import Callable

HANDS = st.sets(st.integers(0, 51), min_size=4, max_size=4).map(sorted)


def ranks_of(hand: list[int]) -> str:
    return "".join(RANKS[c >> 2] for c in hand)


def suits_of(hand: list[int]) -> list[int]:
    return sorted(Counter(c & 3 for c in hand).values())


NAIVE: dict[str, Callable[[list[int]], bool]] = {
    "AAxx": lambda hand: ranks_of(hand).count("A") >= 2,
    "A2xx": lambda hand: {"A", "2"} <= set(ranks_of(hand)),
    "a*3x": lambda hand: {"A", "3"} <= set(ranks_of(hand)),
    "10 10 x x": lambda hand: ranks_of(hand).count("T") >= 2,
    "xxxxds": lambda hand: suits_of(hand) == [2, 2],
    "xxxxSS": lambda hand: suits_of(hand) == [1, 1, 2],
    "xxxxr": lambda hand: suits_of(hand) == [1, 1, 1, 1],
    "Axxxds": lambda hand: "A" in ranks_of(hand) and suits_of(hand) == [2, 2],
    "KQxxss": lambda hand: {"K", "Q"} <= set(ranks_of(hand)) and suits_of(hand) == [1, 1, 2],
    "A23xr": lambda hand: {"A", "2", "3"} <= set(ranks_of(hand)) and len(suits_of(hand)) == 4,
}


@pytest.mark.parametrize("text", NAIVE)
def test_patterns(text: str) -> None:
    cards, weights = OmahaRange.parse(text).hands()
    assert weights.tolist() == [1.0] * len(cards)
    held = {tuple(hand) for hand in cards.tolist()}
    for hand in all_sets(4)[::37].tolist():
        assert (tuple(hand) in held) == NAIVE[text](hand)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("AsAdQsJd", 1),
        ("A♠A♦Q♠J♦", 1),
        ("7777", 1),
        ("AA23", 6 * 16),
        ("AAKK", 36),
        ("A23x", 64 * 40 + 3 * 6 * 16),
        ("AAxx", 6 * 48 * 47 // 2 + 4 * 48 + 1),
        ("(A3)(A2)", 12),
        ("(2A)(3A)", 12),
        ("(Q2)AK", 24),
        ("(A432)", 4),
        ("(AKQ)J", 12),
        ("(K10)AA", 12),
        ("AKQJ", 256),
        ("AKQJr", 24),
        ("xxxxds", 6 * 78 * 78),
        ("xxxxss", 4 * 78 * 3 * 13 * 13),
        ("xxxxr", 13**4),
        ("random", 270725),
        ("*", 270725),
        ("xxxx", 270725),
        ("7777, 8888; 9999\n 7777", 3),
    ],
)
def test_counts(text: str, count: int) -> None:
    parsed = OmahaRange.parse(text)
    assert len(parsed) == parsed.combos == count
    assert parsed.percent == pytest.approx(100 * count / 270725)
    assert OmahaRange.parse(str(parsed)) == parsed


@given(HANDS)
@settings(deadline=None, derandomize=True, max_examples=150)
def test_class_names(cards: list[int]) -> None:
    name = omaha_class(HoleCards.parse(format_cards(cards)))
    cards_of_class, _ = OmahaRange.parse(name if "(" in name else f"{name}r").hands()
    assert cards in cards_of_class.tolist()
    assert {omaha_class(format_cards(hand)) for hand in cards_of_class} == {name}
    signatures = [frozenset(c >> 2 for c in cards if c & 3 == s) for s in range(4)]
    stabiliser = np.prod([[1, 1, 2, 6, 24][n] for n in Counter(signatures).values()])
    assert len(cards_of_class) == 24 // stabiliser


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("foo", RangeError, "'foo'"),
        ("AAxxs", RangeError, "'AAxxs'"),
        ("(AA)KK", RangeError, r"'\(AA\)KK' .* the same suit"),
        ("(Ax)KK", RangeError, r"'\(Ax\)KK'"),
        ("(A", RangeError, r"'\(A'"),
        ("115%", RangeError, "'115%' .* above 100%"),
        ("top 15", RangeError, "'top 15' .* top 15% or random"),
        ("AAxx AKxx", HandSizeError, "'AAxx AKxx' is 8 cards"),
        ("AAxx, 50%:AA23", RangeError, "'50%:AA23' contradicts 'AAxx': they give A"),
        ("", EmptyRangeError, "''"),
        ("0%:AAxx", EmptyRangeError, "'0%:AAxx'"),
        ("101%:AAxx", WeightError, "101% in '101%:AAxx'"),
        ("AAxx:-0.1", WeightError, "-0.1 in 'AAxx:-0.1'"),
        ("AsAdQsJ1, A1QsJd3h", RangeError, "'AsAdQsJ1'"),
        ("AsAd1sJd", CardError, "'1s' in 'AsAd1sJd'"),
        ("AsAsQdJd", DuplicateCardError, "'AsAsQdJd'"),
        ("AsAdQs", HandSizeError, "'AsAdQs' is 3 cards"),
        ("AA", HandSizeError, "'AA' is 2 cards; .* AAxx"),
        ("AAxxx", HandSizeError, "'AAxxx' is 5 cards"),
        ("(A3)(A2)K", HandSizeError, r"'\(A3\)\(A2\)K' is 5 cards"),
    ],
)
def test_errors(text: str, error: type[InputError], words: str) -> None:
    with pytest.raises(error, match=words) as caught:
        OmahaRange.parse(text)
    assert type(caught.value) is error


def test_weights() -> None:
    weighted = OmahaRange.parse("50%:AAxxds, KKKK:0.25, 0%:QQQQ")
    assert weighted.combos == 0.5 * len(OmahaRange.parse("AAxxds")) + 0.25
    cards, weights = weighted.hands()
    assert cards.dtype == np.uint8
    assert cards.shape == (len(weights), 4)
    assert set(weights.tolist()) == {0.25, 0.5}


def test_without() -> None:
    aces = OmahaRange.parse("50%:AAKK")
    left = aces.without(parse_cards("As Kd 2c"))
    assert len(left) == 9
    assert str(left).startswith("50%:AhAdKsKh,")
    assert OmahaRange.parse(str(left)) == left
    assert aces.without(parse_cards("2c")) is aces
    with pytest.raises(EmptyRangeError, match=r"'7777' .* 7c"):
        OmahaRange.parse("7777").without(parse_cards("7c"))


@given(st.lists(HANDS, min_size=1, max_size=8), st.floats(0, 1, exclude_min=True))
@settings(deadline=None, derandomize=True, max_examples=30)
def test_lists_of_hands_read_back(hands: list[list[int]], weight: float) -> None:
    unique = [list(hand) for hand in {tuple(hand) for hand in hands}]
    made = OmahaRange(np.array(unique, np.uint8), np.full(len(unique), weight))
    assert OmahaRange.parse(str(made)) == made
    assert hash(OmahaRange.parse(str(made))) == hash(made)
    assert sorted(made.cards.tolist()) == sorted(unique)


def test_from_hand() -> None:
    hand = HoleCards.parse("AsAdQsJd")
    assert OmahaRange.from_hand(hand) == OmahaRange.parse("JdQsAdAs")
    with pytest.raises(HandSizeError, match="AsKs"):
        OmahaRange.from_hand(HoleCards.parse("AsKs"))


@pytest.mark.parametrize(
    ("cards", "weights", "error", "words"),
    [
        ([[0, 1, 2]], [1.0], HandSizeError, r"\(1, 3\)"),
        ([[0, 1, 2, 52]], [1.0], CardError, "52"),
        ([[0, 1, 2, 2]], [1.0], DuplicateCardError, "2h"),
        ([[0, 1, 2, 3], [3, 2, 1, 0]], [1.0, 1.0], DuplicateCardError, "2s2h2d2c"),
        ([[0, 1, 2, 3]], [np.nan], WeightError, "nan"),
        ([[0, 1, 2, 3]], [0.0], EmptyRangeError, "zero"),
        ([[0, 1, 2, 3]], [1.0, 1.0], RangeError, r"\(2,\)"),
    ],
)
def test_arrays_are_checked(
    cards: list[list[int]], weights: list[float], error: type[InputError], words: str
) -> None:
    with pytest.raises(error, match=words):
        OmahaRange(np.array(cards, np.uint8), np.array(weights))


def test_representations() -> None:
    assert repr(OmahaRange.parse("AAxx,\n 50%:KKKK")) == "OmahaRange('AAxx, 50%:KKKK')"
    left = OmahaRange.parse("AAxx").without([0])
    assert repr(left).startswith(f"<OmahaRange of {len(left):,} hands: AsAhAdAc,AsAhAdKs,")
    assert left != "AAxx"
    with pytest.raises(ValueError, match="read-only"):
        left.weights[0] = 0


def test_percentages_follow_the_ranking() -> None:
    best, half, all_ = (OmahaRange.parse(text) for text in ("top 1%", "50%", "100%"))
    assert best.percent <= 1
    assert best.percent > 0.99
    assert set(map(tuple, best.cards)) < set(map(tuple, half.cards))
    assert len(all_) == 270_725
    band = OmahaRange.parse("1%-50%")
    assert len(band) == len(half) - len(best)
    assert OmahaRange.parse("top 1%, 1%-50%") == half
    assert {omaha_class(HoleCards(tuple(hand))) for hand in OmahaRange.parse("0.005%").cards} == {
        "(A3)(A2)"
    }


def test_only_hi_lo_hands_are_ranked() -> None:
    with pytest.raises(RangeError, match="only hands of Omaha Hi-Lo are ranked") as refused:
        OmahaRange.parse("top 15%", hi_lo=False)
    assert str(refused.value).count("top 15%") == 1, "what is refused is not advised"
    for unreadable in ("foo", "(AA)23"):
        with pytest.raises(RangeError) as refused:
            OmahaRange.parse(unreadable, hi_lo=False)
        assert "top 15%" not in str(refused.value)
    assert len(OmahaRange.parse("AAxx", hi_lo=False)) == 6_961


def test_a_class_is_stronger_if_it_is_jammed_with_a_larger_stack() -> None:
    ranking = omaha8_ranking()
    assert sorted(ranking) == list(range(16_432))
    places = np.argsort(ranking)
    hands = ("AsAd2s3d", "AsAd2s9d", "KsKdQsJd", "KsKh9d2c", "2c2d2h2s")
    order = [int(places[omaha_class_index(hand)]) for hand in hands]
    assert order == sorted(order)
    assert order[0] == 0
    assert order[-1] == 16_431
