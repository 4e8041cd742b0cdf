"""``railbird jam --from`` and ``railbird review``, driven as a user would."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from railbird.history import write_hands
from railbird.table.tournament import TournamentTable
from tests.e2e.command import railbird, result
from tests.tournament.jam_hands import HEADS_UP, OTHERS, RING, Played, write_jams


@pytest.fixture
def session(tmp_path: Path) -> Path:
    file = tmp_path / "session.txt"
    write_jams(file, [*HEADS_UP, RING[2], *OTHERS])
    return file


def test_jam_from_a_file(session: Path) -> None:
    given = ("jam", "--from", str(session), "--hand-number", "1002", "-p", "50,30,20")
    text = " ".join(result(*given).split())
    assert "Bob (SB) with AdKd: fold" in text
    assert "To jam was better" in text
    given = ("--from", str(session), "--hand-number", "2", "-p", "50,30,20", "--json")
    found = json.loads(result("jam", *given))["from"]
    options = ("-s", "Bob=1.1k,Ann=900", "-b", "50/100", "-p", "50,30", "--hand", "AKs")
    by_hand = json.loads(result("jam", *options, "--json"))
    assert by_hand["names"] == ["Bob", "Ann"] == found["players"]
    values = by_hand["decisions"][0]["hand"]
    assert found["cost"] == pytest.approx(80 * (values["ev_jam"] - values["ev_fold"]))
    assert found["cost_share"] == pytest.approx(found["cost"] / 100)


def test_folded_players_decide_nothing(tmp_path: Path) -> None:
    file = tmp_path / "hand.txt"
    write_jams(file, [RING[1]])
    page = tmp_path / "jam.html"
    given = ("--from", str(file), "-p", "50,30,20", "--epsilon", "1e-5", "--html", str(page))
    found = json.loads(result("jam", *given, "--json"))
    assert {one["player"] for one in found["decisions"]} == {"SB", "BB"}
    assert found["from"]["folded"] == ["Cy"]
    assert "SB, Ann" in page.read_text()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--from", "FILE"], "holds 9 hands"),
        (["--from", "FILE", "--hand-number", "7777"], "no such hand"),
        (["--from", "FILE", "--hand-number", "8"], "cannot be judged: somebody limped"),
        (["--from", "FILE", "--hand-number", "1", "-s", "1,2"], "does not go with --from"),
        (["--hand-number", "1", "-s", "9,9", "-b", "1/2"], "give --from"),
        (["-s", "Ann=9,9", "-b", "1/2"], "name every player"),
        (["-s", "A=9,A=9", "-b", "1/2"], "one name"),
        (["-s", "9kk,9", "-b", "1/2"], "number 1 of --stacks"),
        (["-s", "9,9", "-b", "1/2", "-p", "nosuch.txt"], "neither a prize nor a file"),
        (["-s", "9,9", "-b", "1/2", "--bb-ante", "9"], "no more than the ante"),
        (["-s", "9,9", "-b", "1/2", "--range-style", "long"], "short or common"),
    ],
)
def test_refused(options: list[str], says: str, session: Path) -> None:
    done = railbird("jam", *(str(session) if word == "FILE" else word for word in options))
    assert done.returncode == 2
    assert says in done.stderr
    assert not done.stdout


def test_prizes_from_a_file_and_common_ranges(tmp_path: Path) -> None:
    (tmp_path / "prizes.txt").write_text("# first place first\n60\n40, 0\n")
    given = ("jam", "-s", "10,10,9", "-b", "0.5/1", "--epsilon", "1e-3", "--json")
    named = json.loads(result(*given, "-p", str(tmp_path / "prizes.txt")))
    assert named["payouts"] == [60, 40, 0]
    plain = json.loads(result(*given[:-1], "--json", "--range-style", "common"))
    items = [item for one in plain["decisions"] for item in one["range"].split(",")]
    assert all(item[0] == item[1] or item[2] in "so" for item in items)
    assert not any(item[0] != item[-3] for item in items if "-" in item and item[0] != item[1])


def test_review(session: Path, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    text = result("review", str(session), "-p", "50,30,20", "--html", str(page), COLUMNS="80")
    assert "9 hands: 5 jam-or-fold decisions" in text
    assert "Counted as jam or fold" in text
    assert "50/100" in text
    assert "1 × deeper than 15 big blinds" in text
    assert max(map(len, text.replace(str(page), "").splitlines())) <= 80
    assert "Blinds 50 and 100" in page.read_text()
    assert page.read_text().count('class="cells"') == text.count("Ad") + text.count("7d2d")
    found = json.loads(result("review", str(session), "-p", "50,30,20", "--least", "0", "--json"))
    assert found["hands"] == 9
    assert len(found["costly"]) == len(found["decisions"]) == 5
    assert found["cost"] == pytest.approx(sum(one["cost"] for one in found["decisions"]))


def test_an_unknown_format_has_a_way_out_that_the_command_has(tmp_path: Path) -> None:
    file = tmp_path / "shopping.txt"
    file.write_text("bread\nbutter\n")
    for words in (("jam", "--from"), ("review",), ("results",), ("analyze",)):
        done = railbird(*words, str(file))
        assert done.returncode == 2
        assert "give a file in one of these: " in done.stderr
        assert ("--format" in done.stderr) == (words == ("analyze",))


def test_names_of_stacks_lock_ranges() -> None:
    given = ("jam", "-s", "Ann=10,Bob=10", "-b", "0.5/1", "--epsilon", "1e-3", "--json")
    by_name, by_seat = (
        json.loads(result(*given, "--lock", lock))["decisions"]
        for lock in ("bob after Ann=QQ+", "BB after SB=QQ+")
    )
    assert by_name == by_seat
    assert by_name[1]["range"] == "QQ+"


def test_bounties_and_models_are_honoured_or_refused(session: Path) -> None:
    given = ("review", str(session), "-p", "50,30,20")
    for options, says in (
        (["--bounties", "5,5"], "the players differ from hand to hand"),
        (["--progressive"], "needs bounties"),
        (["--bounties", "text", "--progressive"], "the texts say so"),
        (["--model", "fgs:x"], "fgs"),
    ):
        done = railbird(*given, *options)
        assert done.returncode == 2
        assert says in done.stderr
    text = result(*given, "--bounties", "5", "--progressive")
    assert "with progressive bounties" in " ".join(text.split())
    done = railbird("jam", "--from", str(session), "--hand-number", "1", "-p", "50,30,20",
                    "--bounties", "text")  # fmt: skip
    assert done.returncode == 2
    assert "gives no bounties" in done.stderr


def test_another_hero(session: Path) -> None:
    given = ("--from", str(session), "--hand-number", "3", "--hero", "Cid,Bob", "--json")
    found = json.loads(result("jam", *given))["from"]
    assert (found["hero"], found["did"]) == ("Bob", "jam")
    done = railbird("review", str(session), "--hero", "Zoe")
    assert done.returncode == 2
    assert "nobody of this name" in done.stderr
    done = railbird("jam", "-s", "9,9", "-b", "1/2", "--hero", "Bob")
    assert done.returncode == 2
    assert "--hero Bob needs a file" in done.stderr


def test_every_decision_of_a_session_that_no_baseline_judges(session: Path, tmp_path: Path) -> None:
    page = tmp_path / "session.html"
    text = result("analyze", str(session), "--player", "Bob", "--report", str(page))
    assert "the page shows prices and equities, but no values" in " ".join(text.split())
    assert "Every decision" in page.read_text()
    done = railbird("analyze", str(session), "--report", str(page), "--columns", "c.csv")
    assert done.returncode == 2
    assert "omit --columns" in done.stderr


def test_a_hand_that_cannot_be_judged_says_why(tmp_path: Path) -> None:
    file = tmp_path / "limit.txt"
    file.write_text("AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc\n")
    text = result("review", str(file))
    assert "cannot be judged: limit betting: nobody can jam" in text


def test_a_deep_decision_has_a_caveat(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    write_jams(file, [Played((900, 1100), hero=1, deeds="j", cards="KdAs"), HEADS_UP[4]])
    given = ("jam", "--from", str(file), "--epsilon", "1e-3", "--hand-number")
    text = " ".join(result(*given, "1001").split())
    assert (
        "Bob (SB) with AsKd: jam, with an effective stack of 9.0 big blinds. That was right: "
        "a fold costs" in text
    )
    assert "compares" not in text
    assert "compares only going all-in with folding: another choice" in " ".join(
        result(*given, "1002").split()
    )


def test_prizes_need_the_whole_field(tmp_path: Path) -> None:
    """A satellite with several tables: the player at this one are not all who can win."""
    file = tmp_path / "satellite.txt"
    hands = [
        replace(
            HEADS_UP[1].hand(n),
            table=f"Tournament #77, $5+$0.50, Level IV, table 77 {n}",
            tournament=TournamentTable("77", buy_in=500, fee=50, currency="USD"),
        )
        for n in (1, 2)
    ]
    write_hands(file, hands, format="pokerstars")
    prizes = ("-p", ",".join(["10"] * 10))
    commands = (
        ("review", str(file)),
        ("jam", "--from", str(file), "--hand-number", "1"),
        ("jam", "--from", str(file), "--hand-number", "2"),
    )
    says = ("more players are left", "a later hand is at another table", "10 prizes at tables of 2")
    for words, says_ in zip(commands, says, strict=True):
        done = railbird(*words, *prizes)
        assert (done.returncode, done.stdout) == (2, "")
        assert says_ in done.stderr
        assert "judge it for chips, without prizes" in done.stderr
        assert "in chips" in result(*words)
        done = railbird(*words, "--last-table")
        assert (done.returncode, done.stdout) == (2, "")
        assert "--last-table is for prizes" in done.stderr
    text = " ".join(result(*commands[2], "-p", "60", "--html", str(tmp_path / "p.html")).split())
    assumed = "The values are as if these 2 players were all that is left."
    assert assumed in text
    assert assumed in (tmp_path / "p.html").read_text()
    sure = json.loads(result(*commands[2], "-p", "60,40", "--last-table", "--json"))
    assert sure["from"]["assumed"] is None
    found = json.loads(result(*commands[0], "-p", "60", "--json"))
    assert [one["assumed"] for one in found["decisions"]] == [assumed]
    assert [one["hand"] for one in found["not_judged"]] == ["1"]
    assert "which no text says" in found["exactness"]
    done = railbird("jam", "-s", "9,9", "-b", "1/2", "--last-table")
    assert "--last-table needs a file of hands: give --from" in done.stderr


def test_noise_is_no_verdict(tmp_path: Path) -> None:
    """Queen-five is worth the same either way: what a rough solution has left is noise."""
    file, page = tmp_path / "hands.txt", tmp_path / "jam.html"
    write_jams(file, [Played((900, 1100), hero=1, deeds="f", cards="Qd5s")])
    given = ("--epsilon", "1e-3", "--html", str(page))
    text = " ".join(result("jam", "--from", str(file), *given).split())
    told = "It makes no difference that can be told: jam and fold are less than"
    assert told in text
    assert told in page.read_text()
    found = json.loads(result("jam", "--from", str(file), *given, "--json"))["from"]
    assert (found["cost"], found["best"]) == (0, "either")
    assert 0 < abs(found["ev_in"] - found["ev_fold"]) < found["least_difference"]


def test_folders_and_cash_games(session: Path) -> None:
    (session.parent / "notes.md").write_text("bread\n")
    assert "9 hands: 5 jam-or-fold decisions" in result("review", str(session.parent))
    done = railbird("jam", "--from", str(session.parent))
    assert (done.returncode, done.stdout) == (2, "")
    assert "is a folder: give a file of it" in done.stderr
    text = session.read_text().replace("(50/100)", "($50/$100)").replace(" (Play Money)", "")
    session.write_text(text)
    for words in (("review", str(session)), ("jam", "--hand-number", "1", "--from", str(session))):
        done = railbird(*words, "-p", "50,30,20")
        assert (done.returncode, done.stdout) == (2, "")
        assert "--payouts 50,30,20: this is a cash game, which has no prizes" in done.stderr
