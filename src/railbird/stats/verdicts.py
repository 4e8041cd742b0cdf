"""The one verdict on who is ahead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, isfinite, nan, sqrt

import numpy as np

from railbird.stats.means import FEWEST_FOR_VERDICT, Floats, Mean, mean_from
from railbird.stats.names import does
from railbird.stats.ranking import in_words
from railbird.stats.shown import about, counted, percent

MOST_NAMED = 4
"""The most players whom a verdict names one by one."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who is ahead, by how much, and whether the sample supports it; `str` makes it a sentence.

    Parameters
    ----------
    ahead, behind
        The player with the better mean, and the player they are compared with; None if they are
        even.
    tied
        The players who share the best mean, if several do.
    among
        The number of players.
    by, error, confidence
        The lead, its standard error, and the confidence in it; see `Mean`.
    count, games_needed
        How many games there were, and how many it takes to be sure of a lead of this size.
    sure
        Whether there are enough games and the 95 % interval of the lead excludes 0.
    claim, unit, sample
        The words to use: the claim about the player ahead, the unit of the lead, the name of a
        game.
    unmet, few
        Who is not compared with the player ahead: those who never played with them, and how many
        others had fewer games than a verdict takes.
    corrected_for
        The number of line-ups of which any could have been named, for which the confidence is
        corrected; see `LineUps.verdicts`.
    void
        Why there is no verdict, however many games there were; see `no_verdict`.

    Examples
    --------
    >>> from railbird.stats import mean_from
    >>> print(verdict(mean_from(0.4246, 2.143, 5000), ("Ann", "Bob")))
    Ann played better, by 0.4246 ± 0.0303 sb per game (confidence > 99.9 %)
    >>> print(verdict(mean_from(-3.0, 0.1, 2), ("Ann", "Bob")))
    Cannot tell yet who played better: after 2 games Bob is ahead by 3.0000 sb per game; a verdict \
takes at least 30 games
    """

    ahead: str | None
    behind: str | None
    among: int
    by: float
    error: float
    confidence: float
    count: int
    games_needed: float
    sure: bool
    claim: str = "played better"
    unit: str = "sb per game"
    sample: str = "game"
    tied: tuple[str, ...] = ()
    unmet: tuple[str, ...] = ()
    few: int = 0
    corrected_for: int = 1
    void: str = ""

    def headline(self, name: Callable[[str], str] = str) -> str:
        """The verdict in a few words; ``name`` formats a player's name."""
        if self.void:
            return f"No verdict on who {self.claim}"
        if self.sure and self.ahead is not None:
            return does(self.ahead, self.claim, name, begins=True)
        yet = self.count and (self.ahead or self.count < FEWEST_FOR_VERDICT)
        return f"Cannot tell {'yet ' if yet else ''}who {self.claim}"

    def reason(self, name: Callable[[str], str] = str) -> str:
        """What the verdict rests on, and who is not compared; ``name`` as in `headline`."""
        if self.void:
            return self.void
        return "; not compared: ".join([self._compared(name), *self._not_compared(name)])

    def _not_compared(self, name: Callable[[str], str]) -> list[str]:
        said = []
        if self.unmet:
            many = len(self.unmet) > MOST_NAMED
            who = f"{len(self.unmet):,} players" if many else in_words([*map(name, self.unmet)])
            whom = "them" if self.ahead is None else name(self.ahead)
            said.append(f"{who}, who never played with {whom}")
        if self.few:
            fewest = counted(FEWEST_FOR_VERDICT, self.sample)
            said.append(f"{counted(self.few, 'player')} with fewer than {fewest}")
        return said

    def _compared(self, name: Callable[[str], str]) -> str:
        after = f"after {counted(self.count, self.sample)}"
        few = self.count < FEWEST_FOR_VERDICT
        fewest = f"; a verdict takes at least {counted(FEWEST_FOR_VERDICT, self.sample)}"
        if self.ahead is None:
            some = 2 <= len(self.tied) < self.among
            who = f"{in_words([*map(name, self.tied)])} share the lead" if some else "it is even"
            return f"{after} {who}{fewest if few and self.count else ''}"
        over = f" over {name(self.behind or '')}" if self.among > 2 else ""
        ahead = does(self.ahead, "is ahead", name)
        if few:
            return f"{after} {ahead} by {self.by:.4f} {self.unit}{over}{fewest}"
        lead = f"by {self.by:.4f} ± {self.error:.4f} {self.unit}{over}"
        line_ups = f", corrected for {self.corrected_for:,} line-ups"
        corrected = line_ups if self.corrected_for > 1 else ""
        sureness = f"(confidence {percent(self.confidence)}{corrected})"
        if self.sure:
            return f"{lead} {sureness}"
        return (
            f"{ahead} {lead} {sureness}; to be sure of a lead of this size "
            f"takes about {about(self.games_needed)} {self.sample}s"
        )

    def __str__(self) -> str:
        return f"{self.headline()}{',' if self.sure else ':'} {self.reason()}"


