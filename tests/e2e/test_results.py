"""``railbird results``: the hero, what they won, and the files."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from railbird.cli.main import main
from railbird.cli.ui.results_screen import sparklines
from railbird.history import Library, write_hands
from railbird.history.results import amounts, find_heroes, results
from railbird.reports.results import results_csv, tournament_rows
from railbird.table import Hand, table_rules
from railbird.table.tournament import Bounty, Finish, Rebuy, TournamentTable
from tests.history.played import random_hand
from tests.history.pokerstars_samples import TOURNAMENT
from tests.history.test_bovada import TOURNAMENT as BOVADA
from tests.history.test_summaries import STARS

NAMES = ("Ann", "Bob", "Cid")
Run = Callable[..., tuple[int, str, str]]


def hands(count: int, *, hero: str = "Ann") -> list[Hand]:
    rules = table_rules(3)
    return [
        replace(
            random_hand(seed, rules=rules, names=NAMES[seed % 3 :] + NAMES[: seed % 3]),
            hero=(NAMES[seed % 3 :] + NAMES[: seed % 3]).index(hero),
            chip="0.01 USD",
        )
        for seed in range(count)
    ]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["railbird", *words])
        with pytest.raises(SystemExit) as stop:
            main()
        out, err = capsys.readouterr()
        return int(stop.value.code or 0), out, err

    return run


def test_the_hero_is_who_told_the_most_hands(tmp_path: Path) -> None:
    with Library(tmp_path / "l.db") as shelf:
        shelf.add(hands(20), source="a")
        shelf.add(hands(26, hero="Bob")[20:], source="b")
        assert find_heroes(shelf) == ("Ann",)
        assert shelf.tellers() == {"Ann": 20, "Bob": 6}
        shelf.keep_heroes(["Bob", "Cid"])
        assert find_heroes(shelf) == ("Bob", "Cid")
        assert find_heroes(shelf, ["Cid"]) == ("Cid",)


def test_sums_are_those_of_the_hands(tmp_path: Path) -> None:
    played = hands(60)
    won = [hand.payoffs[hand.players.index("Ann")] for hand in played]
    with Library(tmp_path / "l.db") as shelf:
        shelf.add(played, source="a")
        found = results(shelf, ["Ann"])
        both = results(shelf, ["Ann", "Bob"])
    assert found.all.hands == 60
    assert found.all.won.mean == pytest.approx(100 * sum(won) / 2 / 60)
    assert found.all.money == {"$": pytest.approx(sum(won) / 100)}
    assert found.line[-1] == pytest.approx(sum(won) / 2)
    assert abs(found.pots[0].won) == max(map(abs, won))
    assert sum(group.hands for group in found.positions) == 60
    assert sum(group.hands for group in found.stacks) == 60
    assert [group.name for group in found.limits] == ["limit holdem, big blind $0.02"]
    assert both.all.hands == 120


def test_an_older_library_is_counted_when_results_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "l.db"
    with Library(path) as shelf:
        shelf.add(hands(10), source="a")
        new = results(shelf, ["Ann"]).all
        db = shelf._db
        db.executescript(
            "DELETE FROM entries; DELETE FROM tournaments; DROP TABLE uncounted; "
            "DROP INDEX hands_by_number; "
            "DROP TABLE entries; DROP TABLE summaries; DROP TABLE tournaments; "
            + "".join(f"ALTER TABLE players DROP COLUMN {c};" for c in ("told", "shown", "is_hero"))
            + "".join(
                f"ALTER TABLE seats DROP COLUMN {c};"
                for c in ("stake", "flags", "stack", "rake", "adjusted")
            )
            + "ALTER TABLE matches DROP COLUMN hands; "
            "DROP TABLE stakes; PRAGMA user_version = 5"
        )
    with Library(path) as shelf:
        assert results(shelf, ["Ann"]).all.hands == 0
        shelf.count_old()
        assert results(shelf, ["Ann"]).all == new
        assert find_heroes(shelf) == ("Ann",)
        shelf.count_old()  # once and for all
        assert shelf.tellers() == {"Ann": 10}


def test_tournaments_have_a_roi_and_places(tmp_path: Path) -> None:
    played = hands(3)
    ended = TournamentTable("7", buy_in=900, bounty=0, fee=100, currency="USD")
    at = played[1].players.index("Ann")
    final = replace(ended, finishes=(Finish(at, 2, 2500),), bounties=(Bounty(at, 500),))
    other = replace(ended, number="8")
    played = [
        replace(hand, tournament=event, chip="")
        for hand, event in zip(played, (ended, final, other), strict=True)
    ]
    with Library(tmp_path / "l.db") as shelf:
        shelf.add(played, source="a")
        shelf.add(played, source="again")
        found = results(shelf, ["Ann"])
    (event,) = found.tournaments
    assert (event.entered, event.finished, event.cost, event.won) == (2, 1, 1000, 3000)
    assert (event.roi, event.places) == (2.0, (2,))
    assert found.all.money == {}  # tournament chips are not money
    assert [kind.name for kind in found.kinds] == ["tournaments"]


def test_summary_files_are_imported_beside_hands(run: Run, tmp_path: Path) -> None:
    (tmp_path / "hands.txt").write_text(TOURNAMENT)
    (tmp_path / "summary.txt").write_text(STARS)
    code, out, _ = run("import", "summary.txt", "-L", "l.db")
    assert code == 0
    assert out == (
        "summary.txt: 1 tournament added, 0 already known, 0 unreadable\n"
        "total: 1 file; 0 hands added, 0 already known, 0 refused\n"
        "1 tournament in summary files\n"
    )
    code, out, _ = run("import", ".", "-L", "l.db", "--json")
    assert (code, json.loads(out)["total"]["summaries"]) == (0, 1)
    told = [
        json.loads(run("results", *where, "--json")[1])["tournaments"]
        for where in (["-L", "l.db"], ["hands.txt", "summary.txt"])
    ]
    assert told[0] == told[1]
    assert (told[0][0]["finished"], told[0][0]["places"]) == (1, [2])


def test_the_command_writes_all_its_files(run: Run, tmp_path: Path) -> None:
    write_hands(tmp_path / "a.jsonl", hands(40), format="railbird")
    code, out, err = run("results", "a.jsonl", "--html", "r.html", "--csv", "r.csv")
    assert (code, err) == (0, "")
    assert "Ann: 40 hands" in out
    assert "VPIP" in out
    assert "most won or lost in one hand" in out
    assert max(map(len, out.splitlines())) <= 80
    page = (tmp_path / "r.html").read_text()
    assert "<svg" in page
    assert "Results of" in page
    rows = list(csv.DictReader((tmp_path / "r.csv").read_text().splitlines()))
    assert rows[0]["by"] == "all"
    assert rows[0]["hands"] == "40"
    code, out, _ = run("results", "a.jsonl", "--json")
    told = json.loads(out)
    assert told["heroes"] == ["Ann"]
    assert told["all"]["hands"] == 40
    assert told["all"]["statistics"]["vpip"]["chances"] == int(rows[0]["vpip_chances"])


def test_money_in_the_csv_is_a_number_with_its_currency(tmp_path: Path) -> None:
    chips = ("0.01 USD", "0.01 EUR")
    told = [
        replace(random_hand(n, rules=table_rules(3), names=NAMES), chip=chip)
        for n, chip in enumerate(chips)
    ]
    with Library(tmp_path / "l.db") as shelf:
        shelf.add(told, source="a")
        found = results(shelf, ["Ann"])
    rows = list(csv.DictReader(results_csv(found).splitlines()))
    whole = [row for row in rows if row["by"] == "all"]
    assert [row["hands"] for row in whole] == ["2", ""]
    assert {row["currency"]: float(row["money"]) for row in whole} == pytest.approx(
        {key: round(value, 2) for key, value in found.all.money.items()}
    )


def test_both_lines_are_on_one_scale() -> None:
    assert sparklines([0, 7], [0, 3]) == ["▁█", "▁▄"]


def test_limits_are_in_the_order_of_their_size(tmp_path: Path) -> None:
    dear = random_hand(1, rules=table_rules(3, small_blind=5, big_blind=10), names=NAMES)
    less = random_hand(2, rules=table_rules(3), names=NAMES)
    with Library(tmp_path / "l.db") as shelf:
        shelf.add([replace(hand, chip="1 USD") for hand in (dear, less)], source="a")
        names = [group.name for group in results(shelf, ["Ann"]).limits]
    assert [name.partition("$")[2] for name in names] == ["2", "10"]


def test_won_and_lost_are_the_heros(run: Run, tmp_path: Path) -> None:
    write_hands(tmp_path / "a.jsonl", hands(40), format="railbird")
    won = [hand.payoffs[hand.players.index("Ann")] for hand in hands(40)]
    for option, count in (
        ("--won", sum(x >= 4 for x in won)),
        ("--lost", sum(x <= -4 for x in won)),
    ):
        told = json.loads(run("results", "a.jsonl", option, "0.04", "--json")[1])
        assert told["hands"] == count > 0
        named = run("results", "a.jsonl", "--player", "Ann", option, "0.04", "--json")[1]
        assert json.loads(named)["hands"] == count


def test_hands_of_a_file_have_the_number_of_the_room(run: Run, tmp_path: Path) -> None:
    some = [replace(hand, number=f"77{n:03}") for n, hand in enumerate(hands(12))]
    write_hands(tmp_path / "a.jsonl", some, format="railbird")
    pots = json.loads(run("results", "a.jsonl", "--json")[1])["biggest_pots"]
    assert all(pot["id"] is None and pot["number"].startswith("77") for pot in pots)
    assert pots[0]["number"] in run("results", "a.jsonl")[1]


def test_names_are_kept_in_the_library(run: Run, tmp_path: Path) -> None:
    with Library(tmp_path / "l.db") as shelf:
        shelf.add(hands(12), source="a")
    assert run("results", "-L", "l.db", "--hero", "Bob,Cid", "--remember")[0] == 0
    assert "Bob and Cid: 24 hands" in run("results", "-L", "l.db")[1]
    assert run("results", "-L", "l.db", "--players", "3", "--since", "2026-01-01T00:06")[0] == 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("none.txt",), "none.txt is not a file or folder"),
        (("-L", "l.db", "--hero", "Dan"), "no player 'Dan'"),
        (("-L", "l.db", "--hero", "Ann,"), "empty name"),
        (("-L", "l.db", "--remember"), "give --hero NAME"),
        (("a.jsonl", "--hero", "Ann", "--remember"), "files are not the library: omit it"),
        (("-L", "l.db", "--players", "9"), "no hand of Ann is like that"),
        (("-L", "l.db", "a.jsonl"), "contradict each other"),
        (("-L", "empty.db"), "has no hands"),
    ],
)
def test_what_cannot_be_done_is_refused(
    run: Run, tmp_path: Path, words: tuple[str, ...], reason: str
) -> None:
    write_hands(tmp_path / "a.jsonl", hands(3), format="railbird")
    with Library(tmp_path / "l.db") as shelf:
        shelf.add(hands(3), source="a")
    Library(tmp_path / "empty.db").close()
    code, out, err = run("results", *words, "--csv", "out.csv")
    assert (code, out) == (2, "")
    assert reason in err
    assert err.count("\n") == 1
    assert not (tmp_path / "out.csv").exists()


def test_what_a_tournament_cost_may_be_unknown(run: Run, tmp_path: Path) -> None:
    unpriced = BOVADA.replace(", Buyin: $25+$2.50", "")
    unpriced = unpriced.replace("Small Blind (1", "Small Blind [ME] (1").replace("[ME] (3", "(3")
    (tmp_path / "hands.txt").write_text(unpriced)
    code, out, _ = run("results", "hands.txt", "--hero", "Hero", "--html", "r.html")
    assert code == 0
    (row,) = [line for line in out.splitlines() if line.strip().startswith("USD")]
    assert row.split() == ["USD", "1", "1", "unknown", "$60", "–", "9"]
    assert "unknown" in (tmp_path / "r.html").read_text()
    (event,) = json.loads(run("results", "hands.txt", "--hero", "Hero", "--json")[1])["tournaments"]
    assert (event["currency"], event["cost"], event["cost_unknown"]) == ("USD", None, 1)
    assert (event["won"], event["roi"]) == (60, None)


def test_the_roi_is_of_tournaments_with_a_price(tmp_path: Path) -> None:
    played = hands(3)
    priced = TournamentTable("7", buy_in=900, fee=100, currency="USD")
    unpriced = TournamentTable("8", currency="USD")
    free = TournamentTable("9", currency="USD", free=True)
    told = []
    for hand, event, prize in zip(played, (priced, unpriced, free), (2500, 700, 40), strict=True):
        at = hand.players.index("Ann")
        rebuys = (Rebuy(at, 1000),) if event is priced else ()
        about = replace(event, finishes=(Finish(at, 2, prize),), rebuys=rebuys)
        told.append(replace(hand, tournament=about, chip=""))
    with Library(tmp_path / "l.db") as shelf:
        shelf.add(told, source="a")
        found = results(shelf, ["Ann"])
    (total,) = found.tournaments
    assert (total.finished, total.unpriced, total.cost, total.won) == (3, 1, 2000, 3240)
    assert total.roi == pytest.approx(0.27)
    (row,) = tournament_rows(found)
    assert row[3:6] == ["$20 (1 unknown)", "$25.40 (+ $7 at unknown cost)", "27.0 %"]


LAST = """\
PokerStars Hand #1: Tournament #9, $2.00+$0.20 USD Hold'em No Limit - Level I (10/20) - \
2020/01/01 1:00:00 ET
Table '9 1' 2-max Seat #1 is the button
Seat 1: Ann (1500 in chips)
Seat 2: Bob (1500 in chips)
Ann: posts small blind 10
Bob: posts big blind 20
*** HOLE CARDS ***
Dealt to Ann [As Ad]
Ann: raises 1480 to 1500 and is all-in
Bob: calls 1480 and is all-in
*** FLOP *** [2c 7d Th]
*** TURN *** [2c 7d Th] [3s]
*** RIVER *** [2c 7d Th 3s] [4h]
*** SHOW DOWN ***
Bob: shows [Kh Td] (two pair)
Ann: shows [As Ad] (a pair of Aces)
Bob collected 3000 from pot
*** SUMMARY ***
Total pot 3000 | Rake 0
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (LAST, (1, [2], 2.2, 0, 0)),
        (LAST.replace("Bob collected", "Ann collected"), (1, [1], 2.2, 4, 0)),
        (LAST.replace("Bob (1500", "Bob (4500"), (0, [], 0, 0, 2.2)),
        (LAST.replace("$2.00+$0.20", "$2.20"), (0, [], 0, 0, 2.2)),
    ],
)
def test_a_bust_out_without_a_line_that_says_so(
    run: Run, tmp_path: Path, text: str, expected: tuple[object, ...]
) -> None:
    (tmp_path / "t.txt").write_text(text)
    (told,) = json.loads(run("results", "t.txt", "--hero", "Ann", "--json")[1])["tournaments"]
    keys = ("finished", "places", "cost", "won", "left_cost")
    assert tuple(told[key] for key in keys) == expected
    assert told["left"] == (not told["finished"])
    out = run("results", "t.txt", "--hero", "Ann")[1]
    assert ("Left, not counted: 1 (cost $2.20" in out) == bool(told["left"])


