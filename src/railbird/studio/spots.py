"""Jam-or-fold decisions that were played: in hands of the library, and in texts that were pasted.

A spot has a name, which an address can hold: ``hand:17`` is a hand of the library, and ``code:…``
holds a hand of a pasted text itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from railbird.errors import HistoryError, OptionError
from railbird.history.files import read_text
from railbird.history.library import Query
from railbird.history.sharing import hand_from_code, hand_to_code
from railbird.studio.settings import StudioSettings
from railbird.table.hand import Hand
from railbird.tournament import JamSpot, Passed, jam_spot
from railbird.tournament.review.field import Field, fields
from railbird.tournament.review.spot import DEPTH

_HAND, _CODE = "hand:", "code:"
_MOST_PASTED = 200
"""The most hands of a text that are read."""
_LOOKED_AT = 400
"""The most hands of the library that one page of spots looks at."""


def find_spot(name: str, settings: StudioSettings, hero: str = "") -> JamSpot:
    """The decision behind a name such as ``hand:17``."""
    hand = _hand(name, settings)
    field = _field(hand, settings) if name.startswith(_HAND) else None
    found = jam_spot(_told_by(hand, hero), field)
    if isinstance(found, Passed):
        raise HistoryError(f"hand {found.hand} has no decision to jam or fold: {found.why}")
    return found


def library_spots(
    settings: StudioSettings, *, after: int = 0, limit: int = 20, hero: str = ""
) -> tuple[list[tuple[str, JamSpot]], int | None]:
    """Decisions in hands of the library, and the hand to go on after; None at the end.

    Only those count that a review counts: of at most `DEPTH` big blinds.
    """
    found: list[tuple[str, JamSpot]] = []
    query = Query(game="holdem", betting="no-limit", player=hero or None)
    with settings.open_library() as library:
        last, looked = 0, 0
        for number, hand in library.hands(query, after=after, limit=_LOOKED_AT):
            last, looked = number, looked + 1
            spot = jam_spot(_told_by(hand, hero))
            if isinstance(spot, JamSpot) and spot.depth <= DEPTH:
                found.append((f"{_HAND}{number}", spot))
            if len(found) == limit:
                return found, last
    return found, last if looked == _LOOKED_AT else None


def text_spots(text: str) -> Iterator[tuple[str, JamSpot | Passed]]:
    """Look for a decision in each hand of a pasted text."""
    hands = list(islice(read_text(text), _MOST_PASTED))
    if not hands:
        raise HistoryError("the text holds no hand: paste a whole one, as the room wrote it")
    for hand in hands:
        yield f"{_CODE}{hand_to_code(hand)}", jam_spot(hand)


def _field(hand: Hand, settings: StudioSettings) -> Field:
    """Who else is left in the tournament of a hand, by all its hands in the library."""
    event = hand.tournament
    found = [hand]
    if event is not None and event.number:
        with settings.open_library() as library:
            for match in library.matches():
                if match.name.startswith(f"Tournament #{event.number},"):
                    found += [one for _, one in library.hands(Query(match=match.name))]
    return fields(found)[0]


def _told_by(hand: Hand, hero: str) -> Hand:
    return replace(hand, hero=hand.players.index(hero)) if hero in hand.players else hand


def _hand(name: str, settings: StudioSettings) -> Hand:
    if name.startswith(_CODE):
        return hand_from_code(name.removeprefix(_CODE))
    number = name.removeprefix(_HAND)
    if not (name.startswith(_HAND) and number.isascii() and number.isdecimal()):
        raise OptionError(f"spot {name[:40]!r}: give hand:17, or paste a hand")
    if len(number) > 15:
        raise OptionError(f"spot {name[:40]}: there is no such hand in the library")
    with settings.open_library() as library:
        return library.hand(int(number))
