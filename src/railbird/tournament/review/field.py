"""Whether a table is all that is left of its tournament, as far as texts tell.

Prizes depend on everybody who is left. The text of a hand has only the players of one table, so
what other hands of the same tournament tell counts too: a place that is given, a player who comes
to the table later, a later hand at another table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise

from railbird.table.hand import Hand

_UNNUMBERED = ("", "0")
"""What readers give tournaments whose text has no number: several may share it."""


@dataclass(frozen=True, slots=True)
class Field:
    """Who else is left in the tournament of a hand.

    Parameters
    ----------
    others
        How it is known that players are left at other tables; empty if no text says so.
    is_all
        Whether it is known that nobody else is left.
    seats
        The most seats of a table of this tournament; 0 if the text names no tournament.
    """

    others: str = ""
    is_all: bool = False
    seats: int = 0

    def why_not(self, payouts: Sequence[float], players: int) -> str:
        """Why prizes say nothing about a hand of so many players; empty if they may."""
        if self.others:
            return f"more players are left than sit at this table ({self.others}), {_NEEDED}"
        if not self.is_all and 0 < self.seats <= len(payouts):
            return (
                f"{len(payouts)} prizes at tables of {self.seats}: players may be left at other "
                f"tables, {_NEEDED}, or say that this is the last table"
            )
        if len(payouts) >= players and len(set(payouts[:players])) == 1:
            return f"all {players} players of the table win the same prize: nothing is at stake"
        return ""


UNKNOWN = Field()
"""The field where a text says nothing of a tournament."""

_NEEDED = "and prizes depend on all of them: judge it for chips, without prizes"


def fields(
    hands: Sequence[Hand], places: Mapping[str, int] | None = None, *, last_table: bool = False
) -> list[Field]:
    """What the hands together tell of the field of each.

    Parameters
    ----------
    hands
        Hands of any number of tournaments.
    places
        The place in which somebody finished a tournament, by its number, if another text says so.
    last_table
        Whether the caller says that the table was the last one, where no text says otherwise.
    """
    found = [UNKNOWN] * len(hands)
    events: dict[tuple[str, str], list[int]] = {}
    for at, hand in enumerate(hands):
        event = hand.tournament
        if event is None:
            continue
        if event.number in _UNNUMBERED:
            found[at] = _fields([hand])[0]
        else:
            events.setdefault((event.number, event.name), []).append(at)
    for (number, _), order in events.items():
        order.sort(key=lambda at: _moment(hands[at]))
        told = _fields([hands[at] for at in order], (places or {}).get(number, 0))
        for at, field in zip(order, told, strict=True):
            found[at] = field
    if last_table:
        return [replace(field, is_all=not field.others) for field in found]
    return found


def _moment(hand: Hand) -> tuple[datetime, int]:
    """When a hand was played among others of its tournament."""
    when = datetime.min if hand.when is None else hand.when.replace(tzinfo=None)
    return when, int(hand.number) if hand.number.isdecimal() else 0


def _fields(hands: Sequence[Hand], last: int = 0) -> list[Field]:
    """The fields of the hands of one tournament, in order of time, before somebody's last place."""
    seats = max(max(hand.seating()[1], len(hand.players)) for hand in hands)
    others = _others(hands, last)
    found, most = [], 0  # players left; 0 or less while nobody can tell
    for hand, why in zip(hands, others, strict=True):
        places = _places(hand)
        if places and max(places) >= len(hand.players):  # else several share a place
            most = max(places)
        found.append(Field(others=why, is_all=not why and most == len(hand.players), seats=seats))
        most -= len(places)
    return found


def _others(hands: Sequence[Hand], last: int) -> list[str]:
    """How it is known of each hand that others are left, from itself and what comes after it."""
    found: list[str] = []
    moved, coming = False, set[str]()
    tables = [_table(hand) for hand in hands]
    moves = [one != other for one, other in pairwise([*tables, tables[-1]])]
    for hand, moves_next in zip(reversed(hands), reversed(moves), strict=True):
        last = max([last, *_places(hand)])
        moved = moved or moves_next
        why = ""
        if last > len(hand.players):
            why = "a finishing place shows it"
        elif moved:
            why = "a later hand is at another table"
        elif coming - set(hand.players):
            why = "others come to it later"
        coming |= set(hand.players)
        found.append(why)
    return found[::-1]


def _places(hand: Hand) -> list[int]:
    """The places in which players leave the tournament in a hand."""
    event = hand.tournament
    return [finish.place for finish in event.finishes if finish.place] if event else []


def _table(hand: Hand) -> str:
    """The name of a table, without what else a text says about the tournament."""
    return hand.table.rpartition(", table ")[2]
