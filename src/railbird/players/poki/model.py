"""What Poki believes about its opponents: how they act, and what they hold.

Action frequencies
    For each opponent, how often they folded, called and raised in sixteen contexts. A context is
    one of four rounds and what there is to call: nothing, one bet, two or more, or a raise after
    the opponent has called or bet in this round. A few imagined observations of a *generic*
    opponent stand in for what has not been seen yet. A generic model knows nothing else.
Probability triples
    The chances of folding, calling and raising with each hand. A player who raises 40 % of the time
    is assumed to raise the best 40 % of the hands they may hold, with blurred borders.
Weight tables
    For each opponent, a weight for each of the 1,326 hands. When the opponent acts, each weight is
    multiplied by the chance of that action with that hand. No weight falls below 0.01.
Network
    Instead of the action frequencies, a neural network may tell how a player acts over all hands
    (`railbird.players.poki.network`).

Billings, Peña, Schaeffer, Szafron (1999), Davidson, Billings, Schaeffer, Szafron (2000) and
Billings, Davidson, Schaeffer, Szafron (2002).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from railbird.errors import OptionError
from railbird.players.base import Seat
from railbird.players.hand_order import Floats, board_order, preflop_order
from railbird.players.income import table_players
from railbird.players.poki.network import Network, PublicBetting, Tendencies
from railbird.players.sizing import level_to_raise
from railbird.table.state import BOARD_CARDS, CALL, FOLD

FLOOR = 0.01
"""The least weight of a hand: no hand is ever ruled out."""

IMAGINED = 12.0
"""The number of generic observations mixed with those of a specific opponent."""

BLUR = 0.12
"""Half the width of the border between two actions, as a share of a player's hands."""

ODD = 0.10
"""How often a player is assumed to act regardless of their hand: bluffs, traps and mistakes."""

DID_FOLD, DID_CALL, DID_RAISE = 0, 1, 2
NOTHING, ONE_BET, MORE_BETS, RAISED = 0, 1, 2, 3
"""What there is to call: nothing, a bet, more, or any raise after having put chips in."""

_SIZE = 4 * 4 * 3

_NOTHING_SEEN = [0] * _SIZE

_LATER = (
    ((0.00, 0.62, 0.38), (0.38, 0.48, 0.14), (0.45, 0.40, 0.15), (0.10, 0.70, 0.20)),
    ((0.00, 0.60, 0.40), (0.36, 0.51, 0.13), (0.45, 0.42, 0.13), (0.10, 0.72, 0.18)),
    ((0.00, 0.62, 0.38), (0.42, 0.47, 0.11), (0.50, 0.39, 0.11), (0.15, 0.70, 0.15)),
)
"""The generic opponent's fold, call and raise on flop, turn and river, by what there is to call."""

_PREFLOP = {
    2: ((0.00, 0.60, 0.40), (0.15, 0.35, 0.50), (0.20, 0.60, 0.20), (0.03, 0.77, 0.20)),
    4: ((0.00, 0.80, 0.20), (0.45, 0.25, 0.30), (0.55, 0.33, 0.12), (0.05, 0.80, 0.15)),
    7: ((0.00, 0.88, 0.12), (0.65, 0.21, 0.14), (0.80, 0.14, 0.06), (0.05, 0.83, 0.12)),
}
"""The same before the flop, for two players, three or four, and more."""


class Triple(NamedTuple):
    """Chances of a fold, of a check or call, and of a bet or raise."""

    fold: float
    call: float
    bet: float


