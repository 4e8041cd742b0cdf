"""Hold'em ranges: what can be written, what it means, and every way to get it wrong."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.cards import (
    HOLDEM_CLASSES,
    HoleCards,
    colex_index,
    holdem_class_of_hand,
    holdem_hands,
    parse_cards,
)
from railbird.cards.range_items import split_items, write_weight
from railbird.cards.ranges import HAND_RANKING, Range
from railbird.errors import (
    CardError,
    DuplicateCardError,
    EmptyRangeError,
    HandSizeError,
    InputError,
    RangeError,
    WeightError,
)


def classes_of(text: str) -> str:
    """The classes that a range holds in full, in the order of the grid."""
    weights = Range.parse(text).class_weights().reshape(-1)
    assert set(weights.tolist()) <= {0.0, 1.0}
    return " ".join(HOLDEM_CLASSES[i] for i in np.flatnonzero(weights))


@pytest.mark.parametrize(
    ("text", "classes"),
    [
        ("QQ", "QQ"),
        ("QQ+", "AA KK QQ"),
        ("AA+", "AA"),
        ("88-55", "88 77 66 55"),
        ("55-88", "88 77 66 55"),
        ("1010-99", "TT 99"),
        ("AKs", "AKs"),
        ("AKo", "AKo"),
        ("AK", "AKs AKo"),
        ("KA", "AKs AKo"),
        ("A10s", "ATs"),
        ("JTs+", "JTs"),
        ("Q9s+", "QJs QTs Q9s"),
        ("KTo+", "KQo KJo KTo"),
        ("KJ+", "KQs KJs KQo KJo"),
        ("A5s-A3s", "A5s A4s A3s"),
        ("A3s-A5s", "A5s A4s A3s"),
        ("A3-A2", "A3s A2s A3o A2o"),
        ("76s-54s", "76s 65s 54s"),
        ("53o-75o", "75o 64o 53o"),
        ("T8-97", "T8s 97s T8o 97o"),
        ("76s+", "76s"),
        ("QQ, AKs ;\n 22,,", "AKs QQ 22"),
        ("qq,aKs,t9O", "AKs QQ T9o"),
        ("A5s – A3s", "A5s A4s A3s"),
        ("QQ, QQ+", "AA KK QQ"),
    ],
)
def test_classes(text: str, classes: str) -> None:
    assert classes_of(text) == classes


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("AhKh", "AhKh"),
        ("KH AH", "AhKh"),
        ("A♥K♥", "AhKh"),
        ("A♥\ufe0fK♥\ufe0f", "AhKh"),
        ("10h9h", "Th9h"),
        ("ASKS", "AsKs"),
        ("9s9d", "9s9d"),
    ],
)
def test_combinations(text: str, hand: str) -> None:
    assert Range.parse(text) == Range.from_hand(HoleCards.parse(hand))


@pytest.mark.parametrize("text", ["random", "Random", "any two", "any", "*", "100%", "top 100 %"])
def test_everything(text: str) -> None:
    everything = Range.parse(text)
    assert len(everything) == 1326
    assert everything.percent == 100
    assert str(everything) == "random"


def test_ranking() -> None:
    assert sorted(HAND_RANKING) == sorted(HOLDEM_CLASSES)
    assert HAND_RANKING[:8] == ("AA", "KK", "QQ", "JJ", "TT", "99", "88", "AKs")
    assert HAND_RANKING[-1] == "32o"
    place = {name: i for i, name in enumerate(HAND_RANKING)}
    for name in HAND_RANKING:
        if name.endswith("s"):
            assert place[name] < place[name[:2] + "o"]


def test_percentages_follow_the_ranking() -> None:
    assert classes_of("1.4%") == "AA KK QQ"  # 18 of 18.56 combinations
    assert classes_of("1.36%") == "AA KK QQ"
    assert classes_of("1.35%") == "AA KK"  # 18 do not fit into 17.9
    assert Range.parse("15%").combos == 196  # the next class would make it 200 of 198.9
    top = Range.parse("top 5%").weights + Range.parse("5%-15%").weights
    assert np.array_equal(top, Range.parse("15%").weights)
    assert Range.parse("15%-5%") == Range.parse("5%-15%")
    for share in range(1, 101):
        assert Range.parse(f"{share}%").percent <= share


@given(st.integers(1, 169))
@settings(deadline=None, derandomize=True)
def test_percent_reads_back(count: int) -> None:
    best = Range.parse(",".join(HAND_RANKING[:count]))
    assert Range.parse(f"{best.percent!r}%") == best


def test_weights() -> None:
    weighted = Range.parse("50%:22+, AKs:0.25, 33.3%:AhKd, 0%:72o")
    grid = weighted.class_weights()
    assert grid[0, 0] == grid[12, 12] == 0.5
    assert grid[0, 1] == 0.25
    assert weighted.weights[colex_index(parse_cards("AhKd"))] == 0.333
    assert len(weighted) == 78 + 4 + 1
    assert weighted.combos == pytest.approx(39 + 1 + 0.333)
    assert weighted.percent == pytest.approx(100 * 40.333 / 1326)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("50%:QQ", "QQ:0.5"),
        ("33.3%:QQ", "QQ:.333"),
        ("50%:QQ", "QQ:50%"),
        ("100%:QQ", "QQ"),
        ("50 % : 15 %", "15%:0.5"),
        ("50%:top 15%", "top 15%:0.5"),
        ("1e-5%:QQ", "QQ:1e-7"),
        ("QQ, 0%:AK", "QQ"),
        ("50%:22", "22:0.5"),
    ],
)
def test_ways_to_write_a_weight(text: str, same: str) -> None:
    assert Range.parse(text) == Range.parse(same)


@given(st.floats(0, 1, exclude_min=True))
@settings(deadline=None, derandomize=True, max_examples=300)
def test_weights_read_back(weight: float) -> None:
    before, after = write_weight(weight)
    (item,) = split_items(f"{before}QQ{after}")
    assert (item.body, item.weight) == ("QQ", weight)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("foo", RangeError, "'foo'"),
        ("QQ, A2x+", RangeError, r"'A2x\+'"),
        ("QQ AKs", RangeError, "'QQ AKs' .* commas"),
        ("QQs", RangeError, "'QQs' .* pair"),
        ("K9s-T9s", RangeError, "'K9s-T9s' .* gap"),
        ("AA-A2", RangeError, "'AA-A2'"),
        ("A5s-A2o", RangeError, "'A5s-A2o' .* both"),
        ("A5s-", RangeError, "'A5s-'"),
        ("22++", RangeError, r"'22\+\+'"),
        ("AhK", RangeError, "'AhK'"),
        ("150%", RangeError, "'150%' .* 100%"),
        ("50%:", RangeError, "'50%:'"),
        ("QQ:AKs", RangeError, "'AKs' in 'QQ:AKs'"),
        ("nan%:QQ", RangeError, "'nan%' in 'nan%:QQ'"),
        ("50%:QQ:0.5", RangeError, "'50%:QQ:0.5'"),
        ("50%:QQ, JJ+", RangeError, r"'JJ\+' contradicts '50%:QQ': .* \(QQ\)"),
        ("AK, AhKh:0.5", RangeError, r"'AhKh:0.5' contradicts 'AK': .* AhKh \(AKs\)"),
        ("22+, 0%:55", RangeError, r"'0%:55' contradicts '22\+'"),
        ("", EmptyRangeError, "''"),
        (" , \n", EmptyRangeError, "above zero"),
        ("0%:QQ", EmptyRangeError, "'0%:QQ'"),
        ("top 0.2%", EmptyRangeError, "'top 0.2%'"),
        ("150%:QQ", WeightError, "150% in '150%:QQ'"),
        ("-5%:QQ", WeightError, "-5% in '-5%:QQ'"),
        ("QQ:1.5", WeightError, "1.5 in 'QQ:1.5'"),
        ("QQ:50", WeightError, "50 in 'QQ:50'"),
        ("1e99999%:QQ", WeightError, "1e99999%"),
        ("1h", CardError, "'1h'"),
        ("QQ, Ah1h", CardError, "'1h' in 'Ah1h'"),
        ("A♥K♥+", CardError, r"'A♥K♥\+'"),
        ("AhAh", DuplicateCardError, "'AhAh'"),
        ("50%:AhAh", DuplicateCardError, "'AhAh'"),
        ("Ah", HandSizeError, "'Ah' is 1 card;"),
        ("AhKhQh", HandSizeError, "'AhKhQh' is 3 cards"),
        ("AhKhQhJhTh9h", HandSizeError, "'AhKhQhJhTh9h' is 6 cards"),
    ],
)
def test_errors(text: str, error: type[InputError], words: str) -> None:
    with pytest.raises(error, match=words) as caught:
        Range.parse(text)
    assert type(caught.value) is error
    assert "\n" not in str(caught.value).replace("\\n", "")


@given(st.text("AKQJT9210shdc♥+-:%.,; xo*" + "top", max_size=12))
@settings(deadline=None, derandomize=True, max_examples=500)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parsed = Range.parse(text)
    except InputError:
        return
    assert Range.parse(str(parsed)) == parsed


def test_from_weights_checks() -> None:
    weights = np.zeros(1326)
    with pytest.raises(EmptyRangeError, match="zero"):
        Range.from_weights(weights)
    for wrong in (np.nan, -0.1, 1.1, np.inf):
        weights[7] = wrong
        with pytest.raises(WeightError, match=f"{wrong:g} .*position 7"):
            Range.from_weights(weights)
    with pytest.raises(RangeError, match=r"\(13, 13\)"):
        Range.from_weights(np.zeros((13, 13)))
    weights[7] = 1
    made = Range.from_weights(weights)
    weights[8] = 1
    assert len(made) == 1
    with pytest.raises(ValueError, match="read-only"):
        made.weights[0] = 1


def test_from_hand_needs_two_cards() -> None:
    with pytest.raises(HandSizeError, match="AsAdQsJd"):
        Range.from_hand(HoleCards.parse("AsAdQsJd"))


def test_without() -> None:
    aces = Range.parse("AA, 50%:KK")
    left = aces.without(parse_cards("As Kd 7c"))
    assert len(left) == 6
    assert left.combos == 3 + 1.5
    assert aces.without(()) == aces
    with pytest.raises(EmptyRangeError, match=r"'AsKs,AhKh' .* As Kh;"):
        Range.parse("AhKh, AsKs").without(parse_cards("As Kh"))


@given(st.sets(st.integers(0, 51), max_size=5))
@settings(deadline=None, derandomize=True, max_examples=30)
def test_without_removes_just_the_dead(dead: set[int]) -> None:
    cards, weights = Range.parse("random").without(dead).hands()
    assert len(cards) == len(weights) == (52 - len(dead)) * (51 - len(dead)) // 2
    assert not dead & set(cards.reshape(-1).tolist())


def test_hands() -> None:
    cards, weights = Range.parse("50%:AhKh, 2c2d").hands()
    assert cards.dtype == np.uint8
    assert cards.tolist() == [[0, 1], [46, 50]]
    assert weights.tolist() == [1.0, 0.5]


def test_class_weights_are_means() -> None:
    grid = Range.parse("AhKh, AhKd, 50%:77").class_weights()
    assert grid.shape == (13, 13)
    assert (grid[0, 1], grid[1, 0], grid[7, 7]) == (1 / 4, 1 / 12, 1 / 2)
    assert grid.sum() == 1 / 4 + 1 / 12 + 1 / 2


def test_value_type() -> None:
    one, other = Range.parse("AKs"), Range.parse("AhKh,AsKs,AdKd,AcKc")
    assert one == other
    assert hash(one) == hash(other)
    assert one != Range.parse("AK")
    assert one != "AKs"
    assert repr(other) == "Range('AKs')"
    assert len(holdem_hands()[holdem_class_of_hand() == 1]) == len(one)
