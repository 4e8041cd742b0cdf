"""The shipped pre-flop table against a roll-out that shares nothing with it, for two match-ups."""

from __future__ import annotations

import numpy as np
import pytest
from tests.naive.divat_preflop import preflop_sums

from railbird.cards import parse_cards
from railbird.cards.index import colex_index
from railbird.divat.baseline.preflop import RUNOUTS, preflop


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), [("AcKc", "7h6h"), ("9d4s", "9c8c")])
def test_two_match_ups(first: str, second: str) -> None:
    hands = [parse_cards(first), parse_cards(second)]
    index = [np.array([colex_index(hand)]) for hand in hands]
    found = preflop().equities(index[0], index[1])[0] * RUNOUTS
    expected = preflop_sums(*((int(hand[0]), int(hand[1])) for hand in hands))
    assert np.rint(found).astype(np.int64).tolist() == expected.tolist()