class PokiFrequencies:
    """What each opponent did, by context. This is Poki's memory.

    Examples
    --------
    >>> seen = PokiFrequencies()
    >>> for _ in range(60):
    ...     seen.add("Ann", 1, 0, DID_RAISE)
    >>> f'{seen.triple("Ann", 1, 0, players=9).bet:.2f} {seen.triple("Bob", 1, 0, players=9).bet}'
    '0.90 0.38'
    """

    def __init__(self, *, generic: bool = False) -> None:
        self.generic = generic
        self.counts: dict[str, list[int]] = {}
        """By name: 48 counts, by round, what there is to call, and action."""

    def add(self, name: str, round_: int, bets: int, did: int) -> None:
        """An opponent acted. ``bets`` is `NOTHING`, `ONE_BET`, `MORE_BETS` or `RAISED`."""
        if not self.generic:
            counts = self.counts.get(name)
            if counts is None:
                counts = self.counts[name] = [0] * _SIZE
            counts[12 * round_ + 3 * bets + did] += 1

    def triple(self, name: str, round_: int, bets: int, *, players: int) -> Triple:
        """How a player acts in a context, over all hands, at a table with so many players."""
        usual = _PREFLOP[table_players(players)] if round_ == 0 else _LATER[round_ - 1]
        fold, call, bet = usual[bets]
        counts = self.counts.get(name)
        if counts is None:
            return Triple(fold, call, bet)
        at = 12 * round_ + 3 * bets
        folds, calls, raises = counts[at : at + 3]
        total = IMAGINED + folds + calls + raises
        return Triple(
            (IMAGINED * fold + folds) / total,
            (IMAGINED * call + calls) / total,
            (IMAGINED * bet + raises) / total,
        )

    def habits(self, name: str, round_: int, bets: int, *, players: int) -> Tendencies:
        """What the network is told of a player: frequencies here, and how well they are known."""
        fold, _, bet = self.triple(name, round_, bets, players=players)
        counts = self.counts.get(name, _NOTHING_SEEN)
        at = 12 * round_ + 3 * bets
        seen = sum(counts[at : at + 3])
        # before the flop with chips to call: the contexts of one bet and of more
        usual = _PREFLOP[table_players(players)][ONE_BET]
        folds, paid = counts[3] + counts[6], sum(counts[4:6]) + sum(counts[7:9])
        plays = (IMAGINED * (1 - usual[0]) + paid) / (IMAGINED + folds + paid)
        return Tendencies(fold, bet, seen / (seen + IMAGINED), plays)

    def recall(self, name: str, counts: object) -> None:
        """Load what was seen of a player, as in ``counts``. Bad values are refused as a whole."""
        if not (
            isinstance(counts, list)
            and len(counts) == _SIZE
            and all(type(count) is int and count >= 0 for count in counts)
        ):
            raise OptionError(f"the action frequencies of {name!r} must be {_SIZE} counts")
        self.counts[name] = list(counts)


def chances(places: Floats, usual: Triple, did: int) -> Floats:
    """The chance that a player takes this action with each hand, by its place in the range (0 … 1).

    The mean over the range is how often the player takes the action.

    Examples
    --------
    >>> chances(np.array([0.1, 0.5, 0.7, 0.9]), Triple(0.3, 0.3, 0.4), DID_RAISE).round(2).tolist()
    [0.04, 0.12, 0.86, 0.94]
    """
    if did == DID_FOLD:
        found = 1 - _step(places, usual.fold)
    elif did == DID_RAISE:
        found = _step(places, 1 - usual.bet)
    else:
        found = np.maximum(_step(places, usual.fold) - _step(places, 1 - usual.bet), 0.0)
    result: Floats = (1 - ODD) * found + ODD * usual[did]
    return result


def _step(places: Floats, at: float) -> Floats:
    """0 below a place, 1 above it, with a ramp between. The mean over the range is ``1 - at``."""
    width = min(BLUR, at, 1 - at)
    if width <= 0:
        return (places > at).astype(np.float64) if at > 0 else np.ones_like(places)
    return np.clip((places - at + width) / (2 * width), 0.0, 1.0)


class SeenAction(NamedTuple):
    """An action and its context; ``bets`` as in `PokiFrequencies.add`.

    ``expected`` is what a network expected, or None.
    """

    round: int
    position: int
    bets: int
    did: int
    expected: Triple | None = None


