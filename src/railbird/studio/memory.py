"""What a server keeps in memory: answers, for as long as what they are made of does not change.

What is freed goes back to the system.
"""

from __future__ import annotations

import ctypes
import sys
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


def use_few_heaps() -> None:
    """Let all threads share two heaps: with one each, what is free in one is no use to others."""
    if (libc := _glibc()) is not None:
        libc.mallopt(_ARENAS, 2)


def give_back() -> None:
    """Give free memory back to the system. It takes some milliseconds."""
    if (libc := _glibc()) is not None:
        libc.malloc_trim(0)


_ARENAS = -8
"""M_ARENA_MAX of ``malloc.h``."""


def _glibc() -> ctypes.CDLL | None:
    """The allocator of Linux; other systems' need no help."""
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None
    return libc if hasattr(libc, "malloc_trim") else None
