"""What protects a table from a player's code.

Whatever the code does, the match continues. An exception, an illegal action or an overlong think
costs the player the turn. An exception in any other call costs it the hand. A player who is late
for the third time is out for the rest of the match, or the rotation of a duplicate match: it is no
longer asked. In all these cases it checks if that is free, and folds otherwise.

What the code prints goes to stderr, because stdout may be JSON.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from operator import index
from typing import Any

from railbird.cards.card import Card
from railbird.errors import InputError, OptionError
from railbird.players.base import Player, Seat
from railbird.players.own import reason_of
from railbird.table.rules import Rules
from railbird.table.state import CALL, FOLD, State

LATE = 3
"""A player who is late so many times is out."""

_AGAIN = 1.0
"""Seconds after which the alarm rings again for a player who has caught its exception."""


_LONGEST_ANSWER = 40


class OutOfTime(BaseException):  # not an Exception: `except Exception` must not catch it
    """A player's call took too long."""


FAILURES = (Exception, OutOfTime, SystemExit)
"""What a player's code may raise without ending the match."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise `OutOfTime` inside a block that takes too long, where the system can do so.

    This works in the main thread of a process, on systems that have alarms.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return

    def ring(*_: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)  # again: the alarm may have cut short the first
        signal.signal(signal.SIGALRM, before)


@contextmanager
def on_time(seconds: float) -> Iterator[None]:
    """Raise `OutOfTime` if a block takes too long: from inside it, or at its end.

    A block that has caught the exception of the alarm, or has raised another instead, was late all
    the same. So is one that took too long where there is no alarm.
    """
    end = time.monotonic() + seconds
    try:
        with alarm(seconds):
            yield
    except (Exception, SystemExit):
        if time.monotonic() <= end:
            raise
    if time.monotonic() > end:
        raise OutOfTime


def default_action(state: State) -> int:
    """What is done for a player who does not act: check if that is free, fold otherwise."""
    return FOLD if state.can_fold() else CALL


def ask(player: Player, state: State) -> tuple[int, str]:
    """A player's action, or the default and the reason for it."""
    if isinstance(player, Guarded) and player.is_out:
        return default_action(state), ""  # the reason is counted once, at the end of the hand
    try:
        answer = player.act(state)
        try:
            action = index(answer)
        except TypeError:
            said = " ".join(repr(answer).split())[:_LONGEST_ANSWER]
            reason = f"act returned {said}: return FOLD, CALL or the level to raise to"
        else:
            if state.is_legal(action):
                return action, ""
            wrong = "fold" if action == FOLD else str(action)
            reason = f"{wrong} is not legal; legal were {_legal(state)}"
    except OutOfTime:
        reason = f"did not act within {player.time_limit:g} s"
    except FAILURES as error:
        if isinstance(error, SystemExit) and not isinstance(player, Guarded):
            raise  # a person at the keyboard whose terminal was closed
        reason = reason_of(error, file=file_of(player))
    return default_action(state), reason


def _legal(state: State) -> str:
    """The legal actions in words."""
    to_call, low, high = state.options()
    words = ["fold", f"call {to_call}"] if to_call else ["check"]
    if low:
        most = f" up to {high}" if high > low else ""
        words.append(f"{'raise to' if state.level else 'bet'} {low}{most}")
    return ", ".join(words)


def file_of(player: Player) -> str:
    """The file of a user's class, as in tracebacks; empty for players of ours."""
    if not isinstance(player, Guarded):
        return ""
    module = type(player.player).__module__
    if module.partition(".")[0] == __name__.partition(".")[0]:
        return ""
    return getattr(sys.modules.get(module), "__file__", None) or ""


def guarded(player: Player, time_limit: float) -> Player:
    """The player as a table should see it: guarded, unless it is known to be harmless."""
    if player.reads_only and player.remake is None:
        return player
    return Guarded(player, time_limit)


class Guarded(Player):
    """A player whose failures do not reach the table.

    ``fault`` is why the player is out of the hand, until `take_fault` has been called.
    """

    def __init__(self, player: Player, time_limit: float) -> None:
        super().__init__(player.name)
        self.player = player
        self.time_limit = player.time_limit = time_limit
        self.is_out = False
        self.fault = ""
        self._late = 0
        self._gone = ""

    def _call(self, name: str, *args: object) -> Any:
        """Call a method of the player, with its output on stderr and an alarm."""
        timer = nullcontext() if self.player.keeps_time else on_time(self.time_limit)
        try:
            with redirect_stdout(sys.stderr), timer:
                return getattr(self.player, name)(*args)
        except (OutOfTime, TimeoutError):
            self._late += 1
            if self._late == LATE:
                self.is_out = True
                self._gone = f"was late {LATE} times and is no longer asked"
            raise

    def _tell(self, name: str, *args: object) -> None:
        """Tell the player something; a failure puts it out of the hand."""
        if self.is_out:
            return
        try:
            self._call(name, *args)
        except OutOfTime:
            self._fail(f"{name}: did not return within {self.time_limit:g} s")
        except InputError as error:
            self._fail(reason_of(error))
        except FAILURES as error:
            self._fail(f"{name}: {reason_of(error, file=file_of(self))}")

    def _fail(self, reason: str) -> None:
        self.is_out, self.fault = True, reason

    def take_fault(self) -> str:
        """Why the player failed since the last call; empty if it did not."""
        fault, self.fault = self.fault, ""
        return fault

    def check(self, rules: Rules) -> None:
        try:
            self._call("check", rules)
        except InputError:
            raise
        except FAILURES as error:
            raise OptionError(f"{self.name} cannot be seated: check: {reason_of(error)}") from None

    def forget(self) -> None:
        self.is_out, self.fault = False, ""
        self._late, self._gone = 0, ""
        self._tell("forget")

    def hand_starts(self, seat: Seat) -> None:
        self.is_out = bool(self.fault)  # if it could not forget, it is out of the first hand
        if self._gone:
            self._fail(self._gone)
        self._tell("hand_starts", seat)

    def dealt(self, cards: tuple[Card, ...]) -> None:
        self._tell("dealt", cards)

    def board(self, cards: tuple[Card, ...]) -> None:
        self._tell("board", cards)

    def saw(self, position: int, action: int) -> None:
        self._tell("saw", position, action)

    def act(self, state: State) -> int:
        action: int = self._call("act", state.copy())
        return action

    def showdown(self, hole_cards: tuple[tuple[Card, ...] | None, ...]) -> None:
        self._tell("showdown", hole_cards)

    def hand_over(self, payoffs: tuple[int, ...]) -> None:
        self._tell("hand_over", payoffs)

    def close(self) -> None:
        self.is_out = False
        self._tell("close")
        if fault := self.take_fault():  # no hand is lost by it
            warnings.warn(f"{self.name}: {fault}", stacklevel=2)
