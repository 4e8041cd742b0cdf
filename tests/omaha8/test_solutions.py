"""The equilibria that are shipped: grids, rounding, the file, playability."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from tests.omaha8.small_tables import random_table

from railbird.errors import OptionError
from railbird.omaha8.products import DenseMatchups
from railbird.omaha8.recipes import rounded, solve_grid
from railbird.omaha8.solutions import Solutions, all_stacks, grid, pack, unpack


def small_solutions() -> Solutions:
    """Three classes at four stacks."""
    stacks = tuple(Fraction(k, 2) for k in (1, 2, 3, 4))
    jam = np.array([[255, 255, 255], [255, 255, 9], [255, 0, 128], [255, 127, 0]], np.uint8)
    call = np.array([[255, 255, 0], [255, 0, 0], [0, 200, 0], [0, 0, 0]], np.uint8)
    return Solutions(stacks, jam, call, np.array([0, 0.01, 0.02, 0.01]), np.zeros((4, 2)))


def test_all_stacks_of_the_document_are_there_once() -> None:
    stacks = all_stacks()
    assert len(stacks) == len(set(stacks)) == 319
    assert stacks[0] == Fraction(1, 2)
    assert stacks[-1] == 50
    for big in (300, 400, 500, 600):  # stacks in steps of 50 chips
        assert {Fraction(chips, big) for chips in range(big // 2, 4_501, 50)} <= set(stacks)
    assert {Fraction(chips, 100) for chips in range(50, 4_501, 50)} <= set(stacks)


def test_the_file_gives_back_what_was_packed() -> None:
    one = small_solutions()
    again = unpack(pack(one))
    assert again.stacks == one.stacks
    for name in ("jam", "call", "value", "gains"):
        assert (getattr(again, name) == getattr(one, name)).all()


def test_playability_is_the_largest_stack_that_is_mostly_played() -> None:
    one = small_solutions()
    assert one.playability("sb").tolist() == [2, 1, 1.5]
    assert one.playability("bb").tolist() == [1, 1.5, 0]
    assert one.playability("sb", stacks=grid(2, 1)).tolist() == [1, 1, 0.5]


def test_stacks_and_shares() -> None:
    one = small_solutions()
    assert one.strategies(1.5)[1].tolist() == [0, 200 / 255, 0]
    assert one.nearest(1.7) == 2
    assert one.share("sb", np.array([2, 1, 1]))[1] == pytest.approx((3 + 9 / 255) / 4)
    with pytest.raises(OptionError, match=r"the nearest is 1\.5"):
        one.at(1.7)


def test_rounded_equilibria_are_measured_as_they_are_kept() -> None:
    matchups = DenseMatchups.of_table(random_table(40, 13))
    stacks = all_stacks()[::60]
    groups: list[int] = []
    solved = solve_grid(
        matchups, stacks, epsilon=1e-8, done=lambda so_far: groups.append(len(so_far.stakes))
    )
    assert groups == [2, 4, 5, 6]
    assert [one.stack for one in solved.stakes] == [float(r) for r in stacks]
    assert (solved.epsilon <= 1e-8).all()
    shipped = unpack(pack(rounded(matchups, solved)))
    assert list(shipped.stacks) == stacks
    assert shipped.value == pytest.approx(solved.value, abs=shipped.gains.max() + 1e-8)
    assert (shipped.gains < 1e-4).all()
