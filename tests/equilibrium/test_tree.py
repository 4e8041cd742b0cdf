"""Extensive-form games against plain recursion over their trees."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from tests.naive import equilibrium as naive

from railbird.equilibrium import (
    ChanceNode,
    DecisionNode,
    EndNode,
    TreeGame,
    gains,
    kuhn,
    leduc,
    random_tree,
    uniform,
)
from railbird.equilibrium.game import Floats
from railbird.errors import OptionError

SMALL = [kuhn(), *(random_tree(seed, depth=3) for seed in (0, 2, 3, 8, 10))]
SMALL += [random_tree(seed, players=3, depth=3, zero_sum=False) for seed in (2, 6, 10)]
"""Seeds that give no player more than about a thousand pure strategies."""


def random_strategy(game: TreeGame, seed: int) -> list[Floats]:
    rng = np.random.default_rng(seed)
    return [rng.dirichlet(np.full(p.actions, 0.7), size=p.infosets) for p in game.places]


def joined(
    game: TreeGame, strategy: Sequence[Floats], player: int, own: Sequence[Floats]
) -> list[Floats]:
    """A strategy in which one player's places are replaced."""
    new = iter(own)
    return [
        next(new) if place.player == player else array
        for place, array in zip(game.places, strategy, strict=True)
    ]


@pytest.mark.small
@pytest.mark.parametrize("game", SMALL, ids=str)
def test_best_response_is_the_best_of_all_pure_strategies(game: TreeGame) -> None:
    strategy = random_strategy(game, 1)
    profile = game.named(strategy)
    paid = naive.payoffs(game.root, profile)
    assert game.utilities(strategy) == pytest.approx(paid, abs=1e-12)
    for player in range(game.players):
        found = game.best_response(player, strategy)
        best = naive.best_payoff(game.root, player, profile)
        assert found.gain == pytest.approx(best - paid[player], abs=1e-12)
        answer = joined(game, strategy, player, found.strategy)
        assert game.utilities(answer)[player] == pytest.approx(best, abs=1e-12)
        assert all(set(np.unique(array)) <= {0, 1} for array in found.strategy)


@pytest.mark.parametrize("game", [*SMALL, leduc(suits=False)], ids=str)
def test_values_are_what_an_action_changes(game: TreeGame) -> None:
    """The payoff is linear in a player's probabilities, with slope reach × value."""
    strategy = random_strategy(game, 2)
    for player in range(game.players):
        own = [i for i, place in enumerate(game.places) if place.player == player]
        values, reaches = game.values(player, strategy), game.reaches(player, strategy)
        for i, value, reach in zip(own, values, reaches, strict=True):
            row = len(value) // 2
            for action in range(value.shape[1]):
                pure = [array.copy() for array in strategy]
                pure[i][row] = np.eye(value.shape[1])[action]
                change = (game.utilities(pure) - game.utilities(strategy))[player]
                expected = value[row, action] - value[row] @ strategy[i][row]
                assert reach[row] * expected == pytest.approx(change, abs=1e-12)


def test_sizes() -> None:
    """The counts given by open_spiel and in the literature."""
    assert str(kuhn()) == "TreeGame(2 players, 12 infosets, 30 ends)"
    assert str(kuhn(3)) == "TreeGame(3 players, 48 infosets, 312 ends)"
    assert str(leduc()) == "TreeGame(2 players, 936 infosets, 5520 ends)"
    assert [place.player for place in leduc().places] == [0, 0, 1, 1]


def test_leduc_is_the_same_game_without_suits() -> None:
    with_suits, without = leduc(), leduc(suits=False)
    assert gains(with_suits, uniform(with_suits)) == pytest.approx(gains(without, uniform(without)))
    assert gains(without, uniform(without)).sum() == pytest.approx(4.747222222222222)


def test_a_player_who_never_decides() -> None:
    game = TreeGame(DecisionNode(0, "only", {"a": EndNode((1, 0)), "b": EndNode((3, -3))}))
    assert gains(game, uniform(game)).tolist() == [1, 0]
    assert TreeGame(EndNode((2.0, -2.0))).utilities([]).tolist() == [2, -2]


@pytest.mark.parametrize(
    ("root", "why"),
    [
        (
            ChanceNode(((0.5, EndNode((1, -1))), (0.4, EndNode((0, 0))))),
            "chance node must sum to 1",
        ),
        (
            ChanceNode(((0.5, EndNode((1, -1))), (0.5, EndNode((0, 0, 0))))),
            "one end pays 3 players and another pays 2",
        ),
        (
            DecisionNode(2, "x", {"a": EndNode((1, -1))}),
            "'x' needs an action and a player from 0 to 1",
        ),
        (
            DecisionNode(0, "x", {"a": DecisionNode(0, "x", {"a": EndNode((1, -1))})}),
            r"'x' of player 0 has different .* perfect recall",
        ),
        (
            ChanceNode(
                (
                    (0.5, DecisionNode(0, "x", {"a": EndNode((1, -1))})),
                    (0.5, DecisionNode(0, "x", {"b": EndNode((1, -1))})),
                )
            ),
            "'x' of player 0 has different actions",
        ),
    ],
)
def test_what_is_no_game(root: ChanceNode | DecisionNode, why: str) -> None:
    with pytest.raises(OptionError, match=why):
        TreeGame(root)


def test_kuhn_needs_two() -> None:
    with pytest.raises(OptionError, match="two players or more, not 1"):
        kuhn(1)
