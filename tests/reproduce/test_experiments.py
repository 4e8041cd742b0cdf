"""Experiments: quick ones give the verdict they declare, and the others run with few games."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import fields
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from railbird.cli.main import main
from railbird.divat.baseline.preflop import Preflop
from railbird.divat.heads_up.encode import USUAL_ACTIONS, Games
from railbird.errors import OptionError
from railbird.reports.experiment import experiment_figures, write_pages
from railbird.reproduce.divat import styles
from railbird.reproduce.divat.robustness import robustness, robustness_short
from railbird.reproduce.drawings import Lines
from railbird.reproduce.experiment import (
    Agreement,
    Figure,
    Outcome,
    RunOptions,
    beside,
    by_second_program,
    compare,
    holds,
    same_text,
    within,
)
from railbird.reproduce.pair_table import PairScore, PairTable
from railbird.reproduce.registry import DOCUMENTS, EXPERIMENTS, find

QUICK = [each for each in EXPERIMENTS.values() if each.seconds <= 5]
SAMPLED = ["kan-fig-4.1", "kan-fig-4.3", "kan-fig-4.5", "kan-fig-4.6", "kan-unbiased"]
FIELDS = ["name", "ours", "printed", "tolerance", "verdict", "why"]


@pytest.mark.parametrize("name", [each.id for each in QUICK])
def test_a_quick_experiment_gives_its_verdict(name: str) -> None:
    experiment = find(name)
    outcome = experiment.run(RunOptions())
    assert outcome.verdict == experiment.expected
    assert bool(outcome.drawings) == experiment.draws
    assert outcome.figures
    for figure in outcome.figures:
        if figure.verdict in ("differs", "not comparable"):  # it must be explained
            assert figure.why, figure


@pytest.mark.parametrize("name", SAMPLED)
def test_a_sampled_experiment_with_few_games(name: str) -> None:
    outcome = find(name).run(RunOptions(games=150, seed=2))
    again = find(name).run(RunOptions(games=150, seed=2))
    other = find(name).run(RunOptions(games=150, seed=3))
    assert bool(outcome.drawings) == find(name).draws or name == "kan-unbiased"  # only if asked
    assert outcome == again
    assert outcome != other
    assert all(isinstance(figure.ours, float) for figure in outcome.figures)
    assert all(np.isfinite(float(figure.ours)) for figure in outcome.figures)


@pytest.fixture
def no_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spares a second for each of the settings; no difference depends on it."""
    monkeypatch.setattr(Preflop, "position", -0.111)


@pytest.mark.usefixtures("no_position")
def test_robustness_with_few_games() -> None:
    outcome = robustness((2,), RunOptions(games=60))
    assert len(outcome.figures) == 1 + 18
    found = {figure.name: figure.ours for figure in outcome.figures[1:]}
    assert len(set(found.values())) > 9  # settings matter
    standard = {name for name, moved in found.items() if moved == 0}
    assert {f"turn, {kind}: change, sb a game" for kind in ("moderate", "normal")} <= standard
    assert {str(figure.printed)[:6] for figure in outcome.figures[1:]} == {"< 0.02"}
    other = robustness((2,), RunOptions(games=60, seed=2))
    assert other.figures != outcome.figures
    assert len(outcome.drawings) == 2
    for lines in outcome.drawings:
        assert isinstance(lines, Lines)
        assert len(lines.series) == 9
        assert np.size(lines.x) == 61


