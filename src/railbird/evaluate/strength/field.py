"""How strong a hold'em hand is against several opponents, each with their own weights.

wEHS_n
    Strength at the showdown: on every final board, the product of the strengths against each
    opponent, averaged over the boards. Sêca (2008), §4.4.1.
Field array
    The weight tables of all opponents merged into one. The potential against it is faPPOT.

Besides wEHS_n there are two simpler ways to extrapolate from one opponent to several, and a Monte
Carlo reference.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from railbird.cards.card import format_cards
from railbird.cards.classes import holdem_hands
from railbird.cards.index import colex_index
from railbird.errors import EmptyRangeError, OptionError
from railbird.evaluate import HOLDEM
from railbird.evaluate.strength import _field_kernels as kernels
from railbird.evaluate.strength.metrics import BoardLike, HandLike
from railbird.evaluate.strength.weighted import (
    Floats,
    Tables,
    as_cards,
    change_by_river,
    final_boards,
    plain_values,
    prospects,
    situation,
    without,
)
from railbird.evaluate.values.tables import high_tables
from railbird.stopwatch import Stopwatch
from railbird.version import __version__


def field_array(tables: Tables, known: BoardLike = ()) -> Floats:
    """Merge several weight tables into one: their mean probabilities, scaled to a maximum of 1.

    Hands that hold one of the ``known`` cards get 0.

    Examples
    --------
    >>> from railbird.cards import Range
    >>> field = field_array([Range.parse("AA").weights, Range.parse("AA,KK").weights])
    >>> aces, kings = colex_index([51, 50]), colex_index([47, 46])
    >>> f"{field[aces]:.4f} {field[kings]:.4f}"
    '1.0000 0.3333'
    """
    weights = without(tables, as_cards(known, "known cards"))
    field: Floats = (weights / weights.sum(axis=1, keepdims=True)).mean(axis=0)
    field /= field.max()
    return field


def field_potential(
    hand: HandLike, board: BoardLike, tables: Tables, *, look_ahead: int = 1
) -> float:
    """faPPOT: PPot with the next card or two, against the field array of all opponents.

    No more cards are looked at than are to come; on the river faPPOT is 0.
    """
    on = prospects(board)
    held, weights = situation(hand, on.board, tables)
    field = field_array(weights)
    if look_ahead > 1 and len(on.board) == 3:
        return change_by_river(on, held, field, up=True)
    return on.potential(held, field).positive


def field_effective_strength(hand: HandLike, board: BoardLike, tables: Tables) -> float:
    """EHS against several opponents: HS_n + (1 − HS_n)·PPot, where HS_n is the product of the HS.

    This is equation 2 of Sêca (2008) with weights. HS is taken now, against each table. The
    potential looks one card ahead, against the field array; on the river it is 0.

    Examples
    --------
    >>> f'{field_effective_strength("AcKc", "Kd9s2h", np.ones((3, 1326))):.4f}'
    '0.9149'
    """
    on = prospects(board)
    held, weights = situation(hand, on.board, tables)
    strength = float(on.strength(held, weights).prod())
    return strength + (1 - strength) * on.potential(held, field_array(weights)).positive


@dataclass(frozen=True, slots=True)
class FieldStrength:
    """Strength against a field, by wEHS_n and the two simpler ways; all are exact enumerations.

    ``wehs`` is wEHS_n. ``each`` has the showdown strengths against each opponent, ``product`` is
    their product, and ``hardest`` is the lowest of them. ``apart``, if requested, is wEHS_n without
    the deals in which two opponents hold the same card (None if there are no other deals).
    """

    wehs: float
    product: float
    hardest: float
    each: tuple[float, ...]
    boards: int
    apart: float | None = None


def field_strength(
    hand: HandLike, board: BoardLike, tables: Tables, *, apart: bool = False
) -> FieldStrength:
    """Strength at the showdown against one to nine opponents with their own weight tables.

    On each final board, the strength (wins + ties/2) / all is computed against each opponent, and
    the strengths are multiplied. wEHS_n is the mean of this product over the boards. Given the
    board, the opponents are treated as independent: it is ignored that two of them cannot hold the
    same card. This makes the figure too high, by one percentage point on average against nine.
    ``apart`` corrects most of that, with a factor for each pair of opponents and a weight for each
    board by the hands that it leaves them. On the flop the factors are computed by kinds of hands,
    which is nearly the same.

    Examples
    --------
    >>> found = field_strength("AcKc", "Kd9s2h", np.ones((3, 1326)))
    >>> f"{found.wehs:.4f} {found.product:.4f} {found.hardest:.4f}"
    '0.7026 0.6948 0.8857'
    """
    on = prospects(board)
    held, weights = situation(hand, on.board, tables)
    one, each, sums = colex_index(held), np.zeros(len(weights)), np.zeros(4)
    if len(on.board) == 3:
        kernels.field_on_flop(
            np.array(held, dtype=np.int64),
            np.array(on.board, dtype=np.int64),
            weights,
            plain_values(tuple(c >> 2 for c in on.board), 2),
            high_tables().flush,
            apart,
            each,
            sums,
        )
    else:
        for boards in final_boards(held, on.board):
            values, _ = HOLDEM.board_values(boards, holdem_hands())
            kernels.field_on_boards(one, values, weights, each, sums)
            if apart and len(weights) > 1:
                kernels.field_apart(one, values, holdem_hands(), weights, sums[2:])
    if sums[1] == 0:
        raise EmptyRangeError(
            f"one of the opponents can hold no hand once {format_cards(held + on.board)} is known"
        )
    mean = each / sums[1]
    return FieldStrength(
        wehs=float(sums[0] / sums[1]),
        product=float(mean.prod()),
        hardest=float(mean.min()),
        each=tuple(mean.tolist()),
        boards=int(sums[1]),
        apart=float(sums[2] / sums[3]) if apart and sums[3] > 0 else None,
    )


@dataclass(frozen=True, slots=True)
class SampledStrength:
    """Share of the pot at the showdown over sampled deals, and how it was sampled."""

    value: float
    error: float
    deals: int
    seed: int
    seconds: float
    version: str = __version__


def sampled_strength(
    hand: HandLike, board: BoardLike, tables: Tables, *, deals: int = 20_000, seed: int = 1
) -> SampledStrength:
    """The Monte Carlo reference: opponents get hands by weight, and no two share a card.

    One opponent after the other draws a hand that is still possible. Each deal is weighted by the
    share of weight that the earlier hands left to each opponent. The mean is the same as if all
    hands were drawn by weight, and all drawn again when two share a card, but it takes far fewer
    draws. ``error`` is the standard error of the mean. Ties share the pot.

    Examples
    --------
    >>> sampled = sampled_strength("AcKc", "Kd9s2h", np.ones((3, 1326)), deals=50_000, seed=1)
    >>> f"{sampled.value:.2f} {sampled.error:.3f}"
    '0.69 0.002'
    """
    watch = Stopwatch()
    if deals < 2:
        raise OptionError(f"{deals} deals are too few for a standard error: ask for at least 2")
    on = prospects(board)
    held, weights = situation(hand, on.board, tables)
    if len(weights) > 9:
        raise OptionError(f"{len(weights)} opponents do not fit a table: give at most 9")
    state = np.random.SeedSequence(seed).generate_state(1, np.uint64)
    dealt = np.empty((deals, 1 + len(weights), 2), dtype=np.uint8)
    dealt[:, 0] = held
    boards = np.empty((deals, 5), dtype=np.uint8)
    factor = np.empty(deals)
    known = sum(1 << int(c) for c in held + on.board)
    shown = np.array(on.board, dtype=np.int64)
    kernels.deal_field(state, known, shown, weights, holdem_hands(), dealt, boards, factor)
    values, _ = HOLDEM.deal_values(dealt, boards)
    sums = np.zeros(5)
    kernels.shares_of_pot(values, factor, sums)
    if sums[0] == 0:
        raise EmptyRangeError("the opponents' tables allow no deal: they need the same cards")
    # this is a ratio of weighted sums, so its error differs from that of a plain mean
    mean = sums[1] / sums[0]
    spread = sums[4] - 2 * mean * sums[3] + mean * mean * sums[2]
    return SampledStrength(
        value=float(mean),
        error=float(np.sqrt(max(spread, 0.0) * deals / (deals - 1)) / sums[0]),
        deals=deals,
        seed=seed,
        seconds=watch.seconds,
    )
