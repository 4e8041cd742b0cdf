"""Players with different strategies: exact results of the whole tournament."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

import numpy as np
import pytest

from railbird.errors import OptionError, RulesError
from railbird.tournament.jamfold.rules import all_nodes
from railbird.tournament.whole.evaluate import finishing
from railbird.tournament.whole.game import WholeGame
from railbird.tournament.whole.hands import Hands
from railbird.tournament.whole.inner import INNERS, STEPS
from railbird.tournament.whole.seated import SeatedHands
from railbird.tournament.whole.seats import (
    deviator_places,
    match_places,
    mixed_seatings,
    seated_ends,
)
from railbird.tournament.whole.states import Layer, TournamentStakes
from railbird.tournament.whole.strategies import Strategies
from railbird.tournament.whole.tables import showdowns
from railbird.tournament.whole.transitions import all_ends, forced_jams
from railbird.tournament.whole.visits import places_by_strategy
from tests.naive.whole import places_of_names


def anything(stakes: TournamentStakes, players: int, seed: int) -> Strategies:
    """Strategies that jam and call with random classes more or less often."""
    rng = np.random.default_rng(seed)
    found = {}
    for n in range(2, players + 1):
        shape = Layer(stakes, n).count, len(all_nodes(n)), 169
        played = [[0.08 if node.jammed else 0.4] for node in all_nodes(n)]  # few calls, few triples
        jams = rng.random(shape) * (rng.random((1, *shape[1:])) < played)
        found[n] = np.rint(jams * STEPS).astype(np.uint16)
    return Strategies(f"random {seed}", found)


def ends_by_composition(
    game: WholeGame, players: int, sets: Sequence[Strategies], seating: Sequence[int]
) -> np.ndarray:
    """The ends of all hands of a layer from one array of jams: each player's from their set."""
    jams = np.empty(sets[0].jams[players].shape)
    for at, node in enumerate(all_nodes(players)):
        jams[:, at] = sets[seating[node.player]].jams[players][:, at] / STEPS
    layer = game.layer(players)
    found = np.empty((len(jams), len(all_ends(players))))
    for group in layer.groups:
        hands = Hands(game.tables, game.values[layer.after[group]], layer.forced[group])
        full = hands.complete(jams[group])
        found[group] = hands.ends(full, hands.callers(full))
    return found


def naive_places(
    game: WholeGame, sets: Sequence[Strategies], stacks: tuple[int, ...], seating: Sequence[int]
) -> np.ndarray:
    """Places of everybody, (players, places)."""

    @cache
    def layer_ends(strategies: tuple[int, ...]) -> np.ndarray:
        return ends_by_composition(game, len(strategies), sets, strategies)

    def hand_ends(chips: tuple[int, ...], names: tuple[int, ...]) -> dict[tuple[int, ...], float]:
        rank = int(Layer(game.stakes, len(chips)).ranks(np.array(chips)))
        shares = layer_ends(tuple(seating[name] for name in names))[rank].tolist()
        return dict(zip((end.finish for end in all_ends(len(chips))), shares, strict=True))

    return np.array(places_of_names(stacks, (1, 2), hand_ends))


@pytest.mark.parametrize(("players", "units"), [(2, 9), (3, 7), (4, 7)])
def test_ends_are_those_of_one_array_of_jams(players: int, units: int) -> None:
    stakes = TournamentStakes(units=units)
    game = WholeGame(stakes, players)
    sets = [anything(stakes, players, seed) for seed in (1, 2)]
    seatings = list(product(range(2), repeat=players))
    chosen = seatings if players < 4 else seatings[3::6]
    found = seated_ends(game, players, sets, chosen)
    assert found.sum(axis=2) == pytest.approx(np.ones(found.shape[:2]))
    for at, seating in enumerate(chosen):
        wanted = ends_by_composition(game, players, sets, seating)
        assert found[:, at] == pytest.approx(wanted, abs=1e-13)


def test_ends_of_five_players_with_chips_behind() -> None:
    layer = Layer(TournamentStakes(units=30), 5)
    states = layer.ranks(np.array([[6, 6, 6, 6, 6], [1, 9, 3, 10, 7]]))
    hands = Hands(showdowns(), np.zeros((2, 85, 5)), forced_jams(layer)[states])
    rng, shape = np.random.default_rng(1), (2, len(all_nodes(5)), 169)
    jams = [hands.complete(rng.random(shape) * (rng.random(shape) < 0.1)) for _ in range(3)]
    seatings = [(0, 1, 1, 2, 0), (0, 1, 1, 2, 1), (2, 1, 1, 2, 0), (0, 1, 2, 2, 2)]
    found = SeatedHands(hands, jams, seatings).ends()
    for at, seating in enumerate(seatings):
        full = np.empty(shape)
        for number, node in enumerate(all_nodes(5)):
            full[:, number] = jams[seating[node.player]][:, number]
        assert found[:, at] == pytest.approx(hands.ends(full, hands.callers(full)), abs=1e-13)


@pytest.mark.parametrize(("players", "units"), [(2, 7), (3, 7), (4, 6), (5, 6)])
def test_a_deviator_finishes_as_name_by_name(players: int, units: int) -> None:
    stakes = TournamentStakes(units=units)
    game = WholeGame(stakes, players)
    sets = [anything(stakes, players, seed) for seed in (3, 4)]
    places = deviator_places(game, *sets)
    layer = game.layer(players).layer
    here = places[:, game.index.layer(players)].reshape(players, -1, players)
    assert here.sum(axis=0) == pytest.approx(np.ones(here.shape[1:]))
    stacks = tuple(layer.stacks[-2].tolist())
    for seat in (0, players - 1):
        seating = [int(other == seat) for other in range(players)]
        wanted = naive_places(game, sets, stacks, seating)
        assert here[:, -2, seat] == pytest.approx(wanted[seat], abs=1e-8)


