"""Kernels of showdowns on small input, which also runs with the JIT off."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from railbird.tournament.jamfold import _showdown_kernels as kernels
from railbird.tournament.jamfold.many_all_in import order_lookup
from railbird.tournament.jamfold.showdowns import THREE_ORDERS, finishing_orders, renamed_orders

pytestmark = pytest.mark.small
LANES, CLASSES = kernels.LANES, kernels.CLASSES


def test_triples_of_classes_are_added_up() -> None:
    """Four classes in three groups: every triple of classes once, in each order of players."""
    rng = np.random.default_rng(5)
    triples = [(i, j, k) for i in range(4) for j in range(i, 4) for k in range(j, 4)]
    shares = rng.random((13, len(triples)))
    deals = rng.integers(0, 5, len(triples))
    orders = list(permutations(range(3)))
    columns = np.array([renamed_orders(order) for order in orders])
    jams, calls = np.array([0, 0, 1, 2]), np.array([1, 0, 2, 2])
    three = np.zeros((4, 4, 4, LANES))
    kernels.add_triples(shares, deals, 10.0, np.array(orders), columns, jams + 1, calls + 1, three)
    expected = np.zeros_like(three)
    for x, y, z in np.ndindex(4, 4, 4):
        at = triples.index(tuple(sorted((x, y, z))))
        order = sorted(range(3), key=lambda p: ((x, y, z)[p], p))  # who is first, second, third
        for o, levels in enumerate(THREE_ORDERS):
            ranked = tuple(levels[p] for p in order)
            share = shares[THREE_ORDERS.index(ranked), at] / shares[:, at].sum()
            expected[jams[x] + 1, calls[y] + 1, calls[z] + 1, o] += deals[at] / 10 * share
        expected[jams[x] + 1, calls[y] + 1, calls[z] + 1, 13] += deals[at] / 10
    # tied classes can be given to players in two ways, which agree only for the sums
    assert three.sum(axis=3) == pytest.approx(expected.sum(axis=3), abs=1e-12)
    assert three[..., 13] == pytest.approx(expected[..., 13], abs=1e-12)


@pytest.mark.parametrize("is_first", [True, False])
def test_after_two(is_first: bool) -> None:
    """One class x and two callers, against sums over arrays; classes of either player in rows."""
    rng = np.random.default_rng(1)
    x, players = 7, 4
    ends = (0.01 * rng.random((1, 2, 13, CLASSES))).astype(np.float32)
    joint, given = np.full((CLASSES, CLASSES), 0.5), rng.random((CLASSES, CLASSES))
    outcomes = rng.random((CLASSES, CLASSES, 3))
    pay3, pay2 = rng.random((2, 13, players)), rng.random((players, 3))
    weights, columns = rng.random(CLASSES), rng.random(CLASSES)
    more = rng.random((2, players, CLASSES * CLASSES))
    worth, asked = np.zeros((players, CLASSES**2)), np.zeros((2, CLASSES**2))
    here, folded = np.zeros((2, 1, 2, CLASSES), dtype=np.float32)
    skips, nobody = np.zeros(CLASSES, dtype=np.bool_), np.zeros(2, dtype=np.bool_)
    skips[3] = True
    strides = (CLASSES, 1) if is_first else (1, CLASSES)
    kernels.after_two(
        ends, np.array([x]), joint, given, outcomes, weights, columns, nobody, nobody, skips, pay3,
        pay2, np.array([2, 3]), more, strides, worth, here, folded, asked,
    )  # fmt: skip

    def of_row(cells: np.ndarray) -> np.ndarray:
        by_class = cells.reshape(*cells.shape[:-1], CLASSES, CLASSES)
        return by_class[..., x, :] if is_first else by_class[..., x]

    paid = np.einsum("koy,kop->kpy", ends[0], pay3) / 0.5 + of_row(more)
    goes = 1 - ends[0].sum(axis=1, dtype=float) / 0.5
    alone = (outcomes[x] @ pay2.T).T
    expected = (paid[0] + goes[0] * (paid[1] + goes[1] * alone)) * given[x]
    expected[:, 3] = 0
    np.testing.assert_allclose(of_row(worth), expected, rtol=1e-6)
    np.testing.assert_allclose(of_row(asked), [np.ones(CLASSES), goes[0]], rtol=1e-6)
    reach = weights[x] * columns * np.stack([np.ones(CLASSES), goes[0]])
    np.testing.assert_allclose(here[0], reach, rtol=1e-6)
    fold = np.stack([paid[1, 2] + goes[1] * alone[2], alone[3]])
    np.testing.assert_allclose(folded[0], reach * fold, rtol=1e-6)


def test_behind_a_caller_who_always_calls() -> None:
    """The next one gets nothing by it, but can be asked as if that one had folded."""
    rng = np.random.default_rng(2)
    x, nothing = 5, np.zeros((2, 2, 0))
    ends = rng.random((1, 2, 13, CLASSES)).astype(np.float32)
    outcomes, pay3, pay2 = rng.random((CLASSES, CLASSES, 3)), rng.random((2, 13, 2)), np.eye(2, 3)
    ones = np.ones((CLASSES, CLASSES))
    for is_passed in (False, True):
        worth, here, folded = np.zeros((2, CLASSES**2)), *np.zeros((2, 1, 2, CLASSES), dtype="f4")
        kernels.after_two(
            ends, np.array([x]), ones, ones, outcomes, ones[0], ones[0], np.array([True, False]),
            np.array([is_passed, False]), np.zeros(CLASSES, dtype=np.bool_), pay3, pay2,
            np.array([0, 1]), nothing, (CLASSES, 1), worth, here, folded, nothing[0],
        )  # fmt: skip
        expected = np.einsum("oy,op->py", ends[0, 0], pay3[0])
        np.testing.assert_allclose(worth.reshape(2, CLASSES, CLASSES)[:, x], expected, rtol=1e-6)
        np.testing.assert_array_equal(here[0], [ones[0], is_passed * ones[0]])
        np.testing.assert_allclose(folded[0, 1], is_passed * outcomes[x, :, 1], rtol=1e-6)


def test_after_three() -> None:
    """One deal, two players behind three jams and room for one of them."""
    classes = np.array([[1, 2, 3, 4, 5]], dtype=np.uint8)
    columns = np.array([[0, 2, 1, 0]], dtype=np.int16)
    # the arrays are laid out as in a game, which has the same kernels then
    pay = np.asfortranarray(np.random.default_rng(2).random((5, 13 + 75 + 75)))
    starts = np.array([0, 13, 88, 0])
    jams = np.zeros((3, CLASSES))
    jams[0, 4], jams[1, 5] = 0.25, 0.5  # the first of them; the second if the first folds
    call, more = np.zeros((CLASSES, 2))[:, 1], np.zeros((5, CLASSES * CLASSES))
    call[3] = 0.5
    kernels.more_by_pair(classes, columns, np.ones(1), 2, call, jams, 1, pay, starts, more)
    second = 0.5 * pay[:, 88 + 1] + 0.5 * pay[:, 0]
    expected = 0.25 * pay[:, 13 + 2] + 0.75 * second
    np.testing.assert_allclose(more[:, CLASSES + 2], 0.5 * (expected - pay[:, 0]))
    assert (more != 0).sum() == 5
    first, asked, calls = np.full(CLASSES, 0.5), np.full(CLASSES * CLASSES, 0.8), np.zeros(CLASSES)
    second_jam = np.full((CLASSES, 2), 0.5)[:, 1]
    values, reaches, by_deal = np.zeros((3, CLASSES, 2)), np.zeros((3, CLASSES)), np.zeros((1, 5))
    kernels.after_three(
        classes, columns, np.ones(1), 2, first, second_jam, asked, call, jams, 1, pay, starts, 2,
        calls, values, reaches, by_deal,
    )  # fmt: skip
    assert calls[3] == pytest.approx(0.2 * (expected - pay[:, 0])[2])
    np.testing.assert_allclose(by_deal[0], 0.1 * (expected - pay[:, 0]))
    assert reaches[:, 4:6].ravel() == pytest.approx([0.1, 0, 0, 0.075, 0, 0])
    np.testing.assert_allclose(values[0, 4], 0.1 * np.array([second[3], pay[3, 15]]))
    np.testing.assert_allclose(values[1, 5], 0.075 * np.array([pay[4, 0], pay[4, 89]]))
    assert not values[2].any()


def test_play_deals() -> None:
    """Two players: jam half of the time, be called always."""
    lookup, at = order_lookup(2)
    pay = np.array([[1.0, 2.0, 8.0, 0.0, 4.0], [7.0, 6.0, 0.0, 8.0, 4.0]], order="F")
    jams = np.zeros((2, CLASSES))
    jams[0, 3], jams[1, 4] = 0.5, 1.0
    payoffs, differences = np.zeros((2, 2)), np.zeros((2, CLASSES, 5))
    kernels.play_deals(
        np.array([[3, 4], [3, 9]], dtype=np.uint8), np.array([[9, 5], [5, 5]], dtype=np.uint16),
        np.array([0, 1]), np.array([-1, -2]), np.array([1, -3]), jams,
        np.array([[1, 1], [0, 1], [0, 1]]), np.array([1, 1, 2]), np.array([0, 1, 2]), lookup, at,
        pay, payoffs, differences,
    )  # fmt: skip
    assert finishing_orders(2)[2] == (0, 0)
    paid = np.array([[4.5, 3.5], [1.5, 6.5]])  # won at the showdown; folded to
    np.testing.assert_allclose(payoffs, [paid.sum(axis=0), (paid**2).sum(axis=0)])
    np.testing.assert_allclose(differences[0, 3], [2, 2, 8, 8, 50])
    np.testing.assert_allclose(differences[1, 4], [0.5, 0.25, -3, -1.5, 9])
    np.testing.assert_allclose(differences[1, 9], [0.5, 0.25, -1, -0.5, 1])
