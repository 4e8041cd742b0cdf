"""Answers that are kept in memory for as long as what they were made of does not change."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass
class _Answer:
    lock: Lock = field(default_factory=Lock)
    made: bool = False
    value: Any = None


class AnswerMemory(Generic[T]):
    """The last answers by their keys. If many ask for the same, one makes it and the others wait.

    Examples
    --------
    >>> memory = AnswerMemory[str](most=2)
    >>> [memory.get(n, lambda: f"made {n}") for n in (1, 2, 1)]
    ['made 1', 'made 2', 'made 1']
    """

    def __init__(self, *, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._answers: OrderedDict[Hashable, _Answer] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The answer of a key, which is made if it is not there."""
        with self._lock:
            answer = self._answers.setdefault(key, _Answer())
            self._answers.move_to_end(key)
            while len(self._answers) > self._most:
                self._answers.popitem(last=False)
        with answer.lock:
            if not answer.made:
                answer.value = make()
                answer.made = True
        value: T = answer.value
        return value
