"""How much players bet where bets have no fixed size."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.arena import Match, MatchTable
from railbird.cards import parse_cards
from railbird.players import Seat, make_player
from railbird.players.jagbot import Jagbot
from railbird.players.poki.model import (
    MORE_BETS,
    NOTHING,
    ONE_BET,
    RAISED,
    HandModel,
    PokiFrequencies,
)
from railbird.players.sizing import COMMITTED, PART, level_to_raise, usual_bet
from railbird.table import CALL, FOLD, Hand, State, table_rules
from railbird.table.rules import BETTINGS

KINDS = ("rules", "bluffer", "jagbot", "poki", "simbot")
DEEP = (400, 400)


def walks(count: int) -> list[State]:
    """States at tables of all kinds, reached by random actions."""
    found = []
    for number in range(count):
        rng = np.random.default_rng([17, number])
        seats = int(rng.integers(2, 7))
        ante = int(rng.integers(0, 2))
        betting = BETTINGS[number % len(BETTINGS)]
        rules = table_rules(seats, betting=betting, small_blind=5, big_blind=10, ante=ante)
        state = State(
            rules, tuple(int(s) for s in rng.integers(1, 10 ** rng.integers(1, 5), seats))
        )
        while not state.is_over:
            found.append(state.copy())
            actions = state.legal_actions()
            level = level_to_raise(state)
            state.apply(int(rng.choice([*actions, *[level] * 3])) if level else actions[-1])
    return found


def test_a_bet_is_legal_at_any_table() -> None:
    states = walks(600)
    raised = 0
    for state in states:
        _, low, high = state.options()
        level = level_to_raise(state)
        assert (level > 0) == (low > 0)
        if state.rules.betting == "limit":
            assert level == low
        if level:
            assert low <= level <= high
            assert state.can_raise_to(level)
            raised += 1
        for round_ in range(state.round, 4):
            assert usual_bet(state, round_) >= 1
    assert raised > 500


def test_a_bet_is_a_part_of_the_pot_or_all_that_can_be_called() -> None:
    kinds = set()
    for state in walks(600):
        level, actor = level_to_raise(state), state.actor
        if not level or state.rules.betting != "no-limit" or actor is None:
            continue
        to_call, low, high = state.options()
        called = state.pot + to_call
        more = level - state.bets[actor] - to_call
        others = [p for p, gone in enumerate(state.folded) if not gone and p != actor]
        reach = max(state.bets[p] + state.behind[p] for p in others)
        if level in (low, high, reach):
            kinds.add("all in" if level != low else "least")
            continue
        kinds.add("part")
        assert more == int(PART * called)
        left = min(high, reach) - level
        assert left >= COMMITTED * (called + 2 * more)
    assert kinds == {"all in", "least", "part"}


def play(kinds: tuple[str, ...], *, deals: int, betting: str, seed: int = 3) -> list[Hand]:
    rules = table_rules(len(kinds), betting=betting)  # type: ignore[arg-type]
    stacks = tuple([7, 40, 200, 95, 400, 23][: len(kinds)]) if len(kinds) > 2 else (200, 200)
    match = Match(rules, stacks, deals=deals, seed=seed)
    table = MatchTable(match, [make_player(f"{i}={kind}") for i, kind in enumerate(kinds)])
    hands = [hand for hand, _ in table.play()]
    assert not table.forfeits
    return hands


@pytest.mark.parametrize("betting", ["no-limit", "pot-limit"])
@pytest.mark.parametrize("kind", KINDS)
def test_raises_are_few_and_real(kind: str, betting: str) -> None:
    """With raises to the minimum, good hands raised 99 times: 4, 6, 8 … 200."""
    hands = play((kind, kind), deals=20 if kind == "simbot" else 150, betting=betting)
    raises = [[action for action in hand.actions if action > 0] for hand in hands]
    assert max(map(len, raises)) <= 10
    assert max(max(each, default=0) for each in raises) > 20
    assert sum(map(len, raises)) > len(hands) / 2
    again = play((kind, kind), deals=20 if kind == "simbot" else 150, betting=betting)
    assert [hand.actions for hand in again] == [hand.actions for hand in hands]


@pytest.mark.parametrize("betting", ["no-limit", "pot-limit"])
def test_at_a_full_table_nobody_forfeits(betting: str) -> None:
    assert len(play((*KINDS, "random"), deals=25, betting=betting)) == 25


@pytest.mark.parametrize(
    ("better", "worse"),
    [("rules", "random"), ("rules", "always-call"), ("rules", "bluffer")],
)
def test_rules_still_beats_those_who_know_nothing(better: str, worse: str) -> None:
    hands = play((better, worse), deals=3000, betting="no-limit", seed=11)
    won = np.array([hand.payoffs[hand.players.index("0")] for hand in hands])
    assert won.mean() > 2 * won.std() / len(won) ** 0.5


@pytest.mark.parametrize(
    ("cards", "answers"),
    [
        ("AhTd", [66, CALL]),
        ("9h7d", [CALL, FOLD]),
        ("KhJd", [FOLD, FOLD]),
    ],
)
def test_jagbot_measures_a_bet_by_the_pot(cards: str, answers: list[int]) -> None:
    """Two thirds of a pot of 30 are one bet; thirteen times the pot need the best hands."""
    rules = table_rules(2, betting="no-limit")
    found = []
    for size in (20, 385):
        state = State(rules, DEEP)
        for action in (15, CALL, size):
            state.apply(action)
        player = Jagbot("jagbot")
        player.hand_starts(Seat(rules, DEEP, ("a", "b"), state.actor or 0, 1))
        player.dealt(parse_cards(cards))
        player.board(parse_cards("Tc7s2h"))
        found.append(player.act(state))
    assert found == answers


def test_poki_counts_raises_where_bets_have_no_size() -> None:
    rules = table_rules(2, betting="no-limit")
    model = HandModel(PokiFrequencies(), Seat(rules, DEEP, ("a", "b"), 0, 1))
    assert model.to_call(1) == ONE_BET
    model.see(1, 6)
    assert (model.to_call(0), model.to_call(1)) == (MORE_BETS, NOTHING)
    model.see(0, CALL)
    model.see_board(parse_cards("Tc7s2h"))
    assert model.to_call(0) == NOTHING
    model.see(0, 8)
    assert model.to_call(1) == ONE_BET
    model.see(1, 27)
    assert model.to_call(0) == RAISED
