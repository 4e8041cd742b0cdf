"""Parameters of the baseline: fold offsets, betting thresholds, and their hand-rank metric."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError
from railbird.table.state import ROUND_NAMES

Metric = Literal["ehr", "7chr"]
METRICS: tuple[Metric, ...] = ("ehr", "7chr")

FourRounds = tuple[float, float, float, float]
Makes = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Settings:
    """Parameters of the baseline; the standard ones are Table 3.2 of Kan (2007).

    Parameters
    ----------
    fold_offsets
        By round: the offset that is added to bet / (pot + bet). The sum is the hand rank below
        which a bet is not called.
    makes
        By round: the lowest hand ranks that make one, two, three and four bets. Before the flop the
        big blind is the first bet.
    metric
        ``"ehr"``, the effective hand rank, or ``"7chr"``, the seven-card hand rank alone.
    turn_metric
        The hand rank on the turn, if it is not ``metric``.
    name
        The name of the settings in results.
    """

    fold_offsets: FourRounds = (0.0, 0.075, 0.1, 0.0)
    makes: tuple[Makes, Makes, Makes, Makes] = (
        (0.58, 0.825, 0.93, 0.965),
        (0.58, 0.825, 0.93, 0.965),
        (0.58, 0.825, 0.93, 0.965),
        (0.64, 0.85, 0.94, 0.97),
    )
    metric: Metric = "ehr"
    name: str = "standard"
    turn_metric: Metric | None = None

    def __post_init__(self) -> None:
        if len(self.fold_offsets) != 4 or len(self.makes) != 4:
            raise OptionError("settings need fold offsets and thresholds for each of four rounds")
        for round_, makes in zip(ROUND_NAMES, self.makes, strict=True):
            if len(makes) != 4 or not all(0 < m <= 1 for m in makes):
                raise OptionError(f"the {round_} needs four thresholds above 0 and at most 1")
            if list(makes) != sorted(makes):
                raise OptionError(f"the thresholds of the {round_} must rise: {makes}")
        for metric in (self.metric, self.turn_metric or self.metric):
            if metric not in METRICS:
                raise OptionError(f"metric {metric!r} is not known: choose {' or '.join(METRICS)}")

    def array(self) -> npt.NDArray[np.float64]:
        """For kernels, one row per round: the fold offset and the four thresholds."""
        return np.array(
            [(o, *m) for o, m in zip(self.fold_offsets, self.makes, strict=True)], dtype=np.float64
        )

    def seven_card_rounds(self) -> npt.NDArray[np.bool_]:
        """For kernels, by round: whether hands are ranked by 7cHR alone."""
        turn = self.turn_metric or self.metric
        return np.array([each == "7chr" for each in (self.metric, self.metric, turn, self.metric)])

    def with_makes(self, rounds: tuple[int, ...], makes: Makes) -> Settings:
        """A copy with other betting thresholds in some rounds."""
        first, second, third, fourth = (
            makes if i in rounds else old for i, old in enumerate(self.makes)
        )
        return replace(self, makes=(first, second, third, fourth))

    def with_fold_offset(self, round_: int, offset: float) -> Settings:
        """A copy with another fold offset in one round."""
        first, second, third, fourth = (
            offset if i == round_ else old for i, old in enumerate(self.fold_offsets)
        )
        return replace(self, fold_offsets=(first, second, third, fourth))


STANDARD = Settings()

BET_SETS: dict[str, Makes] = {
    "aggressive high": (0.46, 0.775, 0.91, 0.955),
    "aggressive medium": (0.49, 0.7875, 0.915, 0.9575),
    "aggressive low": (0.52, 0.8, 0.92, 0.96),
    "moderate aggressive": (0.55, 0.8125, 0.925, 0.9625),
    "moderate": (0.58, 0.825, 0.93, 0.965),
    "moderate conservative": (0.61, 0.8375, 0.935, 0.965),
    "conservative low": (0.64, 0.85, 0.94, 0.97),
    "conservative medium": (0.67, 0.8625, 0.945, 0.9725),
    "conservative high": (0.7, 0.875, 0.945, 0.975),
}
"""Betting thresholds before the river from bold to timid: Table 4.1 of Kan (2007), as printed."""

FOLD_SETS: dict[str, tuple[float, float]] = {
    "loose high": (-0.025, 0.0),
    "loose medium": (0.0, 0.025),
    "loose low": (0.025, 0.05),
    "moderate loose": (0.05, 0.075),
    "normal": (0.075, 0.1),
    "moderate tight": (0.1, 0.125),
    "tight low": (0.125, 0.15),
    "tight medium": (0.15, 0.175),
    "tight high": (0.175, 0.2),
}
"""Fold offsets of flop and turn from loose to tight: Table 4.2 of Kan (2007)."""

SWEEP_WEIGHTS: dict[str, tuple[int, int, int, int, int]] = {
    "flat": (1, 1, 1, 1, 1),
    "triangle": (1, 2, 3, 2, 1),
    "binomial": (1, 4, 6, 4, 1),
}
"""Weights of a sweep of five settings: Billings & Kan (2006), note 21."""


def sweep() -> tuple[Settings, ...]:
    """Five settings from loose and aggressive to tight and conservative. The third is the standard.

    The thresholds of the river follow from those of the other rounds, as in the standard settings:
    six sevenths of the hands call a bet, so 1 − M is smaller by that factor.
    """
    bets, folds = list(BET_SETS.items()), list(FOLD_SETS.items())
    return tuple(
        STANDARD if i == 4 else _styled(f"{folds[i][0]}, {bets[i][0]}", bets[i][1], folds[i][1])
        for i in (0, 2, 4, 6, 8)
    )


def _styled(name: str, makes: Makes, offsets: tuple[float, float]) -> Settings:
    one, two, three, four = (round(1 - (1 - make) * 6 / 7, 6) for make in makes)
    styled = STANDARD.with_makes((0, 1, 2), makes).with_makes((3,), (one, two, three, four))
    return replace(
        styled.with_fold_offset(1, offsets[0]).with_fold_offset(2, offsets[1]), name=name
    )
