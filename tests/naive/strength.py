"""Strength against weighted opponents by nested loops, as in the pseudo-code of the document.

Weights are dictionaries from two cards to a number. They must not include hands that hold a known
card. Only the values of hands come from the package.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product

import numpy as np

from railbird.evaluate import high_values

Hand = tuple[int, int]
Weights = dict[Hand, float]


def _values(hands: Iterable[Sequence[int]], board: Sequence[int]) -> list[int]:
    rows = [[*hand, *board] for hand in hands]
    return [int(v) for v in high_values(np.array(rows, dtype=np.uint8), check=False)]


def _apart(weights: Weights, known: Iterable[int]) -> Weights:
    gone = set(known)
    return {hand: w for hand, w in weights.items() if not gone & set(hand)}


def strength(hand: Hand, board: Sequence[int], weights: Weights) -> float:
    """Figure 4, with weights; NaN if the opponent can hold nothing."""
    ahead = tied = behind = 0.0
    others = _apart(weights, [*hand, *board])
    mine, *theirs = _values([hand, *others], board)
    for value, weight in zip(theirs, others.values(), strict=True):
        if mine > value:
            ahead += weight
        elif mine == value:
            tied += weight
        else:
            behind += weight
    total = ahead + tied + behind
    return (ahead + tied / 2) / total if total else float("nan")


def potentials(
    hand: Hand, board: Sequence[int], weights: Weights, look_ahead: int
) -> tuple[float, float]:
    """Figure 5 with weights and corrected brackets: PPot and NPot."""
    others = _apart(weights, [*hand, *board])
    counts = [[0.0] * 3 for _ in range(3)]
    now = _values([hand, *others], board)
    deck = [c for c in range(52) if c not in {*hand, *board}]
    for more in combinations(deck, look_ahead):
        later = _values([hand, *others], [*board, *more])
        for i, (other, weight) in enumerate(others.items(), 1):
            if not set(other) & set(more):
                before = 0 if now[0] > now[i] else 1 if now[0] == now[i] else 2
                after = 0 if later[0] > later[i] else 1 if later[0] == later[i] else 2
                counts[before][after] += weight
    ahead, tied, behind = (sum(row) for row in counts)
    up = counts[2][0] + counts[2][1] / 2 + counts[1][0] / 2
    down = counts[0][2] + counts[0][1] / 2 + counts[1][2] / 2
    return (
        up / (behind + tied / 2) if behind + tied else 0.0,
        down / (ahead + tied / 2) if ahead + tied else 0.0,
    )


def _final_boards(hand: Hand, board: Sequence[int]) -> list[list[int]]:
    deck = [c for c in range(52) if c not in {*hand, *board}]
    return [[*board, *more] for more in combinations(deck, 5 - len(board))]


def field(hand: Hand, board: Sequence[int], tables: Sequence[Weights]) -> tuple[float, list[float]]:
    """Figure 9 with weights, hs = (wins + ties/2) / all: wEHS_n, and the mean for each opponent.

    Boards that leave an opponent without a hand are skipped.
    """
    products = []
    each: list[list[float]] = []
    for final in _final_boards(hand, board):
        strengths = [strength(hand, final, table) for table in tables]
        if not any(np.isnan(strengths)):
            products.append(float(np.prod(strengths)))
            each.append(strengths)
    return float(np.mean(products)), [float(np.mean(column)) for column in zip(*each, strict=True)]


def field_apart(hand: Hand, board: Sequence[int], tables: Sequence[Weights]) -> float:
    """Wins over deals where no pair of opponents shares a card, by loops over pairs of hands."""
    wins = deals = 0.0
    for final in _final_boards(hand, board):
        left = [_apart(table, [*hand, *final]) for table in tables]
        won_tables = []
        for table in left:
            mine, *theirs = _values([hand, *table], final)
            scores = [(1 + (mine > value) - (mine < value)) / 2 for value in theirs]
            won = {o: w * s for (o, w), s in zip(table.items(), scores, strict=True)}
            won_tables.append(won)
        wins += _apart_product(won_tables)
        deals += _apart_product(left)
    return wins / deals


def _apart_product(tables: Sequence[Weights]) -> float:
    """The product of all tables' weights and, for all pairs, of the share without shared cards."""
    result = float(np.prod([sum(table.values()) for table in tables]))
    for one, other in combinations(tables, 2):
        if result > 0:
            pairs = [(w * v, set(a) & set(b)) for a, w in one.items() for b, v in other.items()]
            result *= sum(w for w, shared in pairs if not shared) / sum(w for w, _ in pairs)
    return result


def dealt(hand: Hand, board: Sequence[int], tables: Sequence[Weights]) -> float:
    """Share of the pot over all deals in which no two players hold the same card; exact."""
    total = won = 0.0
    for final in _final_boards(hand, board):
        left = [_apart(table, [*hand, *final]) for table in tables]
        for choice in product(*left):
            cards = [c for other in choice for c in other]
            if len(set(cards)) < len(cards):
                continue
            weight = float(np.prod([table[o] for table, o in zip(left, choice, strict=True)]))
            mine, *theirs = _values([hand, *choice], final)
            total += weight
            if mine >= max(theirs):
                won += weight / (1 + theirs.count(mine))
    return won / total
