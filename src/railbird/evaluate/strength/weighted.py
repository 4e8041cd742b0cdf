"""How strong a hold'em hand is against an opponent whose hands have weights.

A weight table has a number 0…1 for each of the 1,326 hands by colex index. Hands that hold a known
card do not count, whatever their weight.

Hand strength (HS)
    The share of the weight that is beaten now, with ties counting half.
Potential (PPot, NPot)
    The chance to get ahead when behind, and to fall behind when ahead, with the next card or two. A
    tie counts as half of each, now and later (`railbird.evaluate.hand_potential` has the formula).
Effective hand strength
    EHS = HS + (1 − HS)·PPot.

`Prospects` keeps what all players at a table share about a board. For several opponents see
`railbird.evaluate.strength.field`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.cards.card import Card, HoleCards, check_distinct, format_cards, parse_cards
from railbird.cards.classes import holdem_hands
from railbird.cards.index import colex_index
from railbird.compute.threads import spans
from railbird.errors import (
    BoardSizeError,
    EmptyRangeError,
    HandSizeError,
    OptionError,
    WeightError,
)
from railbird.evaluate import HOLDEM, Potential, high_values
from railbird.evaluate.strength import _field_kernels as field_kernels
from railbird.evaluate.strength import _weighted_kernels as kernels
from railbird.evaluate.strength.metrics import BoardLike, HandLike
from railbird.evaluate.values.tables import high_tables
from railbird.kernels.ranks import PAIR_COLUMNS as KINDS

Floats = npt.NDArray[np.float64]
Tables = npt.ArrayLike
"""Weights of one opponent, shape (1326,), or of several, shape (n, 1326)."""

_MASKS = (np.uint64(1) << holdem_hands().astype(np.uint64)).sum(axis=1, dtype=np.uint64)
_OF_SUIT = (holdem_hands()[:, :, None] & 3 == np.arange(4)).sum(axis=1)
_KIND_RANKS = np.array([(a, b) for a in range(13) for b in range(a + 1)], dtype=np.uint8)
_BOARDS_AT_ONCE = 64


class Prospects:
    """All hands on a board of three, four or five cards, now and after the next card.

    The contents depend on the board alone, so all players who look at the board can share them.
    `prospects` keeps the last few. Do not change any of it.

    Examples
    --------
    >>> board = prospects("KsTh7d")
    >>> ones = np.ones(1326)
    >>> ace_king = colex_index(parse_cards("AcKc"))
    >>> f"{board.strengths(ones)[ace_king]:.4f} {board.effective_strengths(ones)[ace_king]:.4f}"
    '0.9685 0.9707'
    """

    def __init__(self, board: Sequence[int]) -> None:
        self.board = as_cards(board, "board")
        if len(self.board) not in (3, 4, 5):
            raise BoardSizeError(
                f"the board {format_cards(self.board)!r} has {len(self.board)} cards; a strength "
                f"needs 3, 4 or 5"
            )
        check_distinct(self.board, what=f"board {format_cards(self.board)}")
        hands = holdem_hands()
        high, _ = HOLDEM.board_values(np.array([self.board], dtype=np.uint8), hands)
        self.values: npt.NDArray[np.uint16] = high[0]
        """Value of each hand now; 0 for hands that hold a board card."""
        by_value = np.argsort(self.values, kind="stable")
        self._order = by_value[self.values[by_value] > 0]
        self._live = np.nonzero(self.values)[0]
        self._gains: _Gains | None = None

    @property
    def next_cards(self) -> int:
        """The number of cards that can come next when two hands are known."""
        return 48 - len(self.board)

    def standings(self, weights: Tables) -> tuple[Floats, Floats, Floats]:
        """Weight of the hands that each hand beats, ties and loses to; 0 for impossible hands."""
        ahead, tied, behind = np.zeros((3, 1326))
        table = _one_table(weights)
        kernels.standings(self.values, self._order, holdem_hands(), table, ahead, tied, behind)
        return ahead, tied, behind

    def strengths(self, weights: Tables) -> Floats:
        """HS of all hands; NaN if a hand is impossible or leaves the opponent no hand."""
        return _shares(*self.standings(weights))

    def potentials(self, weights: Tables) -> tuple[Floats, Floats]:
        """PPot and NPot of all hands with the next card; 0 on the river, NaN as in `strengths`."""
        table = _one_table(weights)
        ahead, tied, behind = self.standings(table)
        if len(self.board) == 5:
            nothing = np.where(ahead + tied + behind > 0, 0.0, np.nan)
            return nothing, nothing.copy()
        up, down = np.empty((2, 1326))
        gains = self._with_gains()
        kernels.all_gains(
            table,
            holdem_hands(),
            gains.is_special,
            gains.special,
            gains.by_kind,
            gains.gained,
            gains.lost,
            self._live,
            up,
            down,
        )
        least = kernels.ROUNDING * table.sum()
        impossible = ~(ahead + tied + behind > least)
        found = []
        for sums, from_there in ((up, behind + tied / 2), (down, ahead + tied / 2)):
            chances = np.zeros(1326)
            np.divide(sums, 2 * self.next_cards * from_there, out=chances, where=from_there > least)
            chances[impossible] = np.nan
            found.append(chances)
        return found[0], found[1]

    def effective_strengths(self, weights: Tables) -> Floats:
        """HS + (1 − HS)·PPot of all hands, looking one card ahead; NaN as in `strengths`."""
        table = _one_table(weights)
        strengths = self.strengths(table)
        return strengths + (1 - strengths) * self.potentials(table)[0]

    def strength(self, hand: HandLike, weights: Tables) -> Floats:
        """HS of one hand against each table, hand by hand; NaN against an empty table."""
        held, tables = situation(hand, self.board, weights)
        counts = np.zeros((len(tables), 3))
        kernels.compare_one(colex_index(held), self.values, tables, counts)
        return _shares(*counts.T)

    def potential(self, hand: HandLike, weights: Tables) -> Potential:
        """PPot and NPot of one hand with the next card; 0 on the river."""
        held, tables = situation(hand, self.board, weights)
        one, table = colex_index(held), _one_table(tables)
        counts = np.zeros((1, 3))
        kernels.compare_one(one, self.values, tables, counts)
        ahead, tied, behind = counts[0]
        if len(self.board) == 5:
            return Potential(0.0, 0.0)
        gains = self._with_gains()
        up, down = kernels.one_gain(
            one,
            int(gains.place[one]),
            table,
            holdem_hands(),
            _MASKS,
            gains.is_special,
            gains.by_kind,
            gains.gained,
            gains.lost,
            gains.place,
            self._live,
        )
        return Potential(
            _chance(up, 2 * self.next_cards * (behind + tied / 2)),
            _chance(down, 2 * self.next_cards * (ahead + tied / 2)),
        )

    def _with_gains(self) -> _Gains:
        if self._gains is None:
            self._gains = _gains(self)
        return self._gains


@lru_cache(maxsize=16)
def _prospects(board: tuple[int, ...]) -> Prospects:
    return Prospects(board)


def prospects(board: BoardLike) -> Prospects:
    """`Prospects` of a board, cached while in use (it takes about 0.1 ms, and 1 ms for gains)."""
    return _prospects(tuple(sorted(map(int, as_cards(board, "board")))))


@dataclass(frozen=True, slots=True, eq=False)
class _Gains:
    """What the next card does to pairs of hands, in half cases (`_weighted_kernels.kind_gains`).

    Hands that can have a flush now or with the next card are special: ``gained[f, h]`` is what hand
    h gains on special hand f, and ``lost[f, h]`` what it loses to it. The others go by kind.
    """

    by_kind: npt.NDArray[np.int64]
    is_special: npt.NDArray[np.bool_]
    special: npt.NDArray[np.int64]
    place: npt.NDArray[np.int64]
    gained: npt.NDArray[np.uint8]
    lost: npt.NDArray[np.uint8]


def _gains(board: Prospects) -> _Gains:
    shown = np.array(board.board, dtype=np.int64)
    hands = holdem_hands()
    deck = np.setdiff1d(np.arange(52), shown)
    left = np.bincount(deck >> 2, minlength=13)
    suits = np.bincount(shown & 3, minlength=4)
    needed = np.maximum(4 - suits, 0)
    is_special = (board.values > 0) & (needed <= _OF_SUIT).any(axis=1)
    special = np.nonzero(is_special)[0]
    place = np.full(1326, -1)
    place[special] = np.arange(len(special))
    by_kind = np.zeros((KINDS, KINDS), dtype=np.int64)
    ranks = tuple(int(c) >> 2 for c in board.board)
    kernels.kind_gains(left, plain_values(ranks, 0)[0], plain_values(ranks, 1), by_kind)
    gained, lost = np.empty((2, len(special), 1326), dtype=np.uint8)
    if len(special):
        boards = np.empty((len(deck), len(shown) + 1), dtype=np.uint8)
        boards[:, :-1] = shown
        boards[:, -1] = deck
        later, _ = HOLDEM.board_values(boards, hands)
        kernels.special_gains(special, board.values, later, _MASKS, board.next_cards, gained, lost)
    return _Gains(
        by_kind=by_kind,
        is_special=is_special,
        special=special,
        place=place,
        gained=gained,
        lost=lost,
    )


@lru_cache(maxsize=256)
def plain_values(ranks: tuple[int, ...], to_come: int) -> npt.NDArray[np.uint16]:
    """Values without flushes, by kind of the cards to come (0: none) and kind of hand.

    The suits are chosen so that there is no flush. Entries with five cards of one rank are
    meaningless and never used.
    """
    more = (_KIND_RANKS[:1, :0], np.arange(13, dtype=np.uint8)[:, None], _KIND_RANKS)[to_come]
    rows = np.empty((len(more), KINDS, len(ranks) + to_come + 2), dtype=np.uint8)
    rows[:, :, : len(ranks)] = ranks
    rows[:, :, len(ranks) : -2] = more[:, None]
    rows[:, :, -2:] = _KIND_RANKS
    cards = 4 * rows + np.arange(rows.shape[2], dtype=np.uint8) % 4
    values = high_values(cards.reshape(-1, rows.shape[2]), check=False)
    return values.reshape(len(more), KINDS)


def hand_strength(hand: HandLike, board: BoardLike, weights: Tables) -> float:
    """HS of a hand against one opponent.

    Examples
    --------
    >>> f'{hand_strength("AcKc", "Kd9s2h", np.ones(1326)):.6f}'
    '0.968548'
    """
    return float(prospects(board).strength(hand, _one_table(weights))[0])


def hand_potential(
    hand: HandLike, board: BoardLike, weights: Tables, *, look_ahead: int = 1
) -> Potential:
    """PPot and NPot of a hand against one opponent, one or two cards ahead.

    Examples
    --------
    >>> p = hand_potential("AcKc", "Kd9s2h", np.ones(1326))
    >>> f"{p.positive:.4f} {p.negative:.4f}"
    '0.0686 0.0346'
    """
    on = prospects(board)
    if not 0 <= look_ahead <= 5 - len(on.board):
        raise OptionError(f"cannot look {look_ahead} cards ahead: only {5 - len(on.board)} to come")
    if look_ahead == 1:
        return on.potential(hand, weights)
    if look_ahead == 0:
        return Potential(0.0, 0.0)
    held, tables = situation(hand, on.board, weights)
    table = _one_table(tables)
    return Potential(
        change_by_river(on, held, table, up=True), change_by_river(on, held, table, up=False)
    )


def change_by_river(on: Prospects, held: tuple[Card, ...], table: Floats, *, up: bool) -> float:
    """PPot (``up``) or NPot on the flop, over all turns and rivers. Impossible hands weigh 0."""
    one = colex_index(held)
    mine = on.values[one]
    changed = met = 0.0
    weights = np.where(on.values > mine if up else on.values < mine, table, 0.0)
    if total := float(weights.sum()):
        sums = np.zeros(4)
        field_kernels.field_on_flop(
            np.array(held, dtype=np.int64),
            np.array(on.board, dtype=np.int64),
            weights[None],
            plain_values(tuple(c >> 2 for c in on.board), 2),
            high_tables().flush,
            True,
            np.zeros(1),
            sums,
        )
        met = float(sums[3] * total)
        changed = float(sums[2] * total) if up else met - float(sums[2] * total)
    # hands that tie on the flop have the same ranks: there are few, and only a flush parts them
    equal = np.nonzero((on.values == mine) & (table > 0))[0]
    boards = np.concatenate(final_boards(held, on.board))
    later, _ = HOLDEM.board_values(boards, holdem_hands()[[one, *equal]])
    ours, theirs = later[:, :1], later[:, 1:]
    possible = theirs > 0
    parted = possible & (ours > theirs if up else ours < theirs)
    changed += float(parted.sum(axis=0) @ table[equal]) / 2
    return _chance(changed, met + float(possible.sum(axis=0) @ table[equal]) / 2)


def effective_strength(
    hand: HandLike, board: BoardLike, weights: Tables, *, look_ahead: int = 1
) -> float:
    """EHS = HS + (1 − HS)·PPot against one opponent; on the river it is HS."""
    strength = hand_strength(hand, board, weights)
    look_ahead = min(look_ahead, 5 - len(prospects(board).board))
    potential = hand_potential(hand, board, weights, look_ahead=look_ahead)
    return strength + (1 - strength) * potential.positive


def _shares(ahead: Floats, tied: Floats, behind: Floats) -> Floats:
    total = ahead + tied + behind
    shares = np.full(total.shape, np.nan)
    np.divide(ahead + tied / 2, total, out=shares, where=total > 0)
    return shares


def _chance(cases: float, of: float) -> float:
    return float(cases / of) if of > 0 else 0.0


def as_cards(cards: BoardLike, what: str) -> tuple[Card, ...]:
    return parse_cards(cards, what=what) if isinstance(cards, str) else tuple(map(Card, cards))


def _one_table(weights: Tables) -> Floats:
    """The weights as the kernels get them: always read-only, or they would be compiled twice."""
    table = np.ascontiguousarray(weights, dtype=np.float64).view()
    if table.shape == (1, 1326):
        table = table[0]
    if table.shape != (1326,):
        raise WeightError(f"weights have shape {table.shape}; one table is 1,326 numbers")
    table.setflags(write=False)
    return table


def situation(
    hand: HandLike, board: tuple[Card, ...], weights: Tables
) -> tuple[tuple[Card, ...], Floats]:
    """Check the cards of a hand; return them, and the tables without impossible hands."""
    held = tuple(HoleCards.parse(hand)) if isinstance(hand, str) else tuple(map(Card, hand))
    if len(held) != 2:
        raise HandSizeError(f"{format_cards(held)} has {len(held)} cards; a hold'em hand has two")
    check_distinct(held + board, what=f"hand and board {format_cards(held + board)}")
    return held, without(weights, held + board)


def without(weights: Tables, known: tuple[Card, ...]) -> Floats:
    """Check the tables, and return them with weight 0 for hands with a known card: (n, 1326)."""
    tables = np.atleast_2d(np.asarray(weights, dtype=np.float64))
    if tables.ndim != 2 or tables.shape[1] != 1326 or not len(tables):
        raise WeightError(f"weights have shape {tables.shape}; a table is 1,326 numbers")
    if not (tables.min() >= 0 and tables.max() <= 1):
        raise WeightError("a weight is outside 0 to 1")
    gone = np.uint64(sum(1 << int(c) for c in known))
    tables = np.where(_MASKS & gone, 0.0, tables)
    if not tables.any(axis=1).all():
        raise EmptyRangeError(f"no hand of an opponent is left once {format_cards(known)} is known")
    return tables


def final_boards(held: tuple[Card, ...], shown: tuple[Card, ...]) -> list[npt.NDArray[np.uint8]]:
    """All five-card boards that can follow, in several arrays."""
    deck = np.array([c for c in range(52) if c not in held + shown], dtype=np.uint8)
    more = deck[_choices(len(deck), 5 - len(shown))]
    boards = np.empty((len(more), 5), dtype=np.uint8)
    boards[:, : len(shown)] = shown
    boards[:, len(shown) :] = more
    return [boards[part] for part in spans(len(boards), _BOARDS_AT_ONCE)]


@cache
def _choices(size: int, count: int) -> npt.NDArray[np.int64]:
    """All ways to choose ``count`` of ``size`` places."""
    return np.array(list(combinations(range(size), count)), dtype=np.int64)
