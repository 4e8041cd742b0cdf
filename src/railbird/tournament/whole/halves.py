"""Sums over three classes on the matrix units of a GPU, where numbers are pairs of halves.

A half has 11 binary digits, a pair of them 22: nearly single precision. The matrix units multiply
halves many times faster than numbers of double precision, and add up in single precision. With
NumPy the same is computed in single precision from the same halves, for tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from railbird.tournament.jamfold.rules import Node
from railbird.tournament.jamfold.showdowns import CLASSES
from railbird.tournament.whole.callers import Callers, Pair
from railbird.tournament.whole.hands import Hands
from railbird.tournament.whole.products import times, weighted
from railbird.tournament.whole.tables import CELLS, Showdowns

Array = Any

ORDERS = 6
CHUNK = 2048
"""Cells whose products are added up in single precision; chunks are added in double precision."""

PADDED = -(-CELLS // CHUNK) * CHUNK
"""Cells in a row of a table, in whole chunks, with zeros behind the last."""

TERMS = 512
"""Rows of the table of calls, three for each class, and zeros."""

TABLE_SCALE = 2.0**13
REACH_SCALE = 2.0**20
"""Numbers are multiplied by these before they become halves, which cannot be small."""

BLOCK = 256
"""Threads that work together on a GPU."""


def split(numbers: Array) -> tuple[Array, Array]:
    """Numbers as the sums of two halves.

    Examples
    --------
    >>> high, low = split(np.array([0.1]))
    >>> abs(float(high[0]) + float(low[0]) - 0.1) < 1e-7
    True
    """
    high = numbers.astype(np.float16)
    return high, (numbers - high).astype(np.float16)


@dataclass(frozen=True, slots=True, eq=False)
class HalfShowdowns:
    """Showdowns of three as pairs of halves.

    Parameters
    ----------
    tables
        The same in double precision.
    three, third
        High and low halves of `Showdowns.three` and `Showdowns.third`, (1014, padded cells) and
        (169, padded cells). With NumPy these halves are numbers of single precision.
    calls
        High, again high, and low halves of ``three`` above each other, (terms, 6 padded cells); on
        a GPU only.
    """

    tables: Showdowns
    three: tuple[Array, Array]
    third: tuple[Array, Array]
    calls: Array | None

    @classmethod
    def of(cls, tables: Showdowns) -> HalfShowdowns:
        """Make them, 310 MB on a GPU."""
        xp, is_gpu = tables.xp, hasattr(tables.xp, "RawModule")

        def padded(table: Array) -> tuple[Array, Array]:
            rows = table.reshape(-1, CELLS)
            wide = xp.zeros((len(rows), PADDED))
            wide[:, :CELLS] = TABLE_SCALE * rows
            high, low = split(wide)
            return (high, low) if is_gpu else (high.astype(np.float32), low.astype(np.float32))

        three, third = padded(tables.three), padded(tables.third)
        calls = None
        if is_gpu:
            calls = xp.zeros((TERMS, ORDERS * PADDED), np.float16)
            for at, part in enumerate((three[0], three[0], three[1])):
                rows = part.reshape(-1, ORDERS * PADDED)
                calls[at * CLASSES : at * CLASSES + len(rows)] = rows
        return cls(tables, three, third, calls)

    def called(self, calls: Array, out: Array) -> None:
        """Set ``out`` to the probabilities of a third player's call and of each order.

        They are multiplied by `TABLE_SCALE`: (states, 169) → (states, 6, padded cells).
        """
        xp, (high, low) = self.tables.xp, split(calls)
        if self.calls is None:
            all_high, all_low = (half.reshape(CLASSES, -1) for half in self.three)
            often, rest = high.astype(np.float32), low.astype(np.float32)
            found = often @ all_high + rest @ all_high + often @ all_low
            out[...] = found.reshape(out.shape)
            return
        terms = xp.zeros((len(calls), TERMS), np.float16)
        for at, half in enumerate((high, low, high)):
            terms[:, at * CLASSES : (at + 1) * CLASSES] = half
        _multiply_rows(xp, terms, self.calls, out)

    def met(self, weights: tuple[Array, Array], table: tuple[Array, Array]) -> Array:
        """Sums over all cells of weights, (states, padded cells), times each row of a table."""
        xp = self.tables.xp
        rows, states = len(table[0]), len(weights[0])
        pairs = ((weights[0], table[0]), (weights[1], table[0]), (weights[0], table[1]))
        if hasattr(xp, "RawModule"):
            parts = xp.empty((PADDED // CHUNK, states, rows), np.float32)
            for at, (weight, row) in enumerate(pairs):
                _multiply_chunks(xp, weight, row, parts, is_first=at == 0)
            return parts.sum(axis=0, dtype=np.float64)
        return sum(weight.astype(np.float32) @ row.T for weight, row in pairs).astype(np.float64)


class HalfHands(Hands):
    """Hands whose sums over three classes are made of halves; see `Hands` for all else."""

    def __init__(self, halves: HalfShowdowns, payoffs: Array, forced: Array) -> None:
        super().__init__(halves.tables, payoffs, forced)
        self.halves, self.dtype = halves, np.dtype(np.float32)
        self.unit = float(self.xp.abs(self.centred).max()) or 1.0

    def _after_two(self, pair: Pair, first: Array, jams: Array, into: Callers) -> None:
        xp, halves = self.xp, self.halves
        thirds = self.players - 1 - pair[1]
        second = jams[:, self.number[Node(pair[1], pair[:1])]]
        orders = xp.empty((thirds, self.states, ORDERS, PADDED), np.float32)
        nodes = {at: node for at, node in enumerate(self.behind(pair)) if node not in self.same.out}
        for at, node in nodes.items():
            halves.called(jams[:, self.number[node]], orders[at])
        worth, weights, into.ends[:, self.rows[pair]] = self._meet(
            pair, first, second, orders, tuple(nodes)
        )
        into.worth[pair] = worth.reshape(self.states, pair[1] + 1, CLASSES, CLASSES)
        for at, node in nodes.items():
            reach, folds = weights[at]
            chances = halves.met(reach, halves.three).reshape(self.states, CLASSES, ORDERS)
            chances /= TABLE_SCALE * REACH_SCALE
            folding = halves.met(folds, halves.third) * (self.unit / TABLE_SCALE / REACH_SCALE)
            paid = xp.ascontiguousarray(self._pay(*pair, node.player)[:, :, node.player])
            into.edges[node] = times(chances, paid, xp) - folding
            into.ends[:, self.rows[*pair, node.player]] = weighted(
                jams[:, self.number[node]], chances, xp
            )

    def _meet(
        self, pair: Pair, first: Array, second: Array, orders: Array, calling: tuple[int, ...]
    ) -> tuple[Array, dict[int, tuple[tuple[Array, Array], tuple[Array, Array]]], Array]:
        """What follows from the calls behind two jams.

        Returns what the players up to the second expect, (states, players, cells); for each third
        caller the halves of the probabilities to meet each cell, and of these times what folding
        pays; and the probabilities of the ends without a third call.
        """
        xp, j, last = self.xp, pair[1], self.players - 1
        rows = self.rows[pair].start
        triples = [self.rows[*pair, k].start for k in range(j + 1, last + 1)]
        if not hasattr(xp, "RawModule"):
            return self._meet_here(pair, first, second, orders, calling)
        worth = xp.empty((self.states, j + 1, CELLS), np.float32)
        halves = xp.zeros((last - j, 4, self.states, PADDED), np.float16)
        blocks = PADDED // BLOCK
        ends = xp.empty((self.states, blocks, 2))
        given = [
            orders,
            xp.ascontiguousarray(self.centred),
            *(xp.ascontiguousarray(array) for array in (first, second)),
            self.tables.joint,
            self.tables.two,
            xp.asarray(triples, dtype=np.int32),
        ]
        numbers = (
            np.int32(self.states),
            np.int32(self.centred.shape[1]),
            np.int32(rows),
            np.int32(sum(1 << at for at in calling)),
            np.float64(1 / TABLE_SCALE),
            np.float64(REACH_SCALE),
            np.float64(REACH_SCALE / self.unit),
        )
        kernel = _meeting(xp, self.players, j)
        kernel((blocks, self.states), (BLOCK,), (*given, worth, halves, ends, *numbers))
        weights = {
            at: ((halves[at, 0], halves[at, 1]), (halves[at, 2], halves[at, 3])) for at in calling
        }
        return worth, weights, ends.sum(axis=1)

    def _meet_here(
        self, pair: Pair, first: Array, second: Array, orders: Array, calling: tuple[int, ...]
    ) -> tuple[Array, dict[int, tuple[tuple[Array, Array], tuple[Array, Array]]], Array]:
        """The same with NumPy."""
        xp, j, last, tables = self.xp, pair[1], self.players - 1, self.tables
        joint = tables.joint.ravel()
        alone = xp.einsum("sop,oc->spc", self._pay(*pair), tables.two)
        called, paid = {}, {}
        for at in range(last - j):
            shares = xp.zeros((self.states, ORDERS, CELLS))
            if at in calling:
                shares += orders[at, :, :, :CELLS] / TABLE_SCALE
            called[at] = xp.minimum(shares.sum(axis=1), 1)
            paid[at] = xp.einsum("sop,soc->spc", self._pay(*pair, j + 1 + at), shares)
        worth, left = 0.0, 1.0
        for at in range(last - j):
            worth = worth + left * paid[at][:, : j + 1]
            left = left * (1 - called[at][:, None])
        worth = joint * (worth + left * alone[:, : j + 1])
        reach = (first[:, :, None] * second[:, None]).reshape(-1, CELLS) * joint
        weights = {}
        for at in range(last - j):
            folding, left, k = 0.0, 1.0, j + 1 + at
            for later in range(at + 1, last - j):
                folding = folding + left * paid[later][:, k]
                left = left * (1 - called[later])
            folding = folding + left * alone[:, k]
            pair_of = []
            for numbers in (reach, reach * folding / self.unit):
                wide = xp.zeros((self.states, PADDED))
                wide[:, :CELLS] = numbers * REACH_SCALE
                pair_of.append(split(wide))
            if at in calling:
                weights[at] = (pair_of[0], pair_of[1])
            reach = reach * (1 - called[at])
        return worth.astype(np.float32), weights, reach @ tables.two.T


# On a GPU

_CODE = r"""
#define CLASSES 169
#define CELLS (CLASSES * CLASSES)

