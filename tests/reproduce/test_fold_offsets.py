"""The simulation of fold offsets: what a call is worth, and where it begins to pay."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.reproduce.divat.fold_offsets import FLOP, RIVER, TURN, break_even, calling
from railbird.reproduce.experiment import RunOptions
from railbird.reproduce.registry import find


def test_a_call_is_worth_what_the_later_rounds_bring() -> None:
    ranks = np.array([[0.5, 0.3, 0.3, 0.5], [0.5, 0.3, 0.1, 0.5], [0.5, 0.3, 0.3, 0.1]])
    assert calling(ranks, RIVER, 4) == pytest.approx([0.5 * 8 - 2, 0.5 * 8 - 2, 0.1 * 8 - 2])
    # on the river 12 are in the pot after a call of 2, and 0.1 is below 2/10: it folds
    assert calling(ranks, TURN, 4) == pytest.approx([-4 + 0.5 * 12, -4 + 0.5 * 12, -2])
    # on the turn 0.1 is below 2/6: it folds too, and so does 0.3
    assert calling(ranks, FLOP, 2) == pytest.approx([-1, -1, -1])
    assert calling(ranks, FLOP, 4) == pytest.approx([-5 + 0.5 * 14, -1, -3])


def test_the_break_even_point_is_where_a_call_begins_to_pay() -> None:
    ranks = np.linspace(0, 1, 1001)
    assert break_even(ranks, ranks - 0.3) == pytest.approx(0.3, abs=2e-3)


def test_print_stands_beside_ours() -> None:
    outcome = find("kan-fold-offsets").run(RunOptions(games=2000))
    assert [figure.printed for figure in outcome.figures] == [0.075] * 3 + [0.1] * 3
    assert outcome.verdict == "not comparable"
