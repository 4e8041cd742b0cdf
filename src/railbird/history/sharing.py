"""A hand as a short code that fits into a link, and back."""

from __future__ import annotations

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

from railbird.errors import HistoryError, InputError
from railbird.history.formats.railbird import OwnFormat
from railbird.table.hand import Hand

LONGEST_CODE = 16_000
"""Characters of a code; more than the longest hand takes."""
_LONGEST_TEXT = 200_000


def hand_to_code(hand: Hand) -> str:
    """The whole hand, in letters that need no escaping in a link."""
    text = OwnFormat().write(hand).strip().encode("utf-8", "replace")
    return urlsafe_b64encode(zlib.compress(text, 9)).rstrip(b"=").decode("ascii")


def hand_from_code(code: str) -> Hand:
    """The hand of a code; `HistoryError` if it is none.

    Examples
    --------
    >>> from railbird.history.formats.one_line import OneLineFormat
    >>> hand = OneLineFormat().read([(1, "AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc")])
    >>> hand_from_code(hand_to_code(hand)) == hand
    True
    """
    try:
        packed = urlsafe_b64decode(code[:LONGEST_CODE].encode("ascii") + b"==")
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(packed, _LONGEST_TEXT)
        if not unpacking.eof:
            raise ValueError
        hand = OwnFormat().read([(1, text.decode("utf-8"))])
        _check_types(hand)
    except (ValueError, binascii.Error, zlib.error, InputError):
        raise HistoryError("the link holds no whole hand: copy it again to its end") from None
    return hand


def _check_types(hand: Hand) -> None:
    """Raise `ValueError` unless chips are whole numbers and names are texts."""
    chips = (*hand.stacks, *hand.payoffs, *hand.actions, hand.rake, hand.added)
    if any(type(each) is not int for each in chips):
        raise ValueError
    if any(not isinstance(each, str) for each in hand.players):
        raise ValueError
