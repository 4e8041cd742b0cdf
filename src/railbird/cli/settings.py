"""``railbird settings``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import app
from railbird.cli.options import Json
from railbird.cli.ui.output import print_json, table_progress
from railbird.cli.ui.tables import print_table, print_text
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.divat.baseline.mixture import Baseline
    from railbird.divat.baseline.settings import Settings


@app.command()
def settings(
    named: Annotated[
        str | None,
        typer.Argument(
            metavar="[SETTINGS]", help="Names joined by commas, or a TOML file. Without it: a list."
        ),
    ] = None,
    toml: Annotated[
        bool, typer.Option("--toml", help="Print them as a file to change and to analyse with.")
    ] = False,
    build: Annotated[
        bool, typer.Option("--build", help="Build their own pre-flop table, in about five minutes.")
    ] = False,
    as_json: Json = False,
) -> None:
    """List or show the settings of the baseline that analyze compares play with.

    Names choose how often the baseline folds, how often it bets, how it ranks hands, and how equity
    is rolled out. Join several by commas. The rest is as in the standard settings.

    \b
    Examples:
      railbird settings
      railbird settings tight-low,aggressive-high
      railbird settings standard --toml > mine.toml
      railbird analyze match.log --settings mine.toml
    """
    if sum([toml, build, as_json]) > 1:
        raise OptionError("--toml, --build and --json exclude each other: choose one")
    if named is None:
        if toml or build:
            raise OptionError("say which settings, for example: railbird settings standard --toml")
        _list(as_json=as_json)
        return
    from railbird.divat.baseline.find import as_toml, find_settings

    found = find_settings(named)
    if toml:
        print(as_toml(found), end="")
    elif build:
        _build(found)
    elif as_json:
        print_json(found)
    else:
        _show(found)


def _list(*, as_json: bool) -> None:
    from railbird.divat.baseline.find import EXAMPLES, NAMES, about

    known = {**NAMES, **{example: kind for kind, example in EXAMPLES.items()}}
    if as_json:
        print_json(
            [{"name": name, "chooses": kind, "is": about(name)} for name, kind in known.items()]
        )
        return
    rows = [[name, kind, about(name)] for name, kind in known.items()]
    print_table(["name", "chooses", "what it is"], rows, text=(0, 1, 2))


def _show(found: Baseline) -> None:
    from railbird.divat.baseline.mixture import (
        Mixture,
        parts_of,
        sparbot_distances,
        sparbot_mixture,
    )
    from railbird.divat.baseline.preflop import preflop
    from railbird.divat.baseline.settings import MOST_BETS

    if isinstance(found, Mixture):
        rows = [[each.name, f"{weight:.3f}"] for weight, each in found.parts]
        print_table([f"{found.name}, a mixture", "weight"], rows)
        if found == sparbot_mixture():
            fit = sparbot_distances()
            print_text(
                f"The frequencies of its actions are {fit.mixture:.2f} from Sparbot's, root mean "
                f"square; those of the standard settings are {fit.standard:.2f}."
            )
    else:
        _show_one(found)
    lenders = {preflop(each).borrowed for _, each in parts_of(found)} - {""}
    if lenders:
        own = "" if found.levels > MOST_BETS else " --build makes their own."
        names = " and ".join(sorted(lenders))
        print_text(f"Before the flop they borrow the table of the {names} settings.{own}")


def _show_one(found: Settings) -> None:
    from railbird.table.state import ROUND_NAMES

    count = ("one bet", "two", "three", "four", "five", "six", "seven", "eight")
    print_table(
        [found.name, "fold offset", "slope", *count[: found.levels]],
        [
            [
                round_,
                ", ".join(f"{offset:+.3f}" for offset in found.offset_list(i)),
                f"{found.fold_slopes[i]:g}",
                *(f"{make:.4f}" for make in found.makes[i]),
                *[""] * (found.levels - len(found.makes[i])),
            ]
            for i, round_ in enumerate(ROUND_NAMES)
        ],
    )
    later = "one bet of each player a round" if found.rolls_out_one_bet else "the baseline"
    print_text(
        f"A hand bets if its rank is at least the figure. A hand that does not bet folds below "
        f"slope × bet / (pot + bet) + offset. Ranks are by the {found.rank_name}. Equity is rolled "
        f"out with {later}."
    )


def _build(found: Baseline) -> None:
    from railbird.divat.baseline.mixture import parts_of
    from railbird.divat.baseline.preflop import build_table, table_path

    for _, each in parts_of(found):
        with table_progress(f"building the pre-flop table of {each.name}") as progress:
            build_table(each, progress)
        path = table_path(each)
        print(f"{each.name}: {path if path.exists() else 'the table is shipped'}")
