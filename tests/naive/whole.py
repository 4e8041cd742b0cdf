"""What follows a hand of a whole tournament, by moving a button around a table of names."""

from __future__ import annotations

from collections.abc import Sequence

from railbird.tournament.jamfold.rules import JamRules
from tests.naive.jamfold import stacks_after

Outcome = tuple[tuple[int, ...], dict[int, int], dict[int, float]]
"""The next stacks in order of action, the place there of those left, prizes of the others."""


def after_hand(
    stacks: Sequence[int], finish: Sequence[int], prizes: Sequence[float], blinds: tuple[int, int]
) -> Outcome:
    """What comes after a hand with these all in, best hand first; nobody: the big blind wins."""
    n = len(stacks)
    rules = JamRules(tuple(map(float, stacks)), blinds)
    all_in = sorted(finish) or [n - 1]
    levels = [list(finish or [n - 1]).index(p) for p in all_in]
    if not finish:
        left = [s - p for s, p in zip(rules.stacks, rules.posted, strict=True)]
        left[-1] += sum(rules.posted)
    else:
        left = stacks_after(rules, all_in, levels)
    alive = [p for p in range(n) if left[p] > 0]
    won = {}
    for p in set(range(n)) - set(alive):
        out = [stacks[q] for q in range(n) if q not in alive]
        first = len(alive) + sum(chips > stacks[p] for chips in out)
        shared = out.count(stacks[p])
        won[p] = sum(prizes[first : first + shared]) / shared
    if len(alive) == 1:
        return (), {}, won | {alive[0]: prizes[0]}
    button = 0 if n == 2 else n - 3
    while True:
        button = (button + 1) % n
        if button in alive:
            break
    around = [p for p in ((button + step) % n for step in range(n)) if p in alive]
    order = around if len(alive) == 2 else around[3:] + around[:3]
    chips = tuple(round(left[p]) for p in order)
    return chips, {p: order.index(p) for p in alive}, won
