"""Parts of matches and of long lists: what the API answers is what Python computes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from starlette.testclient import TestClient

from railbird.divat.heads_up import duplicate
from railbird.divat.heads_up.match import analyze
from railbird.history.files import read_text
from railbird.history.library import Library, Query
from railbird.history.player_hands import HandsPart, PlayerHands
from railbird.studio.app import create_app
from railbird.studio.settings import StudioSettings
from railbird.table import table_rules
from tests.history.played import random_hand
from tests.history.pokerstars_samples import TOURNAMENT
from tests.history.test_library import insert, old_library
from tests.studio.conftest import HERE


def test_games_of_a_match_are_chosen_by_a_filter(
    reader: TestClient, played: StudioSettings
) -> None:
    with Library(played.library) as library:
        kept = library.matches()[0]
        match = analyze(library.hands(Query(match=kept.name)), source="")
        hands = PlayerHands.read(library, [match.players[0]], Query(match=kept.name))
    chosen = np.isin(match.ids, hands.ids[hands.marked(HandsPart(position="SB"))])
    found = reader.get("/api/matches/1/part", params={"position": "SB"}).json()
    assert (found["games"], found["total"]) == (30, 60)
    money, divat = found["measures"][:2]
    assert money["mean"] == pytest.approx(match.money[chosen].mean(), abs=1e-6)
    assert divat["mean"] == pytest.approx(match.divat[chosen].mean(), abs=1e-6)
    assert (found["measures"][-1]["name"], found["measures"][-1]["confidence"]) == ("Luck", None)
    lines = reader.get("/api/matches/1/lines", params={"position": "SB"}).json()
    assert lines["total"] == 30
    assert lines["lines"][0]["last"][-1] == pytest.approx(match.money[chosen].sum(), abs=1e-3)
    assert lines["hands"][-1] == match.ids[chosen][-1]
    none = reader.get("/api/matches/1/lines", params={"position": "BTN"}).json()
    assert (none["total"], none["lines"]) == (0, [])
    for wrong, said in (("position=XX", "XX"), ("did=nothing", "nothing"), ("nosuch=1", "nosuch")):
        answer = reader.get(f"/api/matches/1/part?{wrong}")
        assert answer.status_code in (400, 422)
        assert said in answer.json()["error"]


def test_a_duplicate_match_has_lines_by_deal(reader: TestClient, played: StudioSettings) -> None:
    with Library(played.library) as library:
        match = analyze(library.hands(), source="")
    expected = duplicate(match)
    assert reader.get("/api/matches/1/analysis").json()["is_duplicate"]
    lines = reader.get("/api/matches/1/lines?by=deal").json()
    assert lines["total"] == expected.deals == 30
    sums = {line["name"]: line["last"][-1] for line in lines["lines"]}
    assert sums["deal_money"] == pytest.approx(expected.by_deal_money.sum(), abs=1e-3)
    assert sums["deal_divat"] == pytest.approx(expected.by_deal_divat.sum(), abs=1e-3)
    refused = reader.get("/api/matches/1/lines?by=deal&position=SB")
    assert refused.status_code == 400


def test_a_list_is_entered_at_any_row(reader: TestClient) -> None:
    every = reader.get("/api/hands?limit=200").json()
    later = reader.get("/api/hands?row=25&limit=10").json()
    assert later["total"] == every["total"] == 60
    assert later["hands"] == every["hands"][25:35]
    assert later["next"] == every["hands"][34]["id"]
    assert reader.get("/api/hands?row=60").json()["hands"] == []
    name = every["hands"][0]["players"][0]
    of_hero = {"hero": name, "row": 3, "limit": 2}
    found = reader.get("/api/hands", params=of_hero).json()
    assert [hand["id"] for hand in found["hands"]] == [h["id"] for h in every["hands"][3:5]]
    assert reader.get("/api/hands?row=1&after=1").status_code == 400


def test_the_levels_and_tables_of_a_tournament_are_one_match(tmp_path: Path) -> None:
    later = TOURNAMENT.replace("#2002", "#2003").replace("Level IV", "Level V")
    other = later.replace("#2003", "#2004").replace("'77 3'", "'77 8'")
    with Library(tmp_path / "hands.db") as library:
        library.add(read_text(TOURNAMENT + "\n\n" + later + "\n\n" + other), source="a")
        (match,) = library.matches()
    assert (match.name, match.hands) == ("Tournament #77, $5.00+$0.50 USD", 3)


def test_the_levels_of_a_tournament_in_an_older_library_are_joined(tmp_path: Path) -> None:
    rules = table_rules(3)
    tables = [
        "Tournament #7, $5, Level I, table 7 1",
        "Vega",
        "Tournament #7, $5, Level X, table 8",
    ]
    hands = [
        replace(random_hand(seed, rules=rules), table=tables[seed % 3], number=str(seed))
        for seed in range(6)
    ]
    db = old_library(tmp_path / "hands.db", 1)
    db.execute("INSERT INTO sources VALUES (1, 'a', 'a', '', '', 6)")
    for hand in hands:
        insert(db, hand, source=1, match=hand.table)
    db.commit()
    db.close()
    with Library(tmp_path / "hands.db") as library:
        found = {match.name: match.hands for match in library.matches()}
        assert found == {"Tournament #7, $5": 4, "Vega": 2}
        assert [hand for _, hand in library.hands()] == hands
        assert library.add(hands, source="again").added == 0


def test_a_short_stack_in_the_replayer_can_be_studied(settings: StudioSettings) -> None:
    client = TestClient(create_app(settings), base_url=HERE)
    with Library(settings.library) as library:
        library.add(read_text(TOURNAMENT), source="a")
        library.add([random_hand(1)], source="b")
    found = client.get("/api/replay?hand=1").json()
    assert found["jam"]
    spot = client.get("/api/tournament/spots/hand:1").json()
    assert spot["hero"] == "fourth"
    by_code = client.get("/api/replay", params={"code": found["code"]}).json()
    assert by_code["jam"]
    assert not client.get("/api/replay?hand=2").json()["jam"]
