"""Analyses of matches: every kind of them, and what is said where none fits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from starlette.testclient import TestClient

from railbird.arena import Match, play_match
from railbird.divat.no_limit.match import analyze_no_limit, summarise_no_limit
from railbird.divat.omaha8.match import analyze_omaha8
from railbird.divat.ring import crosstable
from railbird.history.library import Library, MatchInfo, Query, Recorder
from railbird.players import make_players
from railbird.studio.app import create_app
from railbird.studio.settings import StudioSettings
from railbird.studio.store import StudioStore
from railbird.table import Betting, Hand, table_rules
from tests.studio.conftest import HERE, run_here

TABLES: tuple[tuple[int, Betting | Literal["omaha8"]], ...] = (
    (2, "no-limit"),
    (3, "limit"),
    (3, "no-limit"),
    (2, "limit"),
    (2, "omaha8"),
)


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> StudioSettings:
    """No-limit of two (1), limit of three (2), no-limit of three (3), and limit of two (4, 5).

    The last is Omaha Hi-Lo.
    """
    path: Path = tmp_path_factory.mktemp("several") / "hands.db"
    with Library(path) as library:
        for place, (players, kind) in enumerate(TABLES):
            if kind == "omaha8":
                rules = table_rules(players, game=kind)
            else:
                rules = table_rules(players, betting=kind)
            programs = make_players(["random", "always-call", "rules"][:players])
            names = tuple(program.name for program in programs)
            match = Match(rules, (100,) * players, 30, place, name=f"match {place}")
            info = MatchInfo(name=match.name, kind="match", players=names, rules=rules)
            with Recorder(library, info) as recorder:
                play_match(match, programs, on_hand=recorder.add)
    settings = StudioSettings(library=path)
    for number in (1, 2, 5):
        run_here(settings, "analysis", {"match": number})
    run_here(settings, "analysis", {"match": 4, "known": "always-call=always-call"})
    return settings


@pytest.fixture
def client_of_several(several: StudioSettings) -> TestClient:
    return TestClient(create_app(several), base_url=HERE)


def test_a_no_limit_match_has_all_its_estimators(
    client_of_several: TestClient, several: StudioSettings
) -> None:
    with Library(several.library) as library:
        match = analyze_no_limit(library.hands(Query(match="match 0")))
    expected = summarise_no_limit(match)
    found = client_of_several.get("/api/matches/1/analysis").json()
    assert (found["kind"], found["unit"]) == ("no-limit", "bb per game")
    assert found["headline"] == expected.verdict.headline()
    names = ["money", "known luck out", "AIE", "DIVAT", "least variance"]
    assert [each["name"] for each in found["estimators"]] == names
    assert found["estimators"][3]["mean"] == pytest.approx(expected.estimators[3].mean)
    lines = client_of_several.get("/api/matches/1/lines").json()
    sums = {line["name"]: line["last"][-1] for line in lines["lines"]}
    for key, place in {"money": 0, "own": 1, "all_in": 2, "divat": 3, "least_variance": 4}.items():
        assert sums[key] == pytest.approx(expected.estimators[place].mean * len(match), abs=1e-3)
    assert lines["hands"][-1] == match.ids[-1]
    assert client_of_several.get("/api/matches/1/part?position=SB").json()["games"] == 15
    assert client_of_several.get("/api/matches/1/decisions").json() == {"costly": [], "fine": []}
    assert "Result" in client_of_several.get("/api/matches/1/files/report.html").text
    assert client_of_several.get("/api/matches/1/files/scores.csv").text.startswith("hand,game,mon")
    assert "<svg" in client_of_several.get("/api/matches/1/files/lines.svg").text


def test_omaha_hi_lo_has_its_estimators_too(
    client_of_several: TestClient, several: StudioSettings
) -> None:
    with Library(several.library) as library:
        expected = analyze_omaha8(library.hands(Query(match="match 4")))
    found = client_of_several.get("/api/matches/5/analysis").json()
    assert (found["kind"], found["unit"]) == ("omaha8", "sb per game")
    names = ["money", "AIE", "DIVAT", "least variance"]
    assert [each["name"] for each in found["estimators"]] == names
    assert found["judged_by"].startswith("least variance (")
    lines = client_of_several.get("/api/matches/5/lines").json()
    sums = {line["name"]: line["last"][-1] for line in lines["lines"]}
    assert sums["divat"] == pytest.approx(expected.divat.sum(), abs=1e-3)
    assert "<svg" in client_of_several.get("/api/matches/5/files/lines.svg").text
    assert "Omaha Hi-Lo" in client_of_several.get("/api/matches/5/files/report.html").text


def test_a_table_of_three_has_standings(
    client_of_several: TestClient, several: StudioSettings
) -> None:
    with Library(several.library) as library:
        session = crosstable(library.hands(Query(match="match 1")), samples=1000)
    found = client_of_several.get("/api/matches/2/analysis").json()
    assert found["headline"] == session.verdict.headline()
    assert [each["name"] for each in found["standings"]] == [one.name for one in session.standings]
    assert found["standings"][0]["divat"]["mean"] == pytest.approx(session.standings[0].divat.mean)
    hero = session.names.index(found["players"][0])
    lines = client_of_several.get("/api/matches/2/lines").json()
    assert lines["lines"][0]["last"][-1] == pytest.approx(session.money[hero], abs=1e-3)
    assert "crosstable" in client_of_several.get("/api/matches/2/files/report.html").text


def test_a_table_that_hides_cards_is_judged_by_all_money(tmp_path: Path) -> None:
    path, rules = tmp_path / "hands.db", table_rules(3)
    programs = make_players(["random", "always-call", "rules"])
    names = tuple(program.name for program in programs)
    with Library(path) as library:
        info = MatchInfo(name="monday", kind="match", players=names, rules=rules)
        with Recorder(library, info) as recorder:

            def keep(hand: Hand) -> None:
                cards = (None, *hand.hole_cards[1:])
                recorder.add(replace(hand, hole_cards=cards) if int(hand.number) % 2 else hand)

            play_match(Match(rules, (100,) * 3, 60, 1, name=info.name), programs, on_hand=keep)
        session = crosstable(library.hands(Query(match="monday")), samples=20)
    settings = StudioSettings(library=path)
    run_here(settings, "analysis", {"match": 1})
    found = TestClient(create_app(settings), base_url=HERE).get("/api/matches/1/analysis").json()
    assert (session.games, session.hidden, found["games"]) == (30, 30, 30)
    assert found["headline"] == session.verdict.headline()
    money = "judged by the money of all hands, because 30 do not show their cards"
    assert found["reason"] == f"{session.verdict.reason()}; {money}"
    assert "not a fair sample" in found["caveat"]


def test_a_match_that_no_analysis_fits_says_so(client_of_several: TestClient) -> None:
    why = client_of_several.get("/api/matches/3").json()["why_not"]
    assert why.endswith("this table has 3.")
    refused = client_of_several.post("/api/matches/3/analysis", json={})
    assert (refused.status_code, refused.json()["error"]) == (400, why)


def test_aivat_is_beside_the_others(client_of_several: TestClient) -> None:
    found = client_of_several.get("/api/matches/4/analysis").json()
    names = [each["name"] for each in found["estimators"]]
    assert names == ["money", "DIVAT", "AIE", "AIE DIVAT", "EVAT", "AIVAT"]
    assert found["how"][0].startswith("AIVAT: always-call plays like always-call")
    assert "Estimators" in client_of_several.get("/api/matches/4/files/report.html").text
    wrong = client_of_several.post("/api/matches/4/analysis", json={"known": "rules=./bot.py:Bot"})
    assert (wrong.status_code, "NAME=KIND" in wrong.json()["error"]) == (400, True)


def test_the_page_is_told_what_the_verdict_is_by(client_of_several: TestClient) -> None:
    limit = client_of_several.get("/api/matches/4/analysis").json()
    errors = {each["name"]: each["error"] for each in limit["estimators"]}
    assert limit["judged_by"] == min(("DIVAT", "AIVAT"), key=lambda name: errors[name])
    no_limit = client_of_several.get("/api/matches/1/analysis").json()
    assert no_limit["judged_by"].startswith("least variance")


def test_an_analysis_is_found_by_its_match_and_what_was_added(
    client_of_several: TestClient, several: StudioSettings
) -> None:
    """Two matches of one name, or one with AIVAT: the page must find its own job."""
    asked = {"known": "always-call=always-call"}
    plain = client_of_several.post("/api/matches/4/analysis", json={}).json()
    added = client_of_several.post("/api/matches/4/analysis", json=asked).json()
    assert (plain["about"], added["about"]) == ({"match": 4}, {"match": 4, **asked})
    assert plain["digest"] != added["digest"]
    assert added["title"].endswith("with AIVAT of always-call=always-call")
    with StudioStore(several.folder) as store:
        for job in (plain, added):
            store.move_job(job["id"], "cancelled", when=("waiting",))
