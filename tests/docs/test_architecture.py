"""The architecture page names only files and functions that exist, and it names all rooms."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import railbird

ROOT = Path(__file__).parents[2]
PACKAGE = Path(railbird.__file__).parent
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
STEPS = re.findall(r"^\| \d+ \| `([\w/.]+)` \| `(\w+)` \|", PAGE, re.MULTILINE)


def test_every_step_is_read() -> None:
    assert len(STEPS) == len(re.findall(r"^\| \d+ \|", PAGE, re.MULTILINE)) > 30


@pytest.mark.parametrize(("file", "name"), STEPS)
def test_a_step_exists(file: str, name: str) -> None:
    path = PACKAGE / file
    assert path.is_file(), f"docs/architecture.md names {file}, which does not exist"
    body = ast.parse(path.read_text(encoding="utf-8")).body
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    defined = {each.name for each in body if isinstance(each, kinds)}
    assert name in defined, f"docs/architecture.md looks for {name} in {file}"


def test_every_room_is_on_the_page() -> None:
    rooms = {path.parent.name + "/" for path in PACKAGE.glob("*/__init__.py")}
    modules = {path.name for path in PACKAGE.glob("*.py")}
    assert {room for room in rooms | modules if f"`{room}`" not in PAGE} == set()
