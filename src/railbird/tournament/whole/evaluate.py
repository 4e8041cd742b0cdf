"""What policies are worth: finishing places, and what a deviator gains over the whole rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from railbird.tournament.whole.game import WholeGame
from railbird.tournament.whole.values import PolicySystem

Array = Any
SETTLED = 1e-9
"""By default, best responses are found when no value changes by more than this share of the
prizes."""


STILL = 0.1
"""A hand is not measured again if nothing behind it changes by more than this part of that."""


def finishing(game: WholeGame) -> Array:
    """Probabilities of all places if everybody plays the policies, (places, values).

    The second axis is that of the array of all values, see `ValueIndex`.
    """

    def ends(players: int) -> Array:
        policy = game.policy(players)
        assert policy is not None
        return policy.ends

    return places_from_ends(game, ends)


def places_from_ends(game: WholeGame, ends: Callable[[int], Array]) -> Array:
    """Probabilities of all places, (places, values), from those of the ends of each layer's hands.

    ``ends`` gives these for a number of players, see `PolicySystem`.
    """
    xp, index = game.xp, game.index
    found = xp.zeros((game.players, index.size))
    found[:, index.prize_at :] = xp.asarray(index.prizes(np.eye(game.players)))
    for n in range(2, game.players + 1):
        layer = game.layer(n)
        system = PolicySystem(ends(n), layer.after, layer.place, xp)
        for place in range(n):
            found[place, layer.place] = system.solve(found[place])
    return found


def best_responses(
    game: WholeGame, *, loops: int = 100, settled: float = SETTLED, is_quick: bool = False
) -> Array:
    """What one player can get who knows everybody's policy, in every state, for the whole rest.

    The others play the policies. This is the *ex post* check of Ganzfried and Sandholm (2009): the
    value minus what the policy is worth is the ε of the whole tournament.

    Returns
    -------
    ndarray
        In the order of the array of all values, see `ValueIndex`.

    Notes
    -----
    A deviator faces a Markov decision problem. With B the values of best responses after the hand,
    the best response in a hand gains g(B) over the policy, and B = P B + g(B), where P are the
    transitions if nobody deviates. We solve B' = P B' + g(B) for B' until B' = B.
    """
    xp, index = game.xp, game.index
    found = game.values.copy()
    for n in range(2, game.players + 1):
        layer, policy = game.layer(n), game.policy(n)
        assert policy is not None
        system = PolicySystem(policy.ends, layer.after, layer.place, xp)
        found[index.layer(n)] = system.solve(found)
        enough = settled * game.stakes.pool
        bonus = is_moved = None
        for _ in range(loops):
            bonus = hand_gains(game, n, found, known=bonus, only=is_moved, is_quick=is_quick)
            before = found.copy()
            found[layer.place] = system.solve(found, bonus=bonus.reshape(-1))
            changes = xp.abs(found - before)
            if float(changes.max()) <= enough:
                break
            is_moved = layer.change(changes) > STILL * enough
    return found


def hand_gains(
    game: WholeGame,
    players: int,
    values: Array,
    *,
    known: Array | None = None,
    only: Array | None = None,
    is_quick: bool = False,
) -> Array:
    """What each player gains by a best response in the hand, if ``values`` come after it.

    Returns (states, players). If ``only`` says which states to measure, the others are ``known``.
    """
    layer, policy = game.layer(players), game.policy(players)
    assert policy is not None
    solver = game.judge(players, values, is_quick=is_quick)
    found = game.xp.zeros((layer.layer.count, players)) if known is None else known.copy()

    def measure(batch: Array) -> None:
        found[batch], _ = solver.measure(batch, policy)

    for group in layer.groups:
        solver.each(measure, group if only is None else group[only[group]])
    return found


def ex_post(game: WholeGame, *, settled: float = SETTLED, is_quick: bool = False) -> Array:
    """What a deviator gains in every state over the whole rest, in the order of all values.

    Gains are found when none changes by more than the share ``settled`` of the prizes. If
    ``is_quick``, sums over three classes are less precise, see `WholeGame`: gains of less than
    about a millionth of the prizes say nothing then.
    """
    xp = game.xp
    worth = game.values.copy()
    for n in range(2, game.players + 1):
        layer, policy = game.layer(n), game.policy(n)
        assert policy is not None
        worth[layer.place] = PolicySystem(policy.ends, layer.after, layer.place, xp).solve(worth)
    return best_responses(game, settled=settled, is_quick=is_quick) - worth
