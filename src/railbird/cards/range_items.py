"""What the range texts of all games share: items, weights, and the check for contradictions.

A range is a list of items separated by commas, semicolons or line ends. An item names some hands
and may have a weight: ``50%:QQ`` or, as solvers write it, ``QQ:0.5``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from railbird.cards.card import Card
from railbird.errors import EmptyRangeError, RangeError, WeightError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Weights = npt.NDArray[np.float64]

_NUMBER = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+))(?:e([-+]?\d{1,5}))?", re.IGNORECASE)
_SUFFIX_FOR_SURE = re.compile(r"[01]|\d*\.\d+")
_DASHES = str.maketrans(dict.fromkeys("–—−", "-") | dict.fromkeys("\ufe0e\ufe0f"))
TOO_MANY = " because a percentage of hands cannot be above 100%"
"""Why an item such as ``120%`` cannot be read."""

_SHARE = r"(\d+\.?\d*|\.\d+)%"
_TOP = re.compile(rf"(?:TOP)?{_SHARE}(?:-{_SHARE})?", re.IGNORECASE)
_CARDS = re.compile(r"(?:(?:10|[0-9a-z])[cdhs♣♦♥♠♧♢♡♤])+|.*[♣♦♥♠♧♢♡♤].*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a range text.

    ``text`` is the item as it was written. ``body`` is the part that names the hands, without the
    weight, without spaces and with plain dashes.
    """

    text: str
    body: str
    weight: float

    @property
    def is_cards(self) -> bool:
        """Whether the item is meant as a list of cards, even if some of them do not exist."""
        return _CARDS.fullmatch(self.body) is not None

    @property
    def shares(self) -> tuple[float, float] | None:
        """From which to which percentage of the best hands, if the item is ``15%`` or ``5%-15%``.

        Examples
        --------
        >>> [item.shares for item in split_items("top 15%, 15%-5%, QQ")]
        [(0.0, 15.0), (5.0, 15.0), None]
        """
        match = _TOP.fullmatch(self.body)
        if match is None:
            return None
        low, high = sorted(float(share) for share in match.groups("0"))
        return low, high


def best_classes(
    item: Item, ranking: npt.NDArray[np.integer], sizes: npt.NDArray[np.integer]
) -> npt.NDArray[np.integer]:
    """Classes between two percentages of the best hands.

    ``ranking`` has the classes in order, the strongest first, and ``sizes`` their hands.

    Examples
    --------
    >>> (item,) = split_items("top 50%")
    >>> best_classes(item, np.array([2, 0, 1]), np.array([6, 4, 2])).tolist()
    [2]
    """
    assert item.shares is not None
    low, high = item.shares
    together, unit = np.cumsum(sizes[ranking], dtype=np.float64), sizes.sum(dtype=np.float64) / 100
    # 1e-9 forgives a percentage that was rounded when it was computed from combinations
    chosen = (unit * low + 1e-9 < together) & (together <= unit * high + 1e-9)
    return np.asarray(ranking[chosen])


def split_items(text: str) -> list[Item]:
    """Split a range text into items; empty items are skipped.

    Examples
    --------
    >>> [(item.body, item.weight) for item in split_items("QQ, 50%: A5s - A2s; 76s:0.25")]
    [('QQ', 1.0), ('A5s-A2s', 0.5), ('76s', 0.25)]
    """
    pieces = (piece.strip() for piece in re.split(r"[,;\n]", text))
    return [_read_item(piece) for piece in pieces if piece]


def _read_item(text: str) -> Item:
    body = re.sub(r"\s", "", text).translate(_DASHES)
    if ":" not in body:
        return Item(text, body, 1.0)
    left, _, right = body.partition(":")
    # A percentage on the left is a weight, but 15%:0.5 and top 15%:0.5 are shares with a weight.
    is_share = left.lower().startswith("top") or _SUFFIX_FOR_SURE.fullmatch(right)
    if left.endswith("%") and not is_share:
        return Item(text, right, _read_weight(left, text))
    return Item(text, left, _read_weight(right, text))


