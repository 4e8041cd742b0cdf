"""The jam-or-fold hand against recursion, a linear program, print and its own symmetries."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.equilibrium import Strategy, gains, solve
from railbird.errors import InputError
from railbird.tournament import HandSolution, JamDecision, payoffs, solve_hand
from railbird.tournament.jamfold.game import JAM, JamFold
from railbird.tournament.jamfold.rules import JamRules, Node, all_nodes
from railbird.tournament.jamfold.showdowns import (
    THREE_ORDERS,
    TWO_ORDERS,
    renamed_orders,
    three_way_rows,
    two_way,
)
from railbird.tournament.jamfold.solve import tidy
from tests.naive import jamfold as naive
from tests.tournament.games import game_of, payoffs_of

TABLE_5_2 = {
    2: (1, 1, 0), 3: (2, 3, 1), 4: (3, 6, 4), 5: (4, 10, 10), 6: (5, 15, 20), 7: (6, 21, 35),
    8: (7, 28, 56), 9: (8, 36, 84), 10: (9, 45, 120),
}  # fmt: skip


def few_classes(game: JamFold, count: int, seed: int) -> list[np.ndarray]:
    """A strategy in which a few random classes jam with random probabilities."""
    rng = np.random.default_rng(seed)
    strategy = []
    for _ in game.nodes:
        jam = np.zeros(169)
        jam[rng.choice(169, count, replace=False)] = rng.random(count)
        strategy.append(np.stack([1 - jam, jam], axis=1))
    return strategy


def ranges_of(game: JamFold, strategy: Strategy) -> naive.Ranges:
    return {
        node: {int(c): float(jam[c]) for c in np.flatnonzero(jam)}
        for node, jam in game.jams(strategy).items()
    }


@pytest.mark.parametrize("players", TABLE_5_2)
def test_decisions_of_table_5_2(players: int) -> None:
    sizes = [len(node.jammed) for node in all_nodes(players)]
    assert tuple(sizes.count(size) for size in range(3)) == TABLE_5_2[players]
    deep = JamRules((100,) * players, (1, 2))
    assert all(deep.forced(node) is None for node in all_nodes(players))


def test_two_way_probabilities() -> None:
    two = two_way()
    assert two.dealt.sum() == pytest.approx(1)
    np.testing.assert_allclose(two.given.sum(axis=1), 1)
    np.testing.assert_allclose(two.joint, two.joint.T)
    np.testing.assert_allclose(two.outcomes.sum(axis=2), 1)
    np.testing.assert_allclose(two.outcomes[..., 0], two.outcomes[..., 1].T)
    for a, b in ((0, 0), (0, 1), (5, 100), (168, 13)):
        assert two.given[a, b] == pytest.approx(naive.chance(b, (a,)))


def test_three_way_probabilities() -> None:
    rows, dealt = three_way_rows()
    cells = np.moveaxis(rows, 2, 3)
    np.testing.assert_allclose(dealt.sum(axis=2, dtype=float), two_way().joint, rtol=1e-6)
    rng = np.random.default_rng(1)
    for a, b, c in rng.integers(0, 169, (30, 3)).tolist():
        expected = naive.chance(c, (a, b)) * two_way().joint[a, b]
        assert dealt[a, b, c] == pytest.approx(expected, rel=1e-6)
        np.testing.assert_allclose(cells[a, b, c, 13:], [dealt[a, b, c]])
        if expected:
            by_order = dict(naive.orders((a, b, c)))
            shares = cells[a, b, c, :13] / expected
            np.testing.assert_allclose(shares, [by_order[o] for o in THREE_ORDERS], atol=1e-6)
        np.testing.assert_array_equal(
            cells[a, c, b, :13], cells[a, b, c, :13][np.argsort(renamed_orders((0, 2, 1)))]
        )


@given(
    st.lists(st.integers(1, 40), min_size=2, max_size=6),
    st.integers(0, 6),
    st.integers(1, 12),
    st.integers(0, 5),
    st.data(),
)
@settings(max_examples=200, deadline=None)
def test_pots_chip_by_chip(
    stacks: list[int], small: int, big: int, ante: int, data: st.DataObject
) -> None:
    try:
        rules = JamRules(tuple(map(float, stacks)), (min(small, big), big), ante)
    except InputError:
        return
    size = data.draw(st.integers(1, min(3, len(stacks))))
    all_in = tuple(sorted(data.draw(st.permutations(range(len(stacks))))[:size]))
    orders = {1: ((0,),), 2: TWO_ORDERS, 3: THREE_ORDERS}[size]
    levels = data.draw(st.sampled_from(orders))
    found = rules.after(all_in, levels)
    assert found == pytest.approx(naive.stacks_after(rules, all_in, levels))
    assert sum(found) == pytest.approx(sum(stacks))
    assert min(found) >= 0


HANDS = [
    (JamRules((30.0, 18.0, 47.0), (2.0, 4.0), 1.0, (50.0, 30.0, 20.0)), "harville"),
    (JamRules((30.0, 18.0, 18.0, 47.0), (2.0, 4.0), 0.0, (60.0, 40.0)), "weitzman"),
    (JamRules((9.0, 30.0, 18.0, 12.0, 25.0), (1.0, 2.0), 1.0, (50.0, 30.0, 20.0)), "roberts"),
    (JamRules((10.0, 14.0), (1.0, 2.0)), "chips"),
    # the big blind is all in; the small blind is; two are by the ante
    (JamRules((30.0, 18.0, 3.0), (2.0, 4.0), 0.0, (60.0, 40.0)), "harville"),
    (JamRules((30.0, 2.0, 40.0), (2.0, 4.0), 0.0, (60.0, 40.0)), "harville"),
    (JamRules((1.0, 18.0, 1.0, 40.0, 50.0), (2.0, 4.0), 1.0, (60.0, 40.0)), "harville"),
    (JamRules((3.0, 30.0, 40.0, 50.0), (2.0, 5.0)), "chips"),  # the big blind may stay for free
    (JamRules((30.0, 18.0, 47.0), (2.0, 4.0), 1.0, (60.0, 40.0), bounties=(10.0, 20.0, 5.0)),
     "harville"),
    (JamRules((9.0, 18.0, 3.0, 12.0), (2.0, 4.0), 0.0, (60.0, 40.0),
              bounties=(7.0, 20.0, 5.0, 8.0), progressive=True), "roberts"),
]  # fmt: skip


@given(
    st.lists(st.integers(1, 14), min_size=2, max_size=6), st.integers(0, 4), st.integers(1, 6),
    st.integers(0, 3),
)  # fmt: skip
@settings(max_examples=150, deadline=None)
def test_who_has_no_decision(stacks: list[int], small: int, big: int, ante: int) -> None:
    """In words: no chips left, no place left, or nothing to pay."""
    small = min(small, big)
    chips = [max(stack - ante, 0) for stack in stacks]  # the ante comes first
    left = [*chips[:-2], max(chips[-2] - small, 0), max(chips[-1] - big, 0)]
    broke = [p for p, behind in enumerate(left) if behind == 0]
    try:
        rules = JamRules(tuple(map(float, stacks)), (small, big), ante)
    except InputError:
        assert len(broke) > 3
        return
    assert rules.in_by_posting == tuple(broke)
    for node in all_nodes(len(stacks)):
        behind = range(node.player + 1, len(stacks))
        waiting = sum(p in broke for p in behind)
        nobody_raises = waiting == len(behind)
        at_stake = max(stacks[p] for p in (*node.jammed, *behind))
        paid = ante + [*[0] * (len(stacks) - 2), small, big][node.player]
        if node.player in broke:
            expected: float | None = 1.0
        elif len(node.jammed) + waiting == 3:
            expected = 0.0
        elif nobody_raises and at_stake <= paid:
            expected = 1.0  # this player has posted as much as anybody has
        else:
            expected = None
        if len(node.jammed) + waiting <= 3:  # more cannot be
            assert rules.forced(node) == expected


def test_the_small_blind_stays_for_free() -> None:
    """Who has posted as much as the big blind has cannot fold, in any of our solvers."""
    short = JamRules((14.0, 4.0, 26.0, 1.0), (1.0, 2.0))
    small = Node(2)
    assert short.forced(small) == 1.0
    assert short.forced(Node(2, (0,))) is None  # more to pay
    assert JamRules((14.0, 4.0, 26.0, 2.0), (1.0, 2.0)).forced(small) is None  # one more to pay
    assert JamRules((14.0, 1.0, 26.0, 5.0), (1.0, 2.0)).forced(Node(2, (1,))) is None  # may raise
    found = solve_hand(short.stacks, blinds=short.blinds, payouts=(50, 30, 20))
    assert small not in [decision.node for decision in found.decisions]


@pytest.mark.parametrize(("rules", "model"), HANDS)
def test_utilities_by_recursion(rules: JamRules, model: str) -> None:
    game = game_of(rules, model)
    for seed in range(2 if len(rules.stacks) < 4 else 1):
        strategy = few_classes(game, 3, seed)
        ranges = dict(ranges_of(game, strategy))
        if any(len(kinds) == 169 for kinds in ranges.values()):  # all of these is too much
            some = np.zeros(169)
            some[[0, 60, 168]] = 1
            fixed = {node: some for node in game.fixed if game.fixed[node].all()}
            game.fixed |= fixed
            ranges = dict(ranges_of(game, strategy))
        found = game.utilities(strategy)
        assert found.sum() == pytest.approx(rules.pool, rel=1e-7)
        np.testing.assert_allclose(found, naive.utilities(rules, ranges, model), rtol=1e-6)


@pytest.mark.parametrize(("rules", "model"), HANDS)
def test_values_are_slopes_of_utilities(rules: JamRules, model: str) -> None:
    game = game_of(rules, model)
    strategy = few_classes(game, 40, 3)
    values = game.evaluate(strategy).values
    rng = np.random.default_rng(0)
    for place in rng.choice(len(game.nodes), min(3, len(game.nodes)), replace=False).tolist():
        node, kind = game.nodes[place], int(rng.integers(169))
        worth = []
        for jam in (0.0, 1.0):
            changed = [array.copy() for array in strategy]
            changed[place][kind] = 1 - jam, jam
            worth.append(game.utilities(changed)[node.player])
        slope = values[node][kind, 1] - values[node][kind, 0]
        assert worth[1] - worth[0] == pytest.approx(slope, abs=1e-8 * rules.pool)


def test_values_sum_to_utilities() -> None:
    """By the players' own probabilities, over nodes that cover all ways of the hand."""
    game = game_of(*HANDS[0])
    strategy = few_classes(game, 60, 5)
    after = game.evaluate(strategy)
    assert (after.values[Node(0)] * strategy[0]).sum() == pytest.approx(after.utilities[0])
    total = sum(after.reaches[Node(2, jammed)].sum() for jammed in ((0,), (1,), (0, 1)))
    nobody = (1 - two_way().dealt @ strategy[0][:, JAM]) * (
        1 - two_way().dealt @ game.jams(strategy)[Node(1)]
    )
    assert total + nobody == pytest.approx(1)


