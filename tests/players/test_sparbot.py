"""Sparbot: the buckets against counting, a tiny table from build to play, the player's manners."""

from __future__ import annotations

import pickle
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from railbird.arena.match import Match
from railbird.arena.play import play_match
from railbird.cards import holdem_hands, parse_cards
from railbird.cards.classes import holdem_class_of_hand
from railbird.cards.index import colex_index
from railbird.cards.suits import canonical_sets
from railbird.errors import OptionError
from railbird.evaluate import equity
from railbird.evaluate.strength.ranks import CHOOSE, hand_ranks, rank_tables
from railbird.kernels import ranks as rank_kernels
from railbird.players import AlwaysCall, AlwaysRaise, RandomPlayer, Seat
from railbird.players.sparbot import _bucket_kernels as kernels
from railbird.players.sparbot import buckets as bucketing
from railbird.players.sparbot.buckets import Buckets, FlopStrengths, fit_buckets
from railbird.players.sparbot.build import ROUND_NAMES, SCALE, BuildPlan, build, quantised
from railbird.players.sparbot.game import LIMIT_ROUNDS
from railbird.players.sparbot.local_response import local_best_response, showdown_shares
from railbird.players.sparbot.player import Sparbot, SparbotTable, shipped_table
from railbird.table import State, table_rules
from railbird.table.state import FOLD

TINY = BuildPlan(
    groups=((3, 1), (2, 2), (2, 1), (3, 1)), fit_boards=20, boards=24, pairs=4, iterations=30
)


class QuickStrengths(FlopStrengths):
    """Immediate ranks instead of river ranks: a poor abstraction, but quick to count."""

    def __init__(self) -> None:
        super().__init__(slice(0, 1), threads=1)
        boards, self.orbits = canonical_sets(3)
        self.flops = boards.astype(np.int64)
        self.now = np.empty((len(boards), 1326))
        count, value = np.empty((2, 1326), dtype=np.int64)
        for i, flop in enumerate(self.flops):
            table = rank_tables().flop
            rank_kernels.board_ranks(flop, holdem_hands(), table, CHOOSE, count, value)
            self.now[i] = count / 2162
        self.later = self.now


@pytest.fixture(scope="module")
def strengths() -> FlopStrengths:
    return QuickStrengths()


@pytest.fixture(scope="module")
def tiny(strengths: FlopStrengths) -> SparbotTable:
    return SparbotTable.from_arrays(build(plan=TINY, strengths=strengths))


def always(action: int, rest: int = 1) -> SparbotTable:
    """A table that takes one action wherever it is legal, and otherwise the other one."""
    play, pots = [], 1
    for block in LIMIT_ROUNDS:
        whole = np.zeros((pots, block.nodes, 1, 3), dtype=np.uint16)
        for node, actions in enumerate(block.actions):
            whole[:, node, :, action if action in actions else rest] = SCALE
        play.append(whole)
        pots *= block.ends
    flops = np.zeros((1755, 1326), dtype=np.uint8)
    one = Buckets(np.zeros(169, dtype=np.int64), flops, (np.empty(0),) * 3, (np.empty((1, 0)),) * 3)
    return SparbotTable(one, tuple(play), (0.0, 0.0), (0.0, 0.0), 0, 0, 0, 0)


def test_flop_strengths_are_hand_ranks() -> None:
    found = FlopStrengths(slice(100, 102))
    for i, flop in enumerate(found.flops.tolist()):
        for h in (0, 400, 1325):
            hand = holdem_hands()[h].tolist()
            if found.live[i, h]:
                expected = hand_ranks(hand, flop)
                assert (found.now[i, h], found.later[i, h]) == pytest.approx(expected, abs=1e-12)
    assert not found.live.all()


def test_turn_and_river_strengths_are_hand_ranks() -> None:
    board = np.array(parse_cards("Ks5h3dTc4h"), dtype=np.int64)
    now, later, live = bucketing.turn_strengths(board[:4])
    rank, _, river_live = bucketing.river_strengths(board)
    assert (len(live), len(river_live)) == (1128, 1081)
    for h in (0, 700, 1300):
        hand = holdem_hands()[h].tolist()
        assert (now[h], later[h]) == pytest.approx(hand_ranks(hand, board[:4].tolist()), abs=1e-12)
        assert rank[h] == pytest.approx(hand_ranks(hand, board.tolist())[0], abs=1e-12)


@pytest.mark.small
def test_buckets_are_groups_and_parts() -> None:
    outer, inner = np.array([0.3, 0.6]), np.array([[0.1], [0.5], [0.9]])
    cases = {(0.2, 0.05): 0, (0.2, 0.1): 1, (0.3, 0.4): 2, (0.59, 0.5): 3, (1.0, 0.8): 4}
    for (first, second), bucket in cases.items():
        assert kernels.bucket_of(first, second, outer, inner) == bucket


