"""Payoffs as the ACPC dealer counts them: odd pots are split into fractions of a chip."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import lcm

from railbird.history.formats.acpc.betting import scaled
from railbird.table.hand import Hand, finish

_PARTS = lcm(*range(1, 11))
"""Parts of a chip that up to ten winners can share without remainder."""

_SMALLEST = 10
"""The smallest part, a tenth of a chip, that can be read back from a log unambiguously."""


def settled(hand: Hand) -> Hand:
    """A hand with its payoffs, in fractions of a chip where needed. All cards must be known.

    Several pots, split among different numbers of players, can lead to parts too small for a log.
    Then whole chips are given, and odd chips go by the rules of the table.
    """
    whole = finish(hand)
    if len(hand.players) == 2 or len(hand.board) < 5:
        return whole  # no other player's chips to share, or no one to share them with
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
    """An amount for a result, without a decimal point where it is whole."""
    return int(amount) if amount.denominator == 1 else float(amount)
