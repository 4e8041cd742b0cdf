"""Matches: hands between players, reproducible from one seed.

Deal i of a seed always gives the same cards to each position. The button moves one seat to the left
after each hand, as in a card room: players a b c, the button last, then sit b c a. In *duplicate*
play every deal is played once in each rotation of the seats. The match is repeated with the players
moved on by one seat and their memory erased. A player's winnings are averaged over the rotations of
a deal, which removes most of the luck of the cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from railbird.arena.forfeits import Forfeit
from railbird.arena.guard import Guarded, ask, guarded
from railbird.cards.card import Card
from railbird.compute.threads import spans
from railbird.errors import OptionError
from railbird.evaluate.values.evaluator import HighValues, LowValues
from railbird.kernels.random import shuffled_deals
from railbird.players.base import Player, Seat
from railbird.table.hand import Hand
from railbird.table.rules import Rules
from railbird.table.state import BOARD_CARDS, State

_DEALS_AT_ONCE = 1024

SECONDS_TO_ACT = Player.time_limit
"""Default time for an action."""

LONGEST_TIME = 86_400
"""The longest time for an action, in seconds."""

Hands = TypeVar("Hands", int, npt.NDArray[np.int64])
"""The number of a hand, or of many."""

Dealt = tuple[int, Sequence[int], tuple[HighValues, LowValues, int]]
"""A hand's number, its cards, and its values: an array for many deals and the row of this one."""

_CARDS = tuple(Card(c) for c in range(52))


def seatings(players: int) -> list[list[int]]:
    """The number of the player at each position, the button last, in each of as many hands.

    Examples
    --------
    >>> seatings(3)
    [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    """
    return [[(seat + turn) % players for seat in range(players)] for turn in range(players)]


