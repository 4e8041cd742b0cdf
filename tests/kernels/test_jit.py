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


def ask(folder: Path) -> list[int]:
    """What ``outer(1)`` returns in a new process, and whether the code came from the cache."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "NUMBA_CACHE_DIR": str(folder / "compiled"),
        "NUMBA_DISABLE_JIT": "0",
    }
    done = subprocess.run(
        [sys.executable, "-c", ASK], env=environment, capture_output=True, text=True, check=True
    )
    return [int(word) for word in done.stdout.split()]


def test_a_changed_callee_in_another_file_recompiles_its_caller(tmp_path: Path) -> None:
    package = tmp_path / "railbird"
    (package / "kernels").mkdir(parents=True)
    (package / "cards").mkdir()
    for name in ("__init__.py", "kernels/__init__.py", "cards/__init__.py"):
        (package / name).touch()
    jit = Path(railbird.__file__).parent / "kernels" / "jit.py"
    shutil.copy(jit, package / "kernels" / "jit.py")
    (package / "cards" / "_trial_kernels.py").write_text(CALLER)
    callee = package / "kernels" / "callee.py"

    callee.write_text(CALLEE.format(added=10))
    assert ask(tmp_path) == [22, 0]
    assert ask(tmp_path) == [22, 1]
    callee.write_text(CALLEE.format(added=20))
    assert ask(tmp_path) == [42, 0]
    assert ask(tmp_path) == [42, 1]
