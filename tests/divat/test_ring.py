"""DIVAT for several players: the kernels against their twin, two players, and the identities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations, product

import numpy as np
import numpy.typing as npt
import pytest
from tests.naive import divat_ring as naive
from tests.naive.ring_hands import NAMES, moving_table, random_betting, random_hand, record

from railbird.cards import format_cards
from railbird.cards.classes import holdem_hands
from railbird.cards.index import colex_indices
from railbird.divat.baseline import _kernels as two_players
from railbird.divat.baseline.settings import STANDARD, Settings
from railbird.divat.hands import RefusedError
from railbird.divat.heads_up import _kernels as two_kernels
from railbird.divat.heads_up.encode import encode
from railbird.divat.lessons import ring_lessons
from railbird.divat.ring import (
    Crosstable,
    crosstable,
    position_values,
    ring_scores,
)
from railbird.divat.ring import _betting_kernels as kernels
from railbird.divat.ring import deals as ring_deals
from railbird.divat.ring.deals import Ints
from railbird.errors import OptionError
from railbird.evaluate.strength.ranks import CHOOSE, rank_tables
from railbird.evaluate.strength.runouts import empty_deals
from railbird.kernels import ranks as rank_kernels
from railbird.table import CALL, Hand, Rules, State, table_rules
from railbird.table import _kernels as table_kernels
from railbird.table.pots import final_pots
from railbird.table.state import BOARD_CARDS

TIGHT = (
    (0.0, 0.1, 0.15, 0.2),
    (0.0, 0.05, 0.1, 0.1),
    (0.1, 0.1, 0.1, 0.1),
    (0.0, 0.1, 0.2, 0.2),
)


def with_offsets(
    settings: Settings, rows: tuple[tuple[float, float, float, float], ...]
) -> Settings:
    """Settings with F1 to F4 by round."""
    one, two, three, four = (row[0] for row in rows)
    more = tuple((row[1], row[2], row[3]) for row in rows)
    return replace(settings, fold_offsets=(one, two, three, four), more_offsets=more)


def boards_of(hand: Hand, rounds: int, samples: int, seed: int) -> list[npt.NDArray[np.int64]]:
    """The boards that `ring_scores` uses: sampled before the flop, all there are from it on."""
    hole = np.array(hand.hole_cards, dtype=np.int64)
    found = [ring_deals.sample_boards(hole, samples, np.random.default_rng((seed, 0)))]
    for round_ in range(1, rounds):
        dealt = hand.board[: BOARD_CARDS[round_]]
        live = np.setdiff1d(np.arange(52), [*dealt, *hole.ravel()]).tolist()
        every = [[*dealt, *come] for come in permutations(live, 5 - len(dealt))]
        found.append(np.array(every, dtype=np.int64))
    return found


def at_table(rules: Rules, stacks: Sequence[int], actions: Sequence[int]) -> Ints:
    """A hand at the table after some actions, as kernels see it."""
    played = np.empty(table_kernels.STATE_SIZE, dtype=np.int64)
    table_kernels.start(rules.array, np.array(stacks), played)
    for action in actions:
        table_kernels.apply(rules.array, played, action)
    return played


@pytest.mark.small
@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_betting_is_that_of_the_table(players: int) -> None:
    """From any point on, the baseline bets as its twin does at the table, with any chips."""
    rng = np.random.default_rng(players)
    offsets = np.array([0.0, 0.1, 0.15, 0.2, 1.0])
    state = np.empty(kernels.STATE_SIZE, dtype=np.int64)
    all_in = side_pots = 0
    for _ in range(150):
        first, second, third, fourth = rng.integers(-1, 6, 4).tolist()
        rules = table_rules(
            players, small_blind=2, big_blind=5, cap=(first, second, third, fourth),
            cap_heads_up=bool(rng.integers(2)),
        )  # fmt: skip
        stacks = rng.integers(1, rng.choice([8, 40, 200]), players).tolist()
        whole = random_betting(rules, rng, stacks)
        some = [action for _, _, action in whole.actions[: rng.integers(len(whole.actions) + 1)]]
        table, played = State(rules, stacks), at_table(rules, stacks, some)
        for action in some:
            table.apply(action)
        now = table.round if not table.is_over else 3
        for round_ in range(now, 4):
            made = rng.integers(0, 6, (1, players))
            rank = rng.random((1, players))
            if round_ == now:
                kernels.take_over(rules.array, played, round_, state)
                kernels.finish_round(rules.array, state, made, rank, 0, offsets)
            elif state[kernels.LIVE] > 1:
                kernels.play_round(rules.array, round_, state, made, rank, 0, offsets)
            while table.actor is not None and table.round == round_:
                who = table.actor
                table.apply(naive.choice(table, int(made[0, who]), rank[0, who], offsets.tolist()))
            assert table.paid == tuple(state[kernels.PAID : kernels.PAID + players])
            assert [state[kernels.WHO] >> p & 1 for p in range(players)] == [
                not folded for folded in table.folded
            ]
        assert table.is_over
        payoffs = np.zeros((1, players), dtype=np.int64)
        values = rng.integers(1, 4, players)
        kernels.settle(state, values[None], 0, 2, payoffs, 0)
        assert tuple(payoffs[0] // 2) == table.settle((values, []))
        all_in += any(table.all_in)
        side_pots += len(final_pots(table)) > 1
    assert all_in > 30
    assert side_pots > 10 or players == 2


@pytest.mark.small
@pytest.mark.parametrize("round_", [0, 1])
def test_baseline_of_two_players_is_that_of_heads_up(round_: int) -> None:
    rules = table_rules(2)
    state = np.empty(kernels.STATE_SIZE, dtype=np.int64)
    offsets = np.tile([0.0, 0.0, 0.0, 0.0, 1.0], (4, 1))
    two_baseline = two_players.baseline if round_ else two_players.preflop_baseline
    played = at_table(rules, (100, 100), (CALL, CALL) if round_ else ())
    for first, second, first_folds, second_folds in product(range(5), range(5), (0, 1), (0, 1)):
        kernels.take_over(rules.array, played, round_, state)
        before = state[kernels.PAID : kernels.PAID + 2].copy()
        made = np.array([[first, second]])
        ranks = np.array([[1.0 - first_folds, 1.0 - second_folds]])
        kernels.finish_round(rules.array, state, made, ranks, 0, offsets[round_])
        bets, folds = two_baseline(first, second, first_folds, second_folds)
        paid = state[kernels.PAID :][:2]
        folded = np.array([1 - (state[kernels.WHO] >> p & 1) for p in range(2)])
        assert folded.tolist() == [folds == two_players.FIRST, folds == two_players.SECOND]
        if folds == two_players.NOBODY:
            assert paid.tolist() == [2 * (bets + round_)] * 2
        else:
            assert np.array_equal(paid[folded == 1], before[folded == 1])


def test_sums_over_the_cards_to_come() -> None:
    _, flops, turns, _ = ring_deals.look_up()
    rng, hands, tables = np.random.default_rng(3), holdem_hands(), rank_tables()
    now, to_come, value = (np.empty(1326, dtype=np.int64) for _ in range(3))
    for _ in range(4):
        board = rng.permutation(52)[:4]
        for later, size in ((flops, 3), (turns, 4)):
            if size == 3:
                rank_kernels.flop_counts(board[:3], hands, tables, CHOOSE, now, to_come)
            else:
                to_come[:] = 0
                for river in np.setdiff1d(np.arange(52), board):
                    five = np.append(board, river)
                    rank_kernels.board_ranks(five, hands, tables.river, CHOOSE, now, value)
                    to_come += now
            index = colex_indices(board[None, :size])[0]
            moved = later.moved[later.permutation[index]]
            assert np.array_equal(later.sums[later.row[index], moved], to_come)


@pytest.mark.parametrize(
    ("players", "settings", "offsets", "seed", "stacks"),
    [
        pytest.param(2, STANDARD, None, 12, None, marks=pytest.mark.slow),
        (3, Settings(metric="7chr"), None, 13, None),
        (3, STANDARD, None, 5, (9, 31, 24)),
        (4, STANDARD, TIGHT, 114, None),
        pytest.param(6, STANDARD, None, 16, None, marks=pytest.mark.slow),
        (10, STANDARD, TIGHT, 20, None),
    ],
)
def test_as_the_twin(
    players: int,
    settings: Settings,
    offsets: tuple[tuple[float, float, float, float], ...] | None,
    seed: int,
    stacks: tuple[int, ...] | None,
) -> None:
    rng = np.random.default_rng(seed)
    rules = table_rules(players, small_blind=2, big_blind=5)
    samples = 3
    used = offsets or [[offset] * 4 for offset in settings.fold_offsets]
    hand = random_hand(rules, rng, stacks=stacks)
    assert any(hand.replay().all_in) == (stacks is not None)
    named = settings if offsets is None else with_offsets(settings, offsets)
    score = ring_scores(hand, settings=named, samples=samples, seed=7)
    boards = boards_of(hand, len(score.boards), samples, 7)
    assert score.boards == tuple(len(some) for some in boards)
    gains, advice, luck = naive.scores(hand, boards, settings, used)
    for decision, gain, action in zip(score.decisions, gains, advice, strict=True):
        assert decision.baseline == action
        assert decision.differences == pytest.approx(gain.mean(axis=0), abs=1e-12)
        if decision.round > 0:
            assert not decision.errors.any()
        else:
            error = gain.std(axis=0, ddof=1) / np.sqrt(samples)
            assert decision.errors == pytest.approx(error, abs=1e-12)
    assert score.luck == pytest.approx(luck, abs=1e-12)


@pytest.mark.parametrize(
    "settings",
    [STANDARD, Settings(metric="7chr"), Settings(fold_slopes=(1.5, 0.5, 1.4, 2.0))],
    ids=["standard", "7cHR", "slopes"],
)
def test_two_players_as_heads_up_divat(settings: Settings) -> None:
    """The decisions of a round add up to the DIVAT Difference of the round, all of it exact."""
    rng = np.random.default_rng(2)
    hands = [random_hand(table_rules(2), rng) for _ in range(50)]
    games, deals = encode(hands), empty_deals(len(hands))
    by_round = np.zeros((len(hands), 4, two_kernels.SCORES))
    before_flop, nothing = np.zeros((len(hands), 4)), np.zeros((len(hands), 2))
    no_edge = np.zeros(len(hands))
    rank_kernels.deal_flops(games.cards, rank_tables(), CHOOSE, deals)
    two_kernels.score_games(
        *games, deals, before_flop, no_edge, nothing, settings.array(),
        settings.seven_card_rounds(), False, np.zeros(2), by_round, np.zeros((len(hands), 3)),
    )  # fmt: skip
    compared = 0
    for hand, skill in zip(hands, by_round[:, :, two_kernels.SKILL], strict=True):
        score = ring_scores(hand, settings=settings, samples=2)
        assert score.exact[1:] == (True,) * (len(score.exact) - 1)
        for r in range(1, 4):
            ours = sum(d.differences[0] for d in score.decisions if d.round == r)
            assert ours == pytest.approx(skill[r], abs=1e-12)
            compared += skill[r] != 0
    assert compared > 20


@pytest.mark.parametrize("players", range(2, 11))
def test_identities(players: int) -> None:
    rng = np.random.default_rng(players)
    for _ in range(4):
        hand = random_hand(table_rules(players, small_blind=1, big_blind=3), rng)
        score = ring_scores(hand, samples=20, seed=1)
        assert score.money == pytest.approx(np.array(hand.payoffs) / 3, abs=1e-12)
        assert score.luck.sum(axis=0) + score.skill == pytest.approx(score.money, abs=1e-9)
        assert score.luck.sum(axis=1) == pytest.approx(np.zeros(4), abs=1e-12)
        for decision in score.decisions:
            assert decision.differences.sum() == pytest.approx(0, abs=1e-12)
            if decision.action == decision.baseline:
                assert not decision.differences.any()
                assert not decision.errors.any()


@pytest.mark.parametrize("players", [2, 3, 5])
def test_who_plays_the_baseline_changes_nothing(players: int) -> None:
    rng = np.random.default_rng(players)
    offsets = [[offset] * 4 for offset in STANDARD.fold_offsets]
    for _ in range(5):
        deck = rng.permutation(52)
        state = State(table_rules(players), [1000] * players)
        while state.actor is not None:
            hole = tuple(deck[2 * state.actor : 2 * state.actor + 2].tolist())
            state.apply(naive.baseline(state, hole, tuple(deck[-5:].tolist()), STANDARD, offsets))
        score = ring_scores(record(state, deck), samples=10)
        assert all(d.action == d.baseline for d in score.decisions)
        assert not score.influence.any()
        assert score.luck.sum(axis=0) == pytest.approx(score.money, abs=1e-12)


def test_errors_say_how_far_the_truth_is() -> None:
    rng = np.random.default_rng(8)
    off = []
    for seed in range(25):
        hand = random_hand(table_rules(6), rng)
        sampled = ring_scores(hand, samples=200, seed=seed)
        true = ring_scores(hand, samples=10_000, seed=99)
        for one, other in zip(sampled.decisions, true.decisions, strict=True):
            if one.round == 0:
                known = one.errors > 0
                off += ((one.differences - other.differences)[known] / one.errors[known]).tolist()
            else:
                assert not one.errors.any()
                assert np.array_equal(one.differences, other.differences)
    assert len(off) > 200
    assert 0.8 < np.sqrt(np.mean(np.square(off))) < 1.25


@pytest.mark.small
def test_sampled_cards_are_equally_likely() -> None:
    rows = ring_deals.distinct(5, 3, 12_000, np.random.default_rng(0))
    seen = Counter(map(tuple, rows.tolist()))
    assert set(seen) == set(permutations(range(5), 3))
    assert all(abs(count - 200) < 5 * 200**0.5 for count in seen.values())


def test_crosstable_adds_up_by_name() -> None:
    hands = moving_table(7)
    table = crosstable(hands, samples=30, seed=5, threads=1)
    again = crosstable(iter(hands), samples=30, seed=5, threads=2)
    assert set(table.names) == set(NAMES[:5])
    assert np.array_equal(table.influence, again.influence)
    assert np.array_equal(table.errors, again.errors)
    assert table.influence.sum(axis=1) == pytest.approx(np.zeros(5), abs=1e-9)
    assert table.totals + table.luck == pytest.approx(table.money, abs=1e-9)
    won = dict.fromkeys(table.names, 0.0)
    for hand in hands:
        for name, payoff in zip(hand.players, hand.payoffs, strict=True):
            won[name] += payoff / 2
    assert table.money == pytest.approx([won[name] for name in table.names])

    # a row stays that of its player when others join
    for i, name in enumerate(table.names):
        own = sum(table.own[name].by_round) if name in table.own else 0.0
        assert table.influence[i, i] == pytest.approx(own, abs=1e-9)

    alone = [crosstable([hand], samples=30, seed=5) for hand in hands]
    first = ring_scores(hands[0], samples=30, seed=5)
    assert np.array_equal(alone[0].influence, first.influence)
    assert alone[0].sampling_errors == pytest.approx(first.influence_errors)
    assert np.isnan(alone[0].errors).all()


def test_crosstable_of_a_line_up_that_changes() -> None:
    """Rows and columns are a player's own, whenever they sat down."""
    rng = np.random.default_rng(6)
    line_ups = [("Ann", "Bob", "Cid"), ("Dan", "Bob", "Eve"), ("Cid", "Ann", "Dan"), ("Eve", "Fay")]
    hands = [random_hand(table_rules(len(names)), rng, names) for names in line_ups]
    table = crosstable(hands, samples=30, seed=5)
    assert table.names == ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
    matrices = []
    for place, hand in enumerate(hands):
        refused: list[Hand] = [replace(hand, actions=())] * place  # boards depend on the place
        alone = crosstable([*refused, hand], samples=30, seed=5)
        seats = [table.names.index(name) for name in alone.names]
        matrix = np.zeros((6, 6))
        matrix[np.ix_(seats, seats)] = alone.influence
        matrices.append(matrix)
    by_hand = np.array(matrices)
    assert (by_hand != 0).any(axis=(1, 2)).all()
    assert table.influence == pytest.approx(by_hand.sum(axis=0), abs=1e-12)
    assert table.totals == pytest.approx(by_hand.sum(axis=(0, 1)), abs=1e-12)
    assert table.errors == pytest.approx(by_hand.std(axis=0, ddof=1) * 2, abs=1e-9)
    sums = by_hand.sum(axis=1)
    assert table.total_errors == pytest.approx(sums.std(axis=0, ddof=1) * 2, abs=1e-9)
    for name, own in table.own.items():
        place = table.names.index(name)
        assert sum(own.by_round) == pytest.approx(table.influence[place, place], abs=1e-12)


