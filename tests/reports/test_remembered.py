"""What programs remember of a player is what that player did."""

from __future__ import annotations

import pytest

from railbird.arena import Match, MatchTable
from railbird.players import AlwaysCall, make_players
from railbird.reports.remembered import remembered_of
from railbird.table import table_rules


@pytest.mark.parametrize("kind", ["hubot", "poki", "vexbot"])
def test_somebody_who_calls_is_remembered_as_calling(kind: str) -> None:
    rules = table_rules(2)
    (program,) = make_players([kind])
    match = Match(rules, (400, 400), deals=6, seed=1)
    hands = [hand for hand, _ in MatchTable(match, [AlwaysCall("Ann"), program]).play()]
    assert len(hands) == 6
    found = remembered_of(program, "Ann")
    assert found is not None
    assert found.program == program.name
    assert sum(seen.calls for seen in found.seen) > 0
    assert all(seen.folds == seen.raises == 0 for seen in found.seen)
    assert remembered_of(program, "Bob") is None


def test_a_program_that_does_not_learn_remembers_nothing() -> None:
    (program,) = make_players(["rules"])
    assert remembered_of(program, "Ann") is None
