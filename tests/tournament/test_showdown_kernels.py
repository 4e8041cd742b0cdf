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


def test_after_two() -> None:
    """One class x, two callers with one class each, against sums over arrays."""
    rng = np.random.default_rng(1)
    x, y, calls = 7, 11, np.zeros((2, CLASSES))
    calls[0, 5], calls[1, 9] = 0.5, 0.25
    table = np.zeros((CLASSES, CLASSES, CLASSES * LANES), dtype=np.float32)
    for c in (5, 9, y):
        table[x, c].reshape(CLASSES, LANES)[:, :14] = 0.02 * rng.random((CLASSES, 14))
    cells = table.reshape(CLASSES, CLASSES, CLASSES, LANES)
    joint, outcomes = np.full((CLASSES, CLASSES), 0.5), rng.random((CLASSES, CLASSES, 3))
    dealt = np.ascontiguousarray(cells[..., kernels.DEALT])
    pay3, pay2 = rng.random((2, 13, 4)), rng.random((4, 3))
    rows, columns = np.zeros(CLASSES), np.zeros(CLASSES)
    rows[x], columns[y] = 0.4, 0.3
    more = rng.random((2, 4, CLASSES * CLASSES))
    worth, asked = np.zeros((4, CLASSES * CLASSES)), np.zeros((2, CLASSES * CLASSES))
    by_third, folds = np.zeros((2, CLASSES * LANES)), np.zeros((2, CLASSES))
    known = np.zeros(CLASSES, dtype=np.bool_)
    known[3] = True
    kernels.after_two(
        table, dealt, joint, outcomes, rows, columns, known, calls, pay3, pay2, np.array([2, 3]),
        more, (CLASSES, 1), x, CLASSES, worth, by_third, folds, asked,
    )  # fmt: skip
    ends = np.stack([0.5 * cells[x, 5], 0.25 * cells[x, 9]]).astype(np.float64)
    here = more.reshape(2, 4, CLASSES, CLASSES)[:, :, x]
    paid = np.einsum("kyo,kop->kpy", ends[..., :13], pay3) / 0.5 + here
    goes = 1 - ends[..., 13] / 0.5
    alone = (outcomes[x] @ pay2.T).T
    expected = paid[0] + goes[0] * (paid[1] + goes[1] * alone)
    expected[:, 3] = 0
    np.testing.assert_allclose(worth.reshape(4, CLASSES, CLASSES)[:, x], expected, rtol=1e-6)
    np.testing.assert_allclose(asked.reshape(2, CLASSES, CLASSES)[1, x, y], goes[0, y], rtol=1e-6)
    reach = 0.4 * 0.3 * np.array([1, goes[0, y]])
    np.testing.assert_allclose(
        by_third.reshape(2, CLASSES, LANES), reach[:, None, None] * cells[x, y], rtol=1e-6
    )
    fold = [paid[1, 2, y] + goes[1, y] * alone[2, y], alone[3, y]]
    for k in range(2):
        np.testing.assert_allclose(folds[k], reach[k] * fold[k] * dealt[x, y], rtol=1e-6)


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
