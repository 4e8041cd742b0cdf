"""``railbird bench``."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from railbird.cli.app import app
from railbird.cli.options import Json
from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.tables import print_table


@app.command()
def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Fewer repetitions.")] = False,
    as_json: Json = False,
) -> None:
    """Measure how fast railbird is on this machine.

    \b
    Example:
      railbird bench --quick
    """
    from railbird.evaluate.speed import all_cases, measure

    cases, found = all_cases(quick=quick), []
    with progress_bar("measuring") as progress:
        for case in cases:
            found.append(measure(case, runs=2 if quick else 5))
            progress(len(found) / len(cases))
    if as_json:
        print_json([asdict(speed) for speed in found])
        return
    rows = [
        [
            speed.case,
            f"{1000 * speed.seconds:.1f} ms",
            "" if speed.rate is None else f"{speed.rate / 1e6:.1f} M/s",
        ]
        for speed in found
    ]
    print_table(["case", "time", "rate"], rows, title="best of several runs on this machine")
