"""The experiments on a study: read right, and judged by print's rounding and sampling error."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from railbird.reproduce.drawings import Lines
from railbird.reproduce.experiment import Outcome, RunOptions
from railbird.reproduce.registry import find, melcher
from railbird.reproduce.tournament import study_claims, study_positions
from railbird.reproduce.tournament import study_print as printed
from railbird.reproduce.tournament import study_results as results
from railbird.reproduce.tournament import study_values as values
from railbird.reproduce.tournament.tables import HARVILLE
from railbird.tournament import finish_matrix, payoffs
from railbird.tournament.study.configurations import Configurations
from railbird.tournament.study.record import PLAIN, Study
from railbird.tournament.whole.states import Layer, TournamentStakes


def _details(name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    rows = printed.DETAILS[name].replace("|", "\n").strip().splitlines()
    found = np.array([row.split() for row in rows], dtype=np.float64)[:-1]
    found[:, 1:] /= 100
    return found


def _ex_post(line: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    _, mean, start, all_mean, most = map(float, line.split()[1:])
    here = [start, *[(5 * mean - start) / 4] * 4]
    return np.array([*here, *[10, 10 * all_mean, most] * 4, *np.linspace(0, most, 1001)])


@pytest.fixture(scope="module")
def study() -> Study:
    """A study in which the solution is Malmuth-Harville's, and strategies do what print says."""
    stakes = TournamentStakes()
    arrays = Study.described(stakes, 5)
    worth: dict[str, list[np.ndarray]] = {name: [] for name in PLAIN}
    places = []
    for n in range(2, 6):
        stacks = Configurations(Layer(stakes, n)).stacks.astype(float)
        for name in PLAIN:
            worth[name].append(payoffs(stacks, stakes.prizes_for(n), name).reshape(-1, 1))
        here = np.zeros((stacks.size, 5))
        here[:, :n] = finish_matrix(stacks).reshape(-1, n)
        places.append(here)
    arrays |= {f"values_{name}": np.concatenate(parts) for name, parts in worth.items()}
    arrays |= {"solution": arrays["values_harville"], "places": np.concatenate(places)}
    for line in printed.DEVIATIONS["7.1"].strip().splitlines():
        name, *row = line.split()
        shares = [float(x) / 100 for x in row[:3]]
        arrays[f"by_state_{name}"] = np.array([[9, *shares, *map(float, row[3:])]] * 4)
    for line in printed.EX_POST.strip().splitlines():
        name = line.split()[0]
        arrays |= {f"ex_post_{name}": _ex_post(line), f"deviator_{name}": _details(name)}
        arrays.setdefault(f"values_{name}", arrays["solution"])
    arrays["ex_post_solution"] = arrays["ex_post_fgs-10"]
    lines = [line.split() for line in printed.MATCHES.strip().splitlines()]
    for pair in zip(lines[::2], lines[1::2], strict=True):
        one, other = sorted(pair, key=lambda line: list(PLAIN).index(line[0]))
        roi, *shares = (float(x) / 100 for x in one[1:])
        arrays[f"match_{one[0]}_{other[0]}"] = np.array([20 * (1 + roi), *shares])
    return Study(stakes, 5, arrays)


def _all_match(found: Outcome) -> bool:
    # the mean of Weitzman's five rounded numbers is 17.142, print has 17.15
    others = [figure for figure in found.figures if figure.ours != pytest.approx(17.142)]
    return all(figure.verdict == "match" for figure in others)


def test_the_example_is_read_from_its_configuration(study: Study) -> None:
    ours = [figure.ours for figure in values.example(study).figures]
    known = [float(x) for x in HARVILLE.split()]
    assert ours[:25] == pytest.approx(known[:25], abs=0.0005)
    assert ours[25:] == pytest.approx(known[25:], abs=0.005)


