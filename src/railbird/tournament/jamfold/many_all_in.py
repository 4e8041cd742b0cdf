"""Four and more players all in: their showdowns on sampled deals, which form a fixed game.

The expectation of three all-in players if all others fold is exact. The change in value because
others may call is the mean over deals. Each deal has a hand for every player and a board, from one
deck; hands 0, 1 and 2 are those of the first three who are all in, the rest those of the others in
turn. So all payoffs still sum to the pool. Cards folded behind three all-in players do not go back
into the deck before the board, unlike those of other players who fold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_class_of_hand, holdem_hands
from railbird.compute.threads import map_threads, spans
from railbird.evaluate.equities import _deal_kernels as deal_kernels
from railbird.evaluate.games import HOLDEM
from railbird.kernels.random import shuffled_deals
from railbird.tournament.jamfold import _showdown_kernels as kernels
from railbird.tournament.jamfold.ends import Payoffs
from railbird.tournament.jamfold.rules import Node
from railbird.tournament.jamfold.showdowns import CLASSES, finishing_orders, three_way_rows, two_way

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Columns = npt.NDArray[np.int16]
Kinds = npt.NDArray[np.bool_]
Cards = npt.NDArray[np.uint8]

DEALS = 2_000_000
"""The default number of deals. With few of them the game gets rough: single deals decide
what a player does behind three jams, and solvers settle away from an equilibrium."""

_BATCH = 1 << 17


def deal_hands(players: int, first: int, count: int, seed: int) -> tuple[Cards, Cards]:
    """Hands of all players and boards, dealt from a seed: (deals, players, 2), (deals, 5)."""
    cards = np.empty((count, 2 * players + 5), dtype=np.uint8)
    shuffled_deals(seed, first, cards)
    hands = cards[:, : 2 * players].reshape(count, players, 2)
    return hands, np.ascontiguousarray(cards[:, 2 * players :])


def classes_of(hands: Cards) -> Cards:
    """Classes of hands given as two cards."""
    high, low = hands.max(axis=-1).astype(np.int64), hands.min(axis=-1)
    return np.asarray(holdem_class_of_hand()[high * (high - 1) // 2 + low])


@dataclass(frozen=True, slots=True, eq=False)
class SampledDeals:
    """Deals to all players, and how any four or more of them finish.

    Parameters
    ----------
    classes
        The classes of the hands, (deals, players).
    columns
        The number of the `finishing_orders` for hands 0, 1, 2 and each set of the others, (deals,
        sets): bit x of a set is for hand 3 + x.
    weights
        The weight of each deal, (deals,).
    """

    classes: Cards = field(repr=False)
    columns: Columns = field(repr=False)
    weights: Floats = field(repr=False)


def sampled_deals(
    players: int,
    most_all_in: int,
    *,
    deals: int = DEALS,
    seed: int = 0,
    likely: Sequence[Kinds] | None = None,
) -> SampledDeals:
    """Draw deals from a seed.

    Parameters
    ----------
    players, most_all_in
        The number of players, and how many can be all in.
    deals, seed
        The number of deals, and their seed.
    likely
        Classes expected of the first, second and third player all in, (169,) each. Half of all
        deals are drawn with such hands for them. The weights keep all means unbiased; no deal
        counts more than twice as much as it would without such deals.
    """
    part = 0.0 if likely is None else _chance(*likely)
    common = deals if part == 0 else (deals + 1) // 2

    def draw(rows: slice) -> tuple[Cards, Columns]:
        if likely is None or rows.start < common:
            hands, boards = deal_hands(players, rows.start, rows.stop - rows.start, seed)
        else:
            hands, boards = _likely_hands(players, rows, seed, likely)
        values, _ = HOLDEM.deal_values(hands, boards)
        return classes_of(hands), finishing_columns(values, most_all_in)

    parts = spans(common, _BATCH)
    parts += [slice(common + p.start, common + p.stop) for p in spans(deals - common, _BATCH)]
    found = map_threads(draw, parts)
    classes, columns = (np.concatenate(arrays) for arrays in zip(*found, strict=True))
    density = np.full(deals, float(common))
    if likely is not None and common < deals:
        first, second, third = likely
        inside = first[classes[:, 0]] & second[classes[:, 1]] & third[classes[:, 2]]
        density += inside * (deals - common) / part
    return SampledDeals(classes, columns, 1 / density)


def _chance(first: Kinds, second: Kinds, third: Kinds) -> float:
    """The probability that three hands are of these classes."""
    return float(three_way_rows().dealt[first][:, second][:, :, third].sum(dtype=np.float64))


def _likely_hands(
    players: int, part: slice, seed: int, likely: Sequence[Kinds]
) -> tuple[Cards, Cards]:
    """Deals with hands of these classes for the first three, all such deals equally likely."""
    chosen = [np.flatnonzero(kinds[holdem_class_of_hand()]) for kinds in likely]
    cards = np.ascontiguousarray(holdem_hands()[np.concatenate(chosen)])
    masks = (np.uint64(1) << cards.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    cumulative = np.concatenate([np.arange(1, one.size + 1) / one.size for one in chosen])
    last = len(masks)
    starts = np.array([0, *np.cumsum([one.size for one in chosen]), *[last] * (players - 3)])
    uniform = np.arange(players) > 2
    count = part.stop - part.start
    hands = np.empty((count, players, 2), dtype=np.uint8)
    boards = np.empty((count, 5), dtype=np.uint8)
    state = np.random.default_rng([seed, part.start]).integers(1 << 63, size=1, dtype=np.uint64)
    known, tries = np.empty(0, dtype=np.uint8), np.iinfo(np.int64).max
    deal_kernels.sample_deals(
        state, known, np.uint64(0), cards, masks, cumulative, starts, uniform, tries, hands, boards
    )
    return hands, boards


def finishing_columns(values: npt.NDArray[np.uint16], most_all_in: int) -> Columns:
    """``columns`` of `SampledDeals` for the values of all hands of each deal."""
    columns = np.zeros((len(values), 1 << (values.shape[1] - 3)), dtype=np.int16)
    lookup, starts = order_lookup(most_all_in)
    kernels.finish(values, most_all_in, lookup, starts, columns)
    return columns


def order_lookup(most: int) -> tuple[Integers, Integers]:
    """The table in which kernels find the number of an order, and its start for m hands."""
    tables, starts = [], np.zeros(most + 1, dtype=np.int64)
    size = 0
    for hands in range(1, most + 1):
        table = np.zeros(hands**hands, dtype=np.int64)
        for number, levels in enumerate(finishing_orders(hands)):
            table[sum(level * hands**x for x, level in enumerate(levels))] = number
        tables.append(table)
        starts[hands] = size
        size += table.size
    return np.concatenate(tables), starts


class ManyAllIn:
    """The part of the jam-or-fold hand in which four or more may be all in.

    Parameters
    ----------
    players, most_all_in
        The number of players, and how many can be all in.
    payoffs
        See `railbird.tournament.jamfold.ends.Payoffs`.
    deals
        The deals over which means are taken.
    """

    def __init__(
        self,
        players: int,
        most_all_in: int,
        payoffs: Payoffs,
        deals: SampledDeals,
    ) -> None:
        self.players, self.room, self.deals = players, most_all_in - 3, deals
        self._payoffs = payoffs
        self._deals = deals.classes, deals.columns, deals.weights
        self._ends: dict[tuple[int, ...], tuple[Floats, Integers]] = {}

    def more(self, pair: tuple[int, int], jams: Mapping[Node, Floats]) -> Floats:
        """The extra value of a call behind two jams over the rest folding: (callers, players, …).

        The index on the last axis is 169 times the first class plus the second.
        """
        callers = range(pair[1] + 1, self.players)
        found = np.zeros((len(callers), self.players, CLASSES * CLASSES))
        for k, third in enumerate(callers[:-1]):
            kernels.more_by_pair(
                *self._deals, self.players - 1 - third,
                jams[Node(third, pair)], *self._later((*pair, third), jams), found[k],
            )  # fmt: skip
        found /= two_way().joint.ravel()
        return found

    def add_values(
        self,
        pair: tuple[int, int],
        first: Floats,
        jams: Mapping[Node, Floats],
        *,
        asked: Floats,
        values: dict[Node, Floats],
        reaches: dict[Node, Floats] | None = None,
        by_deal: Floats | None = None,
    ) -> None:
        """Complete the third callers' values, and add those of the players behind them."""
        second = jams[Node(pair[1], pair[:1])]
        sums = np.zeros((0, 0)) if by_deal is None else by_deal
        for k, third in enumerate(range(pair[1] + 1, self.players - 1)):
            three = (*pair, third)
            call = np.zeros(CLASSES)
            nodes = self._nodes(three)
            here, reach = np.zeros((len(nodes), CLASSES, 2)), np.zeros((len(nodes), CLASSES))
            kernels.after_three(
                *self._deals, self.players - 1 - third, first, second,
                asked[k], jams[Node(third, pair)], *self._later(three, jams), third, call, here,
                reach, sums,
            )  # fmt: skip
            values[Node(third, pair)][:, 1] += call
            for node, value, chance in zip(nodes, here, reach, strict=True):
                if len(node.jammed) < 3 + self.room:
                    values[node] = value
                    if reaches is not None:
                        reaches[node] = chance

    def _nodes(self, three: tuple[int, ...]) -> list[Node]:
        """Decisions behind three jams in the order of the kernels."""
        third, later = three[-1], self.players - 1 - three[-1]
        return [
            Node(third + 1 + at, (*three, *(third + 1 + x for x in range(at) if mask >> x & 1)))
            for at in range(later)
            for mask in range(1 << at)
        ]

    def _later(
        self, three: tuple[int, ...], jams: Mapping[Node, Floats]
    ) -> tuple[Floats, int, Floats, Integers]:
        """Strategies of those behind three jams, room, payoffs and the start of those of a set."""
        never = np.zeros(CLASSES)
        chosen = np.stack([jams.get(node, never) for node in self._nodes(three)])
        if three not in self._ends:
            third, later = three[-1], self.players - 1 - three[-1]
            ends, starts, size = [], np.zeros(1 << later, dtype=np.int64), 0
            for mask in range(1 << later):
                who = (*three, *(third + 1 + x for x in range(later) if mask >> x & 1))
                if len(who) <= 3 + self.room:
                    starts[mask] = size
                    ends.append(self._payoffs[who])
                    size += ends[-1].shape[1]
            self._ends[three] = np.concatenate(ends, axis=1), starts
        pay, starts = self._ends[three]
        return chosen, self.room, pay, starts
