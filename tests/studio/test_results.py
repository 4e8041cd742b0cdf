"""Results: every number is that of the Python API, and opens the hands that it counts."""

from __future__ import annotations

import csv
from typing import Any

import pytest
from starlette.testclient import TestClient

from railbird.history.library import Library, Query
from railbird.history.player_hands import HandsPart
from railbird.history.results import results
from railbird.history.summaries import TournamentSummary
from railbird.reports.results import results_verdict
from railbird.studio.app import create_app
from railbird.studio.settings import StudioSettings
from railbird.table.tournament import TournamentTable
from tests.studio.conftest import HERE, run_here
from tests.studio.told import CASH, IN_TOURNAMENT, told_hands, told_library

ALL = CASH + IN_TOURNAMENT


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> StudioSettings:
    return StudioSettings(library=told_library(tmp_path_factory.mktemp("told") / "hands.db"))


@pytest.fixture
def ann(told: StudioSettings) -> TestClient:
    return TestClient(create_app(told), base_url=HERE)


def get(client: TestClient, path: str, **asked: Any) -> dict[str, Any]:
    answer = client.get(f"/api/{path}", params=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_results_are_those_of_the_function(ann: TestClient, told: StudioSettings) -> None:
    with Library(told.library) as library:
        whole = results(library, ["Ann"])
        part = results(library, ["Ann"], Query(betting="limit"), HandsPart(position="BTN"))
    found = get(ann, "results")
    assert found["heroes"] == ["Ann"]
    assert found["headline"] == results_verdict(whole).headline
    assert found["hands"] == ALL
    games = [
        (kind, betting)
        for kind in ("cash games", "tournaments")
        for betting in ("limit", "no-limit")
    ]
    assert [(one["kind"], one["betting"]) for one in found["games"]] == games
    for one, wanted in zip(found["games"], whole.by_game, strict=True):
        assert one["name"] == f"{one['kind']}, {one['betting']} {one['game']}" == wanted.name
        assert one["all"]["won"]["mean"] == pytest.approx(wanted.results.all.won.mean)
        assert one["all"]["money"].startswith(("+$", "-$")) == (one["kind"] == "cash games")
        seats = [group.name for group in wanted.results.positions]
        assert [group["name"] for group in one["positions"]] == seats
    assert sum(one["all"]["hands"] for one in found["games"]) == ALL
    assert found["tournaments"][0]["roi"] == pytest.approx(1.5)
    assert found["pots"][0]["big_blinds"] == pytest.approx(whole.pots[0].big_blinds)
    assert get(ann, "results") == found  # also when it is kept
    some = get(ann, "results", betting="limit", position="BTN")
    assert some["hands"] == part.all.hands
    adjusted = [one["all"]["adjusted"]["mean"] for one in some["games"]]
    assert adjusted == pytest.approx([one.all.adjusted.mean for one in part.apart])
    assert some["tournaments"] == []
    both = get(ann, "results", hero="Ann, Bob")
    assert (both["heroes"], both["hands"]) == (["Ann", "Bob"], 2 * ALL)


def test_every_number_opens_the_hands_that_it_counts(ann: TestClient) -> None:
    found = get(ann, "results", won=0)
    for one in found["games"]:
        game = {"won": 0, "limit": 1} | {key: one[key] for key in ("kind", "game", "betting")}
        assert get(ann, "hands", **game)["total"] == one["all"]["hands"] > 0
        for by, groups in (("position", "positions"), ("stack", "stacks"), ("stakes", "limits")):
            for group in one[groups]:
                filters = game | {by: group["name"]}
                assert get(ann, "hands", **filters)["total"] == group["hands"] > 0
                if by == "position":
                    for key, share in group["shares"].items():
                        done = get(ann, "hands", **filters, did=key)["total"]
                        could = get(ann, "hands", **filters, did=f"{key}:could")["total"]
                        assert (done, could) == (share["done"], share["chances"])
    named = get(ann, "hands", did="won_at_showdown")
    assert named["heroes"] == ["Ann"]
    assert all(hand["payoffs"][hand["hero"]] > -50 for hand in named["hands"])
    assert get(ann, "hands", did="aggression")["total"] > 0


def test_pages_of_filtered_hands_have_each_hand_once(ann: TestClient) -> None:
    seen: list[int] = []
    after: int | None = 0
    while after is not None:
        page = get(ann, "hands", hero="Ann", kind="cash games", after=after, limit=30)
        seen += [hand["id"] for hand in page["hands"]]
        after = page["next"]
    assert len(seen) == len(set(seen)) == page["total"] == CASH
    assert get(ann, "hands", since="2026-01-02", until="2026-01-03")["total"] == 24
    assert page["hands"][0]["amounts"][0].lstrip("+-").startswith("$")


def test_the_line_ends_at_the_sum(ann: TestClient, told: StudioSettings) -> None:
    with Library(told.library) as library:
        whole = results(library, ["Ann"], part=HandsPart(kind="cash games"))
    limit, no_limit = whole.apart
    found = get(ann, "results/lines", points=10, kind="cash games", betting="limit")
    last = {line["name"]: line["last"][-1] for line in found["lines"]}
    assert last["won"] == pytest.approx(limit.line[-1], abs=1e-3)
    assert last["adjusted"] == pytest.approx(limit.adjusted_line[-1], abs=1e-3)
    assert (found["total"], len(found["hands"])) == (CASH - no_limit.all.hands, 10)
    assert get(ann, "results/lines", won=10**9)["total"] == 0


def test_chips_of_cash_games_and_tournaments_make_no_line(ann: TestClient) -> None:
    refused = ann.get("/api/results/lines")
    assert refused.status_code == 400
    assert "are not added: choose kind" in refused.json()["error"]
    for kind, hands in (("cash games", CASH), ("tournaments", IN_TOURNAMENT)):
        assert get(ann, "results/lines", kind=kind)["total"] == hands
    assert get(ann, "results", won=10**9)["headline"] == "No hand of Ann is like that"


def test_exports_are_those_of_the_command(ann: TestClient) -> None:
    text = ann.get("/api/results/csv", params={"position": "BTN"})
    rows = list(csv.DictReader(text.text.splitlines()))
    assert int(rows[0]["hands"]) == get(ann, "results", position="BTN")["hands"]
    assert "attachment" in text.headers["content-disposition"]
    page = ann.get("/api/results/page")
    assert get(ann, "results")["reason"] in page.text
    assert "<svg" in page.text


def test_the_library_can_be_told_whose_it_is(client: TestClient, settings: StudioSettings) -> None:
    assert get(client, "results/heroes") == {"heroes": [], "players": []}
    refused = client.get("/api/results")
    assert refused.status_code == 400
    assert "name the player" in refused.json()["error"]
    told_library(settings.library)
    found = get(client, "results/heroes")
    assert found["heroes"] == ["Ann"]
    assert found["players"][0] == {"name": "Ann", "told": ALL, "shown": 0}
    kept = client.put("/api/results/heroes", json={"names": ["Bob", "Cid"]})
    assert kept.json()["heroes"] == ["Bob", "Cid"]
    assert get(client, "results")["hands"] == 2 * ALL
    assert "limit holdem, big blind $0.02" in get(client, "results/choices")["stakes"]


def test_hands_of_an_older_version_are_counted_by_a_job(settings: StudioSettings) -> None:
    client = TestClient(create_app(settings), base_url=HERE)
    told_library(settings.library)
    with Library(settings.library) as library:
        before = results(library, ["Ann"]).all
        library._db.execute("INSERT INTO uncounted SELECT id FROM hands WHERE id < 4")
        library._db.execute("UPDATE seats SET flags = NULL WHERE hand < 4")
        library._db.execute("UPDATE players SET told = told - 3 WHERE name = 'Ann'")
    for path in ("results", "hands?hero=Ann"):
        refused = client.get(f"/api/{path}")
        assert refused.status_code == 409
        assert "3 hands of an older version" in refused.json()["error"]
    run_here(settings, "counting", {})
    assert get(client, "results")["hands"] == before.hands


def test_new_hands_and_summaries_change_what_is_kept(settings: StudioSettings) -> None:
    client = TestClient(create_app(settings), base_url=HERE)
    played = told_hands()
    with Library(settings.library) as library:
        for count in (10, 20):
            library.add(played[:count], source=str(count))
            assert get(client, "results")["hands"] == count
            assert get(client, "hands", hero="Ann")["total"] == count
        event = TournamentTable("7", buy_in=900, bounty=0, fee=100, currency="USD")
        for prize in (500, 4000):
            library.add_summaries([TournamentSummary(event, "Ann", 1, prize, 0, 0)])
            assert get(client, "results")["tournaments"][0]["roi"] == prize / 1000 - 1


@pytest.mark.parametrize(
    ("asked", "status", "error"),
    [
        ("hero=Dan", 400, "no player 'Dan'"),
        ("hero=Ann,", 400, "empty name"),
        ("position=XX", 400, "position 'XX' is not known: choose"),
        ("did=nothing", 400, "did 'nothing' is not known: choose vpip"),
        ("betting=wild", 400, "betting 'wild' is not known"),
        ("game=snap", 400, "snap"),
        ("since=yesterday", 400, "since 'yesterday' is not a date"),
        ("since=2026-01-02&until=2026-01-01", 400, "is not after since"),
        ("match=99", 400, "has no match"),
        ("pot=-1", 422, "pot: "),
        ("pot=nan", 422, "pot: "),
        ("nosuch=1", 422, "nosuch: "),
    ],
)
@pytest.mark.parametrize("path", ["results", "hands"])
def test_what_is_refused_gets_one_sentence(
    ann: TestClient, path: str, asked: str, status: int, error: str
) -> None:
    answer = ann.get(f"/api/{path}?{asked}")
    assert (answer.status_code, answer.json()["error"].count("\n")) == (status, 0)
    assert error in answer.json()["error"]
