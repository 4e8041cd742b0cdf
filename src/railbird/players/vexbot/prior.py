"""What Vexbot expects of an unknown opponent: a Sparbot, anything at all, or any other strategy."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_class_of_hand
from railbird.players.sparbot import _game_kernels as abstract
from railbird.players.sparbot.buckets import Buckets
from railbird.players.sparbot.build import SCALE
from railbird.players.sparbot.game import LIMIT_ROUNDS
from railbird.players.sparbot.player import shipped_table
from railbird.players.vexbot.build import CardChances, shipped_chances
from railbird.players.vexbot.shape import LEAVES, POTS, STARTS, shape

Floats = npt.NDArray[np.float64]

_FLOOR = 1e-3


@dataclass(frozen=True, eq=False, repr=False)
class Prior:
    """What is expected of an unknown opponent.

    All of these are probabilities; those of hands are for the average board:

    - ``actions[place, action]``: of the opponent's actions;
    - ``hands[seat, leaf, bucket]``: of their hand at a showdown, as big blind (0) or button (1);
    - ``roots[seat][round][pot, bucket]``: of their hand when a round begins;
    - ``alone[round][bucket]``: of a hand of which nothing is known;
    - ``play``: of their actions by round, pot, node, bucket and action. With these the opponent can
      be followed on a given board.
    """

    actions: Floats
    hands: Floats
    roots: tuple[tuple[Floats, ...], ...]
    alone: tuple[Floats, ...]
    play: tuple[Floats, ...]

    @classmethod
    def of_strategy(
        cls, buckets: Buckets, played: tuple[Floats, ...], chances: CardChances, doubt: float
    ) -> Prior:
        """What an observer who does not know a player's cards sees of them.

        ``played`` is their strategy, as in ``play``. The probabilities of their buckets are
        followed through their own choices and chance. Their action at a place is the mean over the
        buckets with which they get there.
        """
        actions = np.zeros((STARTS[-1], 3))
        hands = np.zeros((2, LEAVES, len(chances.share)))
        moves, anything = bucket_moves(buckets, chances), lone_buckets(buckets, chances)
        roots: list[list[Floats]] = [[], []]
        for seat in range(2):
            reach = anything[0][None]
            for r, block in enumerate(LIMIT_ROUNDS):
                play, alone = played[r], anything[r]
                roots[seat].append(reach)
                ends = np.empty((POTS[r], block.ends, play.shape[2]))
                nodes = abstract.end_reaches(block.actor, block.kind, block.child, play, seat, ends)
                # at places that it never reaches, assume that it may hold any hand
                weights = reach[:, None] * nodes + _FLOOR * alone
                some = np.einsum("pkb,pkba->pka", weights, play)
                mine = block.actor == seat
                actions[STARTS[r] : STARTS[r + 1]].reshape(some.shape)[:, mine] = some[:, mine]
                reach = (reach[:, None] * ends + _FLOOR * alone).reshape(-1, play.shape[2])
                reach /= reach.sum(axis=1, keepdims=True)
                if r < 3:
                    reach = reach @ moves[r]
            hands[seat] = (1 - doubt) * reach + doubt * chances.share
        legal = shape().legal
        actions /= actions.sum(axis=1, keepdims=True)
        actions = (1 - doubt) * actions + doubt * legal / legal.sum(axis=1, keepdims=True)
        return cls(actions, hands, (tuple(roots[0]), tuple(roots[1])), anything, played)

    @classmethod
    def uniform(cls, buckets: Buckets, chances: CardChances) -> Prior:
        """What somebody expects who knows nothing: any legal action, with any hand."""
        legal = shape().legal
        play = []
        for r, block in enumerate(LIMIT_ROUNDS):
            here = (block.kind != abstract.NONE).astype(np.float64)
            here /= here.sum(axis=1, keepdims=True)
            size = (POTS[r], block.nodes, buckets.counts[r], 3)
            play.append(np.ascontiguousarray(np.broadcast_to(here[None, :, None, :], size)))
        alone = lone_buckets(buckets, chances)
        roots = tuple(np.tile(each, (POTS[r], 1)) for r, each in enumerate(alone))
        hands = np.tile(chances.share, (2, LEAVES, 1))
        actions = legal / legal.sum(axis=1, keepdims=True)
        return cls(actions, hands, (roots, roots), alone, tuple(play))


def lone_buckets(buckets: Buckets, chances: CardChances) -> tuple[Floats, ...]:
    """By round: the probability of each bucket for a hand of which nothing is known."""
    found = [preflop_kinds(buckets).sum(axis=1) / 1326]
    for move in bucket_moves(buckets, chances):
        found.append(found[-1] @ move)
    return tuple(found)


def preflop_kinds(buckets: Buckets) -> Floats:
    """How many hands of each class each bucket before the flop holds."""
    sizes = np.bincount(holdem_class_of_hand()).astype(np.float64)
    return np.asarray((buckets.preflop[None] == np.arange(buckets.counts[0])[:, None]) * sizes)


def bucket_moves(buckets: Buckets, chances: CardChances) -> tuple[Floats, Floats, Floats]:
    """Probabilities of the next bucket by the bucket of now, for flop, turn and river."""
    kinds = preflop_kinds(buckets)
    return kinds @ chances.flop / kinds.sum(axis=1, keepdims=True), chances.turn, chances.river


@cache
def shipped_prior(doubt: float) -> Prior:
    """The prior from the shipped tables."""
    table = shipped_table()
    played = tuple(play / SCALE for play in table.play)
    return Prior.of_strategy(table.buckets, played, shipped_chances(), doubt)


@cache
def uniform_prior() -> Prior:
    """The prior of somebody who knows nothing, with the shipped buckets."""
    return Prior.uniform(shipped_table().buckets, shipped_chances())
