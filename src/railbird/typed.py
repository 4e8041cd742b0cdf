"""Chips and numbers as people write them: with names, and in thousands."""

from __future__ import annotations

import re
from math import isfinite, nan

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


def one_number(text: str, option: str) -> float:
    """The chips of an option that takes one number; 0 if it is not given."""
    if not text.strip():
        return 0.0
    given, names = named_stacks(text, option, "600")
    if len(given) != 1 or names or given[0] < 0:
        raise OptionError(f"{option} {text}: give one number of chips, such as 600")
    return given[0]


def chips(text: str) -> float:
    """A number of chips such as ``1.5k``; `ValueError` if it is none.

    Examples
    --------
    >>> chips("1.5k"), chips("600")
    (1500.0, 600.0)
    """
    match = _CHIPS.fullmatch(text)
    if match is None or not isfinite(found := float(match[1]) * _THOUSANDS[match[2].lower()]):
        raise ValueError(text)
    return found


def _chips(text: str, place: int, option: str, example: str) -> float:
    try:
        return chips(text)
    except ValueError:
        raise OptionError(
            f"number {place} of {option} is {text!r}: separate numbers by commas, such as "
            f"{example}; 3k is 3000"
        ) from None


def numbers(text: str, option: str, example: str) -> list[float]:
    """The comma-separated numbers of an option.

    Examples
    --------
    >>> numbers("50, 30.5", "payouts", "50,30,20")
    [50.0, 30.5]
    """
    if not text.strip():
        raise OptionError(f"{option} is missing: separate numbers by commas, such as {example}")
    found = []
    for place, item in enumerate(text.split(","), start=1):
        try:
            number = float(item)
        except ValueError:
            number = nan
        if not isfinite(number):
            raise OptionError(
                f"number {place} of {option} is {item.strip()!r}: separate numbers by commas, "
                f"such as {example}"
            )
        found.append(number)
    return found
