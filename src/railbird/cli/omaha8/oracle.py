"""``railbird omaha8 oracle``: rules that a person can count, beside the equilibrium."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import omaha8_app
from railbird.cli.omaha8.options import PositionName, position_of, signed, spot_facts
from railbird.cli.options import Json
from railbird.cli.ui.output import print_json
from railbird.cli.ui.tables import print_line, print_table
from railbird.errors import OptionError
from railbird.omaha8.words import origin

if TYPE_CHECKING:
    from railbird.cards.card import HoleCards
    from railbird.omaha8.chart import Chart, HandAdvice
    from railbird.omaha8.jamfold.solutions import Position
    from railbird.omaha8.rules.scoring import RuleVerdict, ScoringRule


@dataclass(frozen=True, slots=True)
class _Said:
    """A rule, what it says of the hand, and what it loses with it and a hand on average."""

    rule: ScoringRule
    verdict: RuleVerdict
    lost: float
    cost: float


@omaha8_app.command("oracle")
def omaha8_oracle(
    hand: Annotated[str, typer.Argument(help="A hand, such as KsQs7d6h.")],
    *,
    stack: Annotated[float, typer.Option(help="The smaller stack before posting, in chips.")],
    bb: Annotated[float, typer.Option(help="The big blind, in chips.")],
    position: PositionName,
    rule: Annotated[
        str, typer.Option(help="oracle (Ho, 2015), tally (our own rule), or both.")
    ] = "both",
    as_json: Json = False,
) -> None:
    """Count the points of a hand by rules for the table, and compare them with the equilibrium.

    ORACLE plays a hand with more than ten points for each big blind in the smaller stack. TALLY has
    fewer numbers and costs less with R up to 15. The last table says what each rule loses with this
    hand. Its cost is what it loses a hand on average to an opponent who exploits it as much as
    possible.

    \b
    Example:
      railbird omaha8 oracle KsQs7d6h --stack 3600 --bb 400 --position sb
    """
    from railbird.cards.card import HoleCards
    from railbird.omaha8.chart import Chart

    where, chosen = position_of(position), _rules(rule)
    if not bb > 0:
        raise OptionError(f"--bb {bb:g} is no big blind: it must be above 0")
    found = Chart(stack / bb)
    spot = found.spot(hand, where)
    said = {
        name: _ask(one, HoleCards.parse(hand), where, found=found, cost=_cost(name, where, found))
        for name, one in chosen.items()
    }
    if as_json:
        print_json(_as_json(found, spot, said, where, bb=bb))
        return
    _print(found, spot, list(said.values()), where, bb=bb)


def _rules(text: str) -> dict[str, ScoringRule]:
    from railbird.omaha8.rules.oracle import ORACLE
    from railbird.omaha8.rules.tally import TALLY

    every = {"oracle": ORACLE, "tally": TALLY}
    if text == "both":
        return every
    if text not in every:
        raise OptionError(f"--rule {text!r} is no rule: choose oracle, tally or both")
    return {text: every[text]}


def _cost(rule: str, where: Position, found: Chart) -> float:
    from railbird.omaha8.rules import costs

    return float(costs.load().of(rule, where)[found.row])


def _ask(
    rule: ScoringRule, hand: HoleCards, where: Position, *, found: Chart, cost: float
) -> _Said:
    verdict = rule.judge(hand, where, found.wanted)
    lost = found.spot(hand, where).lost(play=verdict.play) if found.decides(where) else 0.0
    return _Said(rule, verdict, lost, cost)


def _print(
    found: Chart, spot: HandAdvice, said: list[_Said], where: Position, *, bb: float
) -> None:
    from railbird.omaha8.chart import ACTIONS

    print(f"{spot.name}, R = {found.wanted:g}")
    for one in said:
        print_points(one.rule, one.verdict, where)
    print_table(
        ["", "says", "loses, bb", "chips", "cost, chips"],
        [*(_row(one, ACTIONS[where], bb) for one in said), _equilibrium(found, spot, where)],
        text=(0, 1),
    )
    if found.decides(where):
        print(f"to {ACTIONS[where]} wins {signed(spot.gap)} bb more than to fold")
    print_line("cost: what a rule loses a hand at this stack if it is exploited, over all hands")
    for one in said:
        if found.wanted > one.rule.most_stack:
            print_line(f"{one.rule.name} was made for R up to {one.rule.most_stack:g}")
    print_line(origin(found))


def print_points(rule: ScoringRule, said: RuleVerdict, where: Position, *, title: str = "") -> None:
    """The points of a hand by a rule, line by line."""
    rows = [[name, f"{points:+d}"] for name, points in said.lines]
    rows.append(["score", str(said.score)])
    than = "more than " if rule.strict else ""
    rows.append([f"needs {than}{rule.formula[where]}", f"{said.threshold:.4g}"])
    print_table([rule.name, "points"], rows, title=title)


def rule_advice(said: RuleVerdict, action: str) -> str:
    """What a rule says to do, and whether it always does."""
    why = f": always, with {said.always}" if said.always else ""
    return f"{action if said.play else 'fold'}{why}"


def _row(said: _Said, action: str, bb: float) -> list[str]:
    lost = [f"{said.lost:.3f}", f"{said.lost * bb:.1f}"]
    return [said.rule.name, rule_advice(said.verdict, action), *lost, f"{said.cost * bb:.2f}"]


def _equilibrium(found: Chart, spot: HandAdvice, where: Position) -> list[str]:
    from railbird.omaha8.chart import ACTIONS

    action = ACTIONS[where]
    words = f"{action} {100 * spot.played:.0f} %, else fold"
    if not found.decides(where):
        words = "no decision, all in by posting"
    elif spot.played in (0, 1):
        words = action if spot.played else "fold"
    return ["equilibrium", words, "0.000", "0.0", "0.00"]


def _as_json(
    found: Chart, spot: HandAdvice, said: dict[str, _Said], where: Position, *, bb: float
) -> dict[str, object]:
    rules = {}
    for name, one in said.items():
        rules[name] = asdict(one.verdict) | {
            "lines": [{"line": line, "points": points} for line, points in one.verdict.lines],
            "lost_bb": one.lost,
            "lost_chips": one.lost * bb,
            "cost_bb": one.cost,
            "cost_chips": one.cost * bb,
        }
    return {
        "position": where,
        "r": found.wanted,
        "equilibrium_r": float(found.stack),
        "rules": rules,
        "equilibrium": spot_facts(spot) if found.decides(where) else None,
    }
