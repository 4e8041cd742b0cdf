"""The study of equity models beside a solved tournament."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railbird.errors import OptionError
from railbird.tournament import payoffs
from railbird.tournament.study.configurations import Configurations
from railbird.tournament.study.deviations import Deviations
from railbird.tournament.study.make import kept_solution, study_tournament
from railbird.tournament.study.record import SOLUTION, Study, shipped, start_of
from railbird.tournament.whole.evaluate import ex_post, finishing
from railbird.tournament.whole.game import WholeGame, model_values
from railbird.tournament.whole.seats import deviator_places, played_by
from railbird.tournament.whole.solution import shipped_values, solution
from railbird.tournament.whole.solve import WholeSolution, read_values, solve_tournament
from railbird.tournament.whole.states import Layer, TournamentStakes
from railbird.tournament.whole.strategies import Strategies, strategies_by_name
from railbird.tournament.whole.transitions import ValueIndex

SMALL = TournamentStakes(units=5)
OPTIONS: Any = {"depths": 2, "match_prizes": (65.0, 35.0), "ranked": 2}


@pytest.fixture(scope="module")
def solved() -> WholeSolution:
    return solve_tournament(SMALL, 3)


@pytest.fixture(scope="module")
def study(solved: WholeSolution) -> Study:
    return study_tournament(SMALL, 3, solved.game.values, **OPTIONS)


@pytest.mark.parametrize(("units", "players"), [(7, 2), (9, 3), (9, 4), (8, 5)])
def test_means_are_those_over_all_seatings(units: int, players: int) -> None:
    layer = Layer(TournamentStakes(units=units), players)
    found = Configurations(layer)
    values = np.random.default_rng(3).random((layer.count, players, 2))
    means = found.average(values)
    for stacks, mine in zip(found.stacks, means, strict=True):
        assert (np.diff(stacks) >= 0).all()
        seatings = list(permutations(range(players)))  # equal stacks change places too
        sums = np.zeros((players, 2))
        for seats in seatings:
            row = values[layer.ranks(stacks[list(seats)])]
            for seat, player in enumerate(seats):
                sums[player] += row[seat]
        assert mine == pytest.approx(sums / len(seatings))


def test_the_document_counts_so_many_configurations() -> None:
    """Tables 7.2 to 7.5 count each of them once."""
    stakes = TournamentStakes()
    assert [len(Configurations(Layer(stakes, n))) for n in (3, 4)] == [169, 672]


def test_means_by_stack_count_each_player() -> None:
    found = Configurations(Layer(TournamentStakes(units=5), 3))  # 1 1 3 and 1 2 2
    values = np.array([[4.0, 4.0, 10.0], [1.0, 6.0, 6.0]])
    assert found.by_stack(values).tolist() == [3.0, 6.0, 10.0]


def test_deviations_of_groups_are_those_of_all() -> None:
    random = np.random.default_rng(1)
    model, solution = 1 + random.random((2, 50))
    whole = Deviations.of(model, solution)
    parts = [Deviations.of(model[some], solution[some]) for some in (slice(20), slice(20, 50))]
    joined = Deviations.all(parts)
    assert joined.relative == pytest.approx(whole.relative)
    assert joined.absolute == pytest.approx(whole.absolute)
    assert (joined.count, joined.least, joined.most) == (whole.count, whole.least, whole.most)


def test_values_of_models_are_averaged_and_compared(study: Study, solved: WholeSolution) -> None:
    stacks = study.configurations[3].stacks
    for name in ("harville", "weitzman", "roberts", "pressure"):
        expected = payoffs(stacks.astype(float), SMALL.prizes_for(3), name)
        assert study.values(name, 3) == pytest.approx(expected, rel=1e-6)
    assert study.values(SOLUTION, 3).sum(axis=1) == pytest.approx(100, rel=1e-6)
    first = [solved.at(seats)[seats.index(3)] for seats in ([1, 1, 3], [1, 3, 1], [3, 1, 1])]
    near = 0.03  # equilibria are not unique
    assert study.values(SOLUTION, 3)[0, 2] == pytest.approx(np.mean(first), abs=near)
    off = solved.values(3) - payoffs(Layer(SMALL, 3).stacks, SMALL.prizes_for(3))
    assert study.by_state("harville", least=3).absolute == pytest.approx(
        np.abs(off).mean(), abs=near
    )
    assert study.averaged("harville").absolute < study.by_state("harville").absolute


def test_looking_ahead_comes_nearer_and_is_value_iteration(study: Study) -> None:
    ahead = ("fgs-1", "fgs-2", "fgs-1-ranked", "fgs-2-ranked")
    assert study.models == ("harville", "weitzman", "roberts", *ahead, "pressure")
    apart = [study.by_state(name).absolute for name in ("harville", "fgs-1", "fgs-2")]
    assert apart[0] > apart[1] > apart[2]
    iterated = solve_tournament(SMALL, 3, algorithm="vi-cfr+", loops=2)
    means = study.configurations[3].average(iterated.values(3))
    assert study.values("fgs-2", 3) == pytest.approx(means, abs=0.01)


def test_places_pay_the_values(study: Study, solved: WholeSolution) -> None:
    places = study.places(3)
    assert places.sum(axis=1) == pytest.approx(1)
    assert places.sum(axis=2) == pytest.approx(1)
    assert places @ SMALL.prizes_for(3) == pytest.approx(study.values(SOLUTION, 3), abs=1e-3)
    here = finishing(solved.game)[:, solved.game.index.layer(3)].reshape(3, -1, 3)
    means = study.configurations[3].average(np.moveaxis(here, 0, 2))
    assert places == pytest.approx(means, abs=0.002)  # equilibria are not unique


def test_nobody_gains_against_the_solution_but_against_models(study: Study) -> None:
    best = study.ex_post(SOLUTION)
    assert best.most < 5e-4
    for name in study.models:
        found = study.ex_post(name)
        assert found.most >= found.mean > best.most
        assert found.start.shape == (3,)
        assert found.quantiles[0] > -1e-6
        assert found.quantiles[-1] == pytest.approx(found.most)
        assert (np.diff(found.quantiles) >= 0).all()


def test_who_deviates_from_the_solution_loses(study: Study) -> None:
    for name in study.models:
        found = study.deviator(name)
        assert found.places.shape == (3, 3)
        assert found.places.sum(axis=1) == pytest.approx(1)
        assert found.payoffs == pytest.approx(found.places @ SMALL.prizes_for(3))
        assert -0.02 < found.roi(study.buy_in) < 1e-5


def test_direct_matches(study: Study) -> None:
    assert study.is_finished
    found = {(match.first, match.second, match.prizes): match for match in study.matches}
    assert len(found) == 6
    for match in study.matches:
        assert match.places.sum() == pytest.approx(1)
        paid = np.zeros(3)
        paid[: len(match.prizes)] = match.prizes
        assert match.payoff == pytest.approx(match.places @ paid)
        assert abs(match.roi) < 0.02
    for kind in ("", "-ranked"):
        for prizes in (SMALL.prizes, (65.0, 35.0)):
            assert (f"harville{kind}", f"roberts{kind}", prizes) in found


def test_restricted_strategies_are_those_of_their_name(study: Study, solved: WholeSolution) -> None:
    # ranges by one order are nearly as good, and a little off
    apart = np.abs(study.values("fgs-2-ranked", 3) - study.values("fgs-2", 3))
    assert 0 < apart.max() < 0.5
    own, others = strategies_by_name("fgs-2-ranked", SMALL, 3), Strategies.of(solved.game, "solved")
    game = WholeGame(SMALL, 3)
    places = deviator_places(game, others, own)[:, found_start(study)].T
    assert study.deviator("fgs-2-ranked").payoffs == pytest.approx(
        places @ SMALL.prizes_for(3), abs=0.05
    )
    gains = ex_post(played_by(game, own))[: game.index.prize_at]
    assert study.ex_post("fgs-2-ranked").most == pytest.approx(gains.max(), abs=1e-4)


def found_start(study: Study) -> slice:
    """Where the values of the first state are."""
    rank = int(Layer(SMALL, 3).ranks(np.array(start_of(SMALL.units, 3))))
    start = ValueIndex(SMALL, 3).start(3) + 3 * rank
    return slice(start, start + study.players)


def test_values_are_read_from_a_file_of_the_same_tournament(tmp_path: Path) -> None:
    file = tmp_path / "two.npz"
    found = solve_tournament(SMALL, 2, checkpoint=file)
    assert read_values(file, SMALL, 2) == pytest.approx(found.game.values)
    for stakes, players in ((TournamentStakes(units=6), 2), (SMALL, 3)):
        with pytest.raises(OptionError, match="holds another tournament"):
            read_values(file, stakes, players)
    in_floats = TournamentStakes(units=5, blinds=(1.0, 2.0), ante=0.0)
    assert read_values(file, in_floats, 2) == pytest.approx(found.game.values)
    file.write_bytes(b"no values")
    with pytest.raises(OptionError, match="is damaged, or no file that railbird wrote"):
        read_values(file, SMALL, 2)
    np.savez(file, numbers=np.zeros(3))
    with pytest.raises(OptionError, match="holds no values"):
        read_values(file, SMALL, 2)


def test_a_study_resumes(tmp_path: Path, solved: WholeSolution, study: Study) -> None:
    file = tmp_path / "study.npz"

    class StopError(Exception):
        pass

    def interrupt(name: str, _: float) -> None:
        if name == "values_fgs-1":
            raise StopError

    values = solved.game.values
    with pytest.raises(StopError):
        study_tournament(SMALL, 3, values, checkpoint=file, progress=interrupt, **OPTIONS)
    stopped = study_tournament(SMALL, 3, values, checkpoint=file, seconds=-1, **OPTIONS)
    assert not stopped.is_finished
    again = study_tournament(SMALL, 3, values, checkpoint=file, **OPTIONS)
    assert set(again.arrays) == set(study.arrays)
    kept = kept_solution(SMALL, 3, file)
    assert kept is not None
    three = kept[ValueIndex(SMALL, 3).layer(3)].reshape(-1, 3)
    own = Configurations(Layer(SMALL, 3)).average(three)
    assert own == pytest.approx(again.values(SOLUTION, 3), abs=1e-4)
    assert kept_solution(SMALL, 3, tmp_path / "none.npz") is None
    for name in study.models:
        assert again.values(name, 3) == pytest.approx(study.values(name, 3), abs=0.01)
    with pytest.raises(OptionError, match="holds another study"):
        study_tournament(TournamentStakes(units=6), 3, np.zeros(100), checkpoint=file)


def test_matches_for_other_prizes_stay_or_are_played_again(
    tmp_path: Path, solved: WholeSolution
) -> None:
    def studied(*prizes: float) -> list[tuple[float, ...]]:
        found = study_tournament(
            SMALL, 3, solved.game.values, depths=0, match_prizes=prizes, checkpoint=file
        )
        assert found.is_finished
        return [match.prizes for match in found.matches if match.prizes != SMALL.prizes]

    file = tmp_path / "study.npz"
    assert studied(65.0, 35.0) == [(65.0, 35.0)]
    assert studied() == [(65.0, 35.0)]
    assert studied(70.0, 30.0) == [(70.0, 30.0)]


def test_a_study_without_time_says_what_is_missing(tmp_path: Path, solved: WholeSolution) -> None:
    file = tmp_path / "study.npz"
    found = study_tournament(SMALL, 3, solved.game.values, seconds=-1, checkpoint=file)
    assert file.exists()  # to resume from
    assert found.models == ()
    with pytest.raises(OptionError, match="no places yet"):
        found.places(3)


@pytest.mark.slow
def test_five_players() -> None:
    """Values of Malmuth-Harville stand for a solution: how everything fits is the same."""
    stakes = TournamentStakes(units=6)
    found = study_tournament(stakes, 5, model_values(stakes, 5), depths=0, gamma=1e-3)
    assert found.is_finished
    assert found.models == ("harville", "weitzman", "roberts", "pressure")
    assert found.places(5).sum(axis=1) == pytest.approx(1)
    assert found.deviator("roberts").places.shape == (5, 5)
    assert [len(match.places) for match in found.matches] == [5, 5, 5]


def test_the_shipped_study_is_made_from_the_shipped_solution() -> None:
    found, solved = shipped(), solution()
    n = found.players
    assert n == solved.players >= 3
    whole = found.by_state("harville", least=n)
    off = payoffs(Layer(solved.stakes, n).stacks, solved.stakes.prizes_for(n)) - solved.values[n]
    assert whole.absolute == pytest.approx(np.abs(off).mean())
    assert whole.most == pytest.approx(off.max())
    left = [found.averaged(name).relative for name in ("pressure", "harville")]
    assert left[0] < left[1] / 2
    assert found.places(n).sum(axis=2) == pytest.approx(1, abs=1e-4)


def test_a_sample_of_the_shipped_study_is_computed_again() -> None:
    """All states of two and three players, which do not depend on those of more."""
    table, stakes = shipped(), solution().stakes
    values = shipped_values(stakes, 3)
    assert values is not None
    found = study_tournament(stakes, 3, values, depths=1)
    for name in found.judged:
        ours, kept = found.arrays[f"by_state_{name}"], table.arrays[f"by_state_{name}"]
        assert ours == pytest.approx(kept[:2], abs=0.01)
        for n in (2, 3):
            assert found.values(name, n) == pytest.approx(table.values(name, n), abs=0.01)
        # count, sum and largest of what deviators gain, behind those in the first state
        of_three = found.arrays[f"ex_post_{name}"][3 + 3 : 3 + 6]
        assert table.arrays[f"ex_post_{name}"][5 + 3 : 5 + 6] == pytest.approx(of_three, rel=0.03)
