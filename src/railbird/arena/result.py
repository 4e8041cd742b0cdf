"""The result of a match: winnings per hand and their errors, by player and position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.arena.forfeits import (
    Forfeit,
    Forfeited,
    SameForfeits,
    absent,
    same_forfeits,
    verdict_of,
    why_absent,
)
from railbird.stats import Verdict, mean_of, means_of, no_verdict, verdict, verdict_among
from railbird.version import __version__


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
    """Results of all players, and how the match was played; ``verdict`` says who wins most.

    ``forfeited`` are the players for whom checks and folds were made, and ``verdict_of`` says which
    hands and players the verdict is of.
    """

    name: str
    players: tuple[PlayerResult, ...]
    verdict: Verdict
    verdict_of: str
    hands: int
    deals: int
    duplicate: bool
    seed: int
    forfeits: tuple[Forfeit, ...]
    forfeited: tuple[Forfeited, ...]
    seconds: float
    version: str = __version__

    @property
    def forfeits_by_reason(self) -> list[SameForfeits]:
        """The forfeits by player and reason."""
        return same_forfeits(("", each) for each in self.forfeits)

    @property
    def absent(self) -> list[str]:
        """The players who forfeited turns in too many hands for a verdict on them."""
        return absent(self.forfeited)


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
    forfeited: tuple[Forfeited, ...],
    seconds: float,
) -> MatchResult:
    """Compute results from the chips won, an array of shape (rotations, deals, players).

    The standard error is over deals: the rotations of a duplicate deal count as one. ``positions[n,
    p]`` is the player at position p in hand n; rows repeat after as many hands as there are
    players. ``unit`` is the number of chips in a small bet (big blind). Players who forfeited
    turns in too many hands are left out of the verdict.
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
        verdict=_verdict(
            names,
            by_deal,
            forfeited,
            unit=f"{unit_name} per hand",
            sample="duplicate deal" if rotations > 1 else "hand",
        ),
        verdict_of=verdict_of(forfeited, names),
        hands=rotations * deals,
        deals=deals,
        duplicate=rotations > 1,
        seed=seed,
        forfeits=forfeits,
        forfeited=forfeited,
        seconds=seconds,
    )


def _verdict(
    names: list[str],
    by_deal: npt.NDArray[np.float64],
    forfeited: Sequence[Forfeited],
    *,
    unit: str,
    sample: str,
) -> Verdict:
    """Who wins most of those who played, from what each player won in each deal."""
    away = absent(forfeited)
    here = [k for k, name in enumerate(names) if name not in away]
    deals, count = len(by_deal), len(here)
    claim = "wins more" if len(names) == 2 else "wins most"
    if count < 2:
        why = why_absent(forfeited)
        return no_verdict(why, claim=claim, unit=unit, sample=sample, count=deals)
    won = by_deal[:, here]
    if count == 2 < len(names):  # one of them does not win what the other loses
        lead, (one, other) = mean_of(won[:, 0] - won[:, 1]), (names[k] for k in here)
        return verdict(lead, (one, other), claim=claim, unit=unit, sample=sample)
    return verdict_among(
        [names[k] for k in here],
        won.sum(axis=0),
        deals * np.cov(won.T) if deals > 1 else np.full((count, count), np.nan),
        deals,
        claim=claim,
        unit=unit,
        sample=sample,
    )
