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


class _SecondJam:
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
        self.is_first = jams[Node(jammed[0])] > 0
        self.second = jams[Node(jammed[1], jammed[:1])]


class ThirdCallers:
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
        sums = [_SecondJam(pair, self.many, jams) for pair in self.pairs]
        calls = _Calls.of(np.stack([jams[node] for node in self.nodes]), self._can_pass)
        is_second = np.any([one.second > 0 for one in sums], axis=0)
        by_third = np.zeros((len(self.nodes), ORDERS, CLASSES))
        folds = np.zeros((len(self.nodes), CLASSES))
        weights = [firsts[_pair(pair)] for pair in self.pairs]
        # classes of the first player, all that jam, and those of the second for the rest; or all
        # of the first, if these are fewer
        jam = [one.is_first for one in sums]
        call = [one.second > 0 for one in sums]
        is_turned = np.array([c.sum() < (~j).sum() for j, c in zip(jam, call, strict=True)])
        straight = np.where(is_turned[:, None], jam, True)
        turned = np.where(is_turned[:, None], call, False)

        def first_in_rows(part: Integers) -> tuple[Floats, Floats]:
            found = _Block(table, calls, part, self._of_callers(straight))
            found.pay(sums, weights, straight, is_first=True)
            return found.thirds(is_second)

        def second_in_rows(part: Integers) -> None:
            found = _Block(table, calls, part, self._of_callers(turned))
            found.pay(sums, weights, turned, is_first=False)

        with one_blas_thread():
            for thirds, folded in map_threads(first_in_rows, _blocks(straight)):
                by_third += thirds
                folds += folded
            list(map_threads(second_in_rows, _blocks(turned)))
        return {
            _pair(one.pair): self._complete(
                one, first_, jams, calls.passed, by_third=by_third, folds=folds
            )
            for one, first_ in zip(sums, weights, strict=True)
        }

    def _of_callers(self, by_pair: Flags) -> Flags:
        """The rows of pairs, for each of their callers."""
        return np.repeat(by_pair, [len(pair.nodes) for pair in self.pairs], axis=0)

    def _complete(
        self,
        sums: _SecondJam,
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
        played, always = _few(np.asarray(calls.any(axis=0))), (calls == 1).all(axis=1)
        return cls(played, calls[:, played].astype(np.float32), always, always & can_pass)


def _few(played: Flags) -> Integers:
    """The classes that are played; all, if these are many."""
    found = np.flatnonzero(played)
    return found if found.size <= _MANY else np.arange(CLASSES)


def _pair(ends: _PairEnds) -> Pair:
    first, second = ends.nodes[0].jammed
    return first, second


def _blocks(wanted: Flags) -> list[Integers]:
    """The classes that are wanted for some pair, a few at a time."""
    rows = np.flatnonzero(wanted.any(axis=0))
    return [rows[part] for part in spans(rows.size, _BLOCK)]


class _Block:
    """A few classes of the first player, or of the second, and what happens with each of them.

    Sums of 169 terms are added up in single precision, in which the table is given, and all others
    in double precision.
    """

    def __init__(self, table: ThreeWayRows, calls: _Calls, rows: Integers, wanted: Flags) -> None:
        self.table, self.calls, self.rows = table, calls, rows
        callers = len(calls.chances)
        self.ends = np.empty((rows.size, callers, ORDERS, CLASSES), dtype=np.float32)
        for ends, x in zip(self.ends.reshape(rows.size, callers, -1), rows, strict=True):
            lines, here = self._lines(x, calls.played), wanted[:, x]
            if here.all():
                np.matmul(calls.chances, lines, out=ends)
            else:
                ends[here] = calls.chances[here] @ lines
        self.here = np.zeros((rows.size, callers, CLASSES), dtype=np.float32)
        self.folded = np.zeros_like(self.here)

    def _lines(self, x: int, played: Integers) -> Singles:
        """The orders of this class by one of these and any other class."""
        lines = self.table.rows[x, :, :ORDERS].reshape(CLASSES, -1)
        return lines if played.size == CLASSES else lines[played]

    def pay(
        self,
        sums: Sequence[_SecondJam],
        weights: Sequence[Floats],
        wanted: Flags,
        *,
        is_first: bool,
    ) -> None:
        """Set what the players expect, and with which weights callers are reached.

        ``is_first`` is whether the rows are classes of the first player; ``wanted`` says which of
        them are for a pair. If they are the second's, columns of the first that jam are known.
        """
        two = two_way()
        given = two.given if is_first else np.ascontiguousarray(two.given.T)
        strides = (CLASSES, 1) if is_first else (1, CLASSES)
        nothing, nobody = np.zeros(CLASSES), np.zeros(CLASSES, dtype=np.bool_)
        for one, weight, here in zip(sums, weights, wanted, strict=True):
            if not here[self.rows].any():
                continue
            pair, role = one.pair, 0 if is_first else 1
            part = slice(pair.begin, pair.end)
            kernels.after_two(
                self.ends[:, part], np.where(here[self.rows], self.rows, -1), two.joint, given,
                two.outcomes, weight if is_first else nothing,
                one.second if is_first else nothing, self.calls.always[part],
                self.calls.passed[part], nobody if is_first else one.is_first, pair.pay3[role],
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
