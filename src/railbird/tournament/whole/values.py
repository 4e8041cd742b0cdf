"""What a policy is worth in every state: the linear system of a whole layer."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from railbird.compute.threads import map_threads, spans
from railbird.errors import RulesError
from railbird.tournament.whole import _mean_kernels as kernels
from railbird.tournament.whole.hands import utilities

Array = Any
RESIDUAL = 1e-11
"""The largest error of any equation that is accepted, for prizes of about 100."""

DENSE = 2000
"""Up to so many unknowns, a system that is too slow for iterations is solved at once."""

GATHERED = 1 << 15
"""States whose values after the hand are gathered at the same time."""

IN_A_THREAD = 1 << 12
"""States whose means a core computes at a time."""


class PolicySystem:
    """What everybody expects from all states of a layer, given the probabilities of the ends.

    The unknowns are one value for each state and player: the mean of the values after the hand.
    These are unknowns too if nobody goes out, otherwise known.

    Parameters
    ----------
    ends
        Probabilities of the ends, (states, ends); or (states, ends, players) if they depend on
        whose value it is.
    after
        Where each value after the hand is in the array of all values, (states, ends, players).
    layer
        The place of this layer in that array.
    xp
        NumPy or CuPy.
    """

    def __init__(self, ends: Array, after: Array, layer: slice, xp: Any = np) -> None:
        self.xp, self.layer = xp, layer
        self.ends, self.after = ends, after
        self.columns = columns_in(layer, after, xp)

    def means(self, values: Array) -> Array:
        """The means of the values after the hand, (unknowns,)."""
        return means(self.ends, values, self.after, self.xp)

    def known(self, values: Array) -> Array:
        """The part of the means that is known: what comes from other layers, (unknowns,)."""
        others = values.copy()
        others[self.layer] = 0
        return self.means(others)

    def unknown(self, found: Array) -> Array:
        """The part of the means that comes from this layer."""
        padded = self.xp.concatenate([found, self.xp.zeros(1)])
        return means(self.ends, padded, self.columns, self.xp)

    @cached_property
    def leaves(self) -> Array:
        """For each unknown, whether hands can lead out of the layer; else they never end."""
        inside = self.xp.zeros(self.layer.stop - self.layer.start + 1)
        inside[-1] = 1  # behind the last unknown: out of the layer
        found = inside[:-1] > 0
        while True:
            new = means(self.ends, inside, self.columns, self.xp) > 0
            if bool((new == found).all()):
                return found
            found = new
            inside[:-1] = found

    def solve(
        self, values: Array, *, bonus: Array | float = 0.0, accuracy: float = RESIDUAL
    ) -> Array:
        """The values of the layer, given those of other layers in the array of all values.

        With a ``bonus`` that is paid in every hand, (unknowns,), this is the value with it. If the
        tournament may go on for ever, this is the least solution that is not negative: the limit of
        means that begin with 0.
        """
        known, start = self.known(values) + bonus, values[self.layer].copy()
        start[~self.leaves] = 0  # where any value solves the equations, the least is 0
        return least_solution(self.unknown, known, start, self.xp, accuracy)


def columns_in(layer: slice, after: Array, xp: Any) -> Array:
    """Where values after the hand are among those of a layer; behind the last if they are not.

    This is the sparse matrix of the system. Behind the last unknown there is a zero.
    """
    found = xp.empty(after.shape, dtype=np.int32)
    for part in spans(len(after), GATHERED):
        here = after[part]
        is_here = (here >= layer.start) & (here < layer.stop)
        found[part] = xp.where(is_here, here - layer.start, layer.stop - layer.start)
    return found


def means(ends: Array, values: Array, places: Array, xp: Any) -> Array:
    """Means of the values at ``places``, (states, ends, players), one for each state and player.

    The probabilities of the ends may be the same for all players or not, see `PolicySystem`.
    """
    found = xp.empty((len(places), places.shape[2]))
    if xp is np:
        kernel = kernels.own_means if ends.ndim == 3 else kernels.shared_means

        def fill(part: slice) -> None:
            kernel(ends[part], places[part], values, found[part])

        list(map_threads(fill, spans(len(found), IN_A_THREAD)))
        return found.reshape(-1)
    for part in spans(len(found), GATHERED):
        shares, met = ends[part], values[places[part]]
        found[part] = (shares * met).sum(axis=1) if shares.ndim == 3 else utilities(shares, met)
    return found.reshape(-1)


def least_solution(
    unknown: Callable[[Array], Array],
    known: Array,
    start: Array,
    xp: Any = np,
    accuracy: float = RESIDUAL,
) -> Array:
    """The least x that is not negative with x = known + unknown(x), if ``unknown`` are means."""
    found = _bicgstab(lambda x: x - unknown(x), known, start, xp)
    if float(xp.abs(known + unknown(found) - found).max()) <= accuracy:
        return found
    return _from_zero(unknown, known, xp, accuracy)


def _from_zero(
    unknown: Callable[[Array], Array], known: Array, xp: Any, accuracy: float, most: int = 200_000
) -> Array:
    found = xp.zeros_like(known)
    for _ in range(most):
        new = known + unknown(found)
        if float(xp.abs(new - found).max()) <= accuracy:
            return new
        found = new
    if known.size <= DENSE:
        return _from_all(unknown, known, xp)
    raise RulesError(
        "the values of these strategies were not found: a tournament takes too many hands. Use "
        "strategies that jam more often"
    )


def _from_all(unknown: Callable[[Array], Array], known: Array, xp: Any) -> Array:
    """The same where hands hardly ever lead out: all coefficients in one dense matrix.

    Where hands never lead out, every number is a solution, and the smallest is taken.
    """
    matrix = xp.stack([row - unknown(row) for row in xp.eye(known.size)], axis=1)
    return xp.linalg.lstsq(matrix, known, rcond=None)[0]


def _bicgstab(apply: Any, wanted: Array, start: Array, xp: Any, most: int = 500) -> Array:
    """The stabilised bi-conjugate gradients of van der Vorst (1992), to the limit of precision."""
    found = start
    residual = wanted - apply(found)
    shadow = residual.copy()
    rho = alpha = omega = 1.0
    direction = image = xp.zeros_like(residual)
    best, best_error = found, float(xp.abs(residual).max())
    for _ in range(most):
        if best_error <= RESIDUAL / 10:
            break
        rho_before, rho = rho, float(shadow @ residual)
        if rho == 0 or omega == 0:
            break
        direction = residual + rho / rho_before * alpha / omega * (direction - omega * image)
        image = apply(direction)
        along = float(shadow @ image)
        if along == 0:
            break
        alpha = rho / along
        half = residual - alpha * image
        half_image = apply(half)
        squared = float(half_image @ half_image)
        omega = float(half_image @ half) / squared if squared > 0 else 0.0
        found = found + alpha * direction + omega * half
        residual = half - omega * half_image
        error = float(xp.abs(residual).max())
        if error < best_error:
            best, best_error = found, error
    return best