def verdict(
    lead: Mean,
    players: tuple[str, str],
    *,
    among: int = 2,
    claim: str = "played better",
    unit: str = "sb per game",
    sample: str = "game",
    tied: tuple[str, ...] = (),
) -> Verdict:
    """Decide which of two players is ahead, from the mean lead of the first.

    The two may be ``among`` more players, some of whom are ``tied``; see `verdict_among`.
    """
    ahead, behind = players if lead.mean > 0 else players[::-1]
    known = isfinite(lead.mean) and lead.mean != 0
    return Verdict(
        ahead=ahead if known else None,
        behind=behind if known else None,
        among=among,
        by=abs(lead.mean),
        error=lead.error,
        confidence=lead.confidence,
        count=lead.count,
        games_needed=lead.games_needed,
        sure=lead.is_sure,
        claim=claim,
        unit=unit,
        sample=sample,
        tied=() if known else tied,
    )


def no_verdict(why: str, *, claim: str, unit: str, sample: str, count: int) -> Verdict:
    """A verdict that says why there is none.

    Examples
    --------
    >>> print(no_verdict("Bob never played", claim="wins more", unit="sb", sample="hand", count=9))
    No verdict on who wins more: Bob never played
    """
    return Verdict(
        ahead=None, behind=None, among=0, by=nan, error=nan, confidence=nan, count=count,
        games_needed=nan, sure=False, claim=claim, unit=unit, sample=sample, void=why,
    )  # fmt: skip


def voided(found: Verdict, why: str) -> Verdict:
    """The verdict, or none if there is a reason why not."""
    if not why:
        return found
    return no_verdict(
        why, claim=found.claim, unit=found.unit, sample=found.sample, count=found.count
    )


def verdict_among(
    names: Sequence[str],
    totals: Floats,
    covariance: Floats,
    count: int,
    *,
    claim: str,
    unit: str,
    sample: str,
) -> Verdict:
    """Decide which of several players is ahead of all others.

    The player with the highest total is compared with each of the others. The verdict is about the
    opponent whom they lead by the fewest standard errors: if that lead is sure, all leads are.
    Below `FEWEST_FOR_VERDICT` games errors tell nothing, and it is about the second in the list.
    Between two players, one wins what the other loses, and the lead is what one of them wins.

    Parameters
    ----------
    names, totals
        The players, and the total of each over all games.
    covariance
        The covariance of the totals, over games.
    count
        The number of games.
    claim, unit, sample
        The words to use; see `Verdict`.
    """
    share = 0.5 if len(names) == 2 else 1.0
    best = int(np.argmax(totals))
    leads: dict[int, Mean] = {}
    for other in set(range(len(names))) - {best}:
        spread = covariance[best, best] + covariance[other, other] - 2 * covariance[best, other]
        deviation = share * sqrt(max(spread, 0.0) / count) if count > 1 else nan
        leads[other] = mean_from(
            share * float(totals[best] - totals[other]) / count, deviation, count
        )
    enough = count >= FEWEST_FOR_VERDICT

    def distance(other: int) -> tuple[float, float]:
        return (in_errors(leads[other]) if enough else 0.0), leads[other].mean

    nearest = min(leads, key=distance)
    return verdict(
        leads[nearest],
        (names[best], names[nearest]),
        among=len(names),
        claim=claim,
        unit=unit,
        sample=sample,
        tied=tuple(name for name, x in zip(names, totals, strict=True) if x == totals[best]),
    )


def in_errors(lead: Mean) -> float:
    """A lead in standard errors."""
    return lead.mean / lead.error if lead.error > 0 else inf if lead.mean else 0.0
