"""Equity models: the value of a stack in prizes.

A model turns the stacks of many states and the payouts into payoffs. `equity_model` finds one by
its name. Code that needs payoffs takes any `Model`, including your own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from railbird.compute.threads import map_threads, spans
from railbird.errors import OptionError
from railbird.tournament.equity import _kernels as kernels
from railbird.tournament.equity.checks import Floats, check_payouts, check_stacks
from railbird.tournament.equity.estimate import Estimate
from railbird.tournament.equity.fields import field_matrix, field_payoffs
from railbird.tournament.equity.pressure import Pressure

HARVILLE_SUBSETS = 16
WEITZMAN_SUBSETS = 20
ROBERTS_ORDERS = 8
ROBERTS_ORDERS_AT_MOST = 11
ROBERTS_MEANS = 16
"""The most players for this method; for more, the next method is used."""

ROBERTS_MEANS_ERROR = 5e-4
"""Probabilities by mean stacks differ from the exact ones by less than this.

The largest difference seen is 1.6e-4 for eight players (payoffs: 2e-5 of the pool); it grows slowly
with their number."""

SAMPLE_STEPS, LEAST_SAMPLES, MOST_SAMPLES = 4e8, 2_000, 100_000
SEED = 0


class Model(Protocol):
    """Payoffs (states, players) from stacks (states, players), some of which may be 0.

    Payouts are the prizes, first place first. A player without chips is out and takes one of the
    last places; several share the last places equally.
    """

    def __call__(self, stacks: Floats, payouts: Floats, /) -> Floats: ...


@runtime_checkable
class ExplainedModel(Model, Protocol):
    """A model that reports how it computes."""

    name: str

    def payoffs(self, stacks: npt.ArrayLike, payouts: npt.ArrayLike) -> Estimate: ...


@runtime_checkable
class ModelOfPlaces(Model, Protocol):
    """A model that has finishing probabilities too."""

    @property
    def has_places(self) -> bool: ...

    def finish(self, stacks: npt.ArrayLike) -> Estimate: ...


Places = Callable[[Floats, int], Estimate]
Pay = Callable[[Floats, Floats], Estimate]


@dataclass(frozen=True, slots=True)
class EquityModel:
    """A named model that reports how it computes; calling it gives the payoffs alone.

    ``places`` computes the first places and ``pay`` the payoffs of states in which all players have
    chips, largest stack first. One of them is enough; a model with only ``pay`` has no places.
    """

    name: str
    title: str
    places: Places | None = field(default=None, repr=False)
    pay: Pay | None = field(default=None, repr=False)

    def __call__(self, stacks: Floats, payouts: Floats, /) -> Floats:
        return self.payoffs(stacks, payouts).values

    def payoffs(self, stacks: npt.ArrayLike, payouts: npt.ArrayLike) -> Estimate:
        """Payoffs of many states, with their error."""
        given = check_stacks(stacks)
        paid = check_payouts(payouts, given.shape[1])
        prizes = np.zeros((given.shape[1], 1))
        prizes[: paid.size, 0] = paid
        found = self._worth(given, prizes)
        return replace(found, values=found.values[..., 0])

    @property
    def has_places(self) -> bool:
        """Whether the model has finishing probabilities, not only payoffs."""
        return self.places is not None

    def finish(self, stacks: npt.ArrayLike) -> Estimate:
        """Finishing matrices of many states, with their error."""
        given = check_stacks(stacks)
        if self.places is None:
            raise OptionError(
                f"the model {self.name} has payoffs, but no places: choose harville, weitzman or "
                "roberts for those"
            )
        return self._worth(given, np.eye(given.shape[1]))

    def _worth(self, stacks: Floats, prizes: Floats) -> Estimate:
        """The expectation in every state from each column of prizes (places, columns).

        States are sorted; those with the same number of players in play are computed together.
        """
        stacks = stacks / stacks.sum(axis=1, keepdims=True)
        order = np.argsort(-stacks, axis=1, kind="stable")
        ranked = np.take_along_axis(stacks, order, axis=1)
        alive = (stacks > 0).sum(axis=1)
        values = np.empty((*stacks.shape, prizes.shape[1]))
        error, how, samples = 0.0, "exact: nothing to compute", 0
        for count in np.unique(alive).tolist():
            rows = np.flatnonzero(alive == count)
            some = np.ascontiguousarray(ranked[rows, :count])
            found = self._worth_in_play(some, prizes[:count])
            values[rows[:, None], order[rows, :count]] = found.values
            if count < stacks.shape[1]:
                values[rows[:, None], order[rows, count:]] = prizes[count:].mean(axis=0)
            error, how = max(error, found.error), found.how
            samples = max(samples, found.samples)
        return Estimate(values, error, how, samples)

    def _worth_in_play(self, stacks: Floats, prizes: Floats) -> Estimate:
        paid = int(np.flatnonzero(prizes.any(axis=1)).max(initial=0)) + 1
        if self.pay is not None and (self.places is None or prizes.shape[1] == 1):
            found = self.pay(stacks, prizes[:paid, 0])
            return replace(found, values=found.values[..., None])
        assert self.places is not None
        found = self.places(stacks, paid)
        values, error = found.values @ prizes[:paid], found.error
        if found.samples:
            variance = np.maximum(found.values @ prizes[:paid] ** 2 - values**2, 0)
            spread = np.sqrt(variance / found.samples) / np.maximum(prizes.sum(axis=0), 1e-300)
            error = float(spread.max())
        return replace(found, values=values, error=error)


def _harville(stacks: Floats, places: int) -> Estimate:
    if stacks.shape[1] > HARVILLE_SUBSETS:
        found = [field_matrix(stack, places=places) for stack in stacks]
        values = np.array([one.values for one in found])
        return Estimate(values, max(one.error for one in found), INTEGRAL)
    out = np.zeros((*stacks.shape, places))
    kernels.harville(stacks, out)
    return Estimate(out, 0.0, SUBSETS)


def _harville_pay(stacks: Floats, payouts: Floats) -> Estimate:
    if stacks.shape[1] > HARVILLE_SUBSETS:
        found = [field_payoffs(stack, payouts) for stack in stacks]
        values = np.array([one.values for one in found])
        return Estimate(values, max(one.error for one in found), INTEGRAL)
    matrix = _harville(stacks, payouts.size)
    return Estimate(matrix.values @ payouts, matrix.error, matrix.how)


def _weitzman(stacks: Floats, places: int, seed: int = SEED) -> Estimate:
    if stacks.shape[1] > WEITZMAN_SUBSETS:
        return _sampled(stacks, places, seed, by_roberts=False)
    out = np.zeros((*stacks.shape, places))
    kernels.weitzman(stacks, out)
    return Estimate(out, 0.0, SUBSETS)


def _roberts(stacks: Floats, places: int, seed: int = SEED) -> Estimate:
    if stacks.shape[1] <= ROBERTS_ORDERS:
        return _roberts_exact(stacks, places)
    return _roberts_means(stacks, places, seed)


def _roberts_exact(stacks: Floats, places: int) -> Estimate:
    players = stacks.shape[1]
    if players > ROBERTS_ORDERS_AT_MOST:
        raise OptionError(
            f"{players} players have too many orders of elimination: use roberts:means, which is "
            f"close, or at most {ROBERTS_ORDERS_AT_MOST} players"
        )
    if players < 3:  # all models are the same for two
        return _harville(stacks, places)
    out = np.zeros((*stacks.shape, places))
    kernels.roberts(stacks, out)
    return Estimate(out, 0.0, "exact: all orders of elimination")


def _roberts_means(stacks: Floats, places: int, seed: int = SEED) -> Estimate:
    if stacks.shape[1] > ROBERTS_MEANS:
        return _sampled(stacks, places, seed, by_roberts=True)
    out = np.zeros((*stacks.shape, places))
    kernels.roberts_means(stacks, out)
    how = "approximate: the mean stacks of each set of players"
    return Estimate(out, ROBERTS_MEANS_ERROR, how)


def _sampled(stacks: Floats, places: int, seed: int, *, by_roberts: bool) -> Estimate:
    """Random orders of elimination, with the same random numbers for every state."""
    players = stacks.shape[1]
    samples = int(np.clip(SAMPLE_STEPS / players**2, LEAST_SAMPLES, MOST_SAMPLES))
    uniforms = np.random.default_rng(seed).random((samples, players - 1))
    values = np.zeros((*stacks.shape, places))
    for matrix, stack in zip(values, stacks, strict=True):

        def draw(part: slice, stack: Floats = stack) -> npt.NDArray[np.int64]:
            drawn = np.empty((part.stop - part.start, players), dtype=np.int64)
            kernels.sampled_places(stack, uniforms[part], by_roberts, drawn)
            return drawn

        drawn = np.concatenate(list(map_threads(draw, spans(samples, samples // 8 + 1))))
        for player in range(players):
            matrix[player] = np.bincount(drawn[:, player], minlength=players)[:places] / samples
    how = f"sampled: {samples:,} orders of elimination, seed {seed}"
    return Estimate(values, 0.0, how, samples)


def _chips(stacks: Floats, payouts: Floats) -> Estimate:
    """The last prize for everybody, and the rest by chips."""
    sure = payouts[-1] if payouts.size == stacks.shape[1] else 0.0
    rest = payouts.sum() - sure * stacks.shape[1]
    share = stacks / stacks.sum(axis=1, keepdims=True)
    return Estimate(sure + rest * share, 0.0, "exact: closed form")


_SAMPLED = (_weitzman, _roberts, _roberts_means)

SUBSETS = "exact: all sets of players"
INTEGRAL = "numerical integration"

HARVILLE = EquityModel("harville", "Malmuth-Harville (ICM)", _harville, _harville_pay)
WEITZMAN = EquityModel("weitzman", "Malmuth-Weitzman", _weitzman)
ROBERTS = EquityModel("roberts", "Roberts", _roberts)
CHIPS = EquityModel("chips", "chip-proportional", pay=_chips)
PRESSURE = EquityModel(
    "pressure", "Malmuth-Harville with pressure", pay=Pressure(HARVILLE, WEITZMAN)
)


def _plain(model: Model) -> Callable[[str], Model]:
    """A factory for a model without an argument."""

    def make(argument: str) -> Model:
        if argument:
            raise OptionError(f"{argument!r}: this model takes no argument; give only its name")
        return model

    return make


def _make_roberts(argument: str) -> Model:
    ways = {"": _roberts, "exact": _roberts_exact, "means": _roberts_means}
    if argument not in ways:
        raise OptionError(f"'roberts:{argument}': choose roberts, roberts:exact or roberts:means")
    return EquityModel(f"roberts:{argument}", "Roberts", ways[argument]) if argument else ROBERTS


MAKERS: dict[str, Callable[[str], Model]] = {
    "harville": _plain(HARVILLE),
    "weitzman": _plain(WEITZMAN),
    "roberts": _make_roberts,
    "chips": _plain(CHIPS),
    "pressure": _plain(PRESSURE),
}
"""Factories of models by name; each gets the text after the colon, as in ``roberts:exact``."""


def equity_model(name: str, *, seed: int = SEED) -> Model:
    """A model of stacks and prizes by its name, with an optional argument after a colon.

    `railbird.tournament.model_by_name` also knows ``fgs:3``, which needs the blinds. ``seed`` is
    for models that are sampled when there are many players.

    Examples
    --------
    >>> equity_model("harville")
    EquityModel(name='harville', title='Malmuth-Harville (ICM)')
    """
    if looks_ahead(name):
        raise needs_blinds(name)
    if name == "solved":
        raise OptionError("'solved' knows who sits where: in Python, give SolvedModel() instead")
    first, _, argument = name.partition(":")
    if first not in MAKERS:
        raise OptionError(
            f"there is no model {name!r}: choose {', '.join(MAKERS)}, fgs:3 or solved"
        )
    found = MAKERS[first](argument)
    if seed != SEED and isinstance(found, EquityModel) and found.places in _SAMPLED:
        return replace(found, places=partial(found.places, seed=seed))
    return found


def looks_ahead(name: str) -> bool:
    """Whether the named model plays hands, and so needs more than stacks and prizes."""
    return name.partition(":")[0] == "fgs"


def needs_blinds(name: str) -> OptionError:
    """The error for a model that looks ahead without blinds."""
    depth = name.partition(":")[2].partition(":")[0]
    return OptionError(
        f"{name!r} plays the next hands and needs the blinds: give --blinds 300/600 "
        f"(in Python, use FutureGame({depth}, (300, 600)))"
    )


def as_model(model: str | Model) -> Model:
    """A model, given as itself or by its name."""
    return equity_model(model) if isinstance(model, str) else model


def model_name(model: str | Model) -> str:
    """The name of a model, or a substitute if it has none."""
    if isinstance(model, str):
        return model
    return str(getattr(model, "name", getattr(model, "__name__", type(model).__name__)))


def payoffs(
    stacks: npt.ArrayLike, payouts: npt.ArrayLike, model: str | Model = "harville"
) -> Floats:
    """Every player's expectation from the prizes, in one state or many.

    Parameters
    ----------
    stacks
        Chips: (players,) or (states, players). A player without chips is out, in the last place;
        several share the last places equally.
    payouts
        The prizes, first place first, at most one for each player.
    model
        A name (``harville``, ``weitzman``, ``roberts``, ``pressure``, ``chips``) or a `Model`.

    Returns
    -------
    ndarray
        Payoffs in the shape of the stacks.

    Notes
    -----
    `EquityModel.payoffs` gives the same with the error; `railbird.tournament.icm` explains a state
    in full.

    References
    ----------
    D. A. Harville, "Assigning probabilities to the outcomes of multi-entry competitions", JASA 68
    (1973). B. Chen and J. Ankenman, *The Mathematics of Poker* (2006), ch. 27. B. Roberts, "A new
    algorithm for the approximation of ICM equities in tournament poker" (2011). H. Melcher,
    "Evaluation of equity models for tournament poker" (2015), ch. 2.

    Examples
    --------
    >>> payoffs([2, 5, 8, 13, 17], [50, 30, 20]).round(2)
    array([ 5.89, 13.84, 20.48, 27.86, 31.94])
    >>> payoffs([[10, 5, 5], [15, 5, 0]], [60, 40], model="roberts").round(2)
    array([[44.29, 27.86, 27.86],
           [55.  , 45.  ,  0.  ]])
    """
    chosen = as_model(model)
    given = check_stacks(stacks)
    found = chosen(given, check_payouts(payouts, given.shape[1]))
    return found[0] if np.ndim(stacks) == 1 else found


def finish_matrix(stacks: npt.ArrayLike, model: str | EquityModel = "harville") -> Floats:
    """The probability that each player finishes in each place.

    Parameters
    ----------
    stacks
        As for `payoffs`.
    model
        ``harville``, ``weitzman``, ``roberts`` or an `EquityModel` with places.

    Returns
    -------
    ndarray
        (players, places) or (states, players, places), first place first. Rows and columns
        sum to 1.

    Examples
    --------
    >>> finish_matrix([2, 5, 8, 13, 17])[0].round(3)
    array([0.044, 0.06 , 0.093, 0.18 , 0.622])
    >>> finish_matrix([3, 1, 0, 0])
    array([[0.75, 0.25, 0.  , 0.  ],
           [0.25, 0.75, 0.  , 0.  ],
           [0.  , 0.  , 0.5 , 0.5 ],
           [0.  , 0.  , 0.5 , 0.5 ]])
    """
    chosen = as_model(model)
    if not isinstance(chosen, EquityModel):
        raise OptionError(f"the model {model!r} has no places: choose harville or another")
    found = chosen.finish(stacks).values
    return found[0] if np.ndim(stacks) == 1 else found
