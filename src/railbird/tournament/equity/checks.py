"""Check stacks, payouts and bounties, and return them as arrays."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError, RulesError

Floats = npt.NDArray[np.float64]


def check_stacks(stacks: npt.ArrayLike, *, all_in_play: bool = False) -> Floats:
    """Stacks as an array (states, players).

    ``all_in_play`` rejects players without chips.
    """
    found = np.atleast_2d(_numbers(stacks, "stacks", RulesError))
    if found.ndim != 2:
        raise RulesError(f"stacks have shape {found.shape}: give (players,) or (states, players)")
    if found.shape[1] < 2:
        raise RulesError(f"only {found.shape[1]} stack: a tournament needs at least two players")
    if (found < 0).any():
        where = np.argwhere(found < 0)[0]
        raise RulesError(
            f"stack {where[1] + 1} is {found[tuple(where)]:g}: a stack cannot be negative"
        )
    if all_in_play and (found == 0).any():
        where = np.argwhere(found == 0)[0]
        raise RulesError(
            f"stack {where[1] + 1} is 0: leave out players without chips, they are not in play; "
            "write thousands without a comma"
        )
    with np.errstate(over="ignore"):
        sums = found.sum(axis=1)
    if (sums == np.inf).any():
        raise RulesError("the stacks are too large to add up: give them in a larger unit")
    if (sums == 0).any():
        raise RulesError("all stacks are 0: somebody must have chips")
    return found


def check_state(stacks: npt.ArrayLike) -> Floats:
    """The stacks of one state, all in play."""
    if np.ndim(stacks) > 1:
        raise RulesError("this is for one state: give the stacks of its players, (players,)")
    state: Floats = check_stacks(stacks, all_in_play=True)[0]
    return state


def check_payouts(payouts: npt.ArrayLike, players: int) -> Floats:
    """Payouts as an array, first place first, at most one for each player."""
    found = _numbers(payouts, "payouts", OptionError)
    if found.ndim != 1 or found.size == 0:
        raise OptionError("no payouts: give the prizes, first place first, such as 50,30,20")
    if found.size > players:
        raise OptionError(
            f"{found.size} payouts for {players} players: give at most one for each player in play"
        )
    if (found < 0).any():
        raise OptionError(f"payout {found[found < 0][0]:g} is negative: prizes are 0 or more")
    rising = np.flatnonzero(np.diff(found) > 0)
    if rising.size:
        place = int(rising[0]) + 1
        raise OptionError(
            f"payout {found[place]:g} of place {place + 1} is above the {found[place - 1]:g} of "
            f"place {place}: give the first place first"
        )
    if found[0] == 0:
        raise OptionError("all payouts are 0: give at least one prize")
    return found


def check_bounties(bounties: npt.ArrayLike, players: int) -> Floats:
    """One bounty for each player, or one for all."""
    found = np.atleast_1d(_numbers(bounties, "bounties", OptionError))
    if found.size == 1:
        found = np.full(players, found[0])
    if found.shape != (players,):
        raise OptionError(
            f"{found.size} bounties for {players} players: give one for each, or one for all"
        )
    if (found < 0).any():
        raise OptionError(f"bounty {found[found < 0][0]:g} is negative: bounties are 0 or more")
    return found


def _numbers(given: npt.ArrayLike, what: str, error: type[RulesError | OptionError]) -> Floats:
    try:
        found = np.array(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise error(f"the {what} {given!r} are not all numbers, or rows differ in length") from None
    if not np.isfinite(found).all():
        raise error(f"the {what} have an infinite or missing number: give finite ones")
    return found
