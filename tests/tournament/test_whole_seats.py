"""Players with different strategies: exact results of the whole tournament."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

import numpy as np
import pytest

from railbird.tournament.jamfold.rules import all_nodes
from railbird.tournament.whole.evaluate import finishing
from railbird.tournament.whole.game import WholeGame
from railbird.tournament.whole.hands import Hands
from railbird.tournament.whole.inner import INNERS, STEPS
from railbird.tournament.whole.seats import deviator_places, seated_ends
from railbird.tournament.whole.states import Layer, TournamentStakes
from railbird.tournament.whole.strategies import Strategies
from railbird.tournament.whole.transitions import all_ends
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


@pytest.mark.parametrize(("players", "units"), [(2, 9), (3, 8), (4, 9)])
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
        game.improve(n, INNERS["fast"], 0.01)
    same = Strategies.of(game, "same")
    assert deviator_places(game, same, same) == pytest.approx(finishing(game), abs=1e-10)
