"""The interface of a hand-history format, and the reading and writing of files in any format.

A format turns lines into `Hand` records and back. Reading streams: it keeps no more than a block
of lines in memory. A hand that cannot be read becomes a `Problem` with its line and reason; the
rest is read. Only cards, money and actions can make a hand unreadable: a label such as the time
that cannot be read is ignored.
"""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from json import JSONDecodeError
from pathlib import Path
from typing import Protocol, runtime_checkable

from railbird.errors import HistoryError, InputError
from railbird.table.hand import Hand

Line = tuple[int, str]
"""A line's number, from 1, and its text without the line ending."""

Ignore = Callable[[str], None]
"""Called with what is ignored in a hand that is read, such as ``times``."""

_HEAD = 4096
"""The number of characters that is enough to recognise a format."""

_BLOCK = 1 << 16
"""Bytes to read in one block."""

_LONGEST_LINE = 1_000_000
"""A line of more characters than this ends the reading: it is not of a hand history."""

_NO_TEXT = {
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"%PDF": "a PDF document",
}
"""Files that people confuse with hand histories, by how they begin."""

_ARCHIVES = {
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
    b"7z\xbc\xaf": "7z",
    b"Rar!": "rar",
    b"BZh": "bzip2",
    b"\xfd7zX": "xz",
}
"""How files begin that hold others, or are compressed in a way that is not read."""

_QUOTED = 80
"""The most characters of a line in an error."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A hand that could not be read, with the place and the reason.

    ``format``, ``first`` and ``text`` are what it takes to try again: the name of the format, the
    number of the first line of the hand, and its lines. They are empty for damage to a file.
    """

    file: str
    line: int
    reason: str
    format: str = field(default="", compare=False)
    first: int = field(default=0, compare=False)
    text: str = field(default="", compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"


class UnreadableHandError(HistoryError):
    """One hand of a file cannot be read; the rest of the file can."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class UnknownFormatError(HistoryError):
    """A file in no format that is known; ``why`` says it in few words.

    ``may_be_chosen``: it may be in one of ours all the same, if somebody names that.
    """

    why = "no format that railbird reads"
    may_be_chosen = True


class _ArchiveError(UnknownFormatError):
    """A file that holds others."""

    may_be_chosen = False

    def __init__(self, file: str, kind: str) -> None:
        super().__init__(f"{file} is a {kind} archive: unpack it, and give the files in it")
        self.why = f"a {kind} archive: unpack it"


class _NoTextError(UnknownFormatError):
    """A file that has no text, whatever its name: an empty one, a picture."""

    may_be_chosen = False

    def __init__(self, file: str, what: str) -> None:
        super().__init__(f"{file} is {what}: give a file with the text of hands")
        self.why = what


class _DamagedError(HistoryError):
    """A file that cannot be read beyond a line."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file} is damaged after line {line}: {reason}")
        self.line = line
        self.reason = f"the file is damaged after this line: {reason}"


class _LongLineError(_DamagedError):
    """A line so long that the file is not of text."""

    def __init__(self, file: str, line: int) -> None:
        super().__init__(file, line, f"the next has over {_LONGEST_LINE:,} characters")


def quoted(value: object) -> str:
    """A text, or another value, in an error: not too long."""
    text = value if isinstance(value, str) else str(value)
    if len(text) > _QUOTED:
        text = f"{text[: _QUOTED - 1]}…"
    return repr(text) if isinstance(value, str) else text


def wrong_json(error: Exception) -> str:
    """What is wrong with the JSON of a hand, by the error that reading it raised.

    Examples
    --------
    >>> wrong_json(KeyError("players"))
    "'players' is missing"
    """
    if isinstance(error, KeyError):
        return f"{quoted(str(error.args[0]))} is missing"
    if isinstance(error, JSONDecodeError):
        return "it is not JSON, or not all of it"
    return "a value is not what it should be"


def ignore_nothing(what: str) -> None:
    """Do not count what is ignored."""
    del what


class Format(Protocol):
    """A way to write hands as text."""

    name: str
    """Its name on the command line, such as ``acpc``."""
    title: str
    """A one-line description."""

    def recognises(self, head: str) -> bool:
        """Whether a file that begins with this text is of this format."""

    def split(self, lines: Iterator[Line]) -> Iterator[list[Line]]:
        """The lines of each hand; lines outside hands are left out."""

    def read(self, lines: list[Line], ignore: Ignore = ...) -> Hand:
        """Read a hand from its lines; any `InputError` becomes a `Problem`."""


@runtime_checkable
class WritableFormat(Format, Protocol):
    """A format that can also be written."""

    def fit(self, hand: Hand) -> Hand:
        """The hand with only such labels as the format can hold (see `LABELS`).

        It may raise `CannotHoldError`, as `write` does, for cards, money or actions.
        """

    def write(self, hand: Hand) -> str:
        """A hand as text, with the last line ending; `CannotHoldError` says what does not fit."""

    def writer(self) -> Callable[[Hand], str]:
        """A function that writes the hands of one file in turn, as `write` writes a single hand."""


@contextmanager
def open_lines(
    path: Path, *, name: str | None = None
) -> Iterator[tuple[Iterator[Line], Callable[[], float]]]:
    """The lines of a text file, gzipped or not, and how much of it has been read.

    The text is UTF-8, UTF-16 or, byte by byte where it is not UTF-8, that of Windows (cp1252). A
    byte that means nothing there either is kept as it is. A line that is too long ends the
    reading, as damage does: it raises `HistoryError`. An archive raises `UnknownFormatError`.
    """
    with path.open("rb") as raw:
        size = max(1, path.stat().st_size)
        file = str(path) if name is None else name
        start = raw.read(4)
        for magic, kind in _ARCHIVES.items():
            if start.startswith(magic):
                raise _ArchiveError(file, kind)
        for magic, what in _NO_TEXT.items():
            if start.startswith(magic):
                raise _NoTextError(file, what)
        packed = start[:2] == b"\x1f\x8b"
        raw.seek(0)
        source: io.BufferedIOBase = gzip.GzipFile(fileobj=raw) if packed else raw
        blocks = _blocks_of_lines(source, file=file)
        yield enumerate(chain.from_iterable(blocks), 1), lambda: raw.tell() / size


