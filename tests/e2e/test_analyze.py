"""``railbird analyze``, driven as a user would: the same analysis in every form it can be had."""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from railbird import __version__
from railbird.cli.main import main
from railbird.history import read_hands, write_hands
from tests.e2e.command import result

Run = Callable[..., tuple[int, str, str]]
HAND = "AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc"
DEALS = 30
MATCH = ["match", "Ann=rules", "Bob=random", "-n", str(DEALS), "--duplicate", "--seed", "3"]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """The command in this process, which keeps its tables: status, output and errors."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # not the user's own library
    monkeypatch.chdir(tmp_path)

    def command(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["railbird", *words])
        with pytest.raises(SystemExit) as stop:
            main()
        said = capsys.readouterr()
        return int(stop.value.code or 0), said.out, said.err

    return command


@pytest.fixture
def log(run: Run) -> str:
    """A duplicate match, in a log and in a library."""
    assert run(*MATCH, "--out", "match.jsonl", "-L", "l.db")[0] == 0
    return "match.jsonl"


def found(run: Run, *words: str) -> dict[str, Any]:
    status, out, err = run("analyze", *words, "--json")
    assert status == 0, err

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    answer: dict[str, Any] = json.loads(out, parse_constant=refuse)
    return answer


def test_the_installed_command_with_all_it_can_write(tmp_path: Path) -> None:
    log, report, columns = (str(tmp_path / name) for name in ("m.jsonl", "r.html", "c.parquet"))
    result(*MATCH, "--out", log, "--no-library")
    words = ["analyze", log, "--report", report, "--columns", columns]
    text = result(*words, "--duplicate", "--runtime")
    assert text.startswith(f"Ann against Bob: {2 * DEALS} games of m.jsonl\n")
    assert re.search(r"(\nAnn played better,|: Ann is ahead) by \d\.\d+ ± \d", text)
    assert f"Average of {DEALS} duplicate" in text
    assert "games by DIVAT" in text
    assert re.search(
        r"What cost Ann most, by the decisions of Ann:\n-\d+\.\d\d sb  hand \d+, ", text
    )
    assert re.search(r"money = luck \+ skill \+ position in every game to \de-1\d", text)
    assert text.endswith(f"report: {report}\ncolumns: {columns}\n")
    page = Path(report).read_text(encoding="utf-8")
    assert "Ann" in page
    assert page.rstrip().endswith("</html>")
    table = pq.read_table(columns)
    assert table.num_rows == 2 * DEALS
    assert max(abs(x) for x in table["identity"].to_pylist()) < 1e-9
    assert {path.name for path in tmp_path.iterdir()} == {"m.jsonl", "r.html", "c.parquet"}


def test_json(run: Run, log: str) -> None:
    ann = found(
        run, log, "--duplicate", "--runtime", "--smooth", "triangle", "--columns", "c.parquet"
    )
    assert ann["players"] == ["Ann", "Bob"]
    assert (ann["games"], ann["refused"], ann["version"]) == (2 * DEALS, {}, __version__)
    table = pq.read_table("c.parquet")
    for name, line in (("money", "money"), ("skill", "divat"), ("luck", "luck")):
        mean = sum(table[name].to_pylist()) / table.num_rows
        assert ann[line]["mean"] == pytest.approx(mean, abs=1e-6)
    assert ann["duplicate"]["deals"] == DEALS
    assert ann["duplicate"]["money"]["mean"] == pytest.approx(ann["money"]["mean"])
    assert ann["runtime"]["shown"] + ann["runtime"]["not_shown"] == 2 * DEALS
    assert ann["smooth"]["name"] == "DIVAT, smoothed (triangle)"
    assert ann["smooth"]["mean"] == pytest.approx(ann["divat"]["mean"], abs=0.1)
    assert ann["smooth"]["mean"] != ann["divat"]["mean"]
    bob = found(run, log, "--player", "Bob")
    assert bob["players"] == ["Bob", "Ann"]
    assert bob["money"]["mean"] == -ann["money"]["mean"]
    assert bob["divat"]["mean"] == pytest.approx(-ann["divat"]["mean"])
    assert bob["red_green"] == pytest.approx(ann["red_green"][::-1])


def test_luck_has_no_confidence(run: Run, log: str) -> None:
    luck = found(run, log)["luck"]
    assert (luck["confidence"], luck["games_needed"]) == (None, None)
    _, out, _ = run("analyze", log)
    assert re.search(r"\nluck .* –  +–\n", out)


def test_the_library_has_the_same_match(run: Run, log: str) -> None:
    run("match", "Cid=random", "Dan=random", "-n", "5", "--seed", "1", "-L", "l.db")
    _, out, _ = run("matches", "-L", "l.db", "--json")
    name = next(row["name"] for row in json.loads(out) if "Ann" in row["name"])
    shelf, file = found(run, "-L", "l.db", "--match", name), found(run, log)
    for here in (shelf, file):
        del here["seconds"]
    assert shelf.pop("source") == f"match {name}"
    assert file.pop("source") == "match.jsonl"
    assert shelf == file
    status, _, err = run("analyze", "-L", "l.db")
    assert status == 2
    assert "there are more than two players" in err
    alone = found(run, "-L", "l.db", "--player", "Cid")
    assert (alone["games"], alone["refused"]) == (5, {"Cid did not play": 2 * DEALS})


def test_a_hand_has_one_number_on_every_screen(run: Run, log: str) -> None:
    run("match", "Cid=random", "Dan=random", "-n", "5", "--seed", "1", "-L", "k.db")
    run("import", log, "-L", "k.db")  # so ids are not places
    _, from_file, _ = run("analyze", log, "--report", "f.html")
    _, kept, _ = run("analyze", "-L", "k.db", "--player", "Ann", "--report", "l.html")
    numbers = re.findall(r"sb  hand (\d+), (?:pre-flop|flop|turn|river)", from_file)
    labels = re.findall(r"sb  (hand (\d+), id (\d+)),", kept)
    assert len(numbers) == 3
    assert [number for _, number, _ in labels] == numbers
    for label, number, id_ in labels:
        assert f"Hand {number}, id {id_}" in run("hands", id_, "-L", "k.db")[1]
        assert label in Path("l.html").read_text(encoding="utf-8")
        assert int(id_) != int(number) + 1
    assert "game 1" not in from_file
    assert "id " not in re.findall(r"<h4>.*?</h4>", Path("f.html").read_text(), re.DOTALL)[0]


def test_only_a_players_own_decisions_cost_them(run: Run, log: str) -> None:
    from railbird.divat.heads_up.decisions import extremes, own_worths
    from railbird.divat.heads_up.match import analyze
    from railbird.history.files import read_hands

    match = analyze(read_hands(Path(log)), hero="Bob")
    own, _ = extremes(match, 3)
    _, out, _ = run("analyze", log, "--player", "Bob")
    assert re.findall(r"sb  hand (\d+),", out) == [match.numbers[place.game] for place in own]
    assert max(own_worths(match, own)) < 0
    assert all(match.by_round["skill"][place] < 0 for place in own)


def test_the_last_match(run: Run) -> None:
    status, _, err = run("analyze", "--last", "-L", "l.db")
    assert status == 2
    assert "there is no library l.db" in err
    twenty = ["-n", "20", "--seed", "1", "-L", "l.db"]
    assert run("ring", "Ann=rules", "Bob=random", "Cid=jagbot", *twenty)[0] == 0
    status, out, _ = run("analyze", "--last", "-L", "l.db", "--samples", "20")
    assert status == 0
    assert "What the decisions of the player in a row were worth" in out
    costly = out.partition("The decisions that cost a player most, against the baseline:\n")[2]
    actors = re.findall(r"id \d+, [\w-]+: (\w+) \w+ with", costly)
    assert len(set(actors)) > 1, costly
    status, out, _ = run("analyze", "--last", "-L", "l.db", "--samples", "20", "-p", "Bob")
    assert "What the decisions of Bob were worth to Bob" in out
    said = " ".join(out.split())
    cards = r"\w{4}"
    told = rf"-\d+\.\d\d ± \d\.\d\d sb hand \d+, .*?: Bob \w+s with {cards} against \w+ {cards}"
    assert re.search(told + ".*?; the baseline (fold|check|call|bet|raise)s", said)
    status, _, err = run("analyze", "--last", "-L", "l.db", "--samples", "20", "-p", "Eve")
    assert status == 2
    assert "'Eve' does not play in" in err
    assert run(*MATCH, "-L", "l.db")[0] == 0
    assert found(run, "--last", "-L", "l.db")["players"] == ["Ann", "Bob"]
    status, _, err = run("analyze", "x.log", "--last")
    assert status == 2
    assert "--last takes hands from the library" in err


def test_one_game_is_json_too(run: Run, log: str) -> None:
    Path("one.jsonl").write_text(Path(log).read_text().splitlines()[0] + "\n")
    one = found(run, "one.jsonl")
    assert one["games"] == 1
    assert one["money"]["deviation"] is None
    out = run("analyze", "one.jsonl")[1]
    assert out.startswith(
        "Ann against Bob: 1 game of one.jsonl\nCannot tell yet who played better: "
    )


def test_two_hands_are_no_proof(run: Run) -> None:
    """Nothing is claimed that the number of hands cannot carry, on any screen."""
    duel = ["match", "Ann=rules", "Bob=bluffer", "-n", "2", "--seed", "3", "--no-library"]
    ring = ["ring", "Ann=rules", "Bob=bluffer", "Cid=random", "-n", "2", "--seed", "3"]
    ring.append("--no-library")
    screens = [
        run(*duel, "--out", "two.jsonl"),
        run("analyze", "two.jsonl", "--report", "two.html"),
        run("analyze", "two.jsonl", "--ring", "--samples", "200"),
        run(*ring, "--out", "three.jsonl"),
        run("analyze", "three.jsonl", "--ring", "--samples", "200"),
    ]
    page = Path("two.html").read_text(encoding="utf-8")
    for text in [" ".join(out.split()) for _, out, _ in screens] + [re.sub("<[^>]*>", "", page)]:
        assert re.search(r"Cannot tell yet who (wins|played) \w+: after 2 (hands|games) ", text)
        assert re.search(r"a verdict takes at least 30 (hands|games)\b", text)
        assert not re.search(r"\bAnn (played|wins)|\bBob (played|wins)|100\.0|> 99\.9", text)
        assert not re.search(r"\b(nan|inf)\b", text)
    answers = [
        json.loads(run(*duel, "--json")[1]),
        found(run, "two.jsonl"),
        found(run, "two.jsonl", "--ring", "--samples", "200"),
        json.loads(run(*ring, "--json")[1]),
    ]
    for answer in answers:
        assert answer["verdict"]["sure"] is False
        assert answer["verdict"]["confidence"] is None
        assert answer["verdict"]["count"] == 2


def test_hands_that_cannot_be_read_are_counted(run: Run, log: str) -> None:
    lines = Path(log).read_text().splitlines()
    lines[7] = lines[7][:40]
    Path("torn.jsonl").write_text("\n".join(lines) + "\n")
    torn = found(run, "torn.jsonl")
    assert (torn["games"], torn["refused"]) == (2 * DEALS - 1, {"cannot be read": 1})
    status, _, err = run("analyze", "torn.jsonl", "--duplicate")
    assert status == 2
    assert "some hands were not analysed (1 × cannot be read): omit --duplicate" in err


def test_a_duplicate_log_is_noticed(run: Run, log: str) -> None:
    said = "--duplicate averages the two games of a deal"
    status, out, _ = run("analyze", log, "--report", "r.html")
    assert status == 0
    assert said in " ".join(out.split())
    assert said in Path("r.html").read_text(encoding="utf-8")
    assert said in " ".join(found(run, log)["how"])
    assert said not in " ".join(run("analyze", log, "--duplicate")[1].split())


def test_one_hand(run: Run) -> None:
    text = result("analyze", "--hand", HAND)
    assert re.search(r"\nall-in equity +0\.6036 +0\.7636 +0\.9091 +0\.0000\n", text)
    assert re.search(r"\nROE DIVAT +\+0\.2020 +\+0\.5232 +\+0\.6364 +0\.0000\n", text)
    # for somebody who knows all cards, the bet and the call on the river are misplays
    assert re.search(r"\nP1's own EVAT +0\.0000 +-0\.5273 +0\.0000 +-4\.0000\n", text)
    assert re.search(r"\nP2's own EVAT +-0\.2073 +-1\.0545 +-0\.7273 +0\.0000\n", text)
    assert "money -11.0000 = luck" in text
    view = found(run, "--hand", HAND)
    assert [each["played"] for each in view["rounds"]] == ["SlRrC", "kBrC", "bC", "bRc"]
    assert view["rounds"][2]["scores"]["skill"] == pytest.approx(7 / 11)
    assert view["money"] == pytest.approx(view["luck"] + view["skill"] + view["position"])


def test_files_without_a_hand_to_judge(run: Run) -> None:
    Path("empty.log").touch()
    run("match", "random", "Bob=random", "-n", "4", "--betting", "no-limit", "--seed", "1",
        "--out", "wild.jsonl", "--no-library")  # fmt: skip
    for words, said in (
        (["empty.log"], "empty.log is empty"),
        (["wild.jsonl", "--smooth", "flat"], "is no-limit hold'em, so only --known, --duplicate"),
        (["wild.jsonl", "--columns", "c.doc"], "end in .parquet or .csv"),
        (["wild.jsonl", "--player", "Zoe", "--report", "r.html"], "Zoe is not among the players"),
    ):
        status, out, err = run("analyze", *words)
        assert (status, out) == (2, "")
        assert said in err
        assert err.count("\n") == 1
    assert {path.name for path in Path().iterdir()} == {"empty.log", "wild.jsonl"}


@pytest.mark.parametrize("game", [["--betting", "no-limit"], ["--game", "omaha8"]])
def test_duplicate_deals_and_columns_of_other_games(run: Run, game: list[str]) -> None:
    words = ["match", "Ann=rules", "Bob=random", "-n", "30", *game, "--duplicate", "--seed", "3"]
    assert run(*words, "--out", "twice.jsonl", "--no-library")[0] == 0
    more = ["--duplicate", "--columns", "c.csv", "--report", "r.html"]
    status, out, err = run("analyze", "twice.jsonl", *more)
    assert (status, err) == (0, "")
    assert "Average of 30 duplicate deals" in out
    assert "averaged over duplicate deals." in " ".join(out.split())
    assert out.endswith("report: r.html\ncolumns: c.csv\n")
    assert "Averages of 30 duplicate deals" in Path("r.html").read_text(encoding="utf-8")
    assert "--duplicate averages" in found(run, "twice.jsonl")["how"]
    ann = found(run, "twice.jsonl", "--duplicate")
    assert "--duplicate averages" not in ann["how"]
    assert ann["verdict"]["count"] == 30
    with Path("c.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == ann["games"] == 60
    mean = sum(float(row["money"]) for row in rows) / 60
    assert ann["estimators"][0]["mean"] == pytest.approx(mean)
    assert ann["by_deal"][0]["mean"] == pytest.approx(mean)


def test_limit_omaha_hi_lo_of_two(run: Run) -> None:
    words = ["match", "Ann=rules", "Bob=random", "-n", "60", "--game", "omaha8", "--seed", "3"]
    assert run(*words, "--out", "split.jsonl", "--no-library")[0] == 0
    status, out, err = run(
        "analyze", "split.jsonl", "--player", "Bob", "--report", "r.html", "--figures", "f"
    )
    assert status == 0, err
    assert out.startswith("Bob against Ann: 60 games of split.jsonl\n")
    assert "report: r.html\nfigures: 4 files in f\n" in out
    assert "What cost Bob most, by the decisions of Bob:\n" in out
    assert re.search(r"\n-\d+\.\d\d sb  hand \d+, (flop|turn|river), board \w+\n  Bob \(", out)
    page = Path("r.html").read_text(encoding="utf-8")
    assert "Skill and luck in heads-up limit Omaha Hi-Lo" in page
    assert page.count('<figure class="picture">') == 2
    assert "What cost <bdi>Bob</bdi> most" in page
    assert {path.stem for path in Path("f").iterdir()} == {"lines", "rounds"}
    told = found(run, "split.jsonl")
    assert (told["game"], told["unit"]) == ("heads-up limit Omaha Hi-Lo", "sb per game")
    names = [each["name"] for each in told["estimators"]]
    assert names == ["money", "AIE", "DIVAT", "least variance"]
    assert all(each["unbiased"] for each in told["estimators"])
    assert told["verdict"]["by"] == pytest.approx(abs(told["estimators"][-1]["mean"]))


def test_other_omaha_is_refused_in_a_sentence(run: Run) -> None:
    two, three = ["random", "Bob=random"], ["random", "Bob=random", "Cem=random"]
    omaha = ["--game", "omaha8", "-n", "4", "--seed", "1", "--no-library", "--out"]
    run("match", *two, *omaha, "pot.jsonl", "--betting", "pot-limit")
    run("ring", *three, *omaha, "three.jsonl")
    run("match", *two, *omaha, "fine.jsonl")
    only = "of Omaha only limit Omaha Hi-Lo of two players has a baseline"
    for words, said in (
        (
            ["pot.jsonl"],
            f"is pot-limit Omaha Hi-Lo (eight or better) of 2 players: {only}",
        ),
        (["three.jsonl"], f"is limit Omaha Hi-Lo (eight or better) of 3 players: {only}"),
        (["fine.jsonl", "--ring"], "and --ring is for limit hold'em: omit it"),
        (
            ["fine.jsonl", "--runtime"],
            "fine.jsonl is limit Omaha Hi-Lo, so only --duplicate, --c",
        ),
    ):
        status, out, err = run("analyze", *words)
        assert (status, out) == (2, "")
        assert said in err
        assert err.count("\n") == 1


def test_each_game_of_a_player_is_judged_apart(run: Run) -> None:
    """A library with several games has no match: one line for each, and one can be chosen."""
    games = (["--betting", "limit"], ["--betting", "no-limit", "--stack", "60"], ["-g", "omaha8"])
    for seed, words in enumerate(games):
        played = ("match", "Ann=rules", f"Bot{seed}=random", "-n", "40", "--seed", str(seed))
        assert run(*played, *words, "-L", "l.db")[0] == 0
    assert run("ring", "Ann=rules", "Bob=bluffer", "Cy=random", "-n", "40", "-L", "l.db")[0] == 0
    told = found(run, "-L", "l.db", "--player", "Ann")
    kinds = [(one["betting"], one["game"], one["ring"]) for one in told["games"]]
    assert kinds == [
        ("limit", "holdem", False),
        ("limit", "holdem", True),
        ("no-limit", "holdem", False),
        ("limit", "omaha8", False),
    ]
    assert [one["hands"] for one in told["games"]] == [40] * 4
    for one in told["games"]:
        choice = ["--game", one["game"], "--betting", one["betting"]]
        choice += ["--players", "3" if one["ring"] else "2"]
        alone = found(run, "-L", "l.db", "--player", "Ann", *choice)
        assert alone["verdict"] == one["verdict"]
        assert one["ring"] or (alone["games"], alone["judged_by"]) == (40, one["judged_by"])
    status, out, _ = run("analyze", "-L", "l.db", "--player", "Ann")
    assert status == 0
    text = " ".join(out.split())
    assert "Ann: 160 hands of the library, each game apart" in text
    for name in ("limit hold'em, two players (40 hands): ", "limit Omaha Hi-Lo, two players (40"):
        assert name in text
    status, out, err = run("analyze", "-L", "l.db", "--player", "Ann", "--report", "r.html")
    assert (status, out) == (2, "")
    assert "the hands of Ann are of 4 games" in err
    assert "choose it with --game, --betting and --players" in err
    assert not Path("r.html").exists()


def test_files_of_several_games_are_narrowed(run: Run) -> None:
    for seed, words in enumerate((["--betting", "limit"], ["-g", "omaha8"])):
        played = ("match", "Ann=rules", "Bob=random", "-n", "40", "--seed", str(seed))
        assert run(*played, *words, "--out", f"{seed}.jsonl", "-L", "l.db")[0] == 0
    logs = ("0.jsonl", "1.jsonl")
    assert found(run, *logs, "-g", "omaha8")["verdict"] == found(run, "1.jsonl")["verdict"]
    assert "To choose, give --game and --betting" in run("analyze", *logs)[2]
    status, out, err = run("analyze", *logs, "-g", "omaha")
    assert (status, out) == (2, "")
    assert "has no such hands: change --game, --betting or --players" in err


def test_a_report_of_hands_that_nobody_can_judge_lists_all_decisions(run: Run, log: str) -> None:
    """Where nothing is judged, the error advises --report: given, it does what the error says."""
    hands = [
        replace(hand, hole_cards=(hand.hole_cards[0], None), hero=0)
        for hand in read_hands(Path(log))
    ]
    write_hands(Path("hidden.jsonl"), hands, format="railbird")
    status, out, err = run("analyze", "hidden.jsonl")
    assert (status, out) == (2, "")
    assert "--report lists all decisions of a player without it" in err
    status, out, err = run("analyze", "hidden.jsonl", "-r", "r.html")
    assert (status, err) == (0, "")
    assert "hidden.jsonl has no hand that DIVAT can judge" in " ".join(out.split())
    assert "--report" not in out
    assert "Every decision" in Path("r.html").read_text()
    status, out, err = run("analyze", "hidden.jsonl", "-r", "r.html", "--columns", "c.csv")
    assert (status, out) == (2, "")
    assert "only --report and --player can be given: omit --columns" in err


def test_averages_of_deals_have_the_line_that_judges(run: Run) -> None:
    words = ["match", "Ann=rules", "Bob=random", "-n", "40", "--duplicate", "--seed", "3"]
    assert run(*words, "--out", "pairs.jsonl", "--no-library")[0] == 0
    asked = ("analyze", "pairs.jsonl", "--duplicate", "--settings", "one-bet")
    status, out, err = run(*asked, "--report", "r.html")
    assert status == 0, err
    told = found(run, *asked[1:])
    (aie,) = told["duplicate"]["others"]
    assert (aie["name"], aie["count"]) == ("AIE", 40)
    assert told["verdict"]["by"] == pytest.approx(abs(aie["mean"]))
    shown = out[out.index("Average of 40 duplicate deals") :]
    assert re.search(rf"^AIE +{re.escape(format(aie['mean'], '+.4f'))} ", shown, re.MULTILINE)
    page = Path("r.html").read_text(encoding="utf-8")
    table = page[page.index("Averages of 40 duplicate deals") :]
    assert "AIE" in table[: table.index("</table>")]


@pytest.mark.parametrize("name", [".", "./", "/"])
def test_a_folder_is_not_a_file(run: Run, name: str) -> None:
    status, out, err = run("analyze", name)
    assert (status, out) == (2, "")
    assert err == f"railbird: {Path(name)} is not a file: check the name\n"


def test_hands_that_come_twice_count_once(run: Run, log: str) -> None:
    """In one file or in two: the same hands again say nothing new."""
    whole = Path(log).read_text()
    head, *lines = whole.splitlines(keepends=True)
    Path("again.jsonl").write_text("".join([head, *lines, *lines, *lines]))
    Path("part.jsonl").write_text("".join([head, *lines[:-1]]))
    _, plain, _ = run("analyze", log, "--json")
    once = json.loads(plain)
    for files in (["again.jsonl"], [log, "part.jsonl"]):
        status, out, err = run("analyze", *files, "--json")
        assert status == 0
        found = json.loads(out)
        assert found["games"] == once["games"]
        assert found["verdict"]["by"] == once["verdict"]["by"]
        assert "came a second time and counted once" in err
