"""What a server keeps in memory: answers, made once, and nothing of sessions that were left."""

from __future__ import annotations

import gc
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.testclient import TestClient

from railbird.arena.match import MatchTable
from railbird.arena.sitting import Sitting
from railbird.players.base import Player
from railbird.studio.memory import AnswerMemory
from railbird.studio.tables import LiveTable


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


def test_a_session_that_was_left_leaves_nothing_behind(client: TestClient) -> None:
    def held() -> list[str]:
        gc.collect()
        kinds = (LiveTable, Sitting, MatchTable, Player)
        return sorted(type(each).__name__ for each in gc.get_objects() if isinstance(each, kinds))

    before = held()
    for opponents in (["rules"], ["hubot", "poki"], ["vexbot"]):
        id_ = client.post("/api/tables", json={"opponents": opponents}).json()["id"]
        table = f"/api/tables/{id_}"
        while (seen := client.get(table).json())["phase"] != "over":
            if seen["phase"] == "asked":
                asked = {"hand": seen["hand"], "turn": seen["turn"], "action": "call"}
                client.post(f"{table}/act", json=asked)
        assert set(held()) - set(before) >= {"LiveTable", "Sitting", "MatchTable"}
        assert client.post(f"{table}/leave").json()["match"] is not None
        assert held() == before
        assert "sitting" not in {thread.name for thread in threading.enumerate()}
