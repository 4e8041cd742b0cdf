"""The study of a tournament: what is kept of it, and the numbers that follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.errors import OptionError
from railbird.tournament.equity import pressure
from railbird.tournament.equity.models import EquityModel
from railbird.tournament.study.configurations import Configurations
from railbird.tournament.study.deviations import Deviations
from railbird.tournament.study.valued import averaged, by_state, model_by_players
from railbird.tournament.whole import solution
from railbird.tournament.whole.states import Layer, TournamentStakes
from railbird.tournament.whole.strategies import LOOKS_AHEAD, MODELS, OURS, RANKED

Floats = npt.NDArray[np.float64]

TABLE = "tournament_study"
"""Name of the shipped table of what takes hours."""

PLAIN = MODELS
"""The document's models of stacks and prizes, by name."""


def formulas(players: int) -> dict[str, EquityModel]:
    """The models of stacks and prizes for so many players; ours was made for a few.

    Examples
    --------
    >>> list(formulas(7)), list(formulas(8))
    (['harville', 'weitzman', 'roberts', 'pressure'], ['harville', 'weitzman', 'roberts'])
    """
    return PLAIN | (OURS if players <= pressure.MOST_PLAYERS else {})


DEPTHS = 10
"""The study looks ahead by so many hands."""

SHARES = np.linspace(0, 1, 1001)
"""The quantiles that are kept of what deviators gain."""

SOLUTION = "solution"

PAIRS = (*combinations(PLAIN, 2), (f"harville{RANKED}", f"roberts{RANKED}"))
"""The models that meet in direct matches."""


def look_ahead(depth: int) -> str:
    """The name of the model that looks so many hands ahead."""
    return f"{LOOKS_AHEAD}{depth}"


def model_names(depths: int = DEPTHS) -> tuple[str, ...]:
    """All models of a study.

    Examples
    --------
    >>> model_names(1)
    ('harville', 'weitzman', 'roberts', 'fgs-1', 'fgs-1-ranked', 'pressure')
    """
    ahead = [look_ahead(depth) for depth in range(1, depths + 1)]
    return (*PLAIN, *ahead, *(name + RANKED for name in ahead), *OURS)


