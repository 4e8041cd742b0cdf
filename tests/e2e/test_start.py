"""What a command loads before it answers: a look-up waits for nothing that it does not use."""

from __future__ import annotations

import subprocess
import sys

import pytest

RUN = """
import sys
from railbird.cli.main import main
sys.argv = ["railbird", *{words!r}]
try:
    main()
except SystemExit:
    pass
print(sorted({heavy!r} & sys.modules.keys()))
"""


@pytest.mark.parametrize(
    ("words", "heavy"),
    [
        (["--help"], {"numpy", "numba", "scipy"}),
        (["rank", "--help"], {"numpy", "numba", "scipy"}),
        (["omaha8", "chart", "--r", "8", "--top", "1"], {"numba", "scipy"}),
        (["omaha8", "oracle", "KsQs7d6h", "--stack", "9", "--bb", "1", "-p", "sb"], {"numba"}),
    ],
)
def test_nothing_heavy_is_loaded_for_nothing(words: list[str], heavy: set[str]) -> None:
    program = RUN.format(words=words, heavy=heavy)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
