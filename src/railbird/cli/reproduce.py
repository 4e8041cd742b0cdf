"""``railbird reproduce``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import app
from railbird.cli.options import Figures, Json
from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.tables import print_table, print_text
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.reproduce.experiment import Figure


@app.command()
def reproduce(
    *,
    name: Annotated[
        str | None,
        typer.Argument(help="An experiment, such as kan-table-3.3, or a document, such as kan."),
    ] = None,
    list_all: Annotated[
        bool, typer.Option("--list", help="Show all experiments, or those of a document.")
    ] = False,
    games: Annotated[
        int | None, typer.Option("--games", "-n", help="Games to play, if it plays any.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Seed of the games (default: that of the experiment).")
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--report", "-r", help="Write an HTML report of the match.")
    ] = None,
    figures: Figures = None,
    as_json: Json = False,
) -> None:
    """Recompute a published table or figure.

    Our values are shown next to the printed ones. A printed number that ours agrees with is a
    "match". What is said in another way (a bound, an identity, a sign) is "consistent" with ours.
    With fewer games than the experiment takes, what they cannot decide is "too few to tell". The
    name of a document lists its experiments.

    \b
    Examples:
      railbird reproduce --list
      railbird reproduce kan
      railbird reproduce billings-table-2
      railbird reproduce kan-fig-4.5 --games 5000 --report self-play.html
    """
    given = {"--games": games, "--seed": seed, "--report": report, "--figures": figures}
    extra = [option for option, value in given.items() if value is not None]
    if not list_all and name is None:
        raise OptionError("name an experiment or a document, or see all with --list")
    from railbird.reproduce.registry import DOCUMENTS

    if name in DOCUMENTS:
        if extra:
            raise OptionError(f"{name} is a document: omit {', '.join(extra)}, or name a table")
        _list_experiments(name, as_json)
    elif name is None or list_all:
        extra = ["NAME"] * (name is not None) + extra
        if extra:
            raise OptionError(f"--list shows all experiments: omit {', '.join(extra)}")
        _list_experiments(None, as_json)
    else:
        _run(name, games, seed, report=report, figures=figures, as_json=as_json)


def _list_experiments(key: str | None, as_json: bool) -> None:
    """Print the experiments of a document, or all, with their known status and run time."""
    from railbird.reproduce.experiment import TOO_FEW
    from railbird.reproduce.registry import DOCUMENTS

    documents = [DOCUMENTS[key]] if key else list(DOCUMENTS.values())
    if as_json:
        print_json(
            [
                {
                    "name": e.id,
                    "title": e.title,
                    "status": e.expected,
                    "too_few": e.too_few,
                    "seconds": e.seconds,
                    "games": e.games,
                    "seed": e.seed if e.games else None,
                }
                for document in documents
                for e in document.experiments()
            ]
        )
        return
    for i, document in enumerate(documents):
        if i:
            print()
        rows = [
            [e.id, TOO_FEW if e.too_few else e.expected, e.duration, e.what]
            for e in document.experiments()
        ]
        print_table(["name", "status", "time", "what"], rows, title=document.title, text=(0, 1, 3))


def _run(
    name: str,
    games: int | None,
    seed: int | None,
    *,
    report: Path | None,
    figures: Path | None,
    as_json: bool,
) -> None:
    """Run one experiment and print our figures next to the published ones."""
    from railbird.reports.experiment import experiment_figures, write_pages
    from railbird.reports.figures import check_figures, save_figures
    from railbird.reproduce.experiment import TOO_FEW, RunOptions
    from railbird.reproduce.registry import find

    experiment = find(name)
    given = [option for option, x in (("--games", games), ("--seed", seed)) if x is not None]
    if given and not experiment.games:
        raise OptionError(f"{experiment.id} plays no games: omit {' and '.join(given)}")
    if games is not None and games < 2:
        raise OptionError(f"--games {games} is too few: play 2 games or more")
    wanted = {"--report": report, "--figures": figures}
    given = [option for option, x in wanted.items() if x is not None]
    if given and not experiment.draws:
        raise OptionError(f"{experiment.id} has nothing to draw: omit {' and '.join(given)}")
    if report is not None and (report.is_dir() or not report.absolute().parent.is_dir()):
        raise OptionError(f"{report} cannot be written: name a file in a folder that exists")
    check_figures(figures)
    with progress_bar(f"{experiment.id}, usually {experiment.duration}") as progress:
        options = RunOptions(
            games=games,
            seed=experiment.seed if seed is None else seed,
            draws=bool(given),
            progress=progress,
        )
        outcome = experiment.run(options)
    pages = [] if report is None else write_pages(outcome, report, title=experiment.title)
    if figures is not None:
        save_figures(figures, experiment_figures(outcome))
    if as_json:
        print_json([asdict(each) | {"too_few": each.too_few} for each in outcome.figures])
        return
    print(experiment.title)
    if outcome.text:
        print()
        for line in outcome.text.split("\n"):
            print_text(line, hanging=4)
        print()
    _print_figures([each for each in outcome.figures if each.name not in outcome.in_text])
    if outcome.in_text:
        print_text(f"{len(outcome.in_text)} more figures are in the table above; --json lists all")
    for note in outcome.notes:
        print_text(f"note: {note}")
    for page in pages:
        print(f"report: {page}")
    if figures is not None:
        print(f"figures: {figures}")
    found = TOO_FEW if outcome.verdict == "not comparable" and outcome.too_few else outcome.verdict
    print(f"{experiment.id}: {found}")


def _print_figures(figures: Sequence[Figure]) -> None:
    """A table, and below it the reasons of what does not match, each once."""
    from railbird.reproduce.experiment import TOO_FEW

    reasons: dict[str, int] = {}
    rows = []
    for figure in figures:
        verdict = TOO_FEW if figure.too_few else figure.verdict
        if figure.why and figure.verdict != "match":
            verdict += f" [{reasons.setdefault(figure.why, len(reasons) + 1)}]"
        rows.append([figure.name, *figure.texts, verdict])
    print_table(["", "ours", "printed", "verdict"], rows, text=(0, 3))
    for why, number in reasons.items():
        print_text(f"[{number}] {why}", hanging=4)
