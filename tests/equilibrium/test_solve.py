"""The solver: known values, when it stops, what it returns, and where it can start."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from tests.naive.equilibrium_lp import tree_value

from railbird.equilibrium import (
    ALGORITHMS,
    MatrixGame,
    OneDecision,
    Place,
    Solution,
    Strategy,
    TreeGame,
    gains,
    kuhn,
    leduc,
    random_tree,
    solve,
    uniform,
)
from railbird.equilibrium.game import Floats
from railbird.equilibrium.tree import ChanceNode, DecisionNode, EndNode
from railbird.errors import OptionError

LEDUC = -0.085606424078


class JamOrFold(OneDecision):
    """A game shaped like a heads-up jam/fold hand: a card each, jam or fold, then call or fold."""

    players = 2

    def __init__(
        self, cards: int, *, seed: int = 0, stack: float = 8.0, noise: float = 0.0
    ) -> None:
        rng = np.random.default_rng(seed)
        strength = np.sort(rng.normal(size=cards))
        share = np.tanh(strength[:, None] - strength)
        share = share + noise * rng.normal(size=share.shape)
        self.odds: Floats = rng.dirichlet(np.ones(cards * cards)).reshape(cards, cards)
        self.called: Floats = stack * share
        self.places = (Place(0, cards, 2), Place(1, cards, 2))

    def values(self, player: int, strategy: Strategy) -> list[Floats]:
        if player == 0:
            call = strategy[1][:, 0]
            jam = (self.odds * self.called) @ call + self.odds @ (1 - call)
            return [np.stack([jam, -self.odds.sum(axis=1) / 2], axis=1)]
        jam = strategy[0][:, 0]
        return [np.stack([-jam @ (self.odds * self.called), -jam @ self.odds], axis=1)]

    def utilities(self, strategy: Strategy) -> Floats:
        won = float((self.values(0, strategy)[0] * strategy[0]).sum())
        return np.array([won, -won])

    def tree(self) -> TreeGame:
        """The same game as a tree."""
        cards = range(self.places[0].infosets)
        return TreeGame(
            ChanceNode(
                tuple(
                    (
                        float(self.odds[a, b]),
                        DecisionNode(
                            0,
                            a,
                            {
                                "jam": DecisionNode(
                                    1,
                                    b,
                                    {
                                        "call": EndNode((self.called[a, b], -self.called[a, b])),
                                        "fold": EndNode((1.0, -1.0)),
                                    },
                                ),
                                "fold": EndNode((-0.5, 0.5)),
                            },
                        ),
                    )
                    for a in cards
                    for b in cards
                )
            )
        )


@cache
def solved_leduc() -> Solution:
    return solve(leduc(), algorithm="cfr+", epsilon=0, iterations=1_000, check_every=1_000)


@pytest.mark.small
def test_kuhn() -> None:
    found = solve(kuhn(), epsilon=1e-6, iterations=400)
    assert found.converged
    assert found.values == pytest.approx([-1 / 18, 1 / 18], abs=1e-6)


def test_kuhn_to_nine_digits() -> None:
    game = kuhn()
    found = solve(game, epsilon=1e-10)
    assert found.converged
    assert found.iterations < 10_000
    assert found.values == pytest.approx([-1 / 18, 1 / 18], abs=1e-10)
    first = game.named(found.strategy)
    bluff = first[0, (0, "")]["b"]  # the family of equilibria: α, 0, 3α and 1/3 + α
    assert 0 <= bluff <= 1 / 3 + 1e-6
    assert first[0, (1, "")]["b"] == pytest.approx(0, abs=1e-6)
    assert first[0, (2, "")]["b"] == pytest.approx(3 * bluff, abs=1e-6)
    assert first[0, (1, "pb")]["b"] == pytest.approx(1 / 3 + bluff, abs=1e-6)


def test_values_by_linear_programming() -> None:
    assert tree_value(kuhn().root) == pytest.approx(-1 / 18, abs=1e-12)
    assert tree_value(leduc(suits=False).root) == pytest.approx(LEDUC, abs=1e-9)


def test_leduc_after_a_thousand_iterations() -> None:
    """No worse than open_spiel's CFR+; for both, exploitability is NashConv/2.

    The path depends on the last bit of ties: another order of summation gives 2.4e-4 to 2.8e-4. Our
    path is the same on every processor, and without the JIT.
    """
    found = solved_leduc()
    assert found.exploitability <= 2.57e-4
    assert abs(found.values[0] - LEDUC) <= found.epsilon
    assert found.nash_conv == pytest.approx(2 * found.exploitability)
    assert (found.iterations, found.converged) == (1_000, False)


def test_leduc_by_the_default() -> None:
    found = solve(leduc(suits=False), epsilon=5e-5, iterations=5_000, check_every=50)
    assert found.converged
    assert found.iterations < 5_000
    assert abs(found.values[0] - LEDUC) <= 5e-5


@pytest.mark.parametrize("rule", ALGORITHMS)
def test_one_decision_is_a_tree_too(rule: str) -> None:
    game = JamOrFold(12)
    plain, tree = (solve(g, algorithm=rule, epsilon=0, iterations=40) for g in (game, game.tree()))
    for ours, theirs in zip(plain.strategy, tree.strategy, strict=True):
        assert ours == pytest.approx(theirs, abs=1e-9)
    assert plain.gains == pytest.approx(tree.gains, abs=1e-9)
    assert plain.values == pytest.approx(tree.values, abs=1e-9)


def test_stops_when_measured() -> None:
    found = solve(kuhn(), epsilon=1e-3, check_every=7)
    assert found.converged
    assert found.iterations % 7 == 0
    assert found.epsilon <= 1e-3
    assert gains(kuhn(), found.strategy) == pytest.approx(found.gains)
    short = solve(kuhn(), epsilon=1e-3, iterations=3)
    assert (short.converged, short.iterations) == (False, 3)


def test_stops_when_it_is_enough() -> None:
    asked = []

    def enough(so_far: Solution) -> bool:
        asked.append(so_far.iterations)
        return so_far.epsilon < 0.05

    found = solve(kuhn(), epsilon=1e-9, check_every=5, enough=enough)
    assert asked == list(range(0, found.iterations + 1, 5))
    assert not found.converged
    assert 1e-9 < found.epsilon < 0.05


def test_nothing_to_do() -> None:
    found = solve(MatrixGame([[1.0]]))
    assert (found.converged, found.iterations, found.epsilon) == (True, 0, 0)
    assert solve(kuhn(), iterations=0).gains == pytest.approx(gains(kuhn(), uniform(kuhn())))


@pytest.mark.parametrize("rule", ALGORITHMS)
def test_warm_start_is_never_worse(rule: str) -> None:
    game = leduc(suits=False)
    start = solve(game, algorithm="dcfr", epsilon=0, iterations=100)
    same = solve(game, algorithm=rule, epsilon=start.epsilon, warm_start=start.strategy)
    assert (same.iterations, same.converged) == (0, True)
    for iterations in (1, 10, 100):
        on = solve(
            game, algorithm=rule, epsilon=0, iterations=iterations, warm_start=start.strategy
        )
        assert on.epsilon <= start.epsilon


def test_warm_start_saves_iterations() -> None:
    """Start from the solution of a similar game in which most decisions are clear."""
    start = solve(JamOrFold(100, noise=0.0), epsilon=1e-7)
    game = JamOrFold(100, noise=0.02)
    cold = solve(game, epsilon=1e-8)
    warm = solve(game, epsilon=1e-8, warm_start=start.strategy)
    assert cold.converged
    assert warm.converged
    assert warm.iterations < cold.iterations / 2


def test_start_is_not_written_to() -> None:
    start = uniform(kuhn())
    solve(kuhn(), warm_start=start, iterations=5)
    for array, same in zip(start, uniform(kuhn()), strict=True):
        assert (array == same).all()


def test_progress_and_interrupt() -> None:
    told: list[Solution] = []

    def tell(found: Solution) -> None:
        told.append(found)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(leduc(suits=False), epsilon=0, check_every=5, progress=tell)
    assert [found.iterations for found in told] == [5, 10, 15]
    epsilons = [found.epsilon for found in told]
    assert epsilons == sorted(epsilons, reverse=True)
    again = solve(leduc(suits=False), epsilon=0, iterations=20, warm_start=told[-1].strategy)
    assert again.epsilon <= told[-1].epsilon


@pytest.mark.parametrize("game", [kuhn(3), random_tree(4, players=3, zero_sum=False)], ids=str)
def test_three_players_are_measured(game: TreeGame) -> None:
    """Convergence is not promised, but the gains must be true of whatever is returned."""
    found = solve(game, algorithm="cfr+", epsilon=1e-9, iterations=300)
    assert found.gains.shape == found.values.shape == (3,)
    assert (found.gains >= 0).all()
    assert found.converged == (found.epsilon <= 1e-9)
    assert found.gains == pytest.approx(gains(game, found.strategy), abs=1e-15)
    assert found.epsilon < gains(game, uniform(game)).max()
    assert found.exploitability == pytest.approx(found.nash_conv / 3)


@pytest.mark.parametrize(
    "options",
    [{"iterations": -1}, {"check_every": 0}, {"epsilon": -1.0}, {"epsilon": float("nan")}],
)
def test_options_that_make_no_sense(options: dict[str, float]) -> None:
    with pytest.raises(OptionError, match="iterations and epsilon must be 0 or more"):
        solve(kuhn(), **options)  # type: ignore[arg-type]


def test_starts_that_are_no_strategies() -> None:
    start = uniform(kuhn())
    with pytest.raises(OptionError, match=r"has arrays of shapes \[\(6, 2\), \(6, 2\)\]"):
        solve(kuhn(), warm_start=start[:1])
    for wrong in (start[0] * 1.1, start[0] - np.array([1, -1])):
        with pytest.raises(OptionError, match="must be 0 or more and sum to 1"):
            solve(kuhn(), warm_start=[wrong, start[1]])


def test_payoffs_that_are_no_matrix() -> None:
    with pytest.raises(OptionError, match="rows and columns"):
        MatrixGame([1.0, 2.0])


def test_a_game_that_is_not_zero_sum() -> None:
    """The prisoners' dilemma."""
    found = solve(MatrixGame([[2, 0], [3, 1]], [[2, 3], [0, 1]]), epsilon=1e-6)
    assert found.converged
    assert found.values == pytest.approx([1, 1], abs=1e-5)
