"""``railbird omaha8 oracle``: the rule of Ho (2015) beside the equilibrium."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import omaha8_app
from railbird.cli.omaha8.options import PositionName, origin, position_of, spot_facts
from railbird.cli.options import Json
from railbird.cli.ui.output import print_json
from railbird.cli.ui.tables import print_line, print_table
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.omaha8.chart import Chart, HandAdvice
    from railbird.omaha8.jamfold.solutions import Position
    from railbird.omaha8.rules.scoring import Verdict


@omaha8_app.command("oracle")
def omaha8_oracle(
    hand: Annotated[str, typer.Argument(help="A hand, such as KsQs7d6h.")],
    *,
    stack: Annotated[float, typer.Option(help="The smaller stack before posting, in chips.")],
    bb: Annotated[float, typer.Option(help="The big blind, in chips.")],
    position: PositionName,
    as_json: Json = False,
) -> None:
    """Count the points of a hand by the ORACLE rule, and compare it with the equilibrium.

    The rule plays a hand with more than ten points for each big blind in the smaller stack. It was
    made for stacks of up to 11.25 big blinds.

    \b
    Example:
      railbird omaha8 oracle KsQs7d6h --stack 3600 --bb 400 --position sb
    """
    from railbird.cards.card import HoleCards
    from railbird.omaha8.chart import Chart
    from railbird.omaha8.rules.oracle import ORACLE

    where = position_of(position)
    if not bb > 0:
        raise OptionError(f"--bb {bb:g} is no big blind: it must be above 0")
    found = Chart(stack / bb)
    spot = found.spot(hand, where)
    said = ORACLE.judge(HoleCards.parse(hand), where, stack / bb)
    lost = spot.lost(play=said.play) if found.decides(where) else 0.0
    if as_json:
        print_json(_as_json(found, spot, said, where, lost=lost, bb=bb))
        return
    _print(found, spot, said, where, lost=lost, bb=bb)


def _print(
    found: Chart, spot: HandAdvice, said: Verdict, where: Position, *, lost: float, bb: float
) -> None:
    from railbird.omaha8.chart import ACTIONS
    from railbird.omaha8.rules.oracle import ORACLE

    action = ACTIONS[where]
    rows = [[name, f"{points:+d}"] for name, points in said.lines]
    rows.append(["score", str(said.score)])
    rows.append([f"10 x R, with R = {found.wanted:g}", f"{said.threshold:g}"])
    print_table(["ORACLE", "points"], rows, title=spot.name)
    why = f": always, with {said.always}" if said.always else ""
    print(f"ORACLE says:      {action if said.play else 'fold'}{why}")
    if not found.decides(where):
        print("equilibrium:      no decision, all in by posting")
    else:
        print(f"equilibrium:      {_advice(spot, action)}; to {action} wins {spot.gap:+.3f} bb")
        print(f"EV lost by rule:  {lost:.3f} bb, {lost * bb:.1f} chips")
    if found.wanted > ORACLE.most_stack:
        print_line(f"the rule was made for R up to {ORACLE.most_stack:g}")
    print_line(origin(found))


def _advice(spot: HandAdvice, action: str) -> str:
    if spot.played in (0, 1):
        return action if spot.played else "fold"
    return f"{action} {100 * spot.played:.0f} %, else fold"


def _as_json(
    found: Chart, spot: HandAdvice, said: Verdict, where: Position, *, lost: float, bb: float
) -> dict[str, object]:
    rule = asdict(said)
    rule["lines"] = [{"line": name, "points": points} for name, points in said.lines]
    return {
        "position": where,
        "r": found.wanted,
        "equilibrium_r": float(found.stack),
        "oracle": rule,
        "equilibrium": spot_facts(spot) if found.decides(where) else None,
        "lost_bb": lost,
        "lost_chips": lost * bb,
    }
