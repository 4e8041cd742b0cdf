"""Whole tournaments solved: known values, stop and resume, and what a deviator gains."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railbird.equilibrium import MatrixGame, RegretMatching, solve
from railbird.equilibrium.algorithms import ALGORITHMS, Run
from railbird.equilibrium.two_actions import Runs, step
from railbird.errors import OptionError
from railbird.tournament.whole import states
from railbird.tournament.whole.evaluate import best_responses, ex_post, finishing
from railbird.tournament.whole.game import WholeGame, policy_bytes
from railbird.tournament.whole.inner import INNERS
from railbird.tournament.whole.solve import (
    GAMMA,
    LoopReport,
    WholeSolution,
    read_values,
    rounds_after,
    solve_tournament,
    step_after,
)
from railbird.tournament.whole.states import TournamentStakes
from railbird.tournament.whole.transitions import ValueIndex
from railbird.tournament.whole.values import PolicySystem, _from_all, means

SMALL = TournamentStakes(units=5)


@pytest.fixture(scope="module")
def three() -> WholeSolution:
    return solve_tournament(SMALL, 3)


def test_two_players_follow_chips_as_in_the_document() -> None:
    """§7.2: the largest distance is $0.045, with 8 units in the small and 37 in the big blind."""
    found = solve_tournament(TournamentStakes(), 2)
    assert found.converged
    stacks = found.game.layer(2).layer.stacks
    off = found.values(2) - (30 + 20 * stacks / 45)
    furthest = np.abs(off).max(axis=1).argmax()
    assert stacks[furthest].tolist() == [8, 37]
    assert off[furthest] == pytest.approx([0.0449, -0.0449], abs=0.0002)


def test_a_tournament_of_three_is_solved(three: WholeSolution) -> None:
    assert three.converged
    assert three.values(2).sum(axis=1) == pytest.approx(80)
    assert three.values(3).sum(axis=1) == pytest.approx(100)
    assert three.loops[-1].epsilon <= 1e-4
    assert three.at([2, 2, 1]) == pytest.approx(three.values(3)[4])


def test_nobody_gains_much_over_the_whole_rest(three: WholeSolution) -> None:
    gained = ex_post(three.game)[: three.game.index.prize_at]
    assert gained.min() > -1e-9
    # a hand gains at most γ, and a tournament of five units takes a few hands
    assert 0 < gained.max() < 5e-4


def best_by_steps(game: WholeGame) -> Any:
    """Best responses over the whole rest, one hand further at a time."""
    found = game.values.copy()
    for n in range(2, game.players + 1):
        layer, policy = game.layer(n), game.policy(n)
        assert policy is not None
        for _ in range(2000):
            gained, ends = game.judge(n, found).measure(np.arange(layer.layer.count), policy)
            new = (ends[:, None] @ found[layer.after])[:, 0] + gained
            is_same = np.abs(new.ravel() - found[layer.place]).max() < 1e-10
            found[layer.place] = new.ravel()
            if is_same:
                break
        assert is_same
    return found


@pytest.mark.parametrize("is_quick", [False, True])
def test_best_responses_are_those_found_hand_by_hand(is_quick: bool) -> None:
    """Against strategies of Malmuth-Harville, which lose much with few chips."""
    game = WholeGame(SMALL, 4)
    for n in (2, 3, 4):
        game.improve(n, game.inner, 1e-4)
        game.measure(n)
    wanted = best_by_steps(game)
    found = best_responses(game, settled=1e-6 if is_quick else 1e-9, is_quick=is_quick)
    assert np.abs(found - wanted).max() < (2e-4 if is_quick else 2e-7)
    worth = game.values.copy()
    for n in (2, 3, 4):
        worth[game.index.layer(n)] = game.evaluate(n)
        game.values[game.index.layer(n)] = worth[game.index.layer(n)]
    assert np.abs(ex_post(game) - (wanted - worth)).max() < 2e-6
    assert (wanted - worth).max() > 0.05


def test_means_over_ends_state_by_state() -> None:
    rng = np.random.default_rng(1)
    ends, values = rng.random((50, 7)), rng.random(90)
    ends[rng.random(ends.shape) < 0.3] = 0
    places = rng.integers(0, 90, (50, 7, 3)).astype(np.int32)
    own = rng.random((50, 7, 3))
    for shares in (ends, own):
        wanted = np.zeros((50, 3))
        for state in range(50):
            for end in range(7):
                for player in range(3):
                    share = shares[state, end] if shares.ndim == 2 else shares[state, end, player]
                    wanted[state, player] += share * values[places[state, end, player]]
        assert means(shares, values, places, np) == pytest.approx(wanted.ravel(), rel=1e-13)


def test_a_layer_that_is_not_solved_does_not_keep_others_from_their_loops(tmp_path: Path) -> None:
    found = solve_tournament(SMALL, 4, loops=1, checkpoint=tmp_path / "part.npz")
    assert not found.converged
    assert {loop.players for loop in found.loops} == {2, 3, 4}
    assert all(found.game.policy(n) is not None for n in (2, 3, 4))
    again = solve_tournament(SMALL, 4, checkpoint=tmp_path / "part.npz")
    assert again.converged
    assert again.values(2) == pytest.approx(solve_tournament(SMALL, 2).values(2), abs=1e-3)
    for n in (2, 3, 4):  # those of more players have several equilibria
        assert again.game.measure(n) <= GAMMA * SMALL.pool
        assert again.values(n) == pytest.approx(solve_tournament(SMALL, 4).values(n), abs=0.1)


def test_places_sum_to_one_and_pay_the_values(three: WholeSolution) -> None:
    game = three.game
    places = finishing(game)
    for players in (2, 3):
        here = places[:, game.index.layer(players)]
        assert here.sum(axis=0) == pytest.approx(1)
        assert SMALL.prizes_for(3) @ here == pytest.approx(three.values(players).ravel(), abs=1e-6)
        by_state = here.reshape(3, -1, players).sum(axis=2)
        assert by_state[:players] == pytest.approx(np.ones_like(by_state[:players]))


@pytest.mark.parametrize("stop", [1, 2, 4])
def test_resuming_gives_the_same_file(tmp_path: Path, stop: int) -> None:
    whole, parts = tmp_path / "whole.npz", tmp_path / "parts.npz"
    solve_tournament(SMALL, 3, checkpoint=whole)

    class StopError(Exception):
        pass

    seen = 0

    def interrupt(_: object) -> None:
        nonlocal seen
        seen += 1
        if seen == stop:
            raise StopError

    with pytest.raises(StopError):
        solve_tournament(SMALL, 3, checkpoint=parts, progress=interrupt)
    again = solve_tournament(SMALL, 3, checkpoint=parts)
    assert again.converged
    with np.load(whole) as one, np.load(parts) as other:
        assert set(one.files) == set(other.files)
        for name in set(one.files) - {"loops"}:
            assert np.array_equal(one[name], other[name]), name
        assert np.array_equal(one["loops"][:, :-1], other["loops"][:, :-1])  # all but seconds


def test_values_alone_are_enough_to_go_on(tmp_path: Path, three: WholeSolution) -> None:
    file = tmp_path / "values.npz"
    solve_tournament(SMALL, 3, checkpoint=file, keep="values", loops=3)
    with np.load(file) as saved:
        assert not [name for name in saved.files if name.startswith("jams")]
    found = solve_tournament(SMALL, 3, checkpoint=file, keep="values")
    assert found.converged
    # both are within γ of an equilibrium in each hand, but not the same
    assert found.values(3) == pytest.approx(three.values(3), abs=0.2)


def test_strategies_are_found_before_given_values_move() -> None:
    stakes = TournamentStakes(units=7)
    found = solve_tournament(stakes, 3)
    again = solve_tournament(stakes, 3, values=np.asarray(found.game.values))
    first = next(loop for loop in again.loops if loop.players == 3)
    assert first.epsilon <= 1e-4
    assert first.delta < 0.02


def test_jams_that_are_no_better_than_a_bound_are_not_taken(three: WholeSolution) -> None:
    game = three.game.with_values(three.game.values)
    kept = three.game.policy(3)
    assert kept is not None
    policy = replace(
        kept, jams=kept.jams.copy(), ends=kept.ends.copy(), epsilon=kept.epsilon * 0, regrets=None
    )
    game.layer(3).policy = policy
    inner = INNERS["cfr+"]
    policy.regrets = (np.ones(policy.jams.shape), np.ones(policy.jams.shape))  # lead to 1/2
    game.improve(3, inner, 1e-4, rounds=0, is_bound=True)
    assert np.array_equal(policy.jams, kept.jams)
    game.improve(3, inner, 1e-4, rounds=0)
    assert not np.array_equal(policy.jams, kept.jams)
    assert policy.epsilon.max() > 0.1


def test_a_file_of_another_tournament_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "two.npz"
    solve_tournament(TournamentStakes(units=6), 2, checkpoint=file)
    with pytest.raises(OptionError, match="holds another tournament"):
        solve_tournament(TournamentStakes(units=7), 2, checkpoint=file)


@pytest.mark.parametrize(
    "algorithm", ["pi-pdcfr+", "pi-cfr", "pi-fp", "vi-cfr+", "vi-pdcfr+", "vi-cfr", "vi-fp"]
)
def test_all_algorithms_come_to_the_same_values(algorithm: str) -> None:
    stakes, gamma = TournamentStakes(units=6), 1e-4
    known = solve_tournament(stakes, 2).values(2)
    found = solve_tournament(stakes, 2, algorithm=algorithm, gamma=gamma, delta=1e-6)
    assert found.converged
    # a hand is within γ of 100 dollars, and about ten hands are played
    assert found.values(2) == pytest.approx(known, abs=0.1)


def test_states_that_need_many_rounds_are_solved_in_the_end() -> None:
    """Fictitious play starts anew in each loop, and 48 rounds are never enough for four states."""
    found = solve_tournament(TournamentStakes(units=20), 2, algorithm="pi-fp", gamma=5e-8, loops=20)
    assert found.converged
    assert found.loops[-1].epsilon <= 5e-6


def test_rounds_depend_on_how_many_states_changed() -> None:
    def loop(updated: int, delta: float = 0.1) -> LoopReport:
        return LoopReport(3, 1, 1000, updated, 1500, 18000, 3e-4, delta, seconds=3.0)

    assert [rounds_after([loop(n)]) for n in (1000, 250, 249, 30, 29, 0)] == [2, 2, 8, 8, 32, 32]
    assert rounds_after([]) == 2
    # values stand still: the states that are left need more
    assert rounds_after([loop(5, delta=0.0)]) == 64
    assert rounds_after([loop(5, delta=1e-5)] * 2) == 128
    # values that go back and forth do not hold rounds down for ever
    assert rounds_after([loop(5)] * 30) == 256


def test_values_of_a_satellite_do_not_swing_for_ever() -> None:
    """With two equal prizes for three, whole steps swing by 14 of 100 in the 60th loop."""
    satellite = TournamentStakes(units=6, prizes=(50.0, 50.0))
    found = solve_tournament(satellite, 3, gamma=1e-4)
    assert found.converged
    # the values are those of the policies
    assert found.game.evaluate(3).reshape(-1, 3) == pytest.approx(found.values(3), abs=1e-6)


def test_steps_are_halved_while_values_swing() -> None:
    def loop(delta: float) -> LoopReport:
        return LoopReport(3, 1, 1000, 500, 1500, 18000, 3e-4, delta, seconds=3.0)

    falling = [loop(10 * 0.7**n) for n in range(20)]
    assert step_after(falling, 100) == 1
    # changes that are small in themselves do not count
    assert step_after([*falling, *(loop(0.9) for _ in range(20))], 100) == 1
    swinging = [loop(9.0)] * 5
    assert step_after(swinging[:4], 100) == 1
    assert step_after(swinging, 100) == 0.5
    # half steps that go on swinging: after twice as many loops, a quarter
    assert step_after([*swinging, *[loop(4.5)] * 7], 100) == 0.5
    assert step_after([*swinging, *[loop(4.5)] * 8], 100) == 0.25


def test_a_file_by_former_rules_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "two.npz"
    found = solve_tournament(SMALL, 2, checkpoint=file)
    assert read_values(file, SMALL, 2).tolist() == found.game.values.tolist()
    monkeypatch.setattr(states, "RULES", states.RULES + 1)
    with pytest.raises(OptionError, match="another tournament, or one by former rules"):
        read_values(file, SMALL, 2)
    with pytest.raises(OptionError, match="holds another tournament"):
        solve_tournament(SMALL, 2, checkpoint=file)


def test_best_responses_that_still_move_give_a_warning(three: WholeSolution) -> None:
    with pytest.warns(UserWarning, match="best responses of 3 players still move"):
        best_responses(three.game, loops=1, settled=1e-15)


def test_a_tournament_that_is_not_solved_gives_a_warning(three: WholeSolution) -> None:
    with pytest.warns(UserWarning, match="not solved: in loop 1 with [23] players"):
        solve_tournament(SMALL, 3, loops=1).warned()
    assert three.warned() is three


@pytest.mark.slow
@pytest.mark.parametrize(("leave", "rounds"), [(0.0, 5), (0.8, 3)])
def test_few_states_that_are_left_do_not_hold_up_the_rest(leave: float, rounds: int) -> None:
    game, gamma = WholeGame(TournamentStakes(), 2), 1e-8
    work = game.improve(2, INNERS["cfr+"], gamma, rounds=4, leave=leave)
    assert len(work.rounds) <= rounds
    policy = game.policy(2)
    assert policy is not None
    still = int((policy.epsilon > gamma).sum())
    assert 0 < still <= 0.8 * work.updated


def test_time_that_is_over_leaves_measured_policies() -> None:
    found = solve_tournament(TournamentStakes(units=20), 2, gamma=1e-8, seconds=1e-9)
    assert not found.converged
    game = WholeGame(TournamentStakes(units=20), 2)
    game.improve(2, INNERS["cfr+"], 1e-8, until=0.0)
    policy = game.policy(2)
    assert policy is not None
    assert np.isfinite(policy.epsilon).all()
    assert policy.ends.sum(axis=1) == pytest.approx(1)


def test_a_game_without_end_has_the_least_values() -> None:
    """Two states that follow each other for ever: any value solves the equations, 0 is least."""
    ends = np.ones((2, 1))
    after = np.array([[[2, 3]], [[0, 1]]], dtype=np.int32)
    system = PolicySystem(ends, after, slice(0, 4))
    assert system.solve(np.zeros(5)).tolist() == [0, 0, 0, 0]
    assert system.solve(np.full(5, 7.0)).tolist() == [0, 0, 0, 0]


def test_where_hands_hardly_ever_lead_out_all_is_solved_at_once() -> None:
    """Three states in a ring that is left once in ten million hands, and one that is never left."""
    ring = np.zeros((4, 4))
    ring[[0, 1, 2], [1, 2, 0]] = 1 - 1e-7
    ring[3, 3] = 1
    known = 1e-7 * np.array([10.0, 20.0, 60.0, 0.0])
    found = _from_all(lambda values: ring @ values, known, np)
    assert found == pytest.approx([30, 30, 30, 0], abs=1e-4)


def test_policy_iteration_recovers_from_values_that_are_too_high() -> None:
    """Everybody folds for ever if that promises more than the first prize (§4.3)."""
    stakes = TournamentStakes(units=8)
    hopes = WholeGame(stakes, 2).values
    hopes[: ValueIndex(stakes, 2).prize_at] = 100
    stuck = solve_tournament(stakes, 2, algorithm="vi-cfr+", values=hopes)
    assert stuck.converged
    assert stuck.at([4, 4]).tolist() == [100, 100]
    found = solve_tournament(stakes, 2, values=hopes)
    assert found.converged
    assert found.values(2) == pytest.approx(solve_tournament(stakes, 2).values(2), abs=0.01)


@pytest.mark.parametrize("name", ["cfr", "cfr+", "dcfr", "dcfr+", "pcfr+", "pdcfr+"])
def test_many_games_at_once_follow_the_rules_of_one(name: str) -> None:
    """A step of many games with two actions is a step of one, from the same values."""
    rule = ALGORITHMS[name]
    assert isinstance(rule, RegretMatching)
    game = MatrixGame(np.array([[3.0, -1.0], [-2.0, 1.0]]))
    run = Run(game, None)
    many = Runs.begin(np, np.full((1, 2), 0.5))
    for iteration in range(1, 30):
        values = [game.values(player, run.strategy)[0] for player in (0, 1)]
        edges = np.array([[float(value[0, 1] - value[0, 0]) for value in values]])
        now = [array.copy() for array in run.strategy]
        for player in (0, 1):
            rule.step(run, player, iteration)
            if player == 0:  # both see the strategies before
                moved, run.strategy[0] = run.strategy[0], now[0]
        run.strategy[0] = moved
        step(rule, many, edges)
        assert many.strategy[0] == pytest.approx([array[0, 1] for array in run.strategy])
    assert many.average()[0] == pytest.approx([array[0, 1] for array in run.average()])


def test_bad_options_are_refused() -> None:
    for options in ({"algorithm": "magic"}, {"keep": "nothing"}, {"gamma": 0.0}, {"loops": 0}):
        with pytest.raises(OptionError):
            solve_tournament(SMALL, 2, **options)
    assert replace(SMALL, units=9).units == 9
    assert solve(MatrixGame(np.array([[1.0, -1.0], [-1.0, 1.0]]))).converged


def test_what_does_not_fit_into_memory_is_refused() -> None:
    """Nine players have 177,232,627 states, and their regrets alone are 69 TB."""
    with pytest.raises(OptionError, match=r"9 players with 45 units need .* GB of memory"):
        solve_tournament(TournamentStakes(), 9)


@pytest.mark.small
def test_the_memory_that_is_asked_for_counts_the_unknowns_of_a_layer() -> None:
    """Six players need 4.1 GB for them."""
    stakes = TournamentStakes(units=9)
    game, held, unknowns = WholeGame(stakes, 4), 0, []
    for n in (2, 3, 4):
        layer = game.layer(n)
        policy = layer.blank_policy()
        system = PolicySystem(policy.ends, layer.after, layer.place)
        held += policy.jams.nbytes + policy.ends.nbytes + layer.after.nbytes
        unknowns.append(system.columns.nbytes)
        assert system.columns.nbytes == layer.after.nbytes
    assert policy_bytes(stakes, 4, keeps_regrets=False) == held + max(unknowns)


def test_values_do_not_depend_on_the_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each core takes a batch at a time, and batches are the same."""
    found = []
    for cores in (1, 3):
        monkeypatch.setattr(
            "os.sched_getaffinity", lambda _, cores=cores: range(cores), raising=False
        )
        solved = solve_tournament(TournamentStakes(units=12), 2, at_once=2, gamma=1e-4)
        found.append(solved.game.values)
    assert found[0].tolist() == found[1].tolist()
