"""Names of the seats at every size of table."""

from __future__ import annotations

import pytest

from railbird.table import position_names, seat_names, table_rules


@pytest.mark.parametrize("players", range(2, 11))
def test_every_seat_has_its_own_name(players: int) -> None:
    names = seat_names(players)
    assert len(set(names)) == len(names) == players
    assert names[-2:] == ("SB", "BB")
    positions = position_names(table_rules(players))
    assert sorted(positions) == sorted(names)
    if players > 2:
        assert (positions[:2], positions[-1]) == (("SB", "BB"), "BTN")
        # the positions are the order of action from the small blind on
        assert positions[2:] == names[:-2]


def test_names_by_size() -> None:
    assert seat_names(3) == ("BTN", "SB", "BB")
    assert seat_names(6) == ("LJ", "HJ", "CO", "BTN", "SB", "BB")
    assert seat_names(10)[:5] == ("UTG", "UTG+1", "UTG+2", "UTG+3", "LJ")


def test_heads_up_the_button_may_post_either_blind() -> None:
    assert position_names(table_rules(2)) == ("BB", "SB")
    assert position_names(table_rules(2, reverse_blinds=False)) == ("SB", "BB")
