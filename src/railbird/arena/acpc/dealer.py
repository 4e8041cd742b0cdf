"""A dealer for programs that speak the protocol of the Annual Computer Poker Competition (ACPC).

Each player connects to a port of their own; `railbird.players.acpc.wire` describes the messages.
Errors are handled as in the competition's dealer. Lines that are not replies, or that reply to
another state, are ignored. An illegal action becomes a check or call, but a no-limit raise of a
wrong size is moved to the nearest legal size. There is one difference: where that dealer stops the
match, this one plays it to the end. A player who exceeds a time limit or disconnects checks and
folds for the rest of the match.
"""

from __future__ import annotations

import re
import select
import socket
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TextIO

import numpy as np
import numpy.typing as npt

from railbird.arena.acpc.payoffs import chips, plain, settled
from railbird.arena.forfeits import Attendance, Forfeit, Forfeited, absent
from railbird.arena.match import seatings
from railbird.arena.result import PlayerResult, summarise
from railbird.cards.card import Card
from railbird.closing import Closing
from railbird.errors import HistoryError, OptionError
from railbird.history.formats.acpc.betting import write_fraction
from railbird.history.formats.acpc.game_definition import GameDefinition, game_name, write_game
from railbird.history.formats.acpc.log import AcpcFormat
from railbird.kernels.random import shuffled_deals
from railbird.players.acpc.peer import Peer
from railbird.players.acpc.wire import (
    cards_shown,
    is_comment,
    split_reply,
    take_action,
    write_match_state,
)
from railbird.stats import Verdict
from railbird.table.hand import Hand
from railbird.table.state import CALL, FOLD, State

_HELLO = re.compile(r"VERSION:2\.[0-9]{1,9}\.[0-9]{1,9}")
_HELLO_LIMIT = 10.0
"""Seconds from a connection to its greeting, so that a stray one cannot hold up the others."""

_ATTEMPTS = 50
"""Connections that may fail before the dealer stops waiting for a player."""

_GRACE = 0.1
"""Seconds for a player who connected in time but had to wait for another."""


