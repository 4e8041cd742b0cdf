"""Files of hands: read in any known format, written in a chosen one."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import TextIO, cast

from railbird.compute.checkpoint import replacing
from railbird.errors import CannotHoldError, HistoryError
from railbird.history.formats import base
from railbird.history.formats.acpc.log import AcpcFormat
from railbird.history.formats.base import (
    Format,
    Ignore,
    Problem,
    UnknownFormatError,
    WritableFormat,
    ignore_nothing,
    read_file,
)
from railbird.history.formats.bovada.format import BovadaFormat
from railbird.history.formats.ggpoker import GGPokerFormat
from railbird.history.formats.ipoker import IPokerFormat
from railbird.history.formats.labels import LABELS, NOT_IN_TOURNAMENT, changed_labels, check_extras
from railbird.history.formats.ohh.format import OpenHandHistoryFormat
from railbird.history.formats.one_line import OneLineFormat
from railbird.history.formats.pacific import PacificFormat
from railbird.history.formats.party.format import PartyPokerFormat
from railbird.history.formats.phh.format import PhhFormat
from railbird.history.formats.poker_academy.format import PokerAcademyFormat
from railbird.history.formats.pokerstars.format import PokerStarsFormat
from railbird.history.formats.pokertracker.format import PokerTrackerFormat
from railbird.history.formats.railbird import OwnFormat
from railbird.history.formats.winamax import WinamaxFormat
from railbird.history.formats.winning.format import WinningFormat
from railbird.table.hand import Hand

FORMATS: tuple[Format, ...] = (
    OwnFormat(),
    AcpcFormat(),
    PhhFormat(),
    PokerStarsFormat(),
    GGPokerFormat(),
    WinamaxFormat(),
    PacificFormat(),
    PartyPokerFormat(),
    PokerAcademyFormat(),
    WinningFormat(),
    IPokerFormat(),
    BovadaFormat(),
    PokerTrackerFormat(),
    OpenHandHistoryFormat(),
    OneLineFormat(),
)
"""All known formats, in the order in which they are tried on a file."""

_SUFFIXES = {".jsonl": "railbird", ".phh": "phh", ".phhs": "phh", ".ohh": "ohh"}
"""The formats that have a suffix of their own."""

_HOLD_ALL = {"railbird", "ohh"}
"""The formats that can hold everything in a hand, or find out what they cannot."""

_HOLD_TOURNAMENTS = {"railbird", "ohh", "pokerstars", "phh"}
"""The formats that can hold what is known of a tournament."""


def find_format(name: str) -> Format:
    """A format by its name."""
    for known in FORMATS:
        if known.name == name:
            return known
    raise HistoryError(
        f"format {name!r} is not known: choose {', '.join(known.name for known in FORMATS)}"
    )


def read_hands(
    path: Path | str,
    *,
    format: str | None = None,  # noqa: A002 - what everybody calls it
    name: str | None = None,
    on_problem: Callable[[Problem], None] | None = None,
    ignore: Ignore = ignore_nothing,
    progress: Callable[[float], None] | None = None,
) -> Iterator[Hand]:
    """The hands of a file, gzipped or not; its format is recognised unless given.

    A hand whose cards, money or actions cannot be read is passed to ``on_problem`` and skipped, as
    is the rest of a damaged file; without ``on_problem`` the error is raised. A label that cannot
    be read is ignored: ``ignore`` is called with what it is, such as ``times``. ``name`` is what
    problems call the file.
    """
    formats = FORMATS if format is None else (_Insisted(find_format(format)),)
    return read_file(
        Path(path), formats, name=name, on_problem=on_problem, ignore=ignore, progress=progress
    )


def read_text(text: str, *, name: str = "the text") -> Iterator[Hand]:
    """The hands of a text in any known format; one that cannot be read raises `HistoryError`."""
    try:
        yield from base.read_text(text, FORMATS, name=name)
    except UnknownFormatError:
        raise HistoryError(
            f"{name} is in no format that is known: give whole hands, as the room wrote them"
        ) from None


def read_again(format: str, first: int, text: str) -> Hand:  # noqa: A002
    """Read a hand that was refused once, from its text; see `Problem`."""
    return find_format(format).read(list(enumerate(text.split("\n"), first)))


class _Insisted:
    """A format that accepts any file, because the user chose it."""

    def __init__(self, chosen: Format) -> None:
        self.name, self.title = chosen.name, chosen.title
        self.split, self.read = chosen.split, chosen.read

    def recognises(self, head: str) -> bool:
        del head
        return True


def writable_format(name: str) -> WritableFormat:
    """A format by its name, which can be written."""
    found = {known.name: known for known in FORMATS}.get(name)
    if not isinstance(found, WritableFormat):
        names = ", ".join(known.name for known in FORMATS if isinstance(known, WritableFormat))
        why = "is not known" if found is None else "can be read but not written"
        raise HistoryError(f"format {name!r} {why}: choose {names}")
    return found


def format_of_name(path: Path) -> str | None:
    """The format that a file is named for, None if its suffix is not of one format.

    Examples
    --------
    >>> format_of_name(Path("hands.phhs.gz")), format_of_name(Path("hands.txt"))
    ('phh', None)
    """
    name = path.with_suffix("") if path.suffix == ".gz" else path
    return _SUFFIXES.get(name.suffix.lower())


def write_hands(
    path: Path | str | TextIO,
    hands: Iterable[Hand],
    *,
    format: str,  # noqa: A002
    on_problem: Callable[[CannotHoldError], None] | None = None,
    ignore: Ignore = ignore_nothing,
) -> int:
    """Write hands to a file (gzipped if it ends in ``.gz``) and return how many were written.

    A file that is named appears when it is complete, and not at all if none of the hands fits; an
    open text file is written to directly.

    A hand whose cards, money or actions the format cannot hold is passed to ``on_problem`` and left
    out; without ``on_problem`` the error is raised. Other labels than the format can hold are
    left out or replaced: ``ignore`` is called with what they are, such as ``times``.
    """
    form = writable_format(format)
    write = form.writer()
    written = 0
    opened = _written(Path(path)) if isinstance(path, Path | str) else nullcontext(path)
    with suppress(_NothingFitsError), opened as file:
        refused = False
        for hand in hands:
            try:
                if form.name not in _HOLD_ALL:
                    check_extras(hand, format=form.name)
                fitting = hand
                if hand.tournament is not None and form.name not in _HOLD_TOURNAMENTS:
                    fitting = replace(hand, tournament=None)
                held = form.fit(fitting)
                file.write(write(held))
            except CannotHoldError as error:
                if on_problem is None:
                    raise
                on_problem(error)
                refused = True
            else:
                written += 1
                if held is not hand:
                    for label in changed_labels(hand, held):
                        gone = label == "tournament" and held.tournament is None
                        ignore(NOT_IN_TOURNAMENT if gone else LABELS[label])
        if refused and not written:
            raise _NothingFitsError  # an older file stays as it was
    return written


class _NothingFitsError(Exception):
    """None of the hands fits the format."""


@contextmanager
def _written(path: Path) -> Iterator[TextIO]:
    """A text file, gzipped if it is named so, that appears when it is complete."""
    opener = gzip.open if path.suffix == ".gz" else open
    with (
        replacing(path) as draft,
        opener(draft, "wt", encoding="utf-8", errors="surrogateescape") as file,
    ):
        yield cast("TextIO", file)
