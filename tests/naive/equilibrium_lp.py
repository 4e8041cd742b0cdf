"""Values of two-player zero-sum games by linear programming."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog
from scipy.sparse import lil_matrix

from railbird.equilibrium import ChanceNode, EndNode, Node

Sequence = tuple[object, ...]
"""A player's own information sets and actions so far."""


def matrix_value(first: npt.NDArray[np.float64]) -> float:
    """Value of a matrix game to the row player."""
    rows, columns = first.shape
    found = linprog(
        np.append(np.zeros(rows), -1),
        A_ub=np.column_stack([-first.T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0]],
        b_eq=[1],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    return float(-found.fun)


def tree_value(root: Node) -> float:
    """Value of an extensive-form game to player 0 (Koller, Megiddo and von Stengel 1994).

    The variables are the realisation plan of player 0 and, for each information set of player 1,
    the least that player 0 gets there if player 1 plays well from there on.
    """
    ends: list[tuple[Sequence, Sequence, float]] = []
    infosets: tuple[dict[object, tuple[Sequence, list[str]]], ...] = ({}, {})

    def walk(node: Node, chance: float, done: tuple[Sequence, Sequence]) -> None:
        if isinstance(node, EndNode):
            ends.append((*done, chance * node.payoffs[0]))
        elif isinstance(node, ChanceNode):
            for p, after in node.outcomes:
                walk(after, chance * p, done)
        else:
            mine = done[node.player]
            infosets[node.player][node.infoset] = (mine, list(node.actions))
            for action, after in node.actions.items():
                longer = (*mine, node.infoset, action)
                walk(after, chance, (longer, done[1]) if node.player == 0 else (done[0], longer))

    walk(root, 1.0, ((), ()))
    numbers: dict[tuple[str, object], int] = defaultdict(lambda: len(numbers))
    plan = lil_matrix((1 + len(infosets[0]), 100_000))
    plan[0, numbers["x", ()]] = 1
    for row, (infoset, (before, actions)) in enumerate(infosets[0].items(), start=1):
        plan[row, numbers["x", before]] = -1
        for action in actions:
            plan[row, numbers["x", (*before, infoset, action)]] = 1
    rows: dict[Sequence, int] = defaultdict(lambda: len(rows))
    _ = rows[()]
    for infoset, (before, actions) in infosets[1].items():
        for action in actions:
            _ = rows[*before, infoset, action]
    least = lil_matrix((len(rows), 100_000))  # value of the infoset − what follows ≤ 0
    root_value = numbers["v", None]
    least[0, root_value] = 1
    for infoset, (before, actions) in infosets[1].items():
        for action in actions:
            least[rows[*before, infoset, action], numbers["v", infoset]] = 1
        least[rows[before], numbers["v", infoset]] = -1
    for first, second, paid in ends:
        least[rows[second], numbers["x", first]] -= paid
    size = len(numbers)
    goal = np.zeros(size)
    goal[root_value] = -1
    found = linprog(
        goal,
        A_ub=least[:, :size].tocsr(),
        b_ub=np.zeros(len(rows)),
        A_eq=plan[:, :size].tocsr(),
        b_eq=np.append(1, np.zeros(len(infosets[0]))),
        bounds=[(0 if kind == "x" else None, None) for kind, _ in numbers],
        method="highs",
    )
    return float(-found.fun)
