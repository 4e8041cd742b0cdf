"""Classes of card sets: one of each, ranked and unranked."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from railbird.cards.index import all_sets
from railbird.cards.suits import canonical_signatures, suit_patterns
from railbird.omaha8.matchups.enumeration import classes_of_sets, set_classes, sets_of_classes


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_every_set_has_the_class_of_its_canonical_form(size: int) -> None:
    span = sets_of_classes(size, 0, set_classes(size))
    every = all_sets(size)
    classes = classes_of_sets(every)
    assert (np.bincount(classes) == span.orbits).all()
    canonical = canonical_signatures(span.cards)[0]
    assert (canonical[classes] == canonical_signatures(every)[0]).all()


def test_the_rows_of_table_3_3() -> None:
    rows = suit_patterns(8)
    assert len(rows) == 30
    assert set_classes(8) == 32_819_436
    assert sum(row.total for row in rows) == comb(52, 8) == 752_538_150
    first = 0
    for row in rows:  # the first and last classes of each row have its suits and multiplicity
        for start in (first, max(first, first + row.classes - 50)):
            span = sets_of_classes(8, start, min(start + 50, first + row.classes))
            suits = np.sort([(span.cards & 3 == s).sum(axis=1) for s in range(4)], axis=0)[::-1]
            assert (suits == np.array(row.suits)[:, None]).all()
            assert (span.orbits == row.orbit).all()
            assert (canonical_signatures(span.cards)[1] == row.orbit).all()
        first += row.classes


def test_eight_cards_there_and_back() -> None:
    rng = np.random.default_rng(8)
    for start in rng.integers(0, set_classes(8) - 500, size=60).tolist():
        span = sets_of_classes(8, start, start + 500)
        assert (classes_of_sets(span.cards) == np.arange(start, start + 500)).all()
        # other names of the suits, another order of the cards
        suits, order = rng.permutation(4).astype(np.uint8), rng.permutation(8)
        renamed = (span.cards & 0xFC | suits[span.cards & 3])[:, order]
        assert (classes_of_sets(renamed) == np.arange(start, start + 500)).all()


def test_spans_join_across_rows() -> None:
    rows = suit_patterns(8)
    edge = rows[0].classes + rows[1].classes
    whole = sets_of_classes(8, edge - 5, edge + 5)
    parts = [sets_of_classes(8, edge - 5, edge), sets_of_classes(8, edge, edge + 5)]
    assert (whole.cards == np.concatenate([part.cards for part in parts])).all()
    assert len(sets_of_classes(8, edge, edge).cards) == 0


@pytest.mark.parametrize(("start", "stop"), [(-1, 5), (5, 4), (0, 170)])
def test_spans_that_are_none(start: int, stop: int) -> None:
    with pytest.raises(IndexError, match="are no span"):
        sets_of_classes(2, start, stop)
