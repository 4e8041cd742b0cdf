"""Jam-or-fold decisions that were played: in hands of the library, and in texts that were pasted.

A spot has a name: ``hand:17`` is a hand of the library, ``text:3:1`` the second hand of a pasted
text. So an address can hold it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from railbird.errors import HistoryError, OptionError
from railbird.history.files import read_hands
from railbird.history.library import Query
from railbird.studio.settings import StudioSettings
from railbird.studio.store import StudioStore
from railbird.table.hand import Hand
from railbird.tournament import JamSpot, Passed, jam_spot

_NAME = re.compile(r"hand:(\d{1,15})|text:(\d{1,15}):(\d{1,4})")
_LOOKED_AT = 400
"""The most hands of the library that one page of spots looks at."""


def hands_of_text(text: str) -> list[Hand]:
    """The hands of a pasted text, in any known format."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "pasted.txt"
        path.write_text(text, encoding="utf-8")
        hands = list(read_hands(path, name="the pasted text", on_problem=lambda _: None))
    if not hands:
        raise HistoryError("the pasted text holds no hand that can be read: paste a whole hand")
    return hands


def find_spot(name: str, settings: StudioSettings, hero: str = "") -> JamSpot:
    """The decision behind a name such as ``hand:17``."""
    found = jam_spot(_told_by(_hand(name, settings), hero))
    if isinstance(found, Passed):
        raise HistoryError(f"hand {found.hand} has no decision to jam or fold: {found.why}")
    return found


def library_spots(
    settings: StudioSettings, *, after: int = 0, limit: int = 20, hero: str = ""
) -> tuple[list[tuple[str, JamSpot]], int | None]:
    """Decisions in hands of the library, and the hand to go on after; None at the end."""
    found: list[tuple[str, JamSpot]] = []
    query = Query(game="holdem", betting="no-limit", player=hero or None)
    with settings.open_library() as library:
        last, looked = 0, 0
        for number, hand in library.hands(query, after=after, limit=_LOOKED_AT):
            last, looked = number, looked + 1
            spot = jam_spot(_told_by(hand, hero))
            if isinstance(spot, JamSpot):
                found.append((f"hand:{number}", spot))
            if len(found) == limit:
                return found, last
    return found, last if looked == _LOOKED_AT else None


def text_spots(text: str, settings: StudioSettings) -> Iterator[tuple[str, JamSpot | Passed]]:
    """Keep a pasted text, and look for a decision in each of its hands."""
    hands = hands_of_text(text)
    with StudioStore(settings.folder) as store:
        number = store.keep_text(text)
    for place, hand in enumerate(hands):
        yield f"text:{number}:{place}", jam_spot(hand)


def _told_by(hand: Hand, hero: str) -> Hand:
    return replace(hand, hero=hand.players.index(hero)) if hero in hand.players else hand


def _hand(name: str, settings: StudioSettings) -> Hand:
    match = _NAME.fullmatch(name)
    if match is None:
        raise OptionError(f"spot {name[:40]!r}: give hand:17, or paste a hand")
    if match[1]:
        with settings.open_library() as library:
            return library.hand(int(match[1]))
    with StudioStore(settings.folder) as store:
        text = store.text(int(match[2]))
    hands = [] if text is None else hands_of_text(text)
    if int(match[3]) >= len(hands):
        raise OptionError(f"spot {name}: there is no such hand here: paste it again")
    return hands[int(match[3])]
