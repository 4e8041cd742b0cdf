"""``railbird tournament match``: players with different strategies in a whole tournament."""

from __future__ import annotations

import secrets
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import tournament_app
from railbird.cli.options import Json, Seed, Threads
from railbird.cli.tournament import (
    Gamma,
    KnownValues,
    OnGpu,
    UnitBlinds,
    UnitPrizes,
    Units,
    array_module,
    check_gamma,
    read_stakes,
    state_shown,
)
from railbird.cli.ui.output import Advance, print_json, progress_bar
from railbird.cli.ui.tables import print_line, print_table
from railbird.errors import OptionError

if TYPE_CHECKING:
    from types import ModuleType

    import numpy as np
    import numpy.typing as npt

    from railbird.tournament.whole.seats import MatchPlaces
    from railbird.tournament.whole.simulate import SimulatedPlaces
    from railbird.tournament.whole.states import TournamentStakes
    from railbird.tournament.whole.strategies import Strategies

    Floats = npt.NDArray[np.float64]

DEFAULT = "solved,harville"
PLAYERS = 3
UNITS = 9
GAMMA = 1e-6
PLACES = ("1st", "2nd", "3rd", *(f"{place}th" for place in range(4, 11)))
GIGABYTES, GIGABYTES_GPU = 8, 64
"""The most memory for what happens in every state and seating."""


@dataclass(frozen=True, slots=True)
class _Seated:
    """The result of a player, or of a strategy in all its seats."""

    strategy: str
    seat: str | None
    units: int | None
    payoff: float
    roi: float | None
    places: tuple[float, ...]


@tournament_app.command("match")
def tournament_match(
    *,
    strategies: Annotated[
        str,
        typer.Option(
            help="Two of solved, harville, weitzman, roberts, pressure, fgs-1, fgs-2, …, or "
            "harville-ranked, fgs-1-ranked, … They meet in all seatings that mix them (default: "
            f"{DEFAULT}).",
        ),
    ] = "",
    seats: Annotated[
        str,
        typer.Option(
            help="Instead: the strategy of each player in order of action, the blinds last."
        ),
    ] = "",
    players: Annotated[
        int | None, typer.Option("--players", "-n", help=f"Players (default: {PLAYERS}).")
    ] = None,
    units: Units = UNITS,
    stacks: Annotated[
        str,
        typer.Option(
            "--stacks", "-s", help="Begin here, in order of action (default: equal stacks)."
        ),
    ] = "",
    payouts: UnitPrizes = "50,30,20",
    blinds: UnitBlinds = "1/2",
    values: KnownValues = None,
    gamma: Gamma = GAMMA,
    simulate: Annotated[
        int | None,
        typer.Option(
            help="Also play so many tournaments; needs --seats. The end of each hand is drawn from "
            "its probability."
        ),
    ] = None,
    deal: Annotated[
        bool,
        typer.Option(
            "--deal", help="Simulate by dealing cards: slower, and it checks the hands as well."
        ),
    ] = False,
    seed: Seed = None,
    threads: Threads = None,
    gpu: OnGpu = False,
    as_json: Json = False,
) -> None:
    """Let different strategies play a whole tournament against each other: exact results.

    The rules are those of `railbird tournament solve`. The strategies of a model are equilibria of
    single hands whose ends are valued by the model; those of fgs-2 have the values after two more
    hands. With -ranked, every range is the top of one order of the 169 classes. ROI is what a
    player wins more than an equal share of all prizes, in percent of it; it is shown if stacks are
    equal, as they are if nothing else is asked for and the units can be divided.

    \b
    Examples:
      railbird tournament match --units 8
      railbird tournament match --seats harville,solved,solved --simulate 1000000 --seed 1
      railbird tournament match --seats harville,solved,solved --simulate 1000000 --deal
      railbird tournament match --players 2 --units 45 --strategies roberts,fgs-3
      railbird tournament match --payouts 65,35 --strategies harville-ranked,roberts-ranked
    """
    from railbird.tournament.whole.solve import read_values
    from railbird.tournament.whole.states import Layer

    names, seatings = _seatings(strategies, seats, players)
    if values is not None and "solved" not in names:
        raise OptionError(f"--values {values}: these are for solved, which does not play")
    _check_simulation(simulate, seats, seed, threads, deal=deal, gpu=gpu)
    stakes = read_stakes(units, payouts, blinds)
    count = len(seatings[0])
    Layer(stakes, count)  # refuses what cannot be
    start = state_shown(stacks, count, units)
    if len(start) != count:
        raise OptionError(f"--stacks {stacks}: give one for each of {count} players")
    check_gamma(gamma)
    known = None if values is None else read_values(values, stakes, count)
    _check_memory(stakes, seatings, gpu=gpu)
    xp = array_module(gpu)
    played = None
    with progress_bar("solving", shown=not as_json) as bar:
        sets = _strategies(names, stakes, count, values=known, gamma=gamma, xp=xp, bar=bar)
        keeps_ends = simulate is not None and not deal
        found = _places(stakes, sets, seatings, xp, bar, keeps_ends=keeps_ends)
        if simulate is not None:
            seed = secrets.randbits(32) if seed is None else seed
            played = _play(found, start, simulate, seed=seed, threads=threads, bar=bar)
    rows = _by_seat(found, start) if seats else _by_strategy(found, start)
    if as_json:
        print_json(_as_json(found, start, rows, gamma=gamma, played=played, seed=seed))
        return
    _print(found, start, rows)
    if played is not None:
        _print_played(played, rows, seed, deal=deal)


