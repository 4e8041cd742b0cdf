"""The equilibria that are shipped: grids, rounding, the file, playability."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from tests.omaha8.small_tables import naive_game, random_table

from railbird import data
from railbird.cards.card import parse_cards
from railbird.cards.classes import omaha_class_of_hand, omaha_classes
from railbird.cards.index import colex_index
from railbird.cards.omaha_ranges import omaha8_ranking
from railbird.errors import OptionError
from railbird.evaluate.recipes import rebuild
from railbird.omaha8.jamfold import gaps
from railbird.omaha8.jamfold.products import DenseMatchups
from railbird.omaha8.jamfold.recipes import RECIPES, rounded, solve_grid, strength_order
from railbird.omaha8.jamfold.solutions import TABLE as SOLUTIONS
from railbird.omaha8.jamfold.solutions import (
    Position,
    Solutions,
    all_stacks,
    grid,
    load,
    pack,
    unpack,
)

POSITIONS: tuple[Position, Position] = ("sb", "bb")


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


def small_gaps() -> gaps.Gaps:
    stacks = tuple(Fraction(k, 2) for k in (1, 2, 3))
    jam = np.array([[100, -7], [90, -40], [70, -20_000]])
    return gaps.Gaps(stacks, jam, -jam)


def test_gaps_come_back_and_lie_on_lines_between_stacks() -> None:
    one = small_gaps()
    again = gaps.unpack(gaps.pack(one))
    assert again.stacks == one.stacks
    assert (again.jam == one.jam).all()
    assert (again.call == one.call).all()
    assert one.of("sb", 1).tolist() == [0.09, -0.04]
    assert one.of("bb", 0.75) == pytest.approx([-0.095, 0.0235])
    assert one.of("sb", 7).tolist() == [0.07, -20]


def test_gaps_are_what_playing_wins_more() -> None:
    table = random_table(12, 14)
    matchups = DenseMatchups.of_table(table)
    shipped = rounded(matchups, solve_grid(matchups, [Fraction(3), Fraction(13, 4)], epsilon=1e-6))
    found = gaps.gaps_of(matchups, shipped)
    assert found.stacks == (Fraction(3),)
    slow = naive_game(table, (3, 3), (0.5, 1))
    jam, call = shipped.strategies(3)
    deals = slow.deals
    for k in range(12):
        values = []
        for p in (0.0, 1.0):
            changed = jam.copy()
            changed[k] = p
            values.append(slow.value(changed, call) * deals.sum() / deals[k].sum())
        assert found.jam[0, k] / 1000 == pytest.approx(values[1] - values[0], abs=5.1e-4)
        values = []
        for p in (0.0, 1.0):
            changed = call.copy()
            changed[k] = p
            values.append(slow.value(jam, changed) * deals.sum() / (deals[:, k] @ jam))
        assert found.call[0, k] / 1000 == pytest.approx(values[0] - values[1], abs=5.1e-4)


def class_of(hand: str) -> int:
    return int(omaha_class_of_hand()[colex_index(parse_cards(hand))])


def test_the_shipped_equilibria_are_whole_and_small() -> None:
    shipped, lost = load(), gaps.load()
    assert list(shipped.stacks) == all_stacks()
    assert shipped.jam.shape == shipped.call.shape == (319, 16_432)
    assert (shipped.gains < 1e-8).all()
    names = (f"{SOLUTIONS}.npz", f"{gaps.TABLE}.npz")
    assert sum((data.FOLDER / name).stat().st_size for name in names) < 5_000_000
    for position, decides in zip(POSITIONS, (0.5, 1), strict=True):
        for stack in lost.stacks:  # what is clearly better is done
            if stack > decides:
                gap, played = lost.of(position, stack), shipped.played(position)[shipped.at(stack)]
                assert (played[gap > 0.005] == 255).all()
                assert (played[gap < -0.005] == 0).all()


def test_findings_of_the_shipped_equilibria() -> None:
    """Playability on the grid of half big blinds, of hands in Table 4.1 of Ho (2015)."""
    shipped, sizes = load(), omaha_classes()[1]
    halves = grid(2, 50)
    jams = shipped.playability("sb", stacks=halves)
    calls = shipped.playability("bb", stacks=halves)
    for hand, jam, call in (
        ("AsAhAdAc", 50, 8.5),
        ("AsTh9d9c", 5, 7.5),
        ("Ks2s9h2h", 2, 4),
        ("9s9h2d2c", 2, 4),
        ("JsTs9h6h", 3.5, 6.5),
    ):
        assert (jams[class_of(hand)], calls[class_of(hand)]) == (jam, call)
    for position in POSITIONS:
        share = shipped.share(position, sizes)
        assert (share[: shipped.at(10) + 1] > 0.7).all()
        assert (np.diff(share) < 1e-3).all()  # the more chips, the fewer hands are played
    best = shipped.stacks[int(shipped.value.argmax())]
    assert 9.5 <= best <= 10
    assert (shipped.value[shipped.at(1) : shipped.at(16)] > 0).all()
    assert (shipped.value[shipped.at(18) :] < 0).all()


@pytest.mark.parametrize("name", [SOLUTIONS, gaps.TABLE])
def test_a_rebuild_without_the_table_says_how_to_make_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railbird.omaha8.matchups.table.table_folder", lambda: tmp_path)
    with pytest.raises(OptionError, match="railbird omaha8 tabulate"):
        rebuild(name, recipes=RECIPES, folder=tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_shipped_ranking_is_that_of_the_equilibria() -> None:
    assert (strength_order() == omaha8_ranking()).all()
