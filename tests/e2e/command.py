"""The command as a user runs it.

Most tests run it in this process: a process of its own takes a second to start.
"""

from __future__ import annotations

import gc
import io
import os
import shutil
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from railbird.cli.main import main


def railbird(
    *words: str,
    keys: str = "",
    folder: Path | None = None,
    encoding: str = "utf-8",
    **environment: str,
) -> subprocess.CompletedProcess[str]:
    """Run it to its end, with what is typed and the variables of its environment."""
    status: Any = 0
    with _own_world(["railbird", *words], keys, encoding, environment) as (out, err):
        before = Path.cwd()
        os.chdir(folder or before)
        try:
            main()
        except SystemExit as stop:
            status = stop.code
        finally:
            os.chdir(before)
    return subprocess.CompletedProcess(words, status or 0, _text(out), _text(err))


def result(*words: str, **options: Any) -> str:
    """What it prints; it must succeed."""
    done = railbird(*words, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def installed(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the installed command in a process of its own."""
    command = shutil.which("railbird")
    assert command, "the package must be installed for these tests"
    return subprocess.run([command, *words], capture_output=True, text=True, check=False)


def without_notes(said: str) -> list[str]:
    """The lines of stderr, without what is only said where no kernel was compiled before."""
    return [line for line in said.splitlines() if not line.startswith("railbird: compiling")]


@contextmanager
def _own_world(
    argv: list[str], keys: str, encoding: str, environment: dict[str, str]
) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    """Whatever the command changes in its process is as before when it ends."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2))
    typed = io.TextIOWrapper(io.BytesIO(keys.encode()), encoding="utf-8")
    threshold, interrupts = gc.get_threshold(), signal.getsignal(signal.SIGINT)
    try:
        with (
            warnings.catch_warnings(),
            mock.patch.multiple(sys, argv=argv, stdin=typed, stdout=out, stderr=err),
            mock.patch.dict(os.environ, environment),
        ):
            warnings.simplefilter("default")
            yield out, err
    finally:
        gc.set_threshold(*threshold)
        signal.signal(signal.SIGINT, interrupts)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode(stream.encoding)
