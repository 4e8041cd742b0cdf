"""Vexbot's look ahead: all ways in which a hand can go on, with what is expected of the opponent.

Opponents act by the probabilities of a model, showdowns are paid by the hands that the model lets
expect, and we do what is best (Miximax), or good actions more often than bad ones (Miximix). What
we will do later depends on the cards that come; so a value is computed for every *state* of our
cards:

- before the flop: class, then bucket on flop, turn and river;
- on the flop: each of 47 cards of the turn, then bucket on the river (46 cards each);
- on the turn: each of 46 cards of the river, against all hands that the opponent can hold there;
- on the river: the very board.

What a round is worth holds for all of its places. A new search is needed when a card comes.
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
from railbird.players.vexbot.model import POTS, STARTS, OpponentModel, place_of

Floats = npt.NDArray[np.float64]


def _stakes() -> tuple[Floats, ...]:
    """What each player has in when a round begins, by pot."""
    found = [np.zeros(1)]
    for block in LIMIT_ROUNDS[:-1]:
        found.append((found[-1][:, None] + np.array(block.stakes)).ravel())
    return tuple(found)


STAKES = _stakes()


@dataclass(frozen=True, eq=False)
class Beliefs:
    """What is expected of the opponent: ``actions[place, action]``, ``hands[leaf, bucket]``.

    Examples
    --------
    >>> Beliefs.of(OpponentModel(), seat=0).hands.shape
    (5103, 28)
    """

    actions: Floats
    hands: Floats

    @classmethod
    def of(cls, model: OpponentModel, seat: int) -> Beliefs:
        """From a model of an opponent in a seat (0: big blind, 1: button)."""
        return cls(model.action_chances(), model.hand_chances(seat))

    def scaled(self, at: Situation, ratios: Floats) -> Beliefs:
        """The same with the actions of one round and pot times ratios, by node and action."""
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
    """What our actions are worth in small bets over the whole hand, at all places of a round.

    Parameters
    ----------
    beliefs
        What is expected of the opponent.
    own
        How our cards can go on from this round.
    round_, pot, seat
        Where we are, and whether we are big blind (0) or have the button (1).
    share
        Share that each bucket of the river has of the hands that the opponent holds when this round
        begins, on the average board.
    temperature
        0 for Miximax; above, in small bets, for Miximix.

    Returns
    -------
    array
        By node of the round, action and state of our cards (there is one state now); only those of
        our own nodes and legal actions mean anything.
    """
    first, count = pot, 1
    spans = []
    for r in range(round_, 4):
        spans.append((r, slice(first, first + count)))
        first, count = first * LIMIT_ROUNDS[r].ends, count * LIMIT_ROUNDS[r].ends
    later = _showdowns(beliefs.hands[first : first + count], own, share)
    for r, pots in reversed(spans[1:]):
        worth, _ = _round_worth(beliefs, r, pots, later, seat, temperature)
        later = _product(worth, own.moves[r - round_ - 1].T)
    return _round_worth(beliefs, round_, spans[0][1], later, seat, temperature)[1]


def flop_worth(
    beliefs: Beliefs, chances: CardChances, *, seat: int, temperature: float = 0.0
) -> Floats:
    """What it is worth to see the flop, by pot and our bucket there.

    It does not depend on our cards before the flop: one search serves all hands.
    """
    moves = chances.turn, chances.river
    own = OwnCards(moves, None, chances.shown * chances.share)
    later = _showdowns(beliefs.hands, own, chances.share)
    for r in (3, 2):
        worth, _ = _round_worth(beliefs, r, slice(POTS[r]), later, seat, temperature)
        later = _product(worth, moves[r - 2].T)
    return _round_worth(beliefs, 1, slice(POTS[1]), later, seat, temperature)[0]


def look_ahead_preflop(
    beliefs: Beliefs, flop: Floats, kind: Floats, *, seat: int, temperature: float = 0.0
) -> Floats:
    """As `look_ahead` before the flop.

    ``flop`` is what `flop_worth` found, ``kind`` the chances of the buckets there with our hand.
    """
    later = _product(flop, kind[:, None])
    return _round_worth(beliefs, 0, slice(1), later, seat, temperature)[1]


def _showdowns(hands: Floats, own: OwnCards, share: Floats) -> Floats:
    """What part of a stake we win on average at each leaf, by state."""
    # how likely the opponent comes to each leaf with each bucket, against any other bucket
    likely = hands / share
    won = _product(likely, own.won.T)
    if own.met is not None:
        won /= np.maximum(_product(likely, own.met.T), 1e-300)
    return won


def _round_worth(
    beliefs: Beliefs, r: int, pots: slice, later: Floats, seat: int, temperature: float
) -> tuple[Floats, Floats]:
    """What a round is worth from its beginning by pot and state, and the actions of the last pot.

    ``later`` is what its ends are worth; on the river, which part of the stakes is won there.
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
    """What fold, call and raise are worth at a node; None for what is not legal."""
    kinds = LIMIT_ROUNDS[round_].kind[node].tolist()
    found = values[node, :, 0].tolist()
    return tuple(v if k != abstract.NONE else None for v, k in zip(found, kinds, strict=True))
