"""What follows a hand of a whole tournament, by moving a button around a table of names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

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


def places_of_names(
    stacks: Sequence[int],
    blinds: tuple[int, int],
    hand_ends: Callable[[tuple[int, ...], tuple[int, ...]], dict[tuple[int, ...], float]],
) -> list[list[float]]:
    """The probabilities of all places of players 0, 1, … by name, hand by hand until the end.

    ``hand_ends`` gives for stacks and names, in order of action, the probability of each finish.
    """
    n = len(stacks)
    found = [[0.0] * n for _ in range(n)]
    now = {(tuple(stacks), tuple(range(n))): 1.0}
    while sum(now.values()) > 1e-9:
        later: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {}
        for (chips, names), chance in now.items():
            for finish, share in hand_ends(chips, names).items():
                if share == 0:
                    continue
                next_chips, seats, _ = _after(chips, finish, blinds, 0)
                for place in range(n):
                    won = _after(chips, finish, blinds, place)[2]
                    for seat, part in won.items():
                        found[names[seat]][place] += chance * share * part
                if seats:
                    order = sorted(seats, key=seats.__getitem__)
                    key = next_chips, tuple(names[seat] for seat in order)
                    later[key] = later.get(key, 0.0) + chance * share
        now = later
    return found


@cache
def _after(
    chips: tuple[int, ...], finish: tuple[int, ...], blinds: tuple[int, int], place: int
) -> Outcome:
    """What comes after the hand if only this place has a prize."""
    prizes = [float(at == place) for at in range(10)]
    return after_hand(chips, finish, prizes, blinds)
