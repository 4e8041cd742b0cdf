"""Ranges against ranges by sums over all classes, and look-ahead by plain recursion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.tournament.jamfold.blinds import BlindSchedule
from railbird.tournament.jamfold.ranked import solve as ranked
from railbird.tournament.jamfold.rules import JamRules, Node
from railbird.tournament.jamfold.showdowns import THREE_ORDERS, TWO_ORDERS, three_way_rows, two_way
from tests.naive import jamfold

Floats = npt.NDArray[np.float64]
End = tuple[tuple[int, ...], tuple[int, ...]]
"""Who is all in, and how they finish."""


def in_ranges(ranges: Sequence[Floats]) -> Floats:
    """Probabilities that hands are in their ranges and finish in each order."""
    two = two_way()
    if len(ranges) == 1:
        return np.array([two.dealt @ ranges[0]])
    if len(ranges) == 2:
        weights = two.joint * np.outer(*ranges)
        return np.asarray(np.einsum("ab,abo->o", weights, two.outcomes))
    total = np.zeros(13)
    a, b, c = map(np.flatnonzero, ranges)
    rows = three_way_rows().rows
    for x in a:
        table = np.moveaxis(rows[x], 1, 2)[np.ix_(b, c)].astype(np.float64)
        weights = ranges[0][x] * np.outer(ranges[1][b], ranges[2][c])
        total += np.einsum("bc,bco->o", weights, table[..., :13])
    return total


def chances(rules: JamRules, ranges: Mapping[Node, Floats]) -> dict[End, float]:
    """The probability of every end, if folds say nothing about the hands of the others."""
    found: dict[End, float] = {}
    levels = {0: ((),), 1: ((0,),), 2: TWO_ORDERS, 3: THREE_ORDERS}

    def play(player: int, all_in: tuple[int, ...], held: list[Floats], likely: float) -> None:
        if player == rules.players or (player == rules.players - 1 and not all_in):
            share = in_ranges(held) / in_ranges(held).sum() if held else np.ones(1)
            for order, part in zip(levels[len(all_in)], share, strict=True):
                found[all_in, order] = found.get((all_in, order), 0.0) + likely * float(part)
            return
        own = ranges.get(Node(player, all_in))
        jam = 0.0
        if len(all_in) < 3 and own is not None and own.any():
            before = in_ranges(held).sum() if held else 1.0
            jam = float(in_ranges([*held, own]).sum() / before)
            play(player + 1, (*all_in, player), [*held, own], likely * jam)
        play(player + 1, all_in, held, likely * (1 - jam))

    play(0, (), [], 1.0)
    return found


def all_ends(players: int) -> Iterator[End]:
    """All ends, in the order of the rows."""
    yield (), ()
    for i in range(players):
        yield (i,), (0,)
    for size, orders in ((2, TWO_ORDERS), (3, THREE_ORDERS)):
        for all_in in combinations(range(players), size):
            for order in orders:
                yield all_in, order


def next_seats(living: list[int], players: int, moves: str) -> list[int]:
    """Who acts in which order in the next hand, by walking around the table."""
    if moves == "big-blind" or len(living) < 2:
        return [*living[1:], living[0]]  # the next player still in is the big blind
    button = 0 if players == 2 else players - 3
    around = [(button + step) % players for step in range(1, players + 1)]
    order = [p for p in around if p in living]
    return order if len(order) == 2 else [*order[3:], *order[:3]]


def future(
    stacks: Sequence[float],
    schedule: BlindSchedule,
    prizes: Sequence[float],
    depth: int,
    hand: int = 0,
    moves: str = "button",
) -> Floats:
    """What players expect, over every end of the hand, without a cache and without pruning."""
    n = len(stacks)
    if n == 1:
        return np.array([prizes[0]])
    level = schedule.at(hand)
    rules = JamRules(tuple(stacks), (level.small, level.big), level.ante, tuple(prizes[:n]))
    if depth == 0:
        return jamfold.worth(rules, stacks)
    rows = []
    for all_in, order in all_ends(n):
        after = jamfold.stacks_after(rules, all_in or (n - 1,), order or (0,))
        paid = jamfold.worth(rules, after)  # correct for eliminated players
        living = [p for p in range(n) if round(after[p], 9) > 0]
        seats = next_seats(living, n, moves)
        chips = [after[p] for p in seats]
        paid[seats] = future(chips, schedule, prizes, depth - 1, hand + 1, moves)
        rows.append(paid)
    posted = np.array(rules.posted)
    tables = ranked.range_tables()
    found = ranked.solve_ranges(
        np.array(stacks, dtype=np.float64), posted, np.array(rows), tables=tables
    )
    assert found is not None
    return found.values
