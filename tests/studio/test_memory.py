"""Answers that are kept: made once, however many ask, and again after a failure."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from railbird.studio.memory import AnswerMemory


def test_what_many_ask_for_is_made_once() -> None:
    memory: AnswerMemory[int] = AnswerMemory(most=2)
    made: list[int] = []
    together = threading.Barrier(8)

    def make() -> int:
        made.append(1)
        return 7

    def ask(_: int) -> int:
        together.wait()
        return memory.get("key", make)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(8))) == [7] * 8
    assert made == [1]


def test_a_failure_is_not_kept_and_old_answers_go() -> None:
    memory: AnswerMemory[int] = AnswerMemory(most=2)

    def fail() -> int:
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011
        memory.get("a", fail)
    assert [memory.get(key, lambda: 1) for key in "abc"] == [1, 1, 1]
    assert memory.get("a", lambda: 2) == 2
    assert memory.get("c", lambda: 2) == 1
