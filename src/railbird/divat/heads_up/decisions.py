"""The rounds that cost or earned a player most, each with all that is told of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from railbird.cards.card import Card
from railbird.divat.heads_up.describe import RoundView, describe, title
from railbird.divat.heads_up.match import MatchAnalysis

SEATS = ("big blind", "button")
"""The seats of both players, player 1 first."""


class GameRound(NamedTuple):
    """A round of a game."""

    game: int
    round: int


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
    """A round in which the hero left the baseline first.

    ``worth`` is what that was worth to the hero, in small bets. ``sides`` are the hero and the
    other player; ``seats`` are their names by position, the big blind first. ``pots`` are those
    after the round as played, and as the baseline plays it. ``text`` is the whole game as
    ``--hand`` reads it.
    """

    place: GameRound
    label: str
    round: RoundView
    worth: float
    sides: tuple[DecisionSide, DecisionSide]
    seats: tuple[str, str]
    pots: tuple[float, float]
    text: str


def extremes(match: MatchAnalysis, most: int) -> tuple[list[GameRound], list[GameRound]]:
    """Rounds that cost the hero most and that earned them most, the largest first.

    Only rounds in which the hero left the baseline first count; the others are not their doing.
    """
    skill = match.by_round["red_green_1"].ravel()
    found = []
    for signed in (skill, -skill):
        limit = np.partition(signed, most - 1)[most - 1] if len(signed) > most else 0.0
        some = np.nonzero((signed < 0) & (signed <= limit))[0].tolist()
        # among equals, the ones played first
        places = sorted((float(signed[i]), i) for i in some)[:most]
        found.append([GameRound(*divmod(i, 4)) for _, i in places])
    return found[0], found[1]


def decisions(match: MatchAnalysis, places: Sequence[GameRound]) -> Iterator[Decision]:
    """What is to be told of some rounds."""
    for place in places:
        game = describe(match.games, place.game, settings=match.settings)
        view = game.rounds[place.round]
        hero = 0 if int(match.sign[place.game]) > 0 else 1
        seats = match.players if hero == 0 else (match.players[1], match.players[0])
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
            worth=float(view.scores["red_green_1" if hero == 0 else "red_green_2"]),
            sides=(first, second),
            seats=seats,
            pots=(
                chips.after(view.played, place.round).pot,
                chips.after(view.baseline, place.round).pot,
            ),
            text=title(game),
        )
