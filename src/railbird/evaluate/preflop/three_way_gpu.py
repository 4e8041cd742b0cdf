"""The three-way table on a GPU: the same sums as on the CPU, in a minute or so.

Instead of sweeping hands in order of value, a block of threads compares one hand with all others
and counts in fast memory. All counts are whole numbers below 2^24, which single precision adds
exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from railbird import data
from railbird.cards.classes import holdem_hands
from railbird.cards.suits import canonical_sets
from railbird.compute.gpu import cupy
from railbird.evaluate.preflop.three_way import (
    AT_ONCE,
    PARTNERS,
    FinishCounts,
    add_products,
    class_chunks,
    hand_classes,
)
from railbird.kernels.cards import CLASSES

_SOURCE = r"""
extern "C" __global__ void hand_values(
    const unsigned char *boards, const unsigned char *hands, const unsigned long long *words,
    const unsigned short *flush, const unsigned short *shift, const unsigned short *value,
    int value_mask, int count, int *out)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count * 1326) return;
    int board = at / 1326, hand = at % 1326;
    unsigned long long word = 0x3333ULL, suits = 0;
    unsigned char cards[7];
    for (int i = 0; i < 5; i++) cards[i] = boards[board * 5 + i];
    cards[5] = hands[2 * hand];
    cards[6] = hands[2 * hand + 1];
    for (int i = 0; i < 7; i++) {
        unsigned long long bit = 1ULL << (16 * (cards[i] & 3) + (cards[i] >> 2));
        if (suits & bit) { out[at] = 0; return; }
        suits |= bit;
        word += words[cards[i]];
    }
    if (word & 0x8888ULL) {
        int suit = word & 0x8 ? 0 : word & 0x80 ? 16 : word & 0x800 ? 32 : 48;
        out[at] = flush[(suits >> suit) & 0x1FFF];
    } else {
        unsigned long long slot = (word >> 35) + shift[word >> 51];
        out[at] = value[slot & value_mask];
    }
}

extern "C" __global__ void fill_rows(
    const int *values, const unsigned char *hands, const int *class_of, const int *partner_of,
    const int *places, const int *slots, const int *chosen, int boards, int deep, float *rows,
    float *shared_rows)
{
    __shared__ int row[3 * 169];
    __shared__ int cards[52 * 75];
    int board = blockIdx.x, hand = chosen[blockIdx.y];
    const int *value = values + board * 1326;
    int slot = slots[class_of[hand]], at = places[hand] * boards + board;
    float *row_out = rows + ((size_t)slot * deep + at) * 507;
    int mine = value[hand], first = hands[2 * hand], second = hands[2 * hand + 1];
    for (int i = threadIdx.x; i < 507; i += blockDim.x) row[i] = 0;
    for (int i = threadIdx.x; i < 52 * 75; i += blockDim.x) cards[i] = 0;
    __syncthreads();
    if (mine > 0)
        for (int h = threadIdx.x; h < 1326; h += blockDim.x) {
            int other = value[h], a = hands[2 * h], b = hands[2 * h + 1];
            if (other == 0 || a == first || a == second || b == first || b == second) continue;
            int side = other > mine ? 0 : other == mine ? 1 : 2;
            atomicAdd(&row[side * 169 + class_of[h]], 1);
            atomicAdd(&cards[a * 75 + side * 25 + partner_of[(a >> 2) * 169 + class_of[h]]], 1);
            atomicAdd(&cards[b * 75 + side * 25 + partner_of[(b >> 2) * 169 + class_of[h]]], 1);
        }
    __syncthreads();
    for (int i = threadIdx.x; i < 507; i += blockDim.x) row_out[i] = row[i];
    for (int i = threadIdx.x; i < 52 * 75; i += blockDim.x) {
        int card = i / 75, rank = card >> 2, suit = card & 3;
        size_t line = ((size_t)slot * 13 + rank) * 4 * deep + 4 * (size_t)at + suit;
        shared_rows[line * 75 + i % 75] = cards[i];
    }
}
"""


class GpuCounter:
    """Adds up boards on the GPU."""

    def __init__(self) -> None:
        self.xp = cupy()
        xp, known = self.xp, hand_classes()
        module = xp.RawModule(code=_SOURCE)
        self._values, self._fill = (
            module.get_function("hand_values"),
            module.get_function("fill_rows"),
        )
        tables = data.load("evaluator")
        self._tables = [
            xp.asarray(np.asarray(tables[name])) for name in ("words", "flush", "shift7", "value7")
        ]
        self._mask = len(tables["value7"]) - 1
        self._hands = xp.asarray(holdem_hands())
        self._known = known
        self._class_of = xp.asarray(known.class_of.astype(np.int32))
        self._partner_of = xp.asarray(known.partner_of.astype(np.int32))
        self._places = xp.asarray(known.places.astype(np.int32))
        self._ranks = xp.asarray(known.classes_of_rank)
        self.counts = FinishCounts(*(xp.zeros((CLASSES,) * 3) for _ in FinishCounts._fields))

    def add_boards(self, boards: Any, weight: int) -> None:
        """Add the counts of at most `AT_ONCE` boards, ``weight`` times each."""
        xp, count = self.xp, len(boards)
        values = xp.empty((count, 1326), dtype=xp.int32)
        self._values(
            (-(-count * 1326 // 256),),
            (256,),
            (xp.asarray(boards), self._hands, *self._tables, self._mask, count, values),
        )
        for classes, size in class_chunks(self._known.class_of):
            slots = np.full(CLASSES, -1, dtype=np.int32)
            slots[classes] = np.arange(len(classes))
            chosen = np.nonzero(slots[self._known.class_of] >= 0)[0].astype(np.int32)
            deep = size * count
            rows = xp.empty((len(classes), deep, 3 * CLASSES), dtype=xp.float32)
            shared = xp.empty((len(classes), 13, 4 * deep, 3 * PARTNERS), dtype=xp.float32)
            self._fill(
                (count, len(chosen)),
                (128,),
                (
                    values, self._hands, self._class_of, self._partner_of, self._places,
                    xp.asarray(slots), xp.asarray(chosen), count, deep, rows, shared,
                ),
            )  # fmt: skip
            add_products(
                xp,
                xp.asarray(classes),
                weight=weight,
                rows=rows,
                shared=shared,
                counts=self.counts,
                classes_of_rank=self._ranks,
            )


def count_on_gpu(progress: Callable[[int, int], None] | None = None) -> FinishCounts:
    """Count over all boards."""
    counter = GpuCounter()
    boards, orbits = canonical_sets(5)
    done = 0
    for orbit in np.unique(orbits):
        some = boards[orbits == orbit]
        for start in range(0, len(some), AT_ONCE):
            counter.add_boards(some[start : start + AT_ONCE], int(orbit))
            done += len(some[start : start + AT_ONCE])
            if progress is not None:
                progress(done, len(boards))
    return FinishCounts(*(counter.xp.asnumpy(each) for each in counter.counts))
