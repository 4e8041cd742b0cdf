"""How good a hold'em hand is against an unknown hand: the metrics of the documents.

Hand rank
    The share of the other hands that a hand beats, with ties counting half. It is taken immediately
    (IHR), or as an average over the boards to come when six or seven cards are compared (6cHR,
    7cHR). Billings & Kan (2006), §3.1.
Hand strength (HS)
    IHR with weights on the other hands.
Potential
    PPot is the chance that a hand that is behind now ends up ahead. NPot is the chance that a hand
    that is ahead now ends up behind. A tie counts as half ahead and half behind, now and later. HS
    and PPot give the effective hand strength EHS = HS + (1 − HS)·PPot. Billings et al. (2002).

Boards to come are dealt from all cards that are not in the hand or on the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from railbird.cards.card import Card, HoleCards, check_distinct, format_cards, parse_cards
from railbird.cards.classes import holdem_hands
from railbird.cards.index import colex_index
from railbird.cards.ranges import Range
from railbird.compute.threads import map_threads, spans
from railbird.errors import BoardSizeError, EmptyRangeError, HandSizeError, OptionError, WeightError
from railbird.evaluate.equities import _showdown_kernels as kernels
from railbird.evaluate.equities.spot import check_board_size
from railbird.evaluate.games import HOLDEM
from railbird.evaluate.preflop import pairs as preflop
from railbird.evaluate.strength._weighted_kernels import count_transitions

Floats = npt.NDArray[np.float64]
HandLike = HoleCards | str | Iterable[int]
BoardLike = str | Iterable[int]
Weights = Range | npt.ArrayLike | None
"""Weights 0…1 of the other player's hands: a range, 1,326 numbers by index, or None for all 1."""


@dataclass(frozen=True, slots=True)
class HandMetrics:
    """All metrics of a hand on a board; those that need a flop are None before it.

    On the river no card is to come: all hand ranks are the same number, and the potentials are 0.
    """

    hand: str
    board: str
    ihr: float
    six_card_rank: float | None
    seven_card_rank: float
    strength: float
    positive_potential: float | None
    negative_potential: float | None
    effective_strength: float | None


def hand_metrics(hand: HandLike, board: BoardLike = "", *, weights: Weights = None) -> HandMetrics:
    """Every metric of a hand; ``weights`` affect all of them except IHR, 6cHR and 7cHR.

    Examples
    --------
    >>> m = hand_metrics("3h2h", "KsTh7d")
    >>> round(m.six_card_rank, 4), round(m.seven_card_rank, 4)
    (0.0729, 0.1893)
    """
    held, shown = _situation(hand, board)
    potential = hand_potential(held, shown, weights=weights) if shown else None
    strength = hand_strength(held, shown, weights=weights)
    return HandMetrics(
        hand=format_cards(held),
        board=format_cards(shown),
        ihr=hand_strength(held, shown),
        six_card_rank=hand_rank(held, shown, cards=6) if len(shown) in (3, 4) else None,
        seven_card_rank=hand_rank(held, shown, cards=7),
        strength=strength,
        positive_potential=potential.positive if potential else None,
        negative_potential=potential.negative if potential else None,
        effective_strength=(strength + (1 - strength) * potential.positive if potential else None),
    )


def hand_rank(
    hand: HandLike, board: BoardLike = "", *, cards: int = 7, weights: Weights = None
) -> float:
    """The k-card hand rank: an average over the boards to come, up to ``cards`` cards in all.

    If ``cards`` is the number of known cards, this is the immediate hand rank; 7 gives the 7cHR.
    With weights, the average is over all pairs of board and other hand, by weight.

    Examples
    --------
    >>> f'{hand_rank("3c2c", "KsTh7d"):.4f} {hand_rank("3c2c", "KsTh7d4c"):.4f}'
    '0.1507 0.0620'
    """
    held, shown = _situation(hand, board)
    known = len(held) + len(shown)
    if not (known <= cards <= 7 and (cards == 2 or cards >= 5)):
        raise OptionError(f"a hand rank of {cards} cards does not exist when {known} are known")
    if cards == 2:
        return hand_strength(held, shown, weights=weights)
    if known == 2 and cards == 7:
        row, table = colex_index(held), preflop.matchups()
        other = _weights(weights, held, shown)
        won = (table.wins[row] + table.ties[row] / 2) @ other
        return float(won / preflop.BOARDS / other.sum())
    now = np.zeros(1326, dtype=np.int64)
    counts = _transitions(held, shown, cards - known, now, _weights(weights, held, shown))
    return _share(*counts[0])


