"""Small products in many states at once.

On a GPU they are kernels of our own. With the library's batches of small products, a hand in 2,048
states of four players takes a third longer (H200: 0.042 s instead of 0.031 s).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

Array = Any

_CODE = r"""
extern "C" __global__ void times(
    const REAL* matrices, const double* vectors, double* out, long long rows, int each, int inner)
{
    long long row = (long long)blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= rows) return;
    int lane = threadIdx.x % 32;
    const REAL* a = matrices + row * inner;
    const double* b = vectors + row / each * inner;
    double sum = 0;
    for (int x = lane; x < inner; x += 32) sum += a[x] * b[x];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (lane == 0) out[row] = sum;
}

extern "C" __global__ void weighted(
    const double* vectors, const REAL* matrices, double* out, long long apart, int inner,
    int columns)
{
    long long state = blockIdx.x;
    const double* weights = vectors + state * inner;
    for (int column = threadIdx.x; column < columns; column += blockDim.x) {
        const REAL* a = matrices + state * apart + column;
        double sum = 0;
        for (int x = 0; x < inner; x++) {
            double weight = weights[x];
            if (weight != 0) sum += weight * a[(long long)x * columns];
        }
        out[state * columns + column] = sum;
    }
}

extern "C" __global__ void mixed(
    const double* paid, const REAL* orders, double* out, int players, int columns, int blocks)
{
    long long state = blockIdx.x / blocks;
    int column = blockIdx.x % blocks * blockDim.x + threadIdx.x;
    if (column >= columns) return;
    double here[6];
    for (int k = 0; k < 6; k++) here[k] = orders[(state * 6 + k) * columns + column];
    for (int player = 0; player < players; player++) {
        const double* weights = paid + (state * players + player) * 6;
        double sum = 0;
        for (int k = 0; k < 6; k++) sum += weights[k] * here[k];
        out[(state * players + player) * columns + column] = sum;
    }
}
"""


def times(matrices: Array, vectors: Array, xp: Any = np) -> Array:
    """A matrix times a vector in each state: (states, rows, n) and (states, n) → (states, rows)."""
    if not hasattr(xp, "RawModule"):
        return (matrices @ vectors[:, :, None].astype(matrices.dtype))[:, :, 0]
    states, each, inner = matrices.shape
    found = xp.empty((states, each))
    given = [xp.ascontiguousarray(array) for array in (matrices, vectors)]
    rows, warps = states * each, 8
    if rows:
        numbers = (np.int64(rows), np.int32(each), np.int32(inner))
        kernel = _kernel(xp, "times", matrices.dtype)
        kernel((-(-rows // warps),), (32 * warps,), (*given, found, *numbers))
    return found


def weighted(vectors: Array, matrices: Array, xp: Any = np) -> Array:
    """A vector times a matrix in each state: (states, n) and (states, n, m) → (states, m)."""
    if not hasattr(xp, "RawModule"):
        return (vectors[:, None].astype(matrices.dtype) @ matrices)[:, 0]
    states, inner, columns = matrices.shape
    size = matrices.itemsize
    if matrices.strides[1:] != (columns * size, size):
        matrices = xp.ascontiguousarray(matrices)
    found = xp.empty((states, columns))
    if states:
        numbers = (np.int64(matrices.strides[0] // size), np.int32(inner), np.int32(columns))
        threads = min(-(-columns // 32) * 32, 256)
        given = (xp.ascontiguousarray(vectors), matrices)
        kernel = _kernel(xp, "weighted", matrices.dtype)
        kernel((states,), (threads,), (*given, found, *numbers))
    return found


def mixed(paid: Array, orders: Array, xp: Any = np) -> Array:
    """Payoffs times probabilities of six orders in each state.

    (states, players, 6) and (states, 6, cells) → (states, players, cells).
    """
    if not hasattr(xp, "RawModule"):
        return paid @ orders
    states, players, _ = paid.shape
    columns, threads = orders.shape[2], 256
    found = xp.empty((states, players, columns))
    blocks = -(-columns // threads)
    if states and blocks:
        given = [xp.ascontiguousarray(array) for array in (paid, orders)]
        numbers = (np.int32(players), np.int32(columns), np.int32(blocks))
        kernel = _kernel(xp, "mixed", orders.dtype)
        kernel((states * blocks,), (threads,), (*given, found, *numbers))
    return found


@cache
def _kernel(xp: Any, name: str, dtype: Any) -> Any:
    """A kernel for matrices of single or double precision; it adds up in double precision."""
    real = "float" if dtype == np.float32 else "double"
    return xp.RawModule(code=_CODE, options=(f"-DREAL={real}",)).get_function(name)
