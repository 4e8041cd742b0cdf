"""Who is ahead among players whose line-ups change: whoever met is compared, by those hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf, isnan, sqrt

from railbird.stats.means import FEWEST_FOR_VERDICT, LEVEL, Mean, games_needed, mean_from_sums
from railbird.stats.ranking import in_words
from railbird.stats.verdicts import MOST_NAMED, Verdict, in_errors, verdict


class LineUps:
    """The scores of players, hand by hand; in each hand there are some of them.

    A mean is over the hands that a player was dealt. Two players are compared by the hands that
    both were dealt, in which they had the same opponents. Players who never met are not compared.

    Examples
    --------
    >>> hands = LineUps()
    >>> for score in range(40):
    ...     hands.add(("Ann", "Bob", "Cid"), [score, 1.0, -score])
    ...     hands.add(("Dan", "Eve"), [100.0, -100.0])
    >>> for found in hands.verdicts("played best", unit="sb per hand"):
    ...     print(found)
    Ann played best of Ann, Bob and Cid, by 18.5000 ± 1.8484 sb per hand over Bob (confidence \
> 99.9 %, corrected for 2 line-ups); not compared: Dan and Eve, who never played with Ann
    Dan played best of Dan and Eve, by 100.0000 ± 0.0000 sb per hand (confidence > 99.9 %, \
corrected for 2 line-ups); not compared: Ann, Bob and Cid, who never played with Dan
    """

    def __init__(self) -> None:
        self._played: dict[str, list[float]] = {}
        # of two players: the lead of the one whose name comes first in the alphabet
        self._met: dict[str, dict[str, list[float]]] = {}

    def __len__(self) -> int:
        return len(self._played)

    def add(self, players: Sequence[str], scores: Sequence[float]) -> None:
        """Add a hand."""
        for place, (name, score) in enumerate(zip(players, scores, strict=True)):
            _count(self._played.setdefault(name, [0, 0.0, 0.0]), score)
            met = self._met.setdefault(name, {})
            for other, its in zip(players[:place], scores[:place], strict=True):
                if other not in met:
                    met[other] = self._met[other][name] = [0, 0.0, 0.0]
                _count(met[other], score - its if name < other else its - score)

    def means(self) -> dict[str, Mean]:
        """The means of all players, the best first; of equal ones the first to arrive."""
        found = {
            name: mean_from_sums(int(count), total, squares)
            for name, (count, total, squares) in self._played.items()
        }
        return dict(sorted(found.items(), key=lambda each: -each[1].mean))

    def lead(self, first: str, second: str, *, share: float = 1.0) -> Mean:
        """The lead of one player over another in the hands that both were dealt, times a share."""
        count, total, squares = self._met[first][second]
        share = share if first < second else -share
        return mean_from_sums(int(count), share * total, share**2 * squares)

    def verdicts(self, claim: str, *, unit: str, sample: str = "hand") -> tuple[Verdict, ...]:
        """Who is ahead of those they met; and who of the players whom they never met, and so on.

        The player ahead is the one with the best mean among those who lead everybody they met, or
        of all if nobody does. The verdict is about the rival whom they lead by the fewest standard
        errors, as in `verdict_among`. It names those who are not compared: who never met the player
        ahead, and how many were dealt fewer hands than a verdict takes. Between two players, one
        wins what the other loses, and the lead is what one of them wins. The verdict that compares
        players with most hands comes first.

        The line-ups that are named are the most striking of many. So the confidence is corrected
        for all that could have been, by Bonferroni's method: if all players are equally good, and
        their means normal, the chance that any verdict is sure is at most 5 %.
        """
        means = self.means()
        regular = [name for name in means if means[name].count >= FEWEST_FOR_VERDICT]
        line_ups = self._line_ups(regular)
        left = list(means)
        found: list[tuple[int, Verdict]] = []
        while left:
            some = [name for name in left if name in regular] or ([] if found else left)
            best = (name for name in some if self._leads_all(name, regular))
            ahead = next(best, None if found else some[0])
            if ahead is None:
                break
            # if they met none of these, those whom they met were dealt few hands
            met = self._rivals(ahead, regular) or self._rivals(ahead, means)
            hands = sum(means[name].count for name in (ahead, *met))
            judged = self._verdict(ahead, met, claim, unit, sample)
            found.append((hands, _corrected(judged, line_ups)))
            left = [name for name in left if name != ahead and name not in self._met[ahead]]
        found.sort(key=lambda each: -each[0])
        return tuple(each for _, each in found)

    def _line_ups(self, regular: Iterable[str]) -> int:
        """How many groups of a player and those they met could have a sure verdict; at least 1."""
        among = set(regular)
        groups = set()
        for name in among:
            met = among & self._met[name].keys()
            if met and all(self._met[name][each][0] >= FEWEST_FOR_VERDICT for each in met):
                groups.add(frozenset(met | {name}))
        return max(len(groups), 1)

    def _verdict(self, ahead: str, met: list[str], claim: str, unit: str, sample: str) -> Verdict:
        """The verdict on a player and those they met."""
        share = 0.5 if len(self._met[ahead]) == 1 else 1.0
        rivals = {name: self.lead(ahead, name, share=share) for name in met}
        nearest = min(rivals, key=lambda name: (_distance(rivals[name]), rivals[name].mean))
        unmet = [name for name in self._played if name != ahead and name not in self._met[ahead]]
        names = [name for name in self._played if name in rivals or name == ahead]
        who = in_words(names) if len(names) <= MOST_NAMED else f"{len(names):,} players"
        found = verdict(
            rivals[nearest],
            (ahead, nearest),
            among=len(names),
            claim=claim if len(names) == len(self) else f"{claim} of {who}",
            unit=unit,
            sample=sample,
            tied=(ahead, *(name for name, lead in rivals.items() if not lead.mean)),
        )
        if rivals[nearest].mean < 0 and found.sure:  # each is behind somebody: nobody is the best
            found = replace(found, ahead=None, behind=None, sure=False)
        return replace(found, unmet=tuple(unmet), few=len(self) - len(names) - len(unmet))

    def _rivals(self, name: str, others: Iterable[str]) -> list[str]:
        """Those of the others whom a player met."""
        return [other for other in others if other in self._met[name]]

    def _leads_all(self, name: str, others: Iterable[str]) -> bool:
        """Whether a player met some of the others, and is behind none of these."""
        met, rivals = self._met[name], self._rivals(name, others)
        ahead = [met[other][1] if name < other else -met[other][1] for other in rivals]
        return bool(ahead) and min(ahead) >= 0


def _distance(lead: Mean) -> float:
    """How far a lead is from 0, in standard errors; a lead over few hands is not known at all."""
    return in_errors(lead) if lead.count >= FEWEST_FOR_VERDICT else -inf


def _corrected(found: Verdict, line_ups: int) -> Verdict:
    """A verdict on one of so many line-ups."""
    if line_ups == 1 or isnan(found.confidence):
        return found
    confidence = max(1 - line_ups * (1 - found.confidence), 0.0)
    deviation = found.error * sqrt(found.count)
    return replace(
        found,
        confidence=confidence,
        games_needed=games_needed(found.by, deviation, level=1 - (1 - LEVEL) / line_ups),
        sure=found.sure and confidence >= LEVEL,
        corrected_for=line_ups,
    )


def _count(sums: list[float], score: float) -> None:
    """Add a score to a count, a sum and a sum of squares."""
    sums[0] += 1
    sums[1] += score
    sums[2] += score * score
