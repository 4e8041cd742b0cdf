"""Output of the commands: results to stdout (text or JSON), progress and notes to stderr."""

from __future__ import annotations

import codecs
import io
import json
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from typing import TYPE_CHECKING, Any, Protocol

from railbird.cli.ui.interrupts import was_interrupted
from railbird.errors import LostProcessError

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console


_PLAIN = str.maketrans(
    {
        **dict(zip("–—−─│×·≈♠♥♦♣█▓▒░Δ“”‘’▁▂▃▄▅▆▇", "----|x*~shdc##+.d\"\"''.:-=+*%", strict=True)),
        **dict.fromkeys("\u00a0\u2009\u202f", " "),
        "±": "+/-",
        "…": "...",
        "≥": ">=",
        "≤": "<=",
        "÷": "/",
        "→": "->",
        "←": "<-",
        "σ": "s.d.",
        "ε": "epsilon",
        "€": "EUR",
        "£": "GBP",
    }
)
"""What stands for a character that a terminal's encoding does not have."""


def plain(text: str, encoding: str | None = None) -> str:
    """The text in characters that stdout, or an encoding, can show.

    Examples
    --------
    >>> plain("Kan ± 0.1 – A♠…", "ascii")
    'Kan +/- 0.1 - As...'
    >>> plain("Sêca ± 0.1 …", "latin-1")
    'Sêca ± 0.1 ...'
    """
    encoding = encoding or sys.stdout.encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeError:
        return "".join(_plain_character(c, encoding) for c in text)
    return text


def _plain_character(character: str, encoding: str) -> str:
    try:
        character.encode(encoding)
    except UnicodeError:
        known = character.translate(_PLAIN)
        if known != character:
            return known
        base = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
        return base or "?"
    return character


def plain_streams() -> None:
    """Let stdout and stderr replace characters that their encoding does not have."""

    def replace(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        part = error.object[error.start : error.end]
        return "".join(_plain_character(c, error.encoding) for c in part), error.end

    codecs.register_error("railbird.plain", replace)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="railbird.plain")


def print_json(result: object) -> None:
    """Write a result, usually a dataclass, as one JSON object. Unknown numbers are null."""
    from dataclasses import asdict, is_dataclass

    plain: Any = asdict(result) if is_dataclass(result) and not isinstance(result, type) else result
    print(json.dumps(_finite(plain), indent=2, ensure_ascii=False, allow_nan=False))


def _finite(value: Any) -> Any:
    """A copy in which None replaces the numbers that JSON cannot hold."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    if hasattr(value, "tolist"):  # an array
        return _finite(value.tolist())
    return value


class Advance(Protocol):
    """Tells a progress bar the fraction done, and what is being done if that changes."""

    def __call__(self, done: float, what: str = "", /) -> None: ...


@contextmanager
def progress_bar(what: str, *, shown: bool = True) -> Iterator[Advance]:
    """A bar with an estimate on stderr, if that is a terminal. Call it with the fraction done.

    The bar never goes back, even if an estimate grows. Work in stages names each stage, which
    starts the bar again.
    """
    if not (shown and sys.stderr.isatty()):
        yield lambda _done, _what="", /: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=1.0)
        doing, shown_at = what, -1.0

        def update(done: float, what: str = "", /) -> None:
            nonlocal doing, shown_at
            if what and what != doing:
                doing, shown_at = what, -1.0
                bar.reset(task, description=what)
            if done - shown_at >= 0.001:  # drawing may cost more than a step
                shown_at = done
                bar.update(task, completed=done)

        yield update


class InterruptedCommandError(Exception):
    """Ctrl-C in a command that can resume; the message says how."""


@contextmanager
def resumable(how: str | None) -> Iterator[None]:
    """If this block is interrupted, or loses a process, tell the user how the work resumes.

    ``how`` continues the sentence "give the same command again to resume"; None if it does not.
    """
    again = f"give the same command again to resume {how}"
    try:
        yield
    except LostProcessError as error:
        if how is None:
            raise
        raise LostProcessError(f"{error}; {again}") from None
    except BaseException as error:
        if how is None or not (isinstance(error, KeyboardInterrupt) or was_interrupted()):
            raise
        raise InterruptedCommandError(f"interrupted: {again}") from None


@contextmanager
def resumable_from(file: Path | None) -> Iterator[None]:
    """As `resumable`, for work that resumes from a file once that is there."""
    try:
        yield
    except BaseException:
        there = file is not None and file.exists()
        with resumable(f"from {file}" if there else None):
            raise


@contextmanager
def table_progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar for work in steps. Call the result with the steps done and their total."""
    with progress_bar(what) as progress:
        yield lambda done, of: progress(done / of)


def table_console() -> Console:
    """A console as wide as the terminal, or as wide as needed in a file or pipe."""
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console.width = 1000
    return console
