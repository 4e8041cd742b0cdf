"""Rules: blinds, antes, caps, who acts first, and what makes no sense."""

from __future__ import annotations

import pickle

import pytest

from railbird.errors import OptionError, RulesError
from railbird.table import FOUR_BETS, NO_CAP, Rules, State, table_rules

pytestmark = pytest.mark.small


def test_reverse_blinds() -> None:
    rules = table_rules(2)
    assert rules.blinds == (2, 1)
    assert rules.first == (1, 0, 0, 0)
    assert rules.button == 1
    state = State(rules, [100, 100])
    assert state.actor == 1
    assert state.bets == (2, 1)
    state.call()
    assert state.actor == 0
    state.call()
    assert (state.round, state.actor) == (1, 0)


def test_forward_blinds() -> None:
    rules = table_rules(2, reverse_blinds=False)
    assert rules.blinds == (1, 2)
    assert rules.first == (0, 0, 0, 0)
    state = State(rules, [100, 100])
    assert (state.actor, state.bets) == (0, (1, 2))


@pytest.mark.parametrize("players", range(3, 11))
def test_ring_order(players: int) -> None:
    state = State(table_rules(players), [100] * players)
    order = []
    while state.round == 0:
        assert state.actor is not None
        order.append(state.actor)
        state.call()
    assert order == [*range(2, players), 0, 1]
    order = []
    while state.round == 1:
        assert state.actor is not None
        order.append(state.actor)
        state.call()
    assert order == list(range(players))


def test_limit_customs() -> None:
    rules = table_rules(6, small_blind=5, big_blind=10)
    assert rules.bets == (10, 10, 20, 20)
    assert rules.cap == FOUR_BETS
    assert rules.big_blind == 10


@pytest.mark.parametrize("betting", ["pot-limit", "no-limit"])
def test_big_bet_customs(betting: str) -> None:
    rules = table_rules(6, betting=betting, small_blind=5, big_blind=10)  # type: ignore[arg-type]
    assert rules.bets == (10, 10, 10, 10)
    assert rules.cap == NO_CAP


def test_antes() -> None:
    state = State(table_rules(4, ante=3), [100, 4, 2, 100])
    assert state.paid == (4, 4, 2, 3)
    assert state.bets == (1, 1, 0, 0)
    assert state.behind == (96, 0, 0, 97)
    assert state.actor == 3  # the third player has no chips left to act with


def test_big_blind_ante() -> None:
    assert table_rules(3, big_blind_ante=2).antes == (0, 2, 0)
    assert table_rules(2, big_blind_ante=2).antes == (2, 0)
    state = State(table_rules(3, big_blind_ante=2), [100, 3, 100])
    assert state.paid == (1, 3, 0)
    assert state.bets == (1, 1, 0)  # the ante comes first


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"betting": "spread"}, "betting 'spread' is not known: choose limit, pot-limit, no-limit"),
        ({"blinds": (1,), "antes": (0,)}, "1 blinds were given; a table has 2 to 10 players"),
        ({"blinds": (1,) * 11, "antes": (0,) * 11}, "11 blinds were given"),
        ({"antes": (0, 0)}, "2 antes for 3 players: give one for each"),
        ({"blinds": (1, -2, 0)}, "must not be negative"),
        ({"bets": (2, 2, 0, 4)}, "bets must be at least 1"),
        ({"bets": (2, 2, 4)}, "one number for each of the four rounds"),
        ({"cap": (4, 4, 4, 4, 4)}, "one number for each of the four rounds"),
        ({"first": (3, 0, 0, 0)}, "must be positions 0 to 2"),
    ],
)
def test_what_makes_no_sense(changes: dict[str, object], message: str) -> None:
    given: dict[str, object] = {
        "game": "holdem",
        "betting": "limit",
        "blinds": (1, 2, 0),
        "antes": (0, 0, 0),
        "bets": (2, 2, 4, 4),
    }
    Rules(**given)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match=message):
        Rules(**given | changes)  # type: ignore[arg-type]


def test_unknown_game() -> None:
    with pytest.raises(
        OptionError, match="game 'stud' is not known: choose holdem, omaha or omaha8"
    ):
        table_rules(2, game="stud")


@pytest.mark.parametrize("players", [1, 11])
def test_number_of_players(players: int) -> None:
    with pytest.raises(RulesError, match=f"{players} players were asked for; a table has 2 to 10"):
        table_rules(players)


@pytest.mark.parametrize("stacks", [[100], [100, 100, 100], [100, 0]])
def test_stacks_must_fit(stacks: list[int]) -> None:
    with pytest.raises(RulesError, match="do not fit 2 players"):
        State(table_rules(2), stacks)


def test_rules_sent_to_another_process_are_as_here() -> None:
    """An array that others may write to has other kernels, which would be compiled there."""
    rules = table_rules(3)
    rules.array.sum()
    sent = pickle.loads(pickle.dumps(rules))
    assert sent == rules
    assert (sent.array == rules.array).all()
    assert sent.array.flags.writeable == rules.array.flags.writeable
