"""Hands summed by kernels, and small games, beside products of matrices over all classes."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, ward

from railbird.tournament.whole import margin
from railbird.tournament.whole._group_kernels import SIZE, build, choose
from railbird.tournament.whole._margin_kernels import evaluate
from railbird.tournament.whole.game import WholeGame, alike, model_values
from railbird.tournament.whole.hands import Hands, gains
from railbird.tournament.whole.inner import INNERS
from railbird.tournament.whole.seated import SeatedHands, ends_by_seating
from railbird.tournament.whole.seats import mixed_seatings
from railbird.tournament.whole.small_games import SmallGames
from railbird.tournament.whole.solve import solve_tournament
from railbird.tournament.whole.states import Layer, TournamentStakes
from railbird.tournament.whole.summed import MUCH, SummedHands, in_buckets, ordered_showdowns
from tests.tournament.test_whole_hands import batch, measured

KINDS = [(2, 0), *((n, kind) for n in (3, 4, 5) for kind in range(4))]


@pytest.mark.parametrize("kind_of", [np.float32, np.float64])
@pytest.mark.parametrize(("players", "kind"), KINDS)
def test_sums_of_kernels_are_those_of_products(players: int, kind: int, kind_of: type) -> None:
    _, hands, jams = batch(players, kind, 3)
    rng = np.random.default_rng(players)
    # ranges of all sizes; some always call, some never do
    jams = np.where(rng.random((*jams.shape[:2], 1)) < 0.5, jams, 1 - jams)
    whole = rng.random(jams.shape[:2])
    jams[whole < 0.3] = 1.0
    jams[whole > 0.85] = 0.0
    jams[0, 1:] = 1.0  # behind the first player everybody always calls
    summed = SummedHands(ordered_showdowns(min(players, 3), kind_of), hands.payoffs, hands.forced)
    bound = 1e-6 if kind_of is np.float32 else 1e-12
    for ours, wanted in zip(measured(summed, jams), measured(hands, jams), strict=True):
        assert np.abs(ours - wanted).max() < bound
    full = hands.complete(jams)
    assert (
        np.abs(
            summed.seated([full], [(0,) * players])[:, 0] - hands.ends(full, hands.callers(full))
        ).max()
        < bound
    )


def test_seatings_one_by_one_are_those_that_share_sums() -> None:
    _, hands, jams = batch(4, 0, 2)
    both = [hands.complete(jams), hands.complete(np.roll(jams, 7, axis=2))]
    seatings = mixed_seatings(4)
    summed = SummedHands(ordered_showdowns(3, np.float64), hands.payoffs, hands.forced)
    wanted = SeatedHands(hands, both, seatings).ends()
    assert np.abs(ends_by_seating(summed, both, seatings) - wanted).max() < 1e-12


@pytest.mark.parametrize(("players", "kind"), KINDS)
def test_what_is_far_from_playing_may_be_left_out(players: int, kind: int) -> None:
    """With limits all edges of the classes before them are the same."""
    _, hands, jams = batch(players, kind, 3)
    tables = ordered_showdowns(min(players, 3), np.float64)
    summed = SummedHands(tables, hands.payoffs, hands.forced)
    ranges = np.zeros_like(jams)
    for node in range(jams.shape[1]):
        ranges[:, node, tables.order[: 5 + 12 * (node % 4)]] = 1.0
    ranges = summed.complete(ranges)
    limits = summed.near(ranges > 0)
    assert (limits % 16 == 0).all()
    assert (limits[np.isnan(summed.forced)] <= 80).all()
    full = summed.edges(ranges, summed.callers(ranges))
    found = summed.edges(ranges, summed.callers(ranges, limits))
    is_far = (tables.back >= limits[:, :, None]) & np.isnan(summed.forced)[:, :, None]
    assert is_far.any()
    assert (found[is_far] == -MUCH).all()
    assert np.abs((found - full)[~is_far]).max() < 1e-12


@pytest.mark.parametrize("count", [20, 32, 64])
def test_buckets_are_those_of_another_program(count: int) -> None:
    wins = ordered_showdowns(2).two[0]
    other = fcluster(ward(wins), count, "maxclust")
    ours = in_buckets(ordered_showdowns(2), count)[0]
    assert len({*zip(ours.tolist(), other.tolist(), strict=True)}) == count


def test_buckets_hold_the_masses_of_their_classes() -> None:
    tables = ordered_showdowns(3, np.float64)
    bucket_of, dealt, masses, joint, two, three = in_buckets(tables, 20)
    assert sorted(set(bucket_of.tolist())) == list(range(20))
    strength = (tables.two[0] * tables.joint).sum(axis=1) / dealt
    means = [strength[bucket_of == one].mean() for one in range(20)]
    assert means == sorted(means, reverse=True)
    plain = tables.three.reshape(169, 169, 11, 6, 16).transpose(0, 1, 3, 2, 4)
    plain = plain.reshape(169, 169, 6, 176)[..., :169]
    small = three.reshape(20, 20, 2, 6, 16).transpose(0, 1, 3, 2, 4).reshape(20, 20, 6, 32)
    assert np.abs(small[..., 20:]).max() == 0
    for a, c, b in ((0, 0, 0), (3, 17, 8), (19, 2, 11)):
        first, third, second = (np.flatnonzero(bucket_of == one) for one in (a, c, b))
        cells = np.ix_(first, second)
        assert masses[a] == pytest.approx(dealt[first].sum())
        assert joint[a, b] == pytest.approx(tables.joint[cells].sum())
        wins = (tables.two[0][cells] * tables.joint[cells]).sum()
        assert two[0, a, b] == pytest.approx(wins / joint[a, b])
        wanted = plain[first][:, third][..., second].sum(axis=(0, 1, 3))
        assert small[a, c, :, b] == pytest.approx(wanted)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_small_game_of_all_classes_is_the_hand(players: int) -> None:
    """Edges of groups are sums of those of their classes, whatever the groups do.

    What third callers do to a pair of groups is a mean over its classes, so with more than two
    players the sums are only near.
    """
    _, hands, jams = batch(players, 0, 2)
    rng = np.random.default_rng(players)
    games = SmallGames(players)
    order, shape = games.showdowns.order, games.shape
    tables = in_buckets(games.showdowns, 169)
    jams = hands.complete(np.where(jams > 0, 1.0, 0.0))[:, :, order]
    game, room, work = games._arrays()
    nodes = jams.shape[1]
    for row in range(2):
        full = jams[row][:, games.showdowns.back][None]
        hand = hands.take(np.array([row]))
        edges = hand.edges(full, hand.callers(full))[0][:, order]
        groups = np.zeros((nodes, 169), dtype=np.uint32)
        inside, outside = np.zeros((2, nodes, 169))
        kinds, starts = np.zeros((nodes, SIZE), dtype=np.int64), np.zeros((nodes, SIZE))
        counts = np.zeros(nodes, dtype=np.int64)
        for node in range(nodes):
            counts[node] = choose(
                jams[row, node], edges[node], tables[1], False, 11, shape.bands[node],
                groups[node], inside[node], outside[node], kinds[node], starts[node],
            )  # fmt: skip
        assert (counts > 4).any()
        build(groups, inside, outside, counts, tables, shape.numbers, game, room)
        plays = np.zeros((nodes, SIZE))
        for node in range(nodes):
            plays[node, : counts[node] + 1] = rng.random(counts[node] + 1)
        plays[:, 0] = 1
        found = np.zeros((nodes, SIZE))
        pay = hands.centred[row].T.astype(np.float32)
        evaluate(plays, counts, pay, shape.ends, shape.numbers, game, work, found)
        chosen = outside + inside * np.take_along_axis(plays, groups.astype(np.int64), axis=1)
        full = chosen[:, games.showdowns.back][None]
        wanted = hand.edges(full, hand.callers(full))[0][:, order] * inside
        sums = np.zeros((nodes, SIZE))
        for node in range(nodes):
            np.add.at(sums[node], groups[node].astype(np.int64), wanted[node])
        off = np.abs(found - sums)[:, 1:].max()
        assert off < (2e-6 if players == 2 else 5e-3) * np.abs(sums).max()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_small_games_bring_hands_nearer_to_an_equilibrium(players: int) -> None:
    stakes = TournamentStakes(units=24)
    game = WholeGame(stakes, players)
    solver = game.solver(players, INNERS["margin"], is_quick=False)
    states = np.arange(0, Layer(stakes, players).count, 97 if players > 2 else 5)
    game.improve(players, INNERS["margin"], 0.02)
    policy = game.policy(players)
    assert policy is not None
    hands, jams = solver.hands(states), policy.probabilities(states)
    edges = hands.edges(jams, hands.callers(jams))
    before = gains(edges, jams, players).max(axis=1)
    for buckets in (16, 64, 169):
        found, expected = SmallGames(players).solve(
            hands.centred, hands.forced, jams, edges, target=1e-6, buckets=buckets
        )
        assert (expected <= before + 1e-9).all()
        found = hands.complete(found)
        after = gains(hands.edges(found, hands.callers(found)), found, players).max(axis=1)
        wrong = before > 1e-3
        assert wrong.any()
        assert np.median(after[wrong] / before[wrong]) < 0.5


@pytest.mark.parametrize("prizes", [(50.0, 30.0, 20.0), (65.0, 35.0)])
def test_a_tournament_solved_at_the_margin_is_solved(prizes: tuple[float, ...]) -> None:
    stakes = TournamentStakes(units=9, prizes=prizes)
    found = solve_tournament(stakes, 3, algorithm="pi-margin", gamma=1e-7)
    assert found.converged
    for n in (2, 3):
        policy = found.game.policy(n)
        assert policy is not None
        layer = found.game.layer(n)
        hands = Hands(found.game.tables, found.game.values[layer.after], layer.forced)
        jams = policy.probabilities(np.arange(layer.layer.count))
        edges = hands.edges(jams, hands.callers(jams))
        assert gains(edges, jams, n).max() <= 1e-7 * stakes.pool
        assert layer.means(found.game.values) == pytest.approx(
            found.game.values[layer.place], abs=1e-9
        )


def test_the_other_inner_loop_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(margin, "MANY", 1)
    stakes = TournamentStakes(units=9)
    game = WholeGame(stakes, 3)
    work = game.improve(3, INNERS["margin"], 1e-3, rounds=200)
    policy = game.policy(3)
    assert policy is not None
    assert policy.epsilon.max() <= 1e-3
    assert work.near > 0


def test_first_ranges_are_complete() -> None:
    stakes = TournamentStakes(units=9)
    game = WholeGame(stakes, 4)
    layer, solver = game.layer(4), game.solver(4, INNERS["margin"])
    policy = layer.blank_policy()
    states = np.arange(layer.layer.count)
    solver.start(states, policy)
    hands = solver.hands(states)
    jams = policy.probabilities(states)
    assert (hands.complete(jams) == jams).all()
    # states next to each other begin alike, but for what is forced
    free = np.isnan(layer.forced)
    alike_now = (policy.jams[: margin.APART] == policy.jams[0]).all(axis=2)
    assert alike_now[free[: margin.APART] & free[0]].all()


def test_every_state_is_in_the_order_once() -> None:
    stacks = Layer(TournamentStakes(units=20), 4).stacks
    states = np.flatnonzero(stacks[:, 0] != 3)
    assert sorted(alike(stacks, states).tolist()) == states.tolist()


def test_values_of_a_look_ahead_are_the_same_with_every_inner_loop() -> None:
    stakes = TournamentStakes(units=8)
    found = [
        solve_tournament(stakes, 2, algorithm=name, loops=3, gamma=1e-8).game.values
        for name in ("vi-margin", "vi-cfr+")
    ]
    assert found[0] == pytest.approx(found[1], abs=1e-4)
    assert model_values(stakes, 2) != pytest.approx(found[0], abs=1e-4)
