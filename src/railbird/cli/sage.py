"""``railbird sage``: two rules of thumb for jam or fold heads-up, beside the equilibrium."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import app
from railbird.cli.omaha8.options import PositionName, position_of
from railbird.cli.options import Json, hand_class
from railbird.cli.ui.output import print_json
from railbird.cli.ui.tables import print_line, print_table
from railbird.errors import OptionError
from railbird.typed import numbers

if TYPE_CHECKING:
    from railbird.tournament.rules_of_thumb.advice import ThumbAdvice

ACTIONS = {"sb": "jam", "bb": "call"}
BEYOND = 0.5
"""A rule may be asked this far beyond its first and last R without a note."""


@app.command()
def sage(
    hand: Annotated[str, typer.Argument(help="A hold'em hand, such as K9s or Kh9h.")],
    *,
    bb: Annotated[float, typer.Option(help="The big blind, in chips.")],
    position: PositionName,
    stack: Annotated[
        float | None, typer.Option(help="The stack of both players before posting, in chips.")
    ] = None,
    stacks: Annotated[
        str, typer.Option(help="Instead: both stacks, the small blind's first, such as 2900,5600.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Count the points of a hand by SAGE and by SEVENS, and compare with the equilibrium.

    SAGE is the rule of Jones and Kittock for jam or fold heads-up, with R up to 7. SEVENS is our
    own: it has as many numbers, costs less on average, and goes up to R = 15. R is
    in big blinds: for SAGE the smaller of the stacks that are left after posting, for SEVENS the
    smaller stack less a big blind. They differ if the small blind has fewer chips.

    \b
    Examples:
      railbird sage 76s --stack 3000 --bb 400 --position sb
      railbird sage 97o --stacks 2900,5600 --bb 400 --position sb
    """
    from railbird.tournament.rules_of_thumb.advice import thumb_advice

    where = position_of(position)
    if not bb > 0:
        raise OptionError(f"--bb {bb:g} is no big blind: it must be above 0")
    chips = _chips(stack, stacks, bb)
    found = thumb_advice(hand_class(hand, "HAND"), stack=chips, big_blind=bb, position=where)
    if as_json:
        print_json(_as_json(found, bb))
        return
    _print(found, bb)


def _chips(stack: float | None, stacks: str, bb: float) -> tuple[float, float]:
    """Both stacks, the small blind's first."""
    if (stack is None) == (not stacks):
        raise OptionError(
            "give either --stack, if both have as many chips, or --stacks, the small blind's first"
        )
    option = "--stacks" if stacks else "--stack"
    chips = numbers(stacks, option, "2900,5600") if stacks else [stack or 0.0, stack or 0.0]
    if len(chips) != 2:
        raise OptionError(f"--stacks {stacks}: give two numbers, the small blind's first")
    for each in chips:
        if not bb < each < float("inf"):
            raise OptionError(
                f"{option} {each:g} with --bb {bb:g} leaves nothing to decide about: give chips "
                "before posting, more than the big blind"
            )
    return chips[0], chips[1]


def _print(found: ThumbAdvice, bb: float) -> None:
    action = ACTIONS[found.position]
    verdicts = found.verdicts
    names = list(dict.fromkeys(name for said in verdicts for name, _ in said.lines))
    rows = [
        [name, *(f"{points[name]:+d}" if name in points else "" for points in _points(found))]
        for name in names
    ]
    rows += [
        ["score", *("" if said.always else str(said.score) for said in verdicts)],
        ["R", *(f"{said.r:g}" for said in verdicts)],
        ["needed at this R", *(_needed(said.always, said.needed) for said in verdicts)],
        ["says", *(action if said.play else "fold" for said in verdicts)],
        ["EV lost, bb", *(f"{found.lost(said):.3f}" for said in verdicts)],
        ["EV lost, chips", *(f"{found.lost(said) * bb:.1f}" for said in verdicts)],
        ["cost of the rule, bb a hand", *(f"{cost:z.4f}" for cost in found.costs)],
    ]
    print_table(["", *(said.rule for said in verdicts)], rows, title=found.hand)
    for said in verdicts:
        if said.always:
            print(f"{said.rule} always plays {said.always}")
    print(f"equilibrium: {_advice(found, action)}; to {action} wins {found.gap:+z.3f} bb")
    for note in _notes(found):
        print_line(note)


def _points(found: ThumbAdvice) -> list[dict[str, int]]:
    return [dict(said.lines) for said in found.verdicts]


def _needed(always: str, needed: int) -> str:
    return "always" if always else str(needed)


def _advice(found: ThumbAdvice, action: str) -> str:
    if found.frequency in (0, 1):
        return action if found.frequency else "fold"
    return f"{action} {100 * found.frequency:.0f} %, else fold"


def _notes(found: ThumbAdvice) -> list[str]:
    """Which rules were not made for this stack, and how exact the equilibrium is."""
    from railbird.stats import at_most
    from railbird.tournament.rules_of_thumb.rule import SAGE, SEVENS

    notes = [
        f"{rule.name} was made for R from {rule.stacks[0]:g} to {rule.stacks[-1]:g}"
        for rule, said in zip((SAGE, SEVENS), found.verdicts, strict=True)
        if not rule.stacks[0] - BEYOND <= said.r < rule.stacks[-1] + BEYOND
    ]
    return [
        *notes,
        "the cost of a rule is what its player loses to the best opponent, over all hands",
        f"nobody can gain more than {at_most(found.epsilon)} bb against the equilibrium",
    ]


def _as_json(found: ThumbAdvice, bb: float) -> dict[str, object]:
    return {
        "hand": found.hand,
        "position": found.position,
        "r": found.r,
        "rules": [
            {
                **asdict(said),
                "lines": [{"line": name, "points": points} for name, points in said.lines],
                "lost_bb": found.lost(said),
                "lost_chips": found.lost(said) * bb,
                "cost_bb": cost,
            }
            for said, cost in zip(found.verdicts, found.costs, strict=True)
        ],
        "equilibrium": {
            "played": found.frequency,
            "wins_more_than_folding": found.gap,
            "epsilon_bb": found.epsilon,
        },
    }
