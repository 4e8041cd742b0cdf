"""A person at a table: what they see, and a session that is made again goes on as it was."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from railbird.arena import Match
from railbird.arena.sitting import Sitting, as_played
from railbird.errors import IllegalActionError
from railbird.players import make_players
from railbird.table import CALL, FOLD, Hand, table_rules

MATCH = Match(table_rules(3), (200,) * 3, deals=3, seed=5, name="s")


def sit(
    finished: list[Hand], played: list[Hand] | None = None, answers: tuple[int, ...] = ()
) -> Sitting:
    others = make_players(["rules", "random"], taken=["you"])
    return Sitting(
        MATCH, others, "you", on_hand=finished.append, played=played or [], answers=answers
    )


def test_the_person_sees_only_what_they_may() -> None:
    finished: list[Hand] = []
    with sit(finished) as sitting:
        view = sitting.wait(10)
        assert view.phase == "asked"
        known = [p for p, cards in enumerate(view.hand.hole_cards) if cards is not None]
        assert known == [view.position]
        with pytest.raises(IllegalActionError, match="raise to"):
            sitting.act(999)
        with pytest.raises(IllegalActionError, match="not over"):
            sitting.deal()
        sitting.act(FOLD if view.options and view.options.to_call else CALL)
        while (view := sitting.wait(10)).phase == "asked":
            sitting.act(CALL)
        assert view.phase == "over"
        assert view.hand.payoffs == finished[0].payoffs
        assert view.hand.actions == finished[0].actions
        with pytest.raises(IllegalActionError, match="not your turn"):
            sitting.act(CALL)
        sitting.deal()
        assert sitting.wait(10).number == 1


def test_a_session_that_was_killed_goes_on_as_it_was() -> None:
    whole: list[Hand] = []
    given: list[int] = []
    with sit(whole) as sitting:
        while (view := sitting.wait(10)).phase != "ended":
            if view.phase == "over":
                sitting.deal()
                given.clear()
                continue
            if len(whole) == 1 and len(given) == 1:
                break
            given.append(CALL)
            sitting.act(CALL)
        assert view.phase == "asked"
    told = [hand.told_by("you", datetime.now(UTC), n) for n, hand in enumerate(whole, 1)]
    again: list[Hand] = []
    played = [as_played(hand, n) for n, hand in enumerate(told)]
    with sit(again, played, tuple(given)) as sitting:
        resumed = sitting.wait(10)
        assert (resumed.number, resumed.hand, resumed.phase) == (1, view.hand, "asked")
