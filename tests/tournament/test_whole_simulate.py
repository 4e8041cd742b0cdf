"""Tournaments that are played hand by hand, beside exact results."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.errors import OptionError
from railbird.tournament.jamfold.rules import all_nodes
from railbird.tournament.whole import simulate
from railbird.tournament.whole.game import WholeGame
from railbird.tournament.whole.inner import STEPS
from railbird.tournament.whole.seats import MatchPlaces, match_places
from railbird.tournament.whole.simulate import ChainSimulator, Simulator, TournamentSimulator
from railbird.tournament.whole.states import Layer, TournamentStakes
from railbird.tournament.whole.strategies import Strategies
from tests.tournament.test_whole_seats import anything

ERRORS = 4.5
"""How many standard errors a share may be off: with some 120 shares, one run in 1,000 would be."""


def always(stakes: TournamentStakes, players: int, chance: float) -> Strategies:
    """Strategies that jam any hand with the same probability."""
    shapes = {n: (Layer(stakes, n).count, len(all_nodes(n)), 169) for n in range(2, players + 1)}
    steps = round(chance * STEPS)
    return Strategies("always", {n: np.full(shape, steps, "u2") for n, shape in shapes.items()})


def simulators(exact: MatchPlaces) -> dict[str, TournamentSimulator]:
    """Both simulators of a match: with cards that are dealt, and with ends of hands."""
    return {
        "deal": Simulator(exact.game, exact.strategies),
        "chain": ChainSimulator(exact.game, exact.index, exact.ends),
    }


def matched(sets: list[Strategies], seating: tuple[int, ...], units: int) -> MatchPlaces:
    game = WholeGame(TournamentStakes(units=units), len(seating))
    return match_places(game, sets, [seating], keeps_ends=True)


@pytest.mark.parametrize(
    ("stacks", "seating"),
    [
        ((3, 4), (0, 1)),
        ((3, 2, 4), (0, 1, 2)),
        ((2, 1, 2, 2), (1, 0, 0, 1)),
        ((1, 2, 1, 2, 2), (0, 1, 1, 0, 2)),
    ],
)
def test_places_are_the_exact_ones_within_their_error(
    stacks: tuple[int, ...], seating: tuple[int, ...]
) -> None:
    stakes, players = TournamentStakes(units=sum(stacks)), len(stacks)
    exact = matched([anything(stakes, players, seed) for seed in (5, 6, 7)], seating, stakes.units)
    wanted = exact.at(stacks, seating)
    for simulator in simulators(exact).values():
        found = simulator.play(stacks, seating, 40_000, seed=16)
        errors = np.sqrt(wanted * (1 - wanted) / found.tournaments)
        assert (np.abs(found.places - wanted) <= ERRORS * errors + 1e-12).all()
        for mean, payoff in zip(found.payoffs, exact.payoffs(stacks, seating), strict=True):
            assert abs(mean.mean - payoff) <= ERRORS * mean.error
        assert sum(mean.mean for mean in found.payoffs) == pytest.approx(
            stakes.prizes_for(players).sum()
        )


@pytest.mark.parametrize("kind", ["deal", "chain"])
def test_three_all_in_and_several_out_at_once(kind: str) -> None:
    """All jam with equal stacks: a tournament is one hand, and two players share two places."""
    stakes = TournamentStakes(units=6)
    simulator = simulators(matched([always(stakes, 3, 1.0)], (0, 0, 0), 6))[kind]
    found = simulator.play((2, 2, 2), (0, 0, 0), 20_000, seed=1)
    assert found.hands == found.tournaments
    assert found.counts[:, 0, 0].sum() == found.tournaments
    assert found.counts[:, 1, 1].sum() == 2 * found.tournaments
    assert found.places[:, 1] == pytest.approx(found.places[:, 2])
    assert found.places[:, 0] == pytest.approx([1 / 3] * 3, abs=ERRORS * 0.0034)


@pytest.mark.parametrize("kind", ["deal", "chain"])
def test_results_do_not_depend_on_threads(kind: str) -> None:
    stakes = TournamentStakes(units=7)
    stacks, seating = (2, 3, 2), (0, 1, 1)
    sets = [always(stakes, 3, 0.4), anything(stakes, 3, 1)]
    simulator = simulators(matched(sets, seating, 7))[kind]
    runs = [simulator.play(stacks, seating, 20_000, seed=3, threads=n) for n in (1, 3)]
    assert np.array_equal(runs[0].counts, runs[1].counts)
    assert runs[0].hands == runs[1].hands
    other = simulator.play(stacks, seating, 20_000, seed=4)
    assert not np.array_equal(runs[0].counts, other.counts)
    # the first tournaments of a longer run are those of a shorter one
    assert (simulator.play(stacks, seating, 9_000, seed=3).counts <= runs[0].counts).all()


def test_fewer_players_than_the_tournament_has() -> None:
    stakes = TournamentStakes(units=6)
    game = WholeGame(stakes, 3)
    sets = [always(stakes, 3, 0.5)]
    seen: list[float] = []
    found = Simulator(game, sets).play((4, 2), (0, 0), 10_000, progress=seen.append)
    assert found.places.shape == (2, 3)
    assert found.places[:, 2] == pytest.approx([0, 0])
    assert seen[-1] == 1.0
    assert sum(mean.mean for mean in found.payoffs) == pytest.approx(80)


@pytest.mark.parametrize(("seating", "count"), [((0, 1, 0), 5), ((0, 0), 5), ((0, 0, 0), 0)])
def test_what_cannot_be_played_is_refused(seating: tuple[int, ...], count: int) -> None:
    stakes = TournamentStakes(units=5)
    simulator = Simulator(WholeGame(stakes, 3), [always(stakes, 3, 0.5)])
    with pytest.raises(OptionError, match=r"numbered from 0|play 1 to"):
        simulator.play((2, 2, 1), seating, count)


@pytest.mark.parametrize("seed", [-1, 1 << 63])
def test_a_seed_that_is_no_count_is_refused(seed: int) -> None:
    stakes = TournamentStakes(units=5)
    simulator = Simulator(WholeGame(stakes, 3), [always(stakes, 3, 0.5)])
    with pytest.raises(OptionError, match=f"seed {seed}"):
        simulator.play((2, 2, 1), (0, 0, 0), 5, seed=seed)


def test_many_tournaments_are_the_same_however_they_are_divided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stakes = TournamentStakes(units=5)
    simulator = Simulator(WholeGame(stakes, 3), [always(stakes, 3, 0.5)])
    whole = simulator.play((2, 2, 1), (0, 0, 0), 1000, seed=3)
    monkeypatch.setattr(simulate, "AT_ONCE", 64)
    monkeypatch.setattr(simulate, "BLOCKS", 3)
    parts = simulator.play((2, 2, 1), (0, 0, 0), 1000, seed=3)
    assert (parts.counts == whole.counts).all()


def test_a_chain_plays_only_what_was_evaluated() -> None:
    """Seatings that turn into each other are there, others are not."""
    stakes = TournamentStakes(units=6)
    sets = [always(stakes, 3, 0.5), always(stakes, 3, 1.0)]
    simulator = simulators(matched(sets, (0, 0, 1), 6))["chain"]
    assert simulator.play((2, 2, 2), (1, 0, 0), 100).tournaments == 100
    with pytest.raises(OptionError, match="none of those that were evaluated"):
        simulator.play((2, 2, 2), (0, 1, 1), 100)


@pytest.mark.small
def test_the_ends_that_a_chain_draws_have_their_probabilities() -> None:
    """Also those that are hardly ever, or never, drawn."""
    from railbird.tournament.whole._chain_kernels import fill_cells

    chances = np.array([[0.0, 1e-6, 0.3, 0.7 - 1e-6, 0.0], [1.0, 0.0, 0.0, 0.0, 0.0], [0.2] * 5])
    cells = np.empty((3, 5, 3), dtype=np.uint32)
    following = np.tile(np.arange(5, dtype=np.uint32), (3, 1))
    fill_cells(chances, following, cells)
    found = np.zeros((3, 5))
    for state, columns in enumerate(cells.tolist()):
        for below, first, other in columns:
            found[state, first] += below / 2**32 / 5
            found[state, other] += (1 - below / 2**32) / 5
    assert found == pytest.approx(chances, abs=1e-9)
