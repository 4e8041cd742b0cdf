"""Commands about tournaments: ``icm``, ``jam``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.app import app
from railbird.cli.options import Json

ModelName = Annotated[
    str, typer.Option("--model", "-m", help="harville, weitzman, roberts, chips or fgs:3.")
]
Bounties = Annotated[str, typer.Option(help="Money on each player's head, or one number for all.")]
Progressive = Annotated[
    bool, typer.Option("--progressive", help="Half of a bounty goes onto the winner's head.")
]
Levels = Annotated[
    str,
    typer.Option(help="For fgs: later blinds by the number of hands until then: 2:400/800/50."),
]
Cut = Annotated[
    float | None,
    typer.Option(help="For fgs: leave states less likely than this to the base model (1e-4)."),
]
Full = Annotated[
    bool, typer.Option("--full", help="For fgs: any ranges, not only those of a ranking; slow.")
]
Force = Annotated[bool, typer.Option("--force", help="For fgs: go on though it takes hours.")]


@app.command()
def icm(
    *,
    stacks: Annotated[
        str, typer.Option("--stacks", "-s", help="Chips of the players in play: 2,5,8,13,17.")
    ] = "",
    payouts: Annotated[
        str, typer.Option("--payouts", "-p", help="Prizes, first place first: 50,30,20.")
    ] = "",
    model: ModelName = "harville",
    blinds: Annotated[
        str, typer.Option("--blinds", "-b", help="For fgs: small and big blind, 300/600.")
    ] = "",
    ante: Annotated[str, typer.Option(help="For fgs: chips posted by everybody.")] = "0",
    levels: Levels = "",
    cut: Cut = None,
    full: Full = False,
    force: Force = False,
    bounties: Bounties = "",
    progressive: Progressive = False,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Also bubble factor and risk premium of all pairs.")
    ] = False,
    csv: Annotated[
        Path | None,
        typer.Option("--csv", help="Read states from a file: a line each, stacks in columns."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of models that are sampled for many players.")] = 0,
    as_json: Json = False,
) -> None:
    """What stacks are worth in prizes: places and payoffs by an equity model.

    \b
    Examples:
      railbird icm --stacks 2,5,8,13,17 --payouts 50,30,20
      railbird icm --stacks 5000,3000,2000 --payouts 50,30,20 --model roberts --pairs
      railbird icm --stacks 40,35,25 --payouts 60,40 --bounties 10 --progressive --pairs
      railbird icm --csv states.csv --payouts 50,30,20 --json
      railbird icm -s 3000,4500,6000 -p 50,30,20 -m fgs:3 -b 300/600 --levels 2:400/800
    """
    from railbird.cli import icm_command as command
    from railbird.cli.model_option import ModelChoice

    choice = ModelChoice(
        name=model,
        blinds=blinds,
        ante=ante,
        levels=levels,
        cut=cut,
        full=full,
        force=force,
        seed=seed,
    )
    run = command.run if csv is None else partial(command.run_file, csv)
    run(
        choice,
        stacks=stacks,
        payouts=payouts,
        bounties=bounties,
        progressive=progressive,
        pairs=pairs,
        as_json=as_json,
    )


@app.command()
def jam(
    *,
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
    model: ModelName = "harville",
    levels: Levels = "",
    cut: Cut = None,
    full: Full = False,
    force: Force = False,
    ties: Annotated[str, typer.Option(help="split, or random: one of the winners.")] = "split",
    bounties: Bounties = "",
    progressive: Progressive = False,
    most_all_in: Annotated[
        int,
        typer.Option(help="Then all others fold: 3, or up to 6; four and more are sampled."),
    ] = 3,
    seed: Annotated[int, typer.Option(help="Of what is sampled.")] = 0,
    lock: Annotated[
        list[str] | None,
        typer.Option(help="A given range, by seat or decision: 'BB=22+,A2s+', 'BB after SB=none'."),
    ] = None,
    ranking: Annotated[
        str, typer.Option(help="Ranges by an order of hands: heads-up or sklansky-chubukov.")
    ] = "",
    hand: Annotated[str, typer.Option(help="EV of fold and jam of one hand: AKs, 77, AhKd.")] = "",
    node: Annotated[str, typer.Option(help="Show one decision only: 'BB after SB'.")] = "",
    grid: Annotated[bool, typer.Option("--grid", help="Also the 13x13 grids.")] = False,
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Draw the grid of --node, or of the first one.")
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Write all as a page.")] = None,
    folded_cards: Annotated[
        int,
        typer.Option(metavar="DEALS", help="Also play on so many deals: what folded cards change."),
    ] = 0,
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
      railbird jam -s 3000,4500,6000 -b 300/600 -p 50,30,20 --model fgs:2 --levels 3:400/800
      railbird jam -s 40,35,25 -b 2/4 -p 60,40 --bounties 10 --progressive
      railbird jam -s 8,8,8,8 -b 0.5/1 --most-all-in 4 --folded-cards 1000000 --seed 1
      railbird jam -s 10,10 -b 0.5/1 --lock "BB=20%" --html answer.html
    """
    from railbird.cli import jam_command as command
    from railbird.cli.model_option import ModelChoice

    choice = ModelChoice(
        name=model,
        blinds=blinds,
        ante=ante,
        levels=levels,
        cut=cut,
        full=full,
        force=force,
        seed=seed,
        ties=ties,
    )
    request = command.JamRequest(
        stacks=stacks,
        blinds=blinds,
        ante=ante,
        payouts=payouts,
        model=choice,
        ties=ties,
        bounties=bounties,
        progressive=progressive,
        most_all_in=most_all_in,
        seed=seed,
        locks=tuple(lock or ()),
        ranking=ranking or None,
        epsilon=epsilon,
    )
    command.run(
        request,
        hand=hand,
        node=node,
        grid=grid,
        svg=svg,
        html=html,
        folded_cards=folded_cards,
        as_json=as_json,
    )
