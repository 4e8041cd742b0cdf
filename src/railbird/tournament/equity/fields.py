"""Malmuth-Harville for fields of thousands, by numerical integration.

Give each player an exponential clock whose rate is the stack: the order in which the clocks ring is
the finishing order of Malmuth-Harville. Given that a player's clock rings at time t, each other
clock has rung before t or not, independently of the others. So the place is one more than a sum of
independent coin flips. What is left is an integral over t, smooth in log t.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.compute.threads import map_threads, thread_count
from railbird.stopwatch import Stopwatch
from railbird.tournament.equity import _kernels as kernels
from railbird.tournament.equity.checks import Floats, check_payouts, check_state
from railbird.version import __version__

FIRST_STEP = 0.4
LAST_STEP = FIRST_STEP / 2**8

Integrand = Callable[[Floats, Floats], None]
"""Adds its values at the given times to an array."""


@dataclass(frozen=True, slots=True)
class FieldResult:
    """The expectations of a large field, and their accuracy.

    Attributes
    ----------
    values
        Payoffs of the players, or their finishing matrix (players, places).
    error
        The largest difference from the result with twice the step, over all values: payoffs as a
        share of the pool, places as probabilities. The true error is about its square.
    step, nodes
        The step in log t, and the number of times at which the integrand was computed.
    """

    values: Floats = field(repr=False)
    error: float
    step: float
    nodes: int
    seconds: float
    version: str = __version__


def field_payoffs(
    stacks: npt.ArrayLike,
    payouts: Sequence[float] | Floats,
    *,
    tolerance: float = 1e-9,
    threads: int | None = None,
) -> FieldResult:
    """Payoffs of a field of any size by Malmuth-Harville.

    Parameters
    ----------
    stacks
        Chips of each player, all above 0.
    payouts
        Prizes, first place first.
    tolerance
        The step is halved until the payoffs change by less than this share of the pool.
    threads
        The number of threads; all cores by default.

    Returns
    -------
    FieldResult

    Notes
    -----
    With stacks S and k payouts π, the payoff of player i is

    .. math:: \\int_0^\\infty S_i e^{-S_i t} \\sum_{r<k} \\pi_{r+1}
        [x^r] \\prod_{j \\ne i} \\bigl(e^{-S_j t} + (1 - e^{-S_j t}) x\\bigr) \\, dt.

    At one time t, products over the players before and after i give all payoffs in O(n k). In log t
    the integrand is analytic and vanishes at both ends. There the trapezoid rule converges faster
    than any power of the step: halving it squares the error.

    References
    ----------
    D. A. Harville, "Assigning probabilities to the outcomes of multi-entry competitions", JASA 68
    (1973). P. Diaconis and S. N. Ethier, "Gambler's ruin and the ICM", arXiv:2011.07610.

    Examples
    --------
    >>> import numpy as np
    >>> found = field_payoffs(np.arange(1, 1001), [500, 300, 200])
    >>> found.error < 1e-9, found.values[[0, 499, 999]].round(3)
    (True, array([0.002, 0.999, 1.997]))
    """
    stack, order = _sorted(stacks)
    prizes = check_payouts(payouts, stack.size)
    pool = float(prizes.sum())

    def add(times: Floats, out: Floats) -> None:
        kernels.field_payoffs(stack, prizes, times, out)

    return _integrate(
        add, stack, order, shape=(stack.size,), tolerance=tolerance * pool, unit=pool,
        threads=threads,
    )  # fmt: skip


def field_matrix(
    stacks: npt.ArrayLike,
    *,
    places: int | None = None,
    tolerance: float = 1e-9,
    threads: int | None = None,
) -> FieldResult:
    """Finishing probabilities of a field of any size, for all places or the first ones.

    The integral is that of `field_payoffs`, in O(n²) for one time.

    Examples
    --------
    >>> found = field_matrix([2, 5, 8, 13, 17], places=3)
    >>> found.values[0].round(3)
    array([0.044, 0.06 , 0.093])
    """
    stack, order = _sorted(stacks)
    shape = (places or stack.size, stack.size)

    def add(times: Floats, out: Floats) -> None:
        kernels.field_places(stack, times, out)

    return _integrate(add, stack, order, shape=shape, tolerance=tolerance, threads=threads)


def _sorted(stacks: npt.ArrayLike) -> tuple[Floats, npt.NDArray[np.intp]]:
    """Shares of all chips, largest first, and their original indices."""
    given = check_state(stacks)
    order = np.argsort(-given, kind="stable")
    return given[order] / given.sum(), order


def _integrate(
    add: Integrand,
    stack: Floats,
    order: npt.NDArray[np.intp],
    *,
    shape: tuple[int, ...],
    tolerance: float,
    unit: float = 1.0,
    threads: int | None,
) -> FieldResult:
    """Trapezoid rule in log t; halve the step, reusing earlier values, until it is accurate."""
    watch = Stopwatch()
    tail = np.clip(1e-4 * tolerance / unit, 1e-20, 1e-10)  # of the tails that are cut off
    begin, end = np.log(tail), np.log(-np.log(tail) / stack[-1])
    step = FIRST_STEP
    logs = np.arange(begin, end + step, step)
    nodes = logs.size
    total = _total(add, np.exp(logs), shape, threads)
    while True:
        logs = np.arange(begin + step / 2, end + step, step)
        nodes += logs.size
        coarse = total * step
        total = total + _total(add, np.exp(logs), shape, threads)
        step /= 2
        error = float(np.abs(total * step - coarse).max())
        if error <= tolerance or step <= LAST_STEP:
            break
    values = np.empty(shape)
    values[..., order] = np.maximum(total * step, 0.0)  # a division may leave −1e-17
    return FieldResult(
        values=values.T,
        error=error / unit,
        step=step,
        nodes=nodes,
        seconds=watch.seconds,
    )


def _total(add: Integrand, times: Floats, shape: tuple[int, ...], threads: int | None) -> Floats:
    """The sum over some times, divided among threads so that each has early and late ones."""
    workers = thread_count(threads) if np.prod(shape) > 1000 else 1

    def part(first: int) -> Floats:
        out = np.zeros(shape)
        add(np.ascontiguousarray(times[first::workers]), out)
        return out

    total: Floats = np.sum(list(map_threads(part, range(workers), threads=workers)), axis=0)
    return total
