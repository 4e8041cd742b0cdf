"""Two players all in, and those behind them who may be the third."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.compute.blas import one_blas_thread
from railbird.compute.threads import map_threads, spans
from railbird.tournament.jamfold import _showdown_kernels as kernels
from railbird.tournament.jamfold.ends import Payoffs
from railbird.tournament.jamfold.many_all_in import ManyAllIn
from railbird.tournament.jamfold.rules import Node
from railbird.tournament.jamfold.showdowns import (
    CLASSES,
    ThreeWayRows,
    renamed_orders,
    three_way_rows,
    two_way,
)

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Pair = tuple[int, int]
ORDERS = kernels.ORDERS

_ACB, _BCA = renamed_orders((0, 2, 1)), renamed_orders((1, 2, 0))

_MANY = 60
"""Products with all 169 classes take no longer than those with so many, which have to be copied."""

_BLOCK = 8
"""Classes of one player that are computed together: few enough to stay in the cache."""


@dataclass(frozen=True, slots=True, eq=False)
class AfterTwo:
    """The outcome of two jams, given the strategies of the callers.

    Parameters
    ----------
    worth
        Expected payoff of each player by the first and the second class, times the probability of
        the second class given the first, (players, 169, 169). Where neither class jams, which
        matters to nobody, it is that of two players alone.
    values, reaches
        Values and reaches of the callers, as in `railbird.tournament.jamfold.game.Evaluation`.
    beyond
        Callers whom nobody gets to, because one before them always calls. Their values and reaches
        are for the case that this one folds, whatever the cards.
    asked
        Probabilities that each caller is to act, by the two classes; empty if at most three can be
        all in.
    """

    worth: Floats
    values: dict[Node, Floats]
    reaches: dict[Node, Floats]
    beyond: frozenset[Node]
    asked: Floats


class _PairEnds:
    """The payoffs of a pair and its callers, in the form that the kernel needs."""

    def __init__(self, callers: Sequence[Node], begin: int, payoffs: Payoffs) -> None:
        pair = callers[0].jammed
        self.nodes, self.begin, self.end = tuple(callers), begin, begin + len(callers)
        self.seats = np.array([caller.player for caller in callers])
        pay2 = payoffs[pair]
        pay3 = np.stack([payoffs[*pair, caller.player] for caller in callers])
        self.own = [pay3[k, caller.player] for k, caller in enumerate(callers)]
        # by the first player's classes in rows, and by the second's
        self.pay3 = [
            np.ascontiguousarray(pay3[:, :, orders].transpose(0, 2, 1)) for orders in (_ACB, _BCA)
        ]
        self.pay2 = [np.ascontiguousarray(pay2[:, orders]) for orders in ((0, 1, 2), (1, 0, 2))]
        two = two_way()
        alone = pay2 @ np.ascontiguousarray(two.outcomes.reshape(-1, 3).T)
        self.alone = alone.reshape(-1, CLASSES, CLASSES) * two.given


class _Sums:
    """What is known of one pair while the classes are gone through."""

    def __init__(self, pair: _PairEnds, many: ManyAllIn | None, jams: Mapping[Node, Floats]):
        callers = len(pair.nodes)
        self.pair = pair
        self.worth = pair.alone.copy()
        self.asked = np.ones((callers, 0 if many is None else CLASSES * CLASSES))
        self.more = np.zeros((callers, self.worth.shape[0], 0))
        jammed = pair.nodes[0].jammed
        if many is not None:
            self.more = many.more((jammed[0], jammed[1]), jams)
        self.second = jams[Node(jammed[1], jammed[:1])]


class Callers:
    """Everybody who may be third, whoever is first and second.

    Parameters
    ----------
    callers
        For each pair, those behind.
    payoffs
        What everybody gets at each end.
    many
        The sampled part, if more than three can be all in.
    in_by_posting
        Players who are in without a decision.

    Notes
    -----
    With classes a and b all in and a third player to act, this takes a sum over 169³ triples for 13
    orders. For one class of the first player it is a product of matrices: the strategies of all
    callers, and the orders by the other two classes. Classes that are never played are left out.
    """

    def __init__(
        self,
        callers: Sequence[Sequence[Node]],
        payoffs: Payoffs,
        many: ManyAllIn | None,
        in_by_posting: Sequence[int],
    ) -> None:
        self.many = many
        self.pairs: list[_PairEnds] = []
        for nodes in callers:
            begin = self.pairs[-1].end if self.pairs else 0
            self.pairs.append(_PairEnds(nodes, begin, payoffs))
        self.nodes = tuple(node for pair in self.pairs for node in pair.nodes)
        # whoever had no choice cannot have folded; behind three, sampled deals are of what happens
        self._can_pass = np.array(
            [many is None and node.player not in in_by_posting for node in self.nodes]
        )

    def outcomes(
        self, firsts: Mapping[Pair, Floats], jams: Mapping[Node, Floats]
    ) -> dict[Pair, AfterTwo]:
        """The outcome of each second jam.

        Parameters
        ----------
        firsts
            For each pair, probabilities that the first jams and everybody between folds.
        jams
            Probabilities of jamming.
        """
        if not self.nodes:
            return {}
        table = three_way_rows()
        sums = [_Sums(pair, self.many, jams) for pair in self.pairs]
        calls = _Calls.of(np.stack([jams[node] for node in self.nodes]), self._can_pass)
        is_second = np.any([one.second > 0 for one in sums], axis=0)
        seconds = np.flatnonzero(is_second)
        by_third = np.zeros((len(self.nodes), ORDERS, CLASSES))
        folds = np.zeros((len(self.nodes), CLASSES))
        weights = [firsts[_pair(pair)] for pair in self.pairs]
        is_first = np.any([jams[Node(_pair(pair)[0])] > 0 for pair in self.pairs], axis=0)
        rows, others = np.flatnonzero(is_first), np.flatnonzero(~is_first)

        def reached(part: slice) -> tuple[Floats, Floats]:
            found = _Block(table, calls, rows[part])
            found.pay(sums, weights, others[:0], is_first=True)
            return found.thirds(is_second)

        def unreached(part: slice) -> None:
            if seconds.size < others.size:
                _Block(table, calls, seconds[part]).pay(sums, weights, rows, is_first=False)
            else:
                _Block(table, calls, others[part]).pay(sums, weights, others[:0], is_first=True)

        with one_blas_thread():
            for thirds, folded in map_threads(reached, spans(rows.size, _BLOCK)):
                by_third += thirds
                folds += folded
            list(map_threads(unreached, spans(min(seconds.size, others.size), _BLOCK)))
        return {
            _pair(one.pair): self._complete(
                one, first_, jams, calls.passed, by_third=by_third, folds=folds
            )
            for one, first_ in zip(sums, weights, strict=True)
        }

    def _complete(
        self,
        sums: _Sums,
        first: Floats,
        jams: Mapping[Node, Floats],
        passed: Flags,
        *,
        by_third: Floats,
        folds: Floats,
    ) -> AfterTwo:
        pair = sums.pair
        values, reaches, beyond = {}, {}, set()
        for at, node in enumerate(pair.nodes, start=pair.begin):
            orders = by_third[at]
            values[node] = np.stack([folds[at], pair.own[at - pair.begin] @ orders], axis=1)
            reaches[node] = orders.sum(axis=0)
            if passed[pair.begin : at].any():
                beyond.add(node)
        if self.many is not None:
            self.many.add_values(
                _pair(pair), first, jams, asked=sums.asked, values=values, reaches=reaches
            )
        return AfterTwo(sums.worth, values, reaches, frozenset(beyond), sums.asked)


class _Calls(NamedTuple):
    """The strategies of all callers.

    Parameters
    ----------
    played
        Classes with which somebody calls.
    chances
        The probabilities of calling with these, (callers, classes).
    always
        Who calls with everything.
    passed
        Behind whom of these the others are asked as if this one had folded.
    """

    played: Integers
    chances: Singles
    always: Flags
    passed: Flags

    @classmethod
    def of(cls, calls: Floats, can_pass: Flags) -> _Calls:
        played, always = _few((calls != 0).any(axis=0)), (calls == 1).all(axis=1)
        return cls(played, calls[:, played].astype(np.float32), always, always & can_pass)


def _few(played: Flags) -> Integers:
    """The classes that are played; all, if these are many."""
    found = np.flatnonzero(played)
    return found if found.size <= _MANY else np.arange(CLASSES)


def _pair(ends: _PairEnds) -> Pair:
    first, second = ends.nodes[0].jammed
    return first, second


class _Block:
    """A few classes of the first player, or of the second, and what happens with each of them.

    Sums of 169 terms are added up in single precision, in which the table is given, and all others
    in double precision.
    """

    def __init__(self, table: ThreeWayRows, calls: _Calls, rows: Integers) -> None:
        self.table, self.calls, self.rows = table, calls, rows
        callers = len(calls.chances)
        self.ends = np.empty((rows.size, callers, ORDERS, CLASSES), dtype=np.float32)
        for ends, x in zip(self.ends, rows, strict=True):
            np.matmul(calls.chances, self._lines(x, calls.played), out=ends.reshape(callers, -1))
        self.here = np.zeros((rows.size, callers, CLASSES), dtype=np.float32)
        self.folded = np.zeros_like(self.here)

    def _lines(self, x: int, played: Integers) -> Singles:
        """The orders of this class by one of these and any other class."""
        lines = self.table.rows[x, :, :ORDERS].reshape(CLASSES, -1)
        return lines if played.size == CLASSES else lines[played]

    def pay(
        self, sums: Sequence[_Sums], weights: Sequence[Floats], known: Integers, *, is_first: bool
    ) -> None:
        """Set what the players expect, and with which weights callers are reached.

        ``is_first`` is whether the rows are classes of the first player; ``known`` are columns that
        stay as they are.
        """
        two = two_way()
        skips = np.zeros(CLASSES, dtype=np.bool_)
        skips[known] = True
        given = two.given if is_first else np.ascontiguousarray(two.given.T)
        strides = (CLASSES, 1) if is_first else (1, CLASSES)
        nothing = np.zeros(CLASSES)
        for one, weight in zip(sums, weights, strict=True):
            pair, role = one.pair, 0 if is_first else 1
            part = slice(pair.begin, pair.end)
            kernels.after_two(
                self.ends[:, part], self.rows, two.joint, given, two.outcomes,
                weight if is_first else nothing, one.second if is_first else nothing,
                self.calls.always[part], self.calls.passed[part], skips, pair.pay3[role],
                pair.pay2[role], pair.seats, one.more, strides, one.worth.reshape(-1, CLASSES**2),
                self.here[:, part], self.folded[:, part], one.asked,
            )  # fmt: skip

    def thirds(self, is_second: Flags) -> tuple[Floats, Floats]:
        """For each caller, probabilities of orders by class, and the values of folding."""
        callers, seconds = self.here.shape[1], _few(is_second)
        by_third, folds = np.zeros((callers, ORDERS * CLASSES)), np.zeros((callers, CLASSES))
        for here, folded, x in zip(self.here, self.folded, self.rows, strict=True):
            asked = np.flatnonzero(here.any(axis=1))
            few = np.ix_(asked, seconds)
            by_third[asked] += here[few] @ self._lines(x, seconds)
            folds[asked] += folded[few] @ self.table.dealt[x, seconds]
        return by_third.reshape(callers, ORDERS, CLASSES), folds
