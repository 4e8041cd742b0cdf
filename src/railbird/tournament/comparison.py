"""A state of a tournament by every model beside the solution: who is wrong, and by how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError
from railbird.stopwatch import Stopwatch
from railbird.table.seats import seat_names
from railbird.tournament.equity.checks import check_state
from railbird.tournament.jamfold.blinds import BlindLevel, BlindSchedule
from railbird.tournament.named import model_by_name
from railbird.tournament.whole.model import NAME, SolvedModel
from railbird.tournament.whole.solution import SolvedTournament
from railbird.version import __version__

Floats = npt.NDArray[np.float64]

MODELS = ("harville", "weitzman", "roberts", "pressure", "fgs:1", "fgs:3", "fgs:5")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelVerdict:
    """What a model says, and how far that is from the solution.

    Parameters
    ----------
    name
        The model.
    payoffs, off
        What it gives each player, and how much more than the solution.
    percent
        The mean of the absolute differences, each in percent of the solution's payoff.
    largest
        The largest difference, in prizes.
    """

    name: str
    payoffs: tuple[float, ...]
    off: tuple[float, ...]
    percent: float
    largest: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedState:
    """A state in order of action: its worth in the solved tournament, and by models.

    Parameters
    ----------
    seats, stacks, units
        The names of the seats, chips, and chips in small blinds.
    payouts
        The prizes.
    blinds
        The small and the big blind that these chips stand for.
    solved
        The payoffs in the solution.
    places
        The probability of each place, by player.
    models
        What the models say.
    is_between
        Whether the state lies between solved states.
    error
        How far a payoff of the solution may be off, as a share of the prizes.
    seconds
        Time taken.
    """

    seats: tuple[str, ...]
    stacks: tuple[float, ...]
    units: tuple[float, ...]
    payouts: tuple[float, ...]
    blinds: tuple[float, float]
    solved: tuple[float, ...]
    places: tuple[tuple[float, ...], ...]
    models: tuple[ModelVerdict, ...]
    is_between: bool
    error: float
    seconds: float
    version: str = __version__

    @property
    def nearest(self) -> ModelVerdict:
        """The model that is nearest to the solution."""
        return min(self.models, key=lambda one: round(one.percent, 9))

    @property
    def most_wrong(self) -> tuple[ModelVerdict, int]:
        """The model with the largest difference, and for which player."""
        worst = max(self.models, key=lambda one: round(one.largest, 9))
        return worst, int(np.abs(worst.off).argmax())


def compare_state(
    stacks: npt.ArrayLike,
    payouts: npt.ArrayLike | None = None,
    models: Sequence[str] = MODELS,
    *,
    found: SolvedTournament | None = None,
) -> ComparedState:
    """Put models beside the solved tournament.

    Parameters
    ----------
    stacks
        Chips in order of action, the blinds last.
    payouts
        Prizes, first place first; those of the solution by default.
    models
        Names of models. Those that look ahead have the rules of the solved tournament.
    found
        A solution; by default the shipped one.

    Examples
    --------
    >>> state = compare_state([300, 12300, 900], models=["harville", "roberts"])
    >>> worst, player = state.most_wrong
    >>> worst.name, state.seats[player]
    ('roberts', 'BB')
    """
    watch = Stopwatch()
    chips = check_state(stacks)
    model = SolvedModel(found=found)
    units = model.units(chips[None])[0]
    stakes = model.solution.stakes
    prizes = stakes.prizes_for(chips.size) if payouts is None else np.asarray(payouts, dtype=float)
    if not models or NAME in models:
        raise OptionError(f"models {', '.join(models) or 'none'}: give others than {NAME}")
    worth = model.payoffs(chips, prizes)
    unit = chips.sum() / stakes.units
    small, big = (unit * blind for blind in stakes.blinds)
    level = BlindLevel(small, big, unit * stakes.ante)
    verdicts = []
    for name in models:
        other = model_by_name(name, blinds=BlindSchedule((level,)), ties="random")
        paid = np.asarray(other(chips[None], prizes))[0]
        verdicts.append(_verdict(name, paid, worth.values[0]))
    return ComparedState(
        seats=seat_names(chips.size),
        stacks=tuple(chips.tolist()),
        units=tuple(units.tolist()),
        payouts=tuple(prizes.tolist()),
        blinds=(float(small), float(big)),
        solved=tuple(worth.values[0].tolist()),
        places=tuple(map(tuple, model.finish(chips).values[0].tolist())),
        models=tuple(verdicts),
        is_between=model.is_between(chips),
        error=worth.error,
        seconds=watch.seconds,
    )


def _verdict(
    name: str, paid: npt.NDArray[np.float64], solved: npt.NDArray[np.float64]
) -> ModelVerdict:
    off = paid - solved
    return ModelVerdict(
        name=name,
        payoffs=tuple(paid.tolist()),
        off=tuple(off.tolist()),
        percent=float(100 * np.mean(np.abs(off) / solved)),
        largest=float(np.abs(off).max()),
    )
