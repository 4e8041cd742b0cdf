"""The abstract limit game against its tree, linear programming and the real rules."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from railbird.equilibrium import TreeGame, gains, solve
from railbird.equilibrium.game import Floats
from railbird.errors import OptionError
from railbird.players.sparbot.game import FOLD, LIMIT_ROUNDS, AbstractLimit
from railbird.players.sparbot.player import find_place
from railbird.table import State, table_rules
from tests.naive import abstract_limit as naive
from tests.naive.equilibrium_lp import tree_value


def random_strategy(game: AbstractLimit, rng: np.random.Generator) -> tuple[Floats, ...]:
    return tuple(rng.dirichlet(np.ones(p.actions), p.infosets) for p in game.places)


def seen(label: object) -> tuple[tuple[int, ...], str]:
    """The player's own buckets and the betting, from an infoset of the tree."""
    assert isinstance(label, tuple)
    return label[0], label[1]


def in_tree(game: AbstractLimit, full: TreeGame, strategy: tuple[Floats, ...]) -> list[Floats]:
    """A strategy of the game under test, as a strategy of the tree."""
    dense = game.dense(strategy)
    found = []
    for place, labels, actions in zip(full.places, full.labels, full.actions, strict=True):
        rows = np.empty(place.shape)
        for i, (label, names) in enumerate(zip(labels, actions, strict=True)):
            buckets, betting = seen(label)
            r, pot, node = naive.place_of(game, betting)
            row = dense[r][pot, node, buckets[-1]]
            rows[i] = [row["fcr".index(name)] for name in names]
        found.append(rows)
    return found


@pytest.mark.small
@pytest.mark.parametrize(("sizes", "nested"), [((2, 3), False), ((2, 4), True), ((3,), False)])
def test_everything_is_as_in_the_tree(sizes: tuple[int, ...], nested: bool) -> None:
    rng = np.random.default_rng(len(sizes))
    game = naive.random_game(rng, sizes, nested=nested)
    full = TreeGame(naive.tree(game))
    strategy = random_strategy(game, rng)
    same = in_tree(game, full, strategy)
    assert game.utilities(strategy) == pytest.approx(full.utilities(same), abs=1e-12)
    assert gains(game, strategy) == pytest.approx(gains(full, same), abs=1e-12)
    for player in range(2):
        check_values(game, full, strategy, same, player)


@pytest.mark.parametrize(("sizes", "nested"), [((2, 2, 2), False), ((1, 2, 4), True)])
def test_three_rounds_are_as_in_the_tree(sizes: tuple[int, ...], nested: bool) -> None:
    rng = np.random.default_rng(5)
    game = naive.random_game(rng, sizes, nested=nested)
    full = TreeGame(naive.tree(game))
    strategy = random_strategy(game, rng)
    same = in_tree(game, full, strategy)
    assert gains(game, strategy) == pytest.approx(gains(full, same), abs=1e-12)
    for player in range(2):
        check_values(game, full, strategy, same, player)


def check_values(
    game: AbstractLimit,
    full: TreeGame,
    strategy: tuple[Floats, ...],
    same: list[Floats],
    player: int,
) -> None:
    """Values are sums, and reaches are means, over all earlier buckets."""
    chances = dict(naive.own_histories(game, player))
    of_bucket: dict[tuple[int, int], float] = defaultdict(float)
    for held, chance in chances.items():
        of_bucket[len(held), held[-1]] += chance
    values: dict[tuple[int, ...], Floats] = defaultdict(lambda: np.zeros(3))
    reaches: dict[tuple[int, ...], float] = defaultdict(float)
    own = [i for i, place in enumerate(full.places) if place.player == player]
    for i, value, reach in zip(
        own, full.values(player, same), full.reaches(player, same), strict=True
    ):
        for row, label in enumerate(full.labels[i]):
            held, betting = seen(label)
            key = (*naive.place_of(game, betting), held[-1])
            where = ["fcr".index(name) for name in full.actions[i][row]]
            values[key][where] += value[row]
            share = chances[held] / of_bucket[len(held), held[-1]]
            reaches[key] += reach[row] * share
    ours_value, ours_reach = game.values(player, strategy), game.reaches(player, strategy)
    at = 0
    for r, block in enumerate(game.blocks):
        for node, actions in enumerate(block.actions):
            if block.actor[node] != player:
                continue
            for row, (value, reach) in enumerate(zip(ours_value[at], ours_reach[at], strict=True)):
                pot, bucket = divmod(row, game.buckets[r])
                key = (r, pot, node, bucket)
                assert value == pytest.approx(values[key][list(actions)], abs=1e-12)
                if game.rounds < 3 or game.buckets[-1] > 2:  # see `AbstractLimit.reaches`
                    assert reach == pytest.approx(reaches[key], abs=1e-12)
            at += 1
    assert at == len(ours_value)


@pytest.mark.parametrize("sizes", [(3,), (2, 4), (2, 4, 8)])
def test_an_equilibrium_where_buckets_tell_the_past(sizes: tuple[int, ...]) -> None:
    game = naive.random_game(np.random.default_rng(7), sizes, nested=True)
    found = solve(game, algorithm="dcfr+", epsilon=1e-4, iterations=3000, check_every=100)
    assert found.converged
    if len(sizes) < 3:
        assert found.values[0] == pytest.approx(tree_value(naive.tree(game)), abs=2e-4)


def test_the_betting_is_that_of_the_table() -> None:
    rules, rng = table_rules(2), np.random.default_rng(3)
    counted = [1]
    for block in LIMIT_ROUNDS[:-1]:
        counted.append(counted[-1] * block.ends)
    assert counted == [1, 7, 63, 567]
    sizes = zip(counted, LIMIT_ROUNDS, strict=True)
    assert sum(pots * block.nodes for pots, block in sizes) == 6378
    start = np.array([[1.0]])
    game = AbstractLimit(LIMIT_ROUNDS, start, (np.ones((1, 1, 1, 1)),) * 3, np.zeros((1, 1)))
    for _ in range(500):
        state = State(rules, (1000, 1000))
        while not state.is_over:
            r, pot, node = find_place(state.actions)
            block = LIMIT_ROUNDS[r]
            assert (r, block.actor[node]) == (state.round, state.actor)
            to_call, lowest, _ = state.options()
            names = [a for a, legal in enumerate((to_call > 0, True, lowest > 0)) if legal]
            assert block.actions[node] == tuple(names)
            before = [p - b for p, b in zip(state.paid, state.bets, strict=True)]
            assert before == [2 * game.stakes[r][pot]] * 2
            if to_call:
                assert abs(block.amount[node, FOLD]) == state.bets[state.actor or 0] / 2
            legal = [a for a in state.legal_actions() if a != -1]
            state.apply(int(rng.choice(legal)))


def test_tables_must_fit() -> None:
    start = np.full((2, 2), 0.25)
    with pytest.raises(OptionError, match="transition"):
        AbstractLimit(naive.blocks(2), start, (), np.zeros((2, 2)))
    with pytest.raises(OptionError, match="do not fit"):
        AbstractLimit(naive.blocks(1), start, (), np.zeros((3, 3)))
