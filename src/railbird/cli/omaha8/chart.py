"""``railbird omaha8 chart``: what to play at a stack size."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import omaha8_app
from railbird.cli.omaha8.options import (
    NAMES,
    no_decision,
    percent,
    position_of,
    signed,
    spot_facts,
    stack_of,
)
from railbird.cli.options import Json
from railbird.cli.ui.files import check_files
from railbird.cli.ui.output import print_json
from railbird.cli.ui.tables import print_line, print_table
from railbird.errors import OptionError
from railbird.omaha8.words import origin

if TYPE_CHECKING:
    from railbird.omaha8.chart import Chart
    from railbird.omaha8.jamfold.solutions import Position
    from railbird.omaha8.rules.features import Bools


@omaha8_app.command("chart")
def omaha8_chart(
    *,
    r: Annotated[str, typer.Option("--r", help="Smaller stack before posting, in big blinds.")],
    position: Annotated[
        str, typer.Option("--position", "-p", help="sb or bb (default: both).")
    ] = "",
    search: Annotated[
        str, typer.Option("--search", "-s", help="Only these hands, such as 'A2xx ds'.")
    ] = "",
    top: Annotated[int, typer.Option(min=1, help="How many hands to list.")] = 10,
    csv: Annotated[Path | None, typer.Option(help="Write all these hands to this file.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write a page with the chart.")] = None,
    as_json: Json = False,
) -> None:
    """Show which Omaha Hi-Lo hands to jam or call at a stack size, heads-up.

    The small blind jams or folds, and the big blind calls or folds. The equilibria of 319 stacks
    from 0.5 to 50 big blinds are shipped. "wins" is what playing a hand wins more than folding it,
    in big blinds; for the big blind, once the small blind has jammed. "playable to" is the largest
    stack at which a hand is played.

    \b
    Examples:
      railbird omaha8 chart --r 8
      railbird omaha8 chart --r 12 --position bb --search "A2xx ds" --csv hands.csv
    """
    from railbird.omaha8.chart import POSITIONS, Chart, matching

    positions = (position_of(position),) if position else POSITIONS
    files = check_files({"--csv": csv, "--html": html})
    if search and html is not None:
        raise OptionError("--search does not go with --html: the page has all hands; omit one")
    found, which = Chart(stack_of(r)), matching(search) if search else None
    if csv is not None:
        _write_csv(csv, found, positions, which)
    if html is not None:
        from railbird.reports.omaha8 import write_chart

        write_chart(html, found, positions)
    if as_json:
        shown = {"search": search or None, "files": [str(path) for path in files.values()]}
        print_json(shown | _as_json(found, positions, which, top))
        return
    _print_shares(found, [each for each in positions if found.decides(each)], which, search)
    for each in positions:
        if found.decides(each):
            _print_best(found, each, which, top)
        else:
            print_line(no_decision(each))
    print_line(origin(found))


def _print_shares(
    found: Chart, positions: Sequence[Position], which: Bools | None, search: str
) -> None:
    """Shares of hands that are played, by kind of cards and of suits."""
    from railbird.cards.classes import omaha_classes
    from railbird.omaha8.chart import ACTIONS, kinds, suits

    sizes = omaha_classes()[1].astype(int)
    heads = [f"{NAMES[each]} {ACTIONS[each]}s %" for each in positions]
    rows = []
    for name, mask in {f"all {search}".strip(): sizes > 0, **kinds(), **suits()}.items():
        chosen = mask if which is None else mask & which
        if hands := int(sizes[chosen].sum()):
            shares = [percent(found.share(each, chosen)) for each in positions]
            rows.append([name, f"{hands:,}", *shares])
    title = f"R = {float(found.stack):g}: the small blind wins {signed(found.value, 4)} bb a hand"
    if positions:
        print_table(["hands", "number", *heads], rows, title=title)
    else:
        print_line(title)


def _print_best(found: Chart, position: Position, which: Bools | None, top: int) -> None:
    best = found.best(position, which)
    rows = [
        [spot.name, str(spot.hands), percent(spot.played), signed(spot.gap), f"{spot.playable:g}"]
        for spot in found.spots(position, best[:top])
    ]
    heads = ["class", "hands", "played %", "wins", "playable to"]
    print_table(heads, rows, title=f"\nBest of {len(best):,} classes, {NAMES[position]}")


def _write_csv(
    path: Path, found: Chart, positions: tuple[Position, ...], which: Bools | None
) -> None:
    import csv

    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        names = ["class", "hand", "hands", "played", "wins_more_than_folding", "playable_to"]
        out.writerow(["position", "r", *names])
        for position in positions:
            for spot in found.spots(position, found.best(position, which)):
                facts = spot_facts(spot)
                if not found.decides(position):
                    facts |= {"played": "", "wins_more_than_folding": ""}
                out.writerow([position, float(found.stack), *facts.values()])


def _as_json(
    found: Chart, positions: tuple[Position, ...], which: Bools | None, top: int
) -> dict[str, object]:
    from railbird.omaha8.chart import kinds, suits

    def shares(position: Position) -> dict[str, float]:
        masks = {name: mask if which is None else mask & which for name, mask in groups.items()}
        return {name: found.share(position, mask) for name, mask in masks.items() if mask.any()}

    groups = {**kinds(), **suits()}
    return {
        "r": float(found.stack),
        "asked": found.wanted,
        "value": found.value,
        "gains": found.gains,
        "positions": {
            position: {
                "share": found.share(position, which),
                "shares": shares(position),
                "best": [
                    spot_facts(spot)
                    for spot in found.spots(position, found.best(position, which)[:top])
                ],
            }
            for position in positions
        },
    }
