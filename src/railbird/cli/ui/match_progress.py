"""A progress bar for a match: how far it is, how fast it runs, and who leads."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.arena.match import Match
    from railbird.table.hand import Hand

_SECONDS_TO_SHOW = 0.25
_WINDOW = 10.0
"""Seconds over which the speed is measured: loading and starting processes are soon forgotten."""


@contextmanager
def match_progress(
    match: Match, names: Sequence[str], played: Sequence[Hand]
) -> Iterator[Callable[[Hand], None]]:
    """A bar on stderr, if that is a terminal. Call the result with each new hand."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from railbird.arena.standing import Standing
    from railbird.stats import shown

    standing = Standing(match, names)
    unit = "sb" if match.rules.betting == "limit" else "bb"
    shown_at = time.monotonic()
    columns = (
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} hands{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[standing]}", markup=False),  # names may look like markup
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, speed_estimate_period=_WINDOW) as bar:
        task = bar.add_task("", total=match.hands, completed=len(played), rate="", standing="")

        def show(hand: Hand) -> None:
            nonlocal shown_at
            standing.add(hand)
            now = time.monotonic()
            if now - shown_at < _SECONDS_TO_SHOW:
                return
            shown_at = now
            name, mean, error = standing.leader()
            bar.update(
                task,
                completed=standing.hands,
                rate=f", {speed:,.0f}/s" if (speed := bar.tasks[task].speed) else "",
                standing=f"{name} leads by {mean:+.3f} ± {shown(error, '.3f')} {unit}/hand",
            )

        for hand in played:
            standing.add(hand)
        yield show