def test_deviations_are_in_percent_and_money(study: Study) -> None:
    assert _all_match(values.deviations("7.1", study))
    averaged = values.deviations("7.2", study)
    ours = {figure.name: figure.ours for figure in averaged.figures}
    assert ours["harville, MAPD, %"] == 0
    assert 2 < float(ours["weitzman, MAPD, %"]) < 10
    assert averaged.verdict == "differs"
    assert all(figure.why for figure in averaged.figures)


@pytest.mark.parametrize(("players", "count"), [(5, 41 * 5), (4, 42 * 4), (3, 43 * 3)])
def test_places_by_stack_have_a_figure_for_each_number(
    study: Study, players: int, count: int
) -> None:
    found = values.finishing_by_stack(players, study)
    assert len(found.figures) == count
    wins = [figure for figure in found.figures if "place 1," in figure.name]
    assert wins[8].ours == pytest.approx(100 * 9 / 45)  # Harville: as many wins as chips
    assert wins[8].printed == {5: 18.77, 4: 18.28, 3: 19.24}[players]


def test_figures_have_lines_for_all_stacks(study: Study) -> None:
    for rows in melcher.VALUES.values():
        assert all(row.draws for row in rows if row.names.startswith("fig"))
    for found in (
        values.mean_payoffs(study),
        values.bias(5, study),
        values.winning(study),
        values.winning_apart(study),
        values.distance(4, study),
    ):
        (drawing,) = found.drawings
        assert isinstance(drawing, Lines)
        assert len(np.asarray(drawing.x)) == 44
        assert len(drawing.series) in (3, 4)
    apart = {figure.name: figure for figure in values.winning_apart(study).figures}
    assert apart["4 units of 4 players: less than chips by, %"].ours == pytest.approx(0, abs=1e-6)


def test_what_print_says_matches_print(study: Study) -> None:
    assert _all_match(results.ex_post(study))
    assert _all_match(results.summary("8.2", study))
    assert _all_match(results.summary("8.7", study))
    assert _all_match(results.matches(study))
    for name in printed.DETAILS:
        assert _all_match(results.details(name, study))


def test_what_is_off_by_more_than_print_s_error_differs(study: Study) -> None:
    arrays = dict(study.arrays)
    arrays["deviator_harville"] = arrays["deviator_harville"] + 0.005
    off = replace(study, arrays=arrays)
    found = results.details("harville", off)
    assert {figure.verdict for figure in found.figures} == {"differs"}
    # half a unit of the last digit, and some standard errors of 0.0006
    assert found.figures[0].tolerance == pytest.approx(0.0005 + 4.2 * 0.0006, abs=0.0002)
    assert results.summary("8.2", off).verdict == "differs"


def test_claims_of_the_text(study: Study) -> None:
    found = {figure.name: figure for figure in study_claims.claims(study).figures}
    assert found["looking further ahead loses more from"].verdict == "match"
    for name in PLAIN:
        assert found[f"{name}: first places, %"].verdict == "consistent"
        assert found[f"{name}: last places, %"].verdict == "consistent"
    hopes = {name: figure for name, figure in found.items() if "too high" in name}
    assert [figure.verdict for figure in hopes.values()] == ["consistent", "consistent"]
    assert float(hopes["VI-CFR+ from values that are too high: off by"].ours) > 10
    # exact and approximated Roberts count the same states: their MAPDs are nearly the same
    near = found["approximated Roberts: MAPD beside the full model's, %"]
    assert near.ours == pytest.approx(100 * study.averaged("roberts").relative, rel=0.01)
    # Harville's quantiles rise to 3.802 and Roberts' to 5.431 in a straight line
    less = found["less is gained against Roberts than Harville up to the percentile"]
    assert less.verdict == "differs"


