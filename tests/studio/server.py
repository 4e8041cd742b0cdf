"""The command ``railbird studio`` in a process of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.studio.conftest import wait_for


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as some:
        some.bind(("127.0.0.1", 0))
        return int(some.getsockname()[1])


def start(library: Path, *options: str) -> subprocess.Popen[str]:
    """Start the command; it has not answered yet."""
    return subprocess.Popen(
        [sys.executable, "-m", "railbird.cli.main", "studio", "--no-browser",
         "--library", str(library), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "80"},
    )  # fmt: skip


@contextmanager
def served(library: Path, options: Sequence[str] = ()) -> Iterator[str]:
    """The address of a studio."""
    process = start(library, "--port", str(free_port()), *options)
    try:
        assert process.stdout is not None
        said = wait_for(process.stdout.readline)
        yield said.partition("is open: ")[2].strip().rstrip("/")
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)
