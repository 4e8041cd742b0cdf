"""The result of a league: who won how much from whom, and a ranking that says what is sure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.arena.forfeits import (
    Attendance,
    Forfeit,
    Forfeited,
    SameForfeits,
    absent,
    same_forfeits,
)
from railbird.arena.league import League
from railbird.arena.league_unit import Half
from railbird.errors import OptionError
from railbird.stats import (
    FEWEST_FOR_VERDICT,
    LEVEL,
    Mean,
    PlayerRanking,
    holm,
    in_words,
    mean_of,
    rank_players,
    rate_pairs,
    shown,
)
from railbird.version import __version__

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PairResult:
    """What the first of two players won from the second, per hand.

    The mean is over deals, each played from both sides. ``divat`` is None where DIVAT is not
    defined.
    """

    first: str
    second: str
    money: Mean
    divat: Mean | None
    forfeits: tuple[Forfeit, ...]


@dataclass(frozen=True, slots=True)
class LeagueResult:
    """All pairs of a league, ratings by pairs, and each player's mean over all opponents.

    Parameters
    ----------
    players
        The players in the order of the rating, the best first, without those who forfeited
        turns in too many hands.
    pairs
        Their matches.
    by_money, by_divat
        Rankings by the mean of winnings and of DIVAT. The latter is None where DIVAT is not
        defined, and ``no_divat`` says why.
    rated_by_money, rated_by_divat
        Ratings by pairs, in Elo points above the mean of the field; see `rate_pairs`.
    forfeited
        The players for whom checks and folds were made in some hands, or in all.
    unit
        ``sb`` (small bets) or ``bb`` (big blinds): all figures are this per hand.
    """

    players: tuple[str, ...]
    pairs: tuple[PairResult, ...]
    by_money: PlayerRanking
    by_divat: PlayerRanking | None
    rated_by_money: PlayerRanking
    rated_by_divat: PlayerRanking | None
    no_divat: str
    forfeited: tuple[Forfeited, ...]
    forfeits_by_reason: list[SameForfeits]
    unit: str
    game: str
    betting: str
    table: str
    deals: int
    hands: int
    seed: int
    seconds: float
    version: str = __version__

    @property
    def ranking(self) -> PlayerRanking:
        """The ratings by DIVAT, which needs fewer deals, or by money if there is no DIVAT."""
        return self.rated_by_money if self.rated_by_divat is None else self.rated_by_divat

    @property
    def measure(self) -> str:
        """What the ranking is by."""
        return "money" if self.by_divat is None else "DIVAT"

    @property
    def measures(self) -> list[str]:
        """What was measured, the measure of the ranking first."""
        return ["money"] if self.by_divat is None else ["DIVAT", "money"]

    def mean(self, player: str, measure: str) -> Mean:
        """A player's mean over all opponents, by one of the `measures`."""
        ranking = self.by_money if measure == "money" or self.by_divat is None else self.by_divat
        return ranking.means[ranking.players.index(player)]

    def rating(self, player: str, measure: str) -> Mean:
        """A player's rating by pairs, by one of the `measures`."""
        ranking = self.rated_by_money if measure == "money" else self.ranking
        return ranking.means[ranking.players.index(player)]

    @property
    def absent(self) -> list[str]:
        """The players who forfeited turns in too many hands for a verdict on them."""
        return absent(self.forfeited)

    def sentences(self, name: Callable[[str], str] = str) -> list[str]:
        """What can be said of the field; ``name`` formats a player's name."""
        if self.deals < FEWEST_FOR_VERDICT:
            return self.ranking.sentences(name)
        best = self.players[0]
        rating = self.rating(best, self.measure)
        points = f"{rating.mean:.0f} ± {shown(rating.error, '.0f')} Elo points"
        first = (
            f"Of these {len(self.players)} players {name(best)} is rated first, {points} above the "
            f"mean of this field by {self.measure}"
        )
        return [first, *self.ranking.sentences(name), *self._against_the_order(name)]

    def _against_the_order(self, name: Callable[[str], str]) -> list[str]:
        """The pairs of which the player rated lower won for sure: they are no slip of the model."""
        met = [
            (better, worse, score)
            for better, worse in combinations(self.players, 2)
            if (score := self.score(better, worse, self.measure)) is not None
        ]
        chances = holm([1 - score.confidence for _, _, score in met])
        return [
            f"Although rated lower, {name(worse)} beats {name(better)} for sure"
            for (better, worse, score), chance in zip(met, chances, strict=True)
            if score.mean < 0 and chance < 1 - LEVEL
        ]

    def score(self, player: str, other: str, measure: str) -> Mean | None:
        """What a player won from another, by one of the `measures`; None if they did not meet."""
        for pair in self.pairs:
            if {player, other} == {pair.first, pair.second}:
                found = pair.money if measure == "money" else pair.divat
                return found if found is None or player == pair.first else reversed_mean(found)
        return None


