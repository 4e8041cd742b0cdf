"""One of everything: no class name and no kernel is defined twice in the package."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

import railbird
from railbird.kernels.jit import kernel_sources

PACKAGE = Path(railbird.__file__).parent


def class_places(sources: dict[str, str]) -> dict[str, set[str]]:
    """The modules that define a class, by its name."""
    places = defaultdict(set)
    for module, source in sources.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef):
                places[node.name].add(module)
    return places


def kernel_places(sources: dict[str, str]) -> dict[str, list[tuple[str, str]]]:
    """Module and name of all kernels, grouped by their parameters and body.

    Docstrings and the names of parameters and variables are ignored.
    """
    places = defaultdict(list)
    for module, source in sources.items():
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef) and any(
                isinstance(decorator, ast.Name) and decorator.id == "kernel"
                for decorator in node.decorator_list
            ):
                places[body_of(node)].append((module, node.name))
    return places


def body_of(function: ast.FunctionDef) -> str:
    """A function without its docstring, with its names numbered in order of appearance."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    numbers: dict[str, int] = {}
    for part in (function.args, *body):
        for node in ast.walk(part):
            if isinstance(node, ast.arg):
                node.arg = f"name {numbers.setdefault(node.arg, len(numbers))}"
            elif isinstance(node, ast.Name):
                node.id = f"name {numbers.setdefault(node.id, len(numbers))}"
    return "\n".join(ast.dump(part) for part in (function.args, *body))


def read(paths: Iterable[Path]) -> dict[str, str]:
    return {path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in paths}


def test_no_two_modules_define_a_class_of_the_same_name() -> None:
    places = class_places(read(PACKAGE.rglob("*.py")))
    assert len(places) > 100
    twice = {name: modules for name, modules in places.items() if len(modules) > 1}
    assert twice == {}


def test_no_kernel_is_written_twice() -> None:
    places = kernel_places(read(kernel_sources(PACKAGE)))
    assert len(places) > 100
    twice = [same for same in places.values() if len(same) > 1]
    assert twice == []


ONE = '@kernel\ndef one(a):\n    """Doubles."""\n    return 2 * a\n'


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        (ONE, True),
        (ONE.replace("one", "other").replace("Doubles", "Twice"), True),
        ("@kernel\ndef double(b):\n    return 2 * b\n", True),
        (ONE.replace("2", "3"), False),
        (ONE.replace("(a)", "(a, b)"), False),
        (ONE.replace("@kernel\n", ""), False),
    ],
)
def test_what_counts_as_the_same_kernel(other: str, is_same: bool) -> None:
    places = kernel_places({"here": ONE, "there": other})
    assert (max(len(same) for same in places.values()) == 2) == is_same


def test_classes_within_conditions_and_classes_count() -> None:
    source = "if True:\n    class A:\n        class B: ...\n"
    assert class_places({"here": source, "there": source}) == {
        "A": {"here", "there"},
        "B": {"here", "there"},
    }
