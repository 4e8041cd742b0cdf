"""Payoffs as the dealer of the ACPC counts them: an odd pot is split to the fraction of a chip."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import lcm

from railbird.history.formats.acpc.betting import scaled
from railbird.table.hand import Hand, finish

_PARTS = lcm(*range(1, 11))
"""Parts of a chip that up to ten winners can share without a rest."""

_SMALLEST = 10
"""The smallest part, a tenth, of which a log can be read again without doubt."""


def settled(hand: Hand) -> Hand:
    """A hand with its payoffs, in parts of a chip where needed; all cards must be known.

    Where pots that were split among different numbers of players come together such that the parts
    would be too small for a log, whole chips are given, the odd ones by the rules of the table.
    """
    whole = finish(hand)
    if len(hand.players) == 2 or len(hand.board) < 5:
        return whole  # nobody else's chips to share, or nobody to share them with
    fine = finish(scaled(hand, _PARTS)).payoffs
    scale = lcm(*(Fraction(payoff, _PARTS).denominator for payoff in fine))
    if not 1 < scale <= _SMALLEST:
        return whole
    return replace(scaled(hand, scale), payoffs=tuple(p * scale // _PARTS for p in fine))


def chips(hand: Hand) -> tuple[Fraction, ...]:
    """The payoffs of a hand, in chips."""
    part = Fraction(hand.chip or 1)
    return tuple(payoff * part for payoff in hand.payoffs)


def plain(amount: Fraction) -> float:
    """An amount for a result, without a point where it is whole."""
    return int(amount) if amount.denominator == 1 else float(amount)
