"""``railbird reproduce``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.app import app
from railbird.cli.options import Figures, Json
from railbird.cli.ui.output import print_json, progress_bar
from railbird.errors import OptionError


@app.command()
def reproduce(
    *,
    name: Annotated[str | None, typer.Argument(help="An experiment, such as kan-3.3.")] = None,
    list_all: Annotated[bool, typer.Option("--list", help="Show all experiments.")] = False,
    games: Annotated[
        int | None, typer.Option("--games", "-n", min=2, help="Games to play, if it plays any.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the games.")] = 1,
    report: Annotated[
        Path | None, typer.Option("--report", "-r", help="Write an HTML report of the match.")
    ] = None,
    figures: Figures = None,
    as_json: Json = False,
) -> None:
    """Recompute a published table or figure.

    Our values are shown next to the printed ones.

    \b
    Examples:
      railbird reproduce --list
      railbird reproduce billings-2
    """
    if list_all:
        _list_experiments(as_json)
    elif name is None:
        raise OptionError("name an experiment, or see them all with --list")
    else:
        _run(name, games, seed, report=report, figures=figures, as_json=as_json)


def _list_experiments(as_json: bool) -> None:
    """Print all experiments, with their known status and run time."""
    from railbird.reproduce.registry import EXPERIMENTS

    rows = [
        {"name": e.id, "title": e.title, "status": e.expected, "seconds": e.seconds}
        for e in EXPERIMENTS.values()
    ]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        print(f"{row['name']:16} {row['status']:15} {row['title']}")


def _run(
    name: str,
    games: int | None,
    seed: int,
    *,
    report: Path | None,
    figures: Path | None,
    as_json: bool,
) -> None:
    """Run one experiment and print our figures next to the published ones."""
    from railbird.reports.experiment import experiment_figures, write_pages
    from railbird.reports.figures import check_figures, save_figures
    from railbird.reproduce.experiment import RunOptions
    from railbird.reproduce.registry import find

    experiment = find(name)
    check_figures(figures)
    draws = report is not None or figures is not None
    with progress_bar(f"{name}, usually {experiment.seconds:g} s") as progress:
        options = RunOptions(games=games, seed=seed, draws=draws, progress=progress)
        outcome = experiment.run(options)
    pages = [] if report is None else write_pages(outcome, report)
    if figures is not None:
        save_figures(figures, experiment_figures(outcome))
    if as_json:
        print_json([asdict(figure) for figure in outcome.figures])
        return
    print(experiment.title)
    if outcome.text:
        print(f"\n{outcome.text}\n")
    width = max(len(figure.name) for figure in outcome.figures)
    print(f"{'':{width}}  {'ours':>12}  {'printed':>12}  verdict")
    for figure in outcome.figures:
        ours, printed = (
            "" if x is None else x if isinstance(x, str) else _number(x)
            for x in (figure.ours, figure.printed)
        )
        why = f" ({figure.why})" if figure.why and figure.verdict != "match" else ""
        print(f"{figure.name:{width}}  {ours:>12}  {printed:>12}  {figure.verdict}{why}")
    for note in outcome.notes:
        print(f"note: {note}")
    for page in pages:
        print(f"report: {page}")
    if figures is not None:
        print(f"figures: {figures}")
    print(f"{experiment.id}: {outcome.verdict}")


def _number(x: float) -> str:
    """A number as text: a count with all its digits, unless there are very many."""
    return f"{x:,}" if isinstance(x, int) and abs(x) < 10**12 else f"{x:.6g}"
