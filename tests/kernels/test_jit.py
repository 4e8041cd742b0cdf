"""The compile cache: a kernel is recompiled when a kernel in another file has changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import railbird

CALLEE = """
from railbird.kernels.jit import kernel

@kernel
def inner(x):
    return x + {added}
"""

CALLER = """
from railbird.kernels.jit import kernel
from railbird.kernels.callee import inner

@kernel
def outer(x):
    return 2 * inner(x)
"""

ASK = """
from railbird.cards._trial_kernels import outer
print(outer(1), sum(outer.stats.cache_hits.values()))
"""


def trial(folder: Path, kernels: str) -> Path:
    """A package with our cache and these kernels."""
    package = folder / "railbird"
    (package / "kernels").mkdir(parents=True)
    (package / "cards").mkdir()
    for name in ("__init__.py", "kernels/__init__.py", "cards/__init__.py"):
        (package / name).touch()
    for name in ("stopwatch.py", "kernels/jit.py"):
        shutil.copy(Path(railbird.__file__).parent / name, package / name)
    (package / "cards" / "_trial_kernels.py").write_text(kernels)
    return package


def ask(folder: Path, program: str = ASK) -> list[int]:
    """What ``outer(1)`` gives in a new process, and whether it came from the cache."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "NUMBA_CACHE_DIR": str(folder / "compiled"),
        "NUMBA_DISABLE_JIT": "0",
    }
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    return [int(word) for word in done.stdout.split()]


WHERE = """
from typing import NamedTuple

class Pair(NamedTuple):
    first: int
    second: int
"""

SUM = """
from railbird.kernels.jit import kernel

@kernel
def outer(pair):
    return pair.first + pair.second
"""


def test_a_type_that_has_moved_recompiles_what_was_compiled_for_it(tmp_path: Path) -> None:
    package = trial(tmp_path, SUM)
    for module in ("here", "there"):
        (package / f"{module}.py").write_text(WHERE)
        ask_for = f"from railbird.{module} import Pair\n" + ASK.replace(
            "outer(1)", "outer(Pair(1, 2))"
        )
        assert ask(tmp_path, ask_for) == [3, 0]
        assert ask(tmp_path, ask_for) == [3, 1]
        (package / f"{module}.py").unlink()


def test_a_changed_callee_in_another_file_recompiles_its_caller(tmp_path: Path) -> None:
    package = trial(tmp_path, CALLER)
    callee = package / "kernels" / "callee.py"

    callee.write_text(CALLEE.format(added=10))
    assert ask(tmp_path) == [22, 0]
    assert ask(tmp_path) == [22, 1]
    callee.write_text(CALLEE.format(added=20))
    assert ask(tmp_path) == [42, 0]
    assert ask(tmp_path) == [42, 1]
