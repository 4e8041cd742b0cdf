"""The result of a match: winnings per hand and their errors, by player and position."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.stats import Verdict, means_of, verdict_among
from railbird.version import __version__


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A turn that a player lost because of an exception or an illegal action.

    The player checks if that is free, and folds otherwise.
    """

    hand: int
    player: str
    reason: str


class SameForfeits(NamedTuple):
    """The forfeits of a player for one reason, and where the first of them was."""

    player: str
    reason: str
    times: int
    match: str
    hand: int


def same_forfeits(forfeits: Iterable[tuple[str, Forfeit]]) -> list[SameForfeits]:
    """Forfeits, each with the match it comes from, by player and reason."""
    found: dict[tuple[str, str], SameForfeits] = {}
    for match, each in forfeits:
        key = each.player, each.reason
        first = found.get(key) or SameForfeits(*key, 0, match, each.hand)
        found[key] = first._replace(times=first.times + 1)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """Winnings of a player, in small bets (big blinds without limits) per hand.

    ``chips`` is the total. It is whole, except where players of ACPC matches share an odd chip.

    ``low`` and ``high`` bound the 95 % confidence interval of the mean. ``by_position`` has the
    means at each position, from the first after the button to the button.
    """

    name: str
    chips: float
    mean: float
    error: float
    low: float
    high: float
    by_position: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Results of all players, and how the match was played; ``verdict`` says who wins most."""

    name: str
    players: tuple[PlayerResult, ...]
    verdict: Verdict
    hands: int
    deals: int
    duplicate: bool
    seed: int
    forfeits: tuple[Forfeit, ...]
    seconds: float
    version: str = __version__

    @property
    def forfeits_by_reason(self) -> list[SameForfeits]:
        """The forfeits by player and reason."""
        return same_forfeits(("", each) for each in self.forfeits)


def summarise(
    *,
    match_name: str,
    names: list[str],
    won: npt.NDArray[np.int64] | npt.NDArray[np.float64],
    positions: npt.NDArray[np.int64],
    unit: int,
    unit_name: str,
    seed: int,
    forfeits: tuple[Forfeit, ...],
    seconds: float,
) -> MatchResult:
    """Compute results from the chips won, an array of shape (rotations, deals, players).

    The standard error is over deals: the rotations of a duplicate deal count as one. ``positions[n,
    p]`` is the player at position p in hand n; rows repeat after as many hands as there are
    players. ``unit`` is the number of chips in a small bet (big blind).
    """
    rotations, deals, count = won.shape
    by_deal = won.mean(axis=0) / unit
    means = means_of(by_deal)
    seat_of = np.argsort(positions, axis=1)  # position of player k in hand n
    hand = np.arange(rotations)[:, None] + np.arange(deals)[None, :]
    seats = seat_of[hand % count]  # (rotations, deals, players)
    results = []
    for k, name in enumerate(names):
        mine, at = won[:, :, k] / unit, seats[:, :, k]
        results.append(
            PlayerResult(
                name=name,
                chips=int(won[:, :, k].sum()),
                mean=means[k].mean,
                error=means[k].error,
                low=means[k].low,
                high=means[k].high,
                by_position=tuple(
                    float(mine[at == p].mean()) if (at == p).any() else float("nan")
                    for p in range(count)
                ),
            )
        )
    return MatchResult(
        name=match_name,
        players=tuple(results),
        verdict=verdict_among(
            names,
            by_deal.sum(axis=0),
            deals * np.cov(by_deal.T) if deals > 1 else np.full((count, count), np.nan),
            deals,
            claim="wins more" if count == 2 else "wins most",
            unit=f"{unit_name} per hand",
            sample="duplicate deal" if rotations > 1 else "hand",
        ),
        hands=rotations * deals,
        deals=deals,
        duplicate=rotations > 1,
        seed=seed,
        forfeits=forfeits,
        seconds=seconds,
    )
