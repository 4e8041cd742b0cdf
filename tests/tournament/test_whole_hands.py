"""One hand in many states at once, beside the code for one hand."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from railbird.compute.gpu import cupy, gpu_is_there
from railbird.equilibrium import gains as gains_of_one
from railbird.tournament.equity.models import HARVILLE
from railbird.tournament.jamfold.rules import JamRules, all_nodes
from railbird.tournament.whole.game import model_values
from railbird.tournament.whole.halves import HalfHands, HalfShowdowns
from railbird.tournament.whole.hands import Hands, gains, utilities
from railbird.tournament.whole.states import Layer, TournamentStakes
from railbird.tournament.whole.tables import showdowns, single_showdowns
from railbird.tournament.whole.transitions import (
    ValueIndex,
    all_ends,
    forced_jams,
    next_values,
    node_numbers,
)
from tests.tournament.games import game_of

STAKES = TournamentStakes(units=20)


def batch(players: int, kind: int, size: int = 3) -> tuple[Any, Any, Any]:
    """Hands of states in which the small (1) and the big blind (2) are all in, and jams."""
    layer = Layer(STAKES, players)
    small, big = (layer.stacks[:, -2:] <= [1, 2]).T
    which = np.flatnonzero((small == bool(kind & 1)) & (big == bool(kind & 2)))
    rng = np.random.default_rng(10 * players + kind)
    states = rng.choice(which, size)
    values = model_values(STAKES, players, HARVILLE)
    after = next_values(layer, ValueIndex(STAKES, players))[states]
    hands = Hands(showdowns(), values[after], forced_jams(layer)[states])
    jams = rng.random((len(states), len(all_nodes(players)), 169))
    return layer.stacks[states], hands, jams * (rng.random(jams.shape) < 0.1)


@pytest.mark.parametrize(
    ("players", "kind"), [(2, 0), (2, 1), (2, 2), *((n, kind) for n in (3, 4) for kind in range(4))]
)
def test_values_and_gains_are_those_of_one_hand(players: int, kind: int) -> None:
    stacks, hands, jams = batch(players, kind)
    full = hands.complete(jams)
    callers = hands.callers(full)
    ends = hands.ends(full, callers)
    assert np.allclose(ends.sum(axis=1), 1)
    assert ends.min() > -1e-12
    expected = utilities(ends, hands.payoffs)
    gained = gains(hands.edges(full, callers), full, players)
    number = node_numbers(players)
    for row, chips in enumerate(stacks):
        rules = JamRules(
            tuple(map(float, chips)), (1, 2), 0, tuple(STAKES.prizes_for(players)), ties="random"
        )
        game = game_of(rules)
        strategy = [
            np.stack([1 - jams[row, number[node]], jams[row, number[node]]], axis=1)
            for node in game.nodes
        ]
        # the code for one hand has showdowns in single precision
        assert expected[row] == pytest.approx(game.utilities(strategy), abs=1e-5)
        assert gained[row] == pytest.approx(gains_of_one(game, strategy), abs=1e-5)


@pytest.mark.parametrize(("players", "kind", "size"), [(3, 0, 12), (5, 3, 2)])
def test_less_precise_sums_are_near(players: int, kind: int, size: int) -> None:
    _, hands, jams = batch(players, kind, size)
    wanted = measured(hands, jams)
    quick = Hands(single_showdowns(), hands.payoffs, hands.forced)
    halves = HalfHands(half_showdowns(), hands.payoffs, hands.forced)
    for other, bound in ((quick, 1e-6), (halves, 1e-7)):
        for ours, exact in zip(measured(other, jams), wanted, strict=True):
            assert 0 < np.abs(ours - exact).max() < bound


@pytest.mark.skipif(not gpu_is_there(), reason="no GPU")
@pytest.mark.parametrize(("players", "kind"), [(n, kind) for n in (3, 4, 5) for kind in range(4)])
def test_halves_on_a_gpu_are_near(players: int, kind: int) -> None:
    xp = cupy()
    _, hands, jams = batch(players, kind, 50)
    tables = HalfShowdowns.of(showdowns().on(xp))
    given = [xp.asarray(array) for array in (hands.payoffs, hands.forced)]
    found = measured(HalfHands(tables, *given), xp.asarray(jams))
    for ours, exact in zip(found, measured(hands, jams), strict=True):
        assert np.abs(ours.get() - exact).max() < 2e-6


@cache
def half_showdowns() -> HalfShowdowns:
    return HalfShowdowns.of(showdowns())


def measured(hands: Hands, jams: Any) -> tuple[Any, Any, Any]:
    """Edges, ends and gains."""
    full = hands.complete(jams)
    callers = hands.callers(full)
    edges = hands.edges(full, callers)
    return edges, hands.ends(full, callers), gains(edges, full, hands.players, hands.xp)


def test_five_players_in_one_state() -> None:
    stacks, hands, jams = batch(5, 0, size=1)
    jams[:, :, ::3] = 0
    full = hands.complete(jams)
    callers = hands.callers(full)
    found = utilities(hands.ends(full, callers), hands.payoffs)[0]
    rules = JamRules(
        tuple(map(float, stacks[0])), (1, 2), 0, (*map(float, STAKES.prizes), 0, 0), ties="random"
    )
    game = game_of(rules)
    number = node_numbers(5)
    strategy = [
        np.stack([1 - jams[0, number[node]], jams[0, number[node]]], axis=1) for node in game.nodes
    ]
    assert found == pytest.approx(game.utilities(strategy), abs=1e-5)
    gained = gains(hands.edges(full, callers), full, 5)[0]
    assert gained == pytest.approx(gains_of_one(game, strategy), abs=1e-5)


@pytest.mark.parametrize(
    "kind", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)]
)
def test_blinds_all_in_are_a_short_cut_only(kind: int) -> None:
    """Together with a state of another kind, the same states are summed over all triples."""
    _, alone, jams = batch(4, kind, size=2)
    _, other, more = batch(4, 0, size=1)
    mixed = Hands(
        alone.tables,
        np.concatenate([alone.payoffs, other.payoffs]),
        np.concatenate([alone.forced, other.forced]),
    )
    found = []
    for hands, given in ((alone, jams), (mixed, np.concatenate([jams, more]))):
        full = hands.complete(given)
        callers = hands.callers(full)
        found.append((hands.edges(full, callers)[:2], hands.ends(full, callers)[:2]))
    for short, long in zip(*found, strict=True):
        assert short == pytest.approx(long, abs=1e-12)


def test_near_is_exact_where_third_callers_stay() -> None:
    _, hands, jams = batch(4, 0, size=2)
    full = hands.complete(jams)
    callers = hands.callers(full)
    moved = full.copy()
    moved[:, node_numbers(4)[all_nodes(4)[0]]] *= 0.5  # fewer first jams, the same classes
    moved = hands.complete(moved)
    near = hands.edges(moved, callers)
    exact = hands.edges(moved, hands.callers(moved))
    thirds = [at for node, at in node_numbers(4).items() if len(node.jammed) == 2]
    others = [at for at in range(near.shape[1]) if at not in thirds]
    assert near[:, others] == pytest.approx(exact[:, others], abs=1e-12)
    assert np.abs(near[:, thirds] - exact[:, thirds]).max() > 1e-9


def test_walks_pay_the_big_blind() -> None:
    _, hands, jams = batch(3, 0, size=2)
    full = hands.complete(jams * 0)
    ends = hands.ends(full, hands.callers(full))
    assert ends[:, 0] == pytest.approx(1.0)
    assert len(all_ends(3)) == ends.shape[1] == 15


@pytest.mark.parametrize(("players", "kind"), [(3, 0), (4, 0), (4, 2)])
def test_the_kernel_for_few_states_gives_what_products_give(
    players: int, kind: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, hands, jams = batch(players, kind)
    full = hands.complete(jams)
    found = []
    for few in (0, 8):
        monkeypatch.setattr("railbird.tournament.whole.hands.FEW", few)
        callers = hands.callers(full)
        found.append((hands.edges(full, callers), hands.ends(full, callers)))
    for products, by_kernel in zip(*found, strict=True):
        assert by_kernel == pytest.approx(products, abs=1e-12)
