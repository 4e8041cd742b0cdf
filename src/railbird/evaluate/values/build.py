"""Builds the look-up tables of the hand evaluator.

The value of a 5-, 6- or 7-card hand without a flush depends on its ranks alone. Each rank has a
random 32-bit key. The sum of the keys of a hand (mod 2**32) is different for every multiset of
ranks. The sum is turned into a slot of a small value table by *hash and displace*: its top 13 bits
choose a displacement, and the next bits plus that displacement are the slot. Flushes are looked up
by the 13-bit mask of the ranks in the flush suit. (A hand of at most seven cards with a flush
cannot hold a full house or quads, so the flush always counts.)
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.evaluate.values.tables import ROW_BITS, SLOT_BITS, HighTables

Counts = tuple[int, ...]
"""The number of cards of each of the 13 ranks."""

WHEEL = (1 << 12) | 0b1111


def rank_multisets(cards: int) -> list[Counts]:
    """All ways to choose ``cards`` ranks with at most four of each."""
    partial: list[tuple[Counts, int]] = [((), cards)]
    for _ in range(13):
        partial = [
            ((*counts, c), left - c) for counts, left in partial for c in range(min(4, left) + 1)
        ]
    return [counts for counts, left in partial if left == 0]


def straight_top(mask: int) -> int | None:
    """The rank of the top card of the best straight in a mask of ranks, or None."""
    for top in range(12, 3, -1):
        run = 0b11111 << (top - 4)
        if mask & run == run:
            return top
    return 3 if mask & WHEEL == WHEEL else None


def five_card_order(counts: Counts, flush: bool) -> tuple[int, ...]:
    """The sort key of a five-card hand: its category, then ranks by group size and height."""
    groups = sorted(((c, r) for r, c in enumerate(counts) if c), reverse=True)
    shape = [c for c, _ in groups]
    ranks = tuple(r for _, r in groups)
    top = straight_top(sum(1 << r for r in ranks)) if len(ranks) == 5 else None
    if top is not None:
        return (8 if flush else 4, top)
    if flush:
        return (5, *ranks)
    category = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (category.get(tuple(shape), 0), *ranks)


def mask_counts(mask: int) -> Counts:
    return tuple(mask >> r & 1 for r in range(13))


def five_card_values() -> tuple[dict[Counts, int], dict[int, int]]:
    """Consecutive values 1…7462 of five ranks without a flush, and of five ranks of one suit."""
    plain = {c: five_card_order(c, flush=False) for c in rank_multisets(5)}
    masks = [sum(1 << r for r in ranks) for ranks in combinations(range(13), 5)]
    flush = {m: five_card_order(mask_counts(m), flush=True) for m in masks}
    order = sorted(set(plain.values()) | set(flush.values()))
    value = {key: i + 1 for i, key in enumerate(order)}
    return {c: value[k] for c, k in plain.items()}, {m: value[k] for m, k in flush.items()}


def without_one(counts: Counts) -> list[Counts]:
    """The multisets left when one card is taken away."""
    return [(*counts[:r], c - 1, *counts[r + 1 :]) for r, c in enumerate(counts) if c]


def flush_values(five: dict[int, int]) -> npt.NDArray[np.uint16]:
    """Best flush of a mask of five or more ranks; 0 for fewer."""
    best = np.zeros(1 << 13, dtype=np.uint16)
    for mask in range(1 << 13):
        if mask.bit_count() == 5:
            best[mask] = five[mask]
        elif mask.bit_count() > 5:
            best[mask] = max(best[mask & ~(1 << r)] for r in range(13) if mask >> r & 1)
    return best


def draw_rank_keys(multisets: list[npt.NDArray[np.int64]]) -> npt.NDArray[np.uint64]:
    """Random keys whose sums differ, for each hand size, in the bits that the tables use."""
    rng = np.random.default_rng(7462)
    while True:
        keys = rng.integers(0, 1 << 32, size=13, dtype=np.uint64)
        for counts, bits in zip(multisets, SLOT_BITS, strict=True):
            rows, columns = rows_and_columns(key_sums(counts, keys), bits)
            if len(np.unique(rows << bits | columns)) < len(counts):
                break
        else:
            return keys


def key_sums(counts: npt.NDArray[np.int64], keys: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Sums of the rank keys, mod 2**32."""
    return np.asarray((counts.astype(np.uint64) * keys).sum(axis=1) & np.uint64(0xFFFFFFFF))


def rows_and_columns(
    sums: npt.NDArray[np.uint64], slot_bits: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The bits of a sum that choose the displacement, and those that are displaced."""
    rows = (sums >> np.uint64(32 - ROW_BITS)).astype(np.int64)
    columns = (sums >> np.uint64(32 - ROW_BITS - max(SLOT_BITS))).astype(np.int64)
    return rows, columns & ((1 << slot_bits) - 1)


def displace(
    sums: npt.NDArray[np.uint64], values: npt.NDArray[np.uint16], slot_bits: int
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint16]]:
    """Displacements of the rows, largest row first, and the filled value table."""
    size = 1 << slot_bits
    rows, columns = rows_and_columns(sums, slot_bits)
    displacement = np.zeros(1 << ROW_BITS, dtype=np.uint16)
    table = np.zeros(size, dtype=np.uint16)
    members = np.argsort(rows, kind="stable")
    bounds = np.searchsorted(rows[members], np.arange((1 << ROW_BITS) + 1))
    for row in np.argsort(-np.diff(bounds), kind="stable"):
        inside = members[bounds[row] : bounds[row + 1]]
        for shift in range(size):
            slots = (columns[inside] + shift) & (size - 1)
            if not table[slots].any():
                table[slots] = values[inside]
                displacement[row] = shift
                break
        else:  # pragma: no cover - the seed in draw_rank_keys is known to work
            raise RuntimeError(f"row {row} does not fit; draw other rank keys")
    return displacement, table


def build_high_tables() -> HighTables:
    """Compute every table from the rules of poker."""
    plain, five_flush = five_card_values()
    best = {5: plain}
    for cards in (6, 7):
        smaller = best[cards - 1]
        best[cards] = {c: max(smaller[s] for s in without_one(c)) for c in rank_multisets(cards)}
    multisets = [np.array(list(best[n])) for n in (5, 6, 7)]
    keys = draw_rank_keys(multisets)
    displaced = []
    for n, counts, bits in zip((5, 6, 7), multisets, SLOT_BITS, strict=True):
        values = np.array(list(best[n].values()), dtype=np.uint16)
        displaced.append(displace(key_sums(counts, keys), values, bits))
    words = np.array(
        [(int(keys[card >> 2]) << 32) | (1 << 4 * (card & 3)) for card in range(52)],
        dtype=np.uint64,
    )
    return HighTables(
        words=words,
        flush=flush_values(five_flush),
        shift5=displaced[0][0],
        value5=displaced[0][1],
        shift6=displaced[1][0],
        value6=displaced[1][1],
        shift7=displaced[2][0],
        value7=displaced[2][1],
    )
