"""Parameters of the baseline: fold offsets, betting thresholds, and their hand-rank metric."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from math import inf, isfinite, sqrt
from typing import Literal

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError
from railbird.table.state import ROUND_NAMES

Metric = Literal["ehr", "7chr"]
METRICS: tuple[Metric, ...] = ("ehr", "7chr")

RollOut = Literal["baseline", "one-bet"]
ROLL_OUTS: tuple[RollOut, ...] = ("baseline", "one-bet")

FourRounds = tuple[float, float, float, float]
Makes = tuple[float, ...]

MOST_BETS = 4
"""Most bets of each player before the flop, and the usual cap of all rounds."""

MOST_LEVELS = 8
"""Most bets of each player in a later round, for tables with a higher cap or none."""

MoreOffsets = tuple[tuple[float, float, float], ...]

NEVER = inf
"""A threshold that no hand reaches."""

NEXT_LEVEL = sqrt(2) - 1
"""The share of the hands of one level that are worth a bet more, if there is no cap: Billings & Kan
(2006), note 17."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Parameters of the baseline; the standard ones are Table 3.2 of Kan (2007).

    Parameters
    ----------
    fold_offsets
        By round: the offset b in m · bet / (pot + bet) + b, the hand rank below which a bet is not
        called.
    more_offsets
        By round: the offsets for two, three and four bets to pay, which only happens with three and
        more players. The default are those for one.
    makes
        By round: the lowest hand ranks that make one, two, three and four bets, and in later rounds
        perhaps more. Before the flop the big blind is the first bet. Ranks are from 0 to 1: every
        hand reaches 0, and none reaches `NEVER`.
    metric
        ``"ehr"``, the effective hand rank, or ``"7chr"``, the seven-card hand rank alone.
    turn_metric
        The hand rank on the turn, if it is not ``metric``.
    name
        The name of the settings in results.
    fold_slopes
        By round: the multiplier m of the fold threshold.
    roll_out
        How later rounds are played when equity is rolled out: by the ``"baseline"``, or with
        exactly ``"one-bet"`` of each player in each round.
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
    fold_slopes: FourRounds = (1.0, 1.0, 1.0, 1.0)
    roll_out: RollOut = "baseline"
    more_offsets: MoreOffsets | None = None

    def __post_init__(self) -> None:
        if any(len(rows) != 4 for rows in (self.fold_offsets, self.fold_slopes, self.makes)):
            raise OptionError("settings need a fold rule and thresholds for each of four rounds")
        for round_, makes in zip(ROUND_NAMES, self.makes, strict=True):
            most = MOST_BETS if round_ == ROUND_NAMES[0] else MOST_LEVELS
            if not MOST_BETS <= len(makes) <= most or not all(make >= 0 for make in makes):
                count = "four" if most == MOST_BETS else "four to eight"
                raise OptionError(f"the {round_} needs {count} thresholds of 0 or more")
            if list(makes) != sorted(makes):
                raise OptionError(f"the thresholds of the {round_} must rise: {makes}")
        more = self.more_offsets or ()
        if more and (len(more) != 4 or any(len(offsets) != MOST_BETS - 1 for offsets in more)):
            raise OptionError("give fold offsets for one to four bets in each of four rounds")
        if not all(map(isfinite, (*self.fold_offsets, *self.fold_slopes, *chain(*more)))):
            raise OptionError("fold offsets and slopes must be finite numbers")
        if min(self.fold_slopes) < 0:
            raise OptionError(
                "fold slopes must be 0 or more: a smaller pot is not a reason to call"
            )
        for metric in (self.metric, self.turn_metric or self.metric):
            if metric not in METRICS:
                raise OptionError(f"metric {metric!r} is not known: choose {' or '.join(METRICS)}")
        if self.roll_out not in ROLL_OUTS:
            raise OptionError(
                f"roll-out {self.roll_out!r} is not known: choose {' or '.join(ROLL_OUTS)}"
            )

    def array(self) -> npt.NDArray[np.float64]:
        """For kernels, one row per round: the fold offset, the thresholds, and the fold slope.

        Levels that a round does not have are never reached: their threshold is infinite.
        """
        rows = np.full((4, self.levels + 2), np.inf)
        rows[:, 0], rows[:, -1] = self.fold_offsets, self.fold_slopes
        for row, makes in zip(rows, self.makes, strict=True):
            row[1 : len(makes) + 1] = makes
        return rows

    def offsets(self) -> npt.NDArray[np.float64]:
        """Fold offsets by round and bets to pay, one to four: with `call_threshold`, F1 to F4."""
        one = np.array(self.fold_offsets)[:, None]
        more = np.repeat(one, MOST_BETS - 1, axis=1)
        if self.more_offsets is not None:
            more = np.array(self.more_offsets)
        return np.concatenate([one, more], axis=1)

    def offset_list(self, round_: int) -> tuple[float, ...]:
        """The fold offsets of a round: one, or those of one to four bets if they differ."""
        more = () if self.more_offsets is None else self.more_offsets[round_]
        return (self.fold_offsets[round_], *more)

    @property
    def levels(self) -> int:
        """The most bets that a hand is worth in a round."""
        return max(map(len, self.makes))

    def seven_card_rounds(self) -> npt.NDArray[np.bool_]:
        """For kernels, by round: whether hands are ranked by 7cHR alone."""
        turn = self.turn_metric or self.metric
        return np.array([each == "7chr" for each in (self.metric, self.metric, turn, self.metric)])

    @property
    def rank_name(self) -> str:
        """The hand rank in words."""
        names = {"ehr": "effective hand rank", "7chr": "seven-card hand rank"}
        said, turn = names[self.metric], self.turn_metric or self.metric
        return said if turn == self.metric else f"{said} ({names[turn]} on the turn)"

    @property
    def rolls_out_one_bet(self) -> bool:
        """Whether later rounds are rolled out with one bet of each player."""
        return self.roll_out == "one-bet"

    @property
    def bets_to_come(self) -> int | None:
        """Small bets of each player after the flop, if no hand matters to them and nobody folds."""
        total = 0
        for bet, makes in zip((1, 2, 2), self.makes[1:], strict=True):
            if self.rolls_out_one_bet or (makes[0] == 0 and makes[1] > 1):
                total += bet
            elif makes[0] <= 1:
                return None
        return total

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

    def with_levels(self, levels: int) -> Settings:
        """A copy in which a hand may be worth this many bets after the flop, four to eight.

        Each level from the fifth has the top √2 − 1 of the hands of the level before, as if there
        were no cap. Before the flop there are always four levels.

        Examples
        --------
        >>> [round(make, 4) for make in STANDARD.with_levels(6).makes[1]]
        [0.58, 0.825, 0.93, 0.965, 0.9855, 0.994]
        """
        if not MOST_BETS <= levels <= MOST_LEVELS:
            raise OptionError(
                f"{levels} bets a round are not possible: choose {MOST_BETS} to {MOST_LEVELS}"
            )
        first, *later = self.makes
        flop, turn, river = (_levelled(makes, levels) for makes in later)
        return replace(self, makes=(first, flop, turn, river))