@pytest.mark.parametrize("stack", [1, 2, 3, 5, 8, 10, 15, 20, 50])
def test_heads_up_by_linear_program(stack: int) -> None:
    game = game_of(JamRules((stack, stack), (0.5, 1)))
    found = solve(game, epsilon=1e-8, iterations=20_000, check_every=50)
    program = naive.heads_up(stack)
    assert found.converged
    assert found.epsilon <= 1e-8
    assert found.values[0] - stack == pytest.approx(program.value, abs=2e-8)
    jams = game.jams(found.strategy)
    for node, range_ in ((Node(0), program.jam), (Node(1, (0,)), program.call)):
        np.testing.assert_allclose(jams[node], range_, atol=0.01)  # mixed classes are the loosest
        assert two_way().dealt @ jams[node] == pytest.approx(two_way().dealt @ range_, abs=1e-4)


def test_heads_up_at_ten_blinds() -> None:
    found = solve_hand([10, 10], blinds=(0.5, 1), epsilon=1e-8 / 20, iterations=5000)
    assert found.payoffs[0] * 20 - 10 == pytest.approx(-0.045370753, abs=1e-8)
    small, big = found.decisions
    assert small.frequency == pytest.approx(0.5828, abs=5e-5)
    assert two_way().dealt @ big.jam == pytest.approx(0.3738, abs=5e-5)


