"""Pots from their definition, one layer of chips after the other.

A player's n-th chip is matched by the n-th chip of everyone else who has put in that many. Players
who are still in and have a chip in a layer contend for it. Layers with the same contenders form one
pot. Chips above the stakes of everyone still in belong to the pot below them. Dead chips belong to
the main pot.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Pot = tuple[int, tuple[int, ...]]
"""Chips, and the positions that contend for them."""


def split_pots(stakes: Sequence[int], folded: Sequence[bool], dead: int = 0) -> list[Pot]:
    """The main pot and the side pots, with the positions that contend for each."""
    live = [p for p in range(len(stakes)) if not folded[p]]
    pots: list[Pot] = [(dead, tuple(p for p in live if stakes[p] >= 0))]
    for layer in range(1, max(stakes) + 1):
        chips = sum(stake >= layer for stake in stakes)
        contenders = tuple(p for p in live if stakes[p] >= layer) or pots[-1][1]
        if contenders == pots[-1][1]:
            pots[-1] = (pots[-1][0] + chips, contenders)
        else:
            pots.append((chips, contenders))
    return [pot for pot in pots if pot[0]]


def winners_of(contenders: Sequence[int], values: Sequence[int]) -> list[int]:
    """Those with the best value, in the order of their positions."""
    best = max(values[p] for p in contenders)
    return [p for p in contenders if values[p] == best]


def halves_of(pot: Pot, high: Sequence[int], low: Sequence[int]) -> list[tuple[int, list[int]]]:
    """The parts of a pot and the winners of each: high and low, or high only.

    ``low`` is empty in a game without lows, and 0 for a hand without a low.
    """
    chips, contenders = pot
    if not any(low[p] for p in contenders if low):
        return [(chips, winners_of(contenders, high))]
    return [
        (chips - chips // 2, winners_of(contenders, high)),
        (chips // 2, winners_of(contenders, low)),
    ]


def dead_chips(antes: Sequence[int], stacks: Sequence[int]) -> list[int]:
    """By position, the part of the ante above what everyone antes."""
    return [
        max(min(ante, stack) - min(antes), 0) for ante, stack in zip(antes, stacks, strict=True)
    ]


def pots_of(paid: Sequence[int], dead: Sequence[int], folded: Sequence[bool]) -> list[Pot]:
    """The pots, from what each player paid and how much of it is dead."""
    return split_pots([a - b for a, b in zip(paid, dead, strict=True)], folded, sum(dead))


def payoffs_of(
    paid: Sequence[int], pots: Sequence[Pot], high: Sequence[int], low: Sequence[int]
) -> tuple[int, ...]:
    """Payoffs in whole chips; odd chips go to the winners one by one, from the button's left."""
    won = [-chips for chips in paid]
    for pot in pots:
        for chips, winners in halves_of(pot, high, low):
            for i in range(chips):
                won[winners[i % len(winners)]] += 1
    return tuple(won)


def fair_payoffs(
    paid: Sequence[int], pots: Sequence[Pot], high: Sequence[int], low: Sequence[int]
) -> tuple[Fraction, ...]:
    """The same if chips could be divided, so that there are no odd chips."""
    won = [Fraction(-chips) for chips in paid]
    for chips, contenders in pots:
        parts = [high, low] if any(low[p] for p in contenders if low) else [high]
        for values in parts:
            winners = winners_of(contenders, values)
            for p in winners:
                won[p] += Fraction(chips, len(parts) * len(winners))
    return tuple(won)
