"""ACPC game definitions."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.errors import CannotHoldError, InputError, RulesError
from railbird.history.formats.acpc.game_definition import (
    UNLIMITED,
    GameDefinition,
    competition_game,
    game_name,
    load_game,
    named_game,
    read_game,
    write_game,
)
from railbird.table import table_rules

THREE = """GAMEDEF
limit
numPlayers = 3
numRounds = 4
blind = 5 10 0
raiseSize = 10 10 20 20
firstPlayer = 3 1 1 1
maxRaises = 3 4 4 4
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""


def test_a_limit_definition_is_the_game_of_the_competition(tmp_path: Path) -> None:
    file = tmp_path / "three.game"
    file.write_text("# a comment\n" + THREE)
    definition = load_game(file)
    assert definition == competition_game("limit", 3)
    assert definition.stacks == (UNLIMITED,) * 3
    assert definition.rules.first == (2, 0, 0, 0)
    assert write_game(definition) == THREE


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("kind", ["limit", "nolimit"])
@pytest.mark.parametrize("suffix", ["", ".reverse_blinds"])
def test_named_games_are_written_and_read_back(players: int, kind: str, suffix: str) -> None:
    definition = named_game(f"/some/where/holdem.{kind}.{players}p{suffix}.game")
    assert read_game(write_game(definition)) == definition
    name = game_name(definition)
    assert name is not None
    assert named_game(name) == definition


def test_stacks_and_free_raises() -> None:
    rules = table_rules(2, cap=(-1, 4, -1, 0), small_blind=3, big_blind=7)
    definition = GameDefinition(rules, (100, 31))
    assert read_game(write_game(definition)) == definition
    assert game_name(definition) is None


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("numHoleCards = 2", "numHoleCards = 4", "numHoleCards is 4"),
        ("numSuits = 4\n", "", "numSuits is missing"),
        ("numRanks = 13", "numRanks = 3", "is Texas hold'em"),
        ("raiseSize = 10 10 20 20\n", "", "raiseSize is missing"),
        ("blind = 5 10 0", "blind = 5 10", "blind has 2 numbers"),
        ("blind = 5 10 0", "blind = 5 ten 0", "whole numbers"),
        ("firstPlayer = 3", "firstPlayer = 4", "numbered 1 to 3"),
        ("numPlayers = 3", "numPlayers = 12", "2 to 10"),
        ("limit\n", "", "limit or nolimit"),
        ("blind =", "ante =", "not known"),
        ("END GAMEDEF", "", "END GAMEDEF"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        read_game(THREE.replace(old, new))


def test_what_has_no_place_is_named() -> None:
    for rules, what in (
        (table_rules(2, ante=1), "antes"),
        (table_rules(2, game="omaha"), "omaha"),
        (table_rules(2, game="omaha8"), "omaha8"),
        (table_rules(2, betting="pot-limit"), "pot-limit"),
        (table_rules(2, cap_heads_up=False), "cap"),
        (table_rules(2, betting="no-limit", bets=(2, 2, 4, 4)), "smallest bets"),
    ):
        with pytest.raises(CannotHoldError, match=what):
            write_game(GameDefinition(rules, (100, 100)))


@given(st.text(), st.integers(0, len(THREE)))
def test_any_text_is_read_or_refused(text: str, at: int) -> None:
    for tried in (text, THREE[:at] + text + THREE[at:]):
        with contextlib.suppress(InputError):
            read_game(tried)
