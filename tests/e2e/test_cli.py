"""The installed command itself: version, help and bench."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from railbird import __version__
from tests.e2e.command import railbird, result

COMMANDS = [
    ["equity"],
    ["rank"],
    ["range"],
    ["import"],
    ["hands"],
    ["export"],
    ["matches"],
    ["match"],
    ["ring"],
    ["play"],
    ["analyze"],
    ["icm"],
    ["jam"],
    ["sage"],
    ["reproduce"],
    ["acpc", "deal"],
    ["acpc", "join"],
    ["bench"],
    ["tables", "list"],
    ["tables", "verify"],
    ["tables", "build"],
]


def test_version() -> None:
    assert result("--version") == f"railbird {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_has_an_example(command: list[str]) -> None:
    text = result(*command, "--help")
    assert re.search(rf"Examples?:\n +railbird {' '.join(command)}", text)


@pytest.mark.parametrize(
    "words",
    [
        ["icm", "--stacks", "1,2", "--payouts", "1", "--model", ""],
        ["omaha8", "oracle", "KsQs7d6h", "--position", ""],
        ["jam", "-s", ""],
        ["equity", "AsAh", "KsKh", "--board="],
    ],
)
def test_an_empty_option_is_refused(words: list[str]) -> None:
    """Whatever the command: it would count as not given."""
    done = railbird(*words)
    name = words[-1].rstrip("=") or words[-2]
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"railbird: {name} is empty: give it a value, or leave it out\n"


def test_help_does_not_import_kernels() -> None:
    code = (
        "import sys, railbird.cli.main; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    python = Path(shutil.which("railbird") or "").with_name("python")
    assert subprocess.run([str(python), "-c", code], check=False).returncode == 0


def test_bench_quick() -> None:
    rows = json.loads(result("bench", "--quick", "--json"))
    assert len(rows) >= 10
    assert all(row["seconds"] > 0 for row in rows)