def test_crosstable_errors_are_those_of_a_sum() -> None:
    hand = moving_table(1)[0]
    table = crosstable([hand] * 6, samples=30, seed=5)
    # the hands differ by the sampled boards only: both errors are estimates of the same thing
    matrices = []
    for place in range(6):
        some: list[Hand] = [replace(hand, actions=())] * place  # refused, but they count
        matrices.append(crosstable([*some, hand], samples=30, seed=5).influence)
    by_hand = np.array(matrices)
    assert table.influence == pytest.approx(by_hand.sum(axis=0), abs=1e-9)
    assert table.errors == pytest.approx(by_hand.std(axis=0, ddof=1) * 6**0.5, abs=1e-6)
    totals = by_hand.sum(axis=1)
    assert table.total_errors == pytest.approx(totals.std(axis=0, ddof=1) * 6**0.5, abs=1e-6)


def test_own_decisions_and_what_cost_most() -> None:
    rng = np.random.default_rng(8)
    hands = [random_hand(table_rules(4), rng) for _ in range(40)]
    table = crosstable(hands, samples=30, seed=5, threads=2)
    judge = [ring_scores(hand, samples=30, seed=5) for hand in hands[:1]]  # the first has place 0
    for i, name in enumerate(table.names):
        own = table.own[name]
        assert sum(own.by_round) == pytest.approx(table.influence[i, i], abs=1e-9)
        costs = [each.worth for each in own.costly]
        assert costs == sorted(costs)
        assert all(cost < 0 for cost in costs)
        assert len(costs) <= 10
    by_hand: dict[str, list[float]] = {name: [] for name in table.names}
    for lesson in ring_lessons(hands[0], judge[0]):  # at most what the round cost
        stays = max(lesson.worth, lesson.round_worth)
        by_hand[hands[0].players[lesson.position]].append(stays)
    for name, found in by_hand.items():
        alone = crosstable(hands[:1], samples=30, seed=5).own[name].costly if found else ()
        expected = sorted(w for w in found if w < 0)[:10]
        assert [c.worth for c in alone] == pytest.approx(expected, abs=1e-12)
    for each in (c for own in table.own.values() for c in own.costly):
        hand = hands[each.hand - 1]
        assert each.cards in {format_cards(cards) for cards in hand.hole_cards if cards}
        assert each.action != each.baseline
        assert len(each.board) == 2 * {"pre-flop": 0, "flop": 3, "turn": 4, "river": 5}[each.round]
        assert ("fold" in (each.action, each.baseline)) <= (each.action != "check")


