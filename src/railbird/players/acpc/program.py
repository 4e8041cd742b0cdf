"""A program of the user as a player: started, timed and stopped by us.

The program speaks the protocol of the Annual Computer Poker Competition (ACPC), as described in
`railbird.players.acpc.wire`. It does so on its stdin and stdout. If its command has the word
``{port}``, it does so on a connection to that port of ``{host}``, as in the competition.

The program is started afresh before each match and before each half of a duplicate match, because
its memory has to be erased. Lines that are not replies are ignored. A program that ends, or closes
its output, is not started again before the next half.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import weakref
from contextlib import suppress
from functools import partial
from pathlib import Path

from railbird.cards.card import Card
from railbird.errors import HistoryError, InputError, OptionError
from railbird.history.formats.acpc.game_definition import UNLIMITED, GameDefinition, write_game
from railbird.players.acpc.peer import Peer
from railbird.players.acpc.wire import read_action, split_reply, write_match_state
from railbird.players.base import Player, Plays, Seat
from railbird.table.rules import Rules
from railbird.table.state import State

HOST = "127.0.0.1"
START_LIMIT = 60.0
"""Seconds in which a program that is given a port must connect to it."""

_LOOK = 0.1
"""Seconds between two looks at whether a program that has not connected is still running."""

_GRACE = 1.0
"""Seconds that a program has to end by itself when the match is over."""

_MOST_LINES = 1000
_BARE = re.compile(r"[fc]|r[0-9]*", re.ASCII)
"""An action alone; other lines that are no reply may be what a program prints beside its reply."""
_FORM = "print the MATCHSTATE line again with :c, :f or :r (and chips without limits) at its end"
"""Lines that are read for one action; a program that prints more forfeits it."""


class ProgramError(InputError):
    """A program that is no longer there."""


class Program(Player):
    """A player that is a program of its own.

    Parameters
    ----------
    name
        The name it plays under; if empty, that of the program.
    command
        The program and its arguments, as in a shell. ``{host}`` and ``{port}`` stand for the
        address that the program has to connect to.
    """

    plays = Plays(games=("holdem",), bettings=("limit", "no-limit"))
    keeps_time = True

    def __init__(self, name: str, command: str) -> None:
        words = _words(command)
        super().__init__(name or Path(words[0]).stem)
        self.remake = partial(Program, command=command)
        self._words = words
        self._running: _Running | None = None
        self._gone = ""
        self._hand = -1
        self._seat: Seat | None = None
        self._state: State | None = None
        self._hole: tuple[tuple[Card, ...], ...] = ()
        self._board: tuple[Card, ...] = ()
        self._unsent = self._asked = False
        self._line = ""

    def check(self, rules: Rules) -> None:
        super().check(rules)
        try:
            write_game(GameDefinition(rules, (UNLIMITED,) * rules.players))
        except InputError as error:
            raise OptionError(f"{self.name} cannot play here: {error}") from None

    def forget(self) -> None:
        self.close()
        self._gone, self._hand = "", -1

    def close(self) -> None:
        if self._running is not None:
            self._running.stop(grace=_GRACE)
            self._running = None

    def hand_starts(self, seat: Seat) -> None:
        if self._gone:
            raise ProgramError(self._gone)
        if self._running is None:
            try:
                self._running = _Running(self._words)
            except (OSError, ProgramError) as error:
                self._lose(f"the program could not be started: {error}")
        self._seat, self._state = seat, State(seat.rules, seat.stacks)
        self._board = ()
        self._hand += 1

    def dealt(self, cards: tuple[Card, ...]) -> None:
        assert self._seat is not None
        place = self._seat.position
        self._hole = tuple(cards if p == place else () for p in range(self._seat.rules.players))
        self._unsent, self._asked = True, False

    def board(self, cards: tuple[Card, ...]) -> None:
        self._board = cards

    def saw(self, position: int, action: int) -> None:
        if self._running is None:
            return  # it has ended in this hand
        assert self._seat is not None
        assert self._state is not None
        self._send()
        if position == self._seat.position and not self._asked:
            self._answer()  # the hand is replayed: what the program would do now does not matter
        self._state.apply(action)
        self._unsent, self._asked = True, False

    def act(self, state: State) -> int:
        if self._running is None:
            raise ProgramError(self._gone)
        self._asked = True
        self._send()
        return read_action(state, self._answer())

    def showdown(self, hole_cards: tuple[tuple[Card, ...] | None, ...]) -> None:
        self._hole = tuple(cards or () for cards in hole_cards)

    def hand_over(self, payoffs: tuple[int, ...]) -> None:
        self._send()

    def _send(self) -> None:
        """Send the state as it is, if the program does not know it yet."""
        if self._running is None or not self._unsent:
            return
        assert self._seat is not None
        assert self._state is not None
        self._unsent = False
        self._line = write_match_state(
            self._state, self._seat.position, self._hand, self._hole, self._board
        )
        try:
            self._running.peer.send(self._line, self.time_limit)
        except TimeoutError:
            self._lose(f"the program did not read within {self.time_limit:g} s")
        except OSError:
            self._lose(self._running.why_gone())

    def _answer(self) -> str:
        """The action in the program's reply to the last line it was sent."""
        assert self._running is not None
        deadline = time.monotonic() + self.time_limit
        wrong = ""
        try:
            for _ in range(_MOST_LINES):
                line = self._running.peer.line(deadline)
                try:
                    answered, action = split_reply(line)
                except HistoryError:
                    if _BARE.fullmatch(line):
                        raise OptionError(f"{line!r} is not a reply: {_FORM}") from None
                    wrong = line[:40] or wrong
                    continue
                if answered == self._line:
                    return action
        except TimeoutError:
            said = f"; its last line {wrong!r} is not a reply: {_FORM}" if wrong else ""
            raise TimeoutError(f"did not answer within {self.time_limit:g} s{said}") from None
        except OSError:
            self._lose(self._running.why_gone())
        raise OptionError(f"the program printed {_MOST_LINES:,} lines and no reply")

    def _lose(self, reason: str) -> None:
        """Give the program up, until the next match."""
        self._gone = reason
        if self._running is not None:
            self._running.stop()
            self._running = None
        raise ProgramError(reason)


