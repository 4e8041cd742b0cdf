"""The equilibria that are shipped: grids, rounding, the file, playability."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from tests.omaha8.small_tables import random_table

from railbird.cards.classes import omaha_class_index, omaha_classes
from railbird.errors import OptionError
from railbird.evaluate import equity
from railbird.omaha8 import gaps, solutions
from railbird.omaha8.game import JamFold
from railbird.omaha8.products import DenseMatchups
from railbird.omaha8.recipes import gaps_of, rounded, solve_grid
from railbird.omaha8.solutions import Position, Solutions, all_stacks, grid, pack, unpack


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


def test_gaps_come_back_as_they_were_packed() -> None:
    random = np.random.default_rng(4)
    slopes = random.normal(0, 900, (2, 1, 30))
    stacks = np.array([60, 70, 72, 120, 180, 240])
    jam, call = (slopes * stacks[None, :, None] / 120).astype(np.int32)
    again = gaps.unpack(gaps.pack(gaps.Gaps(jam, call), stacks))
    assert (again.jam == jam).all()
    assert (again.call == call).all()


def test_gaps_are_those_of_the_equilibria() -> None:
    matchups = DenseMatchups.of_table(random_table(40, 13))
    solved = solve_grid(matchups, all_stacks()[100:300:50], epsilon=1e-8)
    found = gaps_of(matchups, solved)
    game = JamFold(matchups, solved.stakes)
    jam, call = found.jam.T / 1000, found.call.T / 1000 * game.jam_chance(solved.jam)
    assert jam == pytest.approx(game.jam_gap(solved.call), abs=0.00051)
    assert call == pytest.approx(game.call_gap(solved.jam), abs=0.00051)


class TestShipped:
    """The shipped equilibria, as far as they can be checked without the table."""

    solutions, gaps = solutions.load(), gaps.load()
    chances = omaha_classes()[1] / 270_725

    def test_all_stacks_are_there(self) -> None:
        assert list(self.solutions.stacks) == all_stacks()
        assert self.solutions.gains.min() > -1e-12
        assert self.solutions.gains.max() < 2.2e-9

    def test_values_are_those_of_jamming_and_folding(self) -> None:
        jam = self.solutions.jam / solutions.LEVELS * self.gaps.jam / 1000
        posted = np.minimum([float(r) for r in self.solutions.stacks], 0.5)
        assert jam @ self.chances - posted == pytest.approx(self.solutions.value, abs=2e-5)

    @pytest.mark.parametrize("position", ["sb", "bb"])
    def test_what_wins_is_played_and_what_loses_is_folded(self, position: Position) -> None:
        played = self.solutions.played(position)
        for row, stack in list(enumerate(self.solutions.stacks))[::6]:
            if stack <= (0.5 if position == "sb" else 1):  # no decision
                assert (played[row] == 255).all()
                continue
            gap = gaps.gaps_at(row, position)
            lost = np.maximum(gap, 0) - played[row] / 255 * gap
            assert lost.max() <= 0.0005
            assert lost @ self.chances < 1e-6

    def test_shares_are_those_of_the_run_that_made_them(self) -> None:
        sizes = omaha_classes()[1]
        row = self.solutions.at(45)
        assert self.solutions.share("sb", sizes)[row] == pytest.approx(0.36246, abs=5e-6)
        assert self.solutions.share("bb", sizes)[row] == pytest.approx(0.19673, abs=5e-6)
        assert self.solutions.value[0] == pytest.approx(0, abs=1e-12)

    def test_all_in_by_posting_a_hand_is_worth_its_equity(self) -> None:
        hand = omaha_class_index("AsAd2s3d")
        found = equity("AsAd2s3d", "random", game="omaha8", method="sample", samples=20_000, seed=1)
        assert gaps.gaps_at(0, "sb")[hand] == pytest.approx(found.equities[0], abs=0.01)
