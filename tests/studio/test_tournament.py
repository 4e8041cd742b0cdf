"""Tournament: what the API answers is what the solver and the models say."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from railbird.cards.classes import HOLDEM_CLASSES
from railbird.history.importing import import_file
from railbird.history.library import Library
from railbird.studio.app import create_app
from railbird.studio.settings import StudioSettings
from railbird.studio.store import StudioStore
from railbird.table.tournament import TournamentTable
from railbird.tournament import JamSpot, icm, jam_spot, solve_hand
from railbird.tournament.jamfold.solve import default_epsilon
from tests.studio.conftest import HERE, run_here
from tests.tournament.jam_hands import HEADS_UP, OTHERS, RING, write_jams

TABLE = {"stacks": "Ann=3k,Bob=4500,Cy=6k", "blinds": "300/600/50", "payouts": "50,30,20"}
STACKS = (3000.0, 4500.0, 6000.0)


def solved(client: TestClient, **asked: Any) -> dict[str, Any]:
    answer = client.post("/api/tournament/solve", json={"table": TABLE} | asked)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_the_worth_of_a_table_is_that_of_every_model(client: TestClient) -> None:
    found = client.post("/api/tournament/worth", json=TABLE | {"bounties": "10"}).json()
    assert found["names"] == ["Ann", "Bob", "Cy"]
    assert found["seats"] == ["BTN", "SB", "BB"]
    assert found["big_blinds"] == [5, 7.5, 10]
    roberts = next(one for one in found["models"] if one["model"] == "roberts")
    expected = icm(STACKS, [50, 30, 20], "roberts", bounties=[10, 10, 10])
    assert roberts["payoffs"] == pytest.approx([one.total for one in expected.players])
    (refused,) = found["refused"]
    assert refused == {"model": "solved", "why": "the solved tournament has no bounties"}
    fits = {"stacks": "4500,3000,6000", "blinds": "300/600", "payouts": "50,30,20"}
    models = client.post("/api/tournament/worth", json=fits).json()["models"]
    assert [one["model"] for one in models][-1] == "solved"


def test_a_solution_is_that_of_the_solver(client: TestClient) -> None:
    found = solved(client)["solution"]
    expected = solve_hand(STACKS, blinds=(300, 600), ante=50, payouts=[50, 30, 20])
    assert [one["name"] for one in found["decisions"]] == [one.name for one in expected.decisions]
    assert found["payoffs"] == pytest.approx(100 * expected.payoffs)
    for one, by_solver in zip(found["decisions"], expected.decisions, strict=True):
        assert one["range"] == by_solver.range_text
        gain = np.array(one["ev_jam"], float) - np.array(one["ev_fold"], float)
        assert gain == pytest.approx(
            100 * (by_solver.ev_jam - by_solver.ev_fold), abs=1e-8, nan_ok=True
        )
    assert found["headline"].startswith("First in, BTN jams")
    chips = solved(client, table={"stacks": "10,10", "blinds": "0.5/1"}, model="chips")
    assert chips["solution"]["unit"] == "% of the pool"


def test_a_locked_range_stays_and_the_others_answer_it(client: TestClient) -> None:
    free = {one["name"]: one for one in solved(client)["solution"]["decisions"]}
    found = solved(client, locks=["BB after SB=none"])["solution"]["decisions"]
    locked = {one["name"]: one for one in found}
    assert locked["BB after SB"]["is_locked"]
    assert locked["BB after SB"]["share"] == 0
    assert locked["SB"]["share"] == pytest.approx(1)
    assert free["SB"]["share"] < 0.9


def test_four_to_six_players_are_solved_at_once_as_exactly_as_by_the_command(
    client: TestClient,
) -> None:
    """A rough solution says other percentages than ``railbird jam`` about the same table."""
    four = {"stacks": "3k,4500,1500,4500", "blinds": "150/300", "payouts": "50,30,20"}
    found = solved(client, table=four)["solution"]
    assert found["epsilon"] <= default_epsilon(4) == 1e-6
    by_command = solve_hand((3000, 4500, 1500, 4500), blinds=(150, 300), payouts=[50, 30, 20])
    for one, other in zip(found["decisions"], by_command.decisions, strict=True):
        assert one["jam"] == pytest.approx(other.tidied().jam.tolist(), abs=1e-9)
    six = {"stacks": "12k,8k,15k,6k,9k,20k", "blinds": "500/1000", "payouts": "50,30,20"}
    assert solved(client, table=six)["why_job"] is None


def test_a_job_is_known_by_all_that_was_asked(settings: StudioSettings) -> None:
    """The solution of other prizes must not be shown as that of these."""
    reader = TestClient(create_app(settings), base_url=HERE)  # it does not run jobs
    seven = {"stacks": "1k,2k,3k,4k,5k,6k,7k", "blinds": "150/300", "payouts": "50,30,20"}
    asked: list[dict[str, Any]] = [
        {"table": seven},
        {"table": seven | {"payouts": "65,35"}},
        {"table": seven | {"bb_ante": "300"}},
        {"table": seven | {"bounties": "10"}},
        {"table": seven | {"bounties": "10", "progressive": True}},
        {"table": seven, "locks": ["BB=20%"]},
        {"table": seven, "folded": [0]},
        {"table": seven, "model": "roberts"},
    ]
    digests = [solved(reader, **each)["digest"] for each in asked]
    jobs = [reader.post("/api/tournament/jobs", json=each).json() for each in asked]
    assert [job["digest"] for job in jobs] == digests
    assert len(set(digests)) == len({job["id"] for job in jobs}) == len(asked)
    again = reader.post("/api/tournament/jobs", json=asked[0]).json()
    assert again["id"] == jobs[0]["id"]
    assert "65,35" in jobs[1]["title"]


def test_each_model_answers_or_refuses_alone(client: TestClient) -> None:
    """At eight players and more one model refuses: stacks and the others stay."""
    ten = {"stacks": ",".join(f"{n}k" for n in range(1, 11)), "payouts": "50,30,20"}
    found = client.post("/api/tournament/worth", json=ten | {"blinds": "150/300"}).json()
    assert len(found["stacks"]) == len(found["big_blinds"]) == 10
    assert [one["model"] for one in found["models"]] == ["harville", "weitzman", "roberts", "chips"]
    assert [one["model"] for one in found["refused"]] == ["pressure", "solved"]
    assert "give at most 7" in found["refused"][0]["why"]
    nine = {"stacks": list(range(1, 10)), "payouts": [50, 30, 20]}
    assert len(client.post("/api/icm", json=nine).json()["models"]) == 4
    wrong = client.post("/api/tournament/worth", json=ten | {"payouts": ",".join(["1"] * 11)})
    assert wrong.status_code == 400  # no model takes it
    assert "payouts" in wrong.json()["error"]


@pytest.mark.parametrize("lock", ["BB=22+,xx", "XX=20%", "BB"])
def test_a_range_that_cannot_be_locked_is_refused_before_a_job(
    client: TestClient, lock: str
) -> None:
    seven = {"stacks": "1k,2k,3k,4k,5k,6k,7k", "blinds": "150/300", "payouts": "50,30,20"}
    for path in ("solve", "jobs"):
        asked = {"table": seven, "locks": [lock]}
        answer = client.post(f"/api/tournament/{path}", json=asked)
        assert (answer.status_code, answer.json()["error"].count("\n")) == (400, 0)
    assert client.get("/api/jobs").json() == []


def test_a_look_ahead_is_a_job_whose_solution_is_kept(settings: StudioSettings) -> None:
    reader = TestClient(create_app(settings), base_url=HERE)  # it does not run jobs
    asked = {"table": TABLE, "model": "fgs:1"}
    waiting = solved(reader, **asked)
    assert waiting["solution"] is None
    assert "fgs:1" in waiting["why_job"]
    job = reader.post("/api/tournament/jobs", json=asked).json()
    assert job["digest"] == waiting["digest"]
    with StudioStore(settings.folder) as store:
        kept = store.job(job["id"])
        assert kept is not None
        assert store.move_job(job["id"], "cancelled", when=("waiting",))
    said = run_here(settings, "jam", kept.asked)["said"]
    found = solved(reader, **asked)["solution"]
    assert found["headline"] == said
    expected = solve_hand(STACKS, blinds=(300, 600), ante=50, payouts=[50, 30, 20], model="fgs:1")
    assert found["payoffs"] == pytest.approx(100 * expected.payoffs)


def test_a_pasted_hand_becomes_a_table_and_a_verdict(client: TestClient, tmp_path: Path) -> None:
    file = tmp_path / "jams.txt"
    write_jams(file, [HEADS_UP[1], RING[1], OTHERS[1]])
    spots = client.post("/api/tournament/pasted", json={"text": file.read_text()}).json()["spots"]
    assert [one["hero"] for one in spots] == ["Bob", "Ann", ""]
    assert "raised" in spots[2]["why"]
    spot = client.get(f"/api/tournament/spots/{spots[1]['spot']}").json()
    assert spot == spots[1]
    hand = jam_spot(RING[1].hand(1002))
    assert isinstance(hand, JamSpot)
    assert spot["stacks"] == "Cy=600,Ann=900,Bob=1100"
    assert spot["folded"] == list(hand.rules.folded)
    table = {name: spot[name] for name in ("stacks", "blinds", "bb_ante")} | {"payouts": "50,30,20"}
    asked = {"table": table, "spot": spot["spot"], "folded": spot["folded"]}
    found = solved(client, **asked)["solution"]
    assert found["verdict"].startswith(f"Ann ({spot['decision']}) with 9d5d: {spot['did']}")
    changed = table | {"stacks": "Cy=700,Ann=900,Bob=1100"}
    found = solved(client, **asked | {"table": changed})["solution"]
    assert "changed" in found["verdict"]


def test_prizes_judge_nothing_while_others_are_left(
    client: TestClient, settings: StudioSettings
) -> None:
    """The hand itself does not tell that there are other tables: a later one does."""
    hands = [
        replace(
            HEADS_UP[1].hand(n),
            table=f"Tournament #77, $5+$0.50, Level IV, table 77 {n}",
            when=datetime(2026, 1, 1, 12, n),
            tournament=TournamentTable("77", buy_in=500, fee=50, currency="USD"),
        )
        for n in (1, 2)
    ]
    with Library(settings.library) as library:
        library.add(hands, source="session")
    verdicts = []
    for spot in client.get("/api/tournament/spots").json()["spots"]:
        table = {name: spot[name] for name in ("stacks", "blinds")}
        for payouts, model in (("50,30,20", "harville"), ("", "chips")):
            asked = {"table": table | {"payouts": payouts}, "model": model, "spot": spot["spot"]}
            verdicts.append(solved(client, **asked)["solution"]["verdict"])
    early, early_chips, late, late_chips = verdicts
    assert early.startswith("This cannot be judged: more players are left than sit at this table")
    assert late.endswith("The values are as if these 2 players were all that is left.")
    assert early_chips == late_chips
    assert "To jam was better" in late_chips


def test_spots_of_the_library_come_in_pages(
    client: TestClient, settings: StudioSettings, tmp_path: Path
) -> None:
    assert client.get("/api/tournament/spots").json() == {"spots": [], "next": None, "depth": 15.0}
    file = tmp_path / "jams.txt"
    write_jams(file, [*HEADS_UP, *RING, *OTHERS])
    with Library(settings.library) as library:
        import_file(library, file)
    first = client.get("/api/tournament/spots", params={"limit": 6}).json()
    rest = client.get("/api/tournament/spots", params={"limit": 6, "after": first["next"]}).json()
    every = first["spots"] + rest["spots"]
    assert len({one["spot"] for one in every}) == len(every) >= 9
    assert max(one["depth"] for one in every) <= 15.0 < HEADS_UP[4].stacks[0] / 100
    one = client.get(f"/api/tournament/spots/{every[0]['spot']}").json()
    assert one == every[0]


def test_the_trainer_asks_and_scores(client: TestClient) -> None:
    hand = {"table": TABLE}
    asked = {"hand": hand, "seed": 7, "number": 1}
    question = client.post("/api/tournament/question", json=asked).json()
    assert question == client.post("/api/tournament/question", json=asked).json()
    by_name = {one["name"]: one for one in solved(client)["solution"]["decisions"]}
    assert question["decision"] in by_name
    reply = {"hand": hand, "decision": "SB", "hand_class": "72o"}
    wrong = client.post("/api/tournament/reply", json=reply | {"play": True}).json()
    right = client.post("/api/tournament/reply", json=reply | {"play": False}).json()
    assert (wrong["is_right"], right["is_right"]) == (False, True)
    assert wrong["lost"] == pytest.approx(wrong["ev_fold"] - wrong["ev_jam"])
    found = solved(client)["solution"]
    same = solve_hand(STACKS, blinds=(300, 600), ante=50, payouts=[50, 30, 20])
    least = same.least_difference
    assert least > found["epsilon"]
    decision = found["decisions"][0]
    gaps = np.abs(np.subtract(decision["ev_jam"], decision["ev_fold"])) / found["pool"]
    closest = HOLDEM_CLASSES[int(np.argmin(gaps))]
    assert min(gaps) < least
    for play in (False, True):  # either is right, and nothing is lost
        close = reply | {"decision": decision["name"], "hand_class": closest, "play": play}
        assert client.post("/api/tournament/reply", json=close).json()["lost"] == 0
    for number in range(1, 40):
        question = client.post("/api/tournament/question", json=asked | {"number": number}).json()
        one = by_name[question["decision"]]
        at = HOLDEM_CLASSES.index(question["hand_class"])
        assert abs(one["ev_jam"][at] - one["ev_fold"][at]) / found["pool"] >= least
    (day,) = client.get("/api/training/jam").json()
    assert (day["answers"], day["right"]) == (4, 3)
    assert day["lost"] == pytest.approx(wrong["share"])


def test_a_study_is_kept_renamed_and_forgotten(client: TestClient) -> None:
    study = {"page": "tournament", "name": " Bubble ", "address": "stacks=10%2C10"}
    kept = client.post("/api/studies", json=study).json()
    assert kept["name"] == "Bubble"
    renamed = study | {"name": "Heads-up"}
    assert client.put(f"/api/studies/{kept['id']}", json=renamed).json()["name"] == "Heads-up"
    assert [one["name"] for one in client.get("/api/studies").json()] == ["Heads-up"]
    assert client.get("/api/studies", params={"page": "omaha8"}).json() == []
    assert client.delete(f"/api/studies/{kept['id']}").json() == []
    assert client.delete(f"/api/studies/{kept['id']}").status_code == 404
    assert client.put(f"/api/studies/{kept['id']}", json=study).status_code == 404


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"table": TABLE | {"stacks": "3k,x"}}, "number 2 of stacks is 'x'"),
        ({"table": TABLE | {"stacks": "3k"}}, "2 to 10 players"),
        ({"table": TABLE | {"payouts": "50,30,20,10"}}, "payouts"),
        ({"table": TABLE | {"blinds": ""}}, "blinds are missing"),
        ({"table": TABLE | {"payouts": ""}}, "values prizes"),
        ({"table": TABLE | {"progressive": True}}, "need bounties"),
        ({"table": TABLE, "model": "nosuch"}, "nosuch"),
        ({"table": TABLE, "locks": ["BB"]}, "give a seat and a range"),
        ({"table": TABLE, "locks": ["XX=20%"]}, "XX"),
        ({"table": TABLE, "spot": "hand:9"}, "no hand with the id 9"),
        ({"table": TABLE, "spot": "text:9:0"}, "paste a hand"),
        ({"table": TABLE, "folded": [7]}, "7"),
    ],
)
def test_what_cannot_be_solved_is_refused(
    client: TestClient, asked: dict[str, Any], error: str
) -> None:
    answer = client.post("/api/tournament/solve", json=asked)
    assert answer.status_code == 400
    assert error in answer.json()["error"]