def test_a_deviator_who_does_the_same_is_one_of_them() -> None:
    stakes = TournamentStakes(units=8)
    game = WholeGame(stakes, 3)
    for n in (2, 3):
        game.improve(n, INNERS["cfr+"], 0.01)
        game.measure(n)
    same = Strategies.of(game, "same")
    assert deviator_places(game, same, same) == pytest.approx(finishing(game), abs=1e-10)


@pytest.mark.parametrize(
    ("stacks", "seating"),
    [((3, 2, 2), (0, 1, 2)), ((2, 1, 2, 1), (1, 0, 0, 1)), ((1, 2, 1, 1, 1), (0, 1, 1, 0, 2))],
)
def test_everybody_finishes_as_name_by_name(
    stacks: tuple[int, ...], seating: tuple[int, ...]
) -> None:
    stakes, players = TournamentStakes(units=sum(stacks)), len(stacks)
    game = WholeGame(stakes, players)
    sets = [anything(stakes, players, seed) for seed in (5, 6, 7)]
    found = match_places(game, sets, [seating])
    assert found.at(stacks, seating) == pytest.approx(
        naive_places(game, sets, stacks, seating), abs=1e-8
    )
    assert found.payoffs(stacks, seating).sum() == pytest.approx(stakes.pool)
    # the next hand, if the first has stolen the blinds: the seats have turned
    turned = (seating[-1], *seating[:-1])
    assert found.at(stacks, turned).sum(axis=0) == pytest.approx(np.ones(players))


def test_all_seatings_of_two_strategies() -> None:
    stakes = TournamentStakes(units=7)
    game = WholeGame(stakes, 3)
    one, other = anything(stakes, 3, 8), anything(stakes, 3, 9)
    found = match_places(game, [one, other], [*mixed_seatings(3), (0, 0, 0)])
    swapped = match_places(game, [other, one], mixed_seatings(3))
    stacks = game.layer(3).layer.stacks[8].tolist()
    for seating in mixed_seatings(3):
        opposite = tuple(1 - strategy for strategy in seating)
        assert found.at(stacks, seating) == pytest.approx(swapped.at(stacks, opposite), abs=1e-9)
    # one against the others, from the seat of that one
    alone = deviator_places(game, one, other)[:, game.index.layer(3)].reshape(3, -1, 3)[:, 8]
    for seat, seating in enumerate([(1, 0, 0), (0, 1, 0), (0, 0, 1)]):
        assert found.at(stacks, seating)[seat] == pytest.approx(alone[:, seat], abs=1e-9)
    same = deviator_places(game, one, one)[:, game.index.layer(3)].reshape(3, -1, 3)[:, 8]
    assert found.at(stacks, (0, 0, 0)) == pytest.approx(same.T, abs=1e-9)
    means = swapped.by_strategy(stacks)
    assert means.sum(axis=1) == pytest.approx([1, 1])
    assert means.sum(axis=0) == pytest.approx([2 / 3] * 3)  # nine seats each, six seatings


@pytest.mark.parametrize(("players", "units"), [(2, 9), (3, 8), (4, 7), (5, 7)])
def test_forward_and_backward_are_the_same(players: int, units: int) -> None:
    game = WholeGame(TournamentStakes(units=units), players)
    sets = [anything(game.stakes, players, seed) for seed in (4, 5, 6)]
    rng = np.random.default_rng(players)
    seatings = [tuple(rng.integers(0, 3, players).tolist()) for _ in range(4)]
    seatings += [tuple(range(players))] if players <= 3 else [(0, 1, 2) + (1,) * (players - 3)]
    back = match_places(game, sets, seatings)
    for rank in (0, 3, game.layer(players).layer.count - 1):
        stacks = game.layer(players).layer.stacks[rank].tolist()
        wanted = back.by_strategy(stacks)
        seen: list[int] = []
        found = places_by_strategy(game, sets, seatings, stacks, report=seen.append)
        used = sorted({number for seating in seatings for number in seating})
        assert found[used] == pytest.approx(wanted[used], abs=1e-9)
        assert sum(seen) > 0


def test_tournaments_that_never_end_are_refused() -> None:
    """Two players who always fold: nobody goes out."""
    game = WholeGame(TournamentStakes(units=6), 2)
    jams = [np.full((5, 2, 169), steps, dtype=np.uint16) for steps in (0, STEPS)]
    fold, jam = (Strategies(str(at), {2: one}) for at, one in enumerate(jams))
    with pytest.raises(RulesError, match="jam more often"):
        places_by_strategy(game, [fold], [(0, 0)], [3, 3])
    # a strategy without a seat has no places
    found = places_by_strategy(game, [jam, fold], [(0, 0)], [3, 3])
    assert found.tolist() == [pytest.approx([0.5, 0.5]), [0.0, 0.0]]
    assert match_places(game, [jam, fold], [(0, 0)]).by_strategy([3, 3])[1].tolist() == [0.0, 0.0]


@pytest.mark.parametrize("seating", [(0, 1), (0, 1, 2), (0, 0, -1)])
def test_seatings_that_cannot_be_are_refused(seating: tuple[int, ...]) -> None:
    stakes = TournamentStakes(units=5)
    sets = [anything(stakes, 3, seed) for seed in (1, 2)]
    with pytest.raises(OptionError, match="give one of 2 strategies"):
        match_places(WholeGame(stakes, 3), sets, [seating])
