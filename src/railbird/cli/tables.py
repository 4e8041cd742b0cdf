"""``railbird tables``: the shipped tables."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.app import tables_app
from railbird.cli.options import Json
from railbird.cli.ui.output import print_json, table_progress
from railbird.cli.ui.tables import print_facts, screen


@tables_app.command("list")
def tables_list(as_json: Json = False) -> None:
    """List the shipped tables: what they hold, how they are made, and their checksums.

    \b
    Example:
      railbird tables list
    """
    from railbird import data

    tables = data.manifest()
    if as_json:
        print_json([asdict(table) for table in tables.values()])
        return
    narrow = screen().width < 80
    for table in tables.values():
        checksum = table.checksum
        if narrow:  # two halves, each of which fits
            checksum = f"{checksum[:32]} {checksum[32:]}"
        facts = {"holds": table.holds, "made by": table.made_by, "sha256": checksum}
        print_facts(table.name, facts)


@tables_app.command("verify")
def tables_verify(as_json: Json = False) -> None:
    """Check every shipped table against its checksum.

    \b
    Example:
      railbird tables verify
    """
    from railbird import data

    found: dict[str, str] = {}
    for name in data.manifest():
        try:
            data.load(name)
            found[name] = "ok"
        except data.DamagedTableError as error:
            found[name] = str(error)
    if as_json:
        print_json(found)
    else:
        print_facts("", found)
    if any(state != "ok" for state in found.values()):
        sys.exit(1)


@tables_app.command("build")
def tables_build(
    name: Annotated[str, typer.Argument(help="The table, such as holdem_preflop.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder to write to (default: in place).")
    ] = None,
) -> None:
    """Rebuild a table.

    Most take half a minute. divat_preflop takes about five minutes and can be resumed.

    \b
    Example:
      railbird tables build holdem_preflop --out .
    """
    from railbird import data
    from railbird.arena.recipes import RECIPES as ARENA_RECIPES
    from railbird.divat.recipes import RECIPES as DIVAT_RECIPES
    from railbird.errors import OptionError
    from railbird.evaluate.recipes import RECIPES, rebuild
    from railbird.omaha8.jamfold.recipes import RECIPES as OMAHA8_RECIPES
    from railbird.omaha8.rules.recipes import RECIPES as OMAHA8_RULE_RECIPES
    from railbird.players.recipes import RECIPES as PLAYER_RECIPES
    from railbird.tournament.recipes import RECIPES as TOURNAMENT_RECIPES

    folder = data.FOLDER if out is None else out
    if not folder.is_dir():
        raise OptionError(f"{folder} is not a folder: create it, or name another with --out")
    with table_progress(f"building {name}") as progress:
        recipes = {
            **RECIPES,
            **DIVAT_RECIPES,
            **TOURNAMENT_RECIPES,
            **OMAHA8_RECIPES,
            **OMAHA8_RULE_RECIPES,
            **PLAYER_RECIPES,
            **ARENA_RECIPES,
        }
        info = rebuild(name, recipes=recipes, folder=folder, progress=progress)
    print(f"{folder / info.name}.npz\n  sha256: {info.checksum}")
