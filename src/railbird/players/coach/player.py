"""The coach: chooses before each hand which of its players plays, by how they have done.

Hyperborean, which won the competition of 2006, was two programs and a coach (Kan 2007, §5.4.1).
All players of the coach see all hands, so those who learn do so from every hand. A player who was
chosen plays one hand in each seat before the coach chooses again, so that the seats cancel out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from railbird.cards.card import Card
from railbird.errors import OptionError
from railbird.players.base import Player, Plays, Seat
from railbird.players.coach.choice import Tallies
from railbird.players.coach.seen import CoachedHand, Measure, by_money
from railbird.players.sparbot.player import HEADS_UP_LIMIT, check_rules
from railbird.players.spec import number_of, read_options
from railbird.table.rules import Rules, table_rules
from railbird.table.state import State

MEASURES = ("money", "divat", "aivat")
DEEP = 24
"""Small bets that a player can put in at most; with more behind, nobody is ever all in."""


_NOBODY = Seat(table_rules(2), (), (), 0, 0)


class Coach(Player):
    """Several players of whom the one plays that does best.

    Parameters
    ----------
    name
        The name it plays under.
    players
        Who can play, two or more.
    by
        How results are measured: see `railbird.players.coach.assess`.
    memory
        After so many hands an earlier result counts 1/e; 0 means that nothing is forgotten.

    Examples
    --------
    >>> from railbird.arena import Match, play_match
    >>> from railbird.players import AlwaysCall, AlwaysFold, AlwaysRaise
    >>> from railbird.table import table_rules
    >>> coach = Coach("coach", [AlwaysCall("calls"), AlwaysFold("folds")])
    >>> match = Match(table_rules(2), (200, 200), deals=1000, seed=1)
    >>> result = play_match(match, [coach, AlwaysRaise("maniac")])
    >>> coach.chosen.name, coach.hands["calls"] > coach.hands["folds"]
    ('calls', True)
    """

    learns = True

    def __init__(
        self, name: str, players: Sequence[Player], *, by: str = "money", memory: float = 0.0
    ) -> None:
        super().__init__(name)
        if len(players) < 2:
            raise OptionError(f"coach: {len(players)} players leave no choice: name at least 2")
        if by not in MEASURES:
            raise OptionError(f"coach(by={by}): choose {', '.join(MEASURES)}")
        names = [player.name for player in players]
        if len(set(names)) < len(names):
            raise OptionError(
                f"coach: two players have the same name: {', '.join(names)}; write NAME=KIND"
            )
        self.players = tuple(players)
        self.by = by
        self.memory = memory
        self.plays = common_tables(players, by)
        # a class attribute elsewhere; here it depends on the players
        self.reads_only = all(p.reads_only and p.remake is None for p in players)
        self._tallies = self._fresh()
        self._chosen = 0
        self._left = 0
        self._won = 0.0
        self._block = 1
        self._hand = CoachedHand(_NOBODY)
        self._measure: Measure | None = by_money if by == "money" else None

    def _fresh(self) -> Tallies:
        # a result is that of a hand in each seat, and nearly all matches are of two
        return Tallies(len(self.players), memory=self.memory / 2)

    @property
    def chosen(self) -> Player:
        """Who plays this hand."""
        return self.players[self._chosen]

    @property
    def hands(self) -> dict[str, int]:
        """How many hands each player has played, without those of an unfinished turn."""
        results = self._tallies.results
        return {p.name: self._block * n for p, n in zip(self.players, results, strict=True)}

    @property
    def means(self) -> dict[str, float]:
        """What each player has won a hand so far, by the coach's measure, in small bets."""
        return {p.name: self._tallies.mean(i) for i, p in enumerate(self.players)}

    def __getstate__(self) -> dict[str, Any]:
        # the measures with tables are made again
        return {**self.__dict__, "_measure": by_money if self.by == "money" else None}

    def check(self, rules: Rules) -> None:
        super().check(rules)
        if self.by != "money":
            check_rules(rules, f"{self.name} by {self.by}")
        for player in self.players:
            player.check(rules)

    def forget(self) -> None:
        self._tallies = self._fresh()
        self._chosen, self._left, self._won = 0, 0, 0.0
        for player in self.players:
            player.forget()

    def hand_starts(self, seat: Seat) -> None:
        if self.by != "money" and min(seat.stacks) <= DEEP * seat.rules.bets[0]:
            raise OptionError(
                f"{self.name} by {self.by} judges only hands in which nobody can be all in: give "
                f"more than {DEEP} small bets, or choose by=money"
            )
        self._block = seat.rules.players
        if not self._left:
            self._chosen, self._left, self._won = self._tallies.choose(), self._block, 0.0
        self._hand = CoachedHand(seat)
        for player in self.players:
            player.hand_starts(seat)

    def dealt(self, cards: tuple[Card, ...]) -> None:
        self._hand.cards = cards
        for player in self.players:
            player.dealt(cards)

    def board(self, cards: tuple[Card, ...]) -> None:
        self._hand.board = cards
        for player in self.players:
            player.board(cards)

    def saw(self, position: int, action: int) -> None:
        self._hand.actions += (action,)
        for player in self.players:
            player.saw(position, action)

    def act(self, state: State) -> int:
        return self.chosen.act(state)

    def showdown(self, hole_cards: tuple[tuple[Card, ...] | None, ...]) -> None:
        if len(hole_cards) == 2:
            self._hand.shown = hole_cards[1 - self._hand.seat.position]
        for player in self.players:
            player.showdown(hole_cards)

    def hand_over(self, payoffs: tuple[int, ...]) -> None:
        self._hand.payoffs = payoffs
        self._won += self._assess()
        self._left -= 1
        if not self._left:
            self._tallies.add(self._chosen, self._won / self._block)
        for player in self.players:
            player.hand_over(payoffs)

    def close(self) -> None:
        for player in self.players:
            player.close()

    def save(self) -> dict[str, Any]:
        return {
            "tallies": self._tallies.save(),
            "turn": [self._chosen, self._left, self._won],
            "players": {player.name: player.save() for player in self.players},
        }

    def load(self, memory: dict[str, Any]) -> None:
        players = memory.get("players")
        if not isinstance(players, dict) or set(players) != {p.name for p in self.players}:
            raise OptionError(f"{self.name}: this memory is of other players: start without it")
        chosen, left, won = memory["turn"]
        self._tallies.load(memory["tallies"])
        self._chosen, self._left, self._won = int(chosen), int(left), float(won)
        for player in self.players:
            player.load(players[player.name])

    def _assess(self) -> float:
        if self._measure is None:
            from railbird.players.coach.assess import measure_by

            self._measure = measure_by(self.by, self.players)
        return self._measure(self._hand, self._chosen)


