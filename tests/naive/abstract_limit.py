"""The abstract limit game as a tree, deal by deal, with an independent version of its rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from railbird.equilibrium import ChanceNode, DecisionNode, EndNode, Node
from railbird.equilibrium.game import Floats
from railbird.players.sparbot import _game_kernels as kinds
from railbird.players.sparbot.game import AbstractLimit, Block, betting_block

SMALL = ((1.0, 2, 1, (1.0, 0.5)), (2.0, 2, 0, (0.0, 0.0)), (2.0, 1, 0, (0.0, 0.0)))
"""The rounds of a small game: bet, raises allowed, first to act, blinds."""


def blocks(rounds: int) -> tuple[Block, ...]:
    """The same rounds in the form of the game under test."""
    return tuple(betting_block(*SMALL[r]) for r in range(rounds))


def random_game(rng: np.random.Generator, sizes: tuple[int, ...], *, nested: bool) -> AbstractLimit:
    """A game with random chances; if nested, a bucket determines the bucket before it."""
    transitions = []
    for n, m in pairwise(sizes):
        table = rng.random((n, n, m, m))
        if nested:
            from_ = np.arange(m) // (m // n)
            keep = from_[None, :] == np.arange(n)[:, None]
            table *= keep[:, None, :, None] & keep[None, :, None, :]
        transitions.append(table / table.sum(axis=(2, 3), keepdims=True))
    start = rng.random((sizes[0], sizes[0]))
    shown = rng.uniform(-1, 1, (sizes[-1], sizes[-1]))
    return AbstractLimit(blocks(len(sizes)), start / start.sum(), tuple(transitions), shown)


def tree(game: AbstractLimit) -> Node:
    """The whole game; players remember their buckets, so an infoset is these and the betting."""

    def deal(r: int, held: tuple[tuple[int, ...], ...], betting: str, stake: float) -> Node:
        if r == game.rounds:
            won = stake * float(game.shown[held[0][-1], held[1][-1]])
            return EndNode((won, -won))
        table = game.start if r == 0 else game.transitions[r - 1][held[0][-1], held[1][-1]]
        _, raises, first, blinds = SMALL[r]
        return ChanceNode(
            tuple(
                (
                    float(p),
                    act(r, ((*held[0], i), (*held[1], j)), betting, stake, first, blinds, raises),
                )
                for (i, j), p in np.ndenumerate(table)
                if p > 0
            )
        )

    def act(
        r: int,
        held: tuple[tuple[int, ...], ...],
        betting: str,
        stake: float,
        player: int,
        paid: tuple[float, float],
        raises: int,
    ) -> Node:
        this_round = betting.rpartition("/")[2]
        after: dict[str, Node] = {}
        owed = paid[1 - player] - paid[player]
        if owed > 0:
            lost = stake + paid[player]
            after["f"] = EndNode((-lost, lost) if player == 0 else (lost, -lost))
        level = max(paid)
        if this_round == "":
            after["c"] = act(r, held, betting + "c", stake, 1 - player, (level, level), raises)
        else:
            after["c"] = deal(r + 1, held, betting + "c/", stake + level)
        if raises > 0:
            more = level + SMALL[r][0]
            now = (more, paid[1]) if player == 0 else (paid[0], more)
            after["r"] = act(r, held, betting + "r", stake, 1 - player, now, raises - 1)
        return DecisionNode(player, (held[player], betting), after)

    return deal(0, ((), ()), "", 0.0)


def place_of(game: AbstractLimit, betting: str) -> tuple[int, int, int]:
    """Round, pot and node in the game under test after betting such as ``rc/c``."""
    r, pot, node = 0, 0, 0
    for letter in betting.replace("/", ""):
        block, action = game.blocks[r], "fcr".index(letter)
        child = int(block.child[node, action])
        if block.kind[node, action] == kinds.CALLED:
            r, pot, node = r + 1, pot * block.ends + child, 0
        else:
            node = child
    return r, pot, node


def own_histories(game: AbstractLimit, player: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """All sequences of a player's buckets that chance can deal, with their probabilities."""

    def follow(mine: tuple[int, ...], joint: Floats) -> Iterator[tuple[tuple[int, ...], float]]:
        """``joint[other]`` is the probability of this sequence and the opponent's bucket."""
        yield mine, float(joint.sum())
        if len(mine) == game.rounds:
            return
        table = game.transitions[len(mine) - 1]
        moved = table[mine[-1]] if player == 0 else table[:, mine[-1]].transpose(0, 2, 1)
        for b in range(moved.shape[1]):
            yield from follow((*mine, b), joint @ moved[:, b])

    for b in range(len(game.start)):
        yield from follow((b,), game.start[b] if player == 0 else game.start[:, b])
