"""Vexbot's look-ahead: all ways in which a hand can continue, given what we expect of the opponent.

The opponent acts by the probabilities of a model, and showdowns are paid by the hands that the
model expects. We take the best action (Miximax), or good actions more often than bad ones
(Miximix). Our later actions depend on the cards to come, so a value is computed for every *state*
of our cards:

- before the flop: class, then bucket on flop, turn and river;
- on the flop: each of 47 turn cards, then bucket on the river (46 cards each);
- on the turn: each of 46 river cards, against all hands that the opponent can hold there;
- on the river: the actual board.

One search gives the values at all places of a round. A new search is needed when a card comes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.players.sparbot import _game_kernels as abstract
from railbird.players.sparbot.game import LIMIT_ROUNDS
from railbird.players.sparbot.player import Situation
from railbird.players.vexbot import _kernels as kernels
from railbird.players.vexbot.build import CardChances
from railbird.players.vexbot.cards import OwnCards
from railbird.players.vexbot.model import OpponentModel
from railbird.players.vexbot.shape import POTS, STARTS, place_of
from railbird.players.vexbot.strategy import StrategyModel

Floats = npt.NDArray[np.float64]


def _stakes() -> tuple[Floats, ...]:
    """What each player has put in when a round begins, by pot."""
    found = [np.zeros(1)]
    for block in LIMIT_ROUNDS[:-1]:
        found.append((found[-1][:, None] + np.array(block.stakes)).ravel())
    return tuple(found)


STAKES = _stakes()


@dataclass(frozen=True, eq=False)
class Beliefs:
    """What we expect of the opponent: ``actions[place, action]`` and ``hands[leaf, bucket]``.

    Examples
    --------
    >>> Beliefs.of(OpponentModel(), seat=0).hands.shape
    (5103, 28)
    """

    actions: Floats
    hands: Floats

    @classmethod
    def of(cls, model: OpponentModel | StrategyModel, seat: int) -> Beliefs:
        """From the model of an opponent in a seat (0: big blind, 1: button)."""
        return cls(model.action_chances(), model.hand_chances(seat))

    def scaled(self, at: Situation, ratios: Floats) -> Beliefs:
        """A copy with the actions of one round and pot multiplied by ratios for node and action."""
        first = place_of(Situation(at.round, at.pot, 0))
        some = slice(first, first + len(ratios))
        actions = self.actions.copy()
        actions[some] *= ratios
        actions[some] /= actions[some].sum(axis=1, keepdims=True)
        return Beliefs(actions, self.hands)


def look_ahead(
    beliefs: Beliefs,
    own: OwnCards,
    *,
    round_: int,
    pot: int,
    seat: int,
    share: Floats,
    temperature: float = 0.0,
) -> Floats:
    """What our actions are worth over the whole hand, in small bets, at all places of a round.

    Parameters
    ----------
    beliefs
        What we expect of the opponent.
    own
        How our cards can develop from this round.
    round_, pot, seat
        Where we are, and whether we are the big blind (0) or have the button (1).
    share
        On the average board, the share of each river bucket among the hands that the opponent holds
        when this round begins.
    temperature
        0 for Miximax; a positive number of small bets for Miximix.

    Returns
    -------
    array
        By node of the round, action and state of our cards (there is one state now). Only values
        for our own nodes and legal actions are meaningful.
    """
    first, count = pot, 1
    spans = []
    for r in range(round_, 4):
        spans.append((r, slice(first, first + count)))
        first, count = first * LIMIT_ROUNDS[r].ends, count * LIMIT_ROUNDS[r].ends
    later = _showdowns(beliefs.hands[first : first + count], own, share)
    for r, pots in reversed(spans[1:]):
        worth, _ = _round_worth(
            beliefs, r, pots=pots, later=later, seat=seat, temperature=temperature
        )
        later = _product(worth, own.moves[r - round_ - 1].T)
    return _round_worth(
        beliefs, round_, pots=spans[0][1], later=later, seat=seat, temperature=temperature
    )[1]


def flop_worth(
    beliefs: Beliefs, chances: CardChances, *, seat: int, temperature: float = 0.0
) -> Floats:
    """What seeing the flop is worth, by pot and our bucket on the flop.

    It does not depend on our cards before the flop, so one search serves all hands.
    """
    moves = chances.turn, chances.river
    own = OwnCards(moves, None, chances.shown * chances.share)
    later = _showdowns(beliefs.hands, own, chances.share)
    for r in (3, 2):
        worth, _ = _round_worth(
            beliefs, r, pots=slice(POTS[r]), later=later, seat=seat, temperature=temperature
        )
        later = _product(worth, moves[r - 2].T)
    return _round_worth(
        beliefs, 1, pots=slice(POTS[1]), later=later, seat=seat, temperature=temperature
    )[0]


def look_ahead_preflop(
    beliefs: Beliefs, flop: Floats, kind: Floats, *, seat: int, temperature: float = 0.0
) -> Floats:
    """`look_ahead` for the round before the flop.

    ``flop`` is the result of `flop_worth`. ``kind`` are the chances of the flop buckets with our
    hand.
    """
    later = _product(flop, kind[:, None])
    return _round_worth(beliefs, 0, pots=slice(1), later=later, seat=seat, temperature=temperature)[
        1
    ]


def _showdowns(hands: Floats, own: OwnCards, share: Floats) -> Floats:
    """The fraction of a stake that we win on average at each leaf, by state."""
    # how likely the opponent is to reach each leaf with each bucket, relative to other buckets
    likely = hands / share
    won = _product(likely, own.won.T)
    if own.met is not None:
        won /= np.maximum(_product(likely, own.met.T), 1e-300)
    return won


def _round_worth(
    beliefs: Beliefs, r: int, *, pots: slice, later: Floats, seat: int, temperature: float
) -> tuple[Floats, Floats]:
    """What a round is worth at its start, by pot and state, and the action values of the last pot.

    ``later`` is what its ends are worth; on the river it is the fraction of the stakes won there.
    """
    block = LIMIT_ROUNDS[r]
    states = later.shape[1]
    stakes = STAKES[r][pots]
    ends = later.reshape(-1, block.ends, states)
    if r == 3:
        ends = ends * (stakes[:, None] + np.array(block.stakes))[:, :, None]
    chances = beliefs.actions[STARTS[r] : STARTS[r + 1]].reshape(POTS[r], block.nodes, 3)[pots]
    values = np.zeros((block.nodes, 3, states))
    worth = np.empty((len(stakes), states))
    kernels.back_up(
        block.actor, block.kind, block.child, block.amount, stakes, chances, ends, seat,
        temperature, values, worth,
    )  # fmt: skip
    return worth, values


def _product(a: Floats, b: Floats) -> Floats:
    found = np.empty((len(a), b.shape[1]))
    kernels.product(a, np.ascontiguousarray(b), found)
    return found


def legal_values(values: Floats, round_: int, node: int) -> tuple[float | None, ...]:
    """What fold, call and raise are worth at a node; None for illegal actions."""
    kinds = LIMIT_ROUNDS[round_].kind[node].tolist()
    found = values[node, :, 0].tolist()
    return tuple(v if k != abstract.NONE else None for v, k in zip(found, kinds, strict=True))
