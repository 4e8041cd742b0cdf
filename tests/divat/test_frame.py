"""The frame of all estimators, proved on Kuhn and Leduc: all hands with their probabilities."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import numpy as np
import pytest
from tests.naive.divat_hands import random_hands
from tests.naive.small_poker import KUHN, LEDUC, Deal, Rules, random_strategy, uniform

from railbird.cards import parse_cards
from railbird.divat.estimators.frame import CHANCE, Estimator, History, Strategy, Value, every_hand
from railbird.divat.estimators.limit import ESTIMATORS, side_by_side
from railbird.divat.heads_up.encode import encode
from railbird.divat.heads_up.match import analyze
from railbird.divat.heads_up.scores import score
from railbird.equilibrium import leduc

PAIRS: list[dict[int, Strategy]] = [
    {0: uniform, 1: uniform},
    {0: random_strategy(1), 1: random_strategy(2)},
    {0: random_strategy(3), 1: uniform},
]


def expectation(strategies: Mapping[int, Strategy]) -> Value:
    """The exact value of any history, if the players follow these strategies."""

    found: dict[object, float] = {}

    def value(history: History) -> float:
        if history not in found:
            player = history.player
            if player is None:
                return history.payoff
            chances = history.moves() if player == CHANCE else strategies[player](history)
            after = ((p, history.after(move)) for move, p in chances.items() if p > 0)
            found[history] = sum(p * value(h) for p, h in after)
        return found[history]

    return value


def nonsense(history: History) -> float:
    """A deliberately bad value: large random numbers, different for every history."""
    return Random(repr(history)).uniform(-50, 50)


def spread(estimator: Estimator, rules: Rules, pair: Mapping[int, Strategy]) -> tuple[float, float]:
    """Mean and variance of an estimate over all hands."""
    hands = [(p, estimator.estimate(end)) for p, end in every_hand(Deal(rules), pair)]
    assert sum(p for p, _ in hands) == pytest.approx(1, abs=1e-12)
    mean = sum(p * x for p, x in hands)
    return mean, sum(p * (x - mean) ** 2 for p, x in hands)


def estimators(pair: Mapping[int, Strategy]) -> list[Estimator]:
    exact = expectation(pair)
    other = expectation({0: uniform, 1: random_strategy(9)})
    first, second = ({player: pair[player]} for player in (0, 1))
    return [
        Estimator("money", exact, {}, chance=False),
        Estimator("cards", exact, {}),
        Estimator("cards, roll-out of others", other, {}),
        Estimator("cards, nonsense", nonsense, {}),
        Estimator("first known", exact, first),
        Estimator("first known, others", other, first),
        Estimator("second known, nonsense", nonsense, second),
        Estimator("imaginary observations", other, second, chance=False),
        Estimator("both known, nonsense", nonsense, pair),
    ]


@pytest.mark.parametrize("pair", PAIRS)
def test_no_value_function_makes_a_bias_in_kuhn(pair: dict[int, Strategy]) -> None:
    true = expectation(pair)(Deal(KUHN))
    for each in estimators(pair):
        assert each.unbiased
        assert spread(each, KUHN, pair)[0] == pytest.approx(true, abs=1e-12), each.name


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("which", range(9))
@pytest.mark.slow
def test_no_value_function_makes_a_bias_in_leduc(pair: dict[int, Strategy], which: int) -> None:
    each = estimators(pair)[which]
    true = expectation(pair)(Deal(LEDUC))
    assert spread(each, LEDUC, pair)[0] == pytest.approx(true, abs=1e-12), each.name


def test_leduc_with_one_player_known() -> None:
    pair = PAIRS[1]
    true = expectation(pair)(Deal(LEDUC))
    for known in ({}, {1: pair[1]}):
        mean, _ = spread(Estimator("", nonsense, known), LEDUC, pair)
        assert mean == pytest.approx(true, abs=1e-12)


@pytest.mark.parametrize("rules", [KUHN, pytest.param(LEDUC, marks=pytest.mark.slow)])
def test_nothing_is_left_if_all_is_known(rules: Rules) -> None:
    pair = PAIRS[1]
    exact = expectation(pair)
    mean, variance = spread(Estimator("AIVAT", exact, pair), rules, pair)
    assert mean == pytest.approx(exact(Deal(rules)), abs=1e-12)
    assert variance == pytest.approx(0, abs=1e-20)
    if rules is LEDUC:
        return
    of_cards = spread(Estimator("cards", exact, {}), rules, pair)[1]
    of_first = spread(Estimator("first known", exact, {0: pair[0]}), rules, pair)[1]
    of_money = spread(Estimator("money", exact, {}, chance=False), rules, pair)[1]
    assert 0 < of_first < of_cards < of_money


def test_another_value_before_an_event_makes_a_bias() -> None:
    pair = PAIRS[1]

    def half(history: History) -> float:
        return 0.5 * exact(history)

    exact = expectation(pair)
    biased = Estimator("like AIE DIVAT", exact, {}, before=half)
    assert not biased.unbiased
    mean, _ = spread(biased, KUHN, pair)
    assert abs(mean - exact(Deal(KUHN))) > 1e-3


def test_the_value_of_leduc_is_that_of_the_solver() -> None:
    game = leduc()
    alike = tuple(np.full((p.infosets, p.actions), 1 / p.actions) for p in game.places)
    true = expectation({0: uniform, 1: uniform})(Deal(LEDUC))
    assert game.utilities(alike)[0] == pytest.approx(true, abs=1e-12)


def test_todays_measures_of_limit_holdem_are_instances() -> None:
    hands = random_hands(150, seed=23)
    games = encode(hands)
    scores = score(games)
    expected = {
        "DIVAT": scores.skill,
        "AIE": scores.money - scores.column("lfat").sum(axis=1),
        "AIE DIVAT": scores.column("aie_skill").sum(axis=1),
        "EVAT": scores.column("evat").sum(axis=1),
    }
    for each in ESTIMATORS:
        found = each.estimate(games, scores)
        assert found == pytest.approx(expected[each.name], abs=1e-12), each.name
        assert len(set(games.rounds.tolist())) > 1
    lines = {line.name: line for line in side_by_side(analyze(hands))}
    assert [name for name, line in lines.items() if line.unbiased] == ["money", "DIVAT", "AIE"]
    assert lines["money"].reduction == 1


def test_the_luck_by_all_in_equity_is_zero_over_all_rivers() -> None:
    cards = [*parse_cards("AcKc7h6hKs5h3dTc")]
    rest = [card for card in range(52) if card not in cards]
    held = np.array([[*cards, river] for river in rest], dtype=np.uint8)
    betting = encode(random_hands(150, seed=23))
    full = int(np.nonzero(betting.rounds == 4)[0][0])
    same = betting.part(np.full(len(rest), full)).with_cards(held)
    scores = score(same)
    for column in ("luck", "lfat"):
        assert scores.column(column)[:, 3].mean() == pytest.approx(0, abs=1e-12)
