"""Matches that nobody else has: printed numbers beside those of our players."""

from __future__ import annotations

import pytest

from railbird.reproduce.experiment import Outcome, RunOptions
from railbird.reproduce.registry import find


def figures_of(name: str, games: int) -> tuple[Outcome, dict[str, tuple[object, object, str]]]:
    outcome = find(name).run(RunOptions(games=games, seed=2))
    return outcome, {f.name: (f.ours, f.printed, f.verdict) for f in outcome.figures}


def test_a_misprint_of_one_document() -> None:
    kan, found = figures_of("kan-fig-5.5", 4)
    slip = found.pop("reduction from the printed 5.576 and 2.109")
    assert slip == (pytest.approx(6.990, abs=1e-3), 7.4, "differs")
    assert "the printed deviations give a reduction of 7.45" in kan.notes
    assert found["s.d. of money − Dcash"][1] == 3.417
    assert {verdict for *_, verdict in found.values()} == {"not comparable"}
    for name in ("billings-fig-8", "kan-fig-5.4", "kan-fig-5.6"):  # 5.576 is said of 5.5 alone
        other, same = figures_of(name, 4)
        assert same == found
        assert other.verdict == find(name).expected == "not comparable"


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("kan-fig-5.9", {"DIVAT s.d.": 2.168, "money s.d.": 4.680}),
        ("kan-fig-5.10", {"money per game": 0.1765, "DIVAT s.d.": 2.081}),
        ("kan-fig-5.15", {"DIVAT per game": -0.049}),
        ("kan-fig-5.17", {"variance of duplicate money": 2.445}),
        ("kan-fig-5.23", {"money per game": 1.17}),
    ],
)
def test_what_the_text_says_stands_beside_ours(name: str, printed: dict[str, float]) -> None:
    outcome, found = figures_of(name, 10)
    assert {key: found[key][1] for key in printed} == printed
    assert outcome.verdict == "not comparable"  # ten games tell nothing
    assert all("plays for" in f.why for f in outcome.figures if "text says" not in f.name)


def test_the_root_of_the_printed_variance_is_as_usual_as_ours() -> None:
    """2.445 is no slip: a duplicate game has a standard deviation of about 1.6."""
    _, found = figures_of("kan-fig-5.17", 400)
    assert 1.3 < float(str(found["variance of duplicate money"][0])) ** 0.5 < 1.9
    assert 1.3 < 2.445**0.5 < 1.9


def test_lines_that_go_up_and_down_as_the_text_says() -> None:
    _, found = figures_of("kan-fig-5.22", 40)
    said = {name: printed for name, (_, printed, _) in found.items() if "text says" in name}
    assert [str(printed)[0] for printed in said.values()] == ["<", ">", ">", ">"]
    assert [name.split(", ")[1] for name in said] == ["pre-flop", "flop", "turn", "river"]


def test_how_often_somebody_folds_early() -> None:
    """Our Teddy never folds; our Monash, who is poki, does."""
    _, found = figures_of("kan-fig-5.22", 60)
    assert 0 < float(str(found["folds before the flop in %"][0])) < 60


def test_means_of_a_crosstable_in_print() -> None:
    fast, cells = figures_of("kan-table-5.1", 6)
    assert "match" not in {verdict for *_, verdict in cells.values()}, "no cell is ours"
    assert cells["Hyperborean v Teddy"][1] == 0.41
    assert str(cells["Bluffbot v Teddy: who wins, by DIVAT"][1]).startswith("< 0")
    cycle = "the printed cycle (Monash beats Teddy beats Bluffbot beats Monash)"
    assert fast.notes[1] == f"too few games to tell whether {cycle} appears here"
    slow, _ = figures_of("kan-table-5.2", 6)
    (wrong,) = [figure for figure in slow.figures if figure.verdict == "differs"]
    assert (wrong.name, wrong.printed) == ("Monash: mean of its printed row", "-0.64")
    assert wrong.ours == pytest.approx(-1.9 / 3)
    assert len(slow.drawings) == 1


def test_settings_in_even_steps() -> None:
    wrong = [f for f in find("kan-table-4.1").run(RunOptions()).figures if f.verdict == "differs"]
    assert [(each.name, f"{each.ours:.4f}", each.printed) for each in wrong] == [
        ("moderate conservative: Make4", "0.9675", 0.9650),
        ("conservative high: Make3", "0.9500", 0.9450),
    ]


def test_a_crosstable_of_three() -> None:
    outcome = find("kan-table-6.1").run(RunOptions(games=3))
    sums = [figure for figure in outcome.figures if "column" in figure.name]
    assert [figure.verdict for figure in sums] == ["consistent"] * 3
    assert outcome.text.count("Player") == 3 + 3


def test_how_sure_a_lead_is() -> None:
    """0.010 is 1.35 of the standard errors of 4.691 over 400,000 games, not one."""
    outcome = find("kan-confidence").run(RunOptions())
    first, second = outcome.figures
    assert first.ours == pytest.approx(76.956, abs=1e-3)
    assert second.ours == pytest.approx(82.242, abs=1e-3)
    assert (first.printed, second.printed) == (70, 68)
    assert outcome.verdict == "differs"
    assert "1.35 of them" in second.why


def test_game_58() -> None:
    """A check-raise bluff: the worse hand wins 10 small bets, where it should lose 10."""
    found = {figure.name: figure.ours for figure in find("kan-game-58").run(RunOptions()).figures}
    assert found["who has the best hand on the river"] == "Phil Laak"
    assert found["DIVAT of the bluff on the river"] == pytest.approx(20)
    assert found["DIVAT, turn"] == 0
