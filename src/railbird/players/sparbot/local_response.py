"""How much a player who knows Sparbot's strategy wins from it in the real game: a lower bound.

The local best response (Lisý & Bowling 2017, arXiv:1612.07547) knows the strategy and tracks the
probabilities of all hands that Sparbot can hold. At each turn it takes the best of fold, call and
raise, assuming that it will only check and call afterwards. This is not the best response, but the
best response wins at least as much.

The responder does not need to know Sparbot's hand to act, so Sparbot is dealt none. Its actions are
drawn by the share of all its possible hands that take them, and showdowns are paid by the share
that wins. The winnings are also corrected by the responder's hand rank on the full board, whose
mean is known. This keeps the mean and makes the error smaller.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_class_of_hand, holdem_hands
from railbird.cards.index import colex_index
from railbird.errors import OptionError
from railbird.evaluate import HOLDEM
from railbird.evaluate.preflop import pairs
from railbird.evaluate.strength.ranks import hand_ranks
from railbird.players.sparbot import _bucket_kernels as kernels
from railbird.players.sparbot import _game_kernels as kinds
from railbird.players.sparbot.buckets import river_strengths, turn_strengths
from railbird.players.sparbot.build import SCALE
from railbird.players.sparbot.game import CALL, FOLD, LIMIT_ROUNDS, RAISE
from railbird.players.sparbot.player import SparbotTable
from railbird.version import __version__

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_BETS = (1.0, 1.0, 2.0, 2.0)
_DEALT = (0, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class LocalResponse:
    """What the responder wins, in small bets per hand, and how it was found.

    ``by_seat`` holds the means as big blind and on the button. The responder alternates between
    them.
    """

    mean: float
    error: float
    by_seat: tuple[float, float]
    hands: int
    seed: int
    seconds: float
    version: str = __version__


def local_best_response(table: SparbotTable, *, hands: int, seed: int) -> LocalResponse:
    """Play the responder against a strategy.

    Parameters
    ----------
    table
        The strategy.
    hands
        The number of hands to play; each takes a few milliseconds.
    seed
        The seed of the random numbers.
    """
    started = time.perf_counter()
    if hands < 6:
        raise OptionError(f"{hands} hands are too few for a standard error: ask for at least 6")
    won, rank = np.empty(hands), np.empty(hands)
    for i in range(hands):
        rng = np.random.default_rng([seed, i])
        cards = rng.permutation(52)[:7]
        rank[i], _ = hand_ranks(cards[:2].tolist(), cards[2:].tolist())
        won[i] = _Hand(table, cards[:2], cards[2:], rng).play(i % 2)
    seats = [_without_luck(won[seat::2], rank[seat::2] - 0.5) for seat in range(2)]
    (big_blind, first_error), (button, second_error) = seats
    error = float(np.hypot(first_error, second_error) / 2)
    seconds = time.perf_counter() - started
    return LocalResponse(
        mean=(big_blind + button) / 2,
        error=error,
        by_seat=(big_blind, button),
        hands=hands,
        seed=seed,
        seconds=seconds,
    )


def _without_luck(won: Floats, luck: Floats) -> tuple[float, float]:
    """Mean and standard error of the winnings, corrected by luck, whose true mean is zero.

    The slope is estimated from the same hands. It uses one more degree of freedom than a plain
    mean.
    """
    slope = np.cov(won, luck)[0, 1] / luck.var(ddof=1)
    corrected = won - slope * luck
    return float(corrected.mean()), float(corrected.std(ddof=2) / np.sqrt(len(won)))


class _Hand:
    """One hand played against all hands that Sparbot can hold."""

    def __init__(
        self,
        table: SparbotTable,
        cards: Ints,
        board: Ints,
        rng: np.random.Generator,
    ) -> None:
        self._table = table
        self._cards, self._board, self._rng = cards, board, rng
        hands = holdem_hands()
        self._weights = np.where(np.isin(hands, cards).any(axis=1), 0.0, 1.0)
        # Sparbot holds no card of the board to come; the responder does not know that board yet
        self._possible = ~np.isin(hands, board).any(axis=1)
        self._shares = np.zeros(1326)
        self._buckets = np.zeros(1326, dtype=np.int64)

    def play(self, seat: int) -> float:
        """Play to the end from a seat (0: big blind, 1: button). Returns the responder's win."""
        pot = 0
        before = 0.0
        for r, block in enumerate(LIMIT_ROUNDS):
            self._look(r)
            node, paid = 0, [0.0, 0.0]
            if r == 0:
                paid = [1.0, 0.5]
            while True:
                actor = int(block.actor[node])
                mine, theirs = before + paid[seat], before + paid[1 - seat]
                if actor == seat:
                    action = self._respond(r, pot, node, mine, theirs)
                else:
                    action = self._sparbot(r, pot, node)
                if action == FOLD:
                    return -mine if actor == seat else theirs
                paid[actor] = max(paid) + (_BETS[r] if action == RAISE else 0.0)
                child = int(block.child[node, action])
                if block.kind[node, action] == kinds.CALLED:
                    pot, before = pot * block.ends + child, before + paid[actor]
                    break
                node = child
        weights = self._weights * self._possible
        return float(before * (2 * (weights @ self._shares) / weights.sum() - 1))

    def _look(self, r: int) -> None:
        """Update the possible hands, their buckets and the responder's shares for a round."""
        board = self._board[: _DEALT[r]]
        if r == 0:
            self._buckets = self._table.buckets.preflop[holdem_class_of_hand()]
            row = colex_index(self._cards.tolist())
            wins, ties = pairs.matchups()
            self._shares = (wins[row] + ties[row] / 2) / pairs.BOARDS
            return
        buckets = self._table.buckets
        self._weights[np.isin(holdem_hands(), board).any(axis=1)] = 0.0
        if r == 1:
            self._buckets = buckets.on_flop(board.tolist())
        elif r == 2:
            now, later, _ = turn_strengths(board)
            self._buckets = buckets.assign(1, later, now).astype(np.int64)
        else:
            rank, _, _ = river_strengths(board)
            self._buckets = buckets.assign(2, rank, rank).astype(np.int64)
        self._shares = showdown_shares(self._cards, board)

    def _chosen(self, r: int, pot: int, node: int) -> Floats:
        """Probabilities of Sparbot's actions with every hand, shape (1326, 3)."""
        return np.asarray(self._table.play[r][pot, node][self._buckets] / SCALE)

    def _sparbot(self, r: int, pot: int, node: int) -> int:
        chosen = self._chosen(r, pot, node)
        likely = (self._weights * self._possible) @ chosen
        action = int(self._rng.choice(3, p=likely / likely.sum()))
        self._weights = self._weights * chosen[:, action]
        return action

    def _respond(self, r: int, pot: int, node: int, mine: float, theirs: float) -> int:
        """The best action if only checks and calls follow."""
        block = LIMIT_ROUNDS[r]
        weights = self._weights
        total, to_call, both = weights.sum(), theirs - mine, mine + theirs
        share = weights @ self._shares / total
        outlook = {CALL: share * both - (1 - share) * to_call}
        if to_call > 0:
            outlook[FOLD] = 0.0
        if block.kind[node, RAISE] == kinds.NODE:
            bet = _BETS[r]
            folds = self._chosen(r, pot, int(block.child[node, RAISE]))[:, FOLD]
            stays = weights * (1 - folds)
            stay = stays.sum() / total
            share = stays @ self._shares / max(stays.sum(), 1e-300)
            called = share * (both + bet) - (1 - share) * (to_call + bet)
            outlook[RAISE] = (1 - stay) * both + stay * called
        return max(outlook, key=outlook.__getitem__)


def showdown_shares(cards: Ints, board: Ints) -> Floats:
    """Share of the pot that a hand wins from each other hand, over all boards to come."""
    hands = holdem_hands()
    rest = np.setdiff1d(np.arange(52), np.append(cards, board))
    choices = list(combinations(rest.tolist(), 5 - len(board)))
    more = np.array(choices, dtype=np.uint8).reshape(len(choices), 5 - len(board))
    boards = np.concatenate([np.tile(board.astype(np.uint8), (len(more), 1)), more], axis=1)
    values, _ = HOLDEM.board_values(boards, hands)
    shares = np.empty(len(hands))
    kernels.pot_shares(values[:, colex_index(cards.tolist())], values, shares)
    return shares
