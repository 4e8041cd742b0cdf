"""The analysis of a heads-up match at limit Omaha Hi-Lo, from one player's view, in small bets."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from dataclasses import dataclass, field, replace
from itertools import islice

import numpy as np

from railbird.divat.estimators.estimated import (
    AIE,
    BY_DEAL,
    CHOSEN,
    DEAL,
    DIVAT,
    LEAST,
    MONEY,
    EstimatedMatch,
    Estimates,
)
from railbird.divat.estimators.halves import Corrected
from railbird.divat.estimators.limit import CARDS, estimator_line
from railbird.divat.estimators.summary import (
    CostlyRound,
    GameSummary,
    lines_by_position,
    lines_by_round,
    lines_of,
)
from railbird.divat.hands import HeroView, by_all_money
from railbird.divat.heads_up.encode import Encoder, Judging, stack
from railbird.divat.heads_up.growing import GrowingArray
from railbird.divat.heads_up.summary import ALL_MONEY, UNFAIR, no_duplicates, unread_too
from railbird.divat.omaha8.costs import CostlyRounds
from railbird.divat.omaha8.scores import Floats, score_omaha8
from railbird.stats import verdict
from railbird.stopwatch import Stopwatch
from railbird.table.hand import Hand

GAME = "omaha8"
UNIT = "sb per game"
CHUNK = 2048
"""How many games are scored at a time."""


@dataclass(frozen=True, kw_only=True)
class Omaha8Match(EstimatedMatch):
    """Scores of all games of a match for the hero, in small bets. See `EstimatedMatch`.

    Parameters
    ----------
    all_in
        The money less the luck by all-in equity.
    hidden
        What the hero won in hands that were refused because cards are unknown.
    costly
        The rounds in which the hero's own decisions cost most.
    """

    all_in: Floats = field(repr=False)
    hidden: Floats = field(repr=False)
    costly: tuple[CostlyRound, ...] = ()

    @property
    def divat(self) -> Floats:
        """DIVAT of each game."""
        return np.asarray(self.skill.sum(axis=1))

    def estimates(self, *, duplicate: bool = False) -> Estimates:
        found = {MONEY: self.money, AIE: self.all_in, DIVAT: self.divat}
        nothing, names = np.zeros((len(self), 0)), tuple[str, ...]()
        if not len(self.hidden):  # the money of all hands judges otherwise
            candidates = [Corrected(name, each, nothing) for name, each in found.items()]
            best = self.least(candidates, duplicate=duplicate)
            found[LEAST], names = best.values, best.names
        return Estimates(found, self.skill, self.luck, nothing, names)


def analyze_omaha8(
    hands: Iterable[tuple[int, Hand]],
    *,
    hero: str | None = None,
    source: str = "",
    threads: int | None = None,
    unread: Sized = (),
) -> Omaha8Match:
    """Score the hands of a heads-up match at limit Omaha Hi-Lo, all of whose cards are known.

    Stacks may be of any size.

    ``hero`` defaults to the first player. Other hands are counted by reason; ``unread`` ones too.
    """
    watch = Stopwatch()
    judging = Judging(Encoder(game=GAME), HeroView(hero))
    ids: GrowingArray[np.int64] = GrowingArray((), np.int64)
    places: GrowingArray[np.int8] = GrowingArray((), np.int8)
    held: GrowingArray[np.uint8] = GrowingArray((8,), np.uint8)
    scored: GrowingArray[np.float64] = GrowingArray((10,), np.float64)
    judged, costs = judging.judged(hands), CostlyRounds()
    while some := list(islice(judged, CHUNK)):
        numbers, played, seated, bettings, cards = zip(*some, strict=True)
        seats, games = np.array(seated), stack(played, bettings, cards)
        found = score_omaha8(games, threads=threads)
        costs.add(list(zip(numbers, played, strict=True)), seats, games, found)
        all_in = found.money - found.all_in_luck.sum(axis=1)
        columns = np.column_stack([found.money, all_in, found.skill, found.luck])
        ids.append(np.array(numbers, dtype=np.int64))
        places.append(seats.astype(np.int8))
        held.append(games.cards[:, :8].astype(np.uint8))
        scored.append(columns * (1 - 2 * seats)[:, None])
    by_game = scored.finish()
    return Omaha8Match(
        players=judging.view.players(),
        ids=ids.finish(),
        seats=places.finish(),
        hole_cards=held.finish(),
        money=by_game[:, 0],
        all_in=by_game[:, 1],
        skill=by_game[:, 2:6],
        luck=by_game[:, 6:],
        hidden=np.array(judging.hidden),
        refused=judging.counted(len(unread)),
        source=source,
        seconds=watch.seconds,
        costly=tuple(costs.worst),
    )


VALUES = {
    MONEY: ("none", "nothing"),
    AIE: ("all-in equity of the pot", CARDS),
    DIVAT: ("roll-out of the baseline", CARDS),
    LEAST: CHOSEN,
}
"""The value function of each estimator, and what it corrects."""


def summarise_omaha8(match: Omaha8Match, *, duplicate: bool = False) -> GameSummary:
    """Win rates by every estimator, and DIVAT by round.

    With ``duplicate`` the two games of each deal are averaged, and the verdict is by that.
    """
    hidden = len(match.hidden)
    if hidden and duplicate:
        raise no_duplicates(hidden)
    found = match.estimates(duplicate=duplicate)
    lines = lines_of(found.by_name, VALUES)
    by_deal = lines_of(match.by_deal(found), VALUES) if duplicate else ()
    best = [*lines, *by_deal][-1]
    judged_by = f"{found.judged_by}, {BY_DEAL}" if duplicate else found.judged_by
    if hidden:  # hands that show their cards are not a fair sample
        every = np.concatenate([match.money, match.hidden])
        best = estimator_line(ALL_MONEY, every, every, value="none", corrects="nothing")
        lines = (*(replace(each, unbiased=False) for each in lines), best)
        judged_by = by_all_money(hidden, match.refused)
    return GameSummary(
        game="heads-up limit Omaha Hi-Lo",
        players=match.players,
        games=len(match),
        hidden=hidden,
        refused=match.refused,
        verdict=verdict(best, match.players, unit=UNIT, sample=DEAL if duplicate else "game"),
        judged_by=judged_by + unread_too(match.refused),
        estimators=lines,
        by_round=lines_by_round(match.skill, match.money),
        by_position=lines_by_position(match.divat, match.money, match.seats),
        how=f"{UNFAIR}; " * bool(hidden)
        + (
            "DIVAT: roll-out of the baseline for Omaha Hi-Lo, exact from the flop on; the luck of "
            "the first cards and of the flop by exact all-in equity; before rake; "
            f"{len(match) / max(match.seconds, 1e-9):,.0f} games/s, railbird {match.version}"
        ),
        unit=UNIT,
        source=match.source,
        seconds=match.seconds,
        version=match.version,
        costly=match.costly,
        by_deal=by_deal,
    )
