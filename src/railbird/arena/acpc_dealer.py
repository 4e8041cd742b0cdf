"""A dealer for programs that speak the protocol of the Annual Computer Poker Competition (ACPC).

Each player connects to a port of its own; see `railbird.arena.acpc_wire` for what is said. Whatever
a player does, the match goes on to its end: an answer that cannot be read or is not legal counts as
a check, or a fold where a check is not free; a no-limit raise of a wrong size is moved to the
nearest legal one; an answer to an earlier state is ignored. Who exceeds a time limit or disconnects
checks and folds for the rest of the match.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TextIO

import numpy as np

from railbird.arena.acpc_wire import (
    LONGEST_LINE,
    LineTooLongError,
    Peer,
    cards_shown,
    is_comment,
    read_action,
    split_reply,
    write_match_state,
)
from railbird.cards.card import Card
from railbird.errors import InputError, OptionError
from railbird.evaluate import _deal_kernels as kernels
from railbird.history.acpc import AcpcFormat
from railbird.history.game_definition import GameDefinition, game_name, write_game
from railbird.table.hand import Hand, finish
from railbird.table.state import CALL, FOLD, State

_HELLO = re.compile(r"VERSION:2\.[0-9]{1,9}\.[0-9]{1,9}")
_HELLO_LIMIT = 10.0
"""Seconds from a connection to its greeting: a stray one must not keep the others waiting."""

_ATTEMPTS = 50
"""Connections that are heard before a player is given up."""

_GRACE = 0.1
"""Seconds for a player who has connected in time, but was kept waiting by another."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds: to connect, for an action, for all actions of a hand, and those on average."""

    start: float = 600.0
    action: float = 600.0
    hand: float = 600.0
    per_hand: float = 7.0

    def __post_init__(self) -> None:
        if not min(self.start, self.action, self.hand, self.per_hand) > 0:
            raise OptionError("time limits must be above 0 seconds")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that a player did wrong; it is said what stands for it. Hand −1: before play."""

    hand: int
    player: str
    reason: str


@dataclass(frozen=True, slots=True)
class DealerResult:
    """Chips that each player won or lost in all, and what they did wrong."""

    names: tuple[str, ...]
    scores: tuple[int, ...]
    hands: int
    seed: int
    faults: tuple[Fault, ...]


class AcpcDealer:
    """Deals a match to players that connect; it listens as soon as it is made.

    Parameters
    ----------
    game : GameDefinition
        What is played.
    hands : int
        How many hands.
    seed : int
        Hand i of a seed always has the same cards by position.
    names : sequence of str, optional
        One for each player, in the order of the ports; ``p1``, ``p2`` … if not given.
    ports : sequence of int, optional
        One for each player; 0, and any if not given, is one that is free: see ``ports``.
    host : str
        The address to listen on, by default that of this machine only.
    limits : Limits
        How long players may take.
    match_name : str
        The name of the match in its log.
    """

    def __init__(
        self,
        game: GameDefinition,
        hands: int,
        seed: int,
        *,
        names: Sequence[str] | None = None,
        ports: Sequence[int] | None = None,
        host: str = "127.0.0.1",
        limits: Limits | None = None,
        match_name: str = "match",
    ) -> None:
        count = game.rules.players
        names = names or [f"p{k + 1}" for k in range(count)]
        ports = ports or [0] * count
        write_game(game)  # a game that has no definition cannot be played by these rules
        if hands < 1:
            raise OptionError(f"{hands} hands are no match: ask for at least 1")
        if not 0 <= seed < 2**63:
            raise OptionError(f"seed {seed} is not 0 to 2**63 - 1: choose another")
        if len(names) != count or len(ports) != count:
            raise OptionError(f"{len(names)} names, {len(ports)} ports: the game has {count} seats")
        if len(set(names)) < count or any(not re.fullmatch(r"[^:|\s]+", name) for name in names):
            raise OptionError(f"names {', '.join(names)} must differ and have no space, : or |")
        if not all(0 <= port < 65536 for port in ports):
            raise OptionError(f"ports {list(ports)} must be 0 to 65535; 0 is any that is free")
        if re.fullmatch(r"\S+", match_name) is None or match_name == "-":
            raise OptionError(f"{match_name!r} is no name of a match: it must not have spaces")
        self.game, self.hands, self.seed = game, hands, seed
        self.names = tuple(names)
        self.limits = limits or Limits()
        self.match_name = match_name
        self.faults: list[Fault] = []
        self._peers = [Peer(name) for name in names]
        self._format = AcpcFormat()
        self._listeners: list[socket.socket] = []
        for port in ports:
            try:
                self._listeners.append(socket.create_server((host, port)))
            except OSError as error:
                self.close()
                raise OptionError(f"{host} port {port} cannot be listened on: {error}") from None
        self.ports = tuple(int(one.getsockname()[1]) for one in self._listeners)

    def __enter__(self) -> AcpcDealer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections; players take it for the end of the match."""
        for listener in self._listeners:
            listener.close()
        for peer in self._peers:
            peer.leave()

    def play(self, log: TextIO | None = None) -> DealerResult:
        """Wait for the players, deal all hands, and close the connections."""
        try:
            deadline = time.monotonic() + self.limits.start
            for peer, listener in zip(self._peers, self._listeners, strict=True):
                self._welcome(peer, listener, deadline)
            _write(log, self._header())
            scores = [0] * len(self._peers)
            for number in range(self.hands):
                hand = self._play_hand(number)
                for name, payoff in zip(hand.players, hand.payoffs, strict=True):
                    scores[self.names.index(name)] += payoff
                _write(log, self._format.write(hand).splitlines(keepends=True)[-1])
            _write(log, f"SCORE:{'|'.join(map(str, scores))}:{'|'.join(self.names)}\n")
        finally:
            self.close()
        return DealerResult(self.names, tuple(scores), self.hands, self.seed, tuple(self.faults))

    def _welcome(self, peer: Peer, listener: socket.socket, deadline: float) -> None:
        """Wait for a player; one that does not say the right words may try again."""
        for _ in range(_ATTEMPTS):
            left = max(deadline - time.monotonic(), _GRACE)
            listener.settimeout(left)
            try:
                connection, _ = listener.accept()
            except OSError:
                break
            try:
                peer.meet(connection)
                hello = peer.line(time.monotonic() + min(left, _HELLO_LIMIT))
                if _HELLO.fullmatch(hello):
                    listener.close()
                    return
                reason = f"greeted with {hello[:40]!r} instead of VERSION:2.0.0"
            except (OSError, LineTooLongError):
                reason = "connected and did not greet"
            connection.close()
            peer.socket = None
            self._fault(-1, peer, f"{reason}: not let in")
        listener.close()
        self._lose(-1, peer, f"did not join within {self.limits.start:g} s")

    def _header(self) -> str:
        """Comments that tell what is played, as in the logs of the competition."""
        known, limits = game_name(self.game), self.limits
        lines = [
            f" name/game/hands/seed {self.match_name} {known or '-'} {self.hands} {self.seed}",
            f"--t_response {limits.action * 1000:.0f}",
            f"--t_hand {limits.hand * 1000:.0f}",
            f"--t_per_hand {limits.per_hand * 1000:.0f}",
        ]
        if known is None:
            lines += [f" {line}" for line in write_game(self.game).splitlines()]
        return "".join(f"#{line}\n" for line in lines)

    def _play_hand(self, number: int) -> Hand:
        """One hand, from the deal to the payoffs."""
        rules, stacks = self.game.rules, self.game.stacks
        count = rules.players
        dealt = np.empty((1, 2 * count + 5), dtype=np.uint8)
        kernels.shuffled_deals(self.seed, number, dealt)
        cards = tuple(Card(c) for c in dealt[0].tolist())
        hole = tuple(cards[2 * p : 2 * p + 2] for p in range(count))
        board = cards[2 * count :]
        seated = [self._peers[(position + number) % count] for position in range(count)]
        state = State(rules, stacks)
        for peer in seated:
            peer.used_in_hand = 0.0
        while True:
            lines = [write_match_state(state, p, number, hole, board) for p in range(count)]
            for peer, line in zip(seated, lines, strict=True):
                try:
                    peer.send(line, self.limits.action)
                except TimeoutError:
                    self._lose(number, peer, f"did not read within {self.limits.action:g} s")
                except OSError:
                    self._lose(number, peer, "disconnected")
            actor = state.actor
            if actor is None:
                break
            state.apply(self._ask(number, seated[actor], state, lines[actor]))
        hand = Hand(
            rules=rules,
            stacks=stacks,
            players=tuple(peer.name for peer in seated),
            hole_cards=hole,
            board=board[: cards_shown(state)],
            actions=tuple(action for _, _, action in state.actions),
            payoffs=(0,) * count,
            number=str(number),
            table=self.match_name,
        )
        return finish(hand)

    def _ask(self, number: int, peer: Peer, state: State, line: str) -> int:
        """A player's action, or what stands for it."""
        stand_in = FOLD if state.can_fold() else CALL
        if peer.socket is None:
            return stand_in
        limits, started = self.limits, time.monotonic()
        in_match = limits.per_hand * self.hands - peer.used_in_match
        limit = min(limits.action, limits.hand - peer.used_in_hand, in_match)
        try:
            while True:
                reply = peer.line(started + limit)
                if is_comment(reply):
                    continue
                answered, text = split_reply(reply)
                if answered == line:
                    action = read_action(state, text, nearest=True)
                    if text[0] == "r" and not _is_as_said(state, text, action):
                        self._fault(number, peer, f"{text} is not legal: moved to the nearest size")
                    return action
        except InputError as error:
            self._fault(number, peer, f"{error}; {_said(stand_in)}")
        except LineTooLongError:
            self._fault(number, peer, f"a line of over {LONGEST_LINE} bytes; {_said(stand_in)}")
        except TimeoutError:
            self._lose(number, peer, f"did not answer within {max(limit, 0):g} s")
        except OSError:
            self._lose(number, peer, "disconnected")
        finally:
            used = time.monotonic() - started
            peer.used_in_hand += used
            peer.used_in_match += used
        return stand_in

    def _lose(self, number: int, peer: Peer, reason: str) -> None:
        """Go on without a player."""
        peer.leave()
        self._fault(number, peer, f"{reason}: checks and folds from here on")

    def _fault(self, number: int, peer: Peer, reason: str) -> None:
        self.faults.append(Fault(number, peer.name, reason))


def _is_as_said(state: State, text: str, action: int) -> bool:
    """Whether a raise is the one that was asked for."""
    try:
        return read_action(state, text) == action
    except InputError:
        return False


def _said(action: int) -> str:
    return "folded" if action == FOLD else "checked"


def _write(log: TextIO | None, text: str) -> None:
    if log is not None:
        log.write(text)
        log.flush()
