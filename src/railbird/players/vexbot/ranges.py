"""What the opponent may hold on the actual board, assuming that they play like the prior.

Frequencies and histograms are means over all boards. On a given board some hands are more likely.
After a third heart falls, a player who called twice has a flush more often than on the average
board. The observations do not show this, but the prior does, because its strategy is known hand by
hand. So every estimate is multiplied by how much more likely the prior makes it on this board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_class_of_hand
from railbird.players.sparbot import _game_kernels as abstract
from railbird.players.sparbot.buckets import Buckets
from railbird.players.sparbot.game import LIMIT_ROUNDS
from railbird.players.sparbot.player import Situation
from railbird.players.vexbot.cards import free_hands, river_buckets, river_ranks, turn_ranks
from railbird.players.vexbot.prior import Prior
from railbird.players.vexbot.shape import place_of

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_DEALT = (0, 3, 4, 5)
_LEAST = 0.02
"""Added to probabilities before they are compared."""


class Shown(NamedTuple):
    """A hand that was shown: the line of betting, the bucket, and the number of the hand."""

    leaf: int
    bucket: int
    hand: int


class OpponentRange:
    """The range of an opponent during one hand.

    Parameters
    ----------
    prior, buckets
        The strategy that the opponent is assumed to play.
    seat
        Whether the opponent is the big blind (0) or has the button (1).
    cards
        Our cards, which the opponent cannot hold.
    trust
        How likely the opponent is to play like the prior; otherwise they may hold any hand.
    """

    def __init__(
        self, prior: Prior, buckets: Buckets, seat: int, cards: Sequence[int], trust: float = 1.0
    ) -> None:
        self._prior, self._buckets, self.seat = prior, buckets, seat
        self._trust = trust
        self._round = 0
        self.kinds: list[Ints] = [buckets.preflop[holdem_class_of_hand()]]
        """By round: the bucket of each of the 1,326 hands."""
        self._likely: Floats = free_hands(cards).astype(np.float64)
        self._free = self._likely.copy()
        self.ratios: list[Floats] = [np.ones((LIMIT_ROUNDS[0].nodes, 3))]
        """By round, node and action: how much more likely than on the average board."""

    def follow(
        self,
        pots: Sequence[int],
        seen: Sequence[tuple[Situation, int]],
        board: Sequence[int],
    ) -> None:
        """Advance to the last round whose cards are known.

        ``pots`` are the pots with which the rounds so far began. ``seen`` is all that the opponent
        did.
        """
        while self._round + 1 < len(pots) and _DEALT[self._round + 1] <= len(board):
            for at, action in seen:
                if at.round == self._round:
                    chosen = self._prior.play[at.round][at.pot, at.node, :, action]
                    self._likely *= (chosen + _LEAST)[self.kinds[-1]]
            self._round += 1
            self._look(board[: _DEALT[self._round]])
            self.ratios.append(self._action_ratios(pots[self._round]))

    @property
    def possible(self) -> Floats:
        """1 for each of the 1,326 hands that shares no card with ours or the board, else 0."""
        return self._free

    @property
    def weights(self) -> Floats:
        """How likely each of the 1,326 hands is when the round begins."""
        likely = self._likely * (self._trust / max(self._likely.sum(), 1e-300))
        return np.asarray(likely + self._free * ((1 - self._trust) / self._free.sum()))

    def average(self, pot: int) -> Floats:
        """Probabilities of the opponent's buckets on the average board when the round begins."""
        r = self._round
        known = self._prior.roots[self.seat][r][pot]
        return np.asarray(self._trust * known + (1 - self._trust) * self._prior.alone[r])

    def expected_action(self, at: Situation) -> Floats:
        """Probabilities of fold, call and raise at a place in one of the rounds so far."""
        found = self._prior.actions[place_of(at)]
        if at.round > 0:
            found = found * self.ratios[at.round][at.node]
        return np.asarray(found / found.sum())

    def expected_hand(self, leaf: int) -> Floats:
        """Probabilities of the buckets at a showdown."""
        pot = leaf // LIMIT_ROUNDS[3].ends
        average = self.average(pot)
        here = np.bincount(self.kinds[-1], self.weights, minlength=len(average))
        found = self._prior.hands[self.seat, leaf] * here / average
        # files and rounding must not make any bucket impossible
        found += 1e-9 * found.sum() + 1e-300
        return np.asarray(found / found.sum())

    def _look(self, board: Sequence[int]) -> None:
        """Update the possible hands on a board, and their buckets."""
        free = free_hands(board)
        self._likely *= free
        self._free *= free
        if len(board) == 3:
            self.kinds.append(self._buckets.on_flop(board))
        elif len(board) == 4:
            now, later = turn_ranks(board)
            self.kinds.append(self._buckets.assign(1, later, now).astype(np.int64))
        else:
            self.kinds.append(river_buckets()[river_ranks(tuple(board))[0][0]])

    def _action_ratios(self, pot: int) -> Floats:
        """For each node of the round and action: how much more likely than on the average board."""
        r = self._round
        block, play = LIMIT_ROUNDS[r], self._prior.play[r][pot : pot + 1]
        here = np.bincount(self.kinds[-1], self.weights, minlength=play.shape[2])
        ends = np.empty((1, block.ends, play.shape[2]))
        nodes = abstract.end_reaches(block.actor, block.kind, block.child, play, self.seat, ends)
        found = []
        for mass in (here, self.average(pot)):
            likely = np.einsum("kb,kba->ka", nodes[0] * mass, play[0])
            likely /= np.maximum(likely.sum(axis=1, keepdims=True), 1e-300)
            found.append(likely + _LEAST)
        return np.asarray(found[0] / found[1])
