"""Histories in and out, as a user runs the commands."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from railbird.cli.main import main
from railbird.history import Library, read_hands, write_hands
from tests.e2e.command import railbird, result, without_notes
from tests.history.played import random_hand
from tests.history.pokerstars_samples import HEADS_UP, OMAHA, RAKED, TOURNAMENT
from tests.history.test_poker_academy import SAMPLE


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A library with a match, a ring game and a session of a person."""
    path = str(tmp_path_factory.mktemp("library") / "l.db")
    result("match", "rules", "hubot=rules", "-n", "20", "--seed", "1", "-L", path)
    result("ring", "rules", "Bob=random", "poki=always-call", "-n", "9", "--seed", "2", "-L", path)
    words = ["play", "always-call", "--seed", "3", "--name", "Ann", "-L", path]
    result(*words, keys="c\n" * 12 + "q\n")
    return path


def at_width(columns: int, *words: str, encoding: str = "utf-8") -> str:
    return result(*words, encoding=encoding, COLUMNS=str(columns))


@pytest.mark.parametrize(
    ("form", "left_out"),
    [
        ("railbird", None),
        ("acpc", "table names"),
        ("phh", None),
        ("pokerstars", None),
    ],
)
def test_what_we_wrote_we_can_export(
    tmp_path: Path, shelf: str, form: str, left_out: str | None
) -> None:
    out = tmp_path / "hands"
    done = railbird("export", str(out), "-f", form, "-L", shelf)
    assert done.returncode == 0, done.stderr
    assert "0 that" in done.stdout
    notes = without_notes(done.stderr)
    assert len(notes) == (left_out is not None)
    assert left_out is None or left_out in notes[0]
    all_hands = tmp_path / "all"
    result("export", str(all_hands), "-L", shelf)
    wanted, found = list(read_hands(all_hands)), list(read_hands(out))
    if left_out is None:
        assert found == wanted
    assert [(hand.actions, hand.payoffs) for hand in found] == [
        (hand.actions, hand.payoffs) for hand in wanted
    ]


def test_a_session_names_the_person_as_hero(tmp_path: Path, shelf: str) -> None:
    out = tmp_path / "session.txt"
    result("export", str(out), "-f", "pokerstars", "--match", "Ann at", "-L", shelf)
    hands = list(read_hands(out))
    assert hands
    assert all(hand.hero is not None and hand.players[hand.hero] == "Ann" for hand in hands)
    assert out.read_text().count("Dealt to Ann [") == len(hands)
    assert out.read_text().count("Dealt to") == len(hands)


