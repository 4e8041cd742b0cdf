"""What an import says about files and hands that it does not read."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from railbird.history import Library
from tests.e2e.command import railbird, result
from tests.history import rooms_samples as samples
from tests.history.pokerstars_samples import HEADS_UP, OMAHA, RAKED

BAD = HEADS_UP.replace("#1001", "#1002").replace("raises $1 to $2", "raises $1 to $7")
CUT = HEADS_UP[: HEADS_UP.index("*** SUMMARY") - 30]


@pytest.fixture
def shelf(tmp_path: Path) -> str:
    return str(tmp_path / "l.db")


def imported(shelf: str, *files: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(
        railbird("import", *map(str, files), "-L", shelf, "--json").stdout
    )
    return told


def test_refusals_are_the_same_at_the_second_import(tmp_path: Path, shelf: str) -> None:
    path = tmp_path / "hands.txt"
    text = f"{OMAHA}\n\n{BAD}\n\n{BAD.replace('#1002', '#1003')}"
    path.write_text(text)
    first, second = imported(shelf, path), imported(shelf, path)
    assert first["refused"] == second["refused"]
    wrong = [n for n, line in enumerate(text.split("\n"), 1) if "raises $1 to $7" in line]
    assert [(each["file"], each["line"]) for each in first["refused"]] == [
        (str(path), line) for line in wrong
    ]
    screens = [railbird("import", str(path), "-L", shelf) for _ in range(2)]
    assert screens[0].stdout == screens[1].stdout
    assert "2 refused" in screens[0].stdout
    assert [done.returncode for done in screens] == [1, 1]


def test_what_an_older_railbird_refused_is_read_at_the_next_import(
    tmp_path: Path, shelf: str
) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(f"{OMAHA}\n\n{BAD}")
    assert len(imported(shelf, path)["refused"]) == 1
    assert imported(shelf, path)["total"]["read_again"] == 0  # the same readers do not try
    with closing(sqlite3.connect(shelf)) as db, db:  # as if only the readers of then were wrong
        db.execute("UPDATE refused SET text = replace(text, '$1 to $7', '$1 to $2'), version = 'x'")
    told = imported(shelf, path)
    total = told["total"]
    assert (total["read_again"], total["known"], told["refused"]) == (1, 2, [])
    assert imported(shelf, path)["total"]["read_again"] == 0
    with Library(Path(shelf)) as library:
        assert (library.count(), list(library.refused())) == (2, [])


def test_every_refused_hand_can_be_listed(tmp_path: Path, shelf: str) -> None:
    path = tmp_path / "hands.txt"
    path.write_text("\n\n".join(BAD.replace("#1002", f"#20{n:02}") for n in range(12)))
    done = railbird("import", str(path), "-L", shelf)
    assert f"… and 2 more: `railbird hands --refused --library {shelf}` lists" in done.stderr
    listed = result("hands", "--refused", "-L", shelf, "--limit", "3", COLUMNS="80")
    assert listed.startswith("12 hands that could not be read")
    assert "is not a level to raise to" in listed
    assert max(len(line) for line in listed.splitlines() if line != str(path)) <= 80
    told = json.loads(result("hands", "--refused", "-L", shelf, "--json"))
    assert len({each["line"] for each in told["refused"]}) == told["total"] == 12
    assert told["refused"][3]["text"].startswith("PokerStars Hand #2003")
    assert railbird("hands", "--refused", "--player", "Ann", "-L", shelf).returncode == 2
    assert railbird("hands", "1", "--refused", "-L", shelf).returncode == 2


def test_a_cut_hand_is_forgotten_when_the_whole_hand_comes(tmp_path: Path, shelf: str) -> None:
    cut, whole = tmp_path / "cut.txt", tmp_path / "whole.txt"
    cut.write_text(f"{RAKED}\n\n{CUT}")
    whole.write_text(f"{RAKED}\n\n{HEADS_UP}")
    assert len(imported(shelf, cut)["refused"]) == 1
    assert imported(shelf, whole)["refused"] == []
    with Library(Path(shelf)) as library:
        assert not list(library.refused())
    for told in (imported(shelf, cut), imported(str(tmp_path / "m.db"), whole, cut)):
        (file,) = [each for each in told["files"] if each["file"] == str(cut)]
        assert (file["known"], file["problems"]) == (2, 0)


def test_a_text_of_another_hand_is_not_forgotten(tmp_path: Path, shelf: str) -> None:
    (tmp_path / "a.txt").write_text(BAD)
    (tmp_path / "b.txt").write_text(OMAHA.replace("#3003", "#1002"))
    assert len(imported(shelf, tmp_path / "a.txt")["refused"]) == 1
    assert imported(shelf, tmp_path / "b.txt")["refused"] == []
    with Library(Path(shelf)) as library:
        assert len(list(library.refused())) == 1


@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_zip_archive_is_to_be_unpacked(tmp_path: Path, shelf: str, packing: int) -> None:
    path = tmp_path / "in" / "hands.zip"
    path.parent.mkdir()
    with zipfile.ZipFile(path, "w", packing) as archive:
        archive.writestr("hands.txt", HEADS_UP)
    for words in (["import", str(path), "-L", shelf], ["results", str(path)]):
        done = railbird(*words)
        assert done.returncode == 2
        assert f"{path} is a zip archive: unpack it, and give the files in it" in done.stderr
    (path.parent / "one.txt").write_text(HEADS_UP)
    done = railbird("import", str(path.parent), "-L", shelf)
    assert done.returncode == 0
    skipped = f"skipped:{path}:a zip archive: unpack it".replace(" ", "")
    assert skipped in "".join(done.stdout.split())
    told = imported(shelf, path.parent)
    assert told["skipped"] == [{"file": str(path), "reason": "a zip archive: unpack it"}]


def test_skipped_files_are_named(tmp_path: Path, shelf: str) -> None:
    for n in range(7):
        (tmp_path / f"n{n}.md").write_text("not a history")
    done = railbird("import", str(tmp_path), "-L", shelf)
    assert done.returncode == 2
    assert f"{tmp_path} has no hand history: check the name" in done.stderr
    (tmp_path / "one.txt").write_text(HEADS_UP)
    out = result("import", str(tmp_path), "-L", shelf)
    assert f"{tmp_path}/n0.md: no format that railbird reads" in " ".join(out.split())
    assert "which --json names" in out
    names = [each["file"] for each in imported(shelf, tmp_path)["skipped"]]
    assert {f"{tmp_path}/n{n}.md" for n in range(7)} <= set(names)


@pytest.mark.parametrize(
    ("text", "game"),
    [
        (HEADS_UP.replace("Hold'em Limit", "5 Card Omaha Hi/Lo Limit"), "5 Card Omaha Hi/Lo"),
        (HEADS_UP.replace("Hold'em Limit", "Courchevel Pot Limit"), "Courchevel"),
        (HEADS_UP.replace("Hold'em Limit", "7 Card Stud Limit"), "7 Card Stud"),
        (HEADS_UP.replace("Hold'em Limit", "Triple Draw 2-7 Limit"), "Triple Draw 2-7"),
        (samples.GG_CASH.replace("PLO (", "ShortDeck No Limit ("), "ShortDeck"),
        (samples.PARTY_CASH.replace("Texas Hold'em", "Short Deck"), "Short Deck"),
        (samples.WINAMAX_CASH.replace(" - Holdem ", " - 5 Card Omaha "), "5 Card Omaha"),
    ],
)
def test_a_game_that_is_not_known_is_named(
    tmp_path: Path, shelf: str, text: str, game: str
) -> None:
    (tmp_path / "hands.txt").write_text(text, encoding="utf-8")
    done = railbird("import", str(tmp_path / "hands.txt"), "-L", shelf)
    assert done.returncode == 1
    assert f"× {game} is a game that railbird does not know" in " ".join(done.stdout.split())


def test_results_of_a_file_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(HEADS_UP)
    for words in (["--match", "nothing"], ["--hero", "nobody"], ["--player", "nobody"]):
        done = railbird("results", str(path), *words)
        assert done.returncode == 2
        assert f"{path} has no " in done.stderr
        assert "hands.db" not in done.stderr


def test_an_option_that_the_hand_has_itself_is_refused_clearly(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(HEADS_UP)
    done = railbird("jam", "--from", str(path), "--stacks", "2,3", "--payouts", "1")
    assert done.returncode == 2
    assert "--from, as the hand in the file has its own: omit one of them" in done.stderr
