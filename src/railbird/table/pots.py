"""The main pot and the side pots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from railbird.table.state import State


class TablePot(NamedTuple):
    """A pot: its chips, and the positions that can win it."""

    chips: int
    players: tuple[int, ...]


def split_pots(
    stakes: Sequence[int], left: Sequence[int], *, dead: int = 0
) -> tuple[TablePot, ...]:
    """The pots that the chips of each position make; dead chips go to the main pot.

    Examples
    --------
    Ann is all in for 20. Cid has folded.

    >>> split_pots([20, 50, 30, 50], left=[0, 1, 3])
    (TablePot(chips=80, players=(0, 1, 3)), TablePot(chips=70, players=(1, 3)))
    """
    pots: list[TablePot] = []
    below = 0
    for level in sorted({stakes[p] for p in left}):
        chips = sum(min(stake, level) - min(stake, below) for stake in stakes)
        pots.append(TablePot(chips, tuple(p for p in left if stakes[p] >= level)))
        below = level
    over = dead + sum(max(stake - below, 0) for stake in stakes)  # of those who folded
    if pots:
        pots[0] = pots[0]._replace(chips=pots[0].chips + over)
    return tuple(pot for pot in pots if pot.chips)


def final_pots(state: State) -> tuple[TablePot, ...]:
    """The pots at the end of a hand, without the bet that nobody called."""
    stakes = [m - b for m, b in zip(state.matched(), state.uncalled(), strict=True)]
    dead = state.pot - sum(state.matched())
    return split_pots(stakes, [p for p, folded in enumerate(state.folded) if not folded], dead=dead)
