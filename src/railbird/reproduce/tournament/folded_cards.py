"""Exact jam-or-fold for three players in which folded cards stay out of the deck.

Like Melcher (2015), our solver returns the cards of players who fold to the deck. For three players
the table of three hands shows what this changes. It tells how two of them finish while the third,
who folded, holds two cards.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.equilibrium import OneDecision, Place, Strategy
from railbird.tournament.jamfold.ends import Payoffs
from railbird.tournament.jamfold.game import FOLD, JAM
from railbird.tournament.jamfold.rules import JamRules, Node, all_nodes
from railbird.tournament.jamfold.showdowns import CLASSES, THREE_ORDERS, TWO_ORDERS, three_way_rows

Floats = npt.NDArray[np.float64]

BTN, SB, BB = range(3)


class _End(NamedTuple):
    """Who is all in, and what everybody gets in each of the 13 orders, (players, 13)."""

    all_in: tuple[int, ...]
    paid: Floats


class CardsKeptOut(OneDecision):
    """One hand of three players, at most three all in, folded cards kept out of the deck.

    Parameters
    ----------
    rules
        Stacks, blinds and prizes; nobody may be all in by posting.
    payoffs
        What everybody gets at each end, by who is all in.

    Notes
    -----
    Made to measure a strategy (`railbird.equilibrium.gains`). An evaluation goes through the 169³
    deals of classes and takes about a second. The last one is cached.
    """

    players = 3

    def __init__(self, rules: JamRules, payoffs: Payoffs) -> None:
        if rules.players != self.players or rules.in_by_posting:
            raise ValueError("needs three players, none of them all in by posting")
        self.rules = rules
        self.nodes = all_nodes(self.players)
        self.places = tuple(Place(node.player, CLASSES, 2) for node in self.nodes)
        subsets = [s for size in range(4) for s in combinations(range(3), size) if s != (BB,)]
        self._ends = [_End(s, _by_three_orders(s, payoffs[s])) for s in subsets]
        self._last: tuple[list[Floats], Floats, dict[Node, Floats]] | None = None

    def values(self, player: int, strategy: Strategy) -> list[Floats]:
        """See `Game.values`."""
        _, values = self._evaluate(strategy)
        return [values[node] for node in self.nodes if node.player == player]

    def utilities(self, strategy: Strategy) -> Floats:
        """See `Game.utilities`."""
        return self._evaluate(strategy)[0]

    def _evaluate(self, strategy: Strategy) -> tuple[Floats, dict[Node, Floats]]:
        arrays = [np.asarray(array, dtype=np.float64) for array in strategy]
        if self._last is None or not all(map(np.array_equal, self._last[0], arrays)):
            self._last = ([array.copy() for array in arrays], *self._sums(arrays))
        return self._last[1:]

    def _sums(self, arrays: list[Floats]) -> tuple[Floats, dict[Node, Floats]]:
        chosen = dict(zip(self.nodes, arrays, strict=True))
        chosen[Node(BB)] = np.repeat([[1.0, 0.0]], CLASSES, axis=0)  # wins without a decision
        values = {node: np.zeros((CLASSES, 2)) for node in self.nodes}
        utilities = np.zeros(self.players)
        # for each end: the probabilities that the three act that way, by class
        ways = [
            [chosen[node][:, action] for node, action in _acts(end.all_in)] for end in self._ends
        ]
        paid = np.concatenate([end.paid for end in self._ends])
        rows = three_way_rows().rows
        for first in range(CLASSES):
            orders = np.moveaxis(rows[first, :, : len(THREE_ORDERS)], 1, 0)
            deals = orders.reshape(-1, CLASSES**2).astype(np.float64)
            worth = (paid @ deals).reshape(len(self._ends), self.players, CLASSES, CLASSES)
            for k, (end, (btn, sb, bb)) in enumerate(zip(self._ends, ways, strict=True)):
                here = worth[k]
                to_btn = float(sb @ here[BTN] @ bb)
                to_sb = btn[first] * (here[SB] @ bb)
                to_bb = btn[first] * (sb @ here[BB])
                utilities += (btn[first] * to_btn, to_sb @ sb, to_bb @ bb)
                (node_1, act_1), (node_2, act_2), (node_3, act_3) = _acts(end.all_in)
                values[node_1][first, act_1] += to_btn
                values[node_2][:, act_2] += to_sb
                if node_3 in values:
                    values[node_3][:, act_3] += to_bb
        return utilities, values


def _acts(all_in: tuple[int, ...]) -> list[tuple[Node, int]]:
    """The decision and action of each player on the way to an end."""
    return [
        (Node(p, tuple(q for q in all_in if q < p)), JAM if p in all_in else FOLD) for p in range(3)
    ]


def _by_three_orders(all_in: tuple[int, ...], paid: Floats) -> Floats:
    """Payoffs of an end by the order of all three hands, including folded ones, (players, 13)."""
    if len(all_in) < 2:
        return np.repeat(paid, len(THREE_ORDERS), axis=1)
    orders = TWO_ORDERS if len(all_in) == 2 else THREE_ORDERS
    columns = []
    for levels in THREE_ORDERS:
        held = sorted({levels[p] for p in all_in})
        columns.append(orders.index(tuple(held.index(levels[p]) for p in all_in)))
    return paid[:, columns]
