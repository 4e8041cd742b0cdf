"""Hand strength, potential and strength against a field: oracles, identities, errors."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import pytest
from tests.naive import strength as naive

from railbird.cards import Card, colex_index, holdem_hands, parse_cards
from railbird.errors import (
    BoardSizeError,
    DuplicateCardError,
    EmptyRangeError,
    HandSizeError,
    OptionError,
    WeightError,
)
from railbird.evaluate import HOLDEM
from railbird.evaluate.strength import _field_kernels, metrics
from railbird.evaluate.strength import _weighted_kernels as _strength_kernels
from railbird.evaluate.strength import weighted as strength
from railbird.evaluate.strength.field import (
    field_array,
    field_effective_strength,
    field_potential,
    field_strength,
    sampled_strength,
)
from railbird.evaluate.strength.weighted import (
    effective_strength,
    hand_potential,
    hand_strength,
    prospects,
)

Floats = npt.NDArray[np.float64]
EXACT = 1e-12
BOARDS = ["KsTh7d", "KsTs7d", "KsTs7s", "KsTh7d2c", "KsTs7d2d", "KsTs7s2d", "KsTs7s2s", "5c5d5h5s"]


def spot(rng: np.random.Generator, size: int) -> tuple[tuple[int, int], list[int]]:
    """A hand and a board; every third board has few suits, to get flushes."""
    deck = rng.permutation(52)
    if rng.random() < 1 / 3:
        deck = deck[np.argsort((deck & 3) + 4 * (rng.random(52) < 0.3), kind="stable")]
        deck[: size + 4] = rng.permutation(deck[: size + 4])
    first, second, *board = (int(c) for c in deck[: 2 + size])
    return (first, second), board


def table(rng: np.random.Generator, known: list[int], hands: int) -> Floats:
    """Weights of a few possible hands."""
    weights = np.zeros(1326)
    free = np.nonzero(~np.isin(holdem_hands(), known).any(axis=1))[0]
    some = rng.choice(free, min(hands, len(free)), replace=False)
    weights[some] = rng.random(len(some))
    return weights


def as_dict(weights: Floats) -> naive.Weights:
    return {
        (int(a), int(b)): float(w) for (a, b), w in zip(holdem_hands(), weights, strict=True) if w
    }


# ----- a thousand spots


@pytest.mark.parametrize("size", [3, 4, 5])
def test_strength_against_naive(size: int) -> None:
    rng = np.random.default_rng(size)
    for _ in range(200):
        hand, board = spot(rng, size)
        weights = table(rng, [*hand, *board], 990)
        expected = naive.strength(hand, board, as_dict(weights))
        assert hand_strength(hand, board, weights) == pytest.approx(expected, abs=EXACT)
        every = prospects(board).strengths(weights)[colex_index(hand)]
        assert every == pytest.approx(expected, abs=EXACT)


@pytest.mark.parametrize("size", [3, 4])
def test_potential_of_one_card_against_naive(size: int) -> None:
    rng = np.random.default_rng(10 + size)
    for _ in range(100):
        hand, board = spot(rng, size)
        weights = table(rng, [*hand, *board], 60)
        expected = naive.potentials(hand, board, as_dict(weights), 1)
        found = hand_potential(hand, board, weights)
        assert (found.positive, found.negative) == pytest.approx(expected, abs=EXACT)
        up, down = prospects(board).potentials(weights)
        one = colex_index(hand)
        assert (up[one], down[one]) == pytest.approx(expected, abs=EXACT)


def test_potential_of_two_cards_against_naive() -> None:
    rng = np.random.default_rng(20)
    for _ in range(15):
        hand, board = spot(rng, 3)
        weights = table(rng, [*hand, *board], 8)
        expected = naive.potentials(hand, board, as_dict(weights), 2)
        found = hand_potential(hand, board, weights, look_ahead=2)
        assert (found.positive, found.negative) == pytest.approx(expected, abs=EXACT)


@pytest.mark.parametrize(("size", "spots", "hands"), [(3, 15, 6), (4, 65, 30), (5, 100, 200)])
def test_field_against_naive(size: int, spots: int, hands: int) -> None:
    rng = np.random.default_rng(30 + size)
    for i in range(spots):
        hand, board = spot(rng, size)
        tables = [table(rng, [*hand, *board], hands) for _ in range(1 + i % 3)]
        expected, each = naive.field(hand, board, [as_dict(t) for t in tables])
        found = field_strength(hand, board, tables)
        assert found.wehs == pytest.approx(expected, abs=EXACT)
        assert found.each == pytest.approx(each, abs=EXACT)
        assert found.product == pytest.approx(np.prod(each), abs=EXACT)
        assert found.hardest == pytest.approx(min(each), abs=EXACT)


def test_field_apart_against_naive() -> None:
    rng = np.random.default_rng(40)
    for i in range(5):
        hand, board = spot(rng, 4)
        tables = [table(rng, [*hand, *board], 12) for _ in range(2 + i % 2)]
        expected = naive.field_apart(hand, board, [as_dict(t) for t in tables])
        found = field_strength(hand, board, tables, apart=True).apart
        assert found == pytest.approx(expected, abs=EXACT)


def test_apart_on_the_flop_is_nearly_that() -> None:
    rng = np.random.default_rng(45)
    off = []
    for i in range(12):
        first, second, *board = (int(c) for c in rng.permutation(52)[:5])
        hand = (first, second)
        tables = strength.without(rng.random((2 + i % 3, 1326)) ** 3, as_cards([*hand, *board]))
        sums = np.zeros(2)
        for boards in strength.final_boards(as_cards(hand), as_cards(board)):
            values, _ = HOLDEM.board_values(boards, holdem_hands())
            _field_kernels.field_apart(colex_index(hand), values, holdem_hands(), tables, sums)
        found = field_strength(hand, board, tables, apart=True)
        assert found.apart is not None
        off.append([abs(found.apart - sums[0] / sums[1]), abs(found.wehs - sums[0] / sums[1])])
    near, independent = np.mean(off, axis=0)
    assert near < 0.0015
    assert near < independent / 3
    alone = field_strength("AhTd", "KhTc2h", np.ones(1326), apart=True)
    assert alone.apart == pytest.approx(alone.wehs, abs=EXACT)


# ----- identities


@pytest.mark.parametrize("board", BOARDS)
def test_all_hands_at_once_are_one_by_one(board: str) -> None:
    rng = np.random.default_rng(len(board))
    weights, on = rng.random(1326), prospects(board)
    strengths, (up, down) = on.strengths(weights), on.potentials(weights)
    effective = on.effective_strengths(weights)
    shown = set(parse_cards(board))
    for h in rng.choice(1326, 150, replace=False):
        hand = holdem_hands()[h].tolist()
        if shown & set(hand):
            assert np.isnan([strengths[h], up[h], down[h]]).all()
            continue
        found = on.potential(hand, weights)
        assert strengths[h] == pytest.approx(on.strength(hand, weights)[0], abs=EXACT)
        assert (up[h], down[h]) == pytest.approx((found.positive, found.negative), abs=EXACT)
        assert effective[h] == pytest.approx(effective_strength(hand, board, weights), abs=EXACT)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_weights_of_one_change_nothing(size: int) -> None:
    rng, ones = np.random.default_rng(50 + size), np.ones(1326)
    for _ in range(15):
        hand, board = spot(rng, size)
        assert hand_strength(hand, board, ones) == metrics.hand_strength(hand, board)
        cards = min(1, 5 - size)
        ours = hand_potential(hand, board, ones, look_ahead=cards)
        theirs = metrics.hand_potential(hand, board, look_ahead=cards)
        assert ours.positive == pytest.approx(theirs.positive, abs=EXACT)
        assert ours.negative == pytest.approx(theirs.negative, abs=EXACT)
        seven = metrics.hand_rank(hand, board)
        found = field_strength(hand, board, ones)
        assert (found.wehs, found.product, found.hardest) == pytest.approx([seven] * 3, abs=EXACT)


def test_the_short_way_on_the_flop_is_the_long_one() -> None:
    rng = np.random.default_rng(60)
    for _ in range(12):
        hand, board = spot(rng, 3)
        tables = strength.without(rng.random((3, 1326)) ** 3, as_cards([*hand, *board]))
        each, sums = np.zeros(3), np.zeros(2)
        for boards in strength.final_boards(as_cards(hand), as_cards(board)):
            values, _ = HOLDEM.board_values(boards, holdem_hands())
            _field_kernels.field_on_boards(colex_index(hand), values, tables, each, sums)
        found = field_strength(hand, board, tables)
        assert found.boards == sums[1] == 1081
        assert found.wehs == pytest.approx(sums[0] / sums[1], abs=EXACT)
        assert found.each == pytest.approx((each / sums[1]).tolist(), abs=EXACT)


def as_cards(numbers: Iterable[int]) -> tuple[Card, ...]:
    return tuple(map(Card, numbers))


def test_the_order_of_cards_and_opponents_does_not_matter() -> None:
    rng = np.random.default_rng(70)
    tables = rng.random((4, 1326))
    first = field_strength("AhTd", "KhTc2h", tables)
    second = field_strength("TdAh", "2hKhTc", tables[::-1])
    assert first.wehs == pytest.approx(second.wehs, abs=EXACT)
    assert first.each == pytest.approx(second.each[::-1], abs=EXACT)


def test_weights_of_impossible_hands_do_not_count() -> None:
    rng = np.random.default_rng(71)
    weights = rng.random(1326)
    other = weights.copy()
    with_ace = (holdem_hands() == 51).any(axis=1)
    other[with_ace] = rng.random(with_ace.sum())
    for board in ("KhTc2h", "KhTc2h3d", "KhTc2h3d4d"):
        assert hand_strength("AsTd", board, weights) == hand_strength("AsTd", board, other)
        one, two = (field_strength("AsTd", board, [w, w]).wehs for w in (weights, other))
        assert one == two
        assert field_potential("AsTd", board, weights) == field_potential("AsTd", board, other)


# ----- the field array, and the Monte Carlo reference


def test_field_array_is_the_mean_of_probabilities() -> None:
    rng = np.random.default_rng(80)
    tables = rng.random((3, 1326))
    tables[1] *= 0.01  # only the shape of a table matters
    field = field_array(tables, "AsKd")
    known = np.isin(holdem_hands(), parse_cards("AsKd")).any(axis=1)
    left = np.where(known, 0, tables)
    expected = sum(row / row.sum() for row in left)
    assert field == pytest.approx(expected / np.max(expected), abs=EXACT)
    assert field.max() == 1
    assert not field[known].any()
    assert field_array(tables[0]) == pytest.approx(tables[0] / tables[0].max(), abs=EXACT)
    found = field_potential("AsKd", "Qh7c2h", tables)
    shown = field_array(tables, "AsKdQh7c2h")
    assert found == hand_potential("AsKd", "Qh7c2h", shown).positive


def test_effective_strength_against_a_field() -> None:
    weights = np.random.default_rng(81).random(1326)
    for board in ("KhTc2h", "KhTc2h3d", "KhTc2h3d4d"):
        one = effective_strength("AsTd", board, weights)
        assert field_effective_strength("AsTd", board, weights) == pytest.approx(one, abs=EXACT)
        strength_of_three = hand_strength("AsTd", board, weights) ** 3
        ahead = hand_potential("AsTd", board, weights).positive if len(board) < 10 else 0
        expected = strength_of_three + (1 - strength_of_three) * ahead
        found = field_effective_strength("AsTd", board, [weights] * 3)
        assert found == pytest.approx(expected, abs=EXACT)


@pytest.mark.parametrize("opponents", [2, 3])
def test_sampled_strength_is_unbiased(opponents: int) -> None:
    rng = np.random.default_rng(90)
    hand, board = (46, 33), [47, 38, 5, 20]
    # everyone wants aces: most hands of the opponents exclude each other
    free = [h for h in range(1326) if not {46, 33, 47, 38, 5, 20} & set(holdem_hands()[h].tolist())]
    aces = [h for h in free if holdem_hands()[h, 1] >= 50][:6]
    tables = np.zeros((opponents, 1326))
    for row in tables:
        row[aces] = rng.random(len(aces))
        row[rng.choice(free, 3)] = 0.3
    exact = naive.dealt(hand, board, [as_dict(row) for row in tables])
    found = sampled_strength(hand, board, tables, deals=60_000, seed=3)
    assert 0 < found.error < 0.01
    assert abs(found.value - exact) < 4 * found.error
    independent = field_strength(hand, board, tables).wehs
    assert abs(independent - exact) > 10 * found.error  # so that the test can fail


def test_errors_of_sampling_are_honest() -> None:
    tables = np.maximum(np.random.default_rng(91).random((5, 1326)) ** 4, 0.01)
    runs = [sampled_strength("AhTd", "KhTc2h", tables, deals=500, seed=s) for s in range(200)]
    values = np.array([run.value for run in runs])
    assert np.std(values) == pytest.approx(np.mean([run.error for run in runs]), rel=0.2)
    again = sampled_strength("AhTd", "KhTc2h", tables, deals=500, seed=7)
    assert again.value == runs[7].value


def test_wehs_is_nearer_than_the_simpler_ways() -> None:
    rng = np.random.default_rng(92)
    errors = []
    for _ in range(12):
        hand, board = spot(rng, 3)
        tables = np.ones((6, 1326))
        found = field_strength(hand, board, tables, apart=True)
        truth = sampled_strength(hand, board, tables, deals=20_000, seed=1).value
        assert found.apart is not None
        ways = (found.apart, found.wehs, found.product, found.hardest)
        errors.append([abs(way - truth) for way in ways])
    apart, wehs, product, hardest = np.mean(errors, axis=0)
    assert apart < wehs < product < hardest
    assert wehs < 0.015


# ----- small cases, and what is refused


@pytest.mark.small
def test_small_cases() -> None:
    rng = np.random.default_rng(95)
    hand, board = (51, 46), [0, 5, 10]  # no flush is possible on the turn
    weights = table(rng, [*hand, *board], 20)
    one, others = colex_index(hand), as_dict(weights)
    on = prospects(board)
    expected = naive.strength(hand, board, others)
    assert hand_strength(hand, board, weights) == pytest.approx(expected, abs=EXACT)
    assert on.strengths(weights)[one] == pytest.approx(expected, abs=EXACT)
    expected_two = naive.potentials(hand, board, others, 1)
    found = on.potential(hand, weights)
    assert (found.positive, found.negative) == pytest.approx(expected_two, abs=EXACT)
    up, down = on.potentials(weights)
    assert (up[one], down[one]) == pytest.approx(expected_two, abs=EXACT)
    river = [*board, 15, 20]
    mean, _ = naive.field(hand, river, [others, others])
    found_field = field_strength(hand, river, [weights, weights], apart=True)
    assert found_field.wehs == pytest.approx(mean, abs=EXACT)
    apart = naive.field_apart(hand, river, [others, others])
    assert found_field.apart == pytest.approx(apart, abs=EXACT)
    sampled = sampled_strength(hand, river, [weights, weights], deals=20, seed=1)
    assert 0 <= sampled.value <= 1


@pytest.mark.small
def test_special_hands_in_small() -> None:
    """Flushes in the kernels alone: seven hands on a board with three hearts."""
    board = list(parse_cards("Kh9h2h"))
    texts = ("AhQd", "JhTh", "AcAd", "7h3c", "KcKd", "5h4h", "Qs8s")
    hands = np.array([sorted(parse_cards(text)) for text in texts], dtype=np.uint8)
    now = HOLDEM.board_values(np.array([board], dtype=np.uint8), hands)[0][0]
    deck = [c for c in range(52) if c not in board]
    boards = np.array([[*board, c] for c in deck], dtype=np.uint8)
    later, _ = HOLDEM.board_values(boards, hands)
    masks = (np.uint64(1) << hands.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    gained, lost = np.zeros((2, 7, 7), dtype=np.uint8)
    _strength_kernels.special_gains(np.arange(7), now, later, masks, 45, gained, lost)
    assert (gained == lost.T).all()
    for i, mine in enumerate(hands.tolist()):
        for j, theirs in enumerate(hands.tolist()):
            if i != j:
                up, _ = naive.potentials((mine[0], mine[1]), board, {(theirs[0], theirs[1]): 1}, 1)
                cases = 90 if now[i] < now[j] else 45 if now[i] == now[j] else 0
                assert gained[j, i] == pytest.approx(up * cases, abs=1e-9)


@pytest.mark.small
def test_bad_input() -> None:
    ones = np.ones(1326)
    with pytest.raises(BoardSizeError, match="2 cards"):
        hand_strength("AsAd", "KsKd", ones)
    with pytest.raises(DuplicateCardError, match="As"):
        field_strength("AsAd", "As2d3d", ones)
    with pytest.raises(DuplicateCardError, match="2d"):
        prospects("2d2d3d")
    with pytest.raises(HandSizeError, match="3 cards"):
        hand_strength([1, 2, 3], "As2d3d", ones)
    with pytest.raises(OptionError, match="cannot look 2 cards ahead: only 1 to come"):
        hand_potential("AsAd", "2d3d4d5c", ones, look_ahead=2)
    with pytest.raises(WeightError, match="outside"):
        field_strength("AsAd", "2d3d4d", [ones, 2 * ones])
    with pytest.raises(WeightError, match="outside"):
        hand_strength("AsAd", "2d3d4d", np.full(1326, np.nan))
    with pytest.raises(WeightError, match="shape"):
        field_strength("AsAd", "2d3d4d", np.ones(10))
    with pytest.raises(WeightError, match="shape"):
        prospects("2d3d4d").strengths(np.ones((2, 1326)))
    only_aces = np.zeros(1326)
    only_aces[1325] = 1
    with pytest.raises(EmptyRangeError, match="As"):
        field_strength("AsAd", "2d3d4d", [ones, only_aces])
    with pytest.raises(EmptyRangeError, match="same cards"):
        sampled_strength("KsKd", "2d3d4d", [only_aces, only_aces], deals=10)
    with pytest.raises(OptionError, match="at most 9"):
        sampled_strength("KsKd", "2d3d4d", np.ones((10, 1326)))
    with pytest.raises(OptionError, match="at least 2"):
        sampled_strength("KsKd", "2d3d4d", ones, deals=1)
