"""``railbird tournament study``: equity models beside a solved tournament."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import tournament_app
from railbird.cli.options import Json
from railbird.cli.tournament import OnGpu, UnitBlinds, UnitPrizes, array_module, read_stakes
from railbird.cli.ui.files import check_files
from railbird.cli.ui.output import print_json, progress_bar, resumable_from
from railbird.cli.ui.tables import print_line, print_table
from railbird.errors import OptionError
from railbird.typed import numbers

if TYPE_CHECKING:
    from railbird.tournament.study.deviations import Deviations
    from railbird.tournament.study.record import Study

UNITS = 15
DEPTHS = 3


@tournament_app.command("study")
def tournament_study(
    *,
    players: Annotated[int, typer.Option("--players", "-n", help="Players at the beginning.")] = 3,
    units: Annotated[int, typer.Option(help="All chips, in units of the small blind.")] = UNITS,
    payouts: UnitPrizes = "50,30,20",
    blinds: UnitBlinds = "1/2",
    depths: Annotated[int, typer.Option(help="Look ahead by up to so many hands.")] = DEPTHS,
    values: Annotated[
        Path | None,
        typer.Option(
            help="Values of this tournament, as `tournament solve --out` writes them. Without "
            "them the shipped solution is taken if it fits, or the tournament is solved first."
        ),
    ] = None,
    match_payouts: Annotated[
        str, typer.Option(help="Harville and Roberts also meet for these prizes, such as 65,35.")
    ] = "",
    ranked: Annotated[
        int,
        typer.Option(
            help="Also judge look-aheads by up to so many hands whose ranges are the top of one "
            "order of hands (0: none)."
        ),
    ] = 0,
    seconds: Annotated[
        float | None, typer.Option(help="Stop when this time is over. Needs --out.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write the study here after each part. If the file exists, work resumes."
        ),
    ] = None,
    gpu: OnGpu = False,
    as_json: Json = False,
) -> None:
    """Compare equity models with a solved tournament.

    The models are Malmuth-Harville, Malmuth-Weitzman, Roberts, Malmuth-Harville with a look-ahead
    of 1, 2, … hands, and pressure, our own. Their values are compared with the solution in every
    state. Their strategies, equilibria of single hands, are judged in two ways: what a player gains
    who knows them and does best against them, and what a player returns who uses them while all
    others play the solution. Everything is computed exactly, nothing is sampled.

    \b
    Examples:
      railbird tournament study
      railbird tournament study --players 3 --units 12 --payouts 65,35 --depths 1
      railbird tournament study --units 12 --match-payouts 65,35 --ranked 2
      railbird tournament study --players 5 --units 45 --values five.npz --out study.npz --gpu
    """
    from railbird.tournament.study.make import kept_solution, study_tournament
    from railbird.tournament.whole.solution import shipped_values
    from railbird.tournament.whole.solve import read_values, solve_tournament
    from railbird.tournament.whole.states import Layer

    if seconds is not None and out is None:
        raise OptionError("--seconds needs --out, a file from which the work resumes")
    for option, hands in (("--depths", depths), ("--ranked", ranked)):
        if hands < 0:
            raise OptionError(f"{option} {hands}: look ahead by 0 or more hands")
    if seconds is not None and not seconds >= 0:
        raise OptionError(f"--seconds {seconds:g}: give 0 or more")
    stakes = read_stakes(units, payouts, blinds)
    Layer(stakes, players)  # refuses what cannot be
    xp = array_module(gpu)
    others = tuple(numbers(match_payouts, "--match-payouts", "65,35")) if match_payouts else ()
    known = None if values is None else read_values(values, stakes, players)
    limit = float("inf") if seconds is None else seconds
    if others:
        replace(stakes, prizes=others)  # refuses prizes that cannot be
    check_files({"--out": out})
    kept = kept_solution(stakes, players, out)  # refuses other files before the work
    with progress_bar("solving", shown=not as_json) as bar, resumable_from(out):
        if known is None:
            known = shipped_values(stakes, players) if kept is None else kept
        if known is None:
            solved = solve_tournament(stakes, players, xp=xp).warned()
            known = solved.game.values.get() if gpu else solved.game.values
        found = study_tournament(
            stakes,
            players,
            known,
            depths=depths,
            match_prizes=others,
            ranked=ranked,
            seconds=limit,
            checkpoint=out,
            xp=xp,
            progress=lambda _, share: bar(share, "comparing models"),
        )
    if as_json:
        print_json(_as_json(found))
        return
    if found.models:
        _print(found)
    if not found.is_finished:
        print_line(f"Not finished: give the same command again to resume from {out}.")


def _as_json(found: Study) -> dict[str, object]:
    return {
        "players": found.players,
        "units": found.stakes.units,
        "payouts": list(found.stakes.prizes),
        "finished": found.is_finished,
        "models": [
            {
                "model": name,
                "by_state": asdict(found.by_state(name)),
                "averaged": asdict(found.averaged(name)),
                "ex_post": asdict(found.ex_post(name)),
                "deviator": asdict(found.deviator(name)),
                "roi": found.deviator(name).roi(found.buy_in),
                "hands": None if (hands := found.hand_gains(name)) is None else asdict(hands),
            }
            for name in found.judged
        ],
        "matches": [asdict(match) | {"roi": match.roi} for match in found.matches],
    }


def _print(found: Study) -> None:
    heads = ["model", "MAPD", "min", "max", "MAD", "min", "max"]
    for title, deviations in (
        ("Values beside the solution, all states", found.by_state),
        ("The same, averaged over all seatings", found.averaged),
    ):
        rows = [[name, *_cells(deviations(name))] for name in found.models]
        print_table(heads, rows, title=title)
        print()
    rows = []
    for name in found.judged:
        gains, own = found.ex_post(name), found.deviator(name)
        rows.append(
            [
                name,
                *(f"{x:.4f}" for x in (gains.start.mean(), gains.start.max())),
                *(f"{x:.4f}" for x in (gains.mean, gains.most)),
                _percent(own.roi(found.buy_in)),
            ]
        )
    heads = ["model", "gain at start", "largest", "gain anywhere", "largest anywhere", "ROI"]
    print_table(heads, rows, title="Strategies")
    print()
    rows = [
        [
            match.first,
            match.second,
            "/".join(f"{prize:g}" for prize in match.prizes),
            _percent(match.roi),
        ]
        for match in found.matches
    ]
    heads = ["first", "second", "prizes", "ROI of the first"]
    print_table(heads, rows, title="Direct matches, all seatings", text=(0, 1, 2))
    print()
    hands = [one for name in found.judged if (one := found.hand_gains(name)) is not None]
    if hands:
        most, mean = max(one.most for one in hands), max(one.mean for one in hands)
        print_line(
            f"In a hand of these strategies nobody gains more than {most:.2g} by the model's own "
            f"values, {mean:.1g} on average."
        )
    print_line(
        "MAPD and MAD: mean absolute deviations from the solution, relative and in money. Gain, in "
        "money: of a player who knows the strategies of all others. ROI: of one player among "
        "others who play the solution."
    )


def _percent(share: float) -> str:
    return f"{round(100 * share, 4) + 0.0:+.4f} %"


def _cells(found: Deviations) -> list[str]:
    relative = (found.relative, found.least_relative, found.most_relative)
    money = (found.absolute, found.least, found.most)
    return [*(f"{100 * x:.2f} %" for x in relative), *(f"{x:.3f}" for x in money)]