def _seatings(
    strategies: str, seats: str, players: int | None
) -> tuple[list[str], list[tuple[int, ...]]]:
    """The names of the strategies, and who uses which of them."""
    from railbird.tournament.jamfold.rules import MOST_PLAYERS
    from railbird.tournament.whole.seats import mixed_seatings
    from railbird.tournament.whole.strategies import check_strategy

    if seats and strategies:
        raise OptionError("--strategies and --seats: give one of them")
    named = (seats or strategies or DEFAULT).casefold().replace("fgs:", "fgs-")  # both are read
    given = [name.strip() for name in named.split(",")]
    for name in given:
        check_strategy(name)
    names = list(dict.fromkeys(given))
    if seats:
        if players not in {None, len(given)}:
            raise OptionError(
                f"--seats {seats} are {len(given)}, but --players {players}: give a strategy for "
                "each player"
            )
        return names, [tuple(names.index(name) for name in given)]
    if len(given) != 2 or len(names) != 2:
        raise OptionError(
            f"--strategies {strategies}: give two different ones, or --seats with one for each "
            "player"
        )
    count = PLAYERS if players is None else players
    if not 2 <= count <= MOST_PLAYERS:
        raise OptionError(f"--players {count}: give 2 to {MOST_PLAYERS}")
    return names, mixed_seatings(count)


def _check_simulation(
    simulate: int | None,
    seats: str,
    seed: int | None,
    threads: int | None,
    *,
    deal: bool,
    gpu: bool,
) -> None:
    if simulate is None:
        given = (("--seed", seed), ("--threads", threads), ("--deal", deal or None))
        for option, value in given:
            if value is not None:
                raise OptionError(f"{option} is for --simulate, which is missing")
        return
    from railbird.tournament.whole.simulate import check_played

    check_played(simulate, seed or 0)
    if not seats:
        raise OptionError("--simulate needs --seats: name the strategy of each player")
    if gpu:
        raise OptionError("--simulate plays on the CPU: leave out --gpu")


def _check_memory(stakes: TournamentStakes, seatings: list[tuple[int, ...]], *, gpu: bool) -> None:
    from railbird.tournament.whole.states import state_count
    from railbird.tournament.whole.transitions import all_ends

    players = len(seatings[0])
    states, rows = state_count(stakes.units, players), max(len(seatings), players)
    needed = 8e-9 * states * rows * len(all_ends(players))
    if needed > (GIGABYTES_GPU if gpu else GIGABYTES):
        raise OptionError(
            f"{players} players with {stakes.units} units need {needed:,.0f} GB for {rows} "
            "seatings: give fewer --units or --players, or --seats"
        )


def _strategies(
    names: list[str],
    stakes: TournamentStakes,
    players: int,
    *,
    values: Floats | None,
    gamma: float,
    xp: ModuleType,
    bar: Advance,
) -> list[Strategies]:
    from railbird.tournament.whole.states import state_count
    from railbird.tournament.whole.strategies import strategies_by_name

    states = sum(state_count(stakes.units, n) for n in range(2, players + 1))
    found = []
    for name in names:
        seen = 0

        def advance(count: int, name: str = name) -> None:
            nonlocal seen
            seen += count
            bar(min(seen / (20 * states), 1.0), f"strategies of {name}")  # about so many

        found.append(
            strategies_by_name(
                name, stakes, players, values=values, gamma=gamma, xp=xp, report=advance
            )
        )
    return found


def _places(
    stakes: TournamentStakes,
    sets: list[Strategies],
    seatings: list[tuple[int, ...]],
    xp: ModuleType,
    bar: Advance,
    *,
    keeps_ends: bool,
) -> MatchPlaces:
    from railbird.tournament.whole.game import WholeGame
    from railbird.tournament.whole.seats import match_places
    from railbird.tournament.whole.states import state_count

    players, seen = len(seatings[0]), 0
    states = sum(state_count(stakes.units, n) for n in range(2, players + 1))

    def advance(count: int) -> None:
        nonlocal seen
        seen += count
        bar(seen / states, "playing all hands")

    game = WholeGame(stakes, players, xp=xp)
    return match_places(game, sets, seatings, keeps_ends=keeps_ends, report=advance)


