"""Single keys from the terminal, without waiting for Enter, on POSIX systems and on Windows."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

ENTER, BACKSPACE, ESCAPE = "\n", "\b", "\x1b"
_SAME = {"\r": ENTER, "\x7f": BACKSPACE}
_SEQUENCE_SECONDS = 0.05
"""Bytes that follow an escape sooner than this are from an arrow or function key."""
_TURN_SECONDS = 0.25

if sys.platform == "win32":
    import msvcrt

    class Keyboard:
        """Keys as they are pressed."""

        def key(self, wait: float | None = None) -> str | None:
            """The next key in lower case, "" if it has no letter, None if none came in time."""
            end = None if wait is None else time.monotonic() + wait
            while not msvcrt.kbhit():
                if end is not None and time.monotonic() >= end:
                    return None
                time.sleep(0.01)
            char = msvcrt.getwch()
            if char in ("\x00", "\xe0"):  # an arrow or a function key: a second code follows
                msvcrt.getwch()
                return ""
            if char == "\x03":
                raise KeyboardInterrupt
            if char in ("\x04", "\x1a"):
                raise EOFError
            return _SAME.get(char, char.lower())

        def drop(self) -> None:
            """Forget the keys that were pressed but not read."""
            while msvcrt.kbhit():
                msvcrt.getwch()

    @contextmanager
    def keyboard() -> Iterator[Keyboard]:
        """The keyboard of this terminal."""
        yield Keyboard()

else:
    import os
    import select
    import signal
    import termios
    import tty

    class Keyboard:
        """Keys as they are pressed. `keyboard` makes it and sets up the terminal."""

        def __init__(self, terminal: int) -> None:
            self._terminal = terminal

        def _comes(self, wait: float | None) -> bool:
            end = math.inf if wait is None else time.monotonic() + wait
            # wait in turns: a signal just before a turn is handled only after the turn
            while (left := end - time.monotonic()) > _TURN_SECONDS:
                if select.select([self._terminal], [], [], _TURN_SECONDS)[0]:
                    return True
            return bool(select.select([self._terminal], [], [], max(left, 0.0))[0])

        def key(self, wait: float | None = None) -> str | None:
            """The next key in lower case, "" if it has no letter, None if none came in time."""
            if not self._comes(wait):
                return None
            byte = os.read(self._terminal, 1)
            if byte in (b"", b"\x04"):
                raise EOFError
            if byte == b"\x1b" and self._comes(_SEQUENCE_SECONDS):
                os.read(self._terminal, 32)  # else the A of an arrow would count as a key
                return ""
            char = byte.decode("ascii", errors="ignore").lower()
            return _SAME.get(char, char)

        def drop(self) -> None:
            """Forget the keys that were pressed but not read."""
            termios.tcflush(self._terminal, termios.TCIFLUSH)

    def _stop(number: int, _: object) -> None:
        raise SystemExit(128 + number)  # as a shell reports it, after tidying up

    @contextmanager
    def keyboard() -> Iterator[Keyboard]:
        """The keyboard of this terminal. At the end the terminal is always restored."""
        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
        handlers = {number: signal.getsignal(number) for number in _SIGNALS}
        try:
            signal.signal(signal.SIGTERM, _stop)
            signal.signal(signal.SIGHUP, _stop)
            # the shell takes over the terminal while Ctrl-Z has us stopped
            signal.signal(signal.SIGCONT, lambda *_: tty.setcbreak(terminal))
            tty.setcbreak(terminal)
            yield Keyboard(terminal)
        finally:
            termios.tcflush(terminal, termios.TCIFLUSH)  # the shell must not get our keys
            termios.tcsetattr(terminal, termios.TCSANOW, before)
            for number, handler in handlers.items():
                signal.signal(number, handler)

    _SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGCONT)


def keyboard_of(console: Console) -> AbstractContextManager[Keyboard | None]:
    """The keyboard, or None if there is no terminal to read keys from and to draw on."""
    if sys.stdin.isatty() and console.is_terminal and not console.is_dumb_terminal:
        return keyboard()
    return nullcontext()
