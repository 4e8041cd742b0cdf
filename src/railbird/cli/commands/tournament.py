"""Commands about tournaments: ``icm``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.app import app
from railbird.cli.options import Json


@app.command()
def icm(
    stacks: Annotated[
        str, typer.Option("--stacks", "-s", help="Chips of the players in play: 2,5,8,13,17.")
    ] = "",
    payouts: Annotated[
        str, typer.Option("--payouts", "-p", help="Prizes, first place first: 50,30,20.")
    ] = "",
    model: Annotated[
        str, typer.Option("--model", "-m", help="harville, weitzman, roberts or chips.")
    ] = "harville",
    bounties: Annotated[
        str, typer.Option(help="Money on each player's head, or one number for all.")
    ] = "",
    progressive: Annotated[
        bool, typer.Option("--progressive", help="Half of a bounty goes onto the winner's head.")
    ] = False,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Also bubble factor and risk premium of all pairs.")
    ] = False,
    csv: Annotated[
        Path | None,
        typer.Option("--csv", help="Read states from a file: a line each, stacks in columns."),
    ] = None,
    as_json: Json = False,
) -> None:
    """What stacks are worth in prizes: places and payoffs by an equity model.

    \b
    Examples:
      railbird icm --stacks 2,5,8,13,17 --payouts 50,30,20
      railbird icm --stacks 5000,3000,2000 --payouts 50,30,20 --model roberts --pairs
      railbird icm --stacks 40,35,25 --payouts 60,40 --bounties 10 --progressive --pairs
      railbird icm --csv states.csv --payouts 50,30,20 --json
    """
    from railbird.cli import icm_command as command

    if csv is not None:
        command.run_file(csv, stacks, payouts, model, bounties, progressive, pairs, as_json)
    else:
        command.run(stacks, payouts, model, bounties, progressive, pairs, as_json)
