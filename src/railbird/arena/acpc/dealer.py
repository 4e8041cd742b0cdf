"""A dealer for programs that speak the protocol of the Annual Computer Poker Competition (ACPC).

Each player connects to a port of its own; see `railbird.arena.acpc.wire` for what is said. What is
wrong is treated as the competition's dealer does it: lines that are no replies, or reply to another
state, are ignored; an action that is not legal is a check or call, but a no-limit raise of a wrong
size is moved to the nearest legal one. Where that dealer gives up the match, this one goes on to
its end: who exceeds a time limit or disconnects checks and folds for the rest of the match.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TextIO

import numpy as np

from railbird.arena.acpc.payoffs import chips, plain, settled
from railbird.arena.acpc.peer import Peer
from railbird.arena.acpc.wire import (
    cards_shown,
    is_comment,
    split_reply,
    take_action,
    write_match_state,
)
from railbird.cards.card import Card
from railbird.closing import Closing
from railbird.errors import HistoryError, OptionError
from railbird.history.formats.acpc.betting import write_fraction
from railbird.history.formats.acpc.game_definition import GameDefinition, game_name, write_game
from railbird.history.formats.acpc.log import AcpcFormat
from railbird.kernels.random import shuffled_deals
from railbird.table.hand import Hand
from railbird.table.state import CALL, FOLD, State

_HELLO = re.compile(r"VERSION:2\.[0-9]{1,9}\.[0-9]{1,9}")
_HELLO_LIMIT = 10.0
"""Seconds from a connection to its greeting: a stray one must not keep the others waiting."""

_ATTEMPTS = 50
"""Connections that are heard before a player is given up."""

_GRACE = 0.1
"""Seconds for a player who has connected in time, but was kept waiting by another."""


_MOST_FAULTS = 1000
"""Faults of which it is kept what they were: a long match must not fill the memory."""


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
    """Chips that each player won or lost in all, and what they did wrong.

    ``faults`` are the first thousand, and all that cost a player the rest of the match.
    """

    names: tuple[str, ...]
    scores: tuple[float, ...]
    hands: int
    seed: int
    faults: tuple[Fault, ...]
    more_faults: int = 0

    @property
    def score_line(self) -> str:
        """The last line of the log."""
        scores = "|".join(write_fraction(Fraction(score)) for score in self.scores)
        return f"SCORE:{scores}:{'|'.join(self.names)}"


class AcpcDealer(Closing):
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
        self.more_faults = 0
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

    def close(self) -> None:
        """Close all connections; players take it for the end of the match."""
        for listener in self._listeners:
            listener.close()
        for peer in self._peers:
            peer.leave()

    def play(
        self, log: TextIO | None = None, *, on_hand: Callable[[Hand], None] | None = None
    ) -> DealerResult:
        """Wait for the players, deal all hands, and close the connections.

        Parameters
        ----------
        log : TextIO, optional
            Where the log goes, in UTF-8 and open for reading, too. If it has the beginning of this
            match, that is gone on with after the last whole line.
        on_hand : callable, optional
            Is given every hand in order, those that are in the log already too.
        """
        try:
            scores = [Fraction(0)] * len(self._peers)
            played = self._played(log) if log is not None else []
            for hand in played:
                self._score(hand, scores)
                if on_hand is not None:
                    on_hand(hand)
            deadline = time.monotonic() + self.limits.start
            for peer, listener in zip(self._peers, self._listeners, strict=True):
                self._welcome(peer, listener, deadline)
            for number in range(len(played), self.hands):
                hand = self._play_hand(number)
                self._score(hand, scores)
                _write(log, self._format.write(hand).splitlines(keepends=True)[-1])
                if on_hand is not None:
                    on_hand(hand)
            result = DealerResult(
                names=self.names,
                scores=tuple(map(plain, scores)),
                hands=self.hands,
                seed=self.seed,
                faults=tuple(self.faults),
                more_faults=self.more_faults,
            )
            _write(log, f"{result.score_line}\n")
        finally:
            self.close()
        return result

    def _score(self, hand: Hand, scores: list[Fraction]) -> None:
        """Add what each player won in a hand."""
        for name, payoff in zip(hand.players, chips(hand), strict=True):
            scores[self.names.index(name)] += payoff

    def _played(self, log: TextIO) -> list[Hand]:
        """The hands in a log, which is left ready for the next one."""
        log.seek(0)
        found, header = log.read(), self._header()
        text = found[: found.rfind("\n") + 1]  # a process that was killed leaves part of a line
        if header.startswith(found):
            if found:
                log.seek(0)
                log.truncate()
            _write(log, header)
            return []
        if not text.startswith(header):
            raise OptionError(
                "the log is of another match (its name, game, hands, seed or limits differ): "
                "choose another log"
            )
        if "\nSCORE:" in text:
            raise OptionError("the match of the log is over: choose another log")
        parts = self._format.split(enumerate(text.splitlines(), 1))
        hands = [self._format.read(part) for part in parts]
        if [hand.number for hand in hands] != [str(number) for number in range(len(hands))]:
            raise OptionError("the hands of the log are not 0, 1, 2 and so on: choose another log")
        if any(set(hand.players) != set(self.names) for hand in hands):
            raise OptionError(f"the log is of others than {', '.join(self.names)}: name those")
        log.seek(len(text.encode()))
        log.truncate()
        return hands

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
            except OSError:
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
        shuffled_deals(self.seed, number, dealt)
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
                self._tell(number, peer, line)
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
        return settled(hand)

    def _tell(self, number: int, peer: Peer, line: str) -> None:
        """Send a line to a player; who does not take it is lost."""
        started, limit = time.monotonic(), max(self._time_left(peer), _GRACE)
        try:
            peer.send(line, limit)
        except TimeoutError:
            self._lose(number, peer, f"did not read within {limit:.3g} s")
        except OSError:
            self._lose(number, peer, "disconnected")
        finally:
            peer.charge(started)

    def _ask(self, number: int, peer: Peer, state: State, line: str) -> int:
        """A player's action, or what stands for it."""
        started, limit = time.monotonic(), self._time_left(peer)
        blamed = False
        try:
            while peer.socket is not None:
                reply = peer.line(started + limit)
                if is_comment(reply):
                    continue
                try:
                    answered, text = split_reply(reply)
                except HistoryError as error:
                    if not blamed:  # once a turn: a flood must not fill the memory
                        self._fault(number, peer, f"{error}; ignored")
                    blamed = True
                    continue
                if answered == line:
                    action, wrong = take_action(state, text)
                    if wrong:
                        self._fault(number, peer, wrong)
                    return action
        except TimeoutError:
            self._lose(number, peer, f"did not answer within {max(limit, 0):.3g} s")
        except OSError:
            self._lose(number, peer, "disconnected")
        finally:
            peer.charge(started)
        return FOLD if state.can_fold() else CALL

    def _time_left(self, peer: Peer) -> float:
        """Seconds that a player has for the next thing to do."""
        limits = self.limits
        in_match = limits.per_hand * self.hands - peer.used_in_match
        return min(limits.action, limits.hand - peer.used_in_hand, in_match)

    def _lose(self, number: int, peer: Peer, reason: str) -> None:
        """Go on without a player."""
        peer.leave()
        self.faults.append(Fault(number, peer.name, f"{reason}: checks and folds from here on"))

    def _fault(self, number: int, peer: Peer, reason: str) -> None:
        if len(self.faults) < _MOST_FAULTS:
            self.faults.append(Fault(number, peer.name, reason))
        else:
            self.more_faults += 1


def _write(log: TextIO | None, text: str) -> None:
    if log is not None:
        log.write(text)
        log.flush()
