"""The size of the jam-or-fold game: tables of roll-outs, decisions, tournament states.

These are the counts of Melcher (2015), §5.3; all are exact.
"""

from __future__ import annotations

from math import comb, factorial

from railbird.errors import OptionError
from railbird.tournament.jamfold.rules import MOST_ALL_IN, MOST_PLAYERS, all_nodes
from railbird.tournament.jamfold.showdowns import CLASSES


def matchups(players: int) -> int:
    """Unordered choices of a hand class for each player; classes may repeat.

    A few of them cannot be dealt, such as AA three times. A table indexed by classes has a row for
    these too.

    Examples
    --------
    >>> [matchups(players) for players in (2, 3)]
    [14365, 818805]
    """
    _check(players)
    return comb(CLASSES + players - 1, players)


def finishing_orders(players: int, *, ties: bool = False) -> int:
    """The number of orders in which this many hands can finish.

    Examples
    --------
    >>> [finishing_orders(players) for players in (2, 3, 4)]
    [2, 6, 24]
    >>> [finishing_orders(players, ties=True) for players in (2, 3, 4)]
    [3, 13, 75]
    """
    _check(players)
    if not ties:
        return factorial(players)
    orders = [1]
    for n in range(1, players + 1):  # some of them tie for first place
        orders.append(sum(comb(n, first) * orders[n - first] for first in range(1, n + 1)))
    return orders[players]


def rollout_entries(players: int, *, ties: bool = False) -> int:
    """The number of entries in a table of how all matchups finish.

    Examples
    --------
    >>> rollout_entries(3), rollout_entries(3, ties=True)
    (4912830, 10644465)
    """
    return matchups(players) * finishing_orders(players, ties=ties)


def decision_nodes(players: int) -> tuple[int, int, int]:
    """Decisions of a hand, by how many players are all in after a jam: one, two, three.

    Examples
    --------
    >>> decision_nodes(3), decision_nodes(10)
    ((2, 3, 1), (9, 45, 120))
    """
    _check(players)
    before = [len(node.jammed) for node in all_nodes(players)]
    one, two, three = (before.count(jammed) for jammed in range(MOST_ALL_IN))
    return one, two, three


def tournament_states(players: int, units: int) -> int:
    """Ways to distribute the chips: a whole number of units, at least one, for each position.

    Examples
    --------
    >>> tournament_states(3, 45)
    946
    """
    _check(players, units)
    return comb(units - 1, players - 1)


def total_states(players: int, units: int) -> int:
    """Like `tournament_states`, including states of fewer players, down to two.

    Examples
    --------
    >>> total_states(3, 45), total_states(5, 45)
    (990, 149985)
    """
    _check(players, units)
    return sum(tournament_states(left, units) for left in range(2, players + 1))


def three_way_nodes(players: int, units: int) -> int:
    """Decisions after two jams, in all states of a tournament: the cost of solving it.

    Examples
    --------
    >>> three_way_nodes(3, 45), three_way_nodes(4, 45) / three_way_nodes(3, 45)
    (946, 57.0)
    """
    _check(players, units)
    return sum(
        decision_nodes(left)[2] * tournament_states(left, units) for left in range(2, players + 1)
    )


def information_sets(players: int, units: int) -> int:
    """Decisions with each class of hands, in all states of a tournament.

    Examples
    --------
    >>> information_sets(5, 45)
    580677240
    """
    _check(players, units)
    return CLASSES * sum(
        sum(decision_nodes(left)) * tournament_states(left, units) for left in range(2, players + 1)
    )


def _check(players: int, units: int = 1) -> None:
    if not 2 <= players <= MOST_PLAYERS:
        raise OptionError(f"{players} players: counts are for 2 to {MOST_PLAYERS}")
    if units < 1:
        raise OptionError(f"{units} units of chips: a tournament has at least one")