class _Running:
    """A program that was started, with a line to it. It does not outlive this object."""

    def __init__(self, words: list[str]) -> None:
        self.peer = Peer(words[0])
        if any("{port}" in word for word in words):
            self._process, connection = _start_on_port(words)
        else:
            self._process, connection = _start_on_pipes(words)
        self.peer.meet(connection)
        # also at the end of our process, if nobody stops the program before
        self._kill = weakref.finalize(self, _kill, self._process, connection)

    def why_gone(self) -> str:
        """Why a program that does not talk to us any more does not."""
        try:
            status = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "the program closed its connection"
        if status < 0:
            return f"the program was killed by signal {-status}"
        return f"the program ended with status {status}"

    def stop(self, *, grace: float = 0.0) -> None:
        """Hang up, and kill the program if it has not ended after ``grace`` seconds."""
        if grace and self.peer.socket is not None:
            with suppress(OSError, subprocess.TimeoutExpired):
                self.peer.socket.shutdown(socket.SHUT_WR)  # the program reads an end of file
                self._process.wait(grace)
        self._kill()


def _words(command: str) -> list[str]:
    """The words of a command whose program exists."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"program {command!r} cannot be read: {error}") from None
    if not words:
        raise OptionError("the program is missing: write exec:./bot, or exec:'./bot --option'")
    if shutil.which(words[0]) is None:
        hint = "make the file executable" if Path(words[0]).is_file() else "check its name"
        raise OptionError(f"program {words[0]!r} cannot be run: {hint}")
    return words


def _start(words: list[str], stdin: int, stdout: int) -> subprocess.Popen[bytes]:
    """Start a program in a group of its own, so that Ctrl-C reaches only us, who then stop it."""
    return subprocess.Popen(words, stdin=stdin, stdout=stdout, start_new_session=True)


def _start_on_pipes(words: list[str]) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start a program whose stdin and stdout are a connection to us."""
    if sys.platform == "win32":
        raise ProgramError("on Windows a program needs {host} and {port} in its command")
    ours, theirs = socket.socketpair()
    with theirs:
        try:
            return _start(words, theirs.fileno(), theirs.fileno()), ours
        except BaseException:
            ours.close()
            raise


def _start_on_port(words: list[str]) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start a program that connects to a port of ours."""
    with socket.create_server((HOST, 0)) as listener:
        port = str(listener.getsockname()[1])
        words = [word.replace("{host}", HOST).replace("{port}", port) for word in words]
        process = _start(words, subprocess.DEVNULL, 2)  # what it prints goes to stderr
        try:
            deadline = time.monotonic() + START_LIMIT
            listener.settimeout(_LOOK)
            while time.monotonic() < deadline:
                with suppress(TimeoutError):
                    return process, listener.accept()[0]
                if process.poll() is not None:
                    raise ProgramError(f"it ended with status {process.returncode}")
            raise ProgramError(f"it did not connect within {START_LIMIT:g} s")
        except BaseException:
            _kill(process)
            raise


def _kill(process: subprocess.Popen[bytes], connection: socket.socket | None = None) -> None:
    """End a program and all that it started."""
    if connection is not None:
        connection.close()
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
