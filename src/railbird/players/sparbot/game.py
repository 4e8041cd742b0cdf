"""Heads-up limit poker with cards reduced to buckets: the game that Sparbot solves.

In each round a player holds one of a few buckets. The buckets of the next round depend only on the
two players' buckets now, and so does the winner of the showdown. The betting is kept whole: 6,378
public situations in four rounds of at most four bets.

A strategy depends on the betting and on the current bucket. Earlier buckets are forgotten, unless
the buckets themselves reveal them. (If each bucket comes from only one bucket of the round before,
this is a game of perfect recall.) The best response that is measured remembers everything. It is
worth at least as much as any that forgets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from railbird.compute.threads import map_threads
from railbird.equilibrium.game import BestResponse, Floats, Place, Strategy
from railbird.errors import OptionError
from railbird.players.sparbot import _game_kernels as kernels

Ints = npt.NDArray[np.int64]

FOLD, CALL, RAISE = 0, 1, 2


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """The betting of one round. The kernels describe what the arrays hold.

    ``actions[k]`` are the legal actions of node k. ``stakes[e]`` is what each player has put in at
    end e. In a round that begins with blinds, the amounts include them.
    """

    actor: Ints
    kind: Ints
    child: Ints
    amount: Floats
    actions: tuple[tuple[int, ...], ...]
    stakes: tuple[float, ...]

    @property
    def nodes(self) -> int:
        """The number of decisions."""
        return len(self.actor)

    @property
    def ends(self) -> int:
        """The number of ways in which both players can stay in to the end of the round."""
        return len(self.stakes)


def betting_block(bet: float, raises: int, first: int, blinds: tuple[float, float]) -> Block:
    """The betting of one round, from the bet size, the most bets and raises, and the first player.

    Examples
    --------
    >>> block = betting_block(1.0, 4, 0, (0.0, 0.0))
    >>> block.nodes, block.ends
    (10, 9)
    """
    rows: list[tuple[int, list[int], list[int], list[float]]] = []
    stakes: list[float] = []

    def visit(player: int, paid: tuple[float, float], left: int, acted: bool) -> int:
        """Add a node and all that follows it. Returns its number."""
        number = len(rows)
        kind, child, amount = [kernels.NONE] * 3, [-1] * 3, [0.0] * 3
        rows.append((player, kind, child, amount))
        level = max(paid)
        if paid[player] < level:
            kind[FOLD] = kernels.FOLDED
            amount[FOLD] = -paid[0] if player == 0 else paid[1]
        called = (level, level)
        if acted:
            kind[CALL], child[CALL], amount[CALL] = kernels.CALLED, len(stakes), level
            stakes.append(level)
        else:
            kind[CALL], child[CALL] = kernels.NODE, visit(1 - player, called, left, True)
        if left > 0:
            raised = (level + bet, paid[1]) if player == 0 else (paid[0], level + bet)
            kind[RAISE], child[RAISE] = kernels.NODE, visit(1 - player, raised, left - 1, True)
        return number

    visit(first, blinds, raises, False)
    actor, kind, child, amount = zip(*rows, strict=True)
    actions = tuple(tuple(a for a in range(3) if row[a] != kernels.NONE) for row in kind)
    return Block(
        actor=np.array(actor),
        kind=np.array(kind),
        child=np.array(child),
        amount=np.array(amount),
        actions=actions,
        stakes=tuple(stakes),
    )


LIMIT_ROUNDS = (
    betting_block(1.0, 3, 1, (1.0, 0.5)),
    betting_block(1.0, 4, 0, (0.0, 0.0)),
    betting_block(2.0, 4, 0, (0.0, 0.0)),
    betting_block(2.0, 4, 0, (0.0, 0.0)),
)
"""Heads-up limit hold'em in small bets. Player 0 is the big blind, player 1 has the button."""


