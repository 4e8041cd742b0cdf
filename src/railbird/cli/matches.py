"""``railbird matches``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from railbird.cli.app import app
from railbird.cli.library_option import NOTHING_YET, open_library
from railbird.cli.options import Json, LibraryPath
from railbird.cli.ui.output import print_json
from railbird.cli.ui.tables import print_table, print_text

if TYPE_CHECKING:
    from railbird.history.library import KeptMatch


@app.command()
def matches(library: LibraryPath = None, as_json: Json = False) -> None:
    """List the matches and tables of the library. See their hands with hands --match NUMBER.

    \b
    Example:
      railbird matches
    """
    with open_library(library, to_read=True) as shelf:
        found = shelf.matches()
    if as_json:
        print_json([_match_fields(match) for match in found])
        return
    if not found:
        print_text(f"no matches yet: {NOTHING_YET}")
        return
    rows = [
        [
            str(match.number),
            match.name,
            _hands(match),
            f"{match.rules.betting} {match.rules.game}",
            ", ".join(match.players),
            (match.begun or "")[:16].replace("T", " "),
        ]
        for match in found
    ]
    headings = ("no.", "match", "hands", "game", "players", "begun (UTC)")
    title = f"{len(found):,} match{'' if len(found) == 1 else 'es'}"
    print_table(headings, rows, title=title, text=(1, 3, 4, 5))


def _hands(match: KeptMatch) -> str:
    """How many hands there are, and how many there were to be if the match is not finished."""
    if match.finished is None and match.asked is not None and match.asked > match.hands:
        return f"{match.hands:,} of {match.asked:,}"
    return f"{match.hands:,}"


def _match_fields(match: KeptMatch) -> dict[str, Any]:
    return {
        "number": match.number,
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
