"""Equity models against enumeration, print, closed forms and each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.errors import InputError, OptionError
from railbird.tournament import (
    HARVILLE,
    MAKERS,
    ROBERTS,
    WEITZMAN,
    Model,
    bounty_payoffs,
    bubble_factors,
    finish_matrix,
    icm,
    icm_states,
    model_by_name,
    payoffs,
)
from railbird.tournament.equity import models as module
from railbird.tournament.equity.checks import Floats
from tests.naive import icm as naive

PLACES = ("harville", "weitzman", "roberts")
ALL = (*PLACES, "chips")
STACKS = [2, 5, 8, 13, 17]
PRINTED = {
    "harville": (
        "044 060 093 180 622  111 142 201 331 214  178 211 264 246 102  289 287 239 145 040 "
        "378 300 202 098 022"
    ),
    "weitzman": (
        "044 071 124 240 520  111 159 228 294 208  178 223 257 212 130  289 277 212 142 080 "
        "378 269 179 112 061"
    ),
    "roberts": (
        "044 049 073 144 690  111 124 191 392 182  178 197 290 256 078  289 301 252 127 031 "
        "378 329 194 081 019"
    ),
}
stacks_of = st.lists(st.integers(1, 10_000), min_size=2, max_size=6)


def as_floats(matrix: naive.Matrix) -> Floats:
    return np.array([[float(x) for x in row] for row in matrix])


@pytest.mark.small
@pytest.mark.parametrize("model", PLACES)
def test_printed_matrix(model: str) -> None:
    printed = [float(f"0.{x}") for x in PRINTED[model].split()]
    assert finish_matrix(STACKS, model).round(3).ravel().tolist() == printed


@pytest.mark.small
@pytest.mark.parametrize(
    ("model", "stacks"),
    [(m, s) for m in PLACES for s in ([3, 7], [1, 1, 5], [9, 2, 4, 1], [2, 5, 8, 13, 17])],
)
def test_enumeration_in_fractions(model: str, stacks: list[int]) -> None:
    exact = getattr(naive, model)([Fraction(x) for x in stacks])
    np.testing.assert_allclose(finish_matrix(stacks, model), as_floats(exact), atol=1e-14)


@pytest.mark.parametrize("model", PLACES)
@pytest.mark.parametrize("players", [6, 7, 8])
def test_enumeration(model: str, players: int) -> None:
    rng = np.random.default_rng(players)
    stacks = np.exp(rng.uniform(0, 5, players)).tolist()
    enumerated = as_floats(getattr(naive, model)(stacks))
    np.testing.assert_allclose(finish_matrix(stacks, model), enumerated, atol=1e-12)


@settings(deadline=None, max_examples=60)
@given(stacks_of)
@pytest.mark.parametrize("model", [*PLACES, "roberts:means"])
def test_properties(model: str, stacks: list[int]) -> None:
    matrix = finish_matrix(stacks, model)
    assert matrix.min() >= 0
    np.testing.assert_allclose(matrix.sum(axis=0), 1, atol=1e-12)
    np.testing.assert_allclose(matrix.sum(axis=1), 1, atol=1e-12)
    np.testing.assert_allclose(matrix[:, 0], np.array(stacks) / sum(stacks), atol=1e-12)


@settings(deadline=None, max_examples=60)
@given(stacks_of)
@pytest.mark.parametrize("model", ALL)
def test_symmetric_and_monotone(model: str, stacks: list[int]) -> None:
    prizes = [50, 30, 20][: len(stacks)]
    found = payoffs(stacks, prizes, model)
    assert found.sum() == pytest.approx(sum(prizes))
    order = np.argsort(stacks, kind="stable")
    assert (np.diff(found[order]) >= -1e-9).all()
    np.testing.assert_allclose(payoffs(np.array(stacks)[order], prizes, model), found[order])
    more = np.array(stacks) + np.eye(len(stacks), dtype=int)[0]
    assert payoffs(more, prizes, model)[0] >= found[0] - 1e-9


@pytest.mark.small
def test_two_players_are_the_same_in_all_models() -> None:
    for model in ALL:
        np.testing.assert_allclose(payoffs([3, 1], [60, 40], model), [55, 45])


@pytest.mark.small
@pytest.mark.parametrize("model", ALL)
def test_equal_stacks(model: str) -> None:
    np.testing.assert_allclose(payoffs([7] * 5, [50, 30, 20], model), 20)


def test_equal_stacks_are_grouped_in_roberts() -> None:
    stacks = [4, 4, 4, 9, 9, 1]
    expected = as_floats(naive.roberts([float(x) for x in stacks]))
    np.testing.assert_allclose(finish_matrix(stacks, "roberts"), expected, atol=1e-13)
    twelve = model_by_name("roberts:exact")
    assert twelve(np.array([[1.0] * 10 + [2.0]]), np.array([1.0]))[0, 10] == pytest.approx(1 / 6)


def test_pokerkit_agrees() -> None:
    for stacks in (STACKS, [25, 87, 88, 3], [198, 1, 1]):
        expected = pokerkit.calculate_icm([50, 30, 20], stacks)
        np.testing.assert_allclose(payoffs(stacks, [50, 30, 20]), expected)


@pytest.mark.small
def test_three_players_closed_form() -> None:
    a, b, c = 0.5, 0.3, 0.2
    second = b * a / (1 - b) + c * a / (1 - c)
    assert finish_matrix([50, 30, 20])[0, 1] == pytest.approx(second)


@pytest.mark.parametrize("players", [5, 7, 8])
def test_mean_stacks_are_near(players: int) -> None:
    rng = np.random.default_rng(players)
    states = np.concatenate(
        [rng.integers(1, 100, (20, players)), np.exp(rng.uniform(0, 9, (20, players)))]
    )
    means = model_by_name("roberts:means")
    assert isinstance(means, module.EquityModel)
    near = means.finish(states)
    exact = ROBERTS.finish(states)
    assert exact.error == 0
    assert np.abs(near.values - exact.values).max() < near.error / 2
    assert np.abs(near.values[..., :3] @ [0.5, 0.3, 0.2] - ROBERTS(states, PRIZES)).max() < 5e-5


PRIZES = np.array([0.5, 0.3, 0.2])


@pytest.mark.parametrize("by_roberts", [False, True])
def test_sampled_orders(monkeypatch: pytest.MonkeyPatch, by_roberts: bool) -> None:
    model, limit = (ROBERTS, "ROBERTS_MEANS") if by_roberts else (WEITZMAN, "WEITZMAN_SUBSETS")
    stacks = [2, 5, 8, 13, 17, 30, 31, 40]
    exact = model.finish(stacks).values
    value = model.payoffs(stacks, PRIZES).values
    monkeypatch.setattr(module, limit, 4)
    monkeypatch.setattr(module, "ROBERTS_ORDERS", 4)
    drawn = model.finish(stacks)
    assert drawn.samples > 1000
    assert 0 < drawn.error < 0.002
    assert np.abs(drawn.values - exact).max() < 5 * drawn.error
    np.testing.assert_allclose(drawn.values.sum(axis=(1, 2)), len(stacks))
    paid = model.payoffs(stacks, PRIZES)
    assert np.abs(paid.values - value).max() < 5 * paid.error < 0.005


@pytest.mark.small
@pytest.mark.parametrize("model", PLACES)
def test_players_who_are_out(model: str) -> None:
    matrix = finish_matrix([0, 2, 5, 0, 8], model)
    np.testing.assert_allclose(matrix[[1, 2, 4], :3], finish_matrix([2, 5, 8], model), atol=1e-15)
    np.testing.assert_array_equal(matrix[[0, 3]], [[0, 0, 0, 0.5, 0.5]] * 2)


@pytest.mark.small
@pytest.mark.parametrize("model", ALL)
def test_payoffs_of_players_who_are_out(model: str) -> None:
    found = payoffs([[0, 6, 4, 0], [10, 0, 0, 0], [1, 2, 3, 4]], [40, 30, 20, 10], model)
    np.testing.assert_allclose(found[0], [15, 36, 34, 15])
    np.testing.assert_allclose(found[1], [40, 20, 20, 20])
    np.testing.assert_allclose(found[2], payoffs([1, 2, 3, 4], [40, 30, 20, 10], model))


@pytest.mark.parametrize("model", ALL)
def test_batches(model: str) -> None:
    states = np.random.default_rng(3).integers(0, 9, (50, 5))
    states[:, 0] += 1
    found = payoffs(states, [5, 3, 2], model)
    assert found.shape == states.shape
    for state, row in zip(states, found, strict=True):
        np.testing.assert_allclose(payoffs(state, [5, 3, 2], model), row)
    assert payoffs(states[:0], [5, 3, 2], model).shape == (0, 5)


def test_stacks_of_any_size() -> None:
    for model in PLACES:
        small, large = (finish_matrix(np.array(STACKS) * unit, model) for unit in (1e-200, 1e200))
        np.testing.assert_allclose(small, large)
        matrix = finish_matrix([1, 1e-12, 1e12, 3, 1e-6], model)
        np.testing.assert_allclose(matrix.sum(axis=1), 1, atol=1e-12)


@pytest.mark.small
def test_chips_pay_the_sure_prize_first() -> None:
    np.testing.assert_allclose(payoffs([5, 3, 2], [50, 30, 20], "chips"), [40, 32, 28])
    np.testing.assert_allclose(payoffs([5, 3, 2], [100], "chips"), [50, 30, 20])
    with pytest.raises(OptionError, match="no places"):
        finish_matrix([5, 3, 2], "chips")


@pytest.mark.small
@pytest.mark.parametrize(
    ("stacks", "prizes", "model", "sentence"),
    [
        ([2, -1], [5], "harville", "stack 2 is -1"),
        ([0, 0], [5], "harville", "all stacks are 0"),
        ([2], [5], "harville", "at least two players"),
        (["a", "b"], [5], "harville", "not all numbers"),
        ([1, float("nan")], [5], "harville", "finite"),
        ([[[1, 2]]], [5], "harville", "shape"),
        ([1e308, 1e308], [5], "harville", "too large"),
        ([1, 2], [5, 3, 2], "harville", "3 payouts for 2 players"),
        ([1, 2], [3, 5], "harville", "first place first"),
        ([1, 2], [3, -5], "harville", "negative"),
        ([1, 2], [], "harville", "no payouts"),
        ([1, 2], [0, 0], "harville", "all payouts are 0"),
        ([1, 2], [5], "icm", "there is no model 'icm'"),
        ([1, 2], [5], "chips:2", "no argument"),
        ([1, 2], [5], "roberts:2", "roberts:exact"),
        ([1] * 12, [5], "roberts:exact", "too many orders"),
    ],
)
def test_bad_input(stacks: Sequence[float], prizes: list[float], model: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence) as caught:
        payoffs(stacks, prizes, model)
    assert "\n" not in str(caught.value)


@pytest.mark.small
def test_a_state_needs_all_in_play() -> None:
    for call in (icm, bubble_factors):
        with pytest.raises(InputError, match="stack 2 is 0: leave out"):
            call([3, 0, 2], [5])
        with pytest.raises(InputError, match="one state"):
            call([[3, 1, 2]], [5])
    with pytest.raises(InputError, match="2 bounties for 3 players"):
        bounty_payoffs([1, 2, 3], [5, 5])
    with pytest.raises(InputError, match="bounty -1 is negative"):
        bounty_payoffs([1, 2, 3], -1)


def test_models_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(argument: str) -> Model:
        depth = int(argument)

        def model(stacks: Floats, prizes: Floats, /) -> Floats:
            return HARVILLE(stacks, prizes) + depth

        return model

    monkeypatch.setitem(MAKERS, "shift", make)
    assert payoffs([1, 1], [6, 4], "shift:3").tolist() == [8, 8]
    found = icm([1, 1], [6, 4], "shift:3")
    assert found.payoffs == (8, 8)
    assert found.players[0].places == ()
    assert bubble_factors([1, 1], [6, 4], "shift:3").bubble_factors[0, 1] == pytest.approx(1)
    with pytest.raises(OptionError, match="no places"):
        finish_matrix([1, 1], "shift:3")


def test_result_explains_itself() -> None:
    found = icm(STACKS, [50, 30, 20], "roberts", bounties=2)
    assert (found.exact, found.error, found.model) == (True, 0, "roberts")
    assert found.players[0].places == pytest.approx(finish_matrix(STACKS, "roberts")[0])
    assert found.players[4].chips == pytest.approx(17 / 45)
    assert found.players[4].bounty == pytest.approx(10 * 17 / 45)
    assert found.players[4].total == pytest.approx(found.payoffs[4] + 10 * 17 / 45)
    approximate = icm(range(1, 13), [1], "roberts")
    assert (approximate.exact, approximate.error) == (False, module.ROBERTS_MEANS_ERROR)
    large = icm(range(1, 101), [3, 2, 1])
    assert large.how == "numerical integration"
    assert large.players[0].places == ()


def test_states_of_any_number_of_players() -> None:
    states: list[list[float]] = [[1, 2, 3], [4, 5], [3, 2, 1], [1, 1, 1, 1]]
    found = icm_states(states, [60, 40], "weitzman", bounty=5)
    for state, paid, heads in zip(states, found.payoffs, found.bounties, strict=True):
        assert paid == pytest.approx(payoffs(state, [60, 40], "weitzman"))
        assert heads == pytest.approx(bounty_payoffs(state, 5))


@pytest.mark.small
def test_bounties_follow_the_chips() -> None:
    assert bounty_payoffs([50, 30, 20], [10, 10, 20]).tolist() == [20, 12, 8]
    np.testing.assert_allclose(bounty_payoffs([[50, 50, 0]], [10, 10, 20]), [[10, 10, 0]])


@pytest.mark.small
@pytest.mark.parametrize("progressive", [False, True])
def test_bubble_factors_by_hand(progressive: bool) -> None:
    stacks, prizes, heads = [50.0, 30.0, 20.0], [60, 40], np.array([10.0, 20.0, 30.0])
    found = bubble_factors(stacks, prizes, bounties=heads, progressive=progressive)
    now = payoffs(stacks, prizes)[0] + 0.5 * 60
    paid = 30 * (0.5 if progressive else 1)
    win = payoffs([70, 30, 0], prizes)[0] + paid + 0.7 * (60 - paid)
    lose = payoffs([30, 30, 40], prizes)[0] + 0.3 * 60
    assert found.win[0, 2] == pytest.approx(win)
    assert found.lose[0, 2] == pytest.approx(lose)
    factor = (now - lose) / (win - now)
    assert found.bubble_factors[0, 2] == pytest.approx(factor)
    assert found.risk_premiums[0, 2] == pytest.approx(factor / (1 + factor) - 0.5)
    assert np.isnan(found.bubble_factors.diagonal()).all()
    knocked = heads[0] * (0.5 if progressive else 1)
    out = bubble_factors([30.0, 50.0, 20.0], prizes, bounties=heads, progressive=progressive)
    alone = payoffs([0, 80, 20], prizes)[1] + knocked + 0.8 * (60 - knocked)
    assert out.win[1, 0] == pytest.approx(alone)
    assert out.lose[0, 1] == pytest.approx(0)


@pytest.mark.small
@pytest.mark.parametrize("model", ALL)
def test_nothing_is_risked_where_chips_are_money(model: str) -> None:
    found = bubble_factors([5, 3, 2], [100], model)
    off = ~np.eye(3, dtype=bool)
    np.testing.assert_allclose(found.bubble_factors[off], 1)
    np.testing.assert_allclose(found.risk_premiums[off], 0, atol=1e-12)


@pytest.mark.small
def test_nothing_to_be_won() -> None:
    found = bubble_factors([5, 3, 2], [10, 10, 10])
    assert np.isnan(found.bubble_factors).all()
    safe = bubble_factors([4, 3, 1], [10, 10])  # three players, two equal prizes
    assert safe.bubble_factors[0, 1] > 2
    assert (safe.risk_premiums[~np.eye(3, dtype=bool)] <= 0.5).all()


def test_pairs_have_limits() -> None:
    limits: list[tuple[Callable[[], object], str]] = [
        (lambda: bubble_factors([1] * 51, [1]), "too many pairs"),
        (lambda: bubble_factors(range(1, 22), [1], "weitzman"), "choose harville"),
    ]
    for call, sentence in limits:
        with pytest.raises(OptionError, match=sentence):
            call()
