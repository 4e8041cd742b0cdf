"""What policies are worth: finishing places, and what a deviator gains over the whole rest."""

from __future__ import annotations

import warnings
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
"""A hand is not measured again if what comes behind it changes by less than this part of that."""

WHOLE = 2
"""So many times best responses are found in all hands; then only what they gain."""


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
    transitions if nobody deviates. With Q those of best responses to values before, which are
    nearly right, B' = Q B' + g(B) + (P - Q) B is solved for B' until B' = B. Where others never
    play, a best response may never end; then B is the first prize, which nobody can exceed.
    """
    xp, index = game.xp, game.index
    found, first_prize = game.values.copy(), max(game.stakes.prizes)
    for n in range(2, game.players + 1):
        layer, policy = game.layer(n), game.policy(n)
        assert policy is not None
        system = PolicySystem(policy.ends, layer.after, layer.place, xp)
        found[index.layer(n)] = system.solve(found)
        hands = _Responses(game, n, is_quick=is_quick)
        is_moved = None
        for loop in range(loops):
            if loop < WHOLE:
                hands.respond(found)
            else:
                hands.follow(found, is_moved)
            near = PolicySystem(hands.ends, layer.after, layer.place, xp)
            better = hands.gains.reshape(-1) + system.means(found) - near.means(found)
            before = found.copy()
            found[layer.place] = xp.minimum(near.solve(found, bonus=better), first_prize)
            changes = xp.abs(found - before)
            if float(changes.max()) <= settled * game.stakes.pool:
                break
            met = xp.maximum(near.means(changes), system.means(changes))
            met = met.reshape(-1, n).max(axis=1)
            is_moved = met > STILL * settled * game.stakes.pool
        else:
            warnings.warn(
                f"best responses of {n} players still move by {float(changes.max()):.2g} after "
                f"{loops} loops",
                stacklevel=2,
            )
    return found


class _Responses:
    """Best responses in the hands of a layer, against values that come closer and closer."""

    def __init__(self, game: WholeGame, players: int, *, is_quick: bool) -> None:
        self.game, self.players, self.is_quick = game, players, is_quick
        self.layer, policy = game.layer(players), game.policy(players)
        assert policy is not None
        self.policy = policy
        self.gains = game.xp.zeros((self.layer.layer.count, players))
        self.ends = game.xp.zeros(self.layer.after.shape)
        self.limits = game.xp.zeros(policy.jams.shape[:2], dtype=np.int64)

    def respond(self, values: Array) -> None:
        """Find best responses to values, and what they gain."""
        solver = self.game.judge(self.players, values, is_quick=self.is_quick)

        def work(batch: Array) -> None:
            found = solver.respond(batch, self.policy)
            self.gains[batch], self.ends[batch], self.limits[batch] = found

        for group in self.layer.groups:
            solver.each(work, group)

    def follow(self, values: Array, only: Array) -> None:
        """Find what best responses gain where values have moved."""
        solver = self.game.judge(self.players, values, is_quick=self.is_quick)

        def work(batch: Array) -> None:
            limits = self.limits[batch] if self.is_quick else None
            self.gains[batch], _ = solver.measure(batch, self.policy, limits)

        for group in self.layer.groups:
            solver.each(work, group[only[group]])


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
