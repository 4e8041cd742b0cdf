"""``railbird matches``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from railbird.cli.app import app
from railbird.cli.library_option import open_library
from railbird.cli.options import Json, LibraryPath
from railbird.cli.ui.output import print_json

if TYPE_CHECKING:
    from railbird.history.library import KeptMatch


@app.command()
def matches(library: LibraryPath = None, as_json: Json = False) -> None:
    """List the matches and tables of the library. See their hands with hands --match NAME.

    \b
    Example:
      railbird matches
    """
    with open_library(library) as shelf:
        found = shelf.matches()
    if as_json:
        print_json([_match_fields(match) for match in found])
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(
        title=f"{len(found):,} match{'' if len(found) == 1 else 'es'}", title_justify="left"
    )
    for heading in ("match", "hands", "game", "players", "begun", "finished"):
        table.add_column(heading, justify="right" if heading == "hands" else "left")
    for match in found:
        table.add_row(
            Text(match.name),  # verbatim: the name may contain brackets
            f"{match.hands:,}",
            f"{match.rules.betting} {match.rules.game}",
            Text(", ".join(match.players)),
            match.begun or "",
            match.finished or "",
        )
    Console().print(table)


def _match_fields(match: KeptMatch) -> dict[str, Any]:
    return {
        "name": match.name,
        "kind": match.kind,
        "hands": match.hands,
        "asked": match.asked,
        "betting": match.rules.betting,
        "game": match.rules.game,
        "players": match.players,
        "seed": match.seed,
        "duplicate": match.duplicate,
        "begun": match.begun,
        "finished": match.finished,
    }