def _seated(*stacks: int) -> str:
    """The lines of the seats of Ann, Bob and others, who fold."""
    names = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ian")
    named = zip(names, stacks, strict=False)
    return "".join(
        f"Seat {seat}: {name} ({stack} in chips)\n" for seat, (name, stack) in enumerate(named, 1)
    )


TWO = _seated(1500, 1500)


@pytest.mark.parametrize(
    ("began", "wins", "place"),
    [
        (9 * [1500], "Bob", 2),
        (9 * [1500], "Ann", 1),
        (3 * [4500], "Bob", 2),
        (3 * [4000], "Bob", None),  # there are more chips now: not one table
        ([*8 * [1500], 1501], "Bob", None),  # it began before
    ],
)
def test_the_place_at_the_only_table_follows_from_the_hands(
    run: Run, tmp_path: Path, began: list[int], wins: str, place: int | None
) -> None:
    """The place without a prize is told, but the tournament is not counted."""
    each = 13_500 // 2
    first = LAST.replace("#1:", "#0:").replace(" 1:00:00", " 0:30:00").replace(TWO, _seated(*began))
    start, end = first.index("Ann: posts"), first.index("*** SUMMARY")
    names = re.findall(r"Seat \d: (\w+)", first)
    folds = "".join(f"{name}: folds\n" for name in [*names[3:], *names[:2]])
    if len(names) == 3:
        folds = "Ann: folds\nBob: folds\n"
    first = (
        f"{first[:start]}Bob: posts small blind 10\nCid: posts big blind 20\n*** HOLE CARDS ***\n"
        f"Dealt to Ann [As Ad]\n{folds}Uncalled bet (10) returned to Cid\n"
        f"Cid collected 20 from pot\n{first[end:].replace('3000', '20')}"
    )
    last = LAST.replace("1500", str(each)).replace("1480", str(each - 20))
    last = last.replace("3000", str(2 * each)).replace("Bob collected", f"{wins} collected")
    (tmp_path / "t.txt").write_text(f"{first}\n\n{last}")
    (told,) = json.loads(run("results", "t.txt", "--hero", "Ann", "--json")[1])["tournaments"]
    assert (told["finished"], told["left"], told["places"]) == (0, 1, [])
    assert told["left_places"] == ([] if place is None else [place])
    worked_out = "" if place is None else f"; by the hands in place {place}"
    out = " ".join(run("results", "t.txt", "--hero", "Ann")[1].split())
    assert f"Left, not counted: 1 (cost $2.20{worked_out})." in out


