"""The places in the betting of heads-up limit hold'em, and which of them are alike."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from railbird.players.sparbot import _game_kernels as abstract
from railbird.players.sparbot.game import CALL, FOLD, LIMIT_ROUNDS, RAISE, Block
from railbird.players.sparbot.player import Situation

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

POTS = (1, 7, 63, 567)
"""The number of pots that each round can begin with."""
STARTS = (0, 8, 78, 708, 6378)
"""The first place of each round. Places are numbered by round, pot and node."""
LEAVES = 5103
"""The lines of betting to a showdown: the pots of the river times the ends of its betting."""


@dataclass(frozen=True, eq=False, repr=False)
class ModelShape:
    """The places in the betting, and which of them are alike, from coarse to fine.

    ``legal[place, action]`` is 1 for legal actions. ``actor[place]`` is the player to act.
    ``places`` and ``leaves`` (for both seats) are the classes at each level. ``place_sizes`` and
    ``leaf_sizes`` are the numbers of classes.
    """

    legal: Floats
    actor: Ints
    places: Ints
    place_sizes: Ints
    leaves: Ints
    leaf_sizes: Ints


@cache
def shape() -> ModelShape:
    """The shape of the model, computed once.

    There are four levels. Places are alike

    1. if both are before the flop or both after it, there is the same to call (nothing, a bet,
       more), and a raise is possible at both or at neither;
    2. if they are the same node of the same round;
    3. if, in addition, both players have bet and raised about as often in the rounds before;
    4. if they are the same place.

    Showdowns are alike

    1. if the same player, or nobody, was the last to bet on the river;
    2. if the betting on the river was the same;
    3. if, in addition, both players have bet about as often in the rounds before;
    4. if they are at the end of the same line of betting.
    """
    legal, actor, facing, node, earlier = [], [], [], [], []
    bets = np.zeros((1, 2), dtype=np.int64)  # by both players in the rounds before, by pot
    for r, block in enumerate(LIMIT_ROUNDS):
        raised = _raised(block)
        own = block.actor
        faced = block.kind[:, FOLD] != abstract.NONE
        more = raised[0].sum(axis=1) > (0 if r == 0 else 1)
        capped = block.kind[:, RAISE] == abstract.NONE
        kind = 6 * (r > 0) + 2 * np.where(faced, 1 + more, 0) + capped
        pots = len(bets)
        actor.append(np.tile(own, pots))
        legal.append(np.tile((block.kind != abstract.NONE).astype(np.float64), (pots, 1)))
        facing.append(np.tile(kind, pots))
        node.append(np.tile(10 * r + np.arange(block.nodes), pots))
        aggression = np.stack([bets[:, own], bets[:, 1 - own]], axis=-1).reshape(-1, 2)
        earlier.append(np.minimum(aggression[:, 0], 3) * 3 + np.minimum(aggression[:, 1], 2))
        before, bets = bets, (bets[:, None] + raised[1]).reshape(-1, 2)
    coarse = np.concatenate(node) * 12 + np.concatenate(earlier)
    places = np.stack([*map(np.concatenate, (facing, node)), coarse, np.arange(STARTS[-1])])
    ends = np.tile(np.arange(9), POTS[3])
    last = np.tile(_last(LIMIT_ROUNDS[3]), POTS[3])
    leaves = np.empty((2, 4, LEAVES), dtype=np.int64)
    for seat in range(2):
        mine, other = before[:, seat].repeat(9), before[:, 1 - seat].repeat(9)
        leaves[seat, 0] = np.where(last < 0, 0, np.where(last == seat, 1, 2))
        leaves[seat, 1] = ends
        leaves[seat, 2] = (ends * 5 + np.minimum(mine, 4)) * 3 + np.minimum(other, 2)
        leaves[seat, 3] = np.arange(LEAVES)
    return ModelShape(
        legal=np.concatenate(legal),
        actor=np.concatenate(actor),
        places=places,
        place_sizes=places.max(axis=1) + 1,
        leaves=leaves,
        leaf_sizes=leaves.max(axis=(0, 2)) + 1,
    )


def _raised(block: Block) -> tuple[Ints, Ints]:
    """Bets and raises of both players on the way to each node and each end."""
    nodes = np.zeros((block.nodes, 2), dtype=np.int64)
    ends = np.zeros((block.ends, 2), dtype=np.int64)
    for k in range(block.nodes):
        for a in (CALL, RAISE):
            more = nodes[k].copy()
            more[block.actor[k]] += a == RAISE
            if block.kind[k, a] == abstract.NODE:
                nodes[block.child[k, a]] = more
            elif block.kind[k, a] == abstract.CALLED:
                ends[block.child[k, a]] = more
    return nodes, ends


def _last(block: Block) -> Ints:
    """The last player to bet or raise before each end; −1 if nobody did."""
    nodes, ends = np.full(block.nodes, -1), np.full(block.ends, -1)
    for k in range(block.nodes):
        for a in (CALL, RAISE):
            last = block.actor[k] if a == RAISE else nodes[k]
            if block.kind[k, a] == abstract.NODE:
                nodes[block.child[k, a]] = last
            elif block.kind[k, a] == abstract.CALLED:
                ends[block.child[k, a]] = last
    return ends


def place_of(at: Situation) -> int:
    """The number of a place.

    Examples
    --------
    >>> place_of(Situation(round=1, pot=4, node=1))
    49
    """
    return STARTS[at.round] + at.pot * LIMIT_ROUNDS[at.round].nodes + at.node
