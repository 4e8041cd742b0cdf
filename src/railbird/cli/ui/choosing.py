"""How a person answers a question with a few choices: by a key, or by a line of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from railbird.cli.ui.keyboard import keyboard_of

if TYPE_CHECKING:
    from rich.console import Console

    from railbird.cli.ui.asking import Keys

Choices = Mapping[str, str]
"""Words by their keys, such as ``{"j": "jam", "f": "fold"}``."""


class Choosing(Protocol):
    """Where the answers of a person come from."""

    def choose(self, choices: Choices) -> str:
        """The key of the person's choice."""


def menu(choices: Choices) -> str:
    """The choices with their keys, in rich markup."""
    return " · ".join(f"[b]{key}[/] {word}" for key, word in choices.items())


class ByLine:
    """Reads a key or a word from a line. ``read`` returns a line."""

    def __init__(self, console: Console, read: Callable[[], str]) -> None:
        self._console = console
        self._read = read

    def choose(self, choices: Choices) -> str:
        """The key of the person's choice."""
        self._console.print(menu(choices))
        while True:
            said = self._read().strip().lower()
            for key, word in choices.items():
                if said in (key, word):
                    return key
            listed = ", ".join(choices)
            self._console.print(f"{said!r} is no answer here: give one of {listed}", markup=False)


class ByKey:
    """Reads one key."""

    def __init__(self, console: Console, keys: Keys) -> None:
        self._console = console
        self._keys = keys

    def choose(self, choices: Choices) -> str:
        """The key of the person's choice; other keys do nothing."""
        self._keys.drop()  # a key answers what was on screen when it was pressed
        self._console.print(menu(choices))
        while True:
            key = self._keys.key()
            if key is not None and key in choices:
                return key


@contextmanager
def choosing(console: Console) -> Iterator[Choosing]:
    """By a key where the person sits at a terminal, else line by line."""
    with keyboard_of(console) as keys:
        yield ByLine(console, lambda: input("> ")) if keys is None else ByKey(console, keys)