def _blocks_of_lines(source: io.BufferedIOBase, *, file: str) -> Iterator[list[str]]:
    """Read lines in blocks, which is faster than one by one; accepts any line ending."""
    decode: Callable[..., str] | None = None
    begun: list[str] = []  # parts of a line whose end has not been read yet
    size = 0
    count = 0
    try:
        while block := source.read1(_BLOCK):
            decode = decode or _decoder(block)
            text, end, rest = decode(block).rpartition("\n")
            if end:
                lines = "".join([*begun, text]).split("\n")
                count += len(lines)
                yield lines
                begun, size = [], 0
            begun.append(rest)
            size += len(rest)
            if size > _LONGEST_LINE:
                raise _LongLineError(file, count)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise _DamagedError(file, count, str(error)) from error
    last = "".join([*begun, decode(b"", final=True) if decode else ""])
    if last:
        yield last.removesuffix("\n").split("\n")


def _decoder(start: bytes) -> Callable[..., str]:
    """A function that decodes a file that begins with these bytes, and its line endings."""
    encoding = "utf-8"
    if start[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        encoding = "utf-16"
    elif len(start) >= 8 and not any(start[1:8:2]):
        encoding = "utf-16-le"
    elif len(start) >= 8 and not any(start[0:8:2]):
        encoding = "utf-16-be"
    errors = _AS_WINDOWS if encoding == "utf-8" else "replace"
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    return io.IncrementalNewlineDecoder(decoder, translate=True).decode


def _as_windows(error: UnicodeError) -> tuple[str, int]:
    """What bytes that are not UTF-8 mean on Windows; those that mean nothing are kept."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.end]
    try:
        return wrong.decode("cp1252"), error.end
    except UnicodeDecodeError:
        return wrong.decode("ascii", "surrogateescape"), error.end


_AS_WINDOWS = "railbird-windows"
codecs.register_error(_AS_WINDOWS, _as_windows)


def detect(head: str, formats: Iterable[Format], *, file: str) -> Format:
    """Recognise the format of a file by its first characters."""
    formats = list(formats)
    for known in formats:
        if known.recognises(head):
            return known
    if not head.strip("\ufeff \t\r\n"):
        raise _NoTextError(file, "empty")
    names = ", ".join(known.name for known in formats)
    raise UnknownFormatError(
        f"the format of {file} is not known: give a file in one of these: {names}"
    )


def read_file(
    path: Path,
    formats: Iterable[Format],
    *,
    name: str | None = None,
    on_problem: Callable[[Problem], None] | None = None,
    ignore: Ignore = ignore_nothing,
    progress: Callable[[float], None] | None = None,
) -> Iterator[Hand]:
    """The hands of a file in the first format that recognises it.

    A hand that cannot be read is passed to ``on_problem``, and so is damage that ends the reading
    of the file; without it the error is raised. ``name`` is what errors call the file.
    """
    name = str(path) if name is None else name
    with open_lines(path, name=name) as (lines, how_far):
        try:
            groups = _groups(lines, formats, name)
            for number, (chosen, group) in enumerate(groups):
                if progress is not None and number % 1000 == 0:
                    progress(how_far())
                try:
                    yield chosen.read(group, ignore)
                except InputError as error:
                    problem = _problem(name, error, chosen, group)
                    if on_problem is None:
                        raise HistoryError(str(problem)) from error
                    on_problem(problem)
        except _DamagedError as error:
            if on_problem is None:
                raise
            on_problem(Problem(name, error.line, error.reason))


def read_text(text: str, formats: Iterable[Format], *, name: str) -> Iterator[Hand]:
    """The hands of a text in the first format that recognises it; ``name`` is what errors call it.

    A hand that cannot be read raises `HistoryError`.
    """
    lines = enumerate(text.replace("\r\n", "\n").split("\n"), 1)
    for chosen, group in _groups(lines, formats, name):
        try:
            yield chosen.read(group)
        except InputError as error:
            raise HistoryError(str(_problem(name, error, chosen, group))) from error


def _problem(name: str, error: InputError, form: Format, group: list[Line]) -> Problem:
    line, reason = group[0][0], str(error)
    if isinstance(error, UnreadableHandError):
        line, reason = error.line, error.reason
    text = "\n".join(text for _, text in group)
    return Problem(name, line, reason, form.name, group[0][0], text)


def _groups(
    lines: Iterator[Line], formats: Iterable[Format], file: str
) -> Iterator[tuple[Format, list[Line]]]:
    """The format of a file, with the lines of each hand."""
    first: list[Line] = []
    size = 0
    damage: _DamagedError | None = None
    try:
        for line in lines:
            first.append(line)
            size += len(line[1]) + 1
            if size >= _HEAD:
                break
    except _DamagedError as error:
        damage = error
    try:
        chosen = detect("\n".join(line for _, line in first), formats, file=file)
    except UnknownFormatError:
        if damage is None or isinstance(damage, _LongLineError):
            raise
        raise damage from None
    for group in chosen.split(chain(first, lines)):
        yield chosen, group
    if damage is not None:
        raise damage