def test_miltersen_and_sorensen() -> None:
    """8-6 offsuit is jammed 56.9 % of the time at 4,000 chips each and 300/600."""
    found = solve_hand([4000, 4000], blinds=(300, 600), epsilon=1e-9, iterations=5000)
    assert found.decision("SB").of_hand("86o")[0] == pytest.approx(0.569, abs=2e-3)


def test_ganzfried_and_sandholm() -> None:
    """Table 2 of their paper, one hand for chips."""
    found = solve_hand([4500] * 3, blinds=(300, 600), ties="random")
    printed = {
        "BTN": 0.355, "SB after BTN": 0.234, "SB": 0.633, "BB after BTN": 0.308,
        "BB after SB": 0.466, "BB after BTN, SB": 0.197,
    }  # fmt: skip
    assert found.converged
    assert found.epsilon <= 1e-6
    for name, expected in printed.items():
        assert two_way().dealt @ found.decision(name).jam == pytest.approx(expected, abs=0.013)


def test_epsilon_is_that_of_the_strategy() -> None:
    found = solve_hand([900, 1500, 600], blinds=(50, 100), payouts=[60, 40], epsilon=1e-5)
    game = JamFold(found.rules, found.ends)
    np.testing.assert_allclose(gains(game, found.strategy) / 100, found.gains)
    assert found.payoffs.sum() == pytest.approx(1, rel=1e-7)
    assert found.before.sum() == pytest.approx(1)
    np.testing.assert_allclose(tidy(found.strategy), found.strategy)