def reversed_mean(mean: Mean) -> Mean:
    """The same for the other player."""
    return replace(mean, mean=0 - mean.mean, low=0 - mean.high, high=0 - mean.low)


def summarise_league(
    league: League, halves: Sequence[Half], forfeits: Sequence[Sequence[Forfeit]], seconds: float
) -> LeagueResult:
    """Compute the result from all halves of all matches, and the forfeits of each match.

    Players who forfeited turns in too many hands are left out of the rankings, and their matches
    too.
    """
    attendance = Attendance(league.names)
    for half in halves:
        attendance.join(half.attendance)
    field = _Field(league, halves, absent(attendance.found))
    if len(field.names) < 2:
        lost = same_forfeits(("", each) for match in forfeits for each in match)
        away = {each.player: each.reason for each in reversed(lost)}
        why = in_words(
            [f"{one.summary} ({away[one.player]})" for one in attendance.found if one.left_out]
        )
        raise OptionError(f"there is no league of one: {why}")
    refused = sum((half.refused for half in field.halves), start=Counter())
    measures = ["money"] if refused else ["money", "divat"]
    won = {measure: field.by_deal(measure) for measure in measures}
    means = {key: rank_players(field.names, field.by_player(each)) for key, each in won.items()}
    deviations = field.deviations()
    rated = {
        key: rate_pairs(field.names, field.seats, each, deviations) for key, each in won.items()
    }
    return LeagueResult(
        players=rated[measures[-1]].players,
        pairs=tuple(
            PairResult(
                first=league.names[first],
                second=league.names[second],
                money=mean_of(won["money"][place]),
                divat=mean_of(won["divat"][place]) if "divat" in won else None,
                forfeits=tuple(
                    sorted(
                        forfeits[league.pairs.index((first, second))],
                        key=lambda forfeit: forfeit.hand,
                    )
                ),
            )
            for place, (first, second) in enumerate(field.pairs)
        ),
        by_money=means["money"],
        by_divat=means.get("divat"),
        rated_by_money=rated["money"],
        rated_by_divat=rated.get("divat"),
        no_divat=", ".join(sorted(refused)),
        forfeited=attendance.found,
        forfeits_by_reason=same_forfeits(
            (" v ".join(league.names[player] for player in pair), forfeit)
            for pair, each in zip(league.pairs, forfeits, strict=True)
            for forfeit in sorted(each, key=lambda forfeit: forfeit.hand)
        ),
        unit="sb" if league.rules.betting == "limit" else "bb",
        game=league.rules.game,
        betting=league.rules.betting,
        table=league.table,
        deals=league.deals,
        hands=league.hands,
        seed=league.seed,
        seconds=seconds,
    )


class _Field:
    """The players of a league who played, and what they won from each other."""

    def __init__(self, league: League, halves: Sequence[Half], away: Sequence[str]) -> None:
        here = [k for k, name in enumerate(league.names) if name not in away]
        self.names = [league.names[k] for k in here]
        self.pairs = [pair for pair in league.pairs if set(pair) <= set(here)]
        """By the numbers of the league."""
        self.seats = [(here.index(first), here.index(second)) for first, second in self.pairs]
        """By the numbers of the field."""
        place = {league.pairs.index(pair): at for at, pair in enumerate(self.pairs)}
        self.halves = [half for half in halves if half.pair in place]
        self._place = place
        self._deals = league.deals

    def by_deal(self, measure: str) -> Floats:
        """By pair and deal: what the first player won, as the mean of both sides."""
        found = np.zeros((len(self.pairs), self._deals))
        for half in self.halves:
            found[self._place[half.pair]] += getattr(half, measure) / 2
        return found

    def by_player(self, by_deal: Floats) -> Floats:
        """By deal and player: the mean over the player's matches."""
        found = np.zeros((self._deals, len(self.names)))
        for (first, second), won in zip(self.seats, by_deal, strict=True):
            found[:, first] += won
            found[:, second] -= won
        return found / (len(self.names) - 1)

    def deviations(self) -> Floats:
        """By pair: the standard deviation of the money of a hand."""
        hands: list[list[Floats]] = [[] for _ in self.pairs]
        for half in self.halves:
            hands[self._place[half.pair]].append(half.money)
        return np.array([np.concatenate(each).std(ddof=1) for each in hands])
