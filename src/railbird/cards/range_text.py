"""Write the weights of the 1,326 hold'em hands as the shortest range text.

Each weight has its classes: those whose hands all have it. They must be covered with items
(``22+``, ``A5s-A2s``, ``76s-54s``, ``AT+``, …) that cover nothing else, in the fewest characters.
This is a weighted set cover. Three facts make it small:

- The length of an item does not depend on how many classes it covers, and items may overlap. So
  only the maximal runs along a line (of one first card, or of one gap) matter.
- Pairs share no item with other classes, and a maximal run of pairs is best written as one item.
- When the grid is processed row by row, the rest depends only on which of the runs that continue
  have been taken. A dynamic program over these states is exact. A Lagrangian lower bound rules out
  the states that can no longer lead to the shortest text; few remain.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from railbird.cards.card import RANKS, format_cards
from railbird.cards.classes import holdem_class_of_hand, holdem_hands
from railbird.cards.range_items import Weights, write_weight

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_STATES = 1000
"""The most states that are followed; beyond them the text may be longer than the shortest."""

Cell: TypeAlias = tuple[int, int]
"""A high and a low rank: two classes, suited and offsuit, or a pair."""

_KINDS = ("", "s", "o")
_PAIRS = [(rank, rank) for rank in range(12, -1, -1)]
_ROWS = [[(high, low) for low in range(high - 1, -1, -1)] for high in range(12, 0, -1)]
_GAPS = [[(high, high - gap) for high in range(12, gap - 1, -1)] for gap in range(1, 12)]

_BOUND_STEPS = 100
_PER_ITEM = 1 / 1024  # of two texts of equal length, the one with fewer items is better


def range_text(weights: Weights) -> str:
    """Write weights as a range text that reads back as exactly the same weights.

    Items of equal weight are grouped, with the highest weight first. Classes whose hands differ in
    weight are written hand by hand.

    Notes
    -----
    The text is the shortest list of items for classes, runs of classes and hands that covers the
    hands of each weight (percentages of the ranking are not considered). This holds as long as the
    search meets no more than `MOST_STATES` states at a time. Beyond that, the text is right and
    short but perhaps not the shortest. Ranges that people write need about ten states.

    Examples
    --------
    >>> weights = np.zeros(1326)
    >>> weights[holdem_class_of_hand() < 13] = 0.5
    >>> range_text(weights)
    '50%:AA,50%:A2s+'
    """
    classes = holdem_class_of_hand()
    lowest, highest = np.ones(169), np.zeros(169)
    np.minimum.at(lowest, classes, weights)
    np.maximum.at(highest, classes, weights)
    items: list[str] = []
    for weight in np.unique(weights[weights > 0])[::-1].tolist():
        before, after = write_weight(weight)
        whole = (lowest == weight) & (highest == weight)
        rest = np.flatnonzero((weights == weight) & ~whole[classes])[::-1]
        texts = _class_items({*np.flatnonzero(whole).tolist()}, len(before + after))
        texts += [format_cards(hand[::-1]) for hand in holdem_hands()[rest]]
        items += [f"{before}{text}{after}" for text in texts]
    return ",".join(items)


COMMON_STEP = 0.05


def common_range_text(weights: Weights) -> str:
    """Write the weights of the 169 classes in the notation that other programs read.

    Every item is suited, offsuit or pairs; runs have one first card (``A5s-A2s``, ``KTo+``), so
    there is no ``JT-76``. Weights are rounded to steps of 5 % and come after a colon: ``QQ:0.5``.
    The text is empty if all weights round to 0.

    Examples
    --------
    >>> weights = np.zeros(169)
    >>> weights[:4] = (1, 1, 1, 0.52)
    >>> common_range_text(weights)
    'AA,AQs+,AJs:0.5'
    """
    steps = np.round(weights / COMMON_STEP).astype(int)
    lines = [(_PAIRS, "")] + [(row, kind) for kind in ("s", "o") for row in _ROWS]
    items = []
    for step in sorted({*steps.tolist()} - {0}, reverse=True):
        weight = "" if step * COMMON_STEP >= 1 else f":{step * COMMON_STEP:.2f}".rstrip("0")
        for line, kind in lines:
            held = {cell for cell in line if all(steps[_classes(cell, kind)] == step)}
            items += [f"{_Item(run, kind).text}{weight}" for run in _maximal_runs(line, held)]
    return ",".join(items)


class _Item(NamedTuple):
    """Neighbouring cells on a line, as a range text names them."""

    cells: tuple[Cell, ...]
    kind: str

    @property
    def text(self) -> str:
        first, last = (RANKS[h] + RANKS[low] + self.kind for h, low in self._ends())
        high, low = self.cells[0]
        if first == last:
            return first
        is_pair = high == low
        climbs = high == 12 if is_pair else high == self.cells[-1][0] and low == high - 1
        return f"{last}+" if climbs else f"{first}-{last}"

    def _ends(self) -> tuple[Cell, Cell]:
        return self.cells[0], self.cells[-1]

    @property
    def classes(self) -> list[int]:
        return [i for cell in self.cells for i in _classes(cell, self.kind)]

    def order(self) -> tuple[int, int, int]:
        """Sort key: both kinds, then suited, then offsuit; high ranks first."""
        high, low = self.cells[0]
        return _KINDS.index(self.kind), -high, -low


def _classes(cell: Cell, kind: str) -> list[int]:
    high, low = cell
    suited, offsuit = 13 * (12 - high) + 12 - low, 13 * (12 - low) + 12 - high
    return {"s": [suited], "o": [offsuit], "": [suited, offsuit]}[kind]


def _class_items(held: set[int], extra: int) -> list[str]:
    """The shortest list of items for some classes, with ``extra`` more characters for each item.

    Any item of the grammar that is not considered here is matched by one that is: one that is no
    longer and covers at least as much.
    """
    if len(held) == 169:
        return ["random"]
    pairs = {cell for cell in _PAIRS if held.issuperset(_classes(cell, ""))}
    cells = {
        kind: {cell for row in _ROWS for cell in row if held.issuperset(_classes(cell, kind))}
        for kind in _KINDS
    }
    kind_of = {cell: kind for kind in reversed(_KINDS) for cell in cells[kind]}
    singles = [_Item((cell,), kind) for cell, kind in sorted(kind_of.items(), reverse=True)]
    runs = [
        _Item(run, kind)
        for kind in _KINDS
        for line in (*_ROWS, *_GAPS)
        for run in _maximal_runs(line, cells[kind])
        if len(run) > 1
    ]
    chosen = [_Item(run, "") for run in _maximal_runs(_PAIRS, pairs)]
    chosen += sorted(_shortest_cover(singles, runs, extra), key=_Item.order)
    return [item.text for item in chosen]


def _maximal_runs(line: list[Cell], held: set[Cell]) -> Iterator[tuple[Cell, ...]]:
    for is_held, run in groupby(line, held.__contains__):
        if is_held:
            yield tuple(run)


def _shortest_cover(singles: list[_Item], runs: list[_Item], extra: int) -> list[_Item]:
    """The cheapest items that cover all classes of the singles."""
    if not runs:
        return singles
    items = singles + runs
    classes = [i for item in singles for i in item.classes]
    costs = np.array([len(item.text) + 1 + extra + _PER_ITEM for item in items])
    covers = np.zeros((len(items), 169))
    for row, item in zip(covers, items, strict=True):
        row[item.classes] = 1
    prices = np.zeros(169)
    prices[classes] = _prices(costs, covers[:, classes])
    reduced = (costs - covers @ prices).tolist()
    slack, chosen = 0.25, None
    while chosen is None:
        chosen = _cheapest_within(slack, singles, runs, reduced, prices.tolist())
        slack *= 2
    return _trimmed(chosen)


def _prices(costs: Weights, covers: Weights) -> Weights:
    """Prices for the classes that give a high lower bound on the cost of a cover.

    For any prices p ≥ 0, a cover costs at least Σ p + Σ min(0, cost of item − prices of its
    classes). Subgradient steps raise this bound.
    """
    shares = np.where(covers > 0, (costs / covers.sum(axis=1))[:, None], np.inf)
    prices: Weights = shares.min(axis=0)
    highest, best = -np.inf, prices
    for step in np.linspace(costs.mean() / 10, 0, _BOUND_STEPS):
        reduced = costs - covers @ prices
        taken = reduced < 0
        bound = prices.sum() + reduced[taken].sum()
        if bound > highest:
            highest, best = bound, prices
        slope = 1 - taken @ covers
        if not slope[prices > 0].any():
            break
        prices = np.maximum(0, prices + step * slope)
    return best


_Path: TypeAlias = "tuple[_Item, _Path] | None"
_States: TypeAlias = dict[int, tuple[float, _Path]]
"""For each set (as bits) of taken runs that continue: the least excess, and the items."""


def _cheapest_within(
    slack: float,
    singles: list[_Item],
    runs: list[_Item],
    reduced: list[float],
    prices: list[float],
) -> list[_Item] | None:
    """The cheapest cover, if it costs at most ``slack`` more than the lower bound.

    The excess of a cover is its cost above the bound. It is a sum of three parts: the reduced costs
    of taken items where positive, those of items not taken where negative, and for each class its
    price times the number of extra times it is covered. So the excess never falls along a path, and
    it can be added up row by row.
    """
    first, last = defaultdict[Cell, list[int]](list), defaultdict[Cell, int](int)
    covering = defaultdict[int, int](int)
    for i, run in enumerate(runs):
        if reduced[len(singles) + i] <= slack:
            first[run.cells[0]].append(i)
            last[run.cells[-1]] |= 1 << i
            for c in run.classes:
                covering[c] |= 1 << i
    states: _States = {0: (0.0, None)}
    for single, single_reduced in zip(singles, reduced, strict=False):
        cell = single.cells[0]
        for i in first[cell]:
            states = _with_run(states, 1 << i, runs[i], reduced[len(singles) + i], slack)
        needs = [(covering[c], prices[c]) for c in single.classes]
        states = _past_cell(
            states, single, single_reduced, needs, going_on=~last[cell], slack=slack
        )
    if not states:
        return None
    path = min(states.values(), key=lambda state: state[0])[1]
    chosen = []
    while path:
        item, path = path
        chosen.append(item)
    return chosen


def _with_run(states: _States, bit: int, run: _Item, reduced: float, slack: float) -> _States:
    """Take or leave a run that begins here."""
    after: _States = {}
    for taken, (excess, path) in states.items():
        if excess - min(0, reduced) <= slack:
            after[taken] = (excess - min(0, reduced), path)
        if excess + max(0, reduced) <= slack:
            after[taken | bit] = (excess + max(0, reduced), (run, path))
    return after


def _past_cell(
    states: _States,
    single: _Item,
    reduced: float,
    needs: Sequence[tuple[int, float]],
    *,
    going_on: int,
    slack: float,
) -> _States:
    """Name the cell by itself if no run covers it, and forget the runs that end here."""
    after: _States = {}
    for taken, (before, path) in states.items():
        is_covered, excess = True, before
        for covering, price in needs:
            times = (taken & covering).bit_count()
            is_covered &= times > 0
            excess += (times - 1) * price
        if is_covered:
            excess, longer = excess - min(0, reduced), path
        else:
            excess += max(0, reduced) + sum(price for _, price in needs)
            longer = (single, path)
        key = taken & going_on
        if excess <= slack and (key not in after or excess < after[key][0]):
            after[key] = (excess, longer)
    if len(after) > MOST_STATES:
        return dict(sorted(after.items(), key=lambda state: state[1][0])[:MOST_STATES])
    return after


def _trimmed(items: list[_Item]) -> list[_Item]:
    """Cut ends of runs that other items cover: the text is as short, but plainer."""
    times = Counter(i for item in items for i in item.classes)
    trimmed = []
    for item in items:
        cells = list(item.cells)
        for end in (0, -1) if "-" in item.text else ():
            while cells and all(times[i] > 1 for i in _classes(cells[end], item.kind)):
                times.subtract(_classes(cells.pop(end), item.kind))
        if cells:
            trimmed.append(_Item(tuple(cells), item.kind))
    return trimmed
