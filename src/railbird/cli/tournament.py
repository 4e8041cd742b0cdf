"""``railbird tournament solve``: values of every state of a whole tournament."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import tournament_app
from railbird.cli.options import Json
from railbird.cli.ui.files import check_files
from railbird.cli.ui.output import print_json, progress_bar, resumable_from
from railbird.cli.ui.tables import print_line, print_table
from railbird.errors import OptionError
from railbird.typed import numbers

if TYPE_CHECKING:
    from railbird.tournament.jamfold.blinds import BlindSchedule
    from railbird.tournament.whole.rising import RisingSolution
    from railbird.tournament.whole.solve import WholeSolution
    from railbird.tournament.whole.states import TournamentStakes

UnitPrizes = Annotated[str, typer.Option("--payouts", "-p", help="Prizes, first place first.")]
UnitBlinds = Annotated[
    str, typer.Option("--blinds", "-b", help="Small and big blind in units, and an ante.")
]
UnitLevels = Annotated[
    str,
    typer.Option(help="Later levels as HANDS:BLINDS, such as 9:2/4,18:3/6; the last one stays."),
]
Units = Annotated[int, typer.Option(help="All chips, in units of the small blind.")]
Gamma = Annotated[
    float, typer.Option(help="In no hand does anybody gain more than this share of the prizes.")
]
KnownValues = Annotated[
    Path | None,
    typer.Option(
        help="Values of this tournament, as `tournament solve --out` writes them. Without them the "
        "shipped solution is taken if it fits, or the tournament is solved first."
    ),
]
OnGpu = Annotated[bool, typer.Option("--gpu", help="Work on a GPU.")]

UNITS = 45
GAMMA = 1e-6
ALGORITHM, LOOPS, KEEP = "pi-margin", 100, "all"


@tournament_app.command("solve")
def tournament_solve(
    *,
    players: Annotated[int, typer.Option("--players", "-n", help="Players at the beginning.")] = 3,
    units: Units = UNITS,
    payouts: UnitPrizes = "50,30,20",
    blinds: UnitBlinds = "1/2",
    levels: UnitLevels = "",
    stacks: Annotated[
        str,
        typer.Option(
            "--stacks", "-s", help="Show this state, in order of action (default: equal stacks)."
        ),
    ] = "",
    algorithm: Annotated[
        str, typer.Option(help="pi- or vi- with margin, cfr+, pdcfr+ or fp behind it.")
    ] = ALGORITHM,
    gamma: Gamma = GAMMA,
    loops: Annotated[
        int, typer.Option(help="Most outer loops; after d loops, vi has the values of FGS-d.")
    ] = LOOPS,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write the values here after each outer loop. If the file exists, work resumes."
        ),
    ] = None,
    keep: Annotated[
        str,
        typer.Option(
            help="What the file holds: all, to resume exactly; or values, a small file from which "
            "strategies are found again."
        ),
    ] = KEEP,
    gpu: OnGpu = False,
    as_json: Json = False,
) -> None:
    """Solve a whole tournament of jam-or-fold: what every player has in every state.

    Stacks are whole units. Ties are broken at random, at most three players are all in, and the
    cards of those who fold go back into the deck. Players are added one by one: the states of two
    players are solved first. Blinds stay, or rise after so many hands: then a state has other
    values before each hand, and hands are solved backwards from the last level.

    \b
    Examples:
      railbird tournament solve --players 2
      railbird tournament solve --players 3 --out three.npz
      railbird tournament solve --players 4 --out four.npz --keep values
      railbird tournament solve --players 3 --algorithm vi-margin --loops 5 --stacks 10,15,20
      railbird tournament solve --players 2 --units 20 --levels 6:2/4,12:3/6
    """
    from railbird.tournament.whole.rising import solve_rising
    from railbird.tournament.whole.solve import solve_tournament
    from railbird.tournament.whole.states import Layer, state_count

    stakes = read_stakes(units, payouts, blinds)
    Layer(stakes, players)  # refuses what cannot be
    shown = state_shown(stacks, players, units)
    check_gamma(gamma)
    if loops < 1:
        raise OptionError(f"--loops {loops}: give 1 or more")
    if keep != KEEP and out is None:
        raise OptionError(f"--keep {keep} is for --out, which is missing")
    check_files({"--out": out})
    xp = array_module(gpu)
    if levels:
        if out is not None or (algorithm, loops) != (ALGORITHM, LOOPS):
            raise OptionError("--levels goes without --out, --algorithm and --loops")
        schedule = read_schedule(blinds, levels)
        with progress_bar("solving", shown=not as_json) as bar:
            rising = solve_rising(stakes, players, schedule, gamma=gamma, xp=xp, progress=bar)
        if as_json:
            print_json(_rising_as_json(rising, shown, gamma))
        else:
            _print_rising(rising, shown)
        return
    states = sum(state_count(units, n) for n in range(2, players + 1))
    with progress_bar("solving", shown=not as_json) as bar, resumable_from(out):
        seen = 0

        def advance(count: int) -> None:
            nonlocal seen
            seen += count
            bar(min(seen / (20 * states), 1.0))  # about so many measurements of each state

        found = solve_tournament(
            stakes,
            players,
            algorithm=algorithm,
            gamma=gamma,
            loops=loops,
            checkpoint=out,
            keep=keep,
            xp=xp,
            progress=lambda done: bar(
                0.0, f"{done.players} players, ε {done.epsilon:.1e}, δ {done.delta:.1e}"
            ),
            report=advance,
        )
    if as_json:
        print_json(_as_json(found, shown, gamma))
    else:
        _print(found, shown)


def check_gamma(gamma: float) -> None:
    """Refuse an exactness that cannot be."""
    if not 0 < gamma < 1:
        raise OptionError(f"--gamma {gamma:g}: give a share of the prizes, such as 1e-6")


def read_stakes(units: int, payouts: str, blinds: str) -> TournamentStakes:
    """The stakes of a whole tournament, from options."""
    from railbird.tournament.jamfold.blinds import BlindSchedule
    from railbird.tournament.whole.states import TournamentStakes

    level = BlindSchedule.parse(blinds).at(0)
    return TournamentStakes(
        units=units,
        prizes=tuple(numbers(payouts, "--payouts", "50,30,20")),
        blinds=(level.small, level.big),
        ante=level.ante,
    )


def read_schedule(blinds: str, levels: str) -> BlindSchedule:
    """When the blinds of a whole tournament rise, from options."""
    from railbird.errors import RulesError
    from railbird.tournament.jamfold.blinds import BlindSchedule

    found = BlindSchedule.parse(blinds, levels)
    for level in found.levels:
        if not all(chips.is_integer() for chips in (level.small, level.big, level.ante)):
            raise RulesError(f"--levels {levels}: give whole units")
    return found


def state_shown(text: str, players: int, units: int) -> list[int]:
    """The state to show."""
    if not text:
        more = units % players
        return [units // players + (seat < more) for seat in range(players)]
    given = numbers(text, "--stacks", "10,15,20")
    if len(given) > players or len(given) < 2:
        raise OptionError(f"--stacks {text}: give 2 to {players} stacks, or more --players")
    if sum(given) != units or any(chips < 1 or chips % 1 for chips in given):
        raise OptionError(f"--stacks {text}: give whole units that sum to {units}")
    return [int(chips) for chips in given]


def array_module(gpu: bool) -> ModuleType:
    """NumPy, or CuPy for work on a GPU."""
    if gpu:
        from railbird.compute.gpu import cupy

        found: ModuleType = cupy()
        return found
    import numpy as np

    return np


def _as_json(found: WholeSolution, shown: list[int], gamma: float) -> dict[str, object]:
    from dataclasses import asdict

    stakes = found.game.stakes
    return {
        "players": found.game.players,
        "units": stakes.units,
        "payouts": list(stakes.prizes),
        "algorithm": found.algorithm,
        "gamma": gamma,
        "converged": found.converged,
        "stacks": shown,
        "values": found.at(shown).tolist(),
        "loops": [asdict(done) for done in found.loops],
    }


def _print(found: WholeSolution, shown: list[int]) -> None:
    from railbird.table.seats import seat_names

    rows = []
    for n in sorted({done.players for done in found.loops}):
        loops = [done for done in found.loops if done.players == n]
        last = [done for done in loops if done.delta > 0] or loops
        rows.append(
            [
                str(n),
                f"{found.game.layer(n).layer.count:,}",
                str(len(loops)),
                f"{loops[-1].epsilon:.2g}",
                f"{last[-1].delta:.2g}",
                f"{sum(done.seconds for done in loops):.0f}",
            ]
        )
    heads = ["players", "states", "loops", "ε", "last change", "seconds"]
    print_table(heads, rows, title="Outer loops", text=())
    values = found.at(shown)
    left = found.game.stakes.prizes_for(len(shown)).sum()
    rows = [
        [seat, str(chips), f"{value:.4f}"]
        for seat, chips, value in zip(seat_names(len(shown)), shown, values, strict=True)
    ]
    print_table(["seat", "units", "value"], rows, title=f"Prizes left: {left:g}")
    if found.converged:
        print_line("No hand of any state needs a change.")
    elif found.algorithm.startswith("vi"):
        ahead = f"{len(found.loops)} hand" + ("s" if len(found.loops) > 1 else "")
        print_line(f"Values of a look-ahead of {ahead}; the solution needs more.")
    else:
        print_line("Not solved yet: give more --loops.")
    print_line(
        "ε: what somebody gains at most by playing one hand differently. Last change: how far a "
        "value moved at most. Both are in money, like the values."
    )


def _rising_as_json(found: RisingSolution, shown: list[int], gamma: float) -> dict[str, object]:
    return {
        "players": found.players,
        "units": found.stakes.units,
        "payouts": list(found.stakes.prizes),
        "gamma": gamma,
        "epsilon": found.epsilon,
        "stacks": shown,
        "levels": [
            {
                "hand": level.first_hand,
                "blinds": [level.small, level.big, level.ante],
                "values": found.at(shown, level.first_hand).tolist(),
            }
            for level in found.schedule.levels
        ],
    }


def _print_rising(found: RisingSolution, shown: list[int]) -> None:
    from railbird.table.seats import seat_names

    heads, columns = ["seat", "units"], []
    for level in found.schedule.levels:
        ante = f"/{level.ante:g}" if level.ante else ""
        heads.append(f"{level.small:g}/{level.big:g}{ante}")
        columns.append(found.at(shown, level.first_hand))
    rows = [
        [seat, str(shown[at]), *(f"{values[at]:.4f}" for values in columns)]
        for at, seat in enumerate(seat_names(len(shown)))
    ]
    print_table(heads, rows, title="Values at the beginning of each level")
    print_line(f"In no hand of any state does anybody gain more than {found.epsilon:.2g}.")