def hand_ranks(
    board: BoardLike, *, cards: int = 7, weights: Weights = None, threads: int | None = None
) -> Floats:
    """Hand ranks of all 1,326 hands on a board (by colex index; NaN if impossible).

    This is much faster than one hand at a time: on each board to come, the hands are sorted once.
    """
    _, shown = _situation(None, board)
    missing = cards - 2 - len(shown)
    if not shown or missing < 0 or cards > 7:
        raise OptionError(
            f"hand ranks of {cards} cards on a board of {len(shown)} do not exist: "
            f"the board must have three to {cards - 2}"
        )
    other = _weights(weights, (), shown)
    boards = _boards(shown, (), missing)
    hands = holdem_hands()

    def count(part: slice) -> Floats:
        values, _ = HOLDEM.board_values(boards[part], hands)
        sums = np.zeros((3, 1326))
        kernels.duel(values, hands, other, np.ones(len(values)), sums[0], sums[1], sums[2])
        return sums

    sums = np.zeros((3, 1326))
    for more in map_threads(count, spans(len(boards), 64), threads=threads):
        sums += more
    ahead, tied, total = sums
    ranks = np.full(1326, np.nan)
    np.divide(ahead + tied / 2, total, out=ranks, where=total > 0)
    return ranks


def hand_strength(hand: HandLike, board: BoardLike = "", *, weights: Weights = None) -> float:
    """Share of the other hands' weight that is beaten now, ties counting half; IHR if unweighted.

    Before the flop, two-card hands are ranked as poker hands: pairs first, then by high cards.

    Examples
    --------
    >>> f'{hand_strength("AcKc"):.4f} {hand_strength("AcKc", "Kd9s2h"):.6f}'
    '0.9376 0.968548'
    """
    held, shown = _situation(hand, board)
    other = _weights(weights, held, shown)
    mine, theirs = _values_now(held, shown)
    ahead, tied = other[theirs < mine].sum(), other[theirs == mine].sum()
    return _share(ahead, tied, other.sum() - ahead - tied)


@dataclass(frozen=True, slots=True)
class Potential:
    """The chances to get ahead when not ahead, and to fall behind when not behind."""

    positive: float
    negative: float


def hand_potential(
    hand: HandLike,
    board: BoardLike,
    *,
    weights: Weights = None,
    look_ahead: int | None = None,
) -> Potential:
    """PPot and NPot, over all cards to come or the next ``look_ahead`` of them.

    PPot = (B→A + B→T/2 + T→A/2) / (B + T/2). Here B→A is the weight of the cases in which we are
    behind now and ahead later, and T means tied. B and T alone are sums over everything that comes
    later. NPot is defined likewise. Both are 0 if the divisor is 0.

    Examples
    --------
    >>> p = hand_potential("AcKc", "Kd9s2h", look_ahead=1)
    >>> f"{p.positive:.4f} {p.negative:.4f}"
    '0.0686 0.0346'
    """
    held, shown = _situation(hand, board)
    if not shown:
        raise BoardSizeError("a potential needs a board of 3, 4 or 5 cards; none was given")
    to_come = 5 - len(shown)
    cards = to_come if look_ahead is None else look_ahead
    if not 0 <= cards <= to_come:
        raise OptionError(f"cannot look {cards} cards ahead: only {to_come} to come")
    other = _weights(weights, held, shown)
    mine, theirs = _values_now(held, shown)
    now = 1 + (theirs > mine).astype(np.int64) - (theirs < mine)
    counts = _transitions(held, shown, cards, now, other)
    ahead, tied, behind = counts.sum(axis=1)
    up = counts[2, 0] + counts[2, 1] / 2 + counts[1, 0] / 2
    down = counts[0, 2] + counts[0, 1] / 2 + counts[1, 2] / 2
    return Potential(
        positive=float(up / (behind + tied / 2)) if behind + tied > 0 else 0.0,
        negative=float(down / (ahead + tied / 2)) if ahead + tied > 0 else 0.0,
    )


