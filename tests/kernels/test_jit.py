"""The compile cache: a kernel is recompiled when a kernel in another file has changed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
    for name in ("stopwatch.py", "kernels/jit.py", "kernels/notice.py"):
        shutil.copy(Path(railbird.__file__).parent / name, package / name)
    (package / "cards" / "_trial_kernels.py").write_text(kernels)
    return package


NEW_PROCESSES = """
import json, os, sys
import numba

numba.njit(lambda x: x)(1)  # what takes long, once for all of them
for line in sys.stdin:
    if not os.fork():
        exec(json.loads(line))
        sys.stdout.flush()
        os._exit(0)
    if os.wait()[1]:
        sys.exit(1)
"""


@contextmanager
def asking(folder: Path) -> Iterator[Callable[[str], list[int]]]:
    """Ask a package what ``outer`` gives in a new process, and whether it came from the cache."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",  # a source may change twice in a second
        "NUMBA_CACHE_DIR": str(folder / "compiled"),
        "NUMBA_DISABLE_JIT": "0",
    }
    with subprocess.Popen(
        [sys.executable, "-c", NEW_PROCESSES],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        questions, answers = process.stdin, process.stdout

        def ask(program: str) -> list[int]:
            print(json.dumps(program), file=questions, flush=True)
            return [int(word) for word in answers.readline().split()]

        yield ask
        questions.close()
    assert process.returncode == 0


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
    with asking(tmp_path) as ask:
        for module in ("here", "there"):
            (package / f"{module}.py").write_text(WHERE)
            program = ASK.replace("outer(1)", "outer(Pair(1, 2))")
            program = f"from railbird.{module} import Pair\n{program}"
            assert ask(program) == [3, 0]
            assert ask(program) == [3, 1]
            (package / f"{module}.py").unlink()


def test_a_changed_callee_in_another_file_recompiles_its_caller(tmp_path: Path) -> None:
    package = trial(tmp_path, CALLER)
    callee = package / "kernels" / "callee.py"
    with asking(tmp_path) as ask:
        callee.write_text(CALLEE.format(added=10))
        assert ask(ASK) == [22, 0]
        assert ask(ASK) == [22, 1]
        callee.write_text(CALLEE.format(added=20))
        assert ask(ASK) == [42, 0]
        assert ask(ASK) == [42, 1]
