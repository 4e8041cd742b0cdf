"""The pre-flop table: how it is read, how it is built, and that an interrupted build goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import permutations
from math import sqrt
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from tests.naive import divat_game as naive

from railbird.cards.classes import holdem_class_of_hand, holdem_hands
from railbird.cards.index import colex_index, colex_indices
from railbird.cards.suits import canonical_sets
from railbird.divat.baseline import _kernels as baseline
from railbird.divat.baseline import preflop_build
from railbird.divat.baseline.preflop import RUNOUTS, Preflop, build_table, preflop, table_path
from railbird.divat.baseline.preflop_build import BoardSum, build
from railbird.divat.baseline.settings import STANDARD, Settings
from railbird.divat.heads_up import _kernels as kernels
from railbird.evaluate.preflop.pairs import suits_to_representatives
from railbird.evaluate.strength.ranks import CHOOSE, rank_tables
from railbird.evaluate.strength.runouts import empty_deals
from railbird.kernels import ranks as rank_kernels

Cards = tuple[int, ...]
BOLD = replace(
    STANDARD.with_fold_offset(1, -0.025).with_makes((1, 2), (0.46, 0.775, 0.91, 0.955)),
    fold_slopes=(1.0, 0.8, 1.3, 1.5),
)
SEVEN = Settings(metric="7chr", name="7cHR")
TURN = Settings(turn_metric="7chr", name="7cHR on the turn")


def moved(cards: Cards, suits: Cards) -> Cards:
    """Cards in order, with their suits renamed."""
    return tuple(sorted(4 * (c // 4) + suits[c % 4] for c in cards))


def orbit(cards: Cards) -> set[Cards]:
    return {moved(cards, suits) for suits in permutations(range(4))}


def test_suits_do_not_matter_to_equities() -> None:
    rng = np.random.default_rng(1)
    table = preflop()
    for _ in range(100):
        four = rng.permutation(52)[:4].tolist()
        hands = [tuple(four[:2]), tuple(four[2:])]
        both = [
            [colex_index(moved(hand, suits)) for suits in permutations(range(4))] for hand in hands
        ]
        equities = table.equities(np.array(both[0]), np.array(both[1]))
        assert (equities == equities[0]).all()
        assert np.ptp(equities[0]) > 0


def test_the_value_of_position_class_by_class() -> None:
    table = preflop()
    representatives, _ = suits_to_representatives()
    hands, sizes = holdem_hands(), np.bincount(holdem_class_of_hand())

    @cache
    def ends(first: float, second: float) -> tuple[float | None, int]:
        """What player 1 wins if somebody folds, and else the bets of each."""
        letters = naive.baseline(0, 1, (first, second))
        paid, folded = naive.play(0, 1, letters)
        if folded is None:
            return None, int(paid[0])
        return float(paid[1] if folded else -paid[0]), 0

    total = 0.0
    pairs = 0
    for c, hand in enumerate(representatives):
        apart = np.nonzero(~np.isin(hands, hands[hand]).any(axis=1))[0]
        assert len(apart) == 1225
        for other in apart.tolist():
            won, bets = ends(float(table.ranks[hand]), float(table.ranks[other]))
            if won is None:
                won = int(table.sums[bets - 1, c, other]) / RUNOUTS
            total += int(sizes[c]) * won
        pairs += int(sizes[c]) * len(apart)
    assert pairs == 1326 * 1225
    assert table.position == pytest.approx(total / pairs, abs=1e-12)
    assert table.position == pytest.approx(-0.111008, abs=1e-6)


def test_the_value_of_position_is_the_mean_of_deals() -> None:
    rng = np.random.default_rng(3)
    deals = rng.permuted(np.tile(np.arange(52), (50_000, 1)), axis=1)[:, :4]
    values = preflop().values(colex_indices(deals[:, :2]), colex_indices(deals[:, 2:]))
    assert abs(values.mean() - preflop().position) < 4 * values.std() / sqrt(len(values))


def by_kernels(hands: tuple[Cards, Cards], board: Cards, settings: Settings) -> list[int]:
    """44 times what player 1 wins on a board of four, summed over its flops, for each pot."""
    rows, seven = settings.array(), settings.seven_card_rounds()
    sums = [0, 0, 0, 0]
    for turn in board:
        flop = [c for c in board if c != turn]
        cards = np.array([[*hands[0], *hands[1], *flop, turn, 52]], dtype=np.uint8)
        deals = empty_deals(1)
        rank_kernels.deal_flops(cards, rank_tables(), CHOOSE, deals)
        kernels.value_rivers(deals, 0, rows)
        for pot in range(1, 5):
            bets, folds = kernels.round_baseline(deals, 0, 1, 0, 0, pot, rows, seven)
            if folds == baseline.NOBODY:
                won = int(kernels.turn_value(deals, 0, turn, pot + bets, rows, seven))
            else:
                won = 44 * pot * (1 if folds == baseline.SECOND else -1)
            sums[pot - 1] += won
    return sums


def random_pairs(board: Cards, count: int, rng: np.random.Generator) -> list[tuple[Cards, Cards]]:
    left = np.setdiff1d(np.arange(52), board)
    deals = [rng.permutation(left)[:4].tolist() for _ in range(count)]
    return [((a, b), (c, d)) for a, b, c, d in deals]


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[int]], list[Cards]]:
    """Makes a build look at some boards only, and at the flops they can have come from."""

    def choose(numbers: list[int]) -> list[Cards]:
        boards, orbits = canonical_sets(4)
        chosen = [tuple(sorted(board)) for board in boards[numbers].tolist()]
        needed = {board[:i] + board[i + 1 :] for board in chosen for i in range(4)}
        flops, flop_orbits = canonical_sets(3)
        keep = [i for i, flop in enumerate(flops.tolist()) if orbit(tuple(flop)) & needed]
        fake = {4: (boards[numbers], orbits[numbers]), 3: (flops[keep], flop_orbits[keep])}
        monkeypatch.setattr(preflop_build, "canonical_sets", fake.__getitem__)
        return chosen

    return choose


@pytest.mark.parametrize(
    "settings", [STANDARD, BOLD, SEVEN, TURN], ids=["standard", "bold", "7cHR", "turn"]
)
def test_a_board_of_four_is_added_as_the_kernels_value_it(
    settings: Settings, only: Callable[[list[int]], list[Cards]]
) -> None:
    rng = np.random.default_rng(4)
    boards = only(rng.integers(0, 16_432, 2).tolist())
    adder = BoardSum(settings)
    for canonical in boards:
        board = moved(canonical, (2, 0, 3, 1))
        sums = np.zeros((4, 1326, 1326), dtype=np.int32)
        adder.add(rng.permutation(board), 3, sums)
        for hands in random_pairs(board, 30, rng):
            first, second = (colex_index(hand) for hand in hands)
            expected = [3 * won for won in by_kernels(hands, board, settings)]
            assert sums[:, first, second].tolist() == expected
        used = np.isin(holdem_hands(), board).any(axis=1)
        assert not sums[:, used].any()


NUMBERS = [0, 700, 3210, 8765, 12_345, 16_000]


def test_a_build_is_the_sum_over_all_boards(only: Callable[[list[int]], list[Cards]]) -> None:
    boards = only(NUMBERS)
    arrays = build(threads=2)
    table = Preflop(STANDARD, arrays["sums"].astype(np.int32))
    every = [board for canonical in boards for board in orbit(canonical)]
    for hands in (((51, 50), (0, 5)), ((47, 3), (30, 41))):
        expected = [0, 0, 0, 0]
        for board in every:
            if not set(board) & set(hands[0] + hands[1]):
                won = by_kernels(hands, board, STANDARD)
                expected = [a + b for a, b in zip(expected, won, strict=True)]
        index = [np.array([colex_index(hand)]) for hand in hands]
        found = np.rint(table.equities(index[0], index[1])[0] * RUNOUTS)
        assert found.astype(np.int64).tolist() == expected


def same(
    first: dict[str, npt.NDArray[np.generic]], second: dict[str, npt.NDArray[np.generic]]
) -> bool:
    return first.keys() == second.keys() and all(
        np.array_equal(first[name], second[name]) for name in first
    )


class StopError(Exception):
    pass


def test_an_interrupted_build_goes_on(
    only: Callable[[list[int]], list[Cards]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    only(NUMBERS)
    whole = build(threads=1)
    assert np.abs(whole["sums"]).max() > 0
    monkeypatch.setattr("railbird.compute.checkpoint.SECONDS", -1)
    monkeypatch.setattr(preflop_build, "BOARDS_AT_ONCE", 2)
    checkpoint = tmp_path / "part-it.npz"
    steps: list[tuple[int, int]] = []

    def interrupt(done: int, of: int) -> None:
        steps.append((done, of))
        if done == 4:
            raise StopError

    with pytest.raises(StopError):
        build(interrupt, checkpoint=checkpoint, threads=2)
    assert steps == [(2, 6), (4, 6)]
    assert [path.name for path in tmp_path.iterdir()] == ["part-it.npz"]
    steps.clear()
    again = build(lambda done, of: steps.append((done, of)), checkpoint=checkpoint, threads=1)
    assert steps == [(6, 6)]
    assert same(whole, again)
    assert not checkpoint.exists()


def test_a_table_is_built_once_and_found_again(
    only: Callable[[list[int]], list[Cards]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    only(NUMBERS[:2])
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    calls: list[int] = []
    path = table_path(BOLD)
    for settings in (BOLD, BOLD, STANDARD):  # the standard is shipped
        build_table(settings, lambda done, _: calls.append(done))
        assert calls == [2]
        assert list(path.parent.iterdir()) == [path]
    with np.load(path) as file:
        assert np.array_equal(preflop.__wrapped__(BOLD).sums, file["sums"])
    assert table_path(BOLD.with_makes((0,), (0.1, 0.2, 0.3, 0.4))) == path  # not rolled out
    assert table_path(BOLD.with_fold_offset(3, 0.1)) != path
