"""``railbird tournament models``: values of equity models beside those of a solved tournament."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import tournament_app
from railbird.cli.options import Json
from railbird.cli.tournament import (
    Gamma,
    KnownValues,
    OnGpu,
    UnitBlinds,
    UnitLevels,
    UnitPrizes,
    Units,
    array_module,
    check_gamma,
    read_schedule,
    read_stakes,
)
from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.tables import print_line, print_table
from railbird.compute.gpu import on_host
from railbird.errors import OptionError

if TYPE_CHECKING:
    from types import ModuleType

    import numpy as np
    import numpy.typing as npt

    from railbird.cli.ui.output import Advance
    from railbird.tournament.jamfold.blinds import BlindSchedule
    from railbird.tournament.study.record import Study
    from railbird.tournament.whole.states import TournamentStakes

    Floats = npt.NDArray[np.float64]

UNITS = 15
GAMMA = 1e-5


@tournament_app.command("models")
def tournament_models(
    *,
    players: Annotated[int, typer.Option("--players", "-n", help="Players at the beginning.")] = 3,
    units: Units = UNITS,
    payouts: UnitPrizes = "50,30,20",
    blinds: UnitBlinds = "1/2",
    levels: UnitLevels = "",
    values: KnownValues = None,
    gamma: Gamma = GAMMA,
    gpu: OnGpu = False,
    as_json: Json = False,
) -> None:
    """Compare the values of equity models with those of a solved tournament.

    The models are Malmuth-Harville, Malmuth-Weitzman, Roberts and pressure, our own. MAPD is the
    mean of the absolute relative deviations in all states, MAD that of the absolute ones. Averaged
    over seatings, what positions are worth does not count. Blinds may rise: then a state has other
    values before each hand, and models are compared at the beginning of each level.

    \b
    Examples:
      railbird tournament models --payouts 65,35
      railbird tournament models --units 45 --payouts 100
      railbird tournament models --units 20 --levels 6:2/4,12:3/6
    """
    from railbird.tournament.whole.states import Layer

    stakes = read_stakes(units, payouts, blinds)
    schedule = read_schedule(blinds, levels)
    Layer(stakes, players)  # refuses what cannot be
    check_gamma(gamma)
    if levels and values is not None:
        raise OptionError("--values and --levels: values in a file are those of fixed blinds")
    xp = array_module(gpu)
    with progress_bar("solving", shown=not as_json) as bar:
        if levels:
            found = _rising(stakes, players, schedule, gamma=gamma, xp=xp, bar=bar)
        else:
            found = {0: _fixed(stakes, players, values, gamma=gamma, xp=xp)}
    if as_json:
        print_json(_as_json(found, schedule))
    else:
        _print(found, schedule)


def _fixed(
    stakes: TournamentStakes, players: int, file: Path | None, *, gamma: float, xp: ModuleType
) -> Study:
    from railbird.tournament.study.record import study_of_values
    from railbird.tournament.whole.solution import shipped_values
    from railbird.tournament.whole.solve import read_values
    from railbird.tournament.whole.transitions import by_players

    if file is not None:
        values = read_values(file, stakes, players)
    else:
        known = shipped_values(stakes, players)
        values = _solved(stakes, players, gamma=gamma, xp=xp) if known is None else known
    return study_of_values(stakes, players, by_players(stakes, players, values))


def _solved(stakes: TournamentStakes, players: int, *, gamma: float, xp: ModuleType) -> Floats:
    from railbird.tournament.whole.solve import solve_tournament

    found = solve_tournament(stakes, players, gamma=gamma, xp=xp).warned().game.values
    values: Floats = on_host(found)
    return values


def _rising(
    stakes: TournamentStakes,
    players: int,
    schedule: BlindSchedule,
    *,
    gamma: float,
    xp: ModuleType,
    bar: Advance,
) -> dict[int, Study]:
    """A study at the first hand of each level."""
    from railbird.tournament.study.record import study_of_values
    from railbird.tournament.whole.rising import solve_rising

    solved = solve_rising(stakes, players, schedule, gamma=gamma, xp=xp, progress=bar)
    hands = [level.first_hand for level in schedule.levels]
    return {hand: study_of_values(stakes, players, solved.before(hand)) for hand in hands}


def _blinds(schedule: BlindSchedule, hand: int) -> str:
    level = schedule.at(hand)
    return f"{level.small:g}/{level.big:g}" + (f"/{level.ante:g}" if level.ante else "")


def _as_json(found: dict[int, Study], schedule: BlindSchedule) -> dict[str, object]:
    first = found[0]
    return {
        "players": first.players,
        "units": first.stakes.units,
        "payouts": list(first.stakes.prizes),
        "levels": [
            {
                "hand": hand,
                "blinds": _blinds(schedule, hand),
                "models": [
                    {
                        "model": name,
                        "by_state": asdict(study.by_state(name)),
                        "averaged": asdict(study.averaged(name)),
                    }
                    for name in study.models
                ],
            }
            for hand, study in found.items()
        ],
    }


def _print(found: dict[int, Study], schedule: BlindSchedule) -> None:
    rows = []
    for hand, study in found.items():
        for name in study.models:
            states, means = study.by_state(name), study.averaged(name)
            cells = [name, f"{100 * states.relative:.2f} %", f"{states.absolute:.3f}"]
            cells += [f"{100 * means.relative:.2f} %", f"{means.absolute:.3f}"]
            rows.append([_blinds(schedule, hand), *cells] if len(found) > 1 else cells)
    heads = ["model", "MAPD", "MAD", "MAPD, averaged", "MAD, averaged"]
    if len(found) > 1:
        heads.insert(0, "blinds")
    first = found[0]
    prizes = "/".join(f"{prize:g}" for prize in first.stakes.prizes_for(first.players))
    many = f"2 to {first.players}" if first.players > 2 else "2"
    title = f"All states of {many} players, {first.stakes.units} units, prizes {prizes}"
    print_table(heads, rows, title=title, text=(0, 1) if len(found) > 1 else (0,))
    print_line(
        "MAPD and MAD: mean absolute deviations from the solution, relative and in money. "
        "Averaged: over all seatings of the same stacks. States of fewer players come later."
    )