def test_a_change_of_a_good_players_edge_is_not_called_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Lines that end 0.06 sb a game apart do not coincide, however noisy they are."""
    rng = np.random.default_rng(1)
    one = rng.normal(0.1, 5, 500)
    other = one + rng.normal(0, 2, 500)
    other += 0.06 - (other - one).mean()

    def made_up(*_: object) -> dict[tuple[int, str, str], np.ndarray]:
        return {(1, "bets", "moderate"): one, (1, "folds", "tight high"): other}

    monkeypatch.setattr("railbird.reproduce.divat.robustness.scored", made_up)
    figures = {figure.name: figure for figure in robustness((1,), RunOptions()).figures}
    assert figures["flop, tight high: change, sb a game"].too_few
    assert figures["flop, moderate: change, sb a game"].verdict == "consistent"
    other[:] = one + 0.06 + rng.normal(0, 0.1, 500)
    (_, _, sure) = robustness((1,), RunOptions()).figures
    assert sure.verdict == "differs"
    other += rng.normal(0, 5, 500)
    short = robustness_short((1,), RunOptions())
    # how far the settings move the match, and where the lines of the match that is drawn end
    assert [figure.verdict for figure in short.figures[1:]] == ["consistent", "differs"] * 2
    assert "tight high ends farthest" in short.notes[0]


def test_always_call_is_exact_where_it_can_be() -> None:
    figures = {
        figure.name: figure for figure in find("kan-fig-4.1").run(RunOptions(games=50)).figures
    }
    assert figures["money variance, exact"].ours == pytest.approx(47.007, abs=5e-4)
    assert figures["ties in %, exact"].ours == pytest.approx(4.067, abs=5e-4)
    assert figures["money s.d., exact"].verdict == "match"


def test_a_report_of_a_match(tmp_path: Path) -> None:
    outcome = find("kan-4.5").run(RunOptions(games=40, draws=True))
    (page,) = write_pages(outcome, tmp_path / "self.html", title="self")
    text = page.read_text(encoding="utf-8")
    assert "<title>sparbot v sparbot (2) – self</title>" in text
    assert text.rstrip().endswith("</html>")


def test_several_matches_get_a_page_each(tmp_path: Path) -> None:
    outcome = find("kan-unbiased").run(RunOptions(games=40, draws=True))
    pages = write_pages(outcome, tmp_path / "fair.html", title="fair")
    assert [page.name for page in pages[:3]] == ["fair.html", "fair-2.html", "fair-3.html"]
    assert len({page.read_text(encoding="utf-8") for page in pages}) == len(pages) == 5


def test_the_settings_are_convenient_numbers_near_the_derived_ones() -> None:
    figures = {figure.name: figure for figure in find("kan-table-3.2").run(RunOptions()).figures}
    first = figures["Make1 before the river"]
    assert (round(float(first.ours), 4), first.printed, first.verdict) == (0.5862, 0.58, "differs")
    assert "convenient" in first.why
    assert figures["Make4 on the river"].verdict == "match"  # 0.9704 and 0.970


def test_all_in_equity_has_an_error_of_its_own() -> None:
    figures = find("kan-unbiased").run(RunOptions(games=200)).figures
    errors = [figure.why.split()[-1] for figure in figures[:4]]
    assert len(set(errors)) == 4, "so have EVAT and Dcash"
    names = ["DIVAT", "AIE DIVAT", "EVAT", "Dcash"]
    assert all(f.name.endswith(name) for f, name in zip(figures[:4], names, strict=True))


def test_verdicts() -> None:
    assert compare("x", 0.12345, 0.1235).verdict == "match"
    assert compare("x", 0.12344, 0.1235).verdict == "differs"
    assert compare("x", 6.8556, 6.856, digits=3).verdict == "match"
    assert within("x", 1.0, 1.5, 0.5).verdict == "match"
    assert within("x", 1.0, None, 0.5).verdict == "not comparable"
    assert same_text("x", "kK", "kB").verdict == "differs"
    match, none = same_text("x", "kK", "kK"), beside("x", 1.0, 2.0, "why")
    assert Outcome((match, none)).verdict == "match"
    assert Outcome((none,)).verdict == "not comparable"
    assert Outcome((match, compare("x", 1, 2), none)).verdict == "differs"
    below = holds("x", 1.0, "< 2", truth=True)
    assert below.verdict == by_second_program("x", 1.0, 1.05, 0.1).verdict == "consistent"
    assert by_second_program("x", 1.0, 1.2, 0.1).verdict == "differs"
    assert Outcome((below, none)).verdict == "consistent"
    assert Outcome((below, match)).verdict == "match"
    assert Outcome((match, holds("x", 3.0, "< 2", truth=False))).verdict == "differs"


@pytest.mark.parametrize("name", ["kan-4.5", "kan-unbiased", "seca-fig-18"])
def test_a_long_experiment_says_how_far_it_is(name: str) -> None:
    done: list[float] = []
    find(name).run(RunOptions(games=60, seed=2, progress=done.append))
    assert len(done) > 1
    assert done == sorted(done)
    assert 0 <= done[0] < 0.6
    assert 0.9 < done[-1] <= 1


def test_styles_play_legal_games_from_a_seed() -> None:
    (first,) = styles.play(styles.STEADY, styles.BLUFFER, 600, seed=4, threads=1)
    (again,) = styles.play(styles.STEADY, styles.BLUFFER, 600, seed=4)
    for name in Games._fields:
        assert np.array_equal(getattr(first.games, name), getattr(again.games, name))
    (other,) = styles.play(styles.STEADY, styles.BLUFFER, 600, seed=5)
    assert not np.array_equal(first.games.cards, other.games.cards)
    assert first.sign.tolist() == [1, -1] * 300
    assert first.games.actions.shape == (600, 4, USUAL_ACTIONS)
    bets = (first.games.actions == 1).sum(axis=2)
    assert bets[:, 0].max() == 3
    assert bets[:, 1:].max() <= 4


def run(words: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "argv", ["railbird", "reproduce", *words])
    with pytest.raises(SystemExit) as stop:
        main()
    return int(stop.value.code or 0)


@pytest.mark.parametrize("name", ["kan-3.1", "billings-table-2", "gs-1"])
def test_json(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([name, "--json"], monkeypatch) == 0
    rows = json.loads(capsys.readouterr().out)
    assert len(rows) == len(find(name).run(RunOptions()).figures)
    for row in rows:
        assert [field.name for field in fields(Figure)] == FIELDS
        assert list(row) == [*FIELDS, "too_few"]
        assert row["verdict"] in get_args(Agreement)


def test_text(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert run(["kan-3.4"], monkeypatch) == 0
    text = capsys.readouterr().out
    assert text.startswith("Kan (2007), Table 3.4, Bob against Alice\n")
    assert (
        "DIVAT Difference                 0.0000       -1.8384       -1.2727       -2.0000" in text
    )
    assert "Alice's total of both games" in text
    assert re.search(r"\] misprint: T-5 beats it", text)
    assert re.search(r"  differs \[\d\]\n", text)
    assert text.endswith("kan-table-3.4: differs\n")


def test_figures_of_a_long_table_are_not_listed_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = tuple(compare(f"row {n}", n, n) for n in range(3))
    outcome = Outcome(figures, "a table", in_text=frozenset(("row 0", "row 2")))
    monkeypatch.setattr("railbird.reproduce.experiment.Experiment.run", lambda *_: outcome)
    assert run(["kan-3.1"], monkeypatch) == 0
    text = capsys.readouterr().out
    assert [f"row {n}" in text for n in range(3)] == [False, True, False]
    assert "2 more figures are in the table above; --json lists all" in text
    assert run(["kan-3.1", "--json"], monkeypatch) == 0
    assert len(json.loads(capsys.readouterr().out)) == 3


def test_few_games_from_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["kan-4.6", "--games", "60", "--seed", "5", "--json"], monkeypatch) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    expected = {figure.name: figure for figure in find("kan-4.6").run(RunOptions(60, 5)).figures}
    assert rows["N: money per game"]["ours"] == expected["N: money per game"].ours
    assert rows["N: money per game"]["printed"] == 0.104


def test_the_list(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--list", "--json"], monkeypatch) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in rows] == list(EXPERIMENTS)
    assert {row["status"] for row in rows} == set(get_args(Agreement))
    assert all((row["seed"] is None) == (row["games"] == 0) for row in rows)
    monkeypatch.setenv("COLUMNS", "200")
    assert run(["--list"], monkeypatch) == 0
    every = capsys.readouterr().out
    assert all(f"{name} " in every for name in EXPERIMENTS)
    assert all(document.title in every for document in DOCUMENTS.values())
    assert run(["kan"], monkeypatch) == 0
    assert every.startswith(capsys.readouterr().out)
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["--list"], monkeypatch) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_a_hand_round_by_round_fits_a_narrow_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert run(["billings-table-2"], monkeypatch) == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 60
    assert "(+1029832 =7525 -674947 of\n    1712304)" in text


@pytest.mark.parametrize("games", ["2", "3", "20", "60"])
def test_few_games_cannot_tell(
    games: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Chance alone is neither a difference nor, in a handful of games, a match."""
    for name in ("kan-fig-4.1", "kan-4.3", "kan-4.6", "seca-fig-18"):
        assert run([name, "--games", games, "--json"], monkeypatch) == 0
        rows = json.loads(capsys.readouterr().out)
        few = [row for row in rows if row["why"].startswith("too few to tell: ")]
        assert few or int(games) >= 30
        assert few == [row for row in rows if row["too_few"]]
        assert all(row["verdict"] == "not comparable" for row in few)
        assert all(row["verdict"] != "differs" for row in rows)
        judged = [row["name"] for row in rows if row["verdict"] in ("match", "consistent")]
        assert int(games) >= 30 or all("exact" in each for each in judged)
        assert run([name, "--games", games], monkeypatch) == 0
        text = capsys.readouterr().out
        assert ("too few to tell [" in text) == bool(few)
        assert not re.search(r"\b(nan|inf)\b", text)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["kan-3.1", "--games", "50"], "kan-table-3.1 plays no games: omit --games"),
        (["billings-table-2", "--seed", "2"], "billings-table-2 plays no games: omit --seed"),
        (["billings-table-2", "--report", "x.html"], "nothing to draw: omit --report"),
        (["billings-candidates", "--figures", "x"], "nothing to draw: omit --figures"),
        (["seca-deception", "--report", "x.html", "--figures", "x"], "omit --report and --fig"),
        (["kan-4.5", "--games", "1"], "--games 1 is too few: play 2 games or more"),
        (["kan-4.5", "--report", "no/such/x.html"], "no/such/x.html cannot be written"),
        (["--list", "--games", "5"], "--list shows all experiments: omit --games"),
        (["kan-3.1", "--list"], "omit NAME"),
        (["kan", "--games", "5"], "kan is a document: omit --games"),
    ],
)
def test_options_that_do_nothing_are_refused(
    words: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(words, monkeypatch) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert not list(tmp_path.iterdir())


def test_every_game_that_is_played_is_counted() -> None:
    for name in ("kan-3.1", "billings-table-2", "gs-1", "gs-2", "melcher-2.1", "seca-table-2"):
        assert find(name).games == 0
    assert (find("kan-4.5").games, find("seca-fig-18").games) == (400_000, 52_629)
    slow = [each for each in EXPERIMENTS.values() if each.seconds > 5]
    assert all(each.games for each in slow)


def test_unknown_names_are_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(OptionError, match=r"no experiment 'kan-9\.9'.*reproduce kan"):
        find("kan-9.9")
    for words, named in ((["kan-9.9"], "'kan-9.9'"), ([], "--list")):
        assert run(words, monkeypatch) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert named in said.err
        assert said.err.count("\n") == 1


def test_the_figures_of_experiments(tmp_path: Path) -> None:
    outcome = find("kan-unbiased").run(RunOptions(games=40, draws=True))
    figures = experiment_figures(outcome)
    assert {"lines", "rounds", "learning", "classes", "lines-2", "classes-5"} <= set(figures)
    assert len(set(figures.values())) == len(figures) == 4 * 5
    pairs = {("a", "b"): PairScore(0.1, 0.2, 0.3, 0.1)}
    pairs["b", "a"] = pairs["a", "b"].reversed()
    table = Outcome((), drawings=(PairTable(("a", "b"), pairs),))
    crosstables = experiment_figures(table)
    assert list(crosstables) == ["crosstable-divat", "crosstable-money"]
    (page,) = write_pages(table, tmp_path / "pairs.html", title="pairs")
    assert all(svg in page.read_text(encoding="utf-8") for svg in crosstables.values())
    assert not experiment_figures(Outcome(()))
