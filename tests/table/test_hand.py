"""The record of a hand: what it checks, and what follows from it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird.cards import parse_cards
from railbird.errors import DuplicateCardError, HandRecordError, IllegalActionError
from railbird.table import CALL, FOLD, Hand, finish, table_rules

pytestmark = pytest.mark.small

SHOWDOWN = Hand(
    rules=table_rules(2),
    stacks=(100, 100),
    players=("Ann", "Bob"),
    hole_cards=(parse_cards("AsAd"), parse_cards("KsKd")),
    board=parse_cards("2c7d9hTsQc"),
    actions=(4, CALL, 2, CALL, CALL, CALL, CALL, CALL),
    payoffs=(6, -6),
    number="17",
)
FOLDED = replace(SHOWDOWN, board=(), actions=(4, FOLD), payoffs=(-2, 2))


def test_replay() -> None:
    state = SHOWDOWN.replay()
    assert state.showdown
    assert state.pot == 12
    assert FOLDED.replay().folded == (True, False)


def test_replay_names_the_illegal_action() -> None:
    hand = replace(SHOWDOWN, actions=(4, CALL, 3))
    with pytest.raises(
        IllegalActionError, match=r"^hand 17, action 3: 3 is not a level .* it must be 2$"
    ):
        hand.replay()


def test_computed_payoffs() -> None:
    assert SHOWDOWN.computed_payoffs() == (6, -6)
    assert FOLDED.computed_payoffs() == (-2, 2)


def test_unknown_cards() -> None:
    hidden = replace(SHOWDOWN, hole_cards=(SHOWDOWN.hole_cards[0], None))
    assert hidden.computed_payoffs() is None
    hidden.check()
    with pytest.raises(HandRecordError, match="hand 17: unknown cards decide the showdown"):
        finish(hidden)
    assert replace(SHOWDOWN, board=SHOWDOWN.board[:4]).computed_payoffs() is None


def test_cards_of_those_who_folded_do_not_matter() -> None:
    hand = replace(FOLDED, hole_cards=(None, None))
    assert hand.computed_payoffs() == (-2, 2)
    ring = Hand(
        rules=table_rules(3),
        stacks=(100, 100, 100),
        players=("Ann", "Bob", "Cid"),
        hole_cards=(None, *SHOWDOWN.hole_cards),
        board=SHOWDOWN.board,
        actions=(CALL, FOLD, CALL, *[CALL] * 6),
        payoffs=(0, 0, 0),
    )
    assert ring.computed_payoffs() == (-1, 3, -2)
    assert ring.values()[0][0] == 0


def test_values() -> None:
    high, low = SHOWDOWN.values()
    assert high[0] > high[1] > 0
    assert len(low) == 0
    hidden = replace(SHOWDOWN, hole_cards=(None, None))
    assert hidden.values()[0].tolist() == [0, 0]


def test_check() -> None:
    SHOWDOWN.check()
    FOLDED.check()
    with pytest.raises(HandRecordError, match=r"hand 17: payoffs \(6, -5\) and rake 0 do not add"):
        replace(SHOWDOWN, payoffs=(6, -5)).check()
    with pytest.raises(
        HandRecordError, match=r"hand 17: payoffs are \(-6, 6\), but the rules give \(6, -6\)"
    ):
        replace(SHOWDOWN, payoffs=(-6, 6)).check()


def test_rake() -> None:
    replace(SHOWDOWN, payoffs=(5, -6), rake=1).check()
    with pytest.raises(HandRecordError, match="do not add up"):
        replace(SHOWDOWN, payoffs=(6, -6), rake=1).check()


def test_finish() -> None:
    assert finish(replace(SHOWDOWN, payoffs=(0, 0))) == SHOWDOWN
    with pytest.raises(HandRecordError, match="hand 17: the betting is not over"):
        finish(replace(SHOWDOWN, actions=(4, CALL)))


@pytest.mark.parametrize("name", ["stacks", "players", "hole_cards", "payoffs"])
def test_one_for_each_player(name: str) -> None:
    with pytest.raises(HandRecordError, match=f"hand 17: 1 {name} for 2 players"):
        replace(SHOWDOWN, **{name: getattr(SHOWDOWN, name)[:1]})


def test_cards() -> None:
    with pytest.raises(HandRecordError, match="hand 17: a player needs 2 hole cards"):
        replace(SHOWDOWN, hole_cards=(parse_cards("AsAdAh"), None))
    with pytest.raises(HandRecordError, match="hand 17: a board of 2 cards"):
        replace(SHOWDOWN, board=parse_cards("2c7d"))
    with pytest.raises(DuplicateCardError, match="hand 17"):
        replace(SHOWDOWN, board=parse_cards("As7d9h"))
