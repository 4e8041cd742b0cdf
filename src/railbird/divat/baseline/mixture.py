"""Baselines that mix several settings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import isfinite
from typing import NamedTuple

import numpy as np

from railbird import data
from railbird.divat.baseline.settings import Settings
from railbird.errors import OptionError

SPARBOT = "divat_sparbot"
"""The table of the mixture that is fitted to Sparbot."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """A baseline that plays each of several settings in a share of the hands.

    The settings are drawn before the deal, and both players keep them to the end of the hand. So
    every value is the weighted mean of the values under each of them, and stays unbiased: Billings
    & Kan (2006), §3.5.

    Parameters
    ----------
    parts
        Weights and settings. The weights are made to add up to 1.
    name
        The name of the mixture in results.

    Examples
    --------
    >>> from railbird.divat.baseline.settings import styled
    >>> mixed = Mixture(((3, styled("loose low")), (1, styled("tight low"))), "loose or tight")
    >>> [(weight, each.name) for weight, each in mixed.parts]
    [(0.75, 'loose low'), (0.25, 'tight low')]
    """

    parts: tuple[tuple[float, Settings], ...]
    name: str

    def __post_init__(self) -> None:
        weights = [weight for weight, _ in self.parts]
        if not weights or not all(isfinite(weight) and weight > 0 for weight in weights):
            raise OptionError("a mixture needs settings with weights above 0")
        if len({each.roll_out for _, each in self.parts}) > 1:
            raise OptionError("all settings of a mixture need the same roll-out")
        total = sum(weights)
        parts = tuple((weight / total, each) for weight, each in self.parts)
        object.__setattr__(self, "parts", parts)

    @property
    def levels(self) -> int:
        """The most bets that a hand is worth in a round."""
        return max(each.levels for _, each in self.parts)

    @property
    def rolls_out_one_bet(self) -> bool:
        """Whether later rounds are rolled out with one bet of each player."""
        return self.parts[0][1].rolls_out_one_bet


Baseline = Settings | Mixture
"""What the play is compared with: one set of parameters, or a mixture of several."""


def parts_of(baseline: Baseline) -> tuple[tuple[float, Settings], ...]:
    """The settings of a baseline with their weights, which add up to 1."""
    return ((1.0, baseline),) if isinstance(baseline, Settings) else baseline.parts


def arrays_of(parts: Iterable[tuple[float, Settings]]) -> data.Arrays:
    """Weights and settings as arrays; `sparbot_mixture` reads them."""
    weights, settings = zip(*parts, strict=True)
    names = "\n".join(each.name for each in settings)
    return {
        "weights": np.array(weights, dtype=np.float64),
        "settings": np.array([each.array() for each in settings]),
        "names": np.frombuffer(names.encode(), dtype=np.uint8),
    }


@cache
def sparbot_mixture() -> Mixture:
    """The mixture that acts most like Sparbot; `railbird.players.sparbot.mixture` fits it."""
    arrays = data.load(SPARBOT)
    names = arrays["names"].tobytes().decode().splitlines()
    parts = []
    for weight, rows, name in zip(
        arrays["weights"].tolist(), arrays["settings"].tolist(), names, strict=True
    ):
        offsets, slopes = (tuple(row[i] for row in rows) for i in (0, -1))
        first, second, third, fourth = (tuple(row[1:-1]) for row in rows)
        makes = first, second, third, fourth
        parts.append((weight, Settings(offsets, makes, name=name, fold_slopes=slopes)))
    return Mixture(tuple(parts), "Sparbot")


class Distances(NamedTuple):
    """How far actions are from Sparbot's: root mean square differences of their frequencies.

    They are those of the mixture, of the standard settings, of the best of the mixed settings alone
    and of the best mixture of the 81 combinations of the documents' fold sets and bet sets.
    """

    mixture: float
    standard: float
    single: float
    sets: float


def sparbot_distances() -> Distances:
    """How well `sparbot_mixture` fits."""
    return Distances(*data.load(SPARBOT)["distances"].tolist())