def start_of(units: int, players: int) -> list[int]:
    """The first state: equal stacks, or the first players have a unit more.

    Examples
    --------
    >>> start_of(45, 5), start_of(8, 3)
    ([9, 9, 9, 9, 9], [3, 3, 2])
    """
    more = units % players
    return [units // players + (seat < more) for seat in range(players)]


@dataclass(frozen=True, slots=True, eq=False)
class ExPost:
    """What one player gains who knows all strategies, over the whole rest of the tournament.

    Parameters
    ----------
    start
        In each seat of the first state.
    mean, most
        Over all players of all states, and the largest.
    quantiles
        For each of `SHARES`: so many players of all states gain no more than this.
    """

    start: Floats
    mean: float
    most: float
    quantiles: Floats = field(repr=False)


@dataclass(frozen=True, slots=True)
class HandGains:
    """What a player gains at most by leaving strategies in a single hand, over all states.

    As they were measured when they were found: in single precision, or in pairs of halves.

    Parameters
    ----------
    most, mean
        The largest and the mean.
    above
        The share of states where it is more than was asked for.
    """

    most: float
    mean: float
    above: float


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """Expected results of a player from some first seats.

    Parameters
    ----------
    payoffs
        Expected money from each seat.
    places
        Probabilities of each place, (seats, places).
    """

    payoffs: Floats
    places: Floats

    def roi(self, buy_in: float) -> float:
        """The mean return on a buy-in, over all seats."""
        return float(self.payoffs.mean() / buy_in - 1)


@dataclass(frozen=True, slots=True, eq=False)
class DirectMatch:
    """A direct match of two models in all mixed seatings, and the results of the first.

    ``places`` are averaged over all seats that it holds.
    """

    first: str
    second: str
    prizes: tuple[float, ...]
    payoff: float
    places: Floats

    @property
    def roi(self) -> float:
        """The return on a buy-in."""
        return self.payoff * len(self.places) / sum(self.prizes) - 1


@dataclass(frozen=True, eq=False)
class Study:
    """Equity models beside a solved tournament.

    Parameters
    ----------
    stakes, players
        The tournament.
    arrays
        What was computed, by name; a study that is not finished has only some of it.

    Notes
    -----
    ``solution`` and ``values_MODEL`` hold values averaged over all seatings of each chip
    configuration: a row for each player, with two players first, then with three, … ``places``
    holds the finishing probabilities in the same way. ``by_state_MODEL`` has a row of `Deviations`
    for each number of players. ``ex_post_MODEL`` has what deviators gain: in the first state, then
    count, sum and maximum for each number of players, then the quantiles. ``deviator_MODEL`` has
    payoff and places of one player with the model's strategies among others with the solution's,
    from each seat. ``match_MODEL_MODEL`` has payoff and places of the first model, averaged over
    all seats that it holds in all mixed seatings, and ``other_…`` the same for ``match_prizes``.
    ``wanted`` are the names of all arrays that a finished study has.
    """

    stakes: TournamentStakes
    players: int
    arrays: Mapping[str, npt.NDArray[Any]] = field(repr=False)

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> Study:
        """A study from its arrays, which also say of which tournament it is."""
        units, players, small, big, ante = (float(x) for x in arrays["tournament"])
        stakes = TournamentStakes(
            int(units), tuple(float(x) for x in arrays["prizes"]), (small, big), ante
        )
        return cls(stakes, int(players), arrays)

    @staticmethod
    def described(stakes: TournamentStakes, players: int) -> dict[str, npt.NDArray[Any]]:
        """The arrays that say of which tournament a study is."""
        return {
            "tournament": np.array([stakes.units, players, *stakes.blinds, stakes.ante]),
            "prizes": np.array(stakes.prizes),
        }

    @property
    def models(self) -> tuple[str, ...]:
        """The models whose values are there."""
        return tuple(name for name in model_names() if f"values_{name}" in self.arrays)

    @property
    def judged(self) -> tuple[str, ...]:
        """The models whose strategies were evaluated."""
        return tuple(name for name in self.models if f"deviator_{name}" in self.arrays)

    @property
    def is_finished(self) -> bool:
        """Whether all was computed that was asked for."""
        return all(str(name) in self.arrays for name in self.arrays["wanted"])

    @property
    def buy_in(self) -> float:
        """An equal share of the prizes."""
        return float(self.stakes.prizes_for(self.players).mean())

    @cached_property
    def configurations(self) -> dict[int, Configurations]:
        """The chip configurations by the number of players."""
        return {n: Configurations(Layer(self.stakes, n)) for n in range(2, self.players + 1)}

    def _layer(self, name: str, players: int, columns: int) -> Floats:
        """The rows of one number of players, a row for each player of a configuration."""
        start = sum(one.stacks.size for n, one in self.configurations.items() if n < players)
        stop = start + self.configurations[players].stacks.size
        return np.asarray(self._array(name)[start:stop, :columns], dtype=np.float64)

    def _array(self, name: str) -> npt.NDArray[Any]:
        if name not in self.arrays:
            raise OptionError(f"the study has no {name} yet: give it more time")
        return self.arrays[name]

    # Values

    def values(self, name: str, players: int) -> Floats:
        """Values of the solution or a model, (configurations, players), averaged over seatings."""
        key = SOLUTION if name == SOLUTION else f"values_{name}"
        return self._layer(key, players, 1).reshape(-1, players)

    def places(self, players: int) -> Floats:
        """Finishing probabilities in the solution, (configurations, players, places)."""
        return self._layer("places", players, players).reshape(-1, players, players)

    def by_state(self, name: str, least: int = 2) -> Deviations:
        """Deviations of a model in all states of at least so many players."""
        rows = self._array(f"by_state_{name}")[least - 2 :]
        return Deviations.all(Deviations(*map(float, row)) for row in rows)

    def averaged(self, name: str, least: int = 2) -> Deviations:
        """Deviations of a model averaged over seatings.

        A chip configuration counts as often as it has seatings, so each state counts once.
        """
        return Deviations.all(
            Deviations.of(
                self.values(name, n),
                self.values(SOLUTION, n),
                self.configurations[n].seatings[:, None],
            )
            for n in range(least, self.players + 1)
        )

    # Strategies

    def ex_post(self, name: str) -> ExPost:
        """What deviators gain against the strategies of the solution or a model."""
        found = np.asarray(self._array(f"ex_post_{name}"), dtype=np.float64)
        start, rest = np.split(found, [self.players])
        layers, quantiles = np.split(rest, [3 * (self.players - 1)])
        counts, sums, most = layers.reshape(-1, 3).T
        return ExPost(start, float(sums.sum() / counts.sum()), float(most.max()), quantiles)

    def hand_gains(self, name: str) -> HandGains | None:
        """How good a model's strategies are in single hands, against the model's values.

        None for restricted strategies, which are no equilibria.
        """
        found = self.arrays.get(f"epsilon_{name}")
        return None if found is None else HandGains(*map(float, found))

    def deviator(self, name: str) -> Results:
        """One player with a model's strategies among others with the solution's."""
        found = np.asarray(self._array(f"deviator_{name}"), dtype=np.float64)
        return Results(found[:, 0], found[:, 1:])

    @property
    def matches(self) -> tuple[DirectMatch, ...]:
        """Direct matches for the prizes of the tournament, then for others."""
        kinds = (("match", self.stakes.prizes), ("other", self.arrays.get("match_prizes", ())))
        found = []
        for kind, prizes in kinds:
            for first, second in PAIRS:
                row = self.arrays.get(f"{kind}_{first}_{second}")
                if row is not None:
                    paid = tuple(float(prize) for prize in prizes[: self.players])
                    found.append(DirectMatch(first, second, paid, float(row[0]), row[1:]))
        return tuple(found)


def study_of_values(stakes: TournamentStakes, players: int, solved: Mapping[int, Floats]) -> Study:
    """The part of a study that values tell: how far models of stacks and prizes are from them.

    ``solved`` are the values of a solution by the number of players, (states, players).
    """
    found = Study(stakes, players, {})
    arrays = Study.described(stakes, players)
    arrays[SOLUTION] = averaged(solved, found.configurations)
    for name, model in formulas(players).items():
        values = model_by_players(model, found.configurations)
        arrays[f"values_{name}"] = averaged(values, found.configurations)
        arrays[f"by_state_{name}"] = by_state(values, solved)
    return Study(stakes, players, arrays)


def packed(study: Study) -> dict[str, npt.NDArray[Any]]:
    """The arrays of the shipped table: all but what `shipped` computes from values and places."""
    plain = [f"{kind}_{name}" for kind in ("values", "by_state") for name in PLAIN | OURS]
    told = {SOLUTION, "places", *plain}
    return {name: array for name, array in study.arrays.items() if name not in told}


@cache
def shipped() -> Study:
    """The study of the shipped solution.

    What values and places tell is computed here. Strategies come from the shipped table, if there
    is one.
    """
    solved = solution.solution()
    found = study_of_values(solved.stakes, solved.players, solved.values)
    places = averaged(solved.places, found.configurations, solved.players)
    arrays = {**found.arrays, "places": places}
    if has_strategies():
        arrays |= data.load(TABLE)
    return Study(solved.stakes, solved.players, arrays)


def is_shipped(players: int) -> bool:
    """Whether the shipped solution has so many players."""
    return f"values_{players}" in data.names(solution.TABLE)


def has_strategies() -> bool:
    """Whether there is a shipped study of strategies."""
    return TABLE in data.manifest()


@cache
def studied_arrays() -> frozenset[str]:
    """The names of the arrays of the shipped study, which may be a part of a whole one."""
    return frozenset(data.names(TABLE)) if has_strategies() else frozenset()
