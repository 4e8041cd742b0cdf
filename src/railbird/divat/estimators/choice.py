"""Which estimator has the verdict on a limit match, if more than DIVAT was asked for.

Estimators without bias differ in how sure they are. The one that varies least judges, and each half
of the games chooses for the other half. So no game has a say in how it is judged, and nobody can
choose by the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from railbird.divat.estimators.estimated import BY_DEAL, DEAL
from railbird.divat.estimators.halves import (
    Corrected,
    Floats,
    Games,
    halves_of_deals,
    least_variance,
)
from railbird.divat.estimators.limit import EstimatorLine
from railbird.divat.heads_up.estimators import DuplicateSummary, duplicate, halves_of
from railbird.divat.heads_up.match import MatchAnalysis
from railbird.divat.heads_up.summary import Summary, line, no_duplicates, summarise, unread_too
from railbird.stats import FEWEST_FOR_VERDICT, mean_of, verdict

FAR = 3.3
"""Two estimators without bias are further apart in one of a thousand matches: standard errors."""


class Beside(NamedTuple):
    """An estimator beside DIVAT: its line, and what it gives each game that it judges."""

    line: EstimatorLine
    estimates: Floats


def summarise_with(
    match: MatchAnalysis, beside: Sequence[Beside] = (), *, by_deal: bool = False
) -> tuple[Summary, DuplicateSummary | None]:
    """The summary of a match with the verdict by the estimator that varies least.

    It is one without bias that judges all games of the match. With ``by_deal`` the two games of
    each duplicate deal are averaged, and the verdict is by that; the second result is then there.
    """
    summary, hidden = summarise(match), len(match.hidden)
    whole = [
        each for each in beside if each.line.unbiased and len(each.estimates) == len(match) + hidden
    ]
    if hidden:
        if by_deal:
            raise no_duplicates(hidden)
        return _with_hidden(summary, whole), None
    if not (whole or by_deal):
        return summary, None
    own = ("DIVAT", match.divat) if match.is_unbiased else ("AIE", match.all_in)
    nothing = np.zeros((len(match), 0))
    apart = [each.line.name for each in whole if _too_far(each.estimates - own[1])]
    named = [(each.line.name, each.estimates) for each in whole if each.line.name not in apart]
    candidates = [Corrected(name, scores, nothing) for name, scores in (own, *named)]
    deals = None
    if by_deal:
        deals = duplicate(match, {each.line.name: each.estimates for each in beside})
        candidates = [each.averaged(*halves_of(match)) for each in candidates]
    cards, seats = match.games.cards[:, :4], (match.sign < 0).astype(np.int8)
    parts = None if by_deal else halves_of_deals(cards, seats)
    scores, names = _least(candidates, parts)
    by = " and ".join(names)
    lead, sample = line(by, scores, scores), DEAL if by_deal else "game"
    if len(names) > 1:
        by += ", each half of the games by what varies less in the other half"
    by += f", {BY_DEAL}" if by_deal else ""
    for name in apart:
        by += f"; {name} is too far from {own[0]} to be without bias"
    if not match.is_unbiased and "AIE" in names:
        by += "; DIVAT has a bias with these settings"
    found = verdict(lead, match.players, sample=sample)
    return replace(summary, verdict=found, judged_by=by + unread_too(match.refused)), deals


def _too_far(differences: Floats) -> bool:
    """Whether two estimates of the same games have different means: one of them has a bias."""
    found = mean_of(differences)
    return found.count >= FEWEST_FOR_VERDICT and abs(found.mean) > FAR * found.error > 0


def _with_hidden(summary: Summary, whole: Sequence[Beside]) -> Summary:
    """The verdict if some games have no scores: by what judges all games and varies least."""
    assert summary.all_money is not None
    best = min((each.line for each in whole), key=lambda each: each.deviation, default=None)
    if best is None or best.deviation >= summary.all_money.deviation:
        return summary
    found = verdict(best, summary.players)
    return replace(summary, verdict=found, judged_by=best.name + unread_too(summary.refused))


def _least(
    candidates: list[Corrected], parts: tuple[Games, Games] | None
) -> tuple[Floats, tuple[str, ...]]:
    """The estimates that judge, and the names of their estimators."""
    first = candidates[0]
    if len(candidates) == 1 or len(first.paid) < FEWEST_FOR_VERDICT:
        return first.paid, (first.name,)
    found = least_variance(candidates, parts)
    return found.values, tuple(dict.fromkeys(found.names))
