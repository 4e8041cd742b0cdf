"""Counts of the jam-or-fold tournament against plain enumeration."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest

from railbird.errors import OptionError
from railbird.evaluate.preflop.three_way import triples
from railbird.tournament.jamfold import counts


def states(players: int, units: int) -> Iterator[tuple[int, ...]]:
    """All ways to give the units to the players, by trying all numbers."""
    stacks = product(range(1, units + 1), repeat=players)
    return (state for state in stacks if sum(state) == units)


def played(players: int) -> list[int]:
    """How many are all in after a jam at each decision, by playing all hands."""
    found = []

    def act(player: int, all_in: int) -> None:
        if player == players or all_in == 3 or (player == players - 1 and all_in == 0):
            return
        found.append(all_in + 1)
        act(player + 1, all_in)
        act(player + 1, all_in + 1)

    act(0, 0)
    return found


def test_matchups() -> None:
    assert counts.matchups(2) == len(list(combinations_with_replacement(range(169), 2)))
    assert counts.matchups(3) == len(triples())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_finishing_orders(players: int) -> None:
    orders = {
        tuple(sorted(set(levels)).index(level) for level in levels)
        for levels in product(range(players), repeat=players)
    }
    assert counts.finishing_orders(players, ties=True) == len(orders)
    strict = [order for order in orders if len(set(order)) == players]
    assert counts.finishing_orders(players) == len(strict)
    assert counts.rollout_entries(players) == counts.matchups(players) * len(strict)


@pytest.mark.parametrize("players", range(2, 9))
def test_decisions(players: int) -> None:
    found = played(players)
    assert counts.decision_nodes(players) == tuple(found.count(size) for size in (1, 2, 3))


@pytest.mark.parametrize("units", [1, 2, 5, 9, 12])
def test_states(units: int) -> None:
    total, third, sets = 0, 0, 0
    for players in (2, 3, 4, 5):
        found = len(list(states(players, units)))
        assert counts.tournament_states(players, units) == found
        total += found
        third += found * played(players).count(3)
        sets += found * len(played(players)) * 169
        assert counts.total_states(players, units) == total
        assert counts.three_way_nodes(players, units) == third
        assert counts.information_sets(players, units) == sets


def test_what_cannot_be_counted() -> None:
    for players in (1, 11):
        with pytest.raises(OptionError, match=f"{players} players: counts are for 2 to 10"):
            counts.matchups(players)
    with pytest.raises(OptionError, match="0 units"):
        counts.total_states(3, 0)
