"""Strategies played on whole boards against hands compared one by one."""

from __future__ import annotations

from math import comb
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from railbird.cards.classes import omaha_class_of_hand, omaha_classes
from railbird.cards.index import BINOMIAL, all_sets
from railbird.errors import OptionError
from railbird.evaluate import omaha_values
from railbird.omaha8.jamfold import _board_kernels as kernels
from railbird.omaha8.jamfold import solutions
from railbird.omaha8.jamfold.by_boards import (
    BOARD_CLASSES,
    BoardMatchups,
    check_solutions,
    opponents_played,
    play_boards,
)
from railbird.omaha8.jamfold.solutions import LEVELS
from railbird.omaha8.matchups.enumeration import sets_of_classes
from railbird.omaha8.matchups.table import OPPONENTS, QUARTERS, hands_against

CLASSES = 16_432


def few_classes(seed: int) -> npt.NDArray[np.int64]:
    return np.random.default_rng(seed).choice(CLASSES, 6, replace=False)


def quarters_won(board: npt.NDArray[np.uint8], a: int, b: int) -> int:
    """By all hands of class a against all hands of class b, each pair compared by itself."""
    hands = all_sets(4)
    live = ~np.isin(hands, board).any(axis=1)
    first, second = (hands[live & (omaha_class_of_hand() == k)] for k in (a, b))
    boards = [np.tile(board, (len(side), 1)) for side in (first, second)]
    (high, low), (others, low_others) = (
        omaha_values(side, at) for side, at in zip((first, second), boards, strict=True)
    )
    total = 0
    for hand, hi, lo in zip(first, high, low, strict=True):
        for other, hi2, lo2 in zip(second, others, low_others, strict=True):
            if not set(hand.tolist()) & set(other.tolist()):
                of_high = int(hi >= hi2) + int(hi > hi2)
                total += of_high + (int(lo >= lo2) + int(lo > lo2) if lo or lo2 else of_high)
    return total


@pytest.mark.small
def test_inclusion_and_exclusion_on_a_deck_of_ten() -> None:
    """Sums of random weights over the hands without a hand's cards, after each hand added."""
    count, lanes = comb(10, 4), 3
    class_of = np.arange(count)
    codes, classes = np.empty((2, count), np.int64)
    kernels.list_hands(np.arange(10), class_of, BINOMIAL, codes, classes)
    assert (classes == class_of).all()
    hands = [{int(code) >> 8 * i & 255 for i in range(4)} for code in codes]
    assert [sum(comb(c, i + 1) for i, c in enumerate(sorted(h))) for h in hands] == list(class_of)
    weights = np.random.default_rng(2).integers(0, 9, (count, lanes)).astype(np.int32)
    sums = np.zeros((1 + 10 + comb(10, 2) + comb(10, 3), lanes), np.int32)
    rows, found = np.empty(15, np.uint64), np.empty(lanes, np.int32)
    for h in range(count):
        kernels.sum_rows(codes[h], BINOMIAL, 10, rows)
        kernels.add_hand(rows, weights[h], sums)
        if h % 7 == 0:
            kernels.sum_rows(codes[(3 * h) % (h + 1)], BINOMIAL, 10, rows)
            kernels.disjoint(rows, sums, found)
            asked = (3 * h) % (h + 1)
            apart = [i for i in range(h + 1) if not hands[i] & hands[asked]]
            expected = weights[apart].sum(axis=0) - weights[asked]
            assert (found == expected).all()


@pytest.mark.parametrize(
    "board",
    [
        pytest.param(3, marks=pytest.mark.slow),
        40_000,
        pytest.param(134_000, marks=pytest.mark.slow),
    ],
)
def test_all_hands_at_once_win_what_pairs_of_hands_win(board: int) -> None:
    chosen = few_classes(board)
    weights = np.zeros((CLASSES, 3), np.int32)
    weights[chosen[:3], [0, 1, 2]] = 1, 7, 255
    won = play_boards(weights, boards=range(board, board + 1), threads=1)
    span = sets_of_classes(5, board, board + 1)
    for a in chosen:
        for lane in range(3):
            b = int(chosen[lane])
            expected = quarters_won(span.cards[0], int(a), b) * int(weights[b, lane])
            assert won[a, lane] == expected * int(span.orbits[0])


