"""The installed command, as a user runs it."""

from __future__ import annotations

import shutil
import subprocess


def railbird(*words: str) -> subprocess.CompletedProcess[str]:
    """Run it to its end."""
    command = shutil.which("railbird")
    assert command, "the package must be installed for these tests"
    return subprocess.run([command, *words], capture_output=True, text=True, check=False)


def result(*words: str) -> str:
    """What it prints; it must succeed."""
    done = railbird(*words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def without_notes(said: str) -> list[str]:
    """The lines of stderr, without what is only said where no kernel was compiled before."""
    return [line for line in said.splitlines() if not line.startswith("railbird: compiling")]
