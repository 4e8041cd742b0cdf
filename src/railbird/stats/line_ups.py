"""Who is ahead among players whose line-ups change: whoever met is compared, by those hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf

import numpy as np
import numpy.typing as npt

from railbird.stats.means import FEWEST_FOR_VERDICT, Floats, Mean, mean_from_sums
from railbird.stats.ranking import in_words
from railbird.stats.verdicts import MOST_NAMED, Verdict, in_errors, verdict


class LineUps:
    """The scores of players, hand by hand; in each hand there are some of them.

    A mean is over the hands that a player was dealt. Two players are compared by the hands that
    both were dealt, in which they had the same opponents. Players who never met are not compared.

    Attributes
    ----------
    names
        The players, in the order of their arrival.
    met
        How many hands two players were dealt together; on the diagonal, all hands of a player.
    sums, products
        By two players, over these hands: the sum of the first one's scores, and that of the
        products of both scores.

    Examples
    --------
    >>> hands = LineUps()
    >>> for score in range(40):
    ...     hands.add(("Ann", "Bob", "Cid"), [score, 1.0, -score])
    ...     hands.add(("Dan", "Eve"), [100.0, -100.0])
    >>> for found in hands.verdicts("played best", unit="sb per hand"):
    ...     print(found)
    Ann played best of Ann, Bob and Cid, by 18.5000 ± 1.8484 sb per hand over Bob (confidence \
> 99.9 %); not compared: Dan and Eve, who never played with Ann
    Dan played best of Dan and Eve, by 100.0000 ± 0.0000 sb per hand (confidence > 99.9 %); not \
compared: Ann, Bob and Cid, who never played with Dan
    """

    def __init__(self) -> None:
        self._place: dict[str, int] = {}
        self.met: npt.NDArray[np.int64] = np.zeros((0, 0), dtype=np.int64)
        self.sums: Floats = np.zeros((0, 0))
        self.products: Floats = np.zeros((0, 0))
        self._squares: Floats = np.zeros((0, 0))

    def __len__(self) -> int:
        return len(self._place)

    @property
    def names(self) -> tuple[str, ...]:
        """The players, in the order of their arrival."""
        return tuple(self._place)

    def seats(self, players: Sequence[str]) -> npt.NDArray[np.int64]:
        """The places of players in `names`. New players get new places."""
        place = self._place
        found = np.array([place.setdefault(name, len(place)) for name in players])
        new = len(place) - len(self.met)
        if new:
            self.met, self.sums = np.pad(self.met, (0, new)), np.pad(self.sums, (0, new))
            self.products = np.pad(self.products, (0, new))
            self._squares = np.pad(self._squares, (0, new))
        return found

    def add(self, players: Sequence[str], scores: Sequence[float] | Floats) -> None:
        """Add a hand."""
        seats = self.seats(players)
        rows = seats[:, None], seats
        won = np.asarray(scores, dtype=np.float64)[:, None]
        self.met[rows] += 1
        self.sums[rows] += won
        self._squares[rows] += won**2
        self.products[rows] += won * won.T

    def mean(self, name: str) -> Mean:
        """The mean of a player over the hands that they were dealt."""
        place = self._place[name]
        count, total = int(self.met[place, place]), float(self.sums[place, place])
        return mean_from_sums(count, total, float(self.products[place, place]))

    def means(self) -> dict[str, Mean]:
        """The means of all players, the best first; of equal ones the first to arrive."""
        found = {name: self.mean(name) for name in self._place}
        return dict(sorted(found.items(), key=lambda each: -each[1].mean))

    def lead(self, first: str, second: str, *, share: float = 1.0) -> Mean:
        """The lead of one player over another in the hands that both were dealt, times a share."""
        i, j = self._place[first], self._place[second]
        total = share * float(self.sums[i, j] - self.sums[j, i])
        squares = self._squares[i, j] + self._squares[j, i] - 2 * self.products[i, j]
        return mean_from_sums(int(self.met[i, j]), total, share**2 * float(squares))

    def verdicts(self, claim: str, *, unit: str, sample: str = "hand") -> tuple[Verdict, ...]:
        """Who is ahead, in each group of players who met; the group with most hands comes first.

        The player ahead is the one with the best mean among those who lead each one they met, or of
        all if nobody does. The verdict is about the rival whom they lead by the fewest standard
        errors, as in `verdict_among`. It names those who are not compared: who never met the player
        ahead, and how many were dealt fewer hands than a verdict takes. Between two players, one
        wins what the other loses, and the lead is what one of them wins.
        """
        means = self.means()
        return tuple(
            self._verdict(
                {name: means[name] for name in means if name in group}, claim, unit, sample
            )
            for group in self._groups()
        )

    def _groups(self) -> list[set[str]]:
        """Players who met, or met somebody who did, and so on."""
        left, found = set(range(len(self))), []
        while left:
            group, new = set[int](), {min(left)}
            while new:
                group |= new
                new = {int(p) for p in np.nonzero(self.met[list(new)].any(axis=0))[0]} - group
            left -= group
            found.append(sorted(group))
        played = np.diagonal(self.met)
        found.sort(key=lambda group: -int(played[group].sum()))
        names = self.names
        return [{names[place] for place in group} for group in found]

    def _verdict(self, means: dict[str, Mean], claim: str, unit: str, sample: str) -> Verdict:
        """The verdict on a group, whose means are given in order."""
        share = 0.5 if len(means) == 2 else 1.0
        regular = [name for name in means if means[name].count >= FEWEST_FOR_VERDICT]
        compared = regular if len(regular) > 1 else list(means)
        ahead = next((name for name in compared if self._leads_all(name, compared)), compared[0])
        rivals = {name: self.lead(ahead, name, share=share) for name in self._met(ahead, compared)}
        if not rivals:  # those whom the player met were dealt few hands
            rivals = {name: self.lead(ahead, name, share=share) for name in self._met(ahead, means)}
        nearest = min(rivals, key=lambda name: (_distance(rivals[name]), rivals[name].mean))
        unmet = set(self._place) - set(self._met(ahead, self._place)) - {ahead}
        names = [name for name in self._place if name in rivals or name == ahead]
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
        return replace(
            found,
            unmet=tuple(name for name in self._place if name in unmet),
            few=len(self) - len(names) - len(unmet),
        )

    def _met(self, name: str, others: Iterable[str]) -> Iterator[str]:
        """Those of the others whom a player met."""
        row, place = self.met[self._place[name]], self._place
        return (other for other in others if other != name and row[place[other]])

    def _leads_all(self, name: str, others: Iterable[str]) -> bool:
        """Whether a player met some of the others, and is behind none of these."""
        leads = [self.lead(name, other).mean for other in self._met(name, others)]
        return bool(leads) and min(leads) >= 0


def _distance(lead: Mean) -> float:
    """How far a lead is from 0, in standard errors; a lead over few hands is not known at all."""
    return in_errors(lead) if lead.count >= FEWEST_FOR_VERDICT else -inf
