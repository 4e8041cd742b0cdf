"""Values before the flop: roll-out equities from a table, hand ranks, the value of position.

The standard settings, 7cHR and the sweep have shipped tables, so their values are exact. For other
settings, `build_table` builds one, in about five minutes on two cores, and keeps it in the user's
cache folder. Until then they borrow the table of the standard settings, as in the documents: they
are compared with the same play after the flop, but the mean of the luck of the flop is not exactly
zero.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

import numpy as np
import numpy.typing as npt
from platformdirs import user_cache_path

from railbird import data
from railbird.cards.classes import holdem_class_of_hand, holdem_hands
from railbird.compute.checkpoint import replacing
from railbird.divat.baseline import _kernels as kernels
from railbird.divat.baseline.mixture import Baseline, parts_of
from railbird.divat.baseline.preflop_build import Report, build
from railbird.divat.baseline.settings import MOST_BETS, STANDARD, Settings, sweep
from railbird.errors import OptionError
from railbird.evaluate.preflop.pairs import (
    BOARDS,
    hand_matchups,
    permuted_hands,
    suits_to_representatives,
)
from railbird.evaluate.strength.ranks import preflop_ranks

TABLE = "divat_preflop"
SHIPPED = {
    TABLE: STANDARD,
    f"{TABLE}_7chr": replace(STANDARD, metric="7chr", name="7cHR"),
    **{f"{TABLE}_sweep_{i}": each for i, each in enumerate(sweep(), 1) if each != STANDARD},
}
"""Settings whose tables ship with the package."""

RUNOUTS = 17_296 * 45 * 44
"""Number of flops, turns and rivers that can follow two known hands."""

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Preflop:
    """Values before the flop under some settings. Hands are given by their index.

    ``borrowed`` is the name of the settings whose table it is, if it is not their own.
    """

    settings: Settings
    sums: npt.NDArray[np.int32]
    borrowed: str = ""

    def equities(self, first: Ints, second: Ints) -> Floats:
        """Roll-out equities of the first player, shape (n, 4): for one to four bets from each."""
        to_come = self.settings.bets_to_come
        if to_come is not None:
            sizes = np.arange(1, MOST_BETS + 1) + to_come
            return np.asarray(sizes * preflop_edges(first, second)[:, None])
        rows, permutation = _places()
        columns = permuted_hands()[permutation[first], second]
        return np.ascontiguousarray(self.sums[:, rows[first], columns].T / RUNOUTS)

    @cached_property
    def ranks(self) -> Floats:
        """Effective hand ranks of the 1,326 hands."""
        make_one = self.settings.makes[0][0]
        seven_only = bool(self.settings.seven_card_rounds()[0])
        return preflop_ranks().effective(make_one, seven_only=seven_only)

    @cached_property
    def position(self) -> float:
        """V(∅): what the big blind wins on average if both play the baseline, over all deals."""
        return self._mean_value(opener=kernels.SECOND)

    @cached_property
    def opener_position(self) -> float:
        """V(∅) of a small blind who acts first in all rounds."""
        return self._mean_value(opener=kernels.FIRST)

    def _mean_value(self, *, opener: int) -> float:
        """The mean value of player 1 over all deals."""
        hands, sizes = holdem_hands(), np.bincount(holdem_class_of_hand())
        chosen, _ = suits_to_representatives()  # one first hand per class is enough
        values, weights = [], []
        for hand, size in zip(chosen, sizes, strict=True):
            others = np.nonzero(~np.isin(hands, hands[hand]).any(axis=1))[0]
            values.append(self.values(np.full(len(others), hand), others, opener=opener))
            weights.append(np.full(len(others), size))
        return float(np.average(np.concatenate(values), weights=np.concatenate(weights)))

    def values(self, first: Ints, second: Ints, *, opener: int = kernels.SECOND) -> Floats:
        """V(c): values of deals before any betting. The player ``opener`` has the small blind."""
        row = self.settings.array()[0]
        made = np.searchsorted(row[1 : MOST_BETS + 1], self.ranks, side="right")
        folds = self.ranks < kernels.fold_threshold(0, 1, row)
        equities = self.equities(first, second)
        kind = 2 * made + folds
        bets, who = _baselines(opener)[:, kind[first], kind[second]]
        values = equities[np.arange(len(first)), bets - 1]
        small, big = (0.5, 1.0) if opener == kernels.FIRST else (1.0, 0.5)
        return np.where(who == kernels.FIRST, -small, np.where(who == kernels.SECOND, big, values))


@cache
def preflop(settings: Settings = STANDARD) -> Preflop:
    """The table of some settings, or of the standard ones if theirs is not built."""
    if settings.bets_to_come is not None:  # needs no table
        return Preflop(settings, np.zeros((0, 0, 0), dtype=np.int32))
    sums = _own_sums(settings)
    if sums is not None:
        return Preflop(settings, sums)
    lender = replace(STANDARD, metric=settings.metric)
    found = _own_sums(lender)
    assert found is not None  # it is shipped
    return Preflop(settings, found, borrowed=lender.name)


def tables_of(baseline: Baseline) -> tuple[tuple[float, Preflop], ...]:
    """The tables of a baseline with their weights."""
    return tuple((weight, preflop(each)) for weight, each in parts_of(baseline))


def _own_sums(settings: Settings) -> npt.NDArray[np.int32] | None:
    """The table of some settings, if it is shipped or built."""
    shipped = {_key(each): name for name, each in SHIPPED.items()}
    if _key(settings) in shipped:
        arrays = data.load(shipped[_key(settings)])
    elif table_path(settings).exists():
        with np.load(table_path(settings)) as file:
            arrays = dict(file)
    else:
        return None
    return np.asarray(arrays["sums"], dtype=np.int32)


def build_table(settings: Settings, progress: Report | None = None) -> None:
    """Build and keep the table of some settings, unless it is shipped or already exists."""
    if settings.bets_to_come is not None:
        raise OptionError(f"{settings.name} needs no pre-flop table: nothing is built")
    if settings.levels > MOST_BETS:
        raise OptionError(
            f"pre-flop tables are rolled out with four bets a round, and the settings "
            f"{settings.name!r} have {settings.levels}: they borrow the standard table"
        )
    path = table_path(settings)
    if not path.exists() and _key(settings) not in map(_key, SHIPPED.values()):
        path.parent.mkdir(parents=True, exist_ok=True)
        checkpoint = path.with_name("part-" + path.name)
        arrays = build(progress, settings=settings, checkpoint=checkpoint)
        with replacing(path) as draft:
            np.savez_compressed(draft, **arrays)  # type: ignore[arg-type]
        preflop.cache_clear()


def table_path(settings: Settings) -> Path:
    """The file of a table that is not shipped."""
    return user_cache_path("railbird") / f"{TABLE}-{_key(settings)}.npz"


def _key(settings: Settings) -> str:
    """A key of what the table depends on: the settings of flop, turn and river."""
    rows = settings.array()[1:]
    metrics = settings.metric + (settings.turn_metric or "")
    key = rows[:, : MOST_BETS + 1].tobytes() + metrics.encode()
    if settings.levels > MOST_BETS or (rows[:, -1] != 1).any():
        key += rows[:, MOST_BETS + 1 :].tobytes()
    return sha256(key).hexdigest()[:16]


@cache
def _baselines(opener: int) -> Ints:
    """Bets of each player in the baseline, and who folds, by kind of hand (2 · bets + folds)."""
    kinds = [(made, folds) for made in range(5) for folds in (False, True)]
    played = [[kernels.opening_baseline(opener, m, n, f, g) for n, g in kinds] for m, f in kinds]
    return np.array(played).transpose(2, 0, 1)


@cache
def _places() -> tuple[Ints, Ints]:
    """Row of each hand in the table, and the permutation of suits that leads there."""
    _, permutation = suits_to_representatives()
    return holdem_class_of_hand().astype(np.int64), permutation


def preflop_edges(first: Ints, second: Ints) -> Floats:
    """Share of the boards that the first hands win minus the share that they lose."""
    wins, ties = hand_matchups().pairs(first, second)
    return np.asarray((2 * wins.astype(np.float64) + ties) / BOARDS - 1)
