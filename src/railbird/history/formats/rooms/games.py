"""Games that rooms deal and railbird does not know."""

from __future__ import annotations

import re

from railbird.history.formats.base import quoted

UNKNOWN_GAME = "is a game that railbird does not know"

_LOW = r"(?: (?:Hi[-/ ]?Lo\w*|H/L))?"
_COUNT = r"(?:[3-7]|Three|Five|Six|Seven)"
_OTHER = re.compile(
    rf"\b{_COUNT}[- ]?Cards? +(?:PLO|Omaha|Stud|Draw|Hold'?em){_LOW}|\bPLO-?[5-7]\b{_LOW}"
    rf"|\bOmaha [5-7][- ]?Cards?{_LOW}|\b(?:6\+|Six Plus) ?Hold'?em|\bShort ?Deck(?: Hold'?em)?"
    rf"|\bCourchevel{_LOW}|\bStud{_LOW}|\bRazz\b|\bBadugi\b|\b(?:Pineapple|Irish)\b(?: \w+)?"
    r"|\b(?:2-7|27|Deuce to Seven)(?: (?:Triple|Single))?(?: Draw)?|\b(?:Triple|Single) Draw"
    r"(?: 2-7)?|\b(?:Double|Swap|Showtime|Split|Unfold|Tempest|Fusion|Deep Water) "
    r"(?:Hold'?em|Omaha)",
    re.IGNORECASE,
)


def not_ours(text: str) -> str:
    """Why a hand that begins with this text is refused: the game, where it is one we know by name.

    Examples
    --------
    >>> not_ours("PokerStars Hand #7: 5 Card Omaha Hi/Lo Pot Limit ($2/$4 USD)")
    "5 Card Omaha Hi/Lo is a game that railbird does not know: it reads hold'em, Omaha and Omaha \
Hi/Lo"
    """
    found = _OTHER.search(text)
    if found is not None:
        return f"{found[0]} {UNKNOWN_GAME}: it reads hold'em, Omaha and Omaha Hi/Lo"
    return f"not the beginning of a hand of hold'em, Omaha or Omaha Hi/Lo: {quoted(text)}"
