"""``railbird jam``, driven as a user would."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from railbird.cli.main import main
from tests.e2e.command import result

HEADS_UP = ("--stacks", "10,10", "--blinds", "0.5/1")


def test_heads_up() -> None:
    text = result("jam", *HEADS_UP, "--epsilon", "1e-9")
    assert "49.7731" in text
    assert " 58.3 " in text
    assert " 37.4 " in text
    assert "Nobody can gain more than" in text


def test_hand_and_lock() -> None:
    text = result("jam", *HEADS_UP, "--hand", "AhKh", "--lock", "BB after SB=20%")
    assert "AKs in %" in text
    assert "fixed by --lock" in text


def test_three_players_in_json(tmp_path: Path) -> None:
    page = tmp_path / "hand.html"
    found = json.loads(
        result(
            "jam",
            *("-s", "3000,4500,6000", "-b", "300/600", "--ante", "50", "-p", "50,30,20"),
            *("--epsilon", "1e-5", "--html", str(page), "--json"),
        )
    )
    assert found["converged"]
    assert found["epsilon"] <= 1e-5
    assert sum(found["payoffs"]) == pytest.approx(1, rel=1e-6)
    assert [(one["player"], one["after"]) for one in found["decisions"]] == [
        ("BTN", []),
        ("SB", []),
        ("SB", ["BTN"]),
        ("BB", ["BTN"]),
        ("BB", ["SB"]),
        ("BB", ["BTN", "SB"]),
    ]
    assert all(len(one["jam"]) == len(one["ev_jam"]) == 169 for one in found["decisions"])
    assert page.read_text(encoding="utf-8").count('class="cells"') == 6


def test_grid_and_svg(tmp_path: Path) -> None:
    drawing = tmp_path / "call.svg"
    text = result("jam", *HEADS_UP, "--node", "BB after SB", "--grid", "--svg", str(drawing))
    assert "BB after SB: call 37." in text
    assert "AKs" in text
    assert "BB after SB: call 37." in drawing.read_text(encoding="utf-8")


def test_ante_with_the_blinds() -> None:
    words = ("jam", "-s", "10,12", "--epsilon", "1e-4", "--json")
    found = json.loads(result(*words, "-b", "0.5/1/0.1"))
    assert found["ante"] == 0.1
    same = json.loads(result(*words, "-b", "0.5/1/0.1", "--ante", "0.1"))
    assert found["payoffs"] == same["payoffs"]
    assert found["payoffs"] != json.loads(result(*words, "-b", "0.5/1"))["payoffs"]


def test_json_keeps_the_raw_frequencies() -> None:
    found = json.loads(result("jam", *HEADS_UP, "--json"))
    dust = [x for one in found["decisions"] for x in one["jam"] if 0 < x < 1e-6]
    assert dust
    assert all("e-" not in one["range"] for one in found["decisions"])


@pytest.mark.parametrize(
    ("columns", "encoding"), [(60, "ascii"), (60, "utf-8"), (80, "latin-1"), (80, "utf-8")]
)
def test_narrow_and_plain(columns: int, encoding: str) -> None:
    words = ("-s", "8,10", "-b", "0.5/1", "-p", "60,40", "--epsilon", "1e-2")
    for more in (("--grid", "--folded-cards", "500"), ("--hand", "A5s", "-m", "fgs:1")):
        text = result("jam", *words, *more, encoding=encoding, COLUMNS=str(columns))
        assert max(map(len, text.splitlines())) <= columns
        assert "…" not in text
        assert "?" not in text


def test_bounties_and_more_all_in() -> None:
    found = json.loads(
        result(
            "jam",
            *("-s", "5,6,4,7", "-b", "0.5/1", "-p", "60,40", "--bounties", "5", "--progressive"),
            *("--most-all-in", "4", "--seed", "3", "--epsilon", "1e-3", "--json"),
        )
    )
    assert found["pool"] == 120
    assert found["bounties"] == [5] * 4
    assert found["seed"] == 3
    assert found["deals"] == 2_000_000
    assert sum(found["payoffs"]) == pytest.approx(1, rel=1e-6)
    assert 0 <= max(found["standard_errors"]) < 1e-4
    assert found["decisions"][-1]["after"] == ["CO", "BTN", "SB"]


def test_folded_cards() -> None:
    words = (*HEADS_UP, "--folded-cards", "20000", "--seed", "2")
    text = result("jam", *words)
    assert "the same strategies on 20,000 deals" in text
    assert "three standard errors" in text
    played = json.loads(result("jam", *words, "--json"))["folded_cards"]
    assert played["deals"] == 20_000
    assert len(played["decisions"]) == 2
    for mean, solved, error in zip(
        played["payoffs"], played["solved"], played["standard_errors"], strict=True
    ):
        assert abs(mean - solved) < 5 * error


def test_nobody_decides() -> None:
    assert "Nobody has a decision" in result("jam", "-s", "1,1", "-b", "1/2")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("-s 10 -b 1/2", "at least two players"),
        ("-s 1,2,3,4,5,6,7,8,9,10,11 -b 1/2", "2 to 10 players"),
        ("-s ten,10 -b 1/2", "number 1 of --stacks is 'ten'"),
        ("-s -1,3 -b 1/2", "cannot be negative"),
        ("-s 0,3 -b 1/2", "leave out players"),
        ("-s 10,10", "--blinds is missing"),
        ("-s 10,10 -b 2", "with slashes: 300/600 or 300/600/25"),
        ("-s 10,10 -b 300-600", "--blinds 300-600: blinds '300-600': write small and big blind"),
        ("-s 10,10 -b 300,600", "with slashes: 300/600"),
        ("-s 10,10 -b 1/2/3/4", "with slashes"),
        ("-s 10,10 -b 1/2/0.5 --ante 1", "have an ante of 0.5, but the ante is given as 1"),
        ("-s 10,10 -b 1/2 --dust 50", "give a percentage from 0 to below 50"),
        ("-s 10,10 -b 1/2 --html .", "is a folder"),
        ("-s 10,10 -b 1/2 --csv no/such/x.csv", "there is no folder no/such"),
        ("-s 1,1 -b 1/2 --csv x.csv", "omit --csv"),
        ("-s 10,10 -b 2/1", "small blind of 2 and a big blind of 1"),
        ("-s 10,10 -b 1/2 --ante x", "number 1 of --ante"),
        ("-s 10,10 -b 1/2 -p 3,2,1", "3 payouts for 2 players"),
        ("-s 10,10 -b 1/2 -p 1,2", "give the first place first"),
        ("-s 10,10 -b 1/2 -p 1 -m best", "no model 'best'"),
        ("-s 10,10 -b 1/2 --hand xx", "is not a hand"),
        ("-s 10,10 -b 1/2 --node UTG", "no decision 'UTG'"),
        ("-s 10,10 -b 1/2 --lock 22+", "give a seat and a range"),
        ("-s 10,10 -b 1/2 --epsilon 2", "a share of the pool"),
        ("-s 1,1 -b 1/2 --svg x.svg", "omit --svg"),
        ("-s 10,10 -b 1/2 --bounties 5", "--bounties needs prizes"),
        ("-s 10,10 -b 1/2 -p 1 --progressive", "give them with --bounties"),
        ("-s 10,10 -b 1/2 -p 1 --bounties 1,2,3", "3 bounties for 2 players"),
        ("-s 9,9,9,9 -b 1/2 --most-all-in 5", "choose 3 to 4"),
        ("-s 10,10 -b 1/2 --folded-cards 1", "give a number of deals"),
        ("-s 10,10 -b 1/2 --folded-cards 9 --seed -1", "a seed of 0 or more"),
    ],
)
def test_errors(
    words: str, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["railbird", "jam", *words.split()])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    error = capsys.readouterr().err
    assert says in error
    assert len(error.strip().splitlines()) == 1


def test_what_is_not_reached_is_no_solution() -> None:
    given = ("jam", "-s", "9,9,9", "-b", "0.5/1", "--lock", "BTN=random", "--epsilon", "1e-3")
    text = result(*given, "--grid", COLUMNS="80")
    assert [line.split() for line in text.splitlines() if "not reached" in line] == [
        ["SB", "–", "0.0", "–", "not", "reached"],
        ["BB", "SB", "0.0", "–", "not", "reached"],
    ]
    assert text.count("any two") == 1
    with_aces = result(*given, "--hand", "AA")
    assert ["SB", "0.0", "–", "–", "–", "–"] in [line.split() for line in with_aces.splitlines()]
    decisions = json.loads(result(*given, "--json"))["decisions"]
    assert [one["range"] for one in decisions if not one["is_reached"]] == [None, None]
