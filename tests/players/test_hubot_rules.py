"""HuBot's rules: the strategies before the flop, and the six rules after it, in order."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from railbird.cards.classes import HOLDEM_CLASSES, holdem_class_index
from railbird.players.chance import Chance
from railbird.players.hubot.frequencies import Deed
from railbird.players.hubot.postflop import Habits, PostflopPlan, PostflopSpot, showdown_odds
from railbird.players.hubot.preflop import (
    GROUPS,
    PreflopPlan,
    PreflopSpot,
    Strategy,
    Thresholds,
    choose,
    decide,
)
from railbird.players.income import shipped_rates

EARLY = PreflopSpot(
    position=6,
    active=9,
    guaranteed=3,
    unacted=8,
    bets=1,
    to_call=1,
    paid=0,
    committed=False,
    small_blind=False,
    big_blind=False,
)
LATE = replace(EARLY, position=0, active=3, unacted=2)
SMALL_BLIND = replace(
    LATE, position=8, active=2, guaranteed=2, unacted=1, to_call=0.5, paid=0.5, small_blind=True
)
BIG_BLIND = replace(LATE, position=7, unacted=0, to_call=0, paid=1, big_blind=True)


def test_expected_players() -> None:
    assert EARLY.expected_players == pytest.approx(3 + 0.4 * 6)
    assert LATE.expected_players == 3


@pytest.mark.parametrize("spot", [EARLY, LATE, SMALL_BLIND, replace(EARLY, active=5)])
def test_better_hands_get_bolder_strategies(spot: PreflopSpot) -> None:
    rates = shipped_rates({EARLY: 7, SMALL_BLIND: 2}.get(spot, 4)).rates
    by_rate = sorted(range(169), key=lambda k: float(rates[k]))
    plans = [choose(k, spot) for k in by_rate]
    assert all(0 <= plan.percentile <= 1 for plan in plans)
    for worse, better in pairwise(plans):
        assert (worse.strategy, worse.percentile) <= (better.strategy, better.percentile)
    assert plans[-1] == PreflopPlan(Strategy.MAKE4, 1.0)
    assert plans[0] == PreflopPlan(Strategy.MAKE0, 0.0)
    assert {plan.strategy for plan in plans} == set(Strategy)


def test_percentile_is_the_way_to_the_next_threshold(monkeypatch: pytest.MonkeyPatch) -> None:
    # the document's example for Eq. 5 has the thresholds 480 and 900; the rate is ours
    monkeypatch.setitem(GROUPS, 7, Thresholds((0, 100, 200, 480, 900), step=0))
    plan = choose(holdem_class_index("AJs"), EARLY)
    rate = 1000 * shipped_rates(7).rate("AJs")
    assert abs(rate - 720) < 10
    assert plan.strategy == Strategy.MAKE2
    assert plan.percentile == pytest.approx((rate - 480) / 420)
    assert decide(plan, EARLY) == Deed.RAISE


def test_position_and_shift_make_it_tighter() -> None:
    for name in HOLDEM_CLASSES:
        k = holdem_class_index(name)
        button = choose(k, replace(EARLY, position=0)).strategy
        assert choose(k, EARLY).strategy <= button
        assert choose(k, replace(EARLY, position=0), shift=100).strategy <= button


F, C, R = Deed.FOLD, Deed.CALL, Deed.RAISE
RAISED = replace(LATE, bets=2, to_call=2)
RAISED_TWICE = replace(LATE, bets=3, to_call=3)


@pytest.mark.parametrize(
    ("percentile", "spot", "deed"),
    [
        (0.5, replace(LATE, committed=True, paid=1, to_call=2, bets=3), F),
        (0.8, replace(LATE, committed=True, paid=1, to_call=2, bets=3), C),
        (0.5, replace(LATE, committed=True, paid=1, to_call=1, bets=2), C),
        (0.8, LATE, R),
        (0.8, EARLY, C),
        (0.5, EARLY, F),
        (0.5, LATE, C),
        (0.5, replace(BIG_BLIND, bets=2, to_call=1), C),
        (0.5, replace(BIG_BLIND, bets=3, to_call=2), F),
        (0.8, replace(SMALL_BLIND, bets=2, to_call=1.5), C),
        (0.5, replace(SMALL_BLIND, bets=2, to_call=1.5), F),
        (0.5, SMALL_BLIND, C),
        (0.8, RAISED, F),
    ],
)
def test_make1_is_figure_8(percentile: float, spot: PreflopSpot, deed: Deed) -> None:
    assert decide(PreflopPlan(Strategy.MAKE1, percentile), spot) == deed


@pytest.mark.parametrize("percentile", [0.0, 0.3, 0.6, 0.9, 1.0])
def test_the_strategies_do_what_their_names_say(percentile: float) -> None:
    for strategy in Strategy:
        deeds = [
            decide(PreflopPlan(strategy, percentile), spot) for spot in (LATE, RAISED, RAISED_TWICE)
        ]
        unraised, raised, raised_twice = deeds
        assert list(reversed(deeds)) == sorted(deeds), "less eager against more bets"
        if strategy == Strategy.MAKE0:
            assert deeds == [F, F, F]
        if strategy in (Strategy.CALL1, Strategy.MAKE1):
            assert unraised >= C
            assert raised == F
        if strategy == Strategy.CALL2:
            assert raised_twice == F
        if strategy == Strategy.MAKE2:
            assert unraised == R
            assert raised == C
        if strategy == Strategy.MAKE4:
            assert deeds == [R, R, R]


ALL = Habits()


def spot(strength: float, **changes: object) -> PostflopSpot:
    values: dict[str, object] = {
        "round": 1,
        "pot": 6,
        "to_call": 0,
        "bet": 2,
        "opponents": 1,
        "after": 0,
        "strength": strength,
        "potential": lambda _: 0.0,
        "fold_chance": lambda: 0.0,
    }
    return PostflopSpot(**(values | changes))  # type: ignore[arg-type]


def plan(aggressiveness: int = 0, habits: Habits = ALL, *, coin: int = 0) -> PostflopPlan:
    class Loaded(Chance):
        def below(self, count: int) -> int:
            return aggressiveness if count == 100 else coin

    return PostflopPlan(habits, Loaded())


def test_check_raise() -> None:
    early = {"opponents": 3, "after": 2}
    trap = plan(75)
    assert trap.choose(spot(0.86, **early)) == (C, "check-raise")
    assert trap.choose(spot(0.60, **early, to_call=2)) == (R, "check-raise")
    assert trap.choose(spot(0.86, **early, round=2)) == (R, "strength"), "once a hand"
    assert plan(74).choose(spot(0.86, **early)) == (R, "strength")
    assert plan(75).choose(spot(0.85, **early)) == (R, "strength")
    assert plan(75).choose(spot(0.86, opponents=4, after=2)) == (R, "strength"), "not early"
    assert plan(75).choose(spot(0.86, opponents=1, after=1)) == (R, "strength")
    assert plan(75).choose(spot(0.86, **early, to_call=2)) == (R, "strength")
    honest = plan(99, Habits(check_raise=False))
    assert honest.choose(spot(0.86, **early)) == (R, "strength")


def test_a_trap_nobody_walked_into_is_over_with_the_round() -> None:
    trap = plan(75)
    trap.choose(spot(0.86, opponents=3, after=2))
    assert trap.choose(spot(0.60, opponents=3, after=2, to_call=4, round=2)) == (C, "strength")


def test_strength() -> None:
    for to_call in (0, 2):
        assert plan().choose(spot(0.71, to_call=to_call)) == (R, "strength")
    assert plan().choose(spot(0.70, to_call=2)) == (C, "strength")
    assert plan().choose(spot(0.51)) == (R, "strength")
    assert plan().choose(spot(0.50)).why != "strength"
    for coin, deed in ((0, R), (1, C)):
        assert plan(coin=coin).choose(spot(0.6, opponents=3, after=2)) == (deed, "strength")
        assert plan(coin=coin).choose(spot(0.6, opponents=3, after=1)) == (R, "strength")


def test_semi_bluff_and_continuation_bets() -> None:
    odds = 4 / (6 + 12)
    draw = {"potential": lambda _: odds + 0.01}
    bets = plan()
    assert bets.choose(spot(0.2, **draw)) == (R, "semi-bluff")
    assert bets.choose(spot(0.2, round=2)) == (R, "continuation bet")
    assert bets.choose(spot(0.2, round=3)) == (R, "continuation bet")
    assert bets.choose(spot(0.01, round=3, to_call=2)) == (F, "fold"), "only to open"
    assert plan().choose(spot(0.2, potential=lambda _: odds - 0.01)) == (C, "check")
    assert plan().choose(spot(0.2, **draw, round=3)) == (C, "check")
    assert plan().choose(spot(0.2, **draw, opponents=3)) == (C, "check")
    assert plan().choose(spot(0.2, **draw, opponents=1, after=1)) == (C, "check"), "early"
    assert plan().choose(spot(0.2, **draw, opponents=2, after=1)) == (R, "semi-bluff")


def test_a_continuation_bet_is_given_up_when_it_is_raised() -> None:
    bets = plan()
    assert bets.choose(spot(0.2, potential=lambda _: 0.9)) == (R, "semi-bluff")
    bets.others_bet(2)  # somebody bets first on the turn, and HuBot calls: nothing was raised
    assert bets.choose(spot(0.2, round=2, pot=40, to_call=4, bet=4)).deed == C
    assert bets.choose(spot(0.2, round=3)) == (R, "continuation bet")
    bets.others_bet(3)
    assert bets.choose(spot(0.2, round=3)) == (C, "check")


def test_a_semi_bluff_looks_at_all_cards_to_come_and_a_call_at_the_next() -> None:
    asked: list[int] = []

    def potential(ahead: int) -> float:
        asked.append(ahead)
        return 0.0

    for round_ in (1, 2, 3):
        plan().choose(spot(0.2, round=round_, potential=potential))
    assert asked == [2, 1]
    for round_ in (1, 2, 3):
        plan().choose(spot(0.01, round=round_, to_call=2, potential=potential))
    assert asked == [2, 1, 1, 1]


def test_bluff() -> None:
    folds = {"fold_chance": lambda: 0.4}
    once = plan()
    assert once.choose(spot(0.1, **folds)) == (R, "bluff")
    assert once.choose(spot(0.1, **folds, round=2)) == (C, "check"), "once a hand"
    assert plan(coin=1).choose(spot(0.1, **folds)) == (C, "check"), "half of the time"
    assert plan().choose(spot(0.1, **folds, opponents=2)) == (C, "check")
    assert plan().choose(spot(0.1, **folds, pot=12)) == (C, "check"), "7 to 1"
    assert plan().choose(spot(0.1, **folds, pot=11)) == (R, "bluff")
    assert plan().choose(spot(0.1, fold_chance=lambda: 0.24)) == (C, "check"), "pot odds"
    assert plan().choose(spot(0.1, fold_chance=lambda: 0.19, pot=11)) == (C, "check"), "0.20"
    assert plan(habits=Habits(bluff=False)).choose(spot(0.1, **folds)) == (C, "check")


def test_pot_odds() -> None:
    # the document's example: 4 to call into 20 (4 of 24)
    river = spot(0.2, round=3, pot=20, to_call=4, bet=4)
    assert river.pot_odds == pytest.approx(1 / 6)
    assert plan().choose(river) == (C, "pot odds")
    assert plan().choose(replace(river, strength=0.16)) == (F, "fold")
    turn = replace(river, round=2, strength=0.01, potential=lambda _: 0.17)
    assert plan().choose(turn) == (C, "pot odds")
    assert plan().choose(replace(turn, potential=lambda _: 0.16)) == (F, "fold")


def test_showdown_odds() -> None:
    turn = spot(0.3, round=2, pot=20, to_call=4, bet=4)
    assert showdown_odds(turn) == pytest.approx(8 / 32)
    flop = spot(0.3, round=1, pot=10, to_call=2, bet=2)
    assert showdown_odds(flop) == pytest.approx(10 / 28)
    assert plan().choose(turn) == (C, "showdown odds")
    assert plan().choose(flop) == (F, "fold")
    assert plan().choose(replace(flop, strength=0.36)) == (C, "showdown odds")