@dataclass(frozen=True, eq=False)
class AbstractLimit:
    """The abstract game. It implements the `Game` protocol of `railbird.equilibrium`.

    There is a place for each round and node of its block. It has a row for each pot and bucket;
    pots are ordered by the pot of the round before and the end of its betting.

    Parameters
    ----------
    blocks
        The betting of each round.
    start
        Probabilities of the buckets of both players before the first round.
    transitions
        For each round but the last, the probabilities of the next buckets, shape (n, n, m, m). The
        axes are the buckets of players 0 and 1 now, then those in the next round.
    shown
        For each pair of buckets in the last round, the probability that player 0 wins the showdown
        minus the probability that they lose it.
    """

    blocks: tuple[Block, ...]
    start: Floats
    transitions: tuple[Floats, ...]
    shown: Floats
    players: int = 2

    def __post_init__(self) -> None:
        now = self.start.shape
        for table in (*self.transitions, self.shown):
            if table.shape[:2] != now or now[0] != now[1]:
                raise OptionError(f"buckets of shape {now} do not fit a table of {table.shape}")
            now = table.shape[2:]
        if len(self.transitions) != len(self.blocks) - 1:
            raise OptionError(
                f"{len(self.blocks)} rounds need one transition fewer, not {len(self.transitions)}"
            )

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return len(self.blocks)

    @cached_property
    def buckets(self) -> tuple[int, ...]:
        """The number of buckets in each round."""
        return (len(self.start), *(table.shape[2] for table in self.transitions))

    @cached_property
    def stakes(self) -> tuple[Floats, ...]:
        """What each player has put in at the start of each round, by pot."""
        stakes = [np.zeros(1)]
        for block in self.blocks[:-1]:
            stakes.append((stakes[-1][:, None] + np.array(block.stakes)).ravel())
        return tuple(stakes)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """See `Game.places`."""
        return tuple(
            Place(int(player), len(self.stakes[r]) * self.buckets[r], len(actions))
            for r, block in enumerate(self.blocks)
            for player, actions in zip(block.actor, block.actions, strict=True)
        )

    @cached_property
    def _before(self) -> tuple[tuple[Floats, ...], ...]:
        """By player and transition: probability of the bucket before, given the one after."""
        together, found = self.start, []
        for table in self.transitions:
            joint = together[:, :, None, None] * table
            moves = joint.sum(axis=(1, 3)), joint.sum(axis=(0, 2))
            found.append([m / np.maximum(m.sum(axis=0), 1e-300) for m in moves])
            together = joint.sum(axis=(0, 1))
        return tuple(tuple(moves[p] for moves in found) for p in range(2))

    def dense(self, strategy: Strategy) -> list[Floats]:
        """A strategy as one array per round: pot, node, bucket, action (fold, call, raise)."""
        arrays, found = iter(strategy), []
        for r, block in enumerate(self.blocks):
            shape = len(self.stakes[r]), self.buckets[r]
            full = np.zeros((shape[0], block.nodes, shape[1], 3))
            for k, actions in enumerate(block.actions):
                full[:, k, :, actions[0] : actions[-1] + 1] = next(arrays).reshape(*shape, -1)
            found.append(full)
        return found

    def sparse(self, dense: Sequence[Floats]) -> tuple[Floats, ...]:
        """Inverse of `dense`."""
        return tuple(
            np.ascontiguousarray(full[:, k, :, actions[0] : actions[-1] + 1]).reshape(
                -1, len(actions)
            )
            for block, full in zip(self.blocks, dense, strict=True)
            for k, actions in enumerate(block.actions)
        )

    def _ends(self, r: int, player: int, probabilities: Floats) -> tuple[Floats, Floats]:
        """One player's probabilities of the ends and of the nodes of a round."""
        block = self.blocks[r]
        ends = np.empty((len(probabilities), block.ends, self.buckets[r]))
        nodes = kernels.end_reaches(
            block.actor, block.kind, block.child, probabilities, player, ends
        )
        return ends, nodes

    def _back_up(self, player: int, strategy: Strategy) -> tuple[list[Floats], Floats]:
        """Counterfactual values by round, and what player 0 wins for each pair of buckets."""
        dense = self.dense(strategy)
        weights, reaches = [self.start[None]], []
        for r in range(self.rounds):
            ends, nodes = self._ends(r, 1 - player, dense[r])
            reaches.append(nodes)
            if r + 1 < self.rounds:
                n, m = self.buckets[r], self.buckets[r + 1]
                met = weights[r][:, None] * (
                    ends[:, :, None, :] if player == 0 else ends[:, :, :, None]
                )
                flat = met.reshape(-1, n * n) @ self.transitions[r].reshape(n * n, m * m)
                weights.append(flat.reshape(-1, m, m))
        found: list[Floats] = []
        later = np.empty((0, 0, 0, 0))
        worth = self.shown
        for r in reversed(range(self.rounds)):
            block, n = self.blocks[r], self.buckets[r]
            if r + 1 < self.rounds:
                m = self.buckets[r + 1]
                flat = worth.reshape(-1, m * m) @ self.transitions[r].reshape(n * n, m * m).T
                later = flat.reshape(-1, block.ends, n, n)
            values = np.zeros_like(dense[r])
            worth = kernels.back_up(
                block.actor,
                block.kind,
                block.child,
                block.amount,
                self.stakes[r],
                dense[r],
                player,
                weights[r],
                reaches[r],
                later,
                self.shown if r + 1 == self.rounds else np.empty((n, n)),
                values,
            )
            found.append(values)
        return found[::-1], worth[0]

    def _own(self, player: int, arrays: Sequence[Floats]) -> list[Floats]:
        return [a for a, place in zip(arrays, self.places, strict=True) if place.player == player]

    def values(self, player: int, strategy: Strategy) -> list[Floats]:
        """See `Game.values`."""
        return self._own(player, self.sparse(self._back_up(player, strategy)[0]))

    def reaches(self, player: int, strategy: Strategy) -> list[Floats]:
        """The player's own probability of reaching each place, by bucket.

        It is a mean over the buckets that may have been held before, with chance probabilities for
        each step back. With three rounds or more it is exact only if the buckets reveal the past.
        It is used only to weight the iterations of a solver.
        """
        reach, found = np.ones((1, self.buckets[0])), []
        for r, probabilities in enumerate(self.dense(strategy)):
            ends, nodes = self._ends(r, player, probabilities)
            found += [(reach * nodes[:, k]).ravel() for k in range(self.blocks[r].nodes)]
            if r + 1 < self.rounds:
                reach = (reach[:, None] * ends).reshape(-1, self.buckets[r])
                reach = reach @ self._before[player][r]
        return self._own(player, found)

    def utilities(self, strategy: Strategy) -> Floats:
        """See `Game.utilities`."""
        won = float((self.start * self._back_up(0, strategy)[1]).sum())
        return np.array([won, -won])

    def best_response(self, player: int, strategy: Strategy) -> BestResponse:
        """The gain of the best response that remembers all its buckets.

        Places cannot hold such a plan, so ``strategy`` of the result is empty.
        """
        best = Responder(self, player, self.dense(strategy)).value()
        return BestResponse((), best - float(self.utilities(strategy)[player]))


