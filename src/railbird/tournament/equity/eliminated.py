"""Prizes of players who are eliminated in the same hand."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def pay_eliminated(paid: Floats, after: Floats, before: Floats, prizes: Floats) -> None:
    """Give players who have no chips after a hand the prizes of their places.

    If several are out, the one with more chips before the hand takes the better place; equal stacks
    share.

    Parameters
    ----------
    paid
        Payoffs (states, players), changed for players without chips.
    after, before
        Stacks after and before the hand, (states, players).
    prizes
        One for each player.

    Examples
    --------
    >>> paid = np.zeros((1, 4))
    >>> after = np.array([[100.0, 0, 0, 0]])
    >>> before = np.array([[40.0, 20, 20, 30]])
    >>> pay_eliminated(paid, after, before, np.array([50.0, 30, 20, 0]))
    >>> paid
    array([[ 0., 10., 10., 30.]])
    """
    out = after == 0
    rows = np.flatnonzero(out.any(axis=1))
    if not rows.size:
        return
    out, chips = out[rows], before[rows]
    both = out[:, :, None] & out[:, None, :]
    better = (both & (chips[:, None, :] > chips[:, :, None])).sum(axis=2)
    shared = (both & (chips[:, None, :] == chips[:, :, None])).sum(axis=2)
    first = prizes.size - out.sum(axis=1, keepdims=True) + better
    sums = np.concatenate([[0.0], np.cumsum(prizes)])
    mean = (sums[np.minimum(first + shared, prizes.size)] - sums[first]) / np.maximum(shared, 1)
    paid[rows] = np.where(out, mean, paid[rows])