def _levelled(makes: Makes, levels: int) -> Makes:
    """Thresholds cut or continued to a number of levels."""
    share = 1 - makes[-1]
    more = (1 - share * NEXT_LEVEL**k for k in range(1, levels - len(makes) + 1))
    return (*makes[:levels], *(round(make, 6) for make in more))


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

PLAIN_BETS: dict[str, Makes] = {
    "never bet": (NEVER, NEVER, NEVER, NEVER),
    "always bet": (0.0, NEVER, NEVER, NEVER),
}
"""Bets that do not depend on the hand: none in any round, or one."""

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

    They are the first, third, fifth, seventh and ninth of the nine sets for folds and for bets.
    """
    bets, folds = list(BET_SETS), list(FOLD_SETS)
    return tuple(styled(folds[i], bets[i]) for i in (0, 2, 4, 6, 8))


def styled(folds: str = "normal", bets: str = "moderate") -> Settings:
    """The settings of a fold set and a bet set.

    The thresholds of the river follow from those of the other rounds, as in the standard settings:
    six sevenths of the hands call a bet, so 1 − M is smaller by that factor.
    """
    makes = river = {**BET_SETS, **PLAIN_BETS}[bets]
    if bets in BET_SETS:
        river = tuple(round(1 - (1 - make) * 6 / 7, 6) for make in makes)
    flop, turn = FOLD_SETS[folds]
    chosen = [folds] * (folds != "normal") + [bets] * (bets != "moderate")
    return Settings(
        fold_offsets=(0.0, flop, turn, 0.0),
        makes=(makes, makes, makes, river),
        name=", ".join(chosen) or STANDARD.name,
    )
