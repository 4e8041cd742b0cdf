"""Hand metrics by nested loops, as in the pseudo-code of the documents."""

from __future__ import annotations

from itertools import combinations

from railbird.evaluate import evaluate_high


def _compare(mine: list[int], theirs: list[int], board: list[int]) -> int:
    """0 ahead, 1 tied, 2 behind."""
    a, b = evaluate_high([*mine, *board]).value, evaluate_high([*theirs, *board]).value
    return 0 if a > b else 1 if a == b else 2


def transitions(
    hand: list[int],
    board: list[int],
    others: dict[tuple[int, int], float],
    look_ahead: int,
) -> list[list[float]]:
    """Weights by standing now and after ``look_ahead`` more cards."""
    counts = [[0.0] * 3 for _ in range(3)]
    for other, weight in others.items():
        if set(other) & {*hand, *board}:
            continue
        now = _compare(hand, list(other), board)
        left = [c for c in range(52) if c not in {*hand, *board, *other}]
        for more in combinations(left, look_ahead):
            counts[now][_compare(hand, list(other), [*board, *more])] += weight
    return counts


def potentials(counts: list[list[float]]) -> tuple[float, float]:
    """PPot and NPot from the transitions (ahead, tied, behind)."""
    ahead, tied, behind = (sum(row) for row in counts)
    up = counts[2][0] + counts[2][1] / 2 + counts[1][0] / 2
    down = counts[0][2] + counts[0][1] / 2 + counts[1][2] / 2
    return (
        up / (behind + tied / 2) if behind + tied else 0.0,
        down / (ahead + tied / 2) if ahead + tied else 0.0,
    )


def share(ahead: float, tied: float, behind: float) -> float:
    """Hand rank from weights."""
    return (ahead + tied / 2) / (ahead + tied + behind)