class Responder:
    """The best response to a strategy, by enumerating everything that a player can have seen."""

    def __init__(
        self, game: AbstractLimit, player: int, dense: Sequence[Floats], threads: int | None = None
    ) -> None:
        turned = player == 1
        self._game, self._player, self._dense = game, player, dense
        self._threads = threads
        self._start = game.start.T if turned else game.start
        self._moves = [
            np.ascontiguousarray(t.transpose(1, 0, 3, 2)) if turned else t for t in game.transitions
        ]
        self._shown = -game.shown.T if turned else game.shown

    def value(self) -> float:
        """What the responder wins on average."""
        if self._game.rounds == 1:
            leaves = self._last_round(0)
            return float(self._best(0, (self._start[:, :, None] * leaves).sum(axis=1)).sum())
        return float(self._respond(0, 0, self._start[None]).sum())

    def _leaves(self, r: int, root: int) -> Floats:
        """What the ends of a round pay, times the other's probability: own bucket, other's, end.

        First the showdowns by number of end (zero if another round follows), then folds by node.
        """
        game, block = self._game, self._game.blocks[r]
        n = game.buckets[r]
        ends, nodes = game._ends(r, 1 - self._player, self._dense[r][root : root + 1])
        folds = [k for k, actions in enumerate(block.actions) if actions[0] == FOLD]
        leaves = np.zeros((n, n, block.ends + len(folds)))
        stake = game.stakes[r][root]
        if r + 1 == game.rounds:
            for e, more in enumerate(block.stakes):
                leaves[:, :, e] = (stake + more) * self._shown * ends[0, e]
        for z, k in enumerate(folds, block.ends):
            actor = int(block.actor[k])
            paid = block.amount[k, FOLD] + (-stake if actor == 0 else stake)
            other = nodes[0, k].copy()
            if actor != self._player:
                other *= self._dense[r][root, k, :, FOLD]
            leaves[:, :, z] = other * (paid if self._player == 0 else -paid)
        return leaves

    def _last_round(self, root: int) -> Floats:
        return self._leaves(self._game.rounds - 1, root)

    def _best(self, r: int, leaves: Floats) -> Floats:
        """The value of the best choices in a round, for each row of values of its ends."""
        block = self._game.blocks[r]
        best = np.empty(len(leaves))
        kernels.best_of_round(block.actor, block.kind, block.child, self._player, leaves, best)
        return best

    def _respond(self, r: int, root: int, weights: Floats) -> Floats:
        """Values of a pot by history of own buckets and current bucket, given the other's weights.

        ``weights`` has shape (histories, own buckets, other's buckets).
        """
        block, n = self._game.blocks[r], self._game.buckets[r]
        leaves = self._leaves(r, root)
        worth = np.einsum("hbo,boz->hbz", weights, leaves, optimize=True)
        ends, _ = self._game._ends(r, 1 - self._player, self._dense[r][root : root + 1])

        def follow(e: int) -> None:
            below = root * block.ends + e
            met = weights * ends[0, e]
            if r + 2 == self._game.rounds:
                last = self._last_round(below)
                for b in range(n):
                    worth[:, b, e] = self._see_last(met[:, b], self._moves[r][b], last)
            else:
                moved = np.einsum("hbo,bopq->hbpq", met, self._moves[r], optimize=True)
                after = self._respond(r + 1, below, moved.reshape(-1, *moved.shape[2:]))
                worth[:, :, e] = after.sum(axis=1).reshape(-1, n)

        threads = self._threads if r == 0 else 1
        for _ in map_threads(follow, range(block.ends), threads=threads):
            pass
        return self._best(r, worth.reshape(-1, worth.shape[2])).reshape(-1, n)

    def _see_last(self, weights: Floats, moves: Floats, leaves: Floats) -> Floats:
        """Values before the last card, by history, for one own bucket.

        The other's last bucket is summed out before the histories enter, because there are many.
        """
        paid = np.matmul(moves.transpose(1, 0, 2), leaves)  # own bucket, other's before, end
        worth = np.empty(len(weights))
        for at in range(0, len(weights), 512):
            some = np.matmul(weights[at : at + 512], paid)
            best = self._best(self._game.rounds - 1, some.reshape(-1, some.shape[2]))
            worth[at : at + 512] = best.reshape(len(paid), -1).sum(axis=0)
        return worth
