"""The solved tournament as an equity model that knows who sits where."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError
from railbird.tournament.equity.checks import check_payouts, check_stacks
from railbird.tournament.equity.estimate import Estimate
from railbird.tournament.jamfold.blinds import BlindSchedule
from railbird.tournament.jamfold.positions import next_places
from railbird.tournament.whole.solution import NEAR, SolvedTournament, solution

Floats = npt.NDArray[np.float64]

NAME = "solved"
APART = {2: 1e-7, 3: 3e-4, 4: 1e-3, 5: 4e-4}
"""How far two solutions differ at most in 99 of 100 states, as a share of the prizes, for each
number of players. A few states with stacks of one unit have equilibria that are further apart."""

BETWEEN = 4e-3
"""About how far a payoff between whole units may be off with a short stack; on average it is much
less, see ``docs/theory/whole.md``."""

SHORT = 0.05
"""About how far a payoff may be off if somebody has less than a unit. The nearest values that are
solved are those of a player who is out and of one with a unit."""

ALIKE = 1e-6
"""Prizes and blinds that differ by less than this part count as equal."""


@dataclass(frozen=True, slots=True)
class SolvedModel:
    """An equity model that looks up the equilibrium of a whole tournament.

    Called with stacks in order of action of the next hand, it returns payoffs. Players without
    chips are out. All chips together are 45 small blinds, and the prizes are like 50, 30 and 20:
    they may be multiplied by a number, and a number may be added to all.

    Parameters
    ----------
    blinds
        The blinds, if they should be checked against the stacks. Without them they are those of
        the hand that is solved, or if there is none, those of the solution.
    found
        A solution; by default the shipped one.

    Notes
    -----
    Between whole units, values are linear between as many states as there are players.

    Examples
    --------
    >>> SolvedModel()(np.array([[4500.0, 4500, 4500]]), np.array([50.0, 30, 20])).round()
    array([[34., 33., 33.]])
    """

    blinds: BlindSchedule | None = None
    found: SolvedTournament | None = None

    @property
    def name(self) -> str:
        """Its name."""
        return NAME

    @property
    def has_places(self) -> bool:
        """Whether there are finishing probabilities: yes."""
        return True

    @property
    def solution(self) -> SolvedTournament:
        """The solution that is looked up."""
        return self.found or solution()

    def __call__(self, stacks: Floats, payouts: Floats, /) -> Floats:
        return self.payoffs(stacks, payouts).values

    def payoffs(self, stacks: npt.ArrayLike, payouts: npt.ArrayLike) -> Estimate:
        """Payoffs of many states, and whether they lie between solved ones."""
        given = check_stacks(stacks)
        units = self.units(given)
        scale, add = self._prizes(payouts, given.shape[1])
        values = self._look(units, wants_places=False)[..., 0]
        return self._estimate(scale * values + add, given)

    def finish(self, stacks: npt.ArrayLike) -> Estimate:
        """Finishing probabilities of many states, (states, players, places)."""
        given = check_stacks(stacks)
        units = self.units(given)
        return self._estimate(self._look(units, wants_places=True), given)

    def after_hand(self, stacks: Floats, payouts: Floats) -> Floats:
        """Payoffs of stacks in the order of the hand just played: positions move first."""
        units = self.units(check_stacks(stacks))
        scale, add = self._prizes(payouts, units.shape[1])
        found = self._look(units, wants_places=False, places=next_places(units > 0))
        return np.asarray(scale * found[..., 0] + add)

    def units(self, stacks: Floats) -> Floats:
        """Stacks in units of the small blind; refuses what the solution does not have."""
        stakes, most = self.solution.stakes, self.solution.players
        living = int((stacks > 0).sum(axis=1).max())
        if living > most:
            raise OptionError(
                f"{living} players: the shipped solution has 2 to {most}. Choose another model, "
                "such as harville or fgs:3, or solve yours with `railbird tournament solve`"
            )
        unit = stacks.sum(axis=1, keepdims=True) / stakes.units
        if self.blinds is not None:
            level = self.blinds.at(0)
            posts = np.array([*stakes.blinds, stakes.ante])
            off = np.abs(unit * posts - (level.small, level.big, level.ante))
            if len(self.blinds.levels) > 1 or (off > ALIKE * unit).any():
                small, big = (f"{float(unit[0, 0] * blind):.6g}" for blind in stakes.blinds)
                ante = f"/{level.ante:g}" if level.ante else ""
                raise OptionError(
                    f"blinds {level.small:g}/{level.big:g}{ante} with {stacks[0].sum():g} chips: "
                    f"the shipped solution has {stakes.units} small blinds in play, without antes "
                    f"and later levels; that is {small}/{big}. Give these, or choose another model"
                )
        return np.asarray(stacks / unit)

    def _prizes(self, payouts: npt.ArrayLike, players: int) -> tuple[float, float]:
        """What to multiply the values of the solution by, and what to add."""
        paid = check_payouts(payouts, players)
        given = np.zeros(players)
        given[: paid.size] = paid
        own = self.solution.stakes.prizes_for(players)
        scale = (given[0] - given[1]) / (own[0] - own[1])
        add = given[0] - scale * own[0]
        if np.abs(scale * own + add - given).max() > ALIKE * given[0]:
            shown = ", ".join(f"{prize:g}" for prize in own)
            raise OptionError(
                f"payouts {', '.join(f'{prize:g}' for prize in paid)}: the shipped solution has "
                f"{shown} for {players} players. Give these, times any number or plus the same for "
                "each; choose another model; or solve yours with `railbird tournament solve`"
            )
        return float(scale), float(add)

    def _look(
        self, units: Floats, *, wants_places: bool, places: npt.NDArray[np.int64] | None = None
    ) -> Floats:
        """Values or places of states, with seats in the given order or by their next places."""
        if places is None:
            return self.solution.between(units, wants_places=wants_places)
        order = np.argsort(np.where(places < 0, units.shape[1], places), axis=1)
        found = self.solution.between(
            np.take_along_axis(units, order, axis=1), wants_places=wants_places
        )
        return np.take_along_axis(found, np.argsort(order, axis=1)[..., None], axis=1)

    def is_between(self, stacks: npt.ArrayLike) -> bool:
        """Whether any of the stacks are not whole units, so that values are interpolated."""
        units = self.units(check_stacks(stacks))
        return bool((np.abs(units - np.rint(units)) > NEAR).any())

    def error(self, stacks: npt.ArrayLike) -> float:
        """About how far the payoffs of some states may be off, as a share of the prizes."""
        given = check_stacks(stacks)
        units = self.units(given)
        if ((units > 0) & (units < 1 - NEAR)).any():
            return SHORT
        if self.is_between(given):
            return BETWEEN
        return max(APART.get(int(living), 0.0) for living in (given > 0).sum(axis=1))

    def _estimate(self, values: Floats, stacks: Floats) -> Estimate:
        is_between = self.is_between(stacks)
        how = "the equilibrium of the whole tournament"
        how += ", between solved states" if is_between else ""
        return Estimate(values, self.error(stacks), how)
