"""How a player left a tournament whose texts do not say it: by the last hand that the library has.

Of most tournaments nothing is sure: the player may have entered again, and the texts of such rooms
do not say prizes either: counting only those who leave without one would make every ROI too low. A
tournament of two players has one prize, the two buy-ins: where its price is told in full, both ends
are counted. It is one if two equal stacks began it, and all chips are in the last hand. In the same
way the place follows in a tournament of one table, but not the prize.
"""

from __future__ import annotations

import json
import sqlite3
from typing import NamedTuple

from railbird.history.formats.railbird import hand_from_fields, rules_from_text
from railbird.table.hand import Hand


class Exit(NamedTuple):
    """The end of a tournament. ``place`` is 0 and ``prize`` is None if they are not known."""

    place: int
    prize: int | None = None


def find_exit(db: sqlite3.Connection, player: str, number: str, name: str) -> Exit | None:
    """How the last hand of a player in a tournament ended it for them; None if it did not."""
    hand = _hand_of(db, player, number, name, last=True)
    if hand is None or hand.tournament is None:
        return None
    event, at = hand.tournament, hand.players.index(player)
    after = [stack + won for stack, won in zip(hand.stacks, hand.payoffs, strict=True)]
    again = any(rebuy.position == at for rebuy in event.rebuys)
    if again or 0 < after[at] < sum(after):
        return None
    first = _hand_of(db, player, number, name, last=False)
    assert first is not None
    place = _place(first, hand, after, at)
    priced = number and event.buy_in and event.fee and not event.bounty
    if place and priced and len(first.stacks) == 2:
        return Exit(place, 0 if place == 2 else 2 * event.buy_in)
    return Exit(place) if place or not after[at] else None


def _place(first: Hand, last: Hand, after: list[int], at: int) -> int:
    """The place of a player after their last hand in a tournament of one table; 0 if it is not one.

    It is one if all began with the same chips, all of these are there in the last hand, and at most
    half of the players (of an odd number, one more) are. Before that, a table of a larger
    tournament may look the same. Of those who are out in one hand, the larger stack is ahead.
    """
    began = len(first.stacks)
    same = len(set(first.stacks)) == 1 and sum(first.stacks) == sum(last.stacks)
    if not same or (began > 2 and 2 * len(last.stacks) > began + 1):
        return 0
    own = after[at], last.stacks[at]
    return 1 + sum(each > own for each in zip(after, last.stacks, strict=True))


def _hand_of(
    db: sqlite3.Connection, player: str, number: str, name: str, *, last: bool
) -> Hand | None:
    """The earliest or latest hand of a player at the tables of a tournament."""
    order = ("played", "source", "place", "id")
    by = ", ".join(f"h.{column} {'DESC' if last else 'ASC'}" for column in order)
    tables = f"Tournament #{number}," if number else name
    found = db.execute(
        "SELECT r.text, h.record FROM matches m JOIN hands h ON h.match = m.id "
        "JOIN seats s ON s.hand = h.id AND s.player = (SELECT id FROM players WHERE name = ?) "
        "JOIN rules r ON r.id = h.rules WHERE m.name >= ? AND m.name < ? "
        f"ORDER BY h.played IS NULL, {by} LIMIT 1",
        [player, tables, tables + "\U0010ffff"],
    ).fetchone()
    if found is None:
        return None
    return hand_from_fields(rules_from_text(found[0]), json.loads(found[1]))
