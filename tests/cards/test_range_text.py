"""The shortest text of a range, against brute force over all texts."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.cards import holdem_class_of_hand, range_text
from railbird.cards.ranges import Range
from railbird.errors import RangeError

HIGH = "AKQJT9"


@cache
def every_item() -> dict[str, frozenset[int]]:
    """Every item that can be written with the six highest ranks, and its classes."""
    names = [a + b + kind for a, b in combinations(HIGH, 2) for kind in ("", "s", "o")]
    names += [a + a for a in HIGH]
    texts = [*names, *(f"{name}+" for name in names)]
    texts += [f"{a}-{b}" for a, b in combinations(names, 2)]
    items = {}
    for text in texts:
        try:
            weights = Range.parse(text).class_weights()
        except RangeError:
            continue
        items[text] = frozenset(np.flatnonzero(weights).tolist())
    return items


def fewest_characters(classes: list[int], extra: int) -> int:
    """Length of the shortest text for up to a dozen classes, found over all their subsets."""
    place = {c: i for i, c in enumerate(classes)}
    costs: dict[int, int] = {}
    for text, covered in every_item().items():
        if covered <= place.keys():
            mask = sum(1 << place[c] for c in covered)
            costs[mask] = min(costs.get(mask, 99), len(text) + 1 + extra)
    best = [0] + [10**6] * (2 ** len(classes) - 1)
    for done in range(len(best)):
        missing = ~done & (done + 1)  # the lowest class that is not covered yet
        for mask, cost in costs.items():
            if mask & missing:
                best[done | mask] = min(best[done | mask], best[done] + cost)
    return best[-1] - 1


def range_of(classes: list[int], weight: float = 1) -> Range:
    return Range(np.where(np.isin(holdem_class_of_hand(), classes), weight, 0.0))


ALL = sorted({c for covered in every_item().values() for c in covered})


@given(st.sets(st.sampled_from(ALL), min_size=1, max_size=12), st.sampled_from([1.0, 0.5, 0.123]))
@settings(deadline=None, derandomize=True, max_examples=120)
def test_no_text_is_shorter(classes: set[int], weight: float) -> None:
    chosen = sorted(classes)
    extra = {1.0: 0, 0.5: len("50%:"), 0.123: len("12.3%:")}[weight]
    text = str(range_of(chosen, weight))
    assert len(text) == fewest_characters(chosen, extra)
    assert Range.parse(text) == range_of(chosen, weight)


@given(st.sets(st.sampled_from(sorted(every_item())), min_size=1, max_size=4))
@settings(deadline=None, derandomize=True, max_examples=120)
def test_no_text_is_shorter_for_runs(texts: set[str]) -> None:
    classes = sorted({c for text in texts for c in every_item()[text]})
    if len(classes) <= 12:
        assert len(str(range_of(classes))) == fewest_characters(classes, 0)


@pytest.mark.parametrize(
    ("text", "shortest"),
    [
        ("AA,KK,QQ", "QQ+"),
        ("88,77,66,55,22", "88-55,22"),
        ("22+,A2s+,ATo+,KQ", "22+,AT+,KQ,A2s+"),
        ("A5s,A4s,A3s,A2s", "A5s-A2s"),
        ("76s,65s,54s", "76s-54s"),
        ("76s,65s", "76s-65s"),
        ("A5s-A2s,A5o-A2o", "A5-A2"),
        ("AKs,AKo,AQs,AQo", "AQ+"),
        ("J7s+,T9s,98s,87s,76s,65s", "J7s+,T9s-65s"),
        ("AhKh,AsKs,AdKd,AcKc,QhQs", "AKs,QsQh"),
        ("50%:QQ,50%:KK,AA", "AA,50%:KK-QQ"),
        ("random:0.5", "50%:random"),
        ("QQ:0.333333333333", "33.3333333333%:QQ"),
        ("QQ:1e-12", "QQ:1e-12"),
    ],
)
def test_texts(text: str, shortest: str) -> None:
    parsed = Range.parse(text)
    assert str(parsed) == shortest
    assert Range.parse(shortest) == parsed


WEIGHTS = st.sampled_from([0.0, 0.25, 0.5, 1.0]) | st.floats(0, 1)


@given(
    st.dictionaries(st.integers(0, 168), WEIGHTS, max_size=169),
    st.dictionaries(st.integers(0, 1325), WEIGHTS, min_size=1, max_size=40),
)
@settings(deadline=None, derandomize=True, max_examples=100)
def test_round_trip(by_class: dict[int, float], by_hand: dict[int, float]) -> None:
    grid = np.zeros(169)
    grid[list(by_class)] = list(by_class.values())
    weights = grid[holdem_class_of_hand()]
    weights[list(by_hand)] = list(by_hand.values())
    if weights.any():
        assert Range.parse(str(Range(weights))) == Range(weights)


@given(st.integers(0, 2**169 - 1))
@settings(deadline=None, derandomize=True, max_examples=60)
def test_round_trip_of_dense_grids(bits: int) -> None:
    made = range_of([c for c in range(169) if bits >> c & 1 or c == 0])
    assert Range.parse(str(made)) == made


def test_search_cut_short_is_still_right(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(1)
    dense = range_of(np.flatnonzero(random.random(169) < 0.85).tolist())
    shortest = str(dense)
    monkeypatch.setattr(range_text, "MOST_STATES", 1)
    assert Range.parse(str(dense)) == dense
    assert len(str(dense)) >= len(shortest)