def test_positions_leave_more_than_the_text_takes_as_a_bound_and_winning_odds_explain_much() -> (
    None
):
    found = {figure.name: figure for figure in find("melcher-claims").run(RunOptions()).figures}
    least = found["the least MAPD without positions, %"]
    assert least.verdict == "differs"
    assert least.ours == pytest.approx(5.92, abs=0.01)
    assert "harville has 7.21 %, pressure has 6.43 %" in least.why
    (odds,) = (figure for name, figure in found.items() if "winning odds" in name)
    assert odds.verdict == "consistent"
    assert odds.ours == pytest.approx(1.89, abs=0.01)
    added = [figure for name, figure in found.items() if name.endswith("over seats, points")]
    assert [figure.verdict for figure in added] == ["consistent"] * 3


def test_the_least_deviation_without_positions_is_that_of_the_best_value_for_each_stack() -> None:
    """Three players with five units: stacks 1, 1, 3 and 1, 2, 2, three seatings of each."""
    here = Configurations(Layer(TournamentStakes(units=5), 3))
    worth = np.random.default_rng(3).uniform(1, 9, here.layer.stacks.shape)
    total = 0.0
    for config in range(2):
        rows = here.of_state == config
        stacks, values_there = here.layer.stacks[rows].ravel(), worth[rows].ravel()
        for units in np.unique(stacks):
            seen = values_there[stacks == units]
            total += min(float((np.abs(one - seen) / seen).sum()) for one in seen)
    found = study_positions.least_without_positions({3: worth}, {3: here})
    assert found == pytest.approx(total / worth.size)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_print_has_fewer_first_places_in_the_middle_at_every_stack(players: int) -> None:
    outcome = find(f"melcher-table-7.{8 - players}").run(RunOptions())
    low, high = values.MIDDLE[players]
    off = []
    for figure in outcome.figures:
        units, _, place = figure.name.partition(" units, place ")
        if place == "1, %" and low <= int(units) <= high:
            off.append(float(figure.ours) - float(figure.printed or 0))
    assert len(off) == high - low + 1
    assert min(off) > -0.005  # half a unit of print's last digit
    assert np.mean(off) > 10 * values.ROUNDED / len(off) ** 0.5
    assert "ours is +0.0" in outcome.notes[-1]


def test_the_rows_are_those_of_the_document() -> None:
    rows = [row for rows in melcher.VALUES.values() for row in rows]
    names = [name for row in (*rows, *melcher.STRATEGIES) for name in row.names.split()]
    tables = [f"table-7.{n}" for n in range(1, 6)] + [f"table-8.{n}" for n in range(1, 8)]
    figs = [f"fig-7.{n}" for n in range(1, 10)]
    assert sorted(names) == sorted(
        [*tables, *figs, *(f"table-b.{n}" for n in range(1, 11)), "sec-7.3", "claims"]
    )


def test_what_three_players_tell_is_there_as_soon_as_they_are_solved() -> None:
    assert find("melcher-7.5").run(RunOptions()).figures[0].printed == 2.26
    off = [
        abs(figure.ours - figure.printed)
        for figure in find("melcher-table-7.5").run(RunOptions()).figures
        if isinstance(figure.ours, float) and isinstance(figure.printed, float)
    ]
    assert len(off) == 129
    assert max(off) < 0.05
    assert find("melcher-fig-7.4").run(RunOptions()).verdict == "consistent"


def test_the_shipped_solution_is_that_of_the_document() -> None:
    """Before the small blind stayed for free, Harville was off by 0.07 and stacks by 0.5 points."""
    for table in ("7.1", "7.2"):
        for figure in find(f"melcher-table-{table}").run(RunOptions()).figures:
            bound = {"MAPD, %": 0.015, "MAD": 0.01}.get(figure.name.partition(", ")[2])
            assert isinstance(figure.ours, float)
            assert isinstance(figure.printed, float)
            assert bound is None or abs(figure.ours - figure.printed) < bound, figure.name
    for table in ("7.3", "7.4", "7.5"):
        off = [
            abs(figure.ours - figure.printed)
            for figure in find(f"melcher-table-{table}").run(RunOptions()).figures
            if isinstance(figure.ours, float) and isinstance(figure.printed, float)
        ]
        assert len(off) > 100
        assert np.mean(off) < 0.01
        assert max(off) < 0.05
