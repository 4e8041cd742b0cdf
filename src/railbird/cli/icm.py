"""``railbird icm``."""

from __future__ import annotations

import csv as csv_files
import math
from dataclasses import asdict
from functools import partial
from operator import add
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import app
from railbird.cli.model_option import (
    SOLVED,
    AheadRanking,
    Bounties,
    Cut,
    Force,
    Full,
    Levels,
    ModelChoice,
    ModelName,
    Moves,
    Progressive,
    Stakes,
)
from railbird.cli.options import Json
from railbird.cli.ui.jam_screen import print_depths
from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.tables import print_line, print_table, screen
from railbird.errors import OptionError
from railbird.typed import numbers

if TYPE_CHECKING:
    from railbird.tournament import IcmResult, IcmStates, Pairs

PAYOUTS_SHOWN = 10
_COLUMN = 7  # the width of a column of probabilities or factors


@app.command()
def icm(
    *,
    stacks: Annotated[
        str,
        typer.Option(
            "--stacks",
            "-s",
            help="Stacks of the players left: 2,5,8,13,17. For fgs and solved they are in order of "
            "action, the blinds last.",
        ),
    ] = "",
    payouts: Annotated[
        str, typer.Option("--payouts", "-p", help="Prizes, first place first: 50,30,20.")
    ] = "",
    model: ModelName = "",
    blinds: Annotated[
        str,
        typer.Option(
            "--blinds", "-b", help="For fgs and solved: small and big blind, and an ante: 300/600."
        ),
    ] = "",
    ante: Annotated[str, typer.Option(help="For fgs: ante that every player posts.")] = "",
    levels: Levels = "",
    cut: Cut = None,
    full: Full = False,
    fgs_ranking: AheadRanking = "",
    moves: Moves = "",
    ties: Annotated[
        str, typer.Option(help="For fgs: tied pots: split, or random for one winner.")
    ] = "",
    force: Force = False,
    bounties: Bounties = "",
    progressive: Progressive = False,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Add bubble factor and risk premium of all pairs.")
    ] = False,
    csv: Annotated[
        Path | None,
        typer.Option(
            "--csv", help="Read many states from a file: one per line, stacks in columns."
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Seed for models that sample large fields (0).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Value stacks in prize money by an equity model.

    The result has the chances of each place and the payoffs.

    \b
    Examples:
      railbird icm --stacks 2,5,8,13,17 --payouts 50,30,20
      railbird icm -s 5000,3000,2000 -p 50,30,20 --model roberts --pairs
      railbird icm -s 40,35,25 -p 60,40 --bounties 10 --progressive --pairs
      railbird icm --csv states.csv --payouts 50,30,20 --json
      railbird icm -s 20,30,40 -p 50,30,20 -m fgs:3 -b 2/4 --levels 2:3/6
      railbird icm -s 4500,3000,6000 -p 50,30,20 -m solved -b 300/600
    """
    choice = ModelChoice(
        name=model,
        stakes=Stakes(blinds=blinds, ante=ante, levels=levels),
        cut=cut,
        full=full,
        ranking=fgs_ranking,
        moves=moves,
        ties=ties,
        force=force,
        seed=seed or 0,
    )
    if bounties and model == SOLVED:
        raise OptionError("--bounties: the model solved has none: omit them, or choose another")
    if seed is not None and seed < 0:
        raise OptionError(f"--seed {seed}: give a seed of 0 or more")
    run = _run if csv is None else partial(_run_file, csv)
    run(
        choice,
        stacks=stacks,
        payouts=payouts,
        bounties=bounties,
        progressive=progressive,
        pairs=pairs,
        seed_given=seed is not None,
        as_json=as_json,
    )


def _run(
    choice: ModelChoice,
    *,
    stacks: str,
    payouts: str,
    bounties: str,
    progressive: bool,
    pairs: bool,
    seed_given: bool,
    as_json: bool,
) -> None:
    """Print what the players in one state can expect."""
    from railbird.tournament import bubble_factors, icm

    chips = numbers(stacks, "--stacks", "2,5,8,13,17")
    prizes = numbers(payouts, "--payouts", "50,30,20")
    heads = _heads(bounties, progressive)
    kind = "progressive" if progressive else "fixed"
    risks = None
    with progress_bar("looking ahead", shown=choice.looks_ahead) as advance:
        result = icm(chips, prizes, choice.model(advance), bounties=heads)
        if pairs:
            model = choice.model(advance)
            risks = bubble_factors(chips, prizes, model, bounties=heads, progressive=progressive)
    _check_seed(result, seed_given)
    choice.warn([chips])
    if as_json:
        print_json(_as_json(result, kind if bounties else "", risks))
        return
    _print_result(result, kind if bounties else "")
    if risks is not None:
        _print_pairs(risks)


def _run_file(
    path: Path,
    choice: ModelChoice,
    *,
    stacks: str,
    payouts: str,
    bounties: str,
    progressive: bool,
    pairs: bool,
    seed_given: bool,
    as_json: bool,
) -> None:
    """Print the payoffs of all states in a file."""
    from railbird.tournament import icm_states

    if stacks or pairs:
        extra = "--stacks" if stacks else "--pairs"
        raise OptionError(f"{extra} does not go with --csv: omit one of them")
    prizes = numbers(payouts, "--payouts", "50,30,20")
    heads = _heads(bounties, progressive)
    if len(heads) > 1:
        raise OptionError(f"--bounties {bounties}: with --csv give one number for all players")
    lines, states = _read(path, len(prizes))
    with progress_bar("looking ahead", shown=choice.looks_ahead) as advance:
        result = icm_states(states, prizes, choice.model(advance), bounty=heads[0])
    _check_seed(result, seed_given)
    choice.warn(states)
    kind = ("progressive" if progressive else "fixed") if bounties else ""
    if as_json:
        rows = zip(lines, states, result.payoffs, result.bounties, strict=True)
        plain = asdict(result)
        del plain["bounties"], plain["payoffs"]
        names = ("line", "stacks", "payoffs", "bounties")
        listed = [dict(zip(names, row, strict=True)) for row in rows]
        print_json({"payouts": prizes, **plain, "bounties": kind or None, "states": listed})
    else:
        _print_states(lines, states, result, kind)


def _check_seed(result: IcmResult | IcmStates, given: bool) -> None:
    """Refuse a seed that nothing depends on."""
    if given and not result.how.startswith("sampled"):
        raise OptionError(
            f"--seed: {result.model} does not sample a field of this size: omit --seed"
        )


def _heads(bounties: str, progressive: bool) -> list[float]:
    if progressive and not bounties:
        raise OptionError("--progressive needs bounties: give them with --bounties")
    return numbers(bounties, "--bounties", "10,10,20") if bounties else [0.0]


def _read(path: Path, paid: int) -> tuple[list[int], list[list[float]]]:
    """States and their line numbers. A first line of names is skipped."""
    lines, states = [], []
    with path.open(newline="", encoding="utf-8-sig", errors="replace") as file:
        for number, row in enumerate(csv_files.reader(file), start=1):
            cells = [cell for cell in row if cell.strip()]
            if not cells or (number == 1 and not any(map(_is_number, cells))):
                continue
            where = f"{path} line {number}"
            for cell in cells:
                if not (_is_number(cell) and 0 < float(cell) < math.inf):
                    raise OptionError(
                        f"{where}: {cell.strip()!r} is not a stack: give numbers above 0, and "
                        "leave cells of eliminated players empty"
                    )
            if len(cells) < max(paid, 2):
                raise OptionError(
                    f"{where} has {len(cells)} stacks for {paid} payouts: give at least two stacks "
                    "and at most one payout for each"
                )
            lines.append(number)
            states.append([float(cell) for cell in cells])
    if not states:
        raise OptionError(f"{path} has no states: give one line of stacks per state")
    return lines, states


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _as_json(result: IcmResult, kind: str, risks: Pairs | None) -> dict[str, object]:
    plain = asdict(result) | {"bounties": kind or None}
    if risks is not None:
        plain["pairs"] = {
            name: [[x if math.isfinite(x) else None for x in row] for row in matrix.tolist()]
            for name, matrix in asdict(risks).items()
            if name != "now"
        }
    return plain


def _decimals(payouts: tuple[float, ...]) -> int:
    return 2 if sum(payouts) >= 10 else 4


def _how(result: IcmResult | IcmStates) -> str:
    error = "" if result.exact else f", error at most about {result.error:.1g} of the pool"
    if result.how.startswith("sampled"):
        error = f", standard error at most {result.error:.1g} of the pool"
    if result.model == SOLVED and "between" not in result.how:
        error = (
            f"; in 99 of 100 states another one differs by at most {result.error:.1g} of the pool"
        )
    if result.model.startswith("fgs"):
        error = f", cuts and ε change about {result.error:.1g} of the pool"
    took = f"{1000 * result.seconds:.1f} ms"
    return f"{result.model}, {result.how}{error}, {took}, railbird {result.version}"


def _print_result(result: IcmResult, kind: str) -> None:
    prizes = " / ".join(f"{x:g}" for x in result.payouts[:PAYOUTS_SHOWN])
    more = " / …" if len(result.payouts) > PAYOUTS_SHOWN else ""
    places = len(result.players[0].places)
    digits = _decimals(result.payouts)
    first = [
        [str(number), f"{player.stack:.10g}", f"{100 * player.chips:.2f}"]
        for number, player in enumerate(result.players, start=1)
    ]
    last = [
        [
            f"{x:.{digits}f}"
            for x in (player.payoff, player.bounty, player.total)[: 3 if kind else 1]
        ]
        for player in result.players
    ]
    before, after = ["player", "stack", "chips %"], ["payoff", "bounties", "total"][: len(last[0])]
    columns = zip(before + after, *map(add, first, last), strict=True)
    room = screen().width - sum(max(map(len, column)) + 2 for column in columns) + 2
    shown = max(0, min(places, room // _COLUMN))
    headings = [*before, *(_ordinal(i) for i in range(shown)), *after]
    rows = [
        [*start, *(f"{chance:.3f}" for chance in player.places[:shown]), *end]
        for player, start, end in zip(result.players, first, last, strict=True)
    ]
    print_table(headings, rows, title=f"payouts {prizes}{more}", text=())
    if shown < places:
        print_line("more places on a wider screen, or with --json")
    if kind:
        print_line(f"{kind} bounties, each collected in proportion to chips")
    if result.depths:
        print_depths(result.depths)
    print_line(_how(result))


def _ordinal(place: int) -> str:
    return f"{place + 1}{['st', 'nd', 'rd'][place] if place < 3 else 'th'}"


def _print_pairs(risks: Pairs) -> None:
    for title, matrix, scale, digits in (
        ("bubble factor of the row against the column", risks.bubble_factors, 1, 2),
        ("risk premium, in %", risks.risk_premiums, 100, 1),
    ):
        opponents = range(len(matrix))
        together = max(1, (screen().width - 8) // _COLUMN)
        for first in opponents[::together]:
            some = opponents[first : first + together]
            rows = [
                [f"{row + 1}", *(_figure(scale * matrix[row, column], digits) for column in some)]
                for row in opponents
            ]
            headings = ["player", *(str(column + 1) for column in some)]
            print_table(headings, rows, title=title if not first else "", text=())


def _figure(number: float, digits: int) -> str:
    return f"{number:.{digits}f}" if math.isfinite(number) else "–"


def _print_states(
    lines: list[int], states: list[list[float]], result: IcmStates, kind: str
) -> None:
    """Print one plain line per state, for use in pipes."""
    digits = _decimals(tuple(map(sum, result.payoffs))[:1])
    for line, stacks, payoffs, heads in zip(
        lines, states, result.payoffs, result.bounties, strict=True
    ):
        pairs = zip(stacks, payoffs, heads, strict=True)
        text = "  ".join(f"{stack:.10g}: {pay + head:.{digits}f}" for stack, pay, head in pairs)
        print(f"line {line}:  {text}")
    what = f"payoffs with {kind} bounties" if kind else "payoffs"
    print(f"{what} of {len(states)} states; {_how(result)}")