def effective_hand_strength(
    hand: HandLike,
    board: BoardLike,
    *,
    weights: Weights = None,
    look_ahead: int | None = None,
) -> float:
    """EHS = HS + (1 − HS)·PPot."""
    strength = hand_strength(hand, board, weights=weights)
    potential = hand_potential(hand, board, weights=weights, look_ahead=look_ahead)
    return strength + (1 - strength) * potential.positive


def _share(ahead: float, tied: float, behind: float) -> float:
    return float((ahead + tied / 2) / (ahead + tied + behind))


def _situation(
    hand: HandLike | None, board: BoardLike
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Check the cards of hand and board, and return them."""
    if isinstance(hand, str):
        hand = HoleCards.parse(hand)
    held = () if hand is None else tuple(map(Card, hand))
    if hand is not None and len(held) != 2:
        raise HandSizeError(
            f"{format_cards(held)} has {len(held)} cards; these metrics are for hold'em"
        )
    shown = parse_cards(board, what="board") if isinstance(board, str) else tuple(map(Card, board))
    check_board_size(shown)
    check_distinct(held + shown, what=f"hand and board {format_cards(held + shown)}")
    return held, shown


def _weights(weights: Weights, held: tuple[Card, ...], shown: tuple[Card, ...]) -> Floats:
    """Weights of the other player's hands, 0 for hands that hold a known card."""
    if weights is None:
        other = np.ones(1326)
    elif isinstance(weights, Range):
        other = weights.weights.copy()
    else:
        other = np.array(weights, dtype=np.float64)
        if other.shape != (1326,):
            raise WeightError(f"weights have shape {other.shape}; there must be 1,326 numbers")
        if not ((other >= 0) & (other <= 1)).all():
            raise WeightError("a weight is outside 0 to 1")
    other[np.isin(holdem_hands(), np.array(held + shown, dtype=np.uint8)).any(axis=1)] = 0.0
    if not other.any():
        raise EmptyRangeError(
            f"no hand of the other player is left once {format_cards(held + shown)} is known"
        )
    return other


def _values_now(
    held: tuple[Card, ...], shown: tuple[Card, ...]
) -> tuple[int, npt.NDArray[np.int64]]:
    """Value of the hand and of all 1,326 hands now; before the flop, as two-card hands."""
    hands = holdem_hands()
    if shown:
        high, _ = HOLDEM.board_values(np.array([shown], dtype=np.uint8), hands)
        values = high[0].astype(np.int64)
    else:
        low, high_card = (hands >> 2).T.astype(np.int64)
        values = 1000 * (low == high_card) + 13 * high_card + low
    return int(values[colex_index(held)]), values


def _boards(shown: tuple[Card, ...], gone: tuple[Card, ...], missing: int) -> npt.NDArray[np.uint8]:
    """The board with every choice of ``missing`` further cards."""
    deck = [c for c in range(52) if c not in shown + gone]
    more = list(combinations(deck, missing))
    boards = np.empty((comb(len(deck), missing), len(shown) + missing), dtype=np.uint8)
    boards[:, : len(shown)] = shown
    boards[:, len(shown) :] = more
    return boards


def _transitions(
    held: tuple[Card, ...],
    shown: tuple[Card, ...],
    missing: int,
    now: npt.NDArray[np.int64],
    weights: Floats,
) -> Floats:
    """Weights by standing now (rows) and ``missing`` cards later (columns): ahead, tied, behind."""
    met = np.nonzero(weights)[0]
    hands = np.concatenate([np.array([held], dtype=np.uint8), holdem_hands()[met]])
    boards = _boards(shown, held, missing)
    counts = np.zeros((3, 3))
    for part in spans(len(boards), 64):
        values, _ = HOLDEM.board_values(boards[part], hands)
        count_transitions(now[met], values[:, 0], values[:, 1:], weights[met], counts)
    return counts
