"""DIVAT at a table where players are all in: every hand has its value, and luck is even."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.naive.ring_hands import random_hand

from railbird.arena.match import Match, MatchTable
from railbird.cards import Card, parse_cards
from railbird.divat.ring import crosstable, position_values, ring_scores
from railbird.evaluate import equity
from railbird.players import make_player
from railbird.table import CALL, Hand, Rules, table_rules
from railbird.table.hand import finish
from railbird.table.pots import final_pots

NAMES = ("Ann", "Bob", "Cid")


def random_rules(rng: np.random.Generator) -> Rules:
    """Two to six players, caps from none to seven raises, any blinds."""
    big = int(rng.choice([2, 3, 10]))
    first, second, third, fourth = rng.integers(-1, 8, 4).tolist()
    return table_rules(
        int(rng.integers(2, 7)), small_blind=int(rng.integers(1, big + 1)), big_blind=big,
        cap=(first, second, third, fourth), cap_heads_up=bool(rng.integers(2)),
    )  # fmt: skip


def test_every_hand_adds_up() -> None:
    rng = np.random.default_rng(1)
    all_in = side_pots = undecided = 0
    for _ in range(250):
        rules = random_rules(rng)
        stacks = rng.integers(1, rng.choice([3, 20, 200]), rules.players).tolist()
        hand = random_hand(rules, rng, stacks=stacks)
        score = ring_scores(hand, samples=20, seed=1)
        money = np.array(hand.payoffs) / rules.big_blind
        assert score.money == pytest.approx(money, abs=1e-9)
        assert score.luck.sum(axis=0) + score.skill == pytest.approx(money, abs=1e-9)
        assert score.luck.sum(axis=1) == pytest.approx(np.zeros(4), abs=1e-9)
        assert len(score.decisions) == len(hand.actions)
        for decision in score.decisions:
            assert decision.differences.sum() == pytest.approx(0, abs=1e-9)
            if decision.action == decision.baseline:
                assert not decision.differences.any()
        state = hand.replay()
        assert (len(score.boards) == 4) == (state.showdown or state.actions[-1][0] == 3)
        all_in += any(state.all_in)
        side_pots += len(final_pots(state)) > 1
        undecided += not hand.actions
    assert all_in > 100
    assert side_pots > 40
    assert undecided > 3


def three_all_in(board: str, stacks: tuple[int, int, int]) -> Hand:
    """Ann, Bob and Cid put all they have in before the flop."""
    actions = (4, 6, 8, CALL)
    cards = tuple(map(parse_cards, ("AcKc", "QdQs", "7h6h")))
    hand = Hand(table_rules(3), stacks, NAMES, cards, parse_cards(board), actions, (0,) * 3)
    return finish(hand)


def test_the_value_of_side_pots_is_their_equity() -> None:
    """Cid has 4, Bob 8, Ann 50: a main pot of 12 for three, and a side pot of 8 for two."""
    hand = three_all_in("Ks5h3dTc4h", (50, 8, 4))
    score = ring_scores(hand, samples=1000, seed=3)
    for r, board in ((1, "Ks5h3d"), (2, "Ks5h3dTc"), (3, "Ks5h3dTc4h")):
        three = [p.equity for p in equity("AcKc", "QdQs", "7h6h", board=board).players]
        two = [p.equity for p in equity("AcKc", "QdQs", board=board, dead="7h6h").players]
        won = np.array([12 * three[0] + 8 * two[0] - 8, 12 * three[1] + 8 * two[1] - 8,
                        12 * three[2] - 4]) / 2  # fmt: skip
        value = score.luck[: r + 1].sum(axis=0) + score.skill
        assert value == pytest.approx(won, abs=1e-9)
    assert score.money == pytest.approx(np.array(hand.payoffs) / 2)
    assert score.exact == (False, True, True, True)


def test_a_hand_without_a_decision_is_all_luck() -> None:
    rules = table_rules(2)
    cards = parse_cards("AcKc"), parse_cards("7h6h")
    hand = finish(Hand(rules, (1, 1), NAMES[:2], cards, parse_cards("Ks5h3dTc4h"), (), (0, 0)))
    score = ring_scores(hand, samples=50)
    assert not score.decisions
    assert not score.skill.any()
    assert score.luck.sum(axis=0).tolist() == score.money.tolist() == [-0.5, 0.5]


def test_a_board_dealt_twice_is_the_mean_of_both() -> None:
    hand = three_all_in("Ks5h3dTc4h", (50, 8, 4))
    other = parse_cards("Qc5d3hTd2h")
    twice = replace(hand, run_outs=(other,))
    each = [ring_scores(one, samples=50) for one in (hand, finish(replace(hand, board=other)))]
    both = ring_scores(twice, samples=50)
    assert both.money == pytest.approx((each[0].money + each[1].money) / 2)
    assert both.skill == pytest.approx(each[0].skill)
    assert both.luck.sum(axis=0) + both.skill == pytest.approx(both.money)


def test_rake_is_left_in_the_pot() -> None:
    hand = three_all_in("Ks5h3dTc4h", (50, 8, 4))
    payoffs = list(hand.payoffs)
    winner = int(np.argmax(payoffs))
    payoffs[winner] -= 1
    raked = ring_scores(replace(hand, payoffs=tuple(payoffs), rake=1), samples=50)
    assert raked.money.tolist() == ring_scores(hand, samples=50).money.tolist()


def test_the_luck_of_turn_and_river_is_exactly_even() -> None:
    """Over all cards that can come, it adds up to nothing: a value is the mean of what follows."""
    rng = np.random.default_rng(4)
    moved = all_in = 0
    for _ in range(25):
        rules = random_rules(rng)
        stacks = rng.integers(1, rng.choice([6, 40, 120]), rules.players).tolist()
        hand = random_hand(rules, rng, stacks=stacks)
        rounds = len(ring_scores(hand, samples=2).boards)
        for round_, dealt in ((2, 3), (3, 4)):
            if round_ >= rounds:
                continue
            held = {card for cards in hand.hole_cards for card in cards or ()}
            free = [Card(c) for c in range(52) if c not in held | set(hand.board[:dealt])]
            luck = []
            for i, card in enumerate(free):
                more = (card, free[i - 1])[: 5 - dealt]
                other = replace(hand, board=hand.board[:dealt] + more)
                luck.append(ring_scores(other, samples=2).luck[round_])
            assert np.mean(luck, axis=0) == pytest.approx(np.zeros(rules.players), abs=1e-9)
            moved += bool(np.any(luck))
            all_in += any(hand.replay().all_in)
    assert moved > 15
    assert all_in > 10


@pytest.mark.parametrize(
    ("kinds", "stacks", "cap"),
    [
        (("always-raise", "rules"), (14, 14), (3, 4, 4, 4)),
        (("rules", "always-raise", "bluffer"), (14, 40, 9), (5, 6, 6, 6)),
        (("always-raise", "rules", "random", "always-call"), (3, 200, 25, 12), (1, 2, 2, 2)),
    ],
)
def test_luck_is_even(
    kinds: tuple[str, ...], stacks: tuple[int, ...], cap: tuple[int, int, int, int]
) -> None:
    """The cards of each round change nothing on average, whoever is all in.

    Those that are dealt first are worth the position, with the chips that sit there.
    """
    rules = table_rules(len(kinds), cap=cap)
    match = Match(rules, stacks, 600, 5)
    players = [make_player(f"{name}={kind}") for name, kind in zip("ABCD", kinds, strict=False)]
    hands = [hand for hand, _ in MatchTable(match, players).play()]
    luck = np.array([ring_scores(hand, samples=30, seed=i).luck for i, hand in enumerate(hands)])
    where, errors = position_values(rules, stacks=stacks, samples=3000, seed=1)
    assert sum(any(hand.replay().all_in) for hand in hands) > 200
    for r in range(4):
        mean = luck[:, r].mean(axis=0) - (where if r == 0 else 0)
        error = np.hypot(luck[:, r].std(axis=0, ddof=1) / len(hands) ** 0.5, errors * (r == 0))
        assert (abs(mean) < 4 * error + 1e-12).all(), (r, mean, error)


def test_money_and_divat_agree() -> None:
    """The match in which hands with somebody all in are most: none is left out."""
    match = Match(table_rules(2), (14, 14), 2000, 5)
    players = [make_player("A=always-raise"), make_player("B=rules")]
    hands = [hand for hand, _ in MatchTable(match, players).play()]
    table = crosstable(hands, samples=50)
    assert (table.games, table.refused) == (2000, {})
    by_name = {each.name: each for each in table.standings}
    a = by_name["A"]
    assert abs(a.luck) < 4 * a.money.error
    assert a.divat.mean == pytest.approx(a.money.mean - a.luck)
    assert table.verdict.ahead == "B"