_MOST_FAULTS = 1000
"""The most faults to keep, so that a long match does not fill the memory."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Time limits in seconds: to connect, for an action, for a hand, and per hand on average."""

    start: float = 600.0
    action: float = 600.0
    hand: float = 600.0
    per_hand: float = 7.0

    def __post_init__(self) -> None:
        if not min(self.start, self.action, self.hand, self.per_hand) > 0:
            raise OptionError("time limits must be longer than 0 seconds")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that a player did wrong, and what replaced it. Hand −1 is before play."""

    hand: int
    player: str
    reason: str


@dataclass(frozen=True, slots=True)
class DealerResult:
    """Total chips that each player won or lost, and what they did wrong.

    ``players`` has the winnings per hand with their errors; ``verdict`` says who wins most of those
    who played. ``forfeited`` are the players for whom checks and folds were made, and ``absent``
    those for whom that was so in too many hands.
    ``faults`` has the first thousand, and every fault that put a player out of the match.
    """

    names: tuple[str, ...]
    scores: tuple[float, ...]
    hands: int
    seed: int
    players: tuple[PlayerResult, ...]
    verdict: Verdict
    forfeited: tuple[Forfeited, ...]
    absent: tuple[str, ...]
    faults: tuple[Fault, ...]
    more_faults: int = 0

    @property
    def score_line(self) -> str:
        """The last line of the log."""
        scores = "|".join(write_fraction(Fraction(score)) for score in self.scores)
        return f"SCORE:{scores}:{'|'.join(self.names)}"


class AcpcDealer(Closing):
    """Deals a match to players who connect. It listens as soon as it is created.

    Parameters
    ----------
    game : GameDefinition
        The game to play.
    hands : int
        The number of hands.
    seed : int
        Hand i of a seed always deals the same cards to each position.
    names : sequence of str, optional
        One for each player, in the order of the ports; ``p1``, ``p2`` … if not given.
    ports : sequence of int, optional
        One for each player. 0 chooses a free port, as does the default; see ``ports``.
    host : str
        The address to listen on; by default only this machine can connect.
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
        write_game(game)  # only games with a definition can be played this way
        if hands < 1:
            raise OptionError(f"a match of {hands} hands is too short: ask for at least 1")
        if not 0 <= seed < 2**63:
            raise OptionError(f"seed {seed} is out of range: choose one from 0 to 2**63 - 1")
        if len(names) != count or len(ports) != count:
            raise OptionError(f"{len(names)} names, {len(ports)} ports: the game has {count} seats")
        if len(set(names)) < count or any(not re.fullmatch(r"[^:|\s]+", name) for name in names):
            raise OptionError(f"names {', '.join(names)} must differ and contain no space, : or |")
        if not all(0 <= port < 65536 for port in ports):
            raise OptionError(f"ports {list(ports)} must be 0 to 65535; 0 chooses a free one")
        if re.fullmatch(r"\S+", match_name) is None or match_name == "-":
            raise OptionError(f"{match_name!r} cannot name a match: it must not contain spaces")
        self.game, self.hands, self.seed = game, hands, seed
        self.names = tuple(names)
        self.limits = limits or Limits()
        self.match_name = match_name
        self.faults: list[Fault] = []
        self.more_faults = 0
        self._attendance = Attendance(names)
        self._unanswered: list[Forfeit] = []
        self._peers = [Peer(name) for name in names]
        self._format = AcpcFormat()
        self._listeners: list[socket.socket] = []
        for port in ports:
            try:
                self._listeners.append(socket.create_server((host, port)))
            except OSError as error:
                self.close()
                raise OptionError(f"cannot listen on {host} port {port}: {error}") from None
        self.ports = tuple(int(one.getsockname()[1]) for one in self._listeners)

    def close(self) -> None:
        """Close all connections; players take this as the end of the match."""
        for listener in self._listeners:
            listener.close()
        for peer in self._peers:
            peer.leave()

    def play(
        self,
        log: TextIO | None = None,
        *,
        on_hand: Callable[[Hand], None] | None = None,
        on_missing: Callable[[Sequence[str]], None] | None = None,
    ) -> DealerResult:
        """Wait for the players, deal all hands, and close the connections.

        Parameters
        ----------
        log : TextIO, optional
            Where to write the log: UTF-8, open for reading and writing. If it holds the start of
            this match, the match resumes after the last complete line.
        on_hand : callable, optional
            Called with every hand in order, including those already in the log.
        on_missing : callable, optional
            Called with the names of the players who have not joined, first and when one joins.
        """
        try:
            scores = [Fraction(0)] * len(self._peers)
            won = np.empty((self.hands, len(self._peers)))

            def count(number: int, hand: Hand) -> None:
                for name, payoff in zip(hand.players, chips(hand), strict=True):
                    player = self.names.index(name)
                    scores[player] += payoff
                    won[number, player] = payoff
                if on_hand is not None:
                    on_hand(hand)

            played = self._played(log) if log is not None else []
            for number, hand in enumerate(played):
                count(number, hand)
                self._attendance.add(hand)  # the log does not tell who acted
            self._welcome_all(on_missing or (lambda _: None))
            for number in range(len(played), self.hands):
                hand = self._play_hand(number)
                self._attendance.add(hand, self._unanswered)
                self._unanswered.clear()
                _write(log, self._format.write(hand).splitlines(keepends=True)[-1])
                count(number, hand)
            result = self._result(scores, won)
            _write(log, f"{result.score_line}\n")
        finally:
            self.close()
        return result

    def _result(self, scores: Sequence[Fraction], won: npt.NDArray[np.float64]) -> DealerResult:
        """The result from the total chips of each player, and from those of each hand."""
        rules = self.game.rules
        forfeited = self._attendance.found
        summary = summarise(
            match_name=self.match_name,
            names=list(self.names),
            won=won[None],
            positions=np.array(seatings(rules.players)),
            unit=rules.bets[0],
            unit_name="sb" if rules.betting == "limit" else "bb",
            seed=self.seed,
            forfeits=(),
            forfeited=forfeited,
            seconds=0.0,
        )
        chips_won = tuple(map(plain, scores))
        return DealerResult(
            names=self.names,
            scores=chips_won,
            hands=self.hands,
            seed=self.seed,
            players=tuple(
                replace(player, chips=score)
                for player, score in zip(summary.players, chips_won, strict=True)
            ),
            verdict=summary.verdict,
            forfeited=forfeited,
            absent=tuple(absent(forfeited)),
            faults=tuple(self.faults),
            more_faults=self.more_faults,
        )

    def _played(self, log: TextIO) -> list[Hand]:
        """Read the hands in a log, and leave it ready for the next hand."""
        log.seek(0)
        found, header = log.read(), self._header()
        text = found[: found.rfind("\n") + 1]  # a killed process leaves an incomplete line
        if header.startswith(found):
            if found:
                log.seek(0)
                log.truncate()
            _write(log, header)
            return []
        if not text.startswith(header):
            raise OptionError(
                "the log belongs to another match (its name, game, hands, seed or limits differ): "
                "choose another log"
            )
        if "\nSCORE:" in text:
            raise OptionError("the match in the log is over: choose another log")
        parts = self._format.split(enumerate(text.splitlines(), 1))
        hands = [self._format.read(part) for part in parts]
        if [hand.number for hand in hands] != [str(number) for number in range(len(hands))]:
            raise OptionError("hands of the log are not numbered 0, 1, 2, …: choose another log")
        if any(set(hand.players) != set(self.names) for hand in hands):
            raise OptionError(f"the log is not by {', '.join(self.names)}: give the names in it")
        log.seek(len(text.encode()))
        log.truncate()
        return hands

    def _welcome_all(self, on_missing: Callable[[Sequence[str]], None]) -> None:
        """Wait for the players, in any order; after a wrong greeting they may try again."""
        deadline = time.monotonic() + self.limits.start
        missing = dict(zip(self._listeners, self._peers, strict=True))
        attempts: Counter[socket.socket] = Counter()
        on_missing(self.names)
        while waiting := [one for one in missing if attempts[one] < _ATTEMPTS]:
            left = max(deadline - time.monotonic(), _GRACE)
            try:
                ready, _, _ = select.select(waiting, [], [], left)
            except (OSError, ValueError):  # the dealer was closed
                break
            if not ready:
                break
            for listener in ready:
                attempts[listener] += 1
                if self._welcome(missing[listener], listener, min(left, _HELLO_LIMIT)):
                    del missing[listener]
                    on_missing([peer.name for peer in missing.values()])
        for listener in self._listeners:
            listener.close()
        for peer in missing.values():
            self._lose(-1, peer, f"did not join within {self.limits.start:g} s")

    def _welcome(self, peer: Peer, listener: socket.socket, limit: float) -> bool:
        """Take a connection and hear its greeting; whether the player has joined."""
        try:
            listener.settimeout(_GRACE)
            connection, _ = listener.accept()
        except OSError:  # it is gone
            return False
        try:
            peer.meet(connection)
            hello = peer.line(time.monotonic() + limit)
            if _HELLO.fullmatch(hello):
                return True
            reason = f"greeted with {hello[:40]!r} instead of VERSION:2.0.0"
        except OSError:
            reason = "connected and sent no greeting"
        connection.close()
        peer.socket = None
        self._fault(-1, peer, f"{reason}: rejected")
        return False

    def _header(self) -> str:
        """Comments that describe the match, as in the logs of the competition."""
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
        """Play one hand, from the deal to the payoffs."""
        rules, stacks = self.game.rules, self.game.stacks
        count = rules.players
        dealt = np.empty((1, 2 * count + 5), dtype=np.uint8)
        shuffled_deals(self.seed, number, dealt)
        cards = tuple(Card(c) for c in dealt[0].tolist())
        hole = tuple(cards[2 * p : 2 * p + 2] for p in range(count))
        board = cards[2 * count :]
        seated = [self._peers[player] for player in seatings(count)[number % count]]
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
        """Send a line to a player; if they do not read it, the match continues without them."""
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
        """A player's action, or what replaces it."""
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
                    if not blamed:  # once a turn, so that a flood does not fill the memory
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
        self._unanswered.append(Forfeit(number, peer.name, "did not answer"))
        return FOLD if state.can_fold() else CALL

    def _time_left(self, peer: Peer) -> float:
        """Seconds that a player has for their next message."""
        limits = self.limits
        in_match = limits.per_hand * self.hands - peer.used_in_match
        return min(limits.action, limits.hand - peer.used_in_hand, in_match)

    def _lose(self, number: int, peer: Peer, reason: str) -> None:
        """Continue without a player."""
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