def test_groups_hold_the_shares_they_should(strengths: FlopStrengths) -> None:
    found = fit_buckets(strengths, groups=((4, 1), (5, 2), (4, 1), (4, 1)), boards=20)
    assert found.counts == (4, 10, 4, 4)
    table = found.flops
    assert np.array_equal(
        table[strengths.live], found.assign(0, strengths.later, strengths.now)[strengths.live]
    )
    weights = strengths.live * strengths.orbits[:, None]
    shares = np.bincount(table.ravel(), weights.ravel(), minlength=10) / weights.sum()
    by_group = shares.reshape(5, 2).sum(axis=1)
    edges = 1 - (1 - np.arange(6) / 5) ** bucketing.STEEPNESS[1]
    assert by_group == pytest.approx(np.diff(edges), abs=0.03)
    aces, deuces = parse_cards("AsAh"), parse_cards("3c2d")
    assert found.bucket(aces, ()) == 3
    assert found.bucket(deuces, ()) == 0


def test_a_bucket_on_any_flop_is_that_by_its_rank(strengths: FlopStrengths) -> None:
    found = fit_buckets(strengths, groups=((3, 1), (40, 1), (2, 1), (3, 1)), boards=5)
    rng = np.random.default_rng(8)
    for _ in range(50):
        cards = rng.permutation(52)[:5].tolist()
        hand, flop = cards[:2], cards[2:]
        now, _ = hand_ranks(hand, flop)
        expected = np.searchsorted(found.outer[0], now, side="right")
        assert found.bucket(hand, flop) == expected
        assert found.on_flop(flop)[colex_index(hand)] == expected


def test_pairs_on_the_flop_are_counted() -> None:
    strengths = FlopStrengths(slice(700, 701))
    cuts = np.array([0.4, 0.6])
    found = Buckets(
        np.arange(169) % 3,
        np.digitize(strengths.later, cuts).astype(np.uint8),
        (cuts,) * 3,
        (np.empty((3, 0)),) * 3,
    )
    live = np.nonzero(~np.isin(holdem_hands(), strengths.flops[0]).any(axis=1))[0]
    held = (1 << holdem_hands().astype(np.int64)).sum(axis=1)[live]
    before = (holdem_class_of_hand() % 3)[live]
    after = np.array([sum(rank >= cut for cut in cuts) for rank in strengths.later[0, live]])
    i, j = np.nonzero((held[:, None] & held[None, :]) == 0)
    assert len(i) == 1176 * 1081
    expected = np.zeros((3, 3, 3, 3))
    np.add.at(expected, (before[i], before[j], after[i], after[j]), strengths.orbits[0])
    assert np.array_equal(bucketing.count_flops(found, strengths), expected)


@pytest.mark.small
def test_sampled_pairs_are_counted_both_ways() -> None:
    hands = np.array(list(combinations(range(5), 2)))
    before, after = np.arange(10) % 2, np.arange(10) % 3
    possible = np.zeros((2, 2, 3, 3), dtype=bool)
    for i, one in enumerate(hands.tolist()):
        for j, other in enumerate(hands.tolist()):
            if not set(one) & set(other):
                possible[before[i], before[j], after[i], after[j]] = True
    state = np.array([7], dtype=np.uint64)
    turns, rivers = np.zeros((2, 2, 3, 3), dtype=np.int64), np.zeros((3, 3, 2, 2), dtype=np.int64)
    wins, met = np.zeros((2, 2, 2), dtype=np.int64)
    three = np.array([before, after, before])
    kernels.count_boards(hands, np.arange(10), three, before, 40, state, turns, rivers, wins, met)
    assert turns.sum() == rivers.sum() == met.sum() == 10 * 40 * 2
    assert np.array_equal(met, met.T)
    assert np.array_equal(wins, [[0, -met[0, 1]], [met[1, 0], 0]])
    assert np.array_equal(turns > 0, possible)  # 400 draws miss none of the 30 kinds of pairs


