"""Bounties in the jam-or-fold hand: who takes them, and what they change."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.errors import InputError
from railbird.tournament import bounty_payoffs, solve_hand
from railbird.tournament.jamfold.rules import JamRules
from railbird.tournament.jamfold.showdowns import THREE_ORDERS, TWO_ORDERS
from tests.naive import jamfold as naive
from tests.tournament.games import payoffs_of


@given(
    st.lists(st.integers(5, 30), min_size=3, max_size=5),
    st.lists(st.integers(0, 9), min_size=5, max_size=5),
    st.booleans(),
    st.data(),
)
@settings(max_examples=150, deadline=None)
def test_who_takes_them(
    stacks: list[int], heads: list[int], progressive: bool, data: st.DataObject
) -> None:
    rules = JamRules(
        tuple(map(float, stacks)), (1, 2), 1, (60, 40),
        bounties=tuple(map(float, heads[: len(stacks)])), progressive=progressive,
    )  # fmt: skip
    size = data.draw(st.integers(2, 3))
    all_in = tuple(sorted(data.draw(st.permutations(range(len(stacks))))[:size]))
    levels = data.draw(st.sampled_from(TWO_ORDERS if size == 2 else THREE_ORDERS))
    found = rules.bounties_after(all_in, levels)
    np.testing.assert_allclose(found, naive.bounty_worth(rules, all_in, levels))
    assert found.sum() == pytest.approx(sum(heads[: len(stacks)]))


def test_side_pot_and_tie() -> None:
    """The bounty of a short stack goes to those who win the main pot, not the side pot."""
    rules = JamRules((10.0, 30.0, 30.0), (1, 2), 0, (100,), bounties=(6.0, 0.0, 0.0))
    paid = rules.bounties_after((0, 1, 2), (1, 0, 0))
    assert paid == pytest.approx([0, 3, 3])
    paid = rules.bounties_after((0, 1, 2), (0, 1, 2))
    assert paid == pytest.approx([6 * 30 / 70, 6 * 40 / 70, 0])  # nobody took it: like the chips
    drawn = JamRules((10.0, 30.0, 30.0), (1, 2), 0, (100,), ties="random", bounties=(6.0, 0, 0))
    ends = payoffs_of(drawn)[0, 1, 2]
    np.testing.assert_allclose(
        ends[:, THREE_ORDERS.index((1, 0, 0))],
        (ends[:, THREE_ORDERS.index((2, 0, 1))] + ends[:, THREE_ORDERS.index((2, 1, 0))]) / 2,
    )


def test_bounties_make_calls_wider() -> None:
    hand = {"blinds": (1, 2), "payouts": [60, 40], "epsilon": 1e-5}
    plain = solve_hand([20, 25, 8], **hand)  # type: ignore[arg-type]
    shares = [plain.decision("SB").share]
    for progressive in (True, False):
        found = solve_hand([20, 25, 8], **hand, bounties=30, progressive=progressive)  # type: ignore[arg-type]
        assert found.converged
        assert found.rules.pool == 190
        assert found.payoffs.sum() == pytest.approx(1, rel=1e-7)
        np.testing.assert_allclose(
            190 * found.before,
            100 * plain.before + bounty_payoffs([20, 25, 8], 30),
        )
        shares.append(found.decision("SB").share)
    assert shares[0] < shares[1] < shares[2]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"bounties": 5}, "without payouts"),
        ({"payouts": [1], "bounties": [1, 2, 3]}, "3 bounties for 2"),
        ({"payouts": [1], "bounties": [1, -2]}, "negative"),
        ({"payouts": [1], "progressive": True}, "give these too"),
    ],
)
def test_errors(options: dict[str, object], says: str) -> None:
    with pytest.raises(InputError, match=says):
        solve_hand([10, 10], blinds=(1, 2), **options)  # type: ignore[arg-type]
