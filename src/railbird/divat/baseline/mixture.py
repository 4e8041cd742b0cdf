"""Baselines that mix several settings."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from railbird.divat.baseline.settings import Settings
from railbird.errors import OptionError


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
