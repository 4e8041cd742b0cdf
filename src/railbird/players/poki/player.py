"""Poki: a formula-based player that models its opponents, after Billings et al. (1999, 2002).

Before the flop it plays by income rates (`railbird.players.poki.preflop`). After the flop it
compares its hand with the weight table of each opponent (`railbird.players.poki.model`). Formulas
turn effective hand strength, potential, pot odds, position and number of opponents into a
probability triple. The action is then drawn at random, so the same situation is not always played
the same way.

The original formulas are not published. These follow what is: value bets above a threshold of EHS,
semi-bluffs by potential, calls by pot odds and by showdown odds.
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
from railbird.players.base import Plays, Seat
from railbird.players.chance import Chance
from railbird.players.hand_order import Floats
from railbird.players.memory import Remembering
from railbird.players.poki.model import HandModel, PokiFrequencies, Triple
from railbird.players.poki.network import shipped_network
from railbird.players.poki.preflop import PreflopStyle, preflop_triple
from railbird.players.sizing import level_to_raise, usual_bet
from railbird.table.state import CALL, FOLD, State

BORDER = 0.06
"""Half the width of the border between two actions, in EHS."""

TRAP = 0.85
"""A hand stronger than this may be checked in order to raise later."""

MOST_BLUFFED = 3
"""The most opponents against whom a bluff is tried."""


@dataclass(frozen=True, slots=True)
class PokiStyle:
    """The parameters of a personality.

    Parameters
    ----------
    preflop : PreflopStyle
        How many hands are played and raised before the flop.
    bet, raise_ : float
        The least EHS against one opponent with which to bet, and to raise a bet. Against more
        opponents it is lower (`threshold`).
    call : float
        Factor on the price of a showdown or a draw. A player with more than 1 calls less.
    bluff : float
        How often a bluff is tried that would break even, given what is known of the others.
    semi_bluff : float
        How often a draw with the right odds is bet.
    slow_play : float
        How often a very strong hand is checked, to raise a later bet, while others can still bet.
    generic : bool
        Whether all opponents are treated alike (*generic* modelling).
    network : bool
        Whether a neural network expects what they do, instead of their frequencies alone.
    """

    preflop: PreflopStyle = field(default_factory=PreflopStyle)
    bet: float = 0.50
    raise_: float = 0.60
    call: float = 0.92
    bluff: float = 0.35
    semi_bluff: float = 0.6
    slow_play: float = 0.12
    generic: bool = False
    network: bool = False


@dataclass(frozen=True, slots=True)
class Assessment:
    """How Poki judged a situation after the flop: the figures behind its last triple.

    ``strength`` is HS_n, the chance of being ahead of all opponents; ``effective`` is EHS.
    ``folds`` is the chance that all opponents fold to a bet.
    """

    strength: float
    positive: float
    effective: float
    folds: float
    opponents: int


def threshold(at: float, opponents: int) -> float:
    """Convert an EHS needed against one opponent to the EHS needed against several.

    With n callers a bet pays if the hand wins one pot in n + 1. The threshold moves two thirds of
    the way there, because not all opponents call.

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
        The name it plays under.
    style
        Its parameters.
    folder
        Where the models of opponents are kept. Without a folder they last for one match.

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
    made_for = Plays(games=("holdem",), bettings=("limit",))
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
        """The chances from which the last action was drawn."""
        self._chance = Chance()
        self._model: HandModel | None = None
        self._cards: tuple[int, ...] = ()

    def forget(self) -> None:
        super().forget()
        self.frequencies = PokiFrequencies(generic=self.style.generic)

    def hand_starts(self, seat: Seat) -> None:
        self._chance.seed(seat.seed)
        self.meet(seat.names)
        network = shipped_network() if self.style.network else None
        self._model = HandModel(self.frequencies, seat, network)
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
        if model is None or len(self._cards) != 2:  # not hold'em: no formula applies
            return CALL
        if not model.board:
            self.triple = preflop_triple(colex_index(self._cards), model, self.style.preflop)
        else:
            self.triple = self._postflop_triple(state, model)
        return self.choose(self.triple, state)

    def choose(self, triple: Triple, state: State) -> int:
        """Draw an action by the chances of a triple. An illegal action becomes a check or call."""
        to_call = state.options().to_call
        draw = self._chance.below(1 << 30) / (1 << 30)
        if draw < triple.bet:
            return level_to_raise(state) or CALL
        if to_call and draw >= triple.bet + triple.call:
            return FOLD
        return CALL

    def _postflop_triple(self, state: State, model: HandModel) -> Triple:
        self.assessment = assessment = assess(self._cards, model, model.tables())
        if state.options().to_call == 0:
            return self._unopened(state, model, assessment)
        return self._facing_a_bet(state, assessment)

    def _unopened(self, state: State, model: HandModel, found: Assessment) -> Triple:
        style, bet = self.style, usual_bet(state, state.round)
        value = ramp(found.effective, threshold(style.bet, found.opponents), BORDER)
        if found.strength > TRAP and state.round < 3 and not _is_last(state, model):
            value *= 1 - style.slow_play
        tried = 0.0
        if state.round < 3:
            tried = style.semi_bluff if _draws(state, found) else 0.0
        # of several opponents one always has a hand, whatever they do on average
        pays = found.folds * state.pot > (1 - found.folds) * bet
        if pays and found.opponents <= MOST_BLUFFED:
            tried = max(tried, style.bluff)
        bets = max(value, tried)
        return Triple(0.0, 1 - bets, bets)

    def _facing_a_bet(self, state: State, found: Assessment) -> Triple:
        style = self.style
        to_call, lowest, _ = state.options()
        more = 0.07 * max(state.raises - 1, 0)  # a re-raise shows more strength
        at = min(threshold(style.raise_ + more, found.opponents), 0.9)
        raises = ramp(found.effective, at, BORDER) if lowest else 0.0
        left = 3 - state.round
        later = usual_bet(state, min(state.round + 1, 3))
        # showdown odds: the price of the showdown if the others keep betting half of the time
        ahead = 0.5 * later * left
        price = style.call * (to_call + ahead) / (state.pot + to_call + ahead * 2)
        calls = ramp(found.effective, price, BORDER / 2)
        if left:
            # a draw that comes in earns one more bet
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
    """Whether a draw has the odds for a bet now and one in the next round: 2 to win the pot + 4."""
    bet = usual_bet(state, state.round)
    return found.positive >= 2 * bet / (state.pot + 6 * bet)


def assess(cards: tuple[int, ...], model: HandModel, tables: Floats) -> Assessment:
    """Strength, potential and chance of folds against the opponents still in."""
    on = prospects(model.board)
    strength = float(on.strength(cards, tables).prod())
    positive = 0.0
    if len(model.board) < 5:
        field = tables[0] if len(tables) == 1 else field_array(tables)
        positive = on.potential(cards, field).positive
    folds = float(np.prod([model.folds_to_bet(p) for p in model.opponents()]))
    effective = strength + (1 - strength) * positive
    return Assessment(strength, positive, effective, folds, len(tables))


def ramp(value: float, at: float, width: float) -> float:
    """0 below ``at - width``, 1 above ``at + width``, linear between."""
    return min(max((value - at + width) / (2 * width), 0.0), 1.0)
