"""Amounts of money in the texts of rooms."""

from __future__ import annotations

import re

_AMOUNT = re.compile(
    r"(?:[A-Z]{0,3}[^\w\s.,:()\[\]'+-]|[A-Z]{3}|kr)?\s?"
    r"([0-9]{1,12}|[1-9][0-9]{0,2}(?:[,. \u202f\xa0][0-9]{3}){1,3})(?:[.,]([0-9]{1,2}))?"
    r"\s?(?:[^\w\s.,:()\[\]'+-]|[A-Z]{3}|[Pp]ts|kr)?"
)
"""A number with or without the sign of a currency, known or not, before or behind it."""

PLACE = r"([0-9]{1,3}(?:[,. '\u202f\xa0][0-9]{3}){1,2}(?![0-9])|[0-9]{1,9}(?![0-9]))"
"""A place in a tournament, with or without signs between the thousands; see `read_place`."""

_FIGURES = 12
"""The most figures of an amount that is read without a pattern, which takes half the time."""

_MOST = 20_000
_NOT_FIGURES = re.compile(r"[^0-9]")
_SPACES = re.compile(r"[,. \u202f\xa0]")


class Amounts:
    """Reads amounts: in hundredths of a currency, or as whole chips. Keeps those it has read.

    A reader that keeps lines here needs amounts of its own: other rooms mean others by them.
    """

    def __init__(self, *, cents: bool) -> None:
        self.cents = cents
        self.unit = "money" if cents else "chips"
        self.known: dict[str, int] = {}
        self.acts: dict[str, tuple[int, int]] = {}
        """What a reader took lines of the betting for, without their names: verb and chips."""
        self.posts: dict[str, tuple[int, int]] = {}
        """The same for posts: kind and chips."""

    def read(self, text: str) -> int | None:
        """An amount, None if it is not one.

        Examples
        --------
        >>> CENTS.read("$1,234.50"), CENTS.read("0,02€"), CHIPS.read("1 500"), CHIPS.read("1.5")
        (123450, 2, 1500, None)
        """
        plain = text[1:] if text[:1] in ("$", "€") else text
        figures = f"{plain[:-3]}{plain[-2:]}" if plain[-3:-2] == "." else f"{plain}00"
        if 2 < len(figures) <= _FIGURES and figures.isdecimal() and figures.isascii():
            chips = int(figures)  # by far the most
        else:
            found = _AMOUNT.fullmatch(text)
            if found is None:
                return None
            chips = 100 * int(_SPACES.sub("", found[1])) + int(f"{found[2] or ''}00"[:2])
        if not self.cents:
            if chips % 100:
                return None
            chips //= 100
        if len(self.known) >= _MOST:
            self.known.clear()
            self.acts.clear()
            self.posts.clear()
        self.known[text] = chips
        return chips

    def keep_act(self, words: str, verb: int, chips: int) -> None:
        """Keep what a line of the betting means whose words behind the name are these."""
        if len(self.acts) < _MOST:
            self.acts[words] = verb, chips

    def keep_post(self, words: str, kind: int, chips: int) -> None:
        """The same for a post."""
        if len(self.posts) < _MOST:
            self.posts[words] = kind, chips


def read_place(text: str) -> int:
    """A place in a tournament that `PLACE` has found.

    Examples
    --------
    >>> read_place("2 138"), read_place("12,345"), read_place("7")
    (2138, 12345, 7)
    """
    return int(_NOT_FIGURES.sub("", text))


CENTS = Amounts(cents=True)
CHIPS = Amounts(cents=False)
