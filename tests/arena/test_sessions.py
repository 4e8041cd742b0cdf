"""Sessions of our own players."""

from __future__ import annotations

from railbird.arena.sessions import FAMILIES, family_of, play_sessions, seat_session
from railbird.players.registry import PLAYERS


def test_players_of_sessions_are_ours_and_have_a_family() -> None:
    assert all(kind in PLAYERS for kinds in FAMILIES.values() for kind in kinds)
    sizes, families = set(), set()
    for number in range(60):
        names = [text.partition("=")[0] for text in seat_session(number)]
        sizes.add(len(names))
        families |= {family_of(name) for name in names}
        assert len(names) == 2 or all(family_of(name) != "heads-up" for name in names)
    assert families == set(FAMILIES)
    assert len(sizes) > 3


def test_a_session_is_the_same_however_many_are_played() -> None:
    (second,) = play_sessions(18, 19, hands=4)
    both = list(play_sessions(17, 19, hands=4))
    assert both[1] == second
    assert both[0] != second
    assert len(second) == 4
