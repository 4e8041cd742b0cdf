"""The replayer: the table at each step, what there is to know, and links that hold a hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from railbird.divat.lessons import hand_lessons
from railbird.evaluate import equity
from railbird.history.files import read_text
from railbird.history.library import Library
from railbird.history.sharing import hand_to_code
from railbird.studio.settings import StudioSettings

LINE = "AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc"


def code_of(reader: TestClient, text: str = LINE) -> str:
    (found,) = reader.post("/api/replay", json={"text": text}).json()
    return str(found["code"])


def test_a_pasted_hand_is_replayed_from_its_link(reader: TestClient) -> None:
    found = reader.get("/api/replay", params={"code": code_of(reader)}).json()
    assert [seat["cards"] for seat in found["seats"]] == ["AcKc", "7h6h"]
    assert [seat["stack"] for seat in found["seats"]] == [None, None]  # unlimited
    assert found["button"] == 1
    flop = next(step for step in found["steps"] if step["kind"] == "street")
    assert (flop["board"], flop["pots"]) == (3, [{"chips": 12, "players": [0, 1]}])
    assert found["steps"][-1]["won"] == [0, 44]
    assert found["words"][-1].strip() == "player 2 wins 44: +22 in all."
    assert found["code"] == code_of(reader)


def test_equities_and_decisions_are_those_of_the_functions(reader: TestClient) -> None:
    (hand,) = read_text(LINE)
    params = {"code": code_of(reader)}
    steps = reader.get("/api/replay", params=params).json()["steps"]
    found = reader.get("/api/insight", params=params).json()
    assert len(found["equities"]) == len(found["comments"]) == len(steps)
    flop = [step["board"] for step in steps].index(3)
    expected = equity("AcKc", "7h6h", board="Ks5h3d").equities
    assert found["equities"][flop] == pytest.approx(expected)
    assert found["equities"][-1] == [0.0, 1.0]
    lessons = hand_lessons(hand)
    for name in ("worth", "round_worth", "grade"):
        told = [getattr(each, name) for each in lessons]
        assert [each[name] for each in found["decisions"]] == told
    check = next(each for each in found["decisions"] if each["played"] == "check")
    # the check cost something, the round did not
    assert (check["baseline"], check["grade"]) == ("bet 2", "fine")
    assert check["worth"] < -0.5 < 0.5 < check["round_worth"]
    assert "The baseline would bet 2." in found["comments"][check["step"]]
    assert "the round as a whole gained 0.52" in found["comments"][check["step"]]
    assert found["comments"][check["step"]] == check["why"]
    assert found["strengths"][1][0]["made"] == "pair of kings"


def test_a_hand_of_the_library_knows_its_neighbours(
    reader: TestClient, played: StudioSettings
) -> None:
    with Library(played.library) as library:
        ids = [id_ for id_, _ in library.hands()]
    first, second, last = (
        reader.get("/api/replay", params={"hand": ids[i]}).json() for i in (0, 1, -1)
    )
    assert (first["match"], first["previous"], first["next"]) == (1, None, ids[1])
    assert (second["previous"], second["next"]) == (ids[0], ids[2])
    assert (last["previous"], last["next"]) == (ids[-2], None)


@pytest.mark.parametrize(
    ("params", "status", "error"),
    [
        ({}, 400, "give either hand"),
        ({"hand": 1, "code": "x"}, 400, "give either hand"),
        ({"hand": 999_999}, 404, "no hand with the id 999999"),
        ({"code": "nonsense"}, 400, "copy it again"),
        ({"code": "eJw"}, 400, "copy it again"),
        ({"code": "ü"}, 400, "copy it again"),
    ],
)
def test_what_cannot_be_replayed_is_refused(
    reader: TestClient, params: dict[str, str | int], status: int, error: str
) -> None:
    for path in ("/api/replay", "/api/insight"):
        answer = reader.get(path, params=params)
        assert answer.status_code == status
        assert error in answer.json()["error"]


def test_a_name_that_is_no_text_is_shown_all_the_same(reader: TestClient) -> None:
    (hand,) = read_text(LINE)
    odd = hand_to_code(replace(hand, players=("A\udc80", "B")))
    found = reader.get("/api/replay", params={"code": odd})
    assert [seat["name"] for seat in found.json()["seats"]] == ["A?", "B"]


def test_a_text_without_a_hand_is_refused(reader: TestClient) -> None:
    for text in ("nothing", "AcKc 7h6h Ks5h3d SlRrC/kBrC/bC"):
        answer = reader.post("/api/replay", json={"text": text})
        assert answer.status_code == 400
        assert "the text" in answer.json()["error"]
