"""Hands that were played, from the files that a command is given."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
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


LastTable = Annotated[
    bool,
    typer.Option(
        "--last-table", help="Nobody is left at other tables, where the text does not say it."
    ),
]


def places_of(file: Path) -> dict[str, int]:
    """In which place the summaries of a folder say that tournaments, by number, ended."""
    from railbird.history.summaries import read_summaries

    places: dict[str, int] = {}
    for part in sorted(file.rglob("*")) if file.is_dir() else []:
        summaries = read_summaries(part, on_problem=lambda _: None) if part.is_file() else None
        places |= {one.tournament.number: one.place for one in summaries or () if one.place}
    return places


def hands_of(file: Path, hero: str = "") -> Iterator[Hand]:
    """The hands of a file or of those in a folder, told by ``hero`` where they play.

    Problems are told on stderr. A file in a folder that is no hand history is left out.
    """
    from railbird.history.files import read_hands
    from railbird.history.formats.base import UnknownFormatError
    from railbird.history.summaries import read_summaries

    if not file.exists():
        raise HistoryError(f"{file} is not a file or folder: check the name")

    def tell(problem: Problem) -> None:
        print(f"railbird: {problem}", file=sys.stderr)

    names = _names(hero)
    for part in sorted(file.rglob("*")) if file.is_dir() else [file]:
        if not part.is_file():
            continue
        try:
            if file.is_dir() and read_summaries(part, on_problem=tell) is not None:
                continue
            for hand in read_hands(part, on_problem=tell):
                place = next((hand.players.index(n) for n in names if n in hand.players), None)
                yield hand if place is None else replace(hand, hero=place)
        except UnknownFormatError:
            if not file.is_dir():
                raise


def refuse_cash(hands: Iterable[Hand], payouts: Sequence[float] | None) -> None:
    """Refuse prizes where all hands are of cash games."""
    if payouts and all(_is_cash(hand) for hand in hands):
        given = ",".join(f"{prize:g}" for prize in payouts)
        raise OptionError(
            f"--payouts {given}: this is a cash game, which has no prizes: omit it to play for "
            "chips, or give hands of a tournament"
        )


def _is_cash(hand: Hand) -> bool:
    """Whether a hand was for money; chips without a currency may be those of a tournament."""
    from railbird.table.money import money

    worth = money(hand.chip)
    return hand.tournament is None and bool(worth.sign or worth.code)


def check_hero(hands: Iterable[Hand], hero: str) -> None:
    """Refuse a hero who plays in none of the hands."""
    if hero and not any(name in hand.players for hand in hands for name in _names(hero)):
        raise OptionError(f"--hero {hero}: nobody of this name plays in these hands: check it")


def _names(hero: str) -> list[str]:
    return [name.strip() for name in hero.split(",") if name.strip()]


def read_spot(
    file: Path,
    number: str,
    given: Mapping[str, str],
    *,
    kind: str,
    hero: str,
    payouts: Sequence[float] | None,
    last_table: bool,
) -> JamSpot:
    """The jam-or-fold decision in a hand of a file; ``kind`` replaces the hero's cards.

    Options that are ``given`` beside the file are refused.
    """
    from railbird.tournament import Passed, jam_spot
    from railbird.tournament.review.field import fields

    _refuse_with_from(given)
    if last_table and not payouts:
        raise OptionError("--last-table is for prizes: give them with --payouts, or omit it")
    hands, at = _chosen(file, number, hero)
    hand = hands[at]
    check_hero([hand], hero)
    refuse_cash([hand], payouts)
    spot = jam_spot(hand, fields(hands, last_table=last_table)[at])
    if payouts and not isinstance(spot, Passed):
        why = spot.field.why_not(payouts, spot.rules.players)
        if why:
            raise OptionError(f"--payouts: hand {spot.hand}: {why}")
    if isinstance(spot, Passed):
        raise HistoryError(f"hand {hand.number} of {file} cannot be judged: {spot.why}")
    if kind:
        held = f" in place of {spot.cards}" if spot.cards else ""
        return replace(spot, cards=kind + held, hand_class=kind)
    if not spot.cards:
        raise HistoryError(
            f"hand {hand.number} of {file}: the hero's cards are unknown; give them with --hand"
        )
    return spot


def _refuse_with_from(given: Mapping[str, str]) -> None:
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


def _chosen(file: Path, number: str, hero: str) -> tuple[list[Hand], int]:
    """The hands of a file, and the place of one by its number, or else by its place."""
    if file.is_dir():
        raise HistoryError(
            f"{file} is a folder: give a file of it, or judge all with railbird review"
        )
    hands = list(hands_of(file, hero))
    if not hands:
        raise HistoryError(f"{file} holds no hand that can be read: check the file")
    if not number:
        if len(hands) == 1:
            return hands, 0
        raise HistoryError(
            f"{file} holds {len(hands)} hands: choose one with --hand-number, such as "
            f"{hands[0].number or 1}, or judge all with railbird review"
        )
    for at, hand in enumerate(hands):
        if hand.number == number.lstrip("#"):
            return hands, at
    if number.isdecimal() and 1 <= int(number) <= len(hands):
        return hands, int(number) - 1
    raise HistoryError(
        f"--hand-number {number}: {file} has no such hand; give the number of a hand, or its place "
        f"from 1 to {len(hands)}"
    )
