"""The rounds that cost or earned a player most, each with all that is told of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from railbird.cards.card import Card
from railbird.divat.baseline.mixture import parts_of
from railbird.divat.heads_up.by_decision import (
    GameRound,
    costliest,
    decision_values,
    own_worth,
)
from railbird.divat.heads_up.describe import RoundView, describe, title
from railbird.divat.heads_up.match import MatchAnalysis

SEATS = ("big blind", "button")
"""The seats of both players, player 1 first."""


class Chips(NamedTuple):
    """The chips that both players have put in, in small bets."""

    first: float
    second: float

    @property
    def pot(self) -> float:
        """Chips of both."""
        return self.first + self.second

    def after(self, played: str, round_: int) -> Chips:
        """The chips after a round, given in letters such as ``SlRrC`` before the flop."""
        paid = [self.first, self.second]
        for letter in played:
            player = int(letter.isupper())
            if letter.lower() in "sl":
                paid[player] = 0.5 if letter.lower() == "s" else 1.0
            elif letter.lower() in "cbr":
                raised = 0 if letter.lower() == "c" else 1 if round_ < 2 else 2
                paid[player] = max(paid) + raised
        return Chips(*paid)


class DecisionSide(NamedTuple):
    """One of the players of a decision."""

    name: str
    seat: str
    cards: tuple[Card, ...]
    rank: float
    """Effective hand rank."""
    equity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A round in which the hero left the baseline.

    ``worth`` is what that was worth to the hero, in small bets: see `extremes`. ``own`` are all
    decisions of the hero in the round together, and ``both`` those of both players, the DIVAT
    Difference. ``sides`` are the hero and the
    other player; ``seats`` are their names by position, the big blind first. ``pots`` are those
    after the round as played, and as the baseline plays it. ``text`` is the whole game as
    ``--hand`` reads it.
    """

    place: GameRound
    label: str
    round: RoundView
    worth: float
    own: float
    both: float
    sides: tuple[DecisionSide, DecisionSide]
    seats: tuple[str, str]
    pots: tuple[float, float]
    text: str


def extremes(match: MatchAnalysis, most: int) -> tuple[list[GameRound], list[GameRound]]:
    """Rounds in which the hero's decisions cost them most and earned them most, the largest first.

    What they cost is at most what the whole round cost: a bluff to which the better hand folded
    cost nothing. With earnings it is the same.
    """
    skill = match.by_round["skill"]
    costly = costliest(skill, most, lambda places: own_worths(match, places))
    fine = costliest(-skill, most, lambda places: [-own for own in own_worths(match, places)])
    return [place for _, place in costly], [place for _, place in fine]


def own_worths(match: MatchAnalysis, places: Sequence[GameRound]) -> list[float]:
    """What the hero's own decisions in some rounds were worth to them, in small bets."""
    games = sorted({place.game for place in places})
    some = match.games.part(np.array(games, dtype=np.int64))
    own = dict.fromkeys(places, 0.0)
    for weight, settings in parts_of(match.settings):
        values = dict(zip(games, decision_values(some, settings=settings), strict=True))
        for place in own:
            player = 0 if int(match.sign[place.game]) > 0 else 1
            own[place] += weight * own_worth(values[place.game], round_=place.round, player=player)
    return [own[place] for place in places]


def decisions(match: MatchAnalysis, places: Sequence[GameRound]) -> Iterator[Decision]:
    """What is to be told of some rounds."""
    for place, own in zip(places, own_worths(match, places) if places else [], strict=True):
        game = describe(match.games, place.game, settings=match.settings)
        view = game.rounds[place.round]
        hero = 0 if int(match.sign[place.game]) > 0 else 1
        seats = match.players if hero == 0 else (match.players[1], match.players[0])
        both = float(view.scores["skill"]) * (1 if hero == 0 else -1)
        share = (view.wins + view.ties / 2) / (view.wins + view.ties + view.losses)
        chips = Chips(0.0, 0.0)
        for r, earlier in enumerate(game.rounds[: place.round]):
            chips = chips.after(earlier.played, r)
        first, second = (
            DecisionSide(
                name=seats[p],
                seat=game.seats[p],
                cards=game.hands[p],
                rank=view.effective_rank[p],
                equity=share if p == 0 else 1 - share,
            )
            for p in (hero, 1 - hero)
        )
        yield Decision(
            place=place,
            label=match.label(place.game),
            round=view,
            worth=max(own, both) if both < 0 else min(own, both),
            own=own,
            both=both,
            sides=(first, second),
            seats=seats,
            pots=(
                chips.after(view.played, place.round).pot,
                chips.after(view.baseline, place.round).pot,
            ),
            text=title(game),
        )
