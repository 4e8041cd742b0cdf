"""Who sits where in the next hand: the button or the big blind goes to the next player."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

MOVES = ("button", "big-blind")
"""What goes to the next player who has chips after a hand."""


def next_places(alive: npt.NDArray[np.bool_], moves: str = MOVES[0]) -> Ints:
    """The place of each player in the next hand's order of action, (states, players); −1 if out.

    Parameters
    ----------
    alive
        Who has chips, in the order of action of the last hand, (states, players).
    moves
        One of `MOVES`. If the button moves, the small blind is the next player after it, and the
        button itself if two players are left. If the big blind moves, the small blind is the
        nearest player before it.

    Examples
    --------
    The button, player 1 of four, is out. The small blind is the next button; or the first player
    is the next big blind.

    >>> next_places(np.array([[True, False, True, True]]))
    array([[ 2, -1,  0,  1]])
    >>> next_places(np.array([[True, False, True, True]]), "big-blind")
    array([[ 2, -1,  0,  1]])

    If the small blind is out instead, they differ:

    >>> next_places(np.array([[True, True, False, True]]))
    array([[ 1,  2, -1,  0]])
    >>> next_places(np.array([[True, True, False, True]]), "big-blind")
    array([[ 2,  0, -1,  1]])
    """
    players = alive.shape[1]
    living = alive.sum(axis=1, keepdims=True)
    if moves == "big-blind":
        places = (np.cumsum(alive, axis=1) - 2) % np.maximum(living, 1)
        return np.where(alive, places, -1)
    first = players - 2 if players > 2 else 1  # the seat after the button
    around = np.roll(np.arange(players), -first)
    from_button = np.cumsum(alive[:, around], axis=1) - 1
    # the button is third from last, but first of two
    places = np.where(living > 2, (from_button - 3) % np.maximum(living, 1), from_button)
    found = np.empty(alive.shape, dtype=np.int64)
    found[:, around] = np.where(alive[:, around], places, -1)
    return found