@dataclass
class HandModel:
    """What one player can know about the others in a hand.

    Tables are updated only when they are asked for, so a player who has folded spends no time on
    them. With a ``network`` it expects actions by that, else by the frequencies.
    """

    frequencies: PokiFrequencies
    seat: Seat
    network: Network | None = None
    board: tuple[int, ...] = ()
    level: int = 0
    bets: list[int] = field(default_factory=list)
    folded: list[bool] = field(default_factory=list)
    events: list[SeenAction] = field(default_factory=list)
    _paid: set[int] = field(default_factory=set)
    _done: int = 0
    _tables: dict[int, Floats] = field(default_factory=dict)
    _round: int = 0
    _raises: int = 0
    _betting: PublicBetting | None = None

    def __post_init__(self) -> None:
        rules = self.seat.rules
        if self.network is not None:
            self._betting = PublicBetting(rules, self.seat.stacks)
        self.level = rules.big_blind
        self.bets = list(rules.blinds)
        self.folded = [False] * rules.players

    @property
    def players(self) -> int:
        """The number of players at the table."""
        return len(self.bets)

    def see_board(self, board: tuple[int, ...]) -> None:
        """Community cards were dealt and a round begins."""
        self.board = tuple(int(c) for c in board)
        self._round = BOARD_CARDS.index(len(board))
        self.level = 0
        self.bets = [0] * self.players
        self._paid = set()
        self._raises = 0

    def see(self, position: int, action: int) -> None:
        """A player acted. This enters the frequencies now and the player's table later."""
        bets = self.to_call(position)
        expected = None
        if self._betting is not None:
            if position != self.seat.position and not self.folded[self.seat.position]:
                expected = self._expected(self._betting, position, bets)
            self._betting.saw(action)
        if action == FOLD:
            did = DID_FOLD
            self.folded[position] = True
        elif action == CALL:
            did = DID_CALL
            self.bets[position] = self.level
            if bets:
                self._paid.add(position)
        else:
            did = DID_RAISE
            self.level = self.bets[position] = action
            self._paid.add(position)
            self._raises += 1
        if position != self.seat.position:
            self.frequencies.add(self.seat.names[position], self._round, bets, did)
        self.events.append(SeenAction(self._round, position, bets, did, expected))

    def to_call(self, position: int) -> int:
        """What a player has to call, as in `PokiFrequencies.add`."""
        owed = self.level - self.bets[position]
        if owed <= 0:
            return NOTHING
        if position in self._paid:
            return RAISED
        if self.seat.rules.betting == "limit":
            return ONE_BET if owed <= self.seat.rules.bets[self._round] else MORE_BETS
        # bets have no fixed size, so their number counts; before the flop the blind is the first
        return ONE_BET if self._raises <= (self._round > 0) else MORE_BETS

    def opponents(self) -> list[int]:
        """Positions of the opponents still in the hand."""
        me = self.seat.position
        return [p for p, gone in enumerate(self.folded) if not gone and p != me]

    def usual(self, position: int, bets: int, *, round_: int | None = None) -> Triple:
        """How an opponent acts with this to call, over all hands."""
        at = self._round if round_ is None else round_
        name = self.seat.names[position]
        return self.frequencies.triple(name, at, bets, players=self.players)

    def habits(self, position: int) -> Tendencies:
        """What the network is told of a player's earlier hands, at their next decision."""
        name, bets = self.seat.names[position], self.to_call(position)
        return self.frequencies.habits(name, self._round, bets, players=self.players)

    def folds_to_bet(self, position: int) -> float:
        """How likely an opponent is to fold if we bet now."""
        if self._betting is None or not (to := level_to_raise(self._betting.state)):
            return self.usual(position, ONE_BET).fold
        after = self._betting.copy()
        after.saw(to)
        return self._expected(after, position, ONE_BET).fold

    def _expected(self, betting: PublicBetting, position: int, bets: int) -> Triple:
        """What the network expects of a player."""
        assert self.network is not None
        name = self.seat.names[position]
        habits = self.frequencies.habits(name, self._round, bets, players=self.players)
        inputs = betting.inputs(position, habits)
        return Triple(*self.network.chances(inputs, betting.legal(position)).tolist())

    def tables(self) -> Floats:
        """Weight tables of the opponents still in, shape (opponents, 1326). Do not change them."""
        for event in self.events[self._done :]:
            if not self.folded[event.position] and event.position != self.seat.position:
                self._reweigh(event)
        self._done = len(self.events)
        return np.array([self._table(p) for p in self.opponents()])

    def _table(self, position: int) -> Floats:
        table = self._tables.get(position)
        if table is None:
            table = self._tables[position] = np.ones(1326)
        return table

    def _reweigh(self, event: SeenAction) -> None:
        if event.round == 0:
            order = preflop_order(table_players(self.players))
        else:
            order = board_order(self.board[: BOARD_CARDS[event.round]])
        table = self._table(event.position)
        usual = event.expected
        if usual is None:
            usual = self.usual(event.position, event.bets, round_=event.round)
        table *= chances(order.places(table), usual, event.did)
        table /= table.max()
        np.maximum(table, FLOOR, out=table)