def test_scale_changes_nothing() -> None:
    one = solve_hand([9, 15, 6], blinds=(0.5, 1), payouts=[6, 4], iterations=20)
    other = solve_hand([900, 1500, 600], blinds=(50, 100), payouts=[60, 40], iterations=20)
    np.testing.assert_allclose(one.payoffs, other.payoffs, rtol=1e-9)
    for first, second in zip(one.strategy, other.strategy, strict=True):
        np.testing.assert_allclose(first, second, atol=1e-6)


def test_chips_do_not_care_how_ties_are_broken() -> None:
    stacks = (30.0, 18.0, 47.0)
    split, drawn = (game_of(JamRules(stacks, (2, 4), ties=ties)) for ties in ("split", "random"))
    strategy = few_classes(split, 50, 7)
    np.testing.assert_allclose(split.utilities(strategy), drawn.utilities(strategy))
    prizes = payoffs_of(JamRules(stacks, (2, 4), payouts=(50, 30, 20), ties="random"))
    mean = (prizes[0, 1][:, 0] + prizes[0, 1][:, 1]) / 2
    np.testing.assert_allclose(prizes[0, 1][:, 2], mean)


def test_players_out_together() -> None:
    rules = JamRules((10, 20, 20, 50), (1, 2), payouts=(40, 30, 20, 10))
    paid = payoffs_of(rules)[1, 2, 3][:, THREE_ORDERS.index((1, 2, 0))]
    assert paid[[1, 2]] == pytest.approx([15, 15])  # places 3 and 4, equal stacks before
    paid = payoffs_of(rules)[0, 1, 3][:, THREE_ORDERS.index((1, 2, 0))]
    assert paid[[0, 1]] == pytest.approx([10, 20])  # the larger stack is ahead


def test_payoffs_are_those_of_the_model() -> None:
    rules = JamRules((10, 20, 30), (1, 2), payouts=(50, 30, 20))
    ends = payoffs_of(rules, "roberts")
    np.testing.assert_allclose(ends[()][:, 0], payoffs([10, 19, 31], [50, 30, 20], "roberts"))
    np.testing.assert_allclose(ends[0,][:, 0], payoffs([13, 19, 28], [50, 30, 20], "roberts"))
    for paid in ends.values():
        np.testing.assert_allclose(paid.sum(axis=0), 100)
    assert set(ends) == {s for n in range(4) for s in combinations(range(3), n)}


