"""Stacks, prizes and ranges as people write them: with names, in thousands, or in a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isfinite, nan
from pathlib import Path

from railbird.cli.ui.output import numbers
from railbird.errors import OptionError

_THOUSANDS = {"": 1.0, "k": 1e3, "m": 1e6}
_CHIPS = re.compile(r"([-+.0-9e]+) ?([km]?)", re.IGNORECASE)


def named_stacks(
    text: str, option: str = "--stacks", example: str = "3000,4500,6000"
) -> tuple[list[float], tuple[str, ...]]:
    """The stacks of a list such as ``Ann=3k,Bob=4500``, and the names; () without names.

    Examples
    --------
    >>> named_stacks("Ann=3k, Bob=4500"), named_stacks("10,1.5k")
    (([3000.0, 4500.0], ('Ann', 'Bob')), ([10.0, 1500.0], ()))
    """
    if not text.strip():
        raise OptionError(f"{option} is missing: separate numbers by commas, such as {example}")
    stacks, names = [], []
    for place, item in enumerate(text.split(","), start=1):
        name, equals, chips = item.rpartition("=")
        stacks.append(_chips(chips.strip(), place, option, example))
        if equals:
            names.append(name.strip())
    if names and (len(names) < len(stacks) or not all(names)):
        raise OptionError(f"{option} {text}: name every player, or none: Ann=3k,Bob=4500")
    if len(set(names)) < len(names):
        raise OptionError(f"{option} {text}: two players have one name; give each their own")
    return stacks, tuple(names)


def locked_ranges(texts: Sequence[str], names: Sequence[str] = ()) -> dict[str, str]:
    """The ranges of texts such as ``BB after SB=22+``, by seats; ``names`` may stand for seats.

    Examples
    --------
    >>> locked_ranges(["Bob after Ann=22+", "SB=none"], ["Ann", "Cy", "Bob"])
    {'BB after BTN': '22+', 'SB': 'none'}
    """
    from railbird.table.seats import seat_names

    seats = dict(zip(map(_folded, names), seat_names(len(names)), strict=True)) if names else {}
    locks: dict[str, str] = {}
    for text in texts:
        who, equals, range_ = text.partition("=")
        if not equals:
            raise OptionError(f"--lock {text!r}: give a seat and a range, such as 'BB=22+,A2s+'")
        player, after, others = who.partition(" after ")
        listed = [player, *(others.split(",") if after else [])]
        first, *before = (seats.get(_folded(one), " ".join(one.split())) for one in listed)
        key = f"{first} after {', '.join(before)}" if before else first
        if key in locks:
            raise OptionError(f"--lock {text!r}: {key} is locked twice: omit one")
        locks[key] = range_
    return locks


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()


def one_number(text: str, option: str) -> float:
    """The chips of an option that takes one number; 0 if it is not given."""
    if not text.strip():
        return 0.0
    given, names = named_stacks(text, option, "600")
    if len(given) != 1 or names or given[0] < 0:
        raise OptionError(f"{option} {text}: give one number of chips, such as 600")
    return given[0]


def _chips(text: str, place: int, option: str, example: str) -> float:
    match = _CHIPS.fullmatch(text)
    try:
        found = float(match[1]) * _THOUSANDS[match[2].lower()] if match else nan
    except ValueError:
        found = nan
    if not isfinite(found):
        raise OptionError(
            f"number {place} of {option} is {text!r}: separate numbers by commas, such as "
            f"{example}; 3k is 3000"
        )
    return found


def prizes(text: str, option: str = "--payouts") -> list[float]:
    """The prizes of a list such as ``50,30,20``, or of a file that holds one.

    In a file prizes are separated by commas, spaces or line ends, first place first; ``#`` starts a
    remark.
    """
    try:
        return numbers(text, option, "50,30,20")
    except OptionError as error:
        path = Path(text)
        if not path.is_file():
            if "," not in text and text.strip():
                raise OptionError(
                    f"{option} {text!r} is neither a prize nor a file: give prizes such as "
                    "50,30,20, or the name of a file that holds them"
                ) from None
            raise error from None
    try:
        lines = [line.partition("#")[0] for line in path.read_text("utf-8-sig").splitlines()]
    except UnicodeDecodeError:
        raise OptionError(
            f"{option} {path} is not a text file: name one that holds prizes"
        ) from None
    words = " ".join(lines).replace(",", " ").split()
    return numbers(",".join(words), f"{option} {path}", "50,30,20")
