"""Hands with ranges by a ranking: tables, kernels, and solutions against plain sums."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from railbird import data
from railbird.cards.classes import HOLDEM_CLASSES, holdem_class_index
from railbird.errors import OptionError
from railbird.tournament import solve_hand
from railbird.tournament.equity.models import HARVILLE
from railbird.tournament.jamfold._showdown_kernels import LANES
from railbird.tournament.jamfold.ends import HandEnds, values_by_model
from railbird.tournament.jamfold.ranked import _kernels as kernels
from railbird.tournament.jamfold.ranked import solve as ranked
from railbird.tournament.jamfold.ranked.rankings import TABLE, ranking, sklansky_chubukov
from railbird.tournament.jamfold.rules import JamRules, Node
from railbird.tournament.recipes import DEPTHS, heads_up_ranges
from tests.naive import fgs as naive

PRIZES = (50.0, 30.0, 20.0)


def nodes(n: int) -> list[Node]:
    """Decisions in the order of the kernels."""
    return [
        Node(all_in[-1], all_in[:-1])
        for size in (1, 2, 3)
        for all_in in combinations(range(n), size)
    ]


def weights(groups: np.ndarray, threshold: float) -> np.ndarray:
    """The range of a threshold as probabilities of the 169 classes."""
    return np.asarray(np.clip(threshold - groups, 0, 1), dtype=np.float64)


def test_sklansky_chubukov_numbers() -> None:
    numbers = sklansky_chubukov()
    known = {"KK": 954.00, "AKs": 554.51, "QQ": 478.01, "AKo": 331.887}
    for name, value in known.items():
        assert numbers[holdem_class_index(name)] == pytest.approx(value, abs=0.006)
    assert numbers[holdem_class_index("32o")] == pytest.approx(1.825, abs=0.0006)
    assert np.isinf(numbers[holdem_class_index("AA")])
    assert numbers.argmin() == holdem_class_index("32o")


def test_rankings() -> None:
    for name in ("heads-up", "sklansky-chubukov"):
        for order in ranking(name):
            assert sorted(order.tolist()) == list(range(169))
            assert HOLDEM_CLASSES[order[0]] == "AA"
    with pytest.raises(OptionError, match="there is no ranking 'alphabet': choose heads-up, "):
        ranking("alphabet")


def test_the_shipped_ranking_is_what_equilibria_give(monkeypatch: pytest.MonkeyPatch) -> None:
    every = slice(3, None, 9)
    monkeypatch.setattr("railbird.tournament.recipes.DEPTHS", DEPTHS[every])
    shipped = data.load(TABLE)
    for role, again in heads_up_ranges().items():
        off = np.abs(shipped[role][every].astype(int) - again.astype(int))
        assert (off > 1).mean() < 0.01  # a class that is indifferent may be played more or less


@pytest.mark.small
def test_places_of_pairs_and_triples() -> None:
    for n in range(2, 8):
        pairs = list(combinations(range(n), 2))
        assert [kernels.pair_at(n, *pair) for pair in pairs] == list(range(len(pairs)))
        triples = list(combinations(range(n), 3))
        assert [kernels.triple_at(n, *each) for each in triples] == list(range(len(triples)))


@pytest.mark.small
@pytest.mark.parametrize("seed", range(12))
def test_ends_and_forced_decisions_follow_the_rules(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = 2 + seed % 4
    stacks = rng.integers(1, 12, n).astype(np.float64)
    ante = float(seed % 3)
    blinds = np.zeros(n)
    blinds[-2:] = 1, 2
    posted = np.minimum(stacks, blinds + ante)
    choice = np.empty(ranked.tree_size(n).decisions)
    if (stacks == posted).sum() > 3:
        assert not kernels.forced(stacks, posted, choice)
        return
    rules = JamRules(tuple(stacks.tolist()), (1.0, 2.0), ante)
    assert kernels.forced(stacks, posted, choice)
    for node, mark in zip(nodes(n), choice, strict=True):
        forced = rules.forced(node)
        if node != Node(n - 1):
            assert mark == (-1 if forced is None else forced), node
    found = ranked.ends(stacks, posted)
    for (all_in, order), after in zip(naive.all_ends(n), found, strict=True):
        assert after == pytest.approx(rules.after(all_in or (n - 1,), order or (0,)), abs=1e-12)
        assert after.sum() == pytest.approx(stacks.sum())


@pytest.mark.small
def test_probabilities_are_linear_between_thresholds() -> None:
    rng = np.random.default_rng(3)
    table = rng.random((4, 4, 4, LANES))
    out = np.zeros(LANES)
    for x, y, z in rng.random((5, 3)) * 3:
        kernels.of_three(table.ravel(), 4, x, y, z, out)
        expected = np.zeros(LANES)
        for a, b, c in np.ndindex(4, 4, 4):
            near = (max(0.0, 1 - abs(t - u)) for t, u in ((x, a), (y, b), (z, c)))
            expected += np.prod(list(near)) * table[a, b, c]
        assert out == pytest.approx(expected, abs=1e-12)
    kernels.of_three(table.ravel(), 4, 3.0, 3.0, 3.0, out)
    assert out == pytest.approx(table[3, 3, 3])


def test_every_class_can_be_a_group() -> None:
    """One order of hands, and 170 ranges: none, the best class, the best two, …"""
    jams, calls = ranked.groups("sklansky-chubukov:169")
    assert jams.tolist() == calls.tolist()
    assert jams[ranking("sklansky-chubukov").jams].tolist() == list(range(169))


@pytest.mark.parametrize(
    "name",
    [
        "heads-up",
        "sklansky-chubukov",
        pytest.param("sklansky-chubukov:169", marks=pytest.mark.slow),
    ],
)
def test_tables_are_sums_over_classes(name: str) -> None:
    one, two, three = ranked.range_tables(name)
    size = one.size
    jams, calls = ranked.groups(name)
    for x, y, z in ((1, 5, 3), (30, 12, 8), (size - 1, 30, 15)):
        ranges = [weights(jams, x), weights(calls, y), weights(calls, z)]
        assert one[x] == pytest.approx(naive.in_ranges(ranges[:1])[0], abs=1e-12)
        assert two[x, y, :3] == pytest.approx(naive.in_ranges(ranges[:2]), abs=1e-12)
        found = three.reshape(size, size, size, -1)[x, y, z]
        assert found[:13] == pytest.approx(naive.in_ranges(ranges), abs=2e-8)  # table: 2e-7 each
        assert found[13] == pytest.approx(found[:13].sum(), abs=1e-12)


def test_a_hand_is_evaluated_as_by_plain_sums() -> None:
    rng = np.random.default_rng(11)
    for stacks, ante in (((30.0, 50.0, 20.0), 0.0), ((40.0, 10.0, 3.0, 25.0), 1.0)):
        n = len(stacks)
        rules = JamRules(stacks, (1.0, 2.0), ante, PRIZES)
        size = ranked.tree_size(n)
        posted = np.array(rules.posted)
        worth = values_by_model(HandEnds.of(rules), HARVILLE).after
        choice = np.empty(size.decisions)
        kernels.forced(np.array(stacks), posted, choice)
        most = len(ranked.STARTS)
        thresholds = np.where(choice < 0, rng.random(size.decisions) * 30 + 0.1, choice * most)
        jams, calls = ranked.groups()
        ranges = {
            node: weights(calls if node.jammed else jams, x)
            for node, x in zip(nodes(n), thresholds, strict=True)
        }
        values, chances = np.empty(n), np.empty(size.rows)
        reach, folds = np.zeros(size.decisions), np.zeros(size.decisions)
        tables = ranked.range_tables()
        turned = np.ascontiguousarray(worth.T)
        kernels.evaluate(*tables, n, thresholds, turned, values, reach, folds, chances)
        expected = naive.chances(rules, ranges)
        listed = [expected.get(end, 0.0) for end in naive.all_ends(n)]
        assert chances == pytest.approx(listed, abs=1e-7)
        assert values == pytest.approx(chances @ worth, abs=1e-10)
        assert values.sum() == pytest.approx(100)


def test_epsilon_is_the_best_change_of_thresholds() -> None:
    rules = JamRules((30.0, 50.0, 20.0), (1.0, 2.0), 0.0, PRIZES)
    stacks, posted = np.array(rules.stacks), np.array(rules.posted)
    worth, tables = values_by_model(HandEnds.of(rules), HARVILLE).after, ranked.range_tables()
    found = ranked.solve_ranges(stacks, posted, worth, tables=tables, sweeps=3)
    assert found is not None

    def values(thresholds: np.ndarray) -> np.ndarray:
        size = ranked.tree_size(3)
        out, chances = np.empty(3), np.empty(size.rows)
        reach, folds = np.zeros(size.decisions), np.zeros(size.decisions)
        turned = np.ascontiguousarray(worth.T)
        kernels.evaluate(*tables, 3, thresholds, turned, out, reach, folds, chances)
        return out

    gains = np.zeros(3)
    for at, node in enumerate(nodes(3)):
        if node == Node(2):
            continue
        best = 0.0
        for x in range(0, len(ranked.STARTS) + 1, kernels.EVERY):
            changed = found.thresholds.copy()
            changed[at] = x
            best = max(best, values(changed)[node.player] - found.values[node.player])
        gains[node.player] += best
    assert found.epsilon == pytest.approx(gains.max(), abs=1e-9)
    assert found.epsilon > 1e-3  # after three sweeps there is something to gain


@pytest.mark.parametrize(
    "stacks", [(10.0, 10.0), (30.0, 50.0, 20.0), (30.0, 45.0, 60.0, 20.0, 50.0, 40.0)]
)
def test_values_are_near_those_of_any_ranges(stacks: tuple[float, ...]) -> None:
    payouts = PRIZES[: len(stacks)]
    full = solve_hand(stacks, blinds=(3, 6), payouts=payouts, epsilon=1e-5)
    rules = full.rules
    posted = np.array(rules.posted)
    worth = values_by_model(HandEnds.of(rules), HARVILLE).after / rules.pool
    tables = ranked.range_tables()
    found = ranked.solve_ranges(np.array(stacks), posted, worth, tables=tables)
    assert found is not None
    assert found.epsilon < 3e-4
    assert np.abs(found.values - full.payoffs).max() < 6e-4


def test_more_than_three_all_in_by_posting() -> None:
    stacks = np.array([1.0, 1.0, 1.0, 1.0, 9.0])
    worth = np.zeros((ranked.tree_size(5).rows, 5))
    tables = ranked.range_tables()
    assert ranked.solve_ranges(stacks, np.ones(5), worth, tables=tables) is None