def _play(
    found: MatchPlaces,
    start: list[int],
    tournaments: int,
    *,
    seed: int,
    threads: int | None,
    bar: Advance,
) -> SimulatedPlaces:
    from railbird.tournament.whole.simulate import ChainSimulator, Simulator, TournamentSimulator

    simulator: TournamentSimulator
    if found.ends:
        simulator = ChainSimulator(found.game, found.index, found.ends)
    else:
        simulator = Simulator(found.game, found.strategies)
    return simulator.play(
        start,
        found.first[0],
        tournaments,
        seed=seed,
        threads=threads,
        progress=lambda done: bar(done, "playing tournaments"),
    )


def _by_seat(found: MatchPlaces, start: list[int]) -> list[_Seated]:
    from railbird.table.seats import seat_names

    seating = found.first[0]
    payoffs, places = found.payoffs(start, seating), found.at(start, seating)
    return [
        _Seated(
            found.strategies[seating[at]].name,
            seat,
            start[at],
            float(payoffs[at]),
            None,  # it would be that of the seat
            tuple(places[at].tolist()),
        )
        for at, seat in enumerate(seat_names(len(start)))
    ]


def _by_strategy(found: MatchPlaces, start: list[int]) -> list[_Seated]:
    prizes = found.game.stakes.prizes_for(len(start))
    rows = []
    for strategy, places in zip(found.strategies, found.by_strategy(start), strict=True):
        payoff = float(places @ prizes)
        roi = _roi(found, payoff, start)
        rows.append(_Seated(strategy.name, None, None, payoff, roi, tuple(places.tolist())))
    return rows


def _roi(found: MatchPlaces, payoff: float, start: list[int]) -> float | None:
    """What is won as a share of an equal part of the prizes; None if stacks are not equal."""
    share = found.game.stakes.prizes_for(len(start)).sum() / len(start)
    return payoff / share - 1 if len(set(start)) == 1 and share else None


def _as_json(
    found: MatchPlaces,
    start: list[int],
    rows: list[_Seated],
    *,
    gamma: float,
    played: SimulatedPlaces | None,
    seed: int | None,
) -> dict[str, object]:
    stakes = found.game.stakes
    result: dict[str, object] = {
        "players": len(start),
        "units": stakes.units,
        "payouts": list(stakes.prizes),
        "stacks": start,
        "seatings": len(found.first),
        "gamma": gamma,
        "results": [asdict(row) for row in rows],
    }
    if played is not None:
        result["simulated"] = {
            "tournaments": played.tournaments,
            "dealt": not found.ends,
            "hands": played.hands,
            "seconds": played.seconds,
            "seed": seed,
            "payoffs": [{"mean": one.mean, "error": one.error} for one in played.payoffs],
            "places": played.places,
        }
    return result


def _print(found: MatchPlaces, start: list[int], rows: list[_Seated]) -> None:
    heads = ["strategy", "payoff", *PLACES[: len(start)]]
    by_seat, has_roi = rows[0].seat is not None, rows[0].roi is not None
    if has_roi:
        heads.insert(2, "ROI")
    if by_seat:
        heads[:0] = ["seat", "units"]
    table = []
    for row in rows:
        cells = [row.strategy, f"{row.payoff:.3f}"]
        if row.roi is not None:
            cells.append(f"{round(100 * row.roi, 2) + 0.0:+.2f} %")
        cells += [f"{100 * share:.2f} %" for share in row.places]
        table.append([str(row.seat), str(row.units), *cells] if by_seat else cells)
    prizes = found.game.stakes.prizes_for(len(start))
    title = "Prizes " + "/".join(f"{prize:g}" for prize in prizes)
    title += f", stacks {'/'.join(map(str, start))}"
    if not by_seat:
        title += f", mean of {len(found.first)} seatings"
    print_table(heads, table, title=title, text=(0, 2) if by_seat else (0,))


def _print_played(
    played: SimulatedPlaces, rows: list[_Seated], seed: int | None, *, deal: bool
) -> None:
    table = []
    for row, mean in zip(rows, played.payoffs, strict=True):
        shown, apart = f"{mean.mean:.3f}", "–"
        if mean.error > 0:
            shown += f" ± {mean.error:.3f}"
            apart = f"{(mean.mean - row.payoff) / mean.error:+.1f}"
        table.append([str(row.seat), row.strategy, f"{row.payoff:.3f}", shown, apart])
    heads = ["seat", "strategy", "exact", "simulated", "standard errors apart"]
    how = "cards dealt" if deal else "ends of hands drawn"
    title = f"{played.tournaments:,} tournaments, {how}; ± one standard error"
    print_table(heads, table, title=title, text=(0, 1))
    rate = played.tournaments / played.seconds
    print_line(
        f"{played.hands / played.tournaments:.1f} hands in a tournament, "
        f"{rate:,.0f} tournaments/s, seed {seed}"
    )
