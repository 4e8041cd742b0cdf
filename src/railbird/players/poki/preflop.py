"""Poki before the flop: how many hands to play, by income rate, position and players in the hand.

The hand is looked up in the table of income rates for the expected number of players on the flop
(Sêca 2008, equation 4). Its rank there is the share of all hands that are better. Poki compares
this rank with the shares of hands to call and to raise with. These shares are larger in later
position, because fewer players are left to act, and smaller after more bets. Against a raise they
depend on how often that player raises.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from railbird.players.hand_order import Floats, preflop_order
from railbird.players.income import table_players
from railbird.players.poki.model import DID_FOLD, DID_RAISE, ONE_BET, HandModel, Triple

JOINS = 0.4
"""The chance that a player who has yet to act will see the flop."""

RAMP = 0.2
"""Half the width of the border between two actions, as a share of the hands above it."""


@dataclass(frozen=True, slots=True)
class PreflopStyle:
    """How many hands are played and how many are raised; 1 is moderate."""

    loose: float = 1.0
    aggressive: float = 1.0


def expected_players(model: HandModel) -> int:
    """Expected players on the flop: those with money in, ourselves, and some of the others."""
    acted = {e.position for e in model.events if e.round == 0}
    active = [p for p, gone in enumerate(model.folded) if not gone]
    me = model.seat.position
    sure = sum(p in acted or p == me or model.seat.rules.blinds[p] > 0 for p in active)
    return max(2, round(sure + JOINS * (len(active) - sure)))


def hand_rank(hand: int, players: int) -> float:
    """The share of hands with a higher income rate for so many players; equal hands count half.

    Examples
    --------
    >>> f"{hand_rank(1325, 2):.4f} {hand_rank(1325, 9):.4f}"
    '0.0023 0.0023'
    """
    return float(1 - _everything(table_players(players))[hand])


@cache
def _everything(players: int) -> Floats:
    return preflop_order(players).places(np.ones(1326))


def shares(model: HandModel, style: PreflopStyle) -> tuple[float, float]:
    """Shares of hands to stay in with, and to raise with."""
    me = model.seat.position
    bet = model.seat.rules.bets[0]
    acted = [e for e in model.events if e.round == 0]
    entered = [e.position for e in acted if e.did != DID_FOLD and not model.folded[e.position]]
    raises = [e for e in acted if e.did == DID_RAISE]
    owed = model.level - model.bets[me]
    mine = any(e.position == me and e.did != DID_FOLD for e in acted)
    if not raises:
        behind = _left_to_act(model)
        first = min(0.90, 0.85 / max(behind, 1) ** 0.85)
        if owed == 0:  # the big blind sees the flop for free
            return 1.0, 0.30 * style.aggressive / max(len(entered), 1) ** 0.5
        raised = (0.75 if not entered else 0.40) * first * style.aggressive
        if 2 * owed <= bet:  # for half a bet nearly every hand is worth playing
            first = max(first, 0.55)
        elif entered:
            first *= 1.15
        return first * style.loose, raised
    last = next((e for e in reversed(raises) if e.position != me), raises[-1])
    once = model.usual(last.position, ONE_BET, round_=0).bet
    if len(raises) == 1 or last.position == me:
        stay, again = 0.85 * once, 0.40 * once
        if model.bets[me] > 0:  # a blind or a limp has paid part of the price
            stay *= 1.9 if owed <= bet else 1.3
        stay += 0.03 * max(len(entered) - 1, 0)
    else:
        most = min(once, 1.5 * model.usual(last.position, last.bets, round_=0).bet)
        stay, again = 0.7 * most, 0.35 * most
    if mine and owed <= bet:
        stay = 1.0  # one more bet, for a pot that we are already in
    return stay * style.loose, again * style.aggressive


def _left_to_act(model: HandModel) -> int:
    """How many opponents act after us in this round if nobody raises."""
    acted = {e.position for e in model.events if e.round == 0}
    return sum(p not in acted for p in model.opponents())


def preflop_triple(hand: int, model: HandModel, style: PreflopStyle) -> Triple:
    """Chances of a fold, a call and a raise before the flop."""
    rank = hand_rank(hand, expected_players(model))
    stay, again = shares(model, style)
    enters = _below(rank, stay)
    raises = min(_below(rank, again), enters)
    return Triple(1 - enters, enters - raises, raises)


def _below(rank: float, share: float) -> float:
    """1 for hands well within a share, 0 for hands well outside, with a ramp between."""
    if share >= 1:
        return 1.0
    return min(max((share * (1 + RAMP) - rank) / (2 * RAMP * share + 1e-9), 0.0), 1.0)
