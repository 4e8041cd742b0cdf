"""``import railbird``: every promised name is there, typed, and loaded only when it is used."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import railbird

SOURCE = ast.parse(Path(railbird.__file__).read_text(encoding="utf-8"))
NAMES = [name for name in railbird.__all__ if name != "__version__"]


@pytest.mark.parametrize("name", NAMES)
def test_a_promised_name_is_there(name: str) -> None:
    assert getattr(railbird, name) is not None
    assert name in dir(railbird)


def test_type_checkers_see_the_same_names() -> None:
    typed = {
        alias.name
        for node in ast.walk(SOURCE)
        if isinstance(node, ast.If)
        for each in node.body
        if isinstance(each, ast.ImportFrom)
        for alias in each.names
    }
    assert typed == set(NAMES)


def test_an_unknown_name_is_refused_as_by_any_module() -> None:
    with pytest.raises(AttributeError, match="no attribute 'equities'"):
        _ = railbird.equities  # type: ignore[attr-defined]


def test_importing_the_package_loads_nothing_heavy() -> None:
    asked = (
        "import sys, railbird; print([m for m in ('numpy', 'numba', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_layer_can_be_reached_from_the_package() -> None:
    asked = "import railbird; print(railbird.tournament.icm([1, 1], [2]).payoffs[0])"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1.0"