def test_play_money_is_in_chips(tmp_path: Path) -> None:
    with Library(tmp_path / "l.db") as shelf:
        shelf.add([replace(hand, chip="") for hand in hands(9)], source="a")
        found = results(shelf, ["Ann"])
    assert amounts(found.all.money, plus=True).endswith(" chips")


@pytest.mark.parametrize(
    ("data", "reason"), [(b"", "is empty"), (b" \n", "is empty"), (b"\x89PNG\r\n", "is a picture")]
)
def test_a_file_without_text_says_so(run: Run, tmp_path: Path, data: bytes, reason: str) -> None:
    (tmp_path / "a.txt").write_bytes(data)
    code, _, err = run("import", "a.txt", "-L", "l.db")
    assert code == 2
    assert err == f"railbird: a.txt {reason}: give a file with the text of hands\n"


BLAST = """\
***** 888.ro BLAST Hand History for Game 4712 *****
42.797,60 $/0 $ Blinds No Limit Holdem - ***
Tournament #13 13,95 $ + 1,05 $ - Table #1 4 Max (Real Money)
Seat 7 is the button
Total number of players : 2
Seat 1: Ann ( 3.530 $ )
Seat 7: Hero ( 2.470 $ )
Ann posts ante [3.530 $]
Hero posts ante [2.470 $]
** Dealing down cards **
Dealt to Hero [ 5d, Kc ]
** Dealing flop ** [ As, 3h, Ac ]
** Dealing turn ** [ 8c ]
** Dealing river ** [ 7c ]
** Summary **
Ann shows [ 4s, Jc ]
Hero shows [ 5d, Kc ]
Hero collected [ 4.940 $ ]
"""


def test_a_hand_with_unknown_blinds_has_no_rate(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(BLAST)
    told = json.loads(run("results", "a.txt", "--json")[1])
    assert told["hands"] == 1
    assert told["all"]["bb_per_100"]["mean"] is None
    assert run("import", "a.txt", "-L", "l.db")[0] == 0
    assert "no-limit holdem blinds unknown\n" in run("hands", "1", "-L", "l.db")[1]


def test_a_cancelled_hand_of_888_is_refused(run: Run, tmp_path: Path) -> None:
    head = BLAST.partition("** Dealing")[0].replace("/0 $", "/5 $")
    (tmp_path / "a.txt").write_text(head + "** Summary **\nHero collected [ 5 $ ]\n")
    code, _, err = run("import", "a.txt", "-L", "l.db")
    assert code == 1
    assert "the hand was cancelled: no cards were dealt" in err
