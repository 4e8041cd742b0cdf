"""Matches and players of a library by what a person types."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from difflib import SequenceMatcher

from railbird.errors import LibraryError
from railbird.history.library.matches import LARGEST, KeptMatch
from railbird.history.library.store import Library

_LISTED = 5
_NEAR = 0.5
"""How similar a name must be to be suggested; 1 is the same."""


def find_match(library: Library, text: str) -> KeptMatch:
    """The match with this number, this name, or this part of a name.

    `LibraryError` lists the candidates if there are several, and similar names if there is none.
    """
    if text.isdecimal() and int(text) <= LARGEST and (numbered := library.match(int(text))):
        return numbered
    if named := library.matches(text):
        return named[0]
    matches = library.matches()
    found = [match for match in matches if text and text.casefold() in match.name.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        raise LibraryError(
            f"{text!r} is part of the names of {len(found):,} matches; give a number: "
            + _listed(f"{match.number} ({match.name})" for match in found)
        )
    if not matches:
        raise LibraryError(
            f"the library {library.path} has no match {text!r}, nor any other: import or play some"
        )
    if text.isdecimal():
        first, last = min(m.number for m in matches), max(m.number for m in matches)
        span = f"numbers go from {first} to {last}" if first < last else f"there is only {first}"
        raise LibraryError(f"the library {library.path} has no match {text}: {span}")
    near = _near(text, {match.name: f"{match.number} ({match.name})" for match in matches})
    raise LibraryError(
        f"the library {library.path} has no match {text!r}: "
        + (f"did you mean {near}?" if near else "`railbird matches` lists them")
    )


def newest_match(library: Library) -> KeptMatch:
    """The match that was played last: finished or begun, or with the newest imported hand."""
    matches = library.matches()
    if not matches:
        raise LibraryError(f"the library {library.path} has no match: play one or import hands")
    last_played = library.newest_import()

    def key(match: KeptMatch) -> tuple[datetime, int]:
        times = [_time(match.finished), _time(match.begun)]
        if last_played is not None and match.name == last_played[0]:
            times.append(_time(last_played[1]))
        return max(times), match.number

    return max(matches, key=key)


def find_player(library: Library, name: str) -> str:
    """The name of a player, if the library has hands of them."""
    names = library.players()
    if name in names:
        return name
    if not names:
        raise LibraryError(
            f"the library {library.path} has no player {name!r}, nor any other: import or play some"
        )
    near = _near(name, {known: known for known in names})
    raise LibraryError(
        f"the library {library.path} has no player {name!r}"
        + (f": did you mean {near}?" if near else ": `railbird matches` lists who played")
    )


def _time(text: str | None) -> datetime:
    try:
        moment = datetime.fromisoformat(text or "")
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _near(text: str, names: dict[str, str]) -> str:
    """The names that are similar to a text, or have a word that is, best first."""
    wanted = text.casefold()

    def likeness(name: str) -> float:
        parts = (name, *name.replace(",", " ").replace("=", " ").split())
        return max(SequenceMatcher(None, wanted, part.casefold()).ratio() for part in parts)

    likely = sorted(((-likeness(name), at, name) for at, name in enumerate(names)))
    return _listed(names[name] for like, _, name in likely[:_LISTED] if -like >= _NEAR)


def _listed(names: Iterable[str]) -> str:
    names = list(names)
    more = f" and {len(names) - _LISTED:,} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more
