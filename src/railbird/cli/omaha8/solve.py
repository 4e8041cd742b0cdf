"""``railbird omaha8 solve``: jam or fold at some stacks and blinds."""

from __future__ import annotations

from math import isnan, nan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import omaha8_app
from railbird.cli.omaha8.options import (
    NAMES,
    TableFolder,
    no_decision,
    percent,
    shipped_chart,
    signed,
    stakes_of,
)
from railbird.cli.options import Json
from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.tables import print_line, print_table
from railbird.errors import OptionError
from railbird.omaha8.words import most_gained, origin

if TYPE_CHECKING:
    from railbird.omaha8.jamfold.game import JamStakes

EPSILON = 0.001
"""What no player can gain, in chips a hand, as in Ho (2015)."""


@omaha8_app.command("solve")
def omaha8_solve(
    *,
    stacks: Annotated[
        str, typer.Option("--stacks", "-s", help="Chips of both players, the small blind first.")
    ],
    blinds: Annotated[str, typer.Option("--blinds", "-b", help="Small and big blind: 50/100.")],
    hand: Annotated[str, typer.Option(help="Also say what to do with this hand.")] = "",
    exact: Annotated[
        bool,
        typer.Option("--exact", help="Solve these very stakes with the table of match-ups."),
    ] = False,
    epsilon: Annotated[
        float | None,
        typer.Option(
            help="With --exact: stop when nobody can gain more than so many chips a hand "
            f"(default: {EPSILON:g})."
        ),
    ] = None,
    table: TableFolder = None,
    as_json: Json = False,
) -> None:
    """Solve heads-up jam or fold in Omaha Hi-Lo.

    The answer is that of the nearest of the shipped equilibria, in which the small blind is half of
    the big blind. With --exact it is computed for any stakes. That needs the table of railbird
    omaha8 tabulate and takes minutes without a GPU.

    \b
    Examples:
      railbird omaha8 solve --stacks 900,1200 --blinds 50/100
      railbird omaha8 solve --stacks 900,1200 --blinds 50/100 --hand AsAd2s3d
    """
    stakes, big = stakes_of(stacks, blinds)
    if table is not None and not exact:
        raise OptionError("--table is only for --exact: add --exact or omit --table")
    if epsilon is not None and not exact:
        raise OptionError("--epsilon is only for --exact: add --exact or omit --epsilon")
    if epsilon is not None and not 0 < epsilon < float("inf"):
        raise OptionError(f"--epsilon {epsilon:g}: give chips a hand, above 0, such as 0.001")
    target = (EPSILON if epsilon is None else epsilon) / big
    found = _solved(stakes, hand, table, target) if exact else _looked_up(stakes, hand)
    if as_json:
        print_json(found)
        return
    _print(found, big)


Answer = dict[str, object]


def _looked_up(stakes: JamStakes, hand: str) -> Answer:
    from railbird.omaha8.chart import POSITIONS

    chart = shipped_chart(stakes)
    spots = {each: chart.spot(hand, each) for each in POSITIONS} if hand else {}
    return {
        "r": chart.wanted,
        "solved_r": float(chart.stack),
        "small_blind": stakes.small,
        "value": chart.value,
        "gains": chart.gains,
        "shares": {each: chart.share(each) for each in POSITIONS},
        "hand": hand or None,
        "advice": {
            each: {"played": spot.played, "wins_more_than_folding": spot.gap}
            for each, spot in spots.items()
        },
        "how": origin(chart),
    }


def _solved(stakes: JamStakes, hand: str, folder: Path | None, epsilon: float) -> Answer:
    from railbird.cards.classes import omaha_class_index
    from railbird.compute.gpu import gpu_is_there
    from railbird.omaha8.jamfold.game import HeadsUpJamFold, host
    from railbird.omaha8.jamfold.products import open_matchups
    from railbird.omaha8.jamfold.solutions import POSITIONS
    from railbird.omaha8.jamfold.sweep import solve_stakes

    index = omaha_class_index(hand) if hand else 0
    matchups = open_matchups(folder, gpu=gpu_is_there())
    with progress_bar("solving"):
        solved = solve_stakes(matchups, [stakes], epsilon=epsilon)
    game, xp = HeadsUpJamFold(matchups, [stakes]), matchups.xp
    jam, call = xp.asarray(solved.jam), xp.asarray(solved.call)
    weights = host(matchups.sizes) / float(matchups.sizes.sum())
    missed = "" if solved.converged[0] else ", which is NOT as close as requested"
    free = dict(zip(POSITIONS, stakes.decides, strict=True))
    strategies = dict(zip(POSITIONS, (solved.jam[:, 0], solved.call[:, 0]), strict=True))
    advice = {}
    if hand:
        gaps = (game.jam_gap(call), game.call_gap(jam) / game.jam_chance(jam))
        for each, gap in zip(POSITIONS, gaps, strict=True):
            advice[each] = {
                "played": float(strategies[each][index]) if free[each] else nan,
                "wins_more_than_folding": float(host(gap)[index, 0]) if free[each] else nan,
            }
    return {
        "r": stakes.stack,
        "solved_r": stakes.stack,
        "small_blind": stakes.small,
        "value": float(solved.value[0]),
        "gains": [float(gain) for gain in solved.gains[:, 0]],
        "shares": {
            each: float(weights @ strategies[each]) if free[each] else nan for each in POSITIONS
        },
        "hand": hand or None,
        "advice": advice,
        "how": f"solved with the table in {solved.seconds:.0f} s; "
        f"{most_gained(float(solved.epsilon[0]))}{missed}",
    }


def _print(found: Answer, big: float) -> None:
    value, shares, advice = found["value"], found["shares"], found["advice"]
    assert isinstance(value, float)
    assert isinstance(shares, dict)
    assert isinstance(advice, dict)
    rows = [
        [name, action, percent(shares[each]), signed(won, 4), signed(won * big, 2)]
        for (each, name), action, won in zip(
            NAMES.items(), ("jams", "calls"), (value, -value), strict=True
        )
    ]
    heads = ["player", "action", "hands %", "wins, bb a hand", "chips"]
    print_table(heads, rows, title=f"R = {found['solved_r']:g}", text=(0, 1))
    if advice:
        rows = [
            [
                name,
                percent(advice[key]["played"]),
                signed(advice[key]["wins_more_than_folding"]),
                signed(advice[key]["wins_more_than_folding"] * big, 1),
            ]
            for key, name in (("sb", "jam"), ("bb", "call a jam"))
        ]
        heads = [str(found["hand"]), "played %", "more than folding, bb", "chips"]
        print_table(heads, rows, title="")
    for each in NAMES:
        if isnan(shares[each]):
            print_line(no_decision(each))
    print_line(str(found["how"]))
