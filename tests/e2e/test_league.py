"""``railbird league`` as a user runs it."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from railbird.arena import League, LeagueResult, play_league
from railbird.reports.league import league_csv, league_figures, league_page
from railbird.table import table_rules
from tests.e2e.command import railbird, result, without_notes

SIX = ("rules", "bluffer", "random", "always-call", "always-raise", "caller=always-call")
EVIL = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a league that was played."""
    out = tmp_path_factory.mktemp("league") / "out"
    result("league", *SIX, "-n", "40", "--seed", "5", "--no-library", "--out", str(out))
    return out


def again(folder: Path, *words: str) -> str:
    """What the same command prints when the league is over."""
    played = ["league", *SIX, "-n", "40", "--no-library", "--processes", "1"]
    return result(*played, "--out", str(folder), *words)


@pytest.mark.parametrize(
    ("columns", "encoding"), [("80", "utf-8"), ("60", "utf-8"), ("80", "ascii"), ("40", "ascii")]
)
def test_the_screen_is_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch, columns: str, encoding: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    text = again(folder)
    assert max(map(len, text.splitlines())) <= int(columns)
    assert "…" not in text.replace(" … ", " ")  # nothing is cut
    for heading in ("player", "rating", "DIVAT", "money"):
        assert heading in text
    if columns != "40":
        assert len(re.findall(r"^[1-6] \S+ +[-+\d–]", text, re.MULTILINE)) == 18
    # who plays the same way can never be told apart, and the order of the claims is that of the
    # ranking
    assert re.search(r"always-call[^.]*caller\s[^.]*cannot\s+be\s+told\s+apart", text) or re.search(
        r"caller[^.]*always-call\s[^.]*cannot\s+be\s+told\s+apart", text
    )
    assert "Seed 5" in " ".join(text.split())


def test_json_csv_page_and_figures(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    page, table, figures = tmp_path / "l.html", tmp_path / "l.csv", tmp_path / "figures"
    written = ["--report", str(page), "--csv", str(table), "--figures", str(figures)]
    found = json.loads(again(folder, "--json", *written))
    assert sorted(found["players"]) == sorted(["rules", "bluffer", "random", "always-call",
                                               "always-raise", "caller"])  # fmt: skip
    assert (found["deals"], found["hands"], found["seed"], len(found["pairs"])) == (40, 1200, 5, 15)
    assert len(found["rated_by_divat"]["leads"]) == 15
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 6 * 6
    by_pair = {(row["player"], row["opponent"]): row for row in rows}
    for pair in found["pairs"]:
        row = by_pair[pair["first"], pair["second"]]
        back = by_pair[pair["second"], pair["first"]]
        assert float(row["money"]) == pair["money"]["mean"] == -float(back["money"])
        assert float(row["divat_error"]) == pair["divat"]["error"]
    best, first = found["by_divat"], by_pair[found["players"][0], ""]
    mean = best["means"][best["players"].index(found["players"][0])]
    assert float(first["divat"]) == mean["mean"]
    rating = found["rated_by_divat"]["means"][0]
    assert float(first["rating_by_divat"]) == rating["mean"] > 0
    assert float(first["rating_by_divat_error"]) == rating["error"]
    assert found["rated_by_divat"]["players"] == found["players"]
    assert not by_pair["rules", "random"]["rating_by_money"]
    assert page.read_text(encoding="utf-8").count("<svg") == 3
    assert sorted(file.name for file in figures.iterdir()) == [
        "crosstable-divat.png", "crosstable-divat.svg", "crosstable-money.png",
        "crosstable-money.svg", "ranking.png", "ranking.svg",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rules"], "a league of 1 has no matches"),
        (["rules", "random", "--deals", "0"], "--deals 0 is too few"),
        (["rules", "random", "--processes", "0"], "--processes 0 is too few"),
        (["rules", "random", "--processes", "2", "--cluster", "here"], "contradict each other"),
        (["rules", "random", "--time-limit", "0"], "a time limit of 0 s makes no sense"),
        (["sparbot", "random", "--game", "omaha8"], "sparbot plays only"),
        (["rules", "random", "--cluster", "x"], "is not a cluster address"),
        (["rules", "random", "--report", "/"], "--report / is a folder"),
        (["rules", "random", "--csv", "no/where.csv"], "there is no folder no"),
        (["rules", "random", "--blinds", "2"], "blinds '2' are not a small and a big blind"),
        (["rules", "random", "--library", "x.db", "--no-library"], "contradict each other"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    keeps = [] if "--library" in words else ["--no-library"]
    done = railbird("league", *words, *keeps, "--out", "out")
    assert done.returncode == 2
    assert done.stdout == ""
    (sentence,) = without_notes(done.stderr)
    assert said in sentence
    assert not list(tmp_path.iterdir())


def league(*players: str, deals: int = 31, **rules: str) -> LeagueResult:
    table = table_rules(2, **rules)  # type: ignore[arg-type]
    return play_league(League(players, table, (400, 400), deals, seed=2))


def test_a_page_says_what_is_not_known() -> None:
    text = league_page(league("rules", "random", "always-call", betting="no-limit"))
    assert "not defined here" in text
    assert text.count("<svg") == 2
    assert "bb per hand" in text


@pytest.mark.parametrize("deals", [1, 2, 31])
def test_pages_are_harmless_and_know_no_nan(deals: int) -> None:
    found = league(f"{EVIL}=rules", "Æsop & Söhne=random", deals=deals)
    text = league_page(found)
    assert "<script" not in text
    assert not re.search(r"\bnan\b|\binf\b", text + league_csv(found))
    assert all("<script" not in svg and "nan" not in svg for svg in league_figures(found).values())