def test_parts_add_up_and_nothing_is_lost_between_two_players() -> None:
    """What equal strategies win against each other is half of all pots."""
    weights = np.random.default_rng(1).integers(0, 256, (CLASSES, 1)).astype(np.int32)
    whole = play_boards(weights, boards=range(500, 503), threads=2)
    parts = [play_boards(weights, boards=range(i, i + 1), threads=1) for i in range(500, 503)]
    assert (whole == sum(parts)).all()
    everybody = play_boards(np.ones_like(weights), boards=range(500, 503), threads=1)
    assert (everybody * weights).sum() + whole.sum() == 2 * 2 * pots(weights, range(500, 503))


def pots(weights: npt.NDArray[np.int32], boards: range) -> int:
    """Weighted pairs of hands without a common card on some boards, a hand of 1 and one of w."""
    span = sets_of_classes(5, boards.start, boards.stop)
    per_hand = 123_410  # hands from the 43 cards in neither hand nor board
    hands, total = all_sets(4), 0
    for cards, orbit in zip(span.cards, span.orbits, strict=True):
        live = ~np.isin(hands, cards).any(axis=1)
        total += int(orbit) * per_hand * int(weights[omaha_class_of_hand()[live], 0].sum())
    return total


def test_deals_are_counted_without_boards() -> None:
    chosen = few_classes(5)
    played = np.zeros((CLASSES, 1))
    played[chosen[:2]] = 1
    matchups = BoardMatchups(lambda weights: np.zeros(weights.shape, np.int64))
    assert (matchups.opponents == OPPONENTS).all()
    deals, _ = matchups.meet(played)
    for a in chosen:
        assert deals[a, 0] == sum(len(hands_against(int(a), int(b))) for b in chosen[:2])
    with pytest.raises(OptionError, match="255ths"):
        matchups.meet(played / 3.01)


def test_an_interrupted_run_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.compute.checkpoint.SECONDS", -1.0)
    monkeypatch.setattr("railbird.omaha8.jamfold.by_boards.AT_ONCE", 1)
    weights = np.ones((CLASSES, 1), np.int32)
    seen: list[int] = []

    def stop(done: int, total: int) -> None:
        seen.append(done)
        if len(seen) == total - 1:
            raise KeyboardInterrupt

    options = {"boards": range(10, 13), "threads": 1, "checkpoint": tmp_path / "sums.npz"}
    with pytest.raises(KeyboardInterrupt):
        play_boards(weights, progress=stop, **options)  # type: ignore[arg-type]
    resumed = play_boards(weights, progress=stop, **options)  # type: ignore[arg-type]
    assert seen == [1, 2, 3]
    assert (resumed == play_boards(weights, boards=range(10, 13), threads=1)).all()
    assert not (tmp_path / "sums.npz").exists()


def test_all_boards_are_there() -> None:
    assert BOARD_CLASSES == 134_459
    assert sets_of_classes(5, 0, BOARD_CLASSES).orbits.sum() == 2_598_960
    assert omaha_classes()[1].sum() == 270_725


def test_checked_values_are_those_of_the_game_and_shipped_ones_that_differ_are_seen() -> None:
    """If every match-up were even, what is won would follow from counts alone."""
    shipped = solutions.load()

    def even(weights: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        won = opponents_played(weights) * omaha_classes()[1][:, None]
        return np.rint(won).astype(np.int64) * (QUARTERS // 2)

    (found,) = check_solutions(shipped, [8], play=even)
    row, sizes = shipped.at(8), omaha_classes()[1]
    called = opponents_played(shipped.call[[row]].T.astype(np.int32))[:, 0] / LEVELS / OPPONENTS
    gap = 1 - called + 0.5
    won = float(sizes @ (shipped.jam[row] / LEVELS * gap)) / sizes.sum() - 0.5
    assert found.value == pytest.approx(won)
    assert found.shipped_value == shipped.value[row]
    assert found.error >= abs(won - shipped.value[row]) > 0.01
