"""Sparbot: heads-up limit hold'em by an equilibrium of a small game that stands for the large one.

The strategy is computed in advance (`railbird.players.sparbot.build`). At the table Sparbot finds
the bucket of its hand and the place in the betting, and draws an action. It ignores who its
opponent is and has no memory.

The idea and the name come from PsOpti (sold as Sparbot): D. Billings et al., "Approximating
game-theoretic optimal strategies for full-scale poker", IJCAI 2003. That program joined several
smaller games solved by linear programming. Ours is one game of four rounds, solved by regret
minimisation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.cards.card import Card
from railbird.errors import OptionError
from railbird.players.base import Player, Plays, Seat
from railbird.players.chance import Chance
from railbird.players.sparbot import _game_kernels as kinds
from railbird.players.sparbot import game as betting
from railbird.players.sparbot.buckets import Buckets
from railbird.players.sparbot.build import ROUND_NAMES, SCALE
from railbird.table.rules import FOUR_BETS, Rules
from railbird.table.state import CALL, FOLD, State

TABLE = "players_sparbot"
HEADS_UP_LIMIT = Plays(games=("holdem",), bettings=("limit",), seats=(2, 2))


@dataclass(frozen=True, eq=False)
class SparbotTable:
    """A solved game: buckets, probabilities and measurements.

    Parameters
    ----------
    buckets
        The card abstraction.
    play
        For each round the probabilities of fold, call and raise in units of 1/65,535, by pot,
        betting node and bucket.
    gains
        How much more the best responder in the abstract game wins than Sparbot would in the same
        seat, as big blind and on the button, in small bets per hand; NaN if not measured.
    value
        What big blind and button win if both play this strategy, in small bets per hand.
    boards, pairs, iterations, seed
        How it was made: boards sampled, hands that each hand met on each board, solver iterations,
        and the seed.
    """

    buckets: Buckets
    play: tuple[npt.NDArray[np.uint16], ...] = field(repr=False)
    gains: tuple[float, float]
    value: tuple[float, float]
    boards: int
    pairs: int
    iterations: int
    seed: int

    @classmethod
    def from_arrays(cls, arrays: data.Arrays) -> SparbotTable:
        """Make the table from the arrays that a build returns."""
        rounds = ROUND_NAMES[1:]
        buckets = Buckets(
            arrays["classes"].astype(np.int64),
            arrays["flops"].astype(np.uint8),
            tuple(arrays[f"outer_{name}"].astype(np.float64) for name in rounds),
            tuple(arrays[f"inner_{name}"].astype(np.float64) for name in rounds),
        )
        play = tuple(arrays[f"play_{name}"].astype(np.uint16) for name in ROUND_NAMES)
        big, button = arrays["gains"].tolist()
        first, second = arrays["value"].tolist()
        return cls(buckets, play, (big, button), (first, second), *arrays["made_with"].tolist())

    @property
    def exploitability(self) -> float:
        """The mean gain of the best responder over both seats, in small bets per hand."""
        return sum(self.gains) / 2


@cache
def shipped_table() -> SparbotTable:
    """The table that comes with the package."""
    return SparbotTable.from_arrays(data.load(TABLE))


class Situation(NamedTuple):
    """Where a hand is in the betting: round, pot and node of the round's block."""

    round: int
    pot: int
    node: int


_STEPS = tuple(
    tuple(
        tuple(
            (kind == kinds.CALLED, child)
            for kind, child in zip(block.kind[k].tolist(), block.child[k].tolist(), strict=True)
        )
        for k in range(block.nodes)
    )
    for block in betting.LIMIT_ROUNDS
)
_ENDS = tuple(block.ends for block in betting.LIMIT_ROUNDS)


def find_place(actions: Sequence[tuple[int, int, int]]) -> Situation:
    """The place in the betting after the actions in `State.actions`, all legal and without folds.

    Examples
    --------
    >>> find_place([(0, 1, 4), (0, 0, 0), (1, 0, 0)])
    Situation(round=1, pot=4, node=1)
    """
    round_, pot, node = 0, 0, 0
    for _, _, action in actions:
        over, child = _STEPS[round_][node][betting.RAISE if action > 0 else betting.CALL]
        if over:
            round_, pot, node = round_ + 1, pot * _ENDS[round_] + child, 0
        else:
            node = child
    return Situation(round_, pot, node)


class Sparbot(Player):
    """Plays heads-up limit hold'em from a solved table.

    It assumes deep stacks. Where a short stack allows no raise, it calls instead.

    Parameters
    ----------
    name
        The name it plays under.
    table
        Your own table. None is the shipped table, which is loaded at the first decision.
    """

    reads_only = True
    plays = HEADS_UP_LIMIT

    def __init__(self, name: str, table: SparbotTable | None = None) -> None:
        super().__init__(name)
        self._table = table
        self._chance = Chance()
        self._cards: tuple[Card, ...] = ()
        self._board: tuple[Card, ...] = ()
        self._bucket = -1

    def __getstate__(self) -> dict[str, Any]:
        shipped = self._table is not None and self._table is _loaded()
        return {**self.__dict__, "_table": None if shipped else self._table}

    @property
    def table(self) -> SparbotTable:
        """The table it plays from."""
        if self._table is None:
            self._table = shipped_table()
        return self._table

    def check(self, rules: Rules) -> None:
        super().check(rules)
        check_rules(rules, self.name)

    def hand_starts(self, seat: Seat) -> None:
        self._chance.seed(seat.seed)
        self._board = ()

    def dealt(self, cards: tuple[Card, ...]) -> None:
        self._cards = cards
        self._bucket = -1

    def board(self, cards: tuple[Card, ...]) -> None:
        self._board = cards
        self._bucket = -1

    def probabilities(self, state: State) -> Mapping[int, float]:
        bucket = self.table.buckets.bucket(self._cards, self._board)
        round_, pot, node = find_place(state.actions)
        fold, call, more = (self.table.play[round_][pot, node, bucket] / SCALE).tolist()
        to_call, lowest, _ = state.options()
        found = {CALL: call}
        for action, p in ((FOLD if to_call else CALL, fold), (lowest or CALL, more)):
            found[action] = found.get(action, 0.0) + p
        return found

    def act(self, state: State) -> int:
        table = self.table
        if self._bucket < 0:
            self._bucket = table.buckets.bucket(self._cards, self._board)
        round_, pot, node = find_place(state.actions)
        fold, call, _ = table.play[round_][pot, node, self._bucket].tolist()
        drawn = self._chance.below(SCALE)
        to_call, lowest, _ = state.options()
        if drawn < fold:
            return FOLD if to_call else CALL
        return CALL if drawn < fold + call else lowest or CALL


def _loaded() -> SparbotTable | None:
    """The shipped table, if it has been loaded."""
    return shipped_table() if shipped_table.cache_info().currsize else None


def check_rules(rules: Rules, player: str) -> None:
    """Raise `OptionError` if this is not the game that was solved."""
    small = rules.bets[0]
    if (
        rules.players != 2
        or rules.game != "holdem"
        or rules.betting != "limit"
        or rules.blinds != (small, small // 2)
        or small % 2 == 1
        or any(rules.antes)
        or rules.bets != (small, small, 2 * small, 2 * small)
        or rules.cap != FOUR_BETS
        or not rules.cap_heads_up
        or rules.first != (1, 0, 0, 0)
    ):
        raise OptionError(
            f"{player} plays only heads-up limit hold'em with four bets a round, bets of one and "
            f"two big blinds, and a small blind of half a big blind on the button: seat it there"
        )
