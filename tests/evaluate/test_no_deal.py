"""Ranges that need the same cards: said at once, and counted or sampled where that is possible."""

from __future__ import annotations

import itertools

import pytest

from railbird.cards.ranges import Range
from railbird.errors import EmptyRangeError, OptionError
from railbird.evaluate.equities import equity as equities
from railbird.evaluate.equities import spot

IMPOSSIBLE = [
    ("omaha8", ["AAxx", "AAxx", "AAxx", "random"]),
    ("omaha", ["AAxx", "AAxx", "AKxx"]),
    ("holdem", ["AA", "AA", "AA"]),
    ("holdem", ["AA", "AA", "AK", "AK"]),
    ("holdem", ["KK+"] * 5),
    ("holdem", ["AKs"] * 5),
    ("holdem", ["AsKs,AhKh"] * 3),
]


@pytest.mark.parametrize(("game", "ranges"), IMPOSSIBLE)
@pytest.mark.parametrize("method", ["auto", "exact", "sample"])
def test_impossible_ranges_are_refused_at_once(
    game: str, ranges: list[str], method: equities.Method
) -> None:
    with pytest.raises(EmptyRangeError, match=r"leave no deal: they need the same cards"):
        equities.equity(*ranges, game=game, method=method)


@pytest.mark.parametrize("steps", [20_000, 0])
def test_ranges_are_refused_only_if_no_hands_fit(
    steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a search only the ranks tell, and they may miss that nothing fits."""
    monkeypatch.setattr(spot, "MOST_SEARCH_STEPS", steps)
    texts = ["AA", "AK", "KK", "AsKs,AhKh", "AKs", "QQ+"]
    sets = {text: [{*cards.tolist()} for cards in Range.parse(text).hands()[0]] for text in texts}
    refused = []
    for some in itertools.combinations_with_replacement(texts, 3):
        hands = itertools.product(*(sets[text] for text in some))
        fits = any(len(a | b | c) == 6 for a, b, c in hands)
        try:
            spot.make_spot(some, "", "", "holdem", None)
            refused.append((fits, False))
        except EmptyRangeError:
            refused.append((fits, True))
    assert refused.count((True, True)) == 0
    assert refused.count((True, False)) > 20
    assert refused.count((False, True)) > 5
    assert steps == 0 or refused.count((False, False)) == 0


def test_deals_that_are_rare_are_sampled() -> None:
    """One draw in 216 has no card twice. By symmetry players with the same range are equal."""
    pairs = ["AA", "AA", "KK", "KK", "QQ", "QQ"]
    found = equities.equity(*pairs, samples=20_000, seed=1)
    assert found.deals == 20_000
    for one, other in zip(found.players[::2], found.players[1::2], strict=True):
        assert abs(one.equity - other.equity) < 5 * (one.error + other.error)


def test_what_cannot_be_sampled_says_how_much_there_is_to_count() -> None:
    pairs = [pair for pair in ("AA", "KK", "QQ", "JJ", "TT") for _ in range(2)]
    with pytest.raises(OptionError, match=r"narrow them; to count 2e\+14 deals would take days"):
        equities.equity(*pairs, seed=1)


def test_too_much_to_count_is_refused() -> None:
    with pytest.raises(OptionError, match=r"to count 6e\+15 deals would take days or more"):
        equities.equity("random", "random", "random", method="exact")