def test_a_build_that_was_interrupted_comes_to_the_same(
    strengths: FlopStrengths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railbird.compute.checkpoint.SECONDS", -1)
    path, plan = tmp_path / "part.npz", replace(TINY, measure=False)

    def stop(done: int, _: int) -> None:
        if done == 2 * 100 + 11:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(stop, plan=plan, strengths=strengths, checkpoint=path)
    assert path.exists()
    told: list[tuple[int, int]] = []
    again = build(lambda *at: told.append(at), plan=plan, checkpoint=path, threads=1)
    assert told[0] == (212, 330)
    assert not path.exists()
    whole = build(plan=plan, strengths=strengths, threads=1)
    assert again.keys() == whole.keys()
    for key, array in whole.items():
        assert np.array_equal(array, again[key], equal_nan=True), key


def test_more_iterations_are_harder_to_exploit(
    strengths: FlopStrengths, tiny: SparbotTable
) -> None:
    assert tiny.buckets.counts == (3, 4, 2, 3)
    rough = SparbotTable.from_arrays(build(plan=replace(TINY, iterations=5), strengths=strengths))
    assert 0 < tiny.exploitability < rough.exploitability / 2
    assert tiny.value[0] == -tiny.value[1]
    assert [name for name, play in zip(ROUND_NAMES, tiny.play, strict=True) if play.size == 0] == []


def test_probabilities_in_whole_numbers() -> None:
    found = quantised(np.array([[0.3, 0.3, 0.4], [0.0, 1.0, 0.0], [0.9995, 0.0, 0.0005]]))
    assert found.sum(axis=1).tolist() == [SCALE] * 3
    assert found[2].tolist() == [SCALE, 0, 0]


@pytest.mark.parametrize("bad", [BuildPlan, lambda **k: build(plan=BuildPlan(**k))])
def test_a_plan_is_checked(bad: type[BuildPlan]) -> None:
    with pytest.raises(OptionError, match="at least 1"):
        bad(iterations=0)
    with pytest.raises(OptionError, match="too slow"):
        bad(algorithm="fictitious-play")


@pytest.mark.parametrize("stack", [2000, 7, 3])
def test_matches_without_a_forfeit(tiny: SparbotTable, stack: int) -> None:
    match = Match(table_rules(2), (stack, stack), deals=150, seed=4, duplicate=True)
    for other in (AlwaysCall("x"), AlwaysRaise("x"), RandomPlayer("x"), Sparbot("x", tiny)):
        result = play_match(match, [Sparbot("sparbot", tiny), other])
        assert result.forfeits == ()
        again = play_match(match, [Sparbot("sparbot", tiny), other])
        assert again.players == result.players


def test_it_draws_by_the_table(tiny: SparbotTable) -> None:
    rules, player = table_rules(2), Sparbot("sparbot", tiny)
    cards = tuple(parse_cards("9c4d"))
    bucket = tiny.buckets.preflop[holdem_class_of_hand()[colex_index(cards)]]
    expected = tiny.play[0][0, 0, bucket] / SCALE
    drawn = np.zeros(3)
    for seed in range(2000):
        player.hand_starts(Seat(rules, (200, 200), ("x", "sparbot"), 1, seed))
        player.dealt(cards)
        action = player.act(State(rules, (200, 200)))
        drawn[0 if action == FOLD else 1 if action == 0 else 2] += 1
    assert drawn / 2000 == pytest.approx(expected, abs=0.05)


@pytest.mark.parametrize(
    "rules",
    [
        table_rules(3),
        table_rules(2, betting="no-limit"),
        table_rules(2, game="omaha8"),
        table_rules(2, cap=(-1, -1, -1, -1)),
        table_rules(2, reverse_blinds=False),
        table_rules(2, small_blind=1, big_blind=3),
    ],
)
def test_only_its_own_game(rules: object) -> None:
    player = Sparbot("sparbot", always(1))
    with pytest.raises(OptionError, match="only heads-up limit"):
        player.check(rules)  # type: ignore[arg-type]


def test_it_can_be_sent_to_another_process(tiny: SparbotTable) -> None:
    sent = pickle.loads(pickle.dumps(Sparbot("sparbot", tiny)))
    assert np.array_equal(sent.table.play[3], tiny.play[3])


def test_shares_at_the_showdown_are_equities() -> None:
    board = "Ks5h3d"
    cards = np.array(parse_cards("AcKc"), dtype=np.int64)
    shares = showdown_shares(cards, np.array(parse_cards(board), dtype=np.int64))
    for other in ("7h6h", "KhKd"):
        expected = equity("AcKc", other, board=board).equities[0]
        assert shares[colex_index(parse_cards(other))] == pytest.approx(expected)


def test_the_local_best_response(tiny: SparbotTable) -> None:
    folder = local_best_response(always(0), hands=20, seed=1)
    assert (*folder.by_seat, folder.error) == pytest.approx((0.5, 1.0, 0.0))  # steals every blind
    caller = local_best_response(always(1), hands=100, seed=1)
    assert caller.mean > 2.5 * caller.error > 0
    found = local_best_response(tiny, hands=20, seed=2)
    again = local_best_response(tiny, hands=20, seed=2)
    assert found.mean == again.mean
    with pytest.raises(OptionError, match="at least 6"):
        local_best_response(tiny, hands=2, seed=1)


def test_the_shipped_table() -> None:
    """Count a sample of it again: the buckets on a few flops, and that its play wins."""
    table = shipped_table()
    assert table.buckets.counts == (44, 30, 28, 28)
    assert 0.08 < sum(table.gains) / 2 < 0.09
    for chances in table.play:
        assert np.abs(chances.sum(axis=-1, dtype=np.int64) - SCALE).max() <= 1
    some = slice(100, 1755, 400)
    again = FlopStrengths(some, threads=1)
    found = table.buckets.assign(0, again.later, again.now)
    for flop, mine, shipped in zip(again.flops, found, table.buckets.flops[some], strict=True):
        free = ~np.isin(holdem_hands(), flop).any(axis=1)
        assert np.array_equal(mine[free], shipped[free])
    match = Match(table_rules(2), (200, 200), deals=500, seed=5, duplicate=True)
    sparbot, _ = play_match(match, [Sparbot("sparbot"), AlwaysCall("x")]).players
    assert sparbot.mean > 3 * sparbot.error
