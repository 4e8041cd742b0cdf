"""Small games on a GPU beside those of the kernels; without one its code runs on a CPU."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railbird.compute.gpu import cupy, gpu_is_there, on_host
from railbird.errors import OptionError
from railbird.tournament.jamfold.showdowns import CLASSES
from railbird.tournament.study.make import study_tournament
from railbird.tournament.whole import small_games_gpu
from railbird.tournament.whole.game import WholeGame
from railbird.tournament.whole.hands import Hands, gains
from railbird.tournament.whole.inner import INNERS
from railbird.tournament.whole.small_games import SmallGames
from railbird.tournament.whole.small_games_gpu import GpuSmallGames
from railbird.tournament.whole.solve import solve_tournament
from railbird.tournament.whole.states import Layer, TournamentStakes
from tests.tournament.gpu_stand_in import COMPILER, compiled_for_a_cpu, library, sizes, stand_in

Array = Any
needs_a_compiler = pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")


@pytest.fixture
def device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(small_games_gpu, "compiled", compiled_for_a_cpu(tmp_path))
    return stand_in()


def hands_and_jams(players: int) -> tuple[Hands, Array, Array]:
    """Hands whose jams are not good yet, and what classes gain by jamming."""
    stakes = TournamentStakes(units=18)
    game, count = WholeGame(stakes, players), Layer(stakes, players).count
    states = np.arange(0, count, max(count // 12, 1))
    only = np.isin(np.arange(count), states)
    game.improve(players, INNERS["margin"], 0.05, only=only, rounds=1)
    policy = game.policy(players)
    assert policy is not None
    hands = game.solver(players, INNERS["margin"], is_quick=False).hands(states)
    jams = hands.complete(policy.probabilities(states))
    return hands, jams, hands.edges(jams, hands.callers(jams))


def beside_the_kernels(players: int, buckets: int, xp: Any) -> None:
    """Solve hands that are not good yet, in both ways."""
    hands, jams, edges = hands_and_jams(players)
    given = (hands.centred, hands.forced, jams, edges)
    for target in (1e-2, 1e-5):
        known, enough = SmallGames(players).solve(*given, target=target, buckets=buckets)
        there = [xp.asarray(one) for one in given]
        found, expected = map(
            on_host, GpuSmallGames(players, xp).solve(*there, target=target, buckets=buckets)
        )
        # classes as far from a change as others may be in another group: it is another game then
        same = np.abs(found - known).max(axis=(1, 2)) < 1e-3
        assert same.mean() >= 0.5
        assert expected[same] == pytest.approx(enough[same], abs=1e-5)
        after = [
            gains(hands.edges(full, hands.callers(full)), full, players).max(axis=1)
            for full in (
                hands.complete(np.asarray(one, dtype=np.float64)) for one in (known, found)
            )
        ]
        assert after[1][same] == pytest.approx(after[0][same], abs=1e-3)
        assert after[1].mean() == pytest.approx(after[0].mean(), rel=0.02)


@needs_a_compiler
@pytest.mark.parametrize(
    ("players", "buckets"), [(2, 64), (3, 32), (3, CLASSES), (4, 64), (5, 32), (6, 32)]
)
def test_small_games_of_the_gpu_are_those_of_the_kernels(
    players: int, buckets: int, device: Any
) -> None:
    beside_the_kernels(players, buckets, device)


@pytest.mark.skipif(not gpu_is_there(), reason="no GPU")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_small_games_on_a_gpu(players: int) -> None:
    beside_the_kernels(players, 64, cupy())


@needs_a_compiler
@pytest.mark.parametrize("players", [2, 4])
def test_the_order_of_threads_does_not_matter(
    players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands, jams, edges = hands_and_jams(players)
    xp, found = stand_in(), []
    for backwards in (False, True):
        here = compiled_for_a_cpu(tmp_path, backwards=backwards)
        monkeypatch.setattr(small_games_gpu, "compiled", here)
        given = [xp.asarray(one) for one in (hands.centred, hands.forced, jams, edges)]
        games = GpuSmallGames(players, xp)
        found.append(on_host(games.solve(*given, target=1e-4, buckets=32)[0]))
    assert (found[0] == found[1]).all()
    assert not np.array_equal(found[0], jams)


@needs_a_compiler
@pytest.mark.parametrize("players", [5, 7])
def test_a_block_has_enough_memory(players: int, tmp_path: Path) -> None:
    assert sizes(library(tmp_path, players, 32))[1] <= 48 << 10


def test_too_many_players_for_small_games_on_a_gpu_are_refused_at_once() -> None:
    with pytest.raises(OptionError, match="8 players: small games on a GPU are for at most 7"):
        solve_tournament(TournamentStakes(units=9), 8, xp=stand_in())


@needs_a_compiler
def test_two_players_solved_as_on_a_gpu(device: Any) -> None:
    stakes = TournamentStakes(units=12)
    found = solve_tournament(stakes, 2, gamma=1e-7, xp=device)
    assert found.converged
    known = solve_tournament(stakes, 2, gamma=1e-7)
    assert found.values(2) == pytest.approx(known.values(2), abs=1e-3)


@needs_a_compiler
@pytest.mark.slow
def test_a_study_as_on_a_gpu(device: Any) -> None:
    stakes = TournamentStakes(units=7)
    values = np.asarray(solve_tournament(stakes, 3).game.values)
    here = study_tournament(stakes, 3, values, depths=2)
    there = study_tournament(stakes, 3, values, depths=2, xp=device, at_once=64)
    assert there.is_finished
    for name in ("harville", "fgs-1", "fgs-2"):
        assert there.values(name, 3) == pytest.approx(here.values(name, 3), abs=0.01)
        assert there.deviator(name).payoffs == pytest.approx(here.deviator(name).payoffs, abs=0.01)
        assert there.ex_post(name).mean == pytest.approx(here.ex_post(name).mean, abs=0.01)
