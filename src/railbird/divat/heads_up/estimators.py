"""Further estimates from a scored match: duplicate averages, run-time DIVAT, smoothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.divat.baseline.settings import SWEEP_WEIGHTS, Settings
from railbird.divat.heads_up.match import MatchAnalysis
from railbird.divat.heads_up.scores import score
from railbird.divat.heads_up.summary import Line, line
from railbird.divat.judged import duplicate_halves, duplicate_note
from railbird.errors import OptionError

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class DuplicateSummary:
    """Averages of the two games of each deal, and those of each deal as ``by_deal_…``.

    ``others`` are lines of further estimators: AIE where DIVAT has a bias, and those asked for.
    """

    deals: int
    money: Line
    divat: Line
    others: tuple[Line, ...]
    by_deal_money: Floats = field(repr=False)
    by_deal_divat: Floats = field(repr=False)

    @property
    def lines(self) -> tuple[Line, ...]:
        """Money, DIVAT and the others."""
        return (self.money, self.divat, *self.others)


def halves_of(match: MatchAnalysis) -> tuple[slice, slice]:
    """The halves of a duplicate match; see `duplicate_halves`."""
    return duplicate_halves(*_deals(match))


def duplicate(match: MatchAnalysis, others: Mapping[str, Floats] | None = None) -> DuplicateSummary:
    """Average each game with the one in which the players held each other's cards.

    ``others`` are estimates of the same games. See `duplicate_halves`.
    """
    first, second = halves_of(match)

    def averaged(scores: Floats, name: str) -> Floats:
        if len(scores) != len(match):
            raise OptionError(f"{name} judges only some of the games: omit --duplicate")
        return np.asarray((scores[first] + scores[second]) / 2)

    money = averaged(match.money.astype(np.float64), "money")
    divat = averaged(match.divat, "DIVAT")
    beside = ({} if match.is_unbiased else {"AIE": match.all_in}) | dict(others or {})
    more = tuple(line(name, averaged(each, name), money) for name, each in beside.items())
    return DuplicateSummary(
        first.stop,
        line("money", money, money),
        line("DIVAT", divat, money),
        more,
        money,
        divat,
    )


def pairs_note(match: MatchAnalysis) -> str:
    """What is to be said if the games could be averaged by deal; see `duplicate_note`."""
    return "" if len(match.hidden) else duplicate_note(*_deals(match))


def _deals(
    match: MatchAnalysis,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8], Mapping[str, int]]:
    """The hole cards of each game, the hero's seat, and what was refused."""
    return match.games.cards[:, :4], (match.sign < 0).astype(np.int8), match.refused


@dataclass(frozen=True, slots=True)
class RuntimeSummary:
    """DIVAT where the cards were shown, money elsewhere: what a player can know during a match.

    ``bias`` is its mean minus that of DIVAT over the games. It is not expected to be zero, because
    which hands are shown depends on how they were played. It is None if cards are hidden.
    """

    shown: int
    not_shown: int
    estimate: Line
    bias: Line | None


def runtime(match: MatchAnalysis) -> RuntimeSummary:
    """Run-time DIVAT (Kan 2007, §3.3): hands that end without a showdown count as money."""
    shown = ~(match.games.actions == -1).any(axis=(1, 2))
    money = match.money.astype(np.float64)
    mixed = np.where(shown, match.divat, money)
    everything = np.concatenate([mixed, match.hidden])
    return RuntimeSummary(
        int(shown.sum()),
        int((~shown).sum()) + len(match.hidden),
        line("run-time DIVAT", everything, np.concatenate([money, match.hidden])),
        None if len(match.hidden) else line("bias", mixed - match.divat, money),
    )


def smooth(
    match: MatchAnalysis,
    settings: Iterable[Settings],
    weights: Sequence[float],
    *,
    threads: int | None = None,
) -> Floats:
    """Weighted average of the DIVAT Difference under several settings, game by game."""
    total = np.zeros(len(match))
    for each, weight in zip(settings, weights, strict=True):
        scored = score(match.games, settings=each, threads=threads)
        total += weight * scored.skill * match.sign
    return total / sum(weights)


def find_weights(name: str) -> tuple[int, int, int, int, int]:
    """Weights of a sweep by name."""
    if name not in SWEEP_WEIGHTS:
        raise OptionError(f"weights {name!r} are not known: choose {', '.join(SWEEP_WEIGHTS)}")
    return SWEEP_WEIGHTS[name]
