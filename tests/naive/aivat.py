"""AIVAT of limit hold'em by the frame: one hand as a history, values hand by hand, in plain Python.

The history begins after the deal. It is slow, so the known player's strategy should leave few hands
after its first decision.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_class_of_hand, holdem_hands
from railbird.cards.index import colex_index
from railbird.divat.estimators.aivat import ValueTables
from railbird.divat.estimators.frame import CHANCE, History
from railbird.evaluate.games import HOLDEM
from railbird.evaluate.preflop.pairs import permuted_hands, suits_to_representatives
from railbird.players.sparbot.game import CALL, FOLD, LIMIT_ROUNDS
from railbird.players.sparbot.player import shipped_table

NONE, NODE, FOLDED, CALLED = range(4)
_, TO_CLASS = suits_to_representatives()
MOVED = permuted_hands()


@dataclass(frozen=True)
class LimitHistory:
    """Both hands (big blind first), the board, and the actions of each round (0 fold … 2 raise)."""

    tables: ValueTables
    hands: tuple[tuple[int, int], tuple[int, int]]
    board: tuple[int, ...] = ()
    rounds: tuple[tuple[int, ...], ...] = ((),)

    def _at(self) -> tuple[int, int, float, int, int]:
        """Pot, node, stake before the round, kind of what came last, and end of the round."""
        pot, stake = 0, 0.0
        node, kind, end, before = 0, NODE, -1, LIMIT_ROUNDS[0]
        for block, actions in zip(LIMIT_ROUNDS, self.rounds, strict=False):
            if kind == CALLED:
                pot, stake = pot * before.ends + end, stake + before.stakes[end]
            node, kind = 0, NODE
            for action in actions:
                kind, last = int(block.kind[node, action]), node
                node = int(block.child[node, action])
                if kind == CALLED:
                    end = node
                elif kind == FOLDED:
                    node = last
            before = block
        return pot, node, stake, kind, end

    @property
    def player(self) -> int | None:
        _, node, _, kind, _ = self._at()
        if kind == FOLDED or (kind == CALLED and len(self.rounds) == 4):
            return None
        return CHANCE if kind == CALLED else int(LIMIT_ROUNDS[len(self.rounds) - 1].actor[node])

    @property
    def chance(self) -> float:
        return 1.0

    @property
    def payoff(self) -> float:
        _, node, stake, kind, end = self._at()
        block = LIMIT_ROUNDS[len(self.rounds) - 1]
        if kind == FOLDED:
            return float(block.amount[node, FOLD] + (-stake if block.actor[node] == 0 else stake))
        return (stake + block.stakes[end]) * self.outcome()

    def outcome(self) -> int:
        """1 if the big blind wins the showdown, −1 if they lose it, 0 if both tie."""
        board = np.array([self.board], dtype=np.uint8)
        values, _ = HOLDEM.board_values(board, np.array(self.hands, dtype=np.uint8))
        first, second = values[0].tolist()
        return int(first > second) - int(first < second)

    def moves(self) -> Mapping[Hashable, float]:
        if self.player != CHANCE:
            raise AssertionError("the strategy says what a player can do")
        used = {*self.hands[0], *self.hands[1], *self.board}
        live = [card for card in range(52) if card not in used]
        sets = list(combinations(live, 1 if self.board else 3))
        return dict.fromkeys(sets, 1 / len(sets))

    def after(self, move: Hashable) -> LimitHistory:
        if isinstance(move, tuple):
            return replace(self, board=self.board + move, rounds=(*self.rounds, ()))
        assert isinstance(move, int)
        return replace(self, rounds=(*self.rounds[:-1], (*self.rounds[-1], move)))

    def before(self) -> Iterator[tuple[History, Hashable]]:
        at = LimitHistory(self.tables, self.hands)
        for r, actions in enumerate(self.rounds):
            if r:
                cards = self.board[:3] if r == 1 else self.board[r + 1 : r + 2]
                yield at, cards
                at = at.after(cards)
            for action in actions:
                yield at, action
                at = at.after(action)

    def imaginary(self, players: Collection[int]) -> list[History]:
        (known,) = players
        used = {*self.hands[1 - known], *self.board}
        found: list[History] = []
        for first, second in holdem_hands().tolist():
            if first not in used and second not in used:
                both = [self.hands[0], self.hands[1]]
                both[known] = (first, second)
                found.append(replace(self, hands=(both[0], both[1])))
        return found


def flop_mean(tables: ValueTables, end: int, first: int, second: int) -> float:
    """Mean over all flops for the hands of big blind and button, from the table."""
    row = int(holdem_class_of_hand()[first])
    return float(tables.flop_mean[end, row, MOVED[TO_CLASS[first], second]]) / tables.scale


def value(history: History) -> float:
    """The value function of `ValueTables`, looked up for one pair of hands."""
    assert isinstance(history, LimitHistory)
    tables, board = history.tables, history.board
    pot, node, _, kind, end = history._at()
    r = len(history.rounds) - 1
    if r == 0:
        pair = colex_index(history.hands[0]), colex_index(history.hands[1])
        return flop_mean(tables, end, *pair) if kind == CALLED else _before_flop(tables, node, pair)
    if kind == CALLED:
        moves = history.moves()
        return sum(p * value(history.after(cards)) for cards, p in moves.items())
    buckets = shipped_table().buckets
    i, j = (buckets.bucket(hand, board) for hand in history.hands)
    if r < 3:
        return float((tables.flop, tables.turn)[r - 1][pot, node, i, j])
    stake = float(tables.river_stake[pot, node, i, j])
    return float(tables.river_fold[pot, node, i, j]) + stake * history.outcome()


def _before_flop(tables: ValueTables, node: int, pair: tuple[int, int]) -> float:
    block = LIMIT_ROUNDS[0]
    held = pair[int(block.actor[node])]
    chances = tables.play[node, tables.preflop[held]]
    total = 0.0
    for action in block.actions[node]:
        kind, child = block.kind[node, action], int(block.child[node, action])
        if kind == FOLDED:
            after = float(block.amount[node, action])
        elif kind == CALLED:
            after = flop_mean(tables, child, *pair)
        else:
            after = _before_flop(tables, child, pair)
        total += float(chances[action]) * after
    return total


def few_hands(
    history: LimitHistory, seat: int, kept: Collection[int], rng: np.random.Generator
) -> npt.NDArray[np.float64]:
    """Probabilities at the decisions of a player that leave only the ``kept`` hands.

    All other hands never do what was done first. Shape (decisions, 1326, 3).
    """
    found: list[npt.NDArray[np.float64]] = []
    for earlier, action in history.before():
        if earlier.player != seat:
            continue
        assert isinstance(earlier, LimitHistory)
        assert isinstance(action, int)
        node = earlier._at()[1]
        legal = LIMIT_ROUNDS[len(earlier.rounds) - 1].actions[node]
        chances = np.zeros((1326, 3))
        chances[:, list(legal)] = rng.uniform(0.1, 1.0, (1326, len(legal)))
        if not found:
            chances[np.setdiff1d(np.arange(1326), list(kept)), action] = 0.0
        chances[chances.sum(axis=1) == 0, CALL] = 1.0
        found.append(chances / chances.sum(axis=1, keepdims=True))
    return np.array(found)