@dataclass(frozen=True)
class Match:
    """The match to play.

    ``stacks`` are the chips of each position at the start of every hand.
    """

    rules: Rules
    stacks: tuple[int, ...]
    deals: int
    seed: int
    duplicate: bool = False
    name: str = ""

    def __post_init__(self) -> None:
        if self.deals < 1:
            raise OptionError(f"a match of {self.deals} hands is too short: ask for at least 1")
        if self.seed < 0:
            raise OptionError(f"seed {self.seed} is negative: give 0 or more")
        if len(self.stacks) != self.rules.players:
            raise OptionError(f"{len(self.stacks)} stacks for {self.rules.players} players")

    @property
    def rotations(self) -> int:
        """How often each deal is played."""
        return self.rules.players if self.duplicate else 1

    @property
    def hands(self) -> int:
        """How many hands are played in all."""
        return self.deals * self.rotations

    def turn(self, hand: Hands) -> Hands:
        """How far the seats have moved in a hand: 0 to the number of players minus one."""
        return (hand // self.deals + hand % self.deals) % self.rules.players

    def seatings(self) -> list[list[int]]:
        """The number of the player at each position, for each turn."""
        return seatings(self.rules.players)

    def seating(self, hand: int) -> list[int]:
        """The number of the player at each position in a hand."""
        return self.seatings()[self.turn(hand)]


class MatchTable:
    """A match in progress."""

    def __init__(
        self, match: Match, players: Sequence[Player], *, time_limit: float = SECONDS_TO_ACT
    ) -> None:
        names = [player.name for player in players]
        if len(players) != match.rules.players:
            raise OptionError(f"{len(players)} players for a table of {match.rules.players} seats")
        if len(set(names)) < len(names):
            raise OptionError(
                f"two players have the same name: {', '.join(names)}; give them different names"
            )
        if not 0 < time_limit <= LONGEST_TIME:
            raise OptionError(
                f"a time limit of {time_limit:g} s makes no sense: choose one above 0 and up to "
                f"{LONGEST_TIME:,} s"
            )
        self.match = match
        self.players = players
        self.time_limit = time_limit
        seated = [guarded(player, time_limit) for player in players]
        self._guards = [player for player in seated if isinstance(player, Guarded)]
        for player in seated:
            player.check(match.rules)
        self.forfeits: list[Forfeit] = []
        # telling players what happens takes most of a simple match: skip those who ignore it
        pairs = list(zip(players, seated, strict=True))
        self._watch_actions = [g for p, g in pairs if type(p).saw is not Player.saw]
        self._watch_board = [g for p, g in pairs if type(p).board is not Player.board]
        self._everyone = seated
        self._start = State(match.rules, match.stacks)
        size = match.rules.rules_of_game.hole_cards
        self._hole = [slice(size * p, size * (p + 1)) for p in range(match.rules.players)]
        self._seated = [[seated[p] for p in seating] for seating in match.seatings()]
        self._names = [tuple(player.name for player in each) for each in self._seated]

    def play(self, played: Sequence[Hand] = ()) -> Iterator[tuple[Hand, bool]]:
        """All hands of the match in order, and whether each is new.

        ``played`` must be the first hands of the match. They are told to the players again, so that
        the match continues as if it had not been interrupted.
        """
        deals = self.match.deals
        for rotation in range(self.match.rotations):
            first = rotation * deals
            yield from self.play_rotation(rotation, played[first : first + deals])

    def play_rotation(
        self, rotation: int, played: Iterable[Hand] = ()
    ) -> Iterator[tuple[Hand, bool]]:
        """Like `play`, for one rotation. Rotations are independent of each other."""
        for player in self._everyone:
            player.forget()
        log = iter(played)
        for dealt in self._deals(rotation):
            before = next(log, None)
            script = None if before is None else before.actions
            hand = self._play_hand(dealt, script)
            if before is not None and hand != before:
                raise OptionError(
                    f"hand {dealt[0]} of the log is not from this match: players, seed, rules or "
                    f"cards differ; choose another log"
                )
            yield hand, before is None

    def close(self) -> None:
        """Tell the players that the match is over."""
        for player in self._everyone:
            player.close()

    def play_one(self, number: int) -> Hand:
        """Play one hand of the match by itself, with the players as they are."""
        rotation, deal = divmod(number, self.match.deals)
        (dealt,) = self._some_deals(rotation, slice(deal, deal + 1))
        return self._play_hand(dealt, None)

    def _deals(self, rotation: int) -> Iterator[Dealt]:
        """Number, cards, and high and low values by position, of every hand of a rotation."""
        for part in spans(self.match.deals, _DEALS_AT_ONCE):
            yield from self._some_deals(rotation, part)

    def _some_deals(self, rotation: int, part: slice) -> Iterator[Dealt]:
        game, count = self.match.rules.rules_of_game, self.match.rules.players
        end = game.hole_cards * count
        cards = np.empty((part.stop - part.start, end + 5), dtype=np.uint8)
        shuffled_deals(self.match.seed, part.start, cards)
        hole = np.ascontiguousarray(cards[:, :end]).reshape(-1, count, game.hole_cards)
        high, low = game.deal_values(hole, np.ascontiguousarray(cards[:, end:]))
        first = rotation * self.match.deals + part.start
        # bytes and indices in arrays, not lists: the garbage collector can skip them
        rows, width = cards.tobytes(), cards.shape[1]
        for i in range(len(cards)):
            yield first + i, rows[i * width : (i + 1) * width], (high, low, i)

    def _play_hand(self, dealt: Dealt, script: tuple[int, ...] | None) -> Hand:
        """Play one hand, from the blinds to the payoffs. A script replaces the players' choices."""
        number, row, (high, low, at) = dealt
        match = self.match
        turn = match.turn(number)
        seated, names = self._seated[turn], self._names[turn]
        cards = tuple([_CARDS[c] for c in row])
        hole = tuple([cards[part] for part in self._hole])
        board = cards[-5:]
        state = self._start.copy()
        seed = (match.seed * 1_000_003 + number) * 16
        for position, player in enumerate(seated):
            player.hand_starts(Seat(match.rules, match.stacks, names, position, seed + position))
            player.dealt(hole[position])
        shown = 0
        street = 0
        actions: list[int] = []
        watchers = self._watch_actions
        while (actor := state.actor) is not None:
            if state.round != street:
                street = state.round
                shown = BOARD_CARDS[street]
                for player in self._watch_board:
                    player.board(board[:shown])
            if script is None:
                action = self._ask(number, seated[actor], state)
            elif len(actions) < len(script) and state.is_legal(script[len(actions)]):
                action = script[len(actions)]
            else:
                break  # not a hand by these rules: the comparison will fail
            state.apply_legal(action)
            actions.append(action)
            for player in watchers:
                player.saw(actor, action)
        payoffs: tuple[int, ...] = (0,) * len(seated)
        if state.showdown:
            payoffs = state.settle((high[at], low[at]))
            folded = state.folded
            for player in seated:
                if shown < 5:
                    player.board(board)
                player.showdown(tuple(None if f else c for f, c in zip(folded, hole, strict=True)))
            shown = 5
        elif state.is_over:
            payoffs = state.settle()
        for player in seated:
            player.hand_over(payoffs)
        for guard in self._guards:
            if (fault := guard.take_fault()) and script is None:
                self.forfeits.append(Forfeit(number, guard.name, fault))
        return Hand.unchecked(
            rules=match.rules,
            stacks=match.stacks,
            players=names,
            hole_cards=hole,
            board=board[:shown],
            actions=tuple(actions),
            payoffs=payoffs,
            rake=0,
            number=str(number),
            table=match.name,
            when=None,
            chip="",
        )

    def _ask(self, number: int, player: Player, state: State) -> int:
        """The player's action, or the default if it fails."""
        action, reason = ask(player, state)
        if reason:
            self.forfeits.append(Forfeit(number, player.name, reason))
        return action
