"""What holds in every hand, however it is played."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.cards import parse_cards
from railbird.errors import IllegalActionError
from railbird.table import CALL, FOLD, State, finish, table_rules
from railbird.table.rules import BETTINGS, Betting
from tests.naive.pots import dead_chips, fair_payoffs, payoffs_of, pots_of, split_pots
from tests.table.randoms import (
    GAMES,
    play_out,
    random_action,
    random_deal,
    random_rules,
    random_stacks,
    record,
)

MOST_ACTIONS = 2_000


def check_chips(state: State) -> None:
    """No chip is lost, and none is created."""
    assert all(
        behind + paid == stack and behind >= 0 and 0 <= bet <= paid
        for behind, paid, bet, stack in zip(
            state.behind, state.paid, state.bets, state.stacks, strict=True
        )
    )


def check_choices(state: State) -> None:
    """Every offered action is accepted, and its neighbours are not."""
    to_call, low, high = state.options()
    for action in state.legal_actions():
        assert state.is_legal(action)
        check_chips(applied := state_after(state, action))
        assert len(applied.actions) == len(state.actions) + 1
    assert state.is_legal(FOLD) == (to_call > 0)
    assert state.actor is not None
    assert to_call <= state.behind[state.actor]
    wrong = {-2, high + 1, state.level, state.bets[state.actor]} - {CALL}
    if low:
        assert state.level < low <= high <= state.bets[state.actor] + state.behind[state.actor]
        assert state.is_legal((low + high) // 2)
        wrong |= {low - 1} - {CALL}
    for action in wrong:
        assert not state.is_legal(action)
        with pytest.raises(IllegalActionError):
            state_after(state, action)


def state_after(state: State, action: int) -> State:
    other = state.copy()
    other.apply(action)
    return other


def check_payoffs(state: State, high: list[int], low: list[int]) -> None:
    """Payoffs against the definition of pots."""
    assert state.is_over
    payoffs = state.settle((high, low))
    pots = pots_of(state.paid, dead_chips(state.rules.antes, state.stacks), state.folded)
    assert sum(payoffs) == 0
    assert all(won >= -paid for won, paid in zip(payoffs, state.paid, strict=True))
    assert payoffs == payoffs_of(state.paid, pots, high, low)
    fair = fair_payoffs(state.paid, pots, high, low)
    # dividing chips would change less than one chip for each pot and half
    assert all(abs(a - b) < 2 * len(pots) for a, b in zip(payoffs, fair, strict=True))
    if not state.showdown:
        assert payoffs == state.settle()


def random_values(rng: Random, state: State) -> tuple[list[int], list[int]]:
    """Values with many ties; in Hi-Lo some hands have no low."""
    players = state.rules.players
    high = [rng.randint(1, 4) for _ in range(players)]
    has_low = state.rules.rules_of_game.has_low
    return high, [rng.choice([0, 0, 1, 2]) for _ in range(players)] if has_low else []


def play_and_check(rng: Random, *, betting: Betting, game: str, choices: bool) -> None:
    rules = random_rules(rng, betting=betting, game=game)
    state = State(rules, random_stacks(rng, rules))
    check_chips(state)
    while not state.is_over:
        if choices:
            check_choices(state)
        before = state.round
        state.apply(random_action(rng, state))
        check_chips(state)
        assert state.round >= before
        assert len(state.actions) < MOST_ACTIONS
    for _ in range(3):
        check_payoffs(state, *random_values(rng, state))


@pytest.mark.parametrize("betting", BETTINGS)
@pytest.mark.parametrize("game", GAMES)
def test_random_games(betting: Betting, game: str) -> None:
    rng = Random(f"{betting} {game}")
    for number in range(400):
        play_and_check(rng, betting=betting, game=game, choices=number % 4 == 0)


@pytest.mark.small
@pytest.mark.parametrize("betting", BETTINGS)
def test_a_few_random_games(betting: Betting) -> None:
    rng = Random(betting)
    for _ in range(10):
        play_and_check(rng, betting=betting, game="omaha8", choices=True)


@settings(derandomize=True, deadline=None, max_examples=300)
@given(rng=st.randoms(use_true_random=False), betting=st.sampled_from(BETTINGS))
def test_games_that_hypothesis_finds(rng: Random, betting: Betting) -> None:
    play_and_check(rng, betting=betting, game="omaha8", choices=True)


@settings(derandomize=True, deadline=None, max_examples=300)
@given(
    stakes=st.lists(st.integers(0, 60), min_size=2, max_size=10),
    dead=st.integers(0, 20),
    data=st.data(),
)
def test_the_oracle_loses_no_chip(stakes: list[int], dead: int, data: st.DataObject) -> None:
    folded = data.draw(st.lists(st.booleans(), min_size=len(stakes), max_size=len(stakes)))
    folded[data.draw(st.integers(0, len(stakes) - 1))] = False
    pots = split_pots(stakes, folded, dead)
    assert sum(chips for chips, _ in pots) == sum(stakes) + dead
    contenders = [set(who) for _, who in pots]
    assert all(a > b for a, b in pairwise(contenders))


@pytest.mark.parametrize("game", GAMES)
def test_real_cards(game: str) -> None:
    """Hands with real cards: `finish` gives the payoffs that the oracle finds from their values."""
    rng = Random(game)
    for _ in range(200):
        rules = random_rules(rng, game=game)
        state = play_out(rng, State(rules, random_stacks(rng, rules)))
        hand = finish(record(state, *random_deal(rng, rules)))
        hand.check()
        high, low = hand.values()
        check_payoffs(state, high.tolist(), low.tolist())


def test_low_hands() -> None:
    rules = table_rules(2, game="omaha8")
    state = State(rules, (4, 4))
    state.raise_to(4)
    state.call()
    holes = parse_cards("As2dKhKd"), parse_cards("QsQdJhJd")
    hand = record(state, holes, parse_cards("3c5d8hTs9c"))
    high, low = hand.values()
    assert high[1] > high[0]
    assert low[0] > 0 == low[1]
    assert hand.computed_payoffs() == (0, 0)  # each wins a half


@pytest.mark.small
def test_the_same_hand_twice() -> None:
    rng = Random(5)
    for _ in range(20):
        rules = random_rules(rng)
        state = play_out(rng, State(rules, random_stacks(rng, rules)))
        again = State(rules, state.stacks)
        for number, actor, action in state.actions:
            assert (again.round, again.actor) == (number, actor)
            again.apply(action)
        assert np.array_equal(again.paid, state.paid)
