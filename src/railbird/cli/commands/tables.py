"""``railbird tables``: the tables that are shipped."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.app import tables_app
from railbird.cli.options import Json


@tables_app.command("list")
def tables_list(as_json: Json = False) -> None:
    """The shipped tables, what they hold, how they are made, and their checksums.

    \b
    Example:
      railbird tables list
    """
    from railbird.cli import tables_command

    tables_command.list_(as_json)


@tables_app.command("verify")
def tables_verify(as_json: Json = False) -> None:
    """Read every shipped table and compare it with its checksum.

    \b
    Example:
      railbird tables verify
    """
    from railbird.cli import tables_command

    tables_command.verify(as_json)


@tables_app.command("build")
def tables_build(
    name: Annotated[str, typer.Argument(help="The table, such as holdem_preflop.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder to write to; in place by default.")
    ] = None,
) -> None:
    """Compute a table anew: half a minute, or some ten for divat_preflop, which can be resumed.

    \b
    Example:
      railbird tables build holdem_preflop --out .
    """
    from railbird.cli import tables_command

    tables_command.build(name, out)