def test_layout_of_table_6_1() -> None:
    three = np.zeros(3)
    matrix = np.array([[1.0, -0.5, -0.5], [0, 0, 0], [2, -3, 1]])
    table = Crosstable(
        names=("Ann", "Bob", "Cid"),
        influence=matrix,
        errors=matrix,
        sampling_errors=matrix,
        total_errors=three,
        money=three,
        luck=three,
        flows=matrix,
        standings=(),
        own={},
        games=1,
        refused={},
        hidden=0,
        all_money={},
        judged_by="DIVAT",
        verdicts=(),
        settings="",
        samples=2,
        seed=0,
        seconds=0.0,
    )
    assert str(table).splitlines() == [
        "       Ann    Bob    Cid",
        "Ann  +1.00  -0.50  -0.50",
        "Bob  +0.00  +0.00  +0.00",
        "Cid  +2.00  -3.00  +1.00",
        "Sum  +3.00  -3.50  +0.50",
    ]


def test_refusals() -> None:
    rng = np.random.default_rng(1)
    hand = random_hand(table_rules(3), rng)
    while len(hand.actions) < 12:
        hand = random_hand(table_rules(3), rng)
    rules = hand.rules
    cases = {
        "not limit hold'em": replace(hand, rules=replace(rules, betting="no-limit")),
        "unusual blinds, antes or bets": replace(hand, rules=replace(rules, antes=(1, 1, 1))),
        "two players have the same name": replace(hand, players=("Ann", "Bob", "Ann")),
        "an action is not legal": replace(hand, actions=(5, *hand.actions[1:])),
        "the hand is not finished": replace(hand, actions=hand.actions[:-1]),
        "hole cards are not known": replace(hand, hole_cards=(None, *hand.hole_cards[1:])),
        "cards of the board are missing": replace(hand, board=()),
    }
    for reason, bad in cases.items():
        with pytest.raises(RefusedError, match=reason):
            ring_scores(bad)
    done: list[int] = []
    table = crosstable([hand, *cases.values()], samples=10, progress=done.append)
    assert (table.games, table.refused) == (1, dict.fromkeys(cases, 1))
    # of four of them, which are known by their cards or their actions alone, the money counts
    assert table.hidden == 4
    assert table.all_money["Ann"].count == 5
    won = sum(table.all_money[name].mean for name in hand.players)
    assert won == pytest.approx(0, abs=1e-12)
    assert table.all_money["Ann"].mean == pytest.approx(hand.payoffs[0] / 2)
    assert done[-1] == 1 + len(cases)
    empty = crosstable([])
    assert (empty.games, empty.names, str(empty)) == (0, (), "\nSum")


def test_options() -> None:
    hand = moving_table(1)[0]
    with pytest.raises(OptionError, match="samples=1 gives"):
        ring_scores(hand, samples=1)
    with pytest.raises(OptionError, match="seed"):
        ring_scores(hand, seed=-1)
    with pytest.raises(OptionError, match="fold offsets"):
        replace(STANDARD, more_offsets=((0.0,) * 3,) * 3)
    with pytest.raises(OptionError, match="not limit"):
        position_values(table_rules(3, betting="no-limit"))


def test_position_values() -> None:
    values, errors = position_values(table_rules(3), samples=500, seed=2)
    assert values.sum() == pytest.approx(0, abs=1e-9)
    again, _ = position_values(table_rules(3), samples=500, seed=3)
    assert (abs(values - again) < 6 * errors).all()
