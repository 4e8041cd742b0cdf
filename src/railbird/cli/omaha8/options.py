"""What several commands of Omaha Hi-Lo share: options, and words on the screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.errors import OptionError
from railbird.typed import numbers

if TYPE_CHECKING:
    from railbird.omaha8.chart import Chart, HandAdvice
    from railbird.omaha8.jamfold.game import JamStakes
    from railbird.omaha8.jamfold.solutions import Position

NAMES: dict[Position, str] = {"sb": "small blind", "bb": "big blind"}

TableFolder = Annotated[
    Path | None, typer.Option("--table", help="Folder of the table (default: your own).")
]
PositionName = Annotated[
    str, typer.Option("--position", "-p", help="sb for the small blind, bb for the big blind.")
]


def position_of(text: str) -> Position:
    """Read a position."""
    positions: dict[str, Position] = {"sb": "sb", "bb": "bb"}
    if text.lower() not in positions:
        raise OptionError(f"--position {text!r} is no blind: give sb or bb")
    return positions[text.lower()]


def stack_of(text: str, option: str = "--r") -> float:
    """Read a stack in big blinds."""
    try:
        return float(text)
    except ValueError:
        raise OptionError(
            f"{option} {text!r} is not a stack: give the smaller stack in big blinds, such as 8"
        ) from None


def stakes_of(stacks: str, blinds: str) -> tuple[JamStakes, float]:
    """Read both stacks and blinds: the stakes in big blinds, and the big blind."""
    from railbird.omaha8.jamfold.game import JamStakes

    if not blinds:
        raise OptionError("--blinds is missing: give the small and the big blind, such as 50/100")
    both = numbers(stacks, "--stacks", "900,1200")
    posts = numbers(blinds.replace("/", ","), "--blinds", "50/100")
    for option, text, given in (("--stacks", stacks, both), ("--blinds", blinds, posts)):
        if len(given) != 2:
            raise OptionError(f"{option} {text}: give two numbers, the small blind's first")
    return JamStakes.of_chips(both, posts), posts[1]


def shipped_chart(stakes: JamStakes) -> Chart:
    """The shipped equilibrium that is nearest to some stakes."""
    from railbird.omaha8.chart import Chart

    if abs(stakes.small - 0.5) > 1e-9:
        raise OptionError(
            f"a small blind of {stakes.small:g} big blinds is not among the shipped equilibria: "
            "they have half a big blind; railbird omaha8 solve --exact solves it"
        )
    return Chart(stakes.stack)


def percent(share: float) -> str:
    """A share on the screen."""
    from railbird.stats import shown

    return shown(100 * share, ".1f")


def signed(number: float, digits: int = 3) -> str:
    """What is won or lost, on the screen; never minus zero."""
    from railbird.stats import shown

    return shown(number, f"+z.{digits}f")


def no_decision(position: Position) -> str:
    """What is said where posting is all in."""
    return f"the {NAMES[position]} has no decision: posting is all in"


def spot_facts(spot: HandAdvice) -> dict[str, object]:
    """A class as JSON has it."""
    return {
        "class": spot.name,
        "hand": spot.hand,
        "hands": spot.hands,
        "played": spot.played,
        "wins_more_than_folding": spot.gap,
        "playable_to": spot.playable,
    }
