"""Output of the commands: results to stdout (text or JSON), progress and notes to stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite, nan
from typing import TYPE_CHECKING, Any

from railbird.errors import OptionError

if TYPE_CHECKING:
    from rich.console import Console


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


@contextmanager
def progress_bar(what: str, *, shown: bool = True) -> Iterator[Callable[[float], None]]:
    """A bar with an estimate on stderr, if that is a terminal. Call it with the fraction done."""
    if not (shown and sys.stderr.isatty()):
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=1.0)
        shown_at = -1.0

        def update(done: float) -> None:
            nonlocal shown_at
            if abs(done - shown_at) >= 0.001:  # drawing may cost more than a step
                shown_at = done
                bar.update(task, completed=done)

        yield update


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


def numbers(text: str, option: str, example: str) -> list[float]:
    """The comma-separated numbers of an option."""
    if not text.strip():
        raise OptionError(f"{option} is missing: separate numbers by commas, such as {example}")
    found = []
    for place, item in enumerate(text.split(","), start=1):
        try:
            number = float(item)
        except ValueError:
            number = nan
        if not isfinite(number):
            raise OptionError(
                f"number {place} of {option} is {item.strip()!r}: separate numbers by commas, "
                f"such as {example}"
            )
        found.append(number)
    return found
