"""More than three all in: sampled deals against play by play, and what they leave as it was."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.equilibrium import gains
from railbird.errors import InputError
from railbird.evaluate.values.evaluator import high_values
from railbird.tournament import solve_hand
from railbird.tournament.jamfold.game import JamFold
from railbird.tournament.jamfold.many_all_in import (
    SampledDeals,
    classes_of,
    deal_hands,
    finishing_columns,
    sampled_deals,
)
from railbird.tournament.jamfold.rules import JamRules, Node, all_nodes
from railbird.tournament.jamfold.showdowns import finishing_orders, two_way
from railbird.tournament.jamfold.solve import likely_classes
from tests.naive import jamfold as naive
from tests.tournament.games import game_of


def some_deals(
    players: int, most: int, count: int
) -> tuple[SampledDeals, list[tuple[list[int], list[int]]]]:
    """Deals without thinning, for the package and for plain loops."""
    hands, boards = deal_hands(players, 0, count, 5)
    classes = classes_of(hands)
    seven = [
        [*hand, *board]
        for deal, board in zip(hands.tolist(), boards.tolist(), strict=True)
        for hand in deal
    ]
    values = high_values(seven).reshape(count, players)
    columns = finishing_columns(values, most)
    sample = SampledDeals(classes, columns, np.full(count, 1 / count))
    return sample, list(zip(classes.tolist(), values.tolist(), strict=True))


def wide(game: JamFold, seed: int, part: float = 0.4) -> list[np.ndarray]:
    """A strategy in which many classes jam, so that four are often all in."""
    rng = np.random.default_rng(seed)
    jams = [np.where(rng.random(169) < part, rng.random(169), 0.0) for _ in game.nodes]
    return [np.stack([1 - jam, jam], axis=1) for jam in jams]


HANDS = [
    (JamRules((30.0, 18.0, 18.0, 47.0), (2.0, 4.0), 1.0, (60.0, 40.0), most_all_in=4), "harville"),
    (JamRules((9.0, 30.0, 18.0, 12.0, 25.0), (1.0, 2.0), 1.0, (50.0, 30.0, 20.0), most_all_in=4),
     "weitzman"),
    (JamRules((9.0, 30.0, 18.0, 12.0, 25.0), (1.0, 2.0), 1.0, (50.0, 50.0), bounties=(5.0,) * 5,
              progressive=True, most_all_in=5), "harville"),
    (JamRules((30.0, 20.0, 18.0, 2.0), (2.0, 4.0), most_all_in=4), "chips"),  # BB is all in
]  # fmt: skip


@pytest.mark.parametrize(("rules", "model"), HANDS)
def test_utilities_play_by_play(rules: JamRules, model: str) -> None:
    sample, dealt = some_deals(rules.players, rules.most_all_in, 500 if rules.players == 4 else 60)
    game = game_of(rules, model, deals=sample)
    strategy = wide(game, 1)
    ranges = {
        node: {int(c): float(jam[c]) for c in np.flatnonzero(jam)}
        for node, jam in game.jams(strategy).items()
    }
    found = game.utilities(strategy)
    three = game_of(rules, model, most_all_in=3)  # nobody comes in behind three
    known = dict(zip(game.nodes, strategy, strict=True))
    alone = three.utilities([known[node] for node in three.nodes])
    assert found.sum() == pytest.approx(rules.pool, rel=1e-7)
    expected = naive.with_more_all_in(rules, ranges, dealt, model)
    assert np.abs(expected).max() > 1e-5 * rules.pool
    np.testing.assert_allclose(found - alone, expected, atol=2e-7 * rules.pool)


@pytest.mark.parametrize(("rules", "model"), HANDS[2:3])
def test_values_are_slopes_of_utilities(rules: JamRules, model: str) -> None:
    game = game_of(rules, model, deals=some_deals(5, rules.most_all_in, 2000)[0])
    strategy = wide(game, 2, 0.25)
    values = game.evaluate(strategy).values
    rng = np.random.default_rng(0)
    deep = [x for x, node in enumerate(game.nodes) if len(node.jammed) > 2]
    for place in [0, 5, *rng.permutation(deep)[:3].tolist()]:
        node = game.nodes[place]
        slopes = values[node][:, 1] - values[node][:, 0]
        kind = int(np.abs(slopes).argmax())
        worth = []
        for jam in (0.0, 1.0):
            changed = [array.copy() for array in strategy]
            changed[place][kind] = 1 - jam, jam
            worth.append(game.utilities(changed)[node.player])
        assert abs(slopes[kind]) > 1e-6
        assert worth[1] - worth[0] == pytest.approx(slopes[kind], abs=1e-9 * rules.pool)


def test_three_as_before() -> None:
    """Nobody calls behind three: the hand is the one with at most three all in."""
    stacks = (30.0, 18.0, 18.0, 47.0)
    three = game_of(JamRules(stacks, (2, 4), 1, (60, 40)))
    four = game_of(
        JamRules(stacks, (2, 4), 1, (60, 40), most_all_in=4), deals=some_deals(4, 4, 50)[0]
    )
    strategy = wide(three, 3)
    jams = three.jams(strategy)
    never = np.eye(2)[[0] * 169]
    longer = [np.stack([1 - jams[n], jams[n]], axis=1) if n in jams else never for n in four.nodes]
    np.testing.assert_allclose(four.utilities(longer), three.utilities(strategy))
    assert set(four.nodes) - set(three.nodes) == {Node(3, (0, 1, 2))}
    assert not three.sampling_error(strategy).any()


def test_solution() -> None:
    hand = {"blinds": (1, 2), "ante": 0.5, "deals": 100_000, "epsilon": 2e-5}
    found = solve_hand([6, 5, 7, 9], **hand, most_all_in=4)  # type: ignore[arg-type]
    assert found.converged
    likely = likely_classes(found.rules, found.ends)
    sample = sampled_deals(4, 4, deals=100_000, seed=0, likely=likely)
    again = JamFold(found.rules, found.ends, deals=sample)
    np.testing.assert_allclose(gains(again, found.strategy) / 27, found.gains, atol=1e-15)
    assert found.payoffs.sum() == pytest.approx(1, rel=1e-7)
    last = found.decision("BB after CO, BTN, SB")
    assert last.of_hand("AA")[0] == 1
    assert 0 < last.reached < 0.3
    assert found.deals == 100_000
    assert 0 < found.standard_errors.max() < 1e-3
    other = JamFold(found.rules, found.ends, deals=sampled_deals(4, 4, deals=100_000, seed=1))
    error = np.hypot(found.standard_errors, other.sampling_error(found.strategy) / 27)
    difference = other.utilities(found.strategy) / 27 - found.payoffs
    assert (np.abs(difference) < 5 * error).all()


def test_deals() -> None:
    sample = sampled_deals(4, 4, deals=200_000, seed=3)
    again = sampled_deals(4, 4, deals=200_000, seed=3)
    other = sampled_deals(4, 4, deals=200_000, seed=4)
    assert (sample.classes == again.classes).all()
    assert (sample.columns == again.columns).all()
    assert (sample.classes != other.classes).any()
    for hand in range(4):
        share = np.bincount(sample.classes[:, hand], minlength=169) / 200_000
        assert np.abs(share - two_way().dealt).max() < 0.002
    assert (sample.weights == 1 / 200_000).all()
    alike = np.bincount(sample.columns[:, 1], minlength=75) / 200_000
    assert alike.max() < 0.06  # 24 orders without ties


def test_likely_deals() -> None:
    """Weights make up for what is drawn more often."""
    rng = np.random.default_rng(6)
    likely = [rng.random(169) < part for part in (0.3, 0.2, 0.1)]
    sample = sampled_deals(4, 4, deals=200_000, seed=3, likely=likely)
    inside = np.all([likely[x][sample.classes[:, x]] for x in range(3)], axis=0)
    assert inside.mean() > 0.5
    assert sample.weights.max() <= 2 / 200_000
    assert sample.weights.sum() == pytest.approx(1, abs=0.01)
    for hand in range(4):
        share = np.bincount(sample.classes[:, hand], sample.weights, 169)
        assert np.abs(share - two_way().dealt).max() < 0.003
    impossible = [np.arange(169) == 0] * 3  # three players with a pair of aces
    assert (sampled_deals(4, 4, deals=100, likely=impossible).weights == 0.01).all()
    nobody = [np.zeros(169, dtype=np.bool_)] * 3
    assert (sampled_deals(4, 4, deals=100, likely=nobody).weights == 0.01).all()


@pytest.mark.parametrize("players", [4, 6, 9])
def test_decisions(players: int) -> None:
    nodes = all_nodes(players, 4)
    assert (
        len(nodes)
        == len(set(nodes))
        == len(all_nodes(players)) + len([n for n in nodes if len(n.jammed) == 3])
    )
    assert [len(finishing_orders(n)) for n in (3, 4, 5)] == [13, 75, 541]


@pytest.mark.small
def test_finish() -> None:
    values = np.array([[5, 7, 5, 9], [1, 1, 1, 1]], dtype=np.uint16)
    columns = finishing_columns(values, 4)
    assert finishing_orders(3)[columns[0, 0]] == (1, 0, 1)
    assert finishing_orders(4)[columns[0, 1]] == (2, 1, 2, 0)
    assert finishing_orders(4)[columns[1, 1]] == (0, 0, 0, 0)


@pytest.mark.parametrize("most", [2, 5, 7])
def test_errors(most: int) -> None:
    with pytest.raises(InputError, match="choose 3 to 4"):
        solve_hand([10] * 4, blinds=(1, 2), most_all_in=most)
    with pytest.raises(InputError, match="1 or more"):
        solve_hand([10] * 4, blinds=(1, 2), most_all_in=4, deals=0)
