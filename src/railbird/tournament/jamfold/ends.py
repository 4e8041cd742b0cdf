"""The possible ends of a hand, and their values, which the caller gives.

A hand knows the stacks after each end. The value of these comes from outside, as an array of
`EndValues`: by a model of stacks and prizes (`values_by_model`), or by one that plays future hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.tournament.equity.eliminated import pay_eliminated
from railbird.tournament.equity.estimate import DepthReport
from railbird.tournament.equity.models import Model, model_name
from railbird.tournament.jamfold.rules import MOST_ALL_IN, JamRules, Levels
from railbird.tournament.jamfold.showdowns import broken_ties, finishing_orders

Floats = npt.NDArray[np.float64]
AllIn = tuple[int, ...]
Payoffs = Mapping[AllIn, Floats]
"""What everybody gets at each end, by who is all in: (players, orders).

The columns are `finishing_orders`. There is one column if one player is all in, or none, where the
big blind wins."""


def rows_by_set(players: int, most_all_in: int = MOST_ALL_IN) -> dict[AllIn, slice]:
    """The rows of the ends of each all-in set: small sets first, one row for each order.

    Examples
    --------
    >>> rows_by_set(2)
    {(): slice(0, 1, None), (0,): slice(1, 2, None), (1,): slice(2, 3, None), \
(0, 1): slice(3, 6, None)}
    """
    found: dict[AllIn, slice] = {}
    start = 0
    for size in range(most_all_in + 1):
        orders = len(finishing_orders(max(size, 1)))
        for all_in in combinations(range(players), size):
            found[all_in] = slice(start, start + orders)
            start += orders
    return found


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EndValues:
    """The value of the stacks of a hand in prizes, without bounties.

    Parameters
    ----------
    model
        The name of the model.
    before
        The value if no hand is played, (players,).
    after
        The value after each end, (ends, players), with the prizes of eliminated players.
    quick
        If ``after`` looks ahead: the values without it, for the ends with at most three all in.
        They tell which hands are likely to be played.
    depths
        The work done to look ahead.
    error
        About how far the values may be off, in parts of all prizes; 0 if they are exact.
    """

    model: str
    before: Floats
    after: Floats
    quick: Floats | None = None
    depths: tuple[DepthReport, ...] = ()
    error: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class HandEnds:
    """All ends of a hand.

    Parameters
    ----------
    rules
        The rules of the hand.
    rows
        The rows of each set of players all in; see `rows_by_set`.
    stacks
        Chips after each end, (ends, players).
    bounties
        The value of bounties there, including those not yet won, (ends, players).

    Examples
    --------
    >>> ends = HandEnds.of(JamRules((10, 10), (0.5, 1)))
    >>> ends.stacks[ends.rows[0, 1]]
    array([[20.,  0.],
           [ 0., 20.],
           [10., 10.]])
    """

    rules: JamRules
    rows: dict[AllIn, slice] = field(repr=False)
    stacks: Floats = field(repr=False)
    bounties: Floats = field(repr=False)

    @classmethod
    def of(cls, rules: JamRules) -> HandEnds:
        """The ends under the rules of a hand."""
        rows = rows_by_set(rules.players, rules.most_all_in)
        listed = [
            # a big blind who wins without a decision is not all in, but gets the same chips
            (all_in or (rules.players - 1,), levels)
            for all_in in rows
            for levels in finishing_orders(max(len(all_in), 1))
        ]
        stacks = rules.after_each(listed)
        bounties = np.array([rules.bounties_after(*end) for end in listed])
        return cls(rules, rows, stacks, bounties)

    def with_prizes(self, paid: npt.ArrayLike) -> Floats:
        """Payoffs of the stacks after the first ends, with the prizes of eliminated players.

        Parameters
        ----------
        paid
            Payoffs by a model, (ends, players), for all ends or the first ones.
        """
        rules = self.rules
        assert rules.payouts is not None
        prizes = np.zeros(rules.players)
        prizes[: len(rules.payouts)] = rules.payouts
        found = np.array(paid, dtype=np.float64)
        before = np.broadcast_to(np.array(rules.stacks), found.shape)
        pay_eliminated(found, self.stacks[: len(found)], before, prizes)
        return found

    def payoffs(self, worth: Floats, *, most_all_in: int | None = None) -> dict[AllIn, Floats]:
        """What everybody gets at each end, with bounties, and ties as the rules say.

        Parameters
        ----------
        worth
            The value of the stacks after each end, (ends, players).
        most_all_in
            Include only ends with at most this many all in.

        Returns
        -------
        dict
            See `Payoffs`.
        """
        most = self.rules.most_all_in if most_all_in is None else most_all_in
        found = {}
        for all_in, rows in self.rows.items():
            if len(all_in) <= most:
                paid = (worth[rows] + self.bounties[rows]).T
                if self.rules.ties == "random":
                    paid = _one_winner(paid, finishing_orders(max(len(all_in), 1)))
                found[all_in] = paid
        return found


def values_by_model(ends: HandEnds, model: Model) -> EndValues:
    """The value of the ends by a model of stacks and prizes; without payouts, by chips."""
    rules = ends.rules
    now = np.array([rules.stacks], dtype=np.float64)
    if rules.payouts is None:
        return EndValues(model="chips", before=now[0], after=ends.stacks)
    prizes = np.array(rules.payouts, dtype=np.float64)
    return EndValues(
        model=model_name(model),
        before=np.asarray(model(now, prizes)[0]),
        after=ends.with_prizes(model(ends.stacks, prizes)),
    )


def payoffs_by_model(rules: JamRules, model: Model) -> dict[AllIn, Floats]:
    """What everybody gets at each end by a model of stacks and prizes."""
    ends = HandEnds.of(rules)
    return ends.payoffs(values_by_model(ends, model).after)


def _one_winner(paid: Floats, orders: Sequence[Levels]) -> Floats:
    """The same payoffs with ties broken at random: the mean over the orders without ties."""
    column = {levels: at for at, levels in enumerate(orders)}
    return np.stack(
        [
            np.mean([paid[:, column[strict]] for strict in broken_ties(levels)], axis=0)
            for levels in orders
        ],
        axis=1,
    )
