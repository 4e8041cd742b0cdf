"""The result of a league: who won how much from whom, and a ranking that says what is sure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from railbird.arena.forfeits import Forfeit, SameForfeits, same_forfeits
from railbird.arena.league import League
from railbird.arena.league_unit import Half
from railbird.stats import Mean, PlayerRanking, mean_of, rank_players
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
    """All pairs of a league, and rankings by each player's mean over all opponents.

    Parameters
    ----------
    players
        The players in the order of the ranking, the best first.
    pairs
        The matches.
    by_money, by_divat
        Rankings by winnings and by DIVAT. The latter is None where DIVAT is not defined, and
        ``no_divat`` says why.
    unit
        ``sb`` (small bets) or ``bb`` (big blinds): all figures are this per hand.
    """

    players: tuple[str, ...]
    pairs: tuple[PairResult, ...]
    by_money: PlayerRanking
    by_divat: PlayerRanking | None
    no_divat: str
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
        """The ranking by DIVAT, which needs fewer deals, or by money if there is no DIVAT."""
        return self.by_money if self.by_divat is None else self.by_divat

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
        ranking = self.by_money if measure == "money" else self.ranking
        return ranking.means[ranking.players.index(player)]

    def score(self, player: str, other: str, measure: str) -> Mean | None:
        """What a player won from another, by one of the `measures`; None if they did not meet."""
        for pair in self.pairs:
            if {player, other} == {pair.first, pair.second}:
                found = pair.money if measure == "money" else pair.divat
                return found if found is None or player == pair.first else reversed_mean(found)
        return None

    @property
    def forfeits_by_reason(self) -> list[SameForfeits]:
        """The forfeits of all matches, by player and reason."""
        return same_forfeits(
            (f"{pair.first} v {pair.second}", each) for pair in self.pairs for each in pair.forfeits
        )


def reversed_mean(mean: Mean) -> Mean:
    """The same for the other player."""
    return replace(mean, mean=0 - mean.mean, low=0 - mean.high, high=0 - mean.low)


def summarise_league(
    league: League, halves: Sequence[Half], forfeits: Sequence[Sequence[Forfeit]], seconds: float
) -> LeagueResult:
    """Compute the result from all halves of all matches, and the forfeits of each match."""
    refused = sum((half.refused for half in halves), start=Counter())
    money = _by_deal(league, halves, "money")
    divat = None if refused else _by_deal(league, halves, "divat")
    by_money = rank_players(league.names, _by_player(league, money))
    by_divat = None if divat is None else rank_players(league.names, _by_player(league, divat))
    return LeagueResult(
        players=(by_divat or by_money).players,
        pairs=tuple(
            PairResult(
                first=league.names[pair[0]],
                second=league.names[pair[1]],
                money=mean_of(money[place]),
                divat=None if divat is None else mean_of(divat[place]),
                forfeits=tuple(sorted(forfeits[place], key=lambda forfeit: forfeit.hand)),
            )
            for place, pair in enumerate(league.pairs)
        ),
        by_money=by_money,
        by_divat=by_divat,
        no_divat=", ".join(sorted(refused)),
        unit="sb" if league.rules.betting == "limit" else "bb",
        game=league.rules.game,
        betting=league.rules.betting,
        table=league.table,
        deals=league.deals,
        hands=league.hands,
        seed=league.seed,
        seconds=seconds,
    )


def _by_deal(league: League, halves: Sequence[Half], measure: str) -> Floats:
    """By pair and deal: what the first player won, as the mean of both sides."""
    found = np.zeros((len(league.pairs), league.deals))
    for half in halves:
        found[half.pair] += getattr(half, measure) / 2
    return found


def _by_player(league: League, by_deal: Floats) -> Floats:
    """By deal and player: the mean over the player's matches."""
    found = np.zeros((league.deals, len(league.players)))
    for (first, second), won in zip(league.pairs, by_deal, strict=True):
        found[:, first] += won
        found[:, second] -= won
    return found / (len(league.players) - 1)
