"""Poki: a formula-based player that models its opponents, after Billings et al. (1999, 2002).

Before the flop it goes by income rates (`railbird.players.poki.preflop`). After it, it weighs its
hand against the weight table of each opponent (`railbird.players.poki.model`), and formulas make of
effective hand strength, potential, pot odds, position and number of opponents a probability triple;
chance then chooses the action, so that the same situation is not always played the same way.

The formulas of the original are not published; these follow what is: a bet for value from a
threshold of EHS on, semi-bluffs by potential, calls by pot odds and by showdown odds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from railbird.cards.card import Card
from railbird.cards.index import colex_index
from railbird.evaluate.strength.field import field_array
from railbird.evaluate.strength.weighted import prospects
from railbird.players.base import Seat
from railbird.players.chance import Chance
from railbird.players.hand_order import Floats
from railbird.players.memory import Remembering
from railbird.players.poki.model import ONE_BET, HandModel, PokiFrequencies, Triple
from railbird.players.poki.preflop import PreflopStyle, preflop_triple
from railbird.table.state import CALL, FOLD, State

BORDER = 0.06
"""Half the width of the border between two actions, in EHS."""

TRAP = 0.85
"""The strength from which on a hand may be checked to raise later."""

MOST_BLUFFED = 3
"""Opponents against whom a bluff is tried, at most."""


@dataclass(frozen=True, slots=True)
class PokiStyle:
    """The parameters of a personality.

    Parameters
    ----------
    preflop : PreflopStyle
        How many hands are played and raised before the flop.
    bet, raise_ : float
        The EHS against one opponent from which on a hand is bet, and a bet is raised; against
        more it is less (`threshold`).
    call : float
        Factor on the price that is paid for a showdown or a draw: above 1 a player calls less.
    bluff : float
        How often a bluff is tried that, by what is known of the others, breaks even.
    semi_bluff : float
        How often a draw is bet that has the odds for it.
    slow_play : float
        How often a very strong hand is checked while others can bet, to raise them then.
    generic : bool
        Whether all opponents are taken for the same (*generic* modelling).
    """

    preflop: PreflopStyle = field(default_factory=PreflopStyle)
    bet: float = 0.50
    raise_: float = 0.60
    call: float = 0.92
    bluff: float = 0.35
    semi_bluff: float = 0.6
    slow_play: float = 0.12
    generic: bool = False


@dataclass(frozen=True, slots=True)
class Assessment:
    """What Poki made of a situation after the flop: the figures behind its last triple.

    ``strength`` is HS_n, the chance to be ahead of all opponents; ``effective`` is EHS. ``folds``
    is the chance that all of them fold to a bet.
    """

    strength: float
    positive: float
    effective: float
    folds: float
    opponents: int


def threshold(at: float, opponents: int) -> float:
    """What an EHS asked for against one opponent is against several.

    With n callers a hand needs to win one pot in n + 1 to earn on a bet. Two thirds of that way are
    gone, for not all of them call.

    Examples
    --------
    >>> [round(threshold(0.5, n), 3) for n in (1, 2, 8)]
    [0.5, 0.389, 0.241]
    """
    return at * (1 + 2 * (2 / (opponents + 1))) / 3


class Poki(Remembering):
    """The formula-based player.

    Parameters
    ----------
    name
        Under which it plays.
    style
        Its parameters.
    folder
        Where models of opponents are kept; without it they last as long as the match.

    Examples
    --------
    >>> from railbird.arena.match import Match
    >>> from railbird.arena.play import play_match
    >>> from railbird.players.simple import AlwaysCall
    >>> from railbird.table import table_rules
    >>> match = Match(table_rules(2), (200, 200), deals=50, seed=1, duplicate=True)
    >>> result = play_match(match, [Poki("poki"), AlwaysCall("caller")])
    >>> result.players[0].mean > 0
    True
    """

    reads_only = True
    kind = "poki"

    def __init__(
        self, name: str, *, style: PokiStyle | None = None, folder: Path | str | None = None
    ) -> None:
        super().__init__(name, folder=folder)
        self.style = style if style is not None else PokiStyle()
        self.frequencies = PokiFrequencies(generic=self.style.generic)
        self.assessment: Assessment | None = None
        """The figures behind the last action after the flop, for explanations."""
        self.triple = Triple(0.0, 1.0, 0.0)
        """The chances that the last action was chosen by."""
        self._chance = Chance()
        self._model: HandModel | None = None
        self._cards: tuple[int, ...] = ()

    def forget(self) -> None:
        super().forget()
        self.frequencies = PokiFrequencies(generic=self.style.generic)

    def hand_starts(self, seat: Seat) -> None:
        self._chance.seed(seat.seed)
        self.meet(seat.names)
        self._model = HandModel(self.frequencies, seat)
        self.assessment = None

    def dealt(self, cards: tuple[Card, ...]) -> None:
        self._cards = tuple(int(c) for c in cards)

    def board(self, cards: tuple[Card, ...]) -> None:
        if self._model is not None:
            self._model.see_board(tuple(cards))

    def saw(self, position: int, action: int) -> None:
        if self._model is not None:
            self._model.see(position, action)

    def hand_over(self, payoffs: tuple[int, ...]) -> None:
        if self._model is not None:
            self.keep(self._model.seat.names)

    def known(self) -> Iterable[str]:
        return self.frequencies.counts

    def describe(self, player: str) -> object:
        return self.frequencies.counts.get(player)

    def recall(self, player: str, frequencies: Any) -> None:
        self.frequencies.recall(player, frequencies)

    def act(self, state: State) -> int:
        model = self._model
        if model is None or len(self._cards) != 2:  # not hold'em: there is nothing to go by
            return CALL
        if not model.board:
            self.triple = preflop_triple(colex_index(self._cards), model, self.style.preflop)
        else:
            self.triple = self._postflop_triple(state, model)
        return self.choose(self.triple, state)

    def choose(self, triple: Triple, state: State) -> int:
        """An action by the chances of a triple; what the rules forbid becomes a check or a call."""
        to_call, lowest, _ = state.options()
        draw = self._chance.below(1 << 30) / (1 << 30)
        if draw < triple.bet:
            return lowest or CALL
        if to_call and draw >= triple.bet + triple.call:
            return FOLD
        return CALL

    def _postflop_triple(self, state: State, model: HandModel) -> Triple:
        self.assessment = assessment = assess(self._cards, model, model.tables())
        if state.options().to_call == 0:
            return self._unopened(state, model, assessment)
        return self._facing_a_bet(state, assessment)

    def _unopened(self, state: State, model: HandModel, found: Assessment) -> Triple:
        style, bet = self.style, state.rules.bets[state.round]
        value = ramp(found.effective, threshold(style.bet, found.opponents), BORDER)
        if found.strength > TRAP and state.round < 3 and not _is_last(state, model):
            value *= 1 - style.slow_play
        tried = 0.0
        if state.round < 3:
            tried = style.semi_bluff if _draws(state, found) else 0.0
        # of several opponents one always has something, whatever they do on average
        pays = found.folds * state.pot > (1 - found.folds) * bet
        if pays and found.opponents <= MOST_BLUFFED:
            tried = max(tried, style.bluff)
        bets = max(value, tried)
        return Triple(0.0, 1 - bets, bets)

    def _facing_a_bet(self, state: State, found: Assessment) -> Triple:
        style = self.style
        to_call, lowest, _ = state.options()
        more = 0.07 * max(state.raises - 1, 0)  # a raise that was raised shows more
        at = min(threshold(style.raise_ + more, found.opponents), 0.9)
        raises = ramp(found.effective, at, BORDER) if lowest else 0.0
        left = 3 - state.round
        later = state.rules.bets[min(state.round + 1, 3)]
        # showdown odds: what it costs to see the end, if the others go on betting half of the time
        ahead = 0.5 * later * left
        price = style.call * (to_call + ahead) / (state.pot + to_call + ahead * 2)
        calls = ramp(found.effective, price, BORDER / 2)
        if left:
            # a draw that comes in earns a bet more
            price = style.call * to_call / (state.pot + to_call + later)
            calls = max(calls, ramp(found.positive, price, BORDER / 3))
        if lowest and left and state.raises == 1 and found.opponents <= 2:
            raises = max(raises, style.semi_bluff / 4 if _draws(state, found) else 0.0)
        return Triple((1 - raises) * (1 - calls), (1 - raises) * calls, raises)


def _is_last(state: State, model: HandModel) -> bool:
    """Whether nobody can bet after a check."""
    acted = {p for r, p, _ in state.actions if r == state.round}
    return all(p in acted for p in model.opponents())


def _draws(state: State, found: Assessment) -> bool:
    """Whether a draw has the odds for a bet now and one in the next round: 2 for the pot and 4."""
    bet = state.rules.bets[state.round]
    return found.positive >= 2 * bet / (state.pot + 6 * bet)


def assess(cards: tuple[int, ...], model: HandModel, tables: Floats) -> Assessment:
    """Strength, potential and chance of folds against the opponents who are in."""
    on = prospects(model.board)
    strength = float(on.strength(cards, tables).prod())
    positive = 0.0
    if len(model.board) < 5:
        field = tables[0] if len(tables) == 1 else field_array(tables)
        positive = on.potential(cards, field).positive
    folds = float(np.prod([model.usual(p, ONE_BET).fold for p in model.opponents()]))
    effective = strength + (1 - strength) * positive
    return Assessment(strength, positive, effective, folds, len(tables))


def ramp(value: float, at: float, width: float) -> float:
    """0 below ``at - width``, 1 above ``at + width``, linear between."""
    return min(max((value - at + width) / (2 * width), 0.0), 1.0)
