"""Progress of work that takes hours: how much is done, how fast, and how long it will still take.

On a terminal it is a bar. Elsewhere, as in a log, it is a line every minute.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_SECONDS = 60.0
"""Between two lines of a log."""

_LONGEST = 56
"""Characters of a line about millions of units that take days."""


class Pace:
    """Rate and time left, from the first report on: what was done before took no time now."""

    def __init__(self, unit: str, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._unit, self._clock = unit, clock
        self._first: tuple[int, float] | None = None

    def text(self, done: int, of: int) -> str:
        """What to show when ``done`` units of all are done.

        Examples
        --------
        >>> pace = Pace("sets", clock=iter([0.0, 10.0]).__next__)
        >>> pace.text(1_000, 100_000)
        '1.0 % of 100,000 sets'
        >>> pace.text(3_000, 100_000)
        '3.0 % of 100,000 sets, 200/s, 8 min 5 s left'
        """
        now = self._clock()
        begun, since = self._first = self._first or (done, now)
        text = f"{100 * done / of:.1f} % of {of:,} {self._unit}"
        if done == begun or now == since:
            return text
        rate = (done - begun) / (now - since)
        return f"{text}, {rate:,.0f}/s, {duration((of - done) / rate)} left"


def duration(seconds: float) -> str:
    """A time in its two largest units.

    Examples
    --------
    >>> duration(9.4), duration(125), duration(7_380)
    ('9 s', '2 min 5 s', '2 h 3 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3_600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3_600} h {whole % 3_600 // 60} min"


@contextmanager
def pace_bar(unit: str) -> Iterator[Callable[[int, int], None]]:
    """Show the progress of this block on stderr. Call the result with units done and all units."""
    pace = Pace(unit)
    if not sys.stderr.isatty():
        said = -_SECONDS

        def say(done: int, of: int) -> None:
            nonlocal said
            text = pace.text(done, of)
            if time.monotonic() >= said + _SECONDS:
                said = time.monotonic()
                print(f"railbird: {text}", file=sys.stderr, flush=True)

        yield say
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    console = Console(stderr=True)
    wide = max(4, min(20, console.width - _LONGEST))
    columns = (BarColumn(bar_width=wide), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda done, of: bar.update(
            task, completed=done / of, description=pace.text(done, of)
        )