def _read_weight(number: str, item: str) -> float:
    match = _NUMBER.fullmatch(number.removesuffix("%"))
    if not match:
        raise RangeError(
            f"{number!r} in {item!r} is not a weight: write it as 50%:QQ or QQ:0.5, and put "
            f"commas between items"
        )
    # Shifting the exponent turns 33.3% into exactly the float 0.333, unlike 33.3 / 100.
    shift = 2 if number.endswith("%") else 0
    weight = float(f"{match[1]}e{int(match[2] or 0) - shift}")
    if not 0 <= weight <= 1:
        raise WeightError(
            f"{number} in {item!r} is not a possible weight: weights go from 0% to 100%, as in "
            f"50%:QQ, or from 0 to 1, as in QQ:0.5"
        )
    return weight + 0.0  # turns -0.0 into 0.0


def write_weight(weight: float) -> tuple[str, str]:
    """The text before and after an item that gives it a weight; the shorter of two ways is used.

    Examples
    --------
    >>> write_weight(1.0), write_weight(0.333), write_weight(1e-9)
    (('', ''), ('33.3%:', ''), ('', ':1e-09'))
    """
    if weight == 1:
        return "", ""
    digits = repr(float(weight))
    prefix, suffix = f"{Decimal(digits).scaleb(2).normalize():f}%:", f":{digits}"
    return (prefix, "") if len(prefix) <= len(suffix) else ("", suffix)


def read_weights(
    text: str,
    *,
    count: int,
    read: Callable[[Item], npt.NDArray[np.int64]],
    name: Callable[[int], str],
) -> Weights:
    """The weight that a range text gives to each of ``count`` hands.

    Parameters
    ----------
    text : str
        The range.
    count : int
        Number of hands in the game.
    read : callable
        Returns the indices of the hands that an item names; raises if it cannot be read.
    name : callable
        Returns the name of a hand, for messages.

    Raises
    ------
    EmptyRangeError
        If no hand has a positive weight.
    RangeError
        If two items give the same hand different weights.
    """
    items = split_items(text)
    weights = np.zeros(count)
    given_by = np.full(count, -1)
    for i, item in enumerate(items):
        hands = read(item)
        clash = hands[(given_by[hands] >= 0) & (weights[hands] != item.weight)]
        if len(clash):
            hand = int(clash[-1])
            other = items[given_by[hand]]
            raise RangeError(
                f"{item.text!r} contradicts {other.text!r}: they give {name(hand)} the weights "
                f"{item.weight:g} and {other.weight:g}; give each hand one weight"
            )
        weights[hands] = item.weight
        given_by[hands] = i
    if not weights.any():
        raise EmptyRangeError(
            f"no hand in the range {text!r} has a weight above zero; name some hands, or write "
            f"random for all"
        )
    return weights


def checked_weights(weights: npt.ArrayLike, *, count: int) -> Weights:
    """Check the shape and values of weights, and return a read-only copy.

    Raises
    ------
    RangeError
        If there are not ``count`` weights.
    WeightError
        If one is not a number from 0 to 1.
    EmptyRangeError
        If all are zero.
    """
    checked = np.array(weights, dtype=np.float64) + 0.0  # turns -0.0 into 0.0
    if checked.shape != (count,):
        raise RangeError(f"weights of shape {checked.shape} do not fit: {count} are needed")
    wrong = np.flatnonzero(~((checked >= 0) & (checked <= 1)))
    if len(wrong):
        raise WeightError(
            f"{checked[wrong[0]]:g} (at position {wrong[0]}) is not a possible weight: weights go "
            f"from 0 to 1"
        )
    if not checked.any():
        raise EmptyRangeError("all weights are zero; give at least one hand a positive weight")
    checked.setflags(write=False)
    return checked


def free_of(cards: npt.NDArray[np.uint8], dead: Iterable[int]) -> npt.NDArray[np.bool_]:
    """Which of the hands, shape (m, k), hold none of the dead cards."""
    gone = np.zeros(52, dtype=bool)
    gone[[int(Card(c)) for c in dead]] = True
    return np.logical_not(gone[cards].any(axis=1))


def nothing_left(text: str, dead: Iterable[int]) -> EmptyRangeError:
    """The error for a range that is empty once some cards are dead."""
    shown = text if len(text) <= 40 else f"{text[:40]}…"
    cards = " ".join(str(Card(c)) for c in dead)
    return EmptyRangeError(
        f"no hand in the range {shown!r} is left without {cards}; widen the range or free cards"
    )
