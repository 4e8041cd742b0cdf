"""Hands that were played, from the files that a command is given."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.errors import HistoryError, OptionError

if TYPE_CHECKING:
    from railbird.history.formats.base import Problem
    from railbird.table.hand import Hand
    from railbird.tournament import JamSpot


Hero = Annotated[
    str, typer.Option(help="Whose decisions, if the text does not say: a name, or several.")
]


def hands_of(file: Path, hero: str = "") -> Iterator[Hand]:
    """The hands of a file, told by ``hero`` where they play; problems are told on stderr."""
    from railbird.history.files import read_hands

    if not file.is_file():
        raise HistoryError(f"{file} is not a file: check the name")

    def tell(problem: Problem) -> None:
        print(f"railbird: {problem}", file=sys.stderr)

    names = _names(hero)
    for hand in read_hands(file, on_problem=tell):
        place = next((hand.players.index(name) for name in names if name in hand.players), None)
        yield hand if place is None else replace(hand, hero=place)


def check_hero(hands: Iterable[Hand], hero: str) -> None:
    """Refuse a hero who plays in none of the hands."""
    if hero and not any(name in hand.players for hand in hands for name in _names(hero)):
        raise OptionError(f"--hero {hero}: nobody of this name plays in these hands: check it")


def _names(hero: str) -> list[str]:
    return [name.strip() for name in hero.split(",") if name.strip()]


def read_spot(file: Path, number: str, kind: str, hero: str = "") -> JamSpot:
    """The jam-or-fold decision in a hand of a file; ``kind`` replaces the hero's cards."""
    from railbird.tournament import Passed, jam_spot

    hand = _chosen(file, number, hero)
    check_hero([hand], hero)
    spot = jam_spot(hand)
    if isinstance(spot, Passed):
        raise HistoryError(f"hand {hand.number} of {file} cannot be judged: {spot.why}")
    if kind:
        return replace(spot, cards="", hand_class=kind)
    if not spot.cards:
        raise HistoryError(
            f"hand {hand.number} of {file}: the hero's cards are unknown; give them with --hand"
        )
    return spot


def refuse_with_from(given: dict[str, str]) -> None:
    """Refuse what a hand that was played says itself."""
    for option, text in given.items():
        if text:
            why = "the hand in the file has its own"
            if option == "--ranking":
                why = "ranges by a ranking ignore who folded"
            raise OptionError(
                f"{option} {text} does not go with --from, as {why}: omit one of them"
            )


def refuse_locked_folds(locks: dict[str, str], spot: JamSpot) -> None:
    """Refuse to fix the range of a player who had folded."""
    from railbird.table.seats import seat_names
    from railbird.tournament.jamfold.rules import decision_key

    seats = seat_names(spot.rules.players)
    folded = {seats[player].casefold() for player in spot.rules.folded}
    for name in locks:
        if decision_key(name)[0] in folded:
            raise OptionError(f"--lock {name}: this player folded before anybody jammed: omit it")


def _chosen(file: Path, number: str, hero: str) -> Hand:
    """A hand by its number, or else by its place in the file."""
    hands = list(hands_of(file, hero))
    if not hands:
        raise HistoryError(f"{file} holds no hand that can be read: check the file")
    if not number:
        if len(hands) == 1:
            return hands[0]
        raise HistoryError(
            f"{file} holds {len(hands)} hands: choose one with --hand-number, such as "
            f"{hands[0].number or 1}, or judge all with railbird review"
        )
    for hand in hands:
        if hand.number == number.lstrip("#"):
            return hand
    if number.isdecimal() and 1 <= int(number) <= len(hands):
        return hands[int(number) - 1]
    raise HistoryError(
        f"--hand-number {number}: {file} has no such hand; give the number of a hand, or its place "
        f"from 1 to {len(hands)}"
    )
