"""``railbird tournament show``: a state of the solved tournament, and every model beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import tournament_app
from railbird.cli.model_option import ModelChoice, Stakes
from railbird.cli.options import Figures, Json
from railbird.cli.ui.files import check_files
from railbird.cli.ui.output import print_json
from railbird.cli.ui.tables import print_line, print_table
from railbird.errors import OptionError
from railbird.typed import named_stacks, numbers

if TYPE_CHECKING:
    from railbird.tournament import ComparedState


@tournament_app.command("show")
def tournament_show(
    stacks: Annotated[
        str,
        typer.Argument(
            help="Stacks in order of action, the blinds last: 3000,4500,6000 or 3k,4.5k,6k."
        ),
    ],
    *,
    payouts: Annotated[
        str,
        typer.Option("--payouts", "-p", help="Prizes, first place first (default: 50,30,20)."),
    ] = "",
    models: Annotated[
        str,
        typer.Option(
            "--models",
            "-m",
            help="Models to compare, such as harville,roberts,fgs:3 (default: all).",
        ),
    ] = "",
    html: Annotated[Path | None, typer.Option("--html", help="Write an HTML page.")] = None,
    figures: Figures = None,
    as_json: Json = False,
) -> None:
    """Show a state of the solved tournament, and how wrong each equity model is there.

    All chips together are 45 small blinds: so stacks tell the blinds, which are shown. Prizes are
    like 50/30/20. The result has the expected prize and the chance of each place in the equilibrium
    of the whole tournament, and what each model gives instead.

    \b
    Examples:
      railbird tournament show 3000,4500,6000
      railbird tournament show 300,12300,900 --models harville,roberts,fgs:2
      railbird tournament show 10,15,20 --html state.html --json
    """
    from railbird.tournament import compare_state
    from railbird.tournament.comparison import MODELS

    check_files({"--html": html})
    if figures is not None:
        from railbird.reports.figures import check_figures

        check_figures(figures)
    chips, players = named_stacks(stacks, "STACKS")
    if players:
        raise OptionError(
            f"STACKS {stacks}: seats have names here: give chips only, such as 3k,4500"
        )
    prizes = numbers(payouts, "--payouts", "50,30,20") if payouts else None
    names = [name.strip() for name in models.split(",")] if models else MODELS
    found = compare_state(chips, prizes, names)
    ModelChoice(name="solved", stakes=Stakes()).warn([chips])
    files = _write(found, html, figures)
    if as_json:
        from dataclasses import asdict

        print_json({**asdict(found), "files": files})
        return
    _print(found)
    for file in files:
        print_line(f"wrote {file}")


def _write(found: ComparedState, html: Path | None, figures: Path | None) -> list[str]:
    """Write the files that were asked for, and return their names."""
    from railbird.reports.figures import save_figures
    from railbird.reports.page import write_page
    from railbird.reports.tournament_state import state_page, state_picture

    written: list[Path] = []
    if html is not None:
        write_page(html, state_page(found))
        written.append(html)
    if figures is not None:
        written += save_figures(figures, {"models": state_picture(found)})
    return [str(path) for path in written]


def _print(found: ComparedState) -> None:
    from railbird.reports.tournament_state import how_compared, says

    prizes = "/".join(f"{prize:g}" for prize in found.payouts)
    blinds = "/".join(f"{blind:.6g}" for blind in found.blinds)
    places = [f"place {number}" for number in range(1, len(found.seats) + 1)]
    rows = [
        [seat, f"{chips:.10g}", f"{paid:.2f}", *(f"{100 * x:.2f}" for x in chances)]
        for seat, chips, paid, chances in zip(
            found.seats, found.stacks, found.solved, found.places, strict=True
        )
    ]
    title = f"in the solved tournament, blinds {blinds}, prizes {prizes}; places in %"
    print_table(["seat", "stack", "worth", *places], rows, title=title)
    rows = [
        [
            one.name,
            *(f"{off:+.2f}" for off in one.off),
            f"{one.percent:.2f}",
            f"{one.largest:.2f}",
        ]
        for one in found.models
    ]
    heads = ["model", *found.seats, "mean error %", "largest"]
    print_table(heads, rows, title="how much more each model gives")
    print_line(says(found))
    print_line(how_compared(found))