__device__ unsigned short to_half(float x)
{
    unsigned short half;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(x));
    return half;
}

__device__ void put(double x, unsigned short* high, unsigned short* low)
{
    float back;
    *high = to_half((float)x);
    asm("cvt.f32.f16 %0, %1;" : "=f"(back) : "h"(*high));
    *low = to_half((float)(x - (double)back));
}

// One thread for each cell of a state: what follows from the calls behind two jams.
extern "C" __global__ void meet(
    const float* orders, const double* payoffs, const double* first, const double* second,
    const double* joint, const double* two, const int* triples, float* worth,
    unsigned short* halves, double* ends, int states, int all_ends, int row, int calling,
    double table_scale, double reach_scale, double folds_scale)
{
    __shared__ double two_paid[2][PLAYERS];
    __shared__ double three_paid[THIRDS][6][PLAYERS];
    __shared__ double sums[2][BLOCK / 32];
    long long state = blockIdx.y;
    const double* here = payoffs + state * all_ends * PLAYERS;
    for (int x = threadIdx.x; x < 2 * PLAYERS; x += BLOCK)
        two_paid[x / PLAYERS][x % PLAYERS] = here[row * PLAYERS + x];
    for (int x = threadIdx.x; x < THIRDS * 6 * PLAYERS; x += BLOCK) {
        int third = x / (6 * PLAYERS), rest = x % (6 * PLAYERS);
        three_paid[third][rest / PLAYERS][rest % PLAYERS] = here[triples[third] * PLAYERS + rest];
    }
    __syncthreads();
    int cell = blockIdx.x * BLOCK + threadIdx.x;
    bool is_cell = cell < CELLS;
    int at = is_cell ? cell : 0;
    double likely = is_cell ? joint[at] : 0.0;
    double wins[2] = {two[at], two[CELLS + at]};
    double called[THIRDS], paid[THIRDS][PLAYERS], alone[PLAYERS];
#pragma unroll
    for (int p = 0; p < PLAYERS; p++)
        alone[p] = two_paid[0][p] * wins[0] + two_paid[1][p] * wins[1];
#pragma unroll
    for (int t = 0; t < THIRDS; t++) {
        double shares[6];
        called[t] = 0.0;
#pragma unroll
        for (int o = 0; o < 6; o++) {
            shares[o] = 0.0;
            if (calling >> t & 1)
                shares[o] = orders[(((long long)t * states + state) * 6 + o) * PADDED + cell]
                    * table_scale;
            called[t] += shares[o];
        }
        called[t] = fmin(called[t], 1.0);
#pragma unroll
        for (int p = 0; p < PLAYERS; p++) {
            paid[t][p] = 0.0;
#pragma unroll
            for (int o = 0; o < 6; o++) paid[t][p] += three_paid[t][o][p] * shares[o];
        }
    }
    double left = 1.0, expected[SECOND + 1];
#pragma unroll
    for (int p = 0; p <= SECOND; p++) expected[p] = 0.0;
#pragma unroll
    for (int t = 0; t < THIRDS; t++) {
#pragma unroll
        for (int p = 0; p <= SECOND; p++) expected[p] += left * paid[t][p];
        left *= 1.0 - called[t];
    }
    if (is_cell) {
#pragma unroll
        for (int p = 0; p <= SECOND; p++)
            worth[(state * (SECOND + 1) + p) * CELLS + cell] =
                (float)(likely * (expected[p] + left * alone[p]));
    }
    double reach =
        first[state * CLASSES + at / CLASSES] * second[state * CLASSES + at % CLASSES] * likely;
#pragma unroll
    for (int t = 0; t < THIRDS; t++) {
        if (calling >> t & 1) {
            double folding = 0.0, rest = 1.0;
#pragma unroll
            for (int u = t + 1; u < THIRDS; u++) {
                folding += rest * paid[u][SECOND + 1 + t];
                rest *= 1.0 - called[u];
            }
            folding += rest * alone[SECOND + 1 + t];
            long long apart = (long long)states * PADDED;
            unsigned short* into = halves + t * 4 * apart + state * PADDED + cell;
            put(reach * reach_scale, into, into + apart);
            put(reach * folding * folds_scale, into + 2 * apart, into + 3 * apart);
        }
        reach *= 1.0 - called[t];
    }
#pragma unroll
    for (int order = 0; order < 2; order++) {
        double sum = reach * wins[order];
        for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
        if (threadIdx.x % 32 == 0) sums[order][threadIdx.x / 32] = sum;
    }
    __syncthreads();
    if (threadIdx.x < 2) {
        double sum = 0.0;
        for (int warp = 0; warp < BLOCK / 32; warp++) sum += sums[threadIdx.x][warp];
        ends[(state * gridDim.x + blockIdx.x) * 2 + threadIdx.x] = sum;
    }
}
"""


@cache
def _meeting(xp: Any, players: int, second: int) -> Any:
    """The kernel behind two jams of which the second is this player's."""
    sizes = {
        "PLAYERS": players,
        "SECOND": second,
        "THIRDS": players - 1 - second,
        "PADDED": PADDED,
        "BLOCK": BLOCK,
    }
    options = tuple(f"-D{name}={value}" for name, value in sizes.items())
    return xp.RawModule(code=_CODE, options=options).get_function("meet")