def test_locked_ranges() -> None:
    found = solve_hand([10, 10], blinds=(0.5, 1), locks={"BB": "none"}, epsilon=1e-9)
    small, big = found.decisions
    assert small.frequency == pytest.approx(1)
    assert big.is_locked
    assert big.range_text == "none"
    assert found.payoffs[0] == pytest.approx(11 / 20)
    found = solve_hand([10, 10, 10], blinds=(0.5, 1), locks={"BB": "none"}, iterations=20)
    assert found.decision("SB").frequency == pytest.approx(1)
    _, fold, jam = found.decision("BB after BTN, SB").of_hand("AA")
    assert jam > fold
    found = solve_hand(
        [10, 10, 10], blinds=(0.5, 1), locks={"bb": "20%", "BB  after sb": "none"}, iterations=30
    )
    assert found.decision("BB after BTN").frequency > 0.1
    assert found.decision("bb after SB,BTN").name == "BB after BTN, SB"
    assert found.decision("BB after SB").frequency == 0
    assert found.decision("SB").frequency == pytest.approx(1)


def test_four_players_and_an_evaluation_of_ten() -> None:
    found = solve_hand([10, 12, 8, 20], blinds=(1, 2), ante=0.25, payouts=[50, 30, 20])
    assert found.converged
    assert len(found.decisions) == 13
    best = found.decision("CO")
    assert isinstance(best, JamDecision)
    jam, fold, in_ = best.of_hand("AA")
    assert jam == 1
    assert in_ > fold
    game = game_of(JamRules(tuple(range(10, 20)), (1, 2), 0.5, (50, 30, 20)))
    worth = game.utilities(few_classes(game, 5, 0))
    assert worth.sum() == pytest.approx(100, rel=1e-6)


def test_warm_start() -> None:
    first = solve_hand([10, 12, 8], blinds=(1, 2), epsilon=1e-5)
    again = solve_hand([10, 12, 8], blinds=(1, 2), epsilon=1e-5, warm_start=first.strategy)
    assert isinstance(again, HandSolution)
    assert again.iterations == 0


@pytest.mark.parametrize(
    ("stacks", "options", "says"),
    [
        ([10], {}, "at least two"),
        ([10] * 11, {}, "2 to 10"),
        ([10, -1], {}, "negative"),
        ([10, 0], {}, "leave out"),
        ([10, 10], {"blinds": (2, 1)}, "small blind of 2 and a big blind of 1"),
        ([10, 10], {"blinds": (0, 0)}, "somebody must post"),
        ([10, 10], {"ante": -1}, "0 or more"),
        ([10, 10], {"payouts": [3, 2, 1]}, "3 payouts"),
        ([10, 10], {"payouts": [1, 2]}, "first place first"),
        ([10, 10], {"payouts": [1], "model": "best"}, "no model"),
        ([10, 10], {"ties": "toss"}, "split or random"),
        ([10, 10], {"locks": {"BTN": "22+"}}, "nobody to lock"),
        ([10, 10], {"locks": {"BB": [1, 2]}}, "169"),
        ([1, 1, 1, 1], {"ante": 2}, "all in by ante"),
    ],
)
def test_errors(stacks: list[float], options: dict[str, object], says: str) -> None:
    with pytest.raises(InputError, match=says):
        solve_hand(stacks, **{"blinds": (1, 2), **options})  # type: ignore[arg-type]
    with pytest.raises(InputError, match="SB; BB after SB"):
        solve_hand([10, 10], blinds=(1, 2), iterations=1).decision("UTG")


def test_few_players_are_solved_finely_enough_to_tell_pure_hands() -> None:
    found = solve_hand([10, 10], blinds=(0.5, 1))
    assert found.converged
    assert found.epsilon <= 1e-8
    coarse = solve_hand([10, 10], blinds=(0.5, 1), epsilon=1e-6)

    def mixed(hand: HandSolution) -> int:
        """Classes that are shown as mixed."""
        shown = np.concatenate([one.tidied().jam for one in hand.decisions])
        return int(((shown > 0) & (shown < 1)).sum())

    assert mixed(found) <= 2 < mixed(coarse)
    three = solve_hand([9, 9, 9], blinds=(0.5, 1))
    assert three.converged
    assert three.epsilon <= 1e-7