def test_what_a_format_cannot_hold_is_exit_status_1(tmp_path: Path, shelf: str) -> None:
    out = tmp_path / "lines.txt"
    done = railbird("export", str(out), "-f", "one-line", "-L", shelf, "--json")
    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert told["left_out"] == 9
    assert len(list(read_hands(out))) == told["written"]
    (refused, labels) = without_notes(done.stderr)
    assert refused.endswith("cannot hold 3 players (9 times)")
    assert "player names" in labels


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["export", "{out}", "--won", "1000000"], "no hand of the library is asked for"),
        (["export", "{out}/z.phh"], "there is no folder {out}: create it first"),
        (["export", "-", "--json"], "both write to stdout"),
        (["match", "rules", "random", "-o", "{out}/z.jsonl"], "there is no folder {out}: create"),
        (["match", "rules", "random", "-o", "{out}.jsonl.gz"], "name it {out}.jsonl"),
        (["export", "{out}", "--since", "2999-01-01"], "in this period"),
        (["analyze", "--since", "2999-01-01"], "in this period"),
        (["analyze", "--match", "1", "--until", "1999-01-01"], "in this period"),
        (["hands", "--since", "2026-02-01", "--until", "2026-01-31"], "not after --since"),
        (["export", "{out}", "-f", "poker-academy"], "choose railbird, acpc"),
        (["export", "{out}", "--match", "nothing like it"], "nothing like it"),
        (["export", "{out}", "--player", "Anne"], "did you mean Ann"),
        (["hands", "--match", "rules"], "give a number: 1 (rules v hubot=rules"),
        (["hands", "--match", "rvles"], "did you mean 1 (rules v"),
        (["hands", "--player", "nobody at all"], "nobody at all"),
        (["hands", "--game", "plo"], "holdem, omaha or omaha8"),
        (["hands", "--betting", "spread"], "limit, pot-limit, no-limit"),
        (["hands", "--players", "11"], "2 to 10"),
        (["hands", "--pot", "nan"], "--pot nan"),
        (["hands", "12345"], "12345"),
        (["hands", "1", "--match", "1"], "omit"),
        (["hands", "1", "--limit", "5"], "omit"),
        (["analyze", "--match", "rvles"], "did you mean 1 (rules v"),
    ],
)
def test_what_is_not_there_is_said(  # noqa: PLR0917
    tmp_path: Path,
    shelf: str,
    words: list[str],
    named: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = [word.format(out=tmp_path / "out") for word in words]
    monkeypatch.setattr(sys, "argv", ["railbird", *words, "-L", shelf])
    with pytest.raises(SystemExit) as stop:
        main()
    done = capsys.readouterr()
    assert stop.value.code == 2, done.err
    (said,) = without_notes(done.err)
    assert named.format(out=tmp_path / "out") in said
    assert not done.out
    assert not list(tmp_path.iterdir())


def test_an_empty_library_says_what_to_do(tmp_path: Path) -> None:
    Library(tmp_path / "l.db").close()
    for command in ("hands", "matches"):
        assert "railbird import FILE" in result(command, "-L", str(tmp_path / "l.db"))
        missing = railbird(command, "-L", str(tmp_path / "none.db"))
        assert (missing.returncode, "there is no library" in missing.stderr) == (2, True)


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_screens_fit(tmp_path: Path, shelf: str, columns: int, encoding: str) -> None:
    stars = tmp_path / "stars.txt"
    stars.write_text("\n\n".join([RAKED, OMAHA, TOURNAMENT]), encoding="utf-8")
    copy = tmp_path / "l.db"
    shutil.copy(shelf, copy)
    result("import", str(stars), "-L", str(copy))
    found = json.loads(result("hands", "-L", str(copy), "--json", "--limit", "99"))
    ids = [hand["id"] for hand in found["hands"]]
    for words in (["matches"], ["hands"], ["hands", str(ids[0])], ["hands", str(ids[-1])]):
        text = at_width(columns, *words, "-L", str(copy), encoding=encoding)
        assert max(map(len, text.splitlines())) <= columns, text
        assert "…" not in text
    assert "$" in at_width(columns, "hands", str(ids[-3]), "-L", str(copy), encoding=encoding)


def test_import_of_a_folder_and_of_stdin(tmp_path: Path) -> None:
    folder, shelf = tmp_path / "histories", str(tmp_path / "l.db")
    (folder / "below").mkdir(parents=True)
    (folder / "a.txt").write_text(HEADS_UP)
    damaged = HEADS_UP.replace("#1001", "#1002").replace("raises $1 to $2", "raises $1 to $7")
    (folder / "below" / "b.txt").write_text(f"{OMAHA}\n\n{damaged}")
    (folder / "below" / "academy.txt").write_text(SAMPLE.replace("May 07", "Smarch 7"))
    write_hands(folder / "c.jsonl.gz", [random_hand(1)], format="railbird")
    (folder / "notes.md").write_text("not a history")
    (folder / "blob").write_bytes(bytes(range(256)) * 8000)
    done = railbird("import", str(folder), "-L", shelf)
    assert done.returncode == 1
    assert " ".join(done.stdout.split()).startswith(
        "total: 4 files, 2 skipped (no format that we read); 4 hands added, 0 already known, "
        "1 refused 1 × N is not a level to raise to"
    )
    said = without_notes(done.stderr)
    assert "b.txt:" in said[0]
    assert said[1].endswith("could not be read: times (1)")
    piped = result("import", "-", "-L", shelf, "--json", keys=f"{HEADS_UP}\n\n{RAKED}")
    told = json.loads(piped)
    assert told["files"] == [{"file": "stdin", "added": 1, "known": 1, "problems": 0}]
    assert told["total"]["added"] == 1
    none = railbird("import", "-", "-f", "pokerstars", "-L", shelf, keys="nonsense")
    assert none.returncode == 2
    assert "stdin holds no hand in the form pokerstars" in none.stderr
    broken = railbird("import", "-", "-L", shelf, keys="nonsense")
    assert broken.returncode == 2
    assert "the format of stdin is not known" in broken.stderr


def test_a_hand_in_words(shelf: str) -> None:
    text = result("hands", "1", "-L", shelf)
    first, second = text.splitlines()[:2]
    assert first == "limit holdem 1/2, bets 2 and 4"
    assert "limit holdem 1/2" in second  # the name of the match
    assert "Before the flop" in text
    assert "posts the big blind of 2." in text
    assert "in all." in text
    assert json.loads(result("hands", "1", "-L", shelf, "--json"))["id"] == 1


def test_pot_is_in_the_money_of_the_table(tmp_path: Path) -> None:
    shelf = str(tmp_path / "l.db")
    (tmp_path / "a.txt").write_text(HEADS_UP)  # a pot of $4
    result("import", str(tmp_path / "a.txt"), "-L", shelf)
    for pot, count in (("4", 1), ("4.01", 0), ("3.99", 1)):
        assert json.loads(result("hands", "--pot", pot, "-L", shelf, "--json"))["total"] == count
    assert "+$2" in result("hands", "-L", shelf)


def test_hands_without_a_time_are_of_the_time_of_their_match(tmp_path: Path, shelf: str) -> None:
    def total(*words: str) -> int:
        found: int = json.loads(result("hands", "--json", "-L", shelf, *words))["total"]
        return found

    assert total() > 29
    assert total("--until", "2999-01-01") == total("--since", "2000-01-01") == total()
    assert total("--since", "2999-01-01") == 0
    out, other = tmp_path / "hands.log", str(tmp_path / "other.db")
    result("export", str(out), "-f", "acpc", "--match", "1", "-L", shelf)
    result("import", str(out), "-L", other)
    done = railbird("hands", "--until", "2999-01-01", "-L", other)
    assert "no hands are like that" in done.stdout
    assert without_notes(done.stderr) == [
        "railbird: 20 hands left out: not known when they were played"
    ]
    refused = railbird("export", str(tmp_path / "x.txt"), "--until", "2999-01-01", "-L", other)
    assert refused.returncode == 2
    assert len(without_notes(refused.stderr)) == 1


def test_the_name_of_a_file_tells_its_format(tmp_path: Path, shelf: str) -> None:
    out = tmp_path / "one.phhs.gz"
    words = ("export", str(out), "--match", "1", "-L", shelf)
    assert "20 hands written as phh, 0 that" in result(*words)
    assert len(list(read_hands(out, format="phh"))) == 20
    again = railbird(*words, "-f", "railbird", "--json")
    assert without_notes(again.stderr) == [f"railbird: {out} existed and was replaced"]
    told = json.loads(again.stdout)
    assert (told["format"], told["replaced"]) == ("railbird", True)
    kept = out.read_bytes()
    nothing = railbird("export", str(out), "-f", "one-line", "--players", "3", "-L", shelf)
    assert (nothing.returncode, out.read_bytes()) == (1, kept)
    assert "replaced" not in nothing.stderr
    assert len(list(read_hands(out, format="railbird"))) == 20


def test_export_to_stdout(tmp_path: Path, shelf: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written = result("export", "-", "--match", "1", "-L", shelf)
    result("export", "file.jsonl", "--match", "1", "-L", shelf)
    assert written == Path("file.jsonl").read_text(encoding="utf-8")
    assert [file.name for file in tmp_path.iterdir()] == ["file.jsonl"]
    refused = railbird("export", "-", "-f", "one-line", "--players", "3", "-L", shelf)
    assert (refused.returncode, refused.stdout) == (1, "")
    read, write = os.pipe()
    os.close(read)  # as `head` does when it has enough
    command = shutil.which("railbird")
    assert command
    cut = subprocess.run(
        [command, "export", "-", "-L", shelf],
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(write)
    assert (cut.returncode, without_notes(cut.stderr)) == (1, [])


def test_one_is_not_plural(tmp_path: Path) -> None:
    shelf, folder = str(tmp_path / "l.db"), tmp_path / "folder"
    folder.mkdir()
    (folder / "a.txt").write_text(HEADS_UP)
    (folder / "notes.md").write_text("not a history")
    total = "1 hand added, 0 already known, 0 refused"
    assert " ".join(result("import", str(folder), "-L", shelf).split()) == (
        f"total: 1 file, 1 skipped (no format that we read); {total}"
    )
    one = result("import", str(folder / "a.txt"), "-L", str(tmp_path / "m.db"))
    assert "a.txt: 1 hand added, 0 already known, 0 unreadable\n" in one
    assert ": 1 hand written as" in result("export", str(tmp_path / "a.jsonl"), "-L", shelf)
    assert "1 hand\n" in result("hands", "-L", shelf)
    assert "1 match\n" in result("matches", "-L", shelf)


def test_the_text_of_a_refused_hand_is_kept(tmp_path: Path) -> None:
    path, shelf = tmp_path / "hands.txt", tmp_path / "l.db"
    path.write_text(f"{RAKED}\n\n{HEADS_UP.replace('calls $1', 'calls $2')}")
    done = railbird("import", str(path), "-L", str(shelf), "--json")
    assert done.returncode == 1
    total = json.loads(done.stdout)["total"]
    assert (total["added"], total["read_again"]) == (1, 0)
    with Library(shelf) as library:
        (kept,) = library.refused()
    assert "calls $2" in kept.text
    assert f"{path}:{kept.line}: {kept.reason}" in done.stderr


def test_the_package_can_be_run() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "railbird", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("railbird ")


def test_help_of_export_names_all_formats() -> None:
    assert "ohh" in result("export", "--help")
