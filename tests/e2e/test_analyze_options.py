"""``railbird analyze``: every option does what it says or is refused, on any screen."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.e2e.test_analyze import HAND, Run, found, run

__all__ = ["run"]

RING = ["ring", "you=rules", "Bob=bluffer", "Cid=random", "--seed", "3"]
DUEL = ["match", "you=rules", "Bob=random", "--seed", "3"]


@pytest.fixture
def logs(run: Run) -> None:
    """A session of three and a match of two, as files and in a library."""
    assert run(*RING, "-n", "12", "--out", "ring.jsonl", "-L", "l.db")[0] == 0
    assert run(*DUEL, "-n", "40", "--out", "duel.jsonl", "-L", "l.db")[0] == 0


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.usefixtures("logs")
def test_what_cannot_be_done_is_refused_and_nothing_is_written(run: Run) -> None:
    before = {path.name for path in Path().iterdir()}
    ring, duel = ["ring.jsonl", "--ring"], ["duel.jsonl"]
    for words, said in (
        ([*ring, "--duplicate"], "--ring has no --duplicate"),
        ([*ring, "--smooth", "flat", "--runtime"], "--ring has no --runtime, --smooth"),
        ([*ring, "--cluster", "here"], "--ring has no --cluster"),
        (["ring.jsonl", "--duplicate"], "ring.jsonl, a table of three and more, has no --dup"),
        ([*duel, "--duplicate", "--columns", "c.csv"], "not a duplicate match"),
        ([*duel, "--samples", "20"], "--samples is for three and more players"),
        ([*duel, "--seed", "0"], "--seed is for three and more players"),
        (
            [*duel, "--samples", "5", "--seed", "3"],
            "--samples, --seed are for three and more players: omit them, or add --ring",
        ),
        (
            [*duel, "--last", "--since", "2026-01-01"],
            "--last, --since take hands from the library: omit them or the files",
        ),
        (["--hand", "AcKc what"], "railbird: --hand: 'AcKc what' is not a hand"),
        ([*duel, "--match", "x"], "--match takes hands from the library"),
        ([*duel, "-L", "l.db", "--since", "2026-01-01"], "--since, --library take hands"),
        ([*duel, "--last"], "--last takes hands from the library"),
        (["--last", "--match", "x"], "--last and --match both name a match"),
        (["--last", "-L", "l.db", "--format", "acpc"], "--format is the format of a file"),
        (["--hand", HAND, "--report", "r.html"], "--hand shows one hand"),
        (["--hand", HAND, *ring], "omit LOG, --ring"),
        (["--hand", HAND, "--player", "you"], "omit --player"),
        ([*duel, "--columns", "c.txt"], "'c.txt' end in .parquet or .csv"),
        ([*ring, "--columns", "c"], "'c' end in .parquet or .csv"),
        ([*duel, "--report", "duel.jsonl"], "would replace a file that is needed"),
        ([*duel, "--report", "x.csv", "--columns", "x.csv"], "would replace a file"),
        ([*ring, "--report", "no/such/r.html"], "its folder does not exist"),
        ([*ring, "--samples", "20", "-p", "Eve", "--columns", "c.csv"], "'Eve' does not play"),
        ([], "say what to analyse: a LOG file, --last, --match NAME or --player NAME"),
        (["--ring"], "say what to analyse"),
    ):
        status, out, err = run("analyze", *words)
        assert (status, out) == (2, ""), words
        assert said in err
        lines = [line for line in err.splitlines() if "compiling" not in line]
        assert len(lines) == 1
        assert {path.name for path in Path().iterdir()} == before


@pytest.mark.usefixtures("logs")
def test_three_players_are_a_ring_without_being_told(run: Run) -> None:
    told = found(run, "ring.jsonl", "--ring", "--samples", "20")
    for words in (["ring.jsonl"], ["-L", "l.db", "--match", _match(run, "Cid")]):
        status, out, err = run("analyze", *words, "--samples", "20", "--json")
        assert status == 0
        assert "has tables of three and more: analysed with --ring" in err
        mine = json.loads(out)
        assert mine["influence"] == told["influence"]
        assert mine["standings"] == told["standings"]


def _match(run: Run, name: str) -> str:
    rows = json.loads(run("matches", "-L", "l.db", "--json")[1])
    return str(next(row["name"] for row in rows if name in row["name"]))


@pytest.mark.usefixtures("logs")
def test_a_mixed_log_says_how_to_see_the_rest(run: Run) -> None:
    Path("all.jsonl").write_text(Path("duel.jsonl").read_text() + Path("ring.jsonl").read_text())
    _, out, _ = run("analyze", "all.jsonl", "-p", "you")
    assert "not analysed: 12 hands, not two players; --ring analyses them" in out


@pytest.mark.usefixtures("logs")
def test_a_ring_session_in_every_form(run: Run) -> None:
    more = ["--figures", "charts"] if find_spec("resvg_py") else []
    status, out, _ = run(
        "analyze",
        "ring.jsonl",
        "--samples",
        "20",
        "--report",
        "r.html",
        "--columns",
        "r.csv",
        *more,
    )
    assert status == 0
    assert "Cannot tell yet who played best" in out
    assert "report: r.html\ncolumns: r.csv\n" in out
    page = Path("r.html").read_text(encoding="utf-8")
    assert "Who won from whom" in page
    assert len(Path("r.csv").read_text().splitlines()) == 1 + 3 * 12
    if more:
        names = {path.name for path in Path("charts").iterdir()}
        pictures = ("standings", "money", "divat", "luck")
        assert names == {f"{name}.{kind}" for name in pictures for kind in ("svg", "png")}
        assert out.endswith("figures: 8 files in charts\n")


def test_last_of_a_table_writes_the_report(run: Run) -> None:
    words = ["ring", "you=rules", "A=random", "B=random", "C=random", "-n", "3", "-L", "l.db"]
    assert run(*words)[0] == 0
    status, out, _ = run(
        "analyze", "--last", "-L", "l.db", "--samples", "20", "--report", "r.html", "-p", "you"
    )
    assert status == 0
    assert Path("r.html").exists()
    text = flat(out)
    assert "What your decisions were worth to you" in text
    assert not re.search(r"\byou (is|was|checks|calls|folds|raises|bets)\b|\bof you\b", text)


@pytest.mark.usefixtures("logs")
@pytest.mark.parametrize("hands", [1, 2, 5])
def test_few_hands_on_every_screen(run: Run, hands: int) -> None:
    for log, sample in (("duel.jsonl", "game"), ("ring.jsonl", "hand")):
        some = Path(log).read_text().splitlines()[:hands]
        Path("some.jsonl").write_text("\n".join(some) + "\n")
        more = ["--samples", "20"] if sample == "hand" else []
        status, out, _ = run("analyze", "some.jsonl", "--report", "r.html", *more)
        assert status == 0
        page = re.sub("<[^>]*>", "", Path("r.html").read_text(encoding="utf-8"))
        for text in (flat(out), page):
            assert re.search(r"Cannot tell( yet)? who played \w+: after", text)
            assert f"after {hands} {sample}{'s' * (hands > 1)} " in text
            assert not re.search(r"\b(nan|inf)\b|(?<![\d,])1 (games|hands)\b|> 99\.9|100\.0", text)


@pytest.mark.usefixtures("logs")
@pytest.mark.parametrize("width", [60, 80])
def test_screens_fit(run: Run, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for words in (
        ["duel.jsonl", "--runtime", "--smooth", "flat"],
        ["ring.jsonl", "--samples", "20"],
        ["--hand", HAND],
    ):
        status, out, _ = run("analyze", *words)
        assert status == 0
        assert max(map(len, out.splitlines())) <= width
        assert "…\n" not in out
    scores, _, decisions = out.partition("The decisions that are not the baseline's")
    assert len(scores.splitlines()) <= (24 if width == 80 else 26)
    assert decisions.count(": The ") == 4  # "flop, check: The baseline would …"


@pytest.mark.usefixtures("logs")
def test_costly_rounds_are_told_in_words(run: Run) -> None:
    _, out, _ = run("analyze", "duel.jsonl", "-p", "Bob")
    cards = r"[2-9TJQKA][cdhs][2-9TJQKA][cdhs]"
    told = (
        rf"\n-\d+\.\d\d sb  hand \d+, \S+(, board \w+)?\n"
        rf"  Bob \((button|big blind)\) {cards}, you \((button|big blind)\) {cards}\n"
        rf"  played: (Bob|you) \w+.*\n  baseline: (Bob|you) \w+.*\n"
    )
    assert re.search(told, out)
    assert not re.search(r"\byou (checks|calls|folds|raises|bets)\b", out)
    assert "Confidence is two-sided" in out
    hand = re.findall(r'--hand "(.*)"', out)[0]
    assert run("analyze", "--hand", hand)[0] == 0


@pytest.mark.usefixtures("logs")
def test_settings_are_used_and_named(run: Run) -> None:
    """In the text, in JSON and on the page, for matches, sessions and single hands."""
    standard = found(run, "duel.jsonl")
    other = found(run, "duel.jsonl", "--settings", "loose-high,aggressive-high")
    assert other["settings"] == "loose high, aggressive high"
    assert other["baseline"][0]["settings"]["fold_offsets"] == [0, -0.025, 0, 0]
    assert other["caveat"] == standard["caveat"] == ""
    assert other["divat"]["mean"] != standard["divat"]["mean"]
    assert other["money"] == standard["money"]
    borrowing = found(run, "duel.jsonl", "--settings", "tight-low,slope=1.1")
    assert "table of the standard settings" in borrowing["caveat"]
    one_bet = found(run, "duel.jsonl", "--settings", "one-bet")
    assert "biased" in one_bet["caveat"]
    Path("mine.toml").write_text('settings = "tight-low"\n[river]\nfold-offset = 0.05\n')
    words = ["duel.jsonl", "--settings", "mine.toml", "--report", "r.html"]
    status, out, _ = run("analyze", *words)
    assert status == 0
    assert "roll-out equity, mine settings; before the flop the table of the" in flat(out)
    assert "EVAT misplays: you -" in out
    page = Path("r.html").read_text(encoding="utf-8")
    assert "Settings “mine”" in page
    assert "before the flop the table of the standard settings is used" in page
    status, out, _ = run("analyze", "duel.jsonl", "--settings", "sparbot", "--report", "r.html")
    assert (status, "exact roll-out equity, Sparbot settings" in flat(out)) == (0, True)
    assert "“Sparbot”, a mixture" in Path("r.html").read_text(encoding="utf-8")
    ring = found(run, "ring.jsonl", "--samples", "20", "--settings", "tight-low")
    assert ring["settings"] == "tight low"
    status, out, _ = run("analyze", "--hand", HAND, "--settings", "loose-high")
    assert (status, "Baseline: loose high settings." in out) == (0, True)


@pytest.mark.usefixtures("logs")
def test_settings_that_cannot_be_used_are_refused(run: Run) -> None:
    before = {path.name for path in Path().iterdir()}
    for words, said in (
        (["duel.jsonl", "--settings", "tight"], "did you mean moderate-tight, tight-low"),
        (["duel.jsonl", "--settings", "no.toml", "--report", "r.html"], "no.toml is not a file"),
        (["ring.jsonl", "--settings", "one-bet"], "rolls out one bet a round, which is for two"),
        (["ring.jsonl", "--settings", "sparbot"], "'Sparbot' is a mixture, which is for two pl"),
        (["ring.jsonl", "--settings", "bets=5"], "makes 5 bets a round, which is for two players"),
        (["duel.jsonl", "--settings", "bets=5"], "the settings make 5 bets a round, the table all"),
        (["--hand", HAND, "--settings", "bets=5"], "this hand cannot be judged: the settings make"),
    ):
        status, out, err = run("analyze", *words)
        assert (status, out) == (2, ""), words
        assert said in err
        assert {path.name for path in Path().iterdir()} == before


def test_five_bets_at_a_table_with_a_higher_cap(run: Run) -> None:
    """`--cap` deals the games that `bets=5` is for."""
    words = ["rules", "always-raise", "-n", "40", "--seed", "1", "--out", "deep.jsonl"]
    status, out, _ = run("match", *words, "--cap", "4/5/5/5")
    assert (status, "limit holdem 1/2, cap 4/5/5/5, seed 1" in flat(out)) == (0, True)
    games = found(run, "deep.jsonl", "--settings", "bets=5")
    assert (games["games"], games["refused"]) == (40, {})
    for cap, said in (
        (["--cap", "4"], "not from this match"),
        (["--cap", "0"], "--cap '0' is not a number of bets from 1 to 99"),
        (["--cap", "5/5"], "write it as 5, or as 4/5/5/5 for four rounds"),
        (["--cap", "5", "--betting", "no-limit"], "--cap 5 is for limit games"),
    ):
        status, out, err = run("match", *words, *cap)
        assert (status, out) == (2, "")
        assert said in err


def test_the_settings_command(run: Run) -> None:
    status, out, _ = run("settings")
    assert status == 0
    for name in ("standard", "sparbot", "loose-high", "moderate-aggressive", "7chr", "bets=5"):
        assert name in out.split()
    status, shown, _ = run("settings", "tight-low,bets=5")
    assert (status, "0.9855" in shown, "borrow the table" in shown) == (0, True, True)
    status, toml, _ = run("settings", "tight-low,bets=5", "--toml")
    Path("mine.toml").write_text(toml)
    assert run("settings", "mine.toml")[1] == shown
    status, out, _ = run("settings", "tight-low", "--json")
    assert json.loads(out)["fold_offsets"] == [0, 0.125, 0.15, 0]
    for words, said in (
        (["settings", "--toml"], "say which settings"),
        (["settings", "standard", "--toml", "--json"], "exclude each other"),
        (["settings", "one-bet", "--build"], "needs no pre-flop table"),
        (["settings", "bets=5", "--build"], "rolled out with four bets a round"),
        (["settings", "moderatly"], "did you mean moderate"),
    ):
        status, out, err = run(*words)
        assert (status, out) == (2, "")
        assert said in err
