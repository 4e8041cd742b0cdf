"""Commands about tournaments: ``icm``, ``jam``."""

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


@app.command()
def jam(
    stacks: Annotated[
        str,
        typer.Option(
            "--stacks", "-s", help="Chips in order of action, the blinds last: 3000,4500,6000."
        ),
    ] = "",
    blinds: Annotated[str, typer.Option("--blinds", "-b", help="Small and big blind.")] = "",
    ante: Annotated[str, typer.Option(help="What everybody posts before the blinds.")] = "0",
    payouts: Annotated[
        str, typer.Option("--payouts", "-p", help="Prizes, first place first; without: chips.")
    ] = "",
    model: Annotated[
        str, typer.Option("--model", "-m", help="harville, weitzman, roberts or chips.")
    ] = "harville",
    ties: Annotated[str, typer.Option(help="split, or random: one of the winners.")] = "split",
    lock: Annotated[
        list[str] | None,
        typer.Option(help="A given range, by seat or decision: 'BB=22+,A2s+', 'BB after SB=none'."),
    ] = None,
    hand: Annotated[str, typer.Option(help="EV of fold and jam of one hand: AKs, 77, AhKd.")] = "",
    node: Annotated[str, typer.Option(help="Show one decision only: 'BB after SB'.")] = "",
    grid: Annotated[bool, typer.Option("--grid", help="Also the 13x13 grids.")] = False,
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Draw the grid of --node, or of the first one.")
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Write all as a page.")] = None,
    epsilon: Annotated[
        float, typer.Option(help="Stop when nobody can gain more than this part of the pool.")
    ] = 1e-6,
    as_json: Json = False,
) -> None:
    """Solve a hand of jam-or-fold: who jams and calls with what, and what it is worth.

    \b
    Examples:
      railbird jam --stacks 10,10 --blinds 0.5/1
      railbird jam --stacks 3000,4500,6000 --blinds 300/600 --payouts 50,30,20 --grid
      railbird jam -s 3000,4500,6000 -b 300/600 -p 50,30,20 --hand A5s --model roberts
      railbird jam -s 10,10 -b 0.5/1 --lock "BB=20%" --html answer.html
    """
    from railbird.cli import jam_command as command

    request = command.Request(
        stacks, blinds, ante, payouts, model, ties, tuple(lock or ()), epsilon
    )
    command.run(request, hand, node, grid, svg, html, as_json)
