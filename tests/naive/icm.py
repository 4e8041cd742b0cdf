"""Equity models taken literally: every order of elimination, one after the other.

Stacks may be fractions, for exact answers, or floats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations

Number = Fraction | float
Matrix = list[list[Number]]


def harville(stacks: Sequence[Number]) -> Matrix:
    """Places are drawn from the first down, each in proportion to the remaining stacks."""
    found: Matrix = [[Fraction(0) for _ in stacks] for _ in stacks]
    for order in permutations(range(len(stacks))):
        left: Number = sum(stacks)
        probability: Number = Fraction(1)
        for player in order:
            probability *= stacks[player] / left
            left -= stacks[player]
        for place, player in enumerate(order):
            found[player][place] += probability
    return found


Odds = Callable[[Number, list[Number]], Number]
"""Odds of being eliminated next, from the player's own stack and the others'."""
Gain = Callable[[Number, Number, list[Number]], Number]
"""The share of an eliminated player's chips that a stack gets, among those who remain."""


def from_below(stacks: Sequence[Number], odds: Odds, gain: Gain) -> Matrix:
    """Players are eliminated one after the other, and the others get the chips."""
    found: Matrix = [[Fraction(0) for _ in stacks] for _ in stacks]

    def play(left: dict[int, Number], probability: Number) -> None:
        if len(left) == 1:
            found[next(iter(left))][0] += probability
            return
        others = {i: [y for j, y in left.items() if j != i] for i in left}
        chances = {i: odds(x, others[i]) for i, x in left.items()}
        norm = sum(chances.values())
        for out, chips in left.items():
            share = probability * chances[out] / norm
            found[out][len(left) - 1] += share
            stay = others[out]
            play({i: y + gain(y, chips, stay) for i, y in left.items() if i != out}, share)

    play(dict(enumerate(stacks)), Fraction(1))
    return found


def weitzman(stacks: Sequence[Number]) -> Matrix:
    """Odds 1/stack; the others share the chips equally."""
    return from_below(stacks, lambda x, _: 1 / x, lambda _, chips, stay: chips / len(stay))


def roberts(stacks: Sequence[Number]) -> Matrix:
    """Odds (1/x²)·Σ 1/y over the other stacks y, which share the chips in proportion to 1/y."""
    return from_below(
        stacks,
        lambda x, others: sum(1 / y for y in others) / (x * x),
        lambda y, chips, stay: chips / y / sum(1 / z for z in stay),
    )
