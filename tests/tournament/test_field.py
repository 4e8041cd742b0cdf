"""Whether a table is all that is left of a tournament, by the texts."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from railbird.table.hand import Hand
from railbird.table.tournament import Finish, TournamentTable
from railbird.tournament import Judged, Passed, review_hands
from railbird.tournament.review.field import fields
from tests.tournament.jam_hands import Played

SATELLITE = (10.0,) * 10


def hand(
    number: int,
    players: str = "ABCDE",
    *,
    table: int = 3,
    out: tuple[tuple[str, int], ...] = (),
    event: str = "77",
) -> Hand:
    """A hand of a tournament at a table for six, told by the last player, who holds ace-king."""
    jams = Played((900,) * len(players), hero=len(players) - 1, deeds="f" * (len(players) - 1))
    finishes = tuple(Finish(players.index(name), place, 0) for name, place in out)
    return replace(
        replace(jams, cards="AdKd").hand(number),
        players=tuple(players),
        when=datetime(2026, 1, 1, 12, number, tzinfo=UTC),
        table=f"Tournament #{event}, Level {number}, table {event} {table}",
        tournament=TournamentTable(event, finishes=finishes),
    )


def told(hands: list[Hand], **options: dict[str, int]) -> list[str]:
    return [
        "all" if one.is_all else one.others or "unknown"
        for one in fields(hands, **options)  # type: ignore[arg-type]
    ]


def test_a_text_of_one_table_tells_nothing() -> None:
    assert told([hand(1), hand(2), hand(3, "ABCD")]) == ["unknown"] * 3
    assert [one.seats for one in fields([hand(1), hand(3, "AB")])] == [6, 6]
    assert fields([replace(hand(1), tournament=None)])[0].seats == 0


def test_places_tell_how_many_are_left() -> None:
    shows = "a finishing place shows it"
    hands = [
        hand(1),
        hand(2, out=(("C", 12),)),
        hand(3, "ABDE"),
        hand(4, "ABDE", out=(("B", 4),)),
    ]
    assert told(hands) == [shows, shows, "unknown", "all"]
    assert told([*hands, hand(5, "ADE"), hand(6, "ADE", out=(("A", 2), ("D", 3)))]) == [
        *(shows, shows, "unknown", "all", "all", "all"),
    ]
    assert told([hands[0], hands[2]], places={"77": 40}) == [shows, shows]
    assert told([hands[0]], places={"78": 40}) == ["unknown"]


def test_winners_of_a_satellite_share_a_place() -> None:
    """All who are left win the first prize: their place says nothing of how many were left."""
    assert told([hand(1, out=(("A", 1), ("B", 1), ("C", 1)))]) == ["unknown"]


def test_tables_and_players_tell_that_there_are_others() -> None:
    hands = [hand(3, table=3), hand(2, table=8), hand(4, "ABCDG"), hand(5, "ABCD")]
    assert told(hands) == ["others come to it later", "a later hand is at another table",
                           "unknown", "unknown"]  # fmt: skip
    other = [hand(1, event="5"), hand(2, "UVWXY", event="6")]
    assert told(other) == ["unknown", "unknown"]
    unnumbered = [hand(1, event=""), hand(2, "UVWXY", event="")]
    assert told(unnumbered) == ["unknown", "unknown"]


def test_prizes_are_refused_while_others_are_left() -> None:
    hands = [hand(1), hand(2, table=4)]
    moved, last = review_hands(hands, payouts=(50, 30, 20), epsilon=1e-4)
    assert isinstance(moved, Passed)
    assert (moved.field, moved.cannot) == (True, True)
    assert moved.why.startswith("more players are left than sit at this table (a later hand")
    assert isinstance(last, Judged)
    for said in (False, True):
        chips = review_hands(hands, epsilon=1e-4, last_table=said)
        assert all(isinstance(one, Judged) and one.cost for one in chips)
    moved, last = review_hands(hands, payouts=(50, 30, 20), epsilon=1e-4, last_table=True)
    assert isinstance(moved, Passed)
    assert isinstance(last, Judged)
    assert last.spot.field.is_all


@pytest.mark.parametrize("prizes", [SATELLITE, (60, 50, 40, 30, 20, 10, 5), (9, 8, 7, 6, 5, 4)])
def test_as_many_prizes_as_seats_need_a_word(prizes: tuple[float, ...]) -> None:
    (refused,) = review_hands([hand(1)], payouts=prizes, epsilon=1e-4)
    assert isinstance(refused, Passed)
    assert f"{len(prizes)} prizes at tables of 6" in refused.why
    (said,) = review_hands([hand(1)], payouts=prizes, epsilon=1e-4, last_table=True)
    if prizes == SATELLITE:
        assert isinstance(said, Passed)
        assert said.why == "all 5 players of the table win the same prize: nothing is at stake"
    else:
        assert isinstance(said, Judged)
        assert (said.cost or 0) > said.least
    known = hand(1, out=(("C", 5),))
    (judged,) = review_hands([known], payouts=(9, 8, 7, 6, 5, 4), epsilon=1e-4)
    assert isinstance(judged, Judged)