_HALF, _SINGLE = 2, 0  # cudaDataType
_ADD_SINGLE = 68  # CUBLAS_COMPUTE_32F
_DEFAULT = -1  # CUBLAS_GEMM_DEFAULT
_PLAIN, _TURNED = 0, 1  # cublasOperation_t
_ONE, _ZERO = np.ones(1, np.float32), np.zeros(1, np.float32)


def _multiply_rows(xp: Any, left: Array, right: Array, out: Array) -> None:
    """Halves (n, k) times (k, m) into single precision (n, m)."""
    # the library has columns where we have rows
    (n, k), m = left.shape, right.shape[1]
    _blas(xp).gemmEx(
        xp.cuda.device.get_cublas_handle(),
        *(_PLAIN, _PLAIN, m, n, k, _ONE.ctypes.data),
        *(right.data.ptr, _HALF, m),
        *(left.data.ptr, _HALF, k),
        *(_ZERO.ctypes.data, out.data.ptr, _SINGLE, m, _ADD_SINGLE, _DEFAULT),
    )


def _multiply_chunks(xp: Any, left: Array, right: Array, out: Array, *, is_first: bool) -> None:
    """Halves (n, padded) times the rows of (m, padded), by chunks, added to (chunks, n, m)."""
    chunks, n, m = out.shape
    beta = _ZERO if is_first else _ONE
    _blas(xp).gemmStridedBatchedEx(
        xp.cuda.device.get_cublas_handle(),
        *(_TURNED, _PLAIN, m, n, CHUNK, _ONE.ctypes.data),
        *(right.data.ptr, _HALF, PADDED, CHUNK),
        *(left.data.ptr, _HALF, PADDED, CHUNK),
        *(beta.ctypes.data, out.data.ptr, _SINGLE, m, n * m),
        *(chunks, _ADD_SINGLE, _DEFAULT),
    )


def _blas(xp: Any) -> Any:
    return xp.cuda.cublas