def common_tables(players: Sequence[Player], by: str) -> Plays:
    """The tables that all players sit down at, and where results can be measured so."""
    every = [player.plays for player in players] + ([] if by == "money" else [HEADS_UP_LIMIT])
    first = every[0]
    seats = max(p.seats[0] for p in every), min(p.seats[1] for p in every)
    found = Plays(
        games=tuple(g for g in first.games if all(g in p.games for p in every)),
        bettings=tuple(b for b in first.bettings if all(b in p.bettings for p in every)),
        seats=seats,
    )
    if not found.games or not found.bettings or seats[0] > seats[1]:
        raise OptionError(f"coach: there is no table for {', '.join(p.name for p in players)}")
    return found


DEFAULT = ("sparbot", "vexbot")
OPTIONS = ("by", "memory")


def make_coach(
    name: str, arguments: Sequence[str], make: Callable[[Sequence[str]], Sequence[Player]]
) -> Coach:
    """A coach from its arguments: players, and the options ``by`` and ``memory``.

    ``make`` makes players from texts.
    """
    given = [each for each in arguments if each.partition("=")[0] in OPTIONS]
    texts = [each for each in arguments if each not in given] or list(DEFAULT)
    options = read_options("coach", given, OPTIONS)
    memory = number_of("coach", "memory", options.get("memory", "0"))
    return Coach(name, make(texts), by=options.get("by", "money"), memory=memory)
