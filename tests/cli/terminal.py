"""A pseudo-terminal with a simulated person: it sees what is drawn and presses keys."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

import pytest

if sys.platform == "win32":
    pytest.skip("only POSIX has pseudo-terminals", allow_module_level=True)

import termios

PATIENCE = 600.0
"""Seconds to wait before giving up; a busy machine may need many."""

_FOR_EVER = 3600.0

_PLAY = """
from pathlib import Path
from railbird.cli.play import play
library = Path({library!r})
play(opponents={opponents}, betting={betting!r}, stack=100, seed=3, library=library, pause={pause})
"""


class Terminal:
    """A Python program on a terminal of its own."""

    def __init__(self, code: str, **environment: str) -> None:
        self._master, self._slave = os.openpty()
        self.before = self.attributes()
        ours = {"NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            env={k: v for k, v in os.environ.items() if k not in ours}
            | {"TERM": "xterm-256color", "COLUMNS": "100", "PYTHONUTF8": "1"}
            | environment,
            start_new_session=True,
        )
        self._bytes = b""
        self.seen = ""
        self._read = 0

    @classmethod
    def play(
        cls,
        library: Path,
        *opponents: str,
        betting: str = "limit",
        pause: float = _FOR_EVER,  # no key takes effect by itself, however slow the machine
    ) -> Self:
        """``railbird play`` with seed 3 and stacks of 100."""
        return cls(
            _PLAY.format(
                opponents=list(opponents), betting=betting, library=str(library), pause=pause
            )
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)
        os.close(self._slave)

    def attributes(self) -> list[Any]:
        """The settings of the terminal."""
        return termios.tcgetattr(self._slave)

    def reset(self) -> None:
        """Restore the original settings of the terminal."""
        termios.tcsetattr(self._slave, termios.TCSANOW, self.before)

    def wait_for(self, attributes: list[Any]) -> None:
        """Wait until the terminal has these settings."""
        end = time.monotonic() + PATIENCE
        while self.attributes() != attributes:
            assert time.monotonic() < end
            time.sleep(0.01)

    def press(self, keys: str) -> None:
        """Type."""
        os.write(self._master, keys.encode())

    def see(self, text: str) -> None:
        """Wait until a text is drawn, after what earlier calls have seen."""
        end = time.monotonic() + PATIENCE
        while (at := self.seen.find(text, self._read)) < 0:
            over = time.monotonic() > end or self.process.poll() is not None
            self._take(0.0 if over else 0.1)
            assert not over or text in self.seen[self._read :], f"no {text!r} in {self.seen!r}"
        self._read = at + len(text)

    def leave(self) -> int:
        """Wait until the program has ended, and return its exit status."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, f"still running: {self.seen[self._read :]!r}"
            self._take(0.1)
        self._take(0.0)
        return self.process.returncode

    def _take(self, wait: float) -> None:
        """Read what was drawn, without colours; a piece may end inside a character or a code."""
        while select.select([self._master], [], [], wait)[0]:
            self._bytes += os.read(self._master, 65_536)
            wait = 0.0
        self.seen = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self._bytes.decode(errors="ignore"))
