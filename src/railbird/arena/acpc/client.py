"""Connect one of our players to a dealer of the Annual Computer Poker Competition (ACPC)."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction

from railbird.arena.acpc.payoffs import chips, plain, settled
from railbird.arena.forfeits import Forfeit
from railbird.arena.guard import Guarded, ask, guarded
from railbird.errors import HistoryError, OptionError
from railbird.history.formats.acpc.game_definition import GameDefinition, write_game
from railbird.players.acpc.wire import (
    LONGEST_LINE,
    VERSION,
    MatchState,
    action_text,
    is_comment,
    read_match_state,
)
from railbird.players.base import Player, Seat
from railbird.table.hand import Hand
from railbird.table.state import BOARD_CARDS, State

_CONNECT_LIMIT = 30.0


@dataclass(frozen=True, slots=True)
class Joined:
    """A player's winnings in hands whose result was sent, and the turns that were forfeited."""

    name: str
    hands: int
    chips: float
    forfeits: tuple[Forfeit, ...]


def join(
    host: str,
    port: int,
    player: Player,
    game: GameDefinition,
    *,
    seed: int = 0,
    timeout: float | None = 3600.0,
) -> Joined:
    """Play at a dealer until it closes the connection.

    The dealer does not send names. The others are called ``opponent1``, ``opponent2`` … in the
    order in which they sit after the player. This order stays the same when positions move.

    Parameters
    ----------
    host, port : str, int
        The address where the dealer waits for this player.
    player : Player
        The player to connect.
    game : GameDefinition
        The game that is played; the dealer does not send it.
    seed : int
        The seed of the player's random numbers.
    timeout : float, optional
        Give up after this many seconds without a message from the dealer; None waits for ever.

    Raises
    ------
    OptionError
        If there is no dealer, or it is silent for too long.
    HistoryError
        If the dealer sends something that does not fit the game.
    """
    write_game(game)  # only games with a definition can be played this way
    if not 0 < port < 65536:
        raise OptionError(f"port {port} is not valid: give one from 1 to 65535")
    table = _Table(player, game, seed)
    try:
        connection = socket.create_connection((host, port), timeout=_CONNECT_LIMIT)
    except OSError as error:
        raise OptionError(f"cannot connect to {host} port {port}: {error}") from None
    with connection, closing(table.player):
        connection.settimeout(timeout)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            connection.sendall(f"{VERSION}\r\n".encode())
            for line in _lines(connection):
                action = table.hear(line)
                if action is not None:
                    connection.sendall(f"{line}:{action}\r\n".encode())
        except TimeoutError:
            raise OptionError(f"{host} port {port} was silent for {timeout:g} s") from None
        except ConnectionError:
            pass  # the dealer has closed the connection: the match is over
    return Joined(player.name, table.hands, plain(table.chips), tuple(table.forfeits))


def _lines(connection: socket.socket) -> Iterator[str]:
    """Lines that are not comments, without their line endings."""
    with connection.makefile("rb") as file:
        while line := file.readline(LONGEST_LINE):
            if not line.endswith(b"\n"):
                if len(line) == LONGEST_LINE:
                    raise HistoryError(f"the dealer sent a line longer than {LONGEST_LINE} bytes")
                return  # it closed in the middle of a line
            text = line.decode("ascii", errors="replace").rstrip("\r\n")
            if text and not is_comment(text):
                yield text


class _Table:
    """Reads the lines of a dealer and tells the player what happened."""

    def __init__(self, player: Player, game: GameDefinition, seed: int) -> None:
        self.player, self.game = guarded(player, Player.time_limit), game
        self.player.check(game.rules)
        self.hands, self.chips = 0, Fraction(0)
        self.forfeits: list[Forfeit] = []
        self._seed = seed
        self._hand: tuple[int, int] | None = None  # number and position
        self._names: tuple[str, ...] = ()
        self._state = State(game.rules, game.stacks)
        self._shown = 0
        self._over = False
        self.player.forget()

    def hear(self, line: str) -> str | None:
        """Tell the player what a line says; return the text of an action if it is their turn."""
        told = read_match_state(line, self.game)
        if self._hand != (told.hand, told.position):
            self._begin(told)
        done = tuple(action for _, _, action in self._state.actions)
        if told.actions[: len(done)] != done:
            raise HistoryError(f"{line[:80]!r} contradicts an earlier line of this hand")
        for action in told.actions[len(done) :]:
            self._show(told)
            actor = self._state.actor
            self._state.apply(action)
            self.player.saw(actor or 0, action)
        if not self._state.is_over:
            self._show(told)
            if self._state.actor == told.position:
                return action_text(self._state, self._ask(told.hand))
        elif not self._over:
            self._over = True
            self._end(told)
        return None

    def _begin(self, told: MatchState) -> None:
        rules, position = self.game.rules, told.position
        self._hand = told.hand, position
        self._state = State(rules, self.game.stacks)
        self._shown, self._over = 0, False
        self._names = tuple(
            f"opponent{after}" if (after := (p - position) % rules.players) else self.player.name
            for p in range(rules.players)
        )
        seed = (self._seed * 1_000_003 + told.hand) * 16 + position
        self.player.hand_starts(Seat(rules, self.game.stacks, self._names, position, seed))
        self.player.dealt(told.hole_cards[position] or ())

    def _show(self, told: MatchState) -> None:
        """Show the player the board of the round, if it is new."""
        shown = BOARD_CARDS[self._state.round]
        if shown != self._shown:
            self._shown = shown
            self.player.board(told.board[:shown])

    def _end(self, told: MatchState) -> None:
        state = self._state
        if state.showdown:
            if self._shown < 5:
                self.player.board(told.board)
            folded = state.folded
            self.player.showdown(
                tuple(None if out else c for out, c in zip(folded, told.hole_cards, strict=True))
            )
        hand = Hand(
            rules=self.game.rules,
            stacks=self.game.stacks,
            players=self._names,
            hole_cards=told.hole_cards,
            board=told.board,
            actions=told.actions,
            payoffs=(0,) * len(self._names),
            number=str(told.hand),
        )
        payoffs = hand.computed_payoffs()
        self.hands += 1
        if payoffs is not None:  # unknown if the dealer hides cards at a showdown
            self.chips += chips(settled(hand))[told.position]
            self.player.hand_over(payoffs)
        if isinstance(self.player, Guarded):
            self._forfeit(told.hand, self.player.take_fault())

    def _ask(self, number: int) -> int:
        """The player's action, or the default if it fails."""
        action, reason = ask(self.player, self._state)
        self._forfeit(number, reason)
        return action

    def _forfeit(self, number: int, reason: str) -> None:
        if reason:
            self.forfeits.append(Forfeit(number, self.player.name, reason))
