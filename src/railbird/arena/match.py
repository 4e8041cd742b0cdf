"""Matches: hands between players, reproducible from one seed.

Deal i of a seed is always the same cards by position. Seats move by one position each hand, so that
everybody has the button in turn. In *duplicate* play every deal is played once in each rotation of
the seats: the match is repeated with the players moved on by one, their memory erased before each
repetition, and what a player got is averaged over the rotations of a deal, which takes out most of
the luck of the cards.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from operator import index

import numpy as np

from railbird._threads import spans
from railbird.arena.result import Forfeit, MatchResult, summarise
from railbird.cards.card import Card
from railbird.errors import OptionError
from railbird.evaluate import _deal_kernels as kernels
from railbird.evaluate.games import Values
from railbird.players.base import Player, Seat
from railbird.table.hand import Hand
from railbird.table.rules import Rules
from railbird.table.state import BOARD_CARDS, CALL, FOLD, State

_DEALS_AT_ONCE = 1024

SECONDS_TO_ACT = 60.0
"""What a player has for an action, unless told otherwise."""

_CARDS = tuple(Card(c) for c in range(52))


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise `TimeoutError` inside the block when it takes too long, where that can be done."""
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return

    def ring(*_: object) -> None:
        raise TimeoutError(f"did not act within {seconds:g} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@dataclass(frozen=True)
class Match:
    """What is to be played.

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
            raise OptionError(f"{self.deals} hands are no match: ask for at least 1")
        if self.seed < 0:
            raise OptionError(f"seed {self.seed} is negative: give one from 0 on")
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

    def seating(self, hand: int) -> list[int]:
        """The number of the player at each position in a hand."""
        rotation, deal = divmod(hand, self.deals)
        players = self.rules.players
        return [(position - deal - rotation) % players for position in range(players)]


class MatchTable:
    """A match in progress."""

    def __init__(
        self, match: Match, players: Sequence[Player], *, time_limit: float = SECONDS_TO_ACT
    ) -> None:
        names = [player.name for player in players]
        if len(players) != match.rules.players:
            raise OptionError(f"{len(players)} players for a table of {match.rules.players}")
        if len(set(names)) < len(names):
            raise OptionError(
                f"two players have the same name: {', '.join(names)}; name them apart"
            )
        self.match = match
        self.players = players
        self.time_limit = time_limit
        self.forfeits: list[Forfeit] = []
        # a player that does not care is not told: most of the time of a simple match
        self._watch_actions = [p for p in players if type(p).saw is not Player.saw]
        self._watch_board = [p for p in players if type(p).board is not Player.board]
        self._start = State(match.rules, match.stacks)
        self._seatings = [match.seating(deal) for deal in range(len(players))]
        self._seated = [[players[p] for p in seating] for seating in self._seatings]
        self._names = [tuple(player.name for player in seated) for seated in self._seated]

    def play(self, played: Sequence[Hand] = ()) -> Iterator[tuple[Hand, bool]]:
        """All hands of the match in order, and whether each is new.

        ``played`` must be its first hands. They are told to the players again, so that the match
        goes on as if it had not been interrupted.
        """
        if len(played) > self.match.hands:
            raise OptionError(
                f"the log has {len(played):,} hands, the match only {self.match.hands:,}: choose "
                f"another log, or play more"
            )
        log = iter(played)
        for number, row, values in self._deals():
            if number % self.match.deals == 0:
                for player in self.players:
                    player.forget()
            before = next(log, None)
            script = None if before is None else before.actions
            hand = self._play_hand(number, row, values, script)
            if before is not None and hand != before:
                raise OptionError(
                    f"hand {number} of the log is not of this match: players, seed, rules or cards "
                    f"differ; choose another log"
                )
            yield hand, before is None

    def seating(self, hand: int) -> list[int]:
        """`Match.seating`, which repeats itself."""
        return self._seatings[self._turn_of(hand)]

    def _turn_of(self, hand: int) -> int:
        rotation, deal = divmod(hand, self.match.deals)
        return (deal + rotation) % len(self.players)

    def _deals(self) -> Iterator[tuple[int, list[int], Values]]:
        """Number, cards, and high and low values by position, of every hand."""
        game, count = self.match.rules.rules_of_game, self.match.rules.players
        end = game.hole_cards * count
        for rotation in range(self.match.rotations):
            for part in spans(self.match.deals, _DEALS_AT_ONCE):
                cards = np.empty((part.stop - part.start, end + 5), dtype=np.uint8)
                kernels.shuffled_deals(self.match.seed, part.start, cards)
                hole = np.ascontiguousarray(cards[:, :end]).reshape(-1, count, game.hole_cards)
                high, low = game.deal_values(hole, np.ascontiguousarray(cards[:, end:]))
                first = rotation * self.match.deals + part.start
                for i, row in enumerate(cards.tolist()):
                    yield first + i, row, (high[i], low[i])

    def _play_hand(
        self, number: int, row: list[int], values: Values, script: tuple[int, ...] | None
    ) -> Hand:
        """One hand, from the blinds to the payoffs; with a script nobody is asked what to do."""
        match = self.match
        turn = self._turn_of(number)
        seated, names = self._seated[turn], self._names[turn]
        size = match.rules.rules_of_game.hole_cards
        end = size * match.rules.players
        cards = tuple([_CARDS[c] for c in row])
        hole = tuple([cards[i : i + size] for i in range(0, end, size)])
        board = cards[end:]
        state = self._start.copy()
        for position, player in enumerate(seated):
            seed = (match.seed * 1_000_003 + number) * 16 + position
            player.hand_starts(Seat(match.rules, match.stacks, names, position, seed))
            player.dealt(hole[position])
        shown = 0
        actions: list[int] = []
        while (actor := state.actor) is not None:
            if BOARD_CARDS[state.round] != shown:
                shown = BOARD_CARDS[state.round]
                for player in self._watch_board:
                    player.board(board[:shown])
            if script is None:
                action = self._ask(number, seated[actor], state)
            elif len(actions) < len(script) and state.is_legal(script[len(actions)]):
                action = script[len(actions)]
            else:
                break  # not a hand by these rules: it will not be what it is compared with
            state.apply_legal(action)
            actions.append(action)
            for player in self._watch_actions:
                player.saw(actor, action)
        payoffs = state.settle(values) if state.is_over else (0,) * len(seated)
        if state.showdown:
            folded = state.folded
            for player in seated:
                if shown < 5:
                    player.board(board)
                player.showdown(tuple(None if f else c for f, c in zip(folded, hole, strict=True)))
            shown = 5
        for player in seated:
            player.hand_over(payoffs)
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
        """The player's action, or what stands for it if there is none."""
        try:
            if player.reads_only:
                action = index(player.act(state))
            else:
                with alarm(self.time_limit):
                    action = index(player.act(state.copy()))
            if state.is_legal(action):
                return action
            legal = ", ".join(map(str, state.legal_actions()))
            reason = f"{action!r} is not legal; legal were {legal}"
        except Exception as error:  # whatever a player does, the match goes on
            reason = f"{type(error).__name__}: {error}"
        self.forfeits.append(Forfeit(number, player.name, reason))
        return FOLD if state.can_fold() else CALL


def play_match(
    match: Match,
    players: Sequence[Player],
    *,
    played: Sequence[Hand] = (),
    time_limit: float = SECONDS_TO_ACT,
    on_hand: Callable[[Hand], None] | None = None,
) -> MatchResult:
    """Play a match to its end; ``played`` are its first hands if it was interrupted.

    A player that takes longer than ``time_limit`` seconds for an action forfeits it (in the main
    thread of systems that have alarms). Every new hand is given to ``on_hand`` when it is over.

    Examples
    --------
    >>> from railbird.players import AlwaysCall, AlwaysRaise
    >>> from railbird.table import table_rules
    >>> match = Match(table_rules(2), (200, 200), deals=500, seed=1, duplicate=True)
    >>> result = play_match(match, [AlwaysCall("caller"), AlwaysRaise("raiser")])
    >>> result.hands, [player.mean for player in result.players]
    (1000, [0.0, 0.0])
    """
    started = time.perf_counter()
    table = MatchTable(match, players, time_limit=time_limit)
    by_position = []
    for hand, new in table.play(played):
        by_position.append(hand.payoffs)
        if new and on_hand is not None:
            on_hand(hand)
    seats = np.array([table.seating(number) for number in range(match.hands)])
    won = np.empty(seats.shape, dtype=np.int64)
    np.put_along_axis(won, seats, np.array(by_position), axis=1)
    return summarise(
        match_name=match.name,
        names=[player.name for player in players],
        won=won.reshape(match.rotations, match.deals, len(players)),
        positions=np.array([match.seating(n) for n in range(match.rules.players)]),
        unit=match.rules.bets[0],
        seed=match.seed,
        forfeits=tuple(table.forfeits),
        seconds=time.perf_counter() - started,
    )
