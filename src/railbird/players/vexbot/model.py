"""What Vexbot knows of an opponent: how often they take each action, and what they show down.

For every place in the betting there are counts of fold, call and raise. For every line of betting
to a showdown there are counts of the opponent's river bucket. Most of the 6,378 places and 5,103
lines are seen rarely or never. So an estimate starts from a *prior*, what a Sparbot would do there.
It is corrected in four steps, from observations in all roughly similar situations to those in
exactly this one (`railbird.players.vexbot._kernels.shrink`).
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_class_of_hand
from railbird.errors import OptionError
from railbird.players.sparbot import _game_kernels as abstract
from railbird.players.sparbot.build import SCALE
from railbird.players.sparbot.game import CALL, FOLD, LIMIT_ROUNDS, RAISE, Block
from railbird.players.sparbot.player import Situation, SparbotTable, shipped_table
from railbird.players.vexbot import _kernels as kernels
from railbird.players.vexbot.build import CardChances, shipped_chances

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

POTS = (1, 7, 63, 567)
"""The number of pots that each round can begin with."""
STARTS = (0, 8, 78, 708, 6378)
"""The first place of each round. Places are numbered by round, pot and node."""
LEAVES = 5103
"""The lines of betting to a showdown: the pots of the river times the ends of its betting."""

REVIEW = 25
"""Observations are counted at the latest after this many hands."""

_FLOOR = 1e-3
_LITTLE = 50
_TOLERANCE, _SUSPICION = 0.05, 4.0


@dataclass(frozen=True, slots=True)
class Learning:
    """How fast Vexbot learns.

    Parameters
    ----------
    actions, hands
        How many observations the expectation of each level is worth, from the coarsest to the
        finest, for actions and for hands shown.
    doubt
        The fraction of the prior that is uniform over actions, or over all hands.
    memory
        After so many hands an observation counts 1/e; 0 means that nothing is forgotten.
    """

    actions: tuple[float, ...] = (20.0, 20.0, 20.0, 20.0)
    hands: tuple[float, ...] = (20.0, 20.0, 20.0, 20.0)
    doubt: float = 0.05
    memory: float = 0.0

    def __post_init__(self) -> None:
        if len(self.actions) != 4 or len(self.hands) != 4:
            raise OptionError("there are four levels of learning: give four weights for each")
        if min(*self.actions, *self.hands) <= 0:
            raise OptionError("the weights of expectations must be above 0")
        if not 0 < self.doubt <= 1:
            raise OptionError(f"doubt must be above 0 and at most 1, not {self.doubt}")
        if self.memory != 0 and not self.memory >= 1:
            raise OptionError(f"memory cannot be {self.memory} hands: give 1 or more, or 0")


@dataclass(frozen=True, eq=False, repr=False)
class Prior:
    """What is expected of an unknown opponent.

    All of these are probabilities; those of hands are for the average board:

    - ``actions[place, action]``: of the opponent's actions;
    - ``hands[seat, leaf, bucket]``: of their hand at a showdown, as big blind (0) or button (1);
    - ``roots[seat][round][pot, bucket]``: of their hand when a round begins;
    - ``alone[round][bucket]``: of a hand of which nothing is known;
    - ``play``: of their actions by round, pot, node, bucket and action. With these the opponent can
      be followed on a given board.
    """

    actions: Floats
    hands: Floats
    roots: tuple[tuple[Floats, ...], ...]
    alone: tuple[Floats, ...]
    play: tuple[Floats, ...]

    @classmethod
    def of_sparbot(cls, table: SparbotTable, chances: CardChances, doubt: float) -> Prior:
        """What an observer who does not know Sparbot's cards sees of it.

        The probabilities of Sparbot's buckets are followed through its own choices and chance. Its
        action at a place is the mean over the buckets with which it gets there.
        """
        actions = np.zeros((STARTS[-1], 3))
        hands = np.zeros((2, LEAVES, len(chances.share)))
        sizes = np.bincount(holdem_class_of_hand()).astype(np.float64)
        kinds = (table.buckets.preflop[None] == np.arange(table.buckets.counts[0])[:, None]) * sizes
        first = kinds @ chances.flop / kinds.sum(axis=1, keepdims=True)
        moves = first, chances.turn, chances.river
        roots: list[list[Floats]] = [[], []]
        anything: list[Floats] = []
        played = tuple(play / SCALE for play in table.play)
        for seat in range(2):
            reach = alone = kinds.sum(axis=1)[None] / sizes.sum()
            for r, block in enumerate(LIMIT_ROUNDS):
                play = played[r]
                roots[seat].append(reach)
                if seat == 0:
                    anything.append(alone[0])
                ends = np.empty((POTS[r], block.ends, play.shape[2]))
                nodes = abstract.end_reaches(block.actor, block.kind, block.child, play, seat, ends)
                # at places that it never reaches, assume that it may hold any hand
                weights = reach[:, None] * nodes + _FLOOR * alone
                some = np.einsum("pkb,pkba->pka", weights, play)
                mine = block.actor == seat
                actions[STARTS[r] : STARTS[r + 1]].reshape(some.shape)[:, mine] = some[:, mine]
                reach = (reach[:, None] * ends + _FLOOR * alone).reshape(-1, play.shape[2])
                reach /= reach.sum(axis=1, keepdims=True)
                if r < 3:
                    reach, alone = reach @ moves[r], alone @ moves[r]
            hands[seat] = (1 - doubt) * reach + doubt * chances.share
        legal = shape().legal
        actions /= actions.sum(axis=1, keepdims=True)
        actions = (1 - doubt) * actions + doubt * legal / legal.sum(axis=1, keepdims=True)
        return cls(actions, hands, (tuple(roots[0]), tuple(roots[1])), tuple(anything), played)


@cache
def shipped_prior(doubt: float) -> Prior:
    """The prior from the shipped tables."""
    return Prior.of_sparbot(shipped_table(), shipped_chances(), doubt)


@dataclass(frozen=True, eq=False, repr=False)
class ModelShape:
    """The places in the betting, and which of them are alike, from coarse to fine.

    ``legal[place, action]`` is 1 for legal actions. ``actor[place]`` is the player to act.
    ``places`` and ``leaves`` (for both seats) are the classes at each level. ``place_sizes`` and
    ``leaf_sizes`` are the numbers of classes.
    """

    legal: Floats
    actor: Ints
    places: Ints
    place_sizes: Ints
    leaves: Ints
    leaf_sizes: Ints


@cache
def shape() -> ModelShape:
    """The shape of the model, computed once.

    There are four levels. Places are alike

    1. if both are before the flop or both after it, there is the same to call (nothing, a bet,
       more), and a raise is possible at both or at neither;
    2. if they are the same node of the same round;
    3. if, in addition, both players have bet and raised about as often in the rounds before;
    4. if they are the same place.

    Showdowns are alike

    1. if the same player, or nobody, was the last to bet on the river;
    2. if the betting on the river was the same;
    3. if, in addition, both players have bet about as often in the rounds before;
    4. if they are at the end of the same line of betting.
    """
    legal, actor, facing, node, earlier = [], [], [], [], []
    bets = np.zeros((1, 2), dtype=np.int64)  # by both players in the rounds before, by pot
    for r, block in enumerate(LIMIT_ROUNDS):
        raised = _raised(block)
        own = block.actor
        faced = block.kind[:, FOLD] != abstract.NONE
        more = raised[0].sum(axis=1) > (0 if r == 0 else 1)
        capped = block.kind[:, RAISE] == abstract.NONE
        kind = 6 * (r > 0) + 2 * np.where(faced, 1 + more, 0) + capped
        pots = len(bets)
        actor.append(np.tile(own, pots))
        legal.append(np.tile((block.kind != abstract.NONE).astype(np.float64), (pots, 1)))
        facing.append(np.tile(kind, pots))
        node.append(np.tile(10 * r + np.arange(block.nodes), pots))
        aggression = np.stack([bets[:, own], bets[:, 1 - own]], axis=-1).reshape(-1, 2)
        earlier.append(np.minimum(aggression[:, 0], 3) * 3 + np.minimum(aggression[:, 1], 2))
        before, bets = bets, (bets[:, None] + raised[1]).reshape(-1, 2)
    coarse = np.concatenate(node) * 12 + np.concatenate(earlier)
    places = np.stack([*map(np.concatenate, (facing, node)), coarse, np.arange(STARTS[-1])])
    ends = np.tile(np.arange(9), POTS[3])
    last = np.tile(_last(LIMIT_ROUNDS[3]), POTS[3])
    leaves = np.empty((2, 4, LEAVES), dtype=np.int64)
    for seat in range(2):
        mine, other = before[:, seat].repeat(9), before[:, 1 - seat].repeat(9)
        leaves[seat, 0] = np.where(last < 0, 0, np.where(last == seat, 1, 2))
        leaves[seat, 1] = ends
        leaves[seat, 2] = (ends * 5 + np.minimum(mine, 4)) * 3 + np.minimum(other, 2)
        leaves[seat, 3] = np.arange(LEAVES)
    return ModelShape(
        legal=np.concatenate(legal),
        actor=np.concatenate(actor),
        places=places,
        place_sizes=places.max(axis=1) + 1,
        leaves=leaves,
        leaf_sizes=leaves.max(axis=(0, 2)) + 1,
    )


def _raised(block: Block) -> tuple[Ints, Ints]:
    """Bets and raises of both players on the way to each node and each end."""
    nodes = np.zeros((block.nodes, 2), dtype=np.int64)
    ends = np.zeros((block.ends, 2), dtype=np.int64)
    for k in range(block.nodes):
        for a in (CALL, RAISE):
            more = nodes[k].copy()
            more[block.actor[k]] += a == RAISE
            if block.kind[k, a] == abstract.NODE:
                nodes[block.child[k, a]] = more
            elif block.kind[k, a] == abstract.CALLED:
                ends[block.child[k, a]] = more
    return nodes, ends


def _last(block: Block) -> Ints:
    """The last player to bet or raise before each end; −1 if nobody did."""
    nodes, ends = np.full(block.nodes, -1), np.full(block.ends, -1)
    for k in range(block.nodes):
        for a in (CALL, RAISE):
            last = block.actor[k] if a == RAISE else nodes[k]
            if block.kind[k, a] == abstract.NODE:
                nodes[block.child[k, a]] = last
            elif block.kind[k, a] == abstract.CALLED:
                ends[block.child[k, a]] = last
    return ends


def place_of(at: Situation) -> int:
    """The number of a place.

    Examples
    --------
    >>> place_of(Situation(round=1, pot=4, node=1))
    49
    """
    return STARTS[at.round] + at.pot * LIMIT_ROUNDS[at.round].nodes + at.node


class OpponentModel:
    """Observations of one opponent, and the expectations that follow from them.

    Parameters
    ----------
    learning
        How fast to learn.
    prior
        What is expected before anything has been seen; None is a Sparbot.
    """

    def __init__(self, learning: Learning | None = None, prior: Prior | None = None) -> None:
        self.learning = Learning() if learning is None else learning
        self.prior = shipped_prior(self.learning.doubt) if prior is None else prior
        self.actions = np.zeros_like(self.prior.actions)
        """Counts by place and action."""
        self.hands = np.zeros_like(self.prior.hands)
        """Counts by seat, leaf and bucket."""
        self.expected_actions = np.zeros_like(self.actions)
        """The counts that the prior expected instead of `actions`, on the boards of those hands."""
        self.expected_hands = np.zeros_like(self.hands)
        self.hands_played = 0
        self.likeness = 1.0
        """How much to trust the prior where nothing else is known: 1 fully, 0 not at all."""
        self.edition = 0
        """How often the counts have been updated."""
        self._due = 0
        self._weight = 1.0
        self._new_actions: list[tuple[int, int, Floats]] = []
        self._new_hands: list[tuple[int, int, int, Floats]] = []

    def add_action(self, place: int, action: int, expected: Floats | None = None) -> None:
        """The opponent acted at a place where the prior expected these probabilities."""
        expected = self.prior.actions[place] if expected is None else expected
        self._new_actions.append((place, action, self._weight * expected))

    def add_hand(self, seat: int, leaf: int, bucket: int, expected: Floats | None = None) -> None:
        """The opponent showed a hand where the prior expected these probabilities of buckets."""
        expected = self.prior.hands[seat, leaf] if expected is None else expected
        self._new_hands.append((seat, leaf, bucket, self._weight * expected))

    def hand_over(self) -> None:
        """A hand was played. Older hands count less from now on.

        Observations are counted when there are a twentieth more hands than at the last count, or
        `REVIEW` more. A count after every hand would need a new search from the start each time,
        which would take most of the time.
        """
        self.hands_played += 1
        if self.learning.memory:
            # instead of reducing earlier weights, increase the weight of later observations
            self._weight *= float(np.exp(1 / self.learning.memory))
        if self.hands_played >= self._due:
            self.review()

    def review(self) -> None:
        """Count what has been seen since the last review."""
        for place, action, hoped in self._new_actions:
            self.actions[place, action] += hoped.sum()
            self.expected_actions[place] += hoped
        for seat, leaf, bucket, hoped in self._new_hands:
            self.hands[seat, leaf, bucket] += hoped.sum()
            self.expected_hands[seat, leaf] += hoped
        self._new_actions, self._new_hands = [], []
        self.edition += 1
        self._due = self.hands_played + min(1 + self.hands_played // 20, REVIEW)
        if self._weight > 1e6:
            for _, seen, expected in self._arrays():
                np.divide(seen, self._weight, out=seen)
                np.divide(expected, self._weight, out=expected)
            self._weight = 1.0
        self.likeness = self._compare()

    def _compare(self) -> float:
        """`likeness`, from how far actions differ from expectations in the coarsest classes."""
        kinds = shape()
        apart, count = 0.0, kinds.place_sizes[0]
        for action in range(3):
            seen, hoped = (
                np.bincount(kinds.places[0], array[:, action], minlength=count)
                for array in (self.actions, self.expected_actions)
            )
            apart += float(np.abs(seen - hoped).sum()) / 2
        differs = apart / (float(self.actions.sum()) + _LITTLE * self._weight)
        return max(0.0, 1.0 - _SUSPICION * max(0.0, differs - _TOLERANCE))

    def action_chances(self) -> Floats:
        """Probabilities of fold, call and raise at every place."""
        kinds, found = shape(), np.empty_like(self.actions)
        strengths = self._weight * np.array(self.learning.actions)
        kernels.shrink(
            self.actions, self.expected_actions, self.prior.actions, kinds.places,
            kinds.place_sizes, strengths, found,
        )  # fmt: skip
        return found

    def hand_chances(self, seat: int) -> Floats:
        """Probabilities of the opponent's bucket at every showdown in this seat."""
        counts, prior = self.hands[seat], self.prior.hands[seat]
        kinds, found = shape(), np.empty(counts.shape)
        strengths = self._weight * np.array(self.learning.hands)
        kernels.shrink(
            counts, self.expected_hands[seat], prior, kinds.leaves[seat], kinds.leaf_sizes,
            strengths, found,
        )  # fmt: skip
        return found

    def to_json(self) -> dict[str, Any]:
        """The model as plain values. Only what was seen is included.

        A row of ``actions`` holds the place, then the weights of fold, call and raise as seen and
        as expected. A row of ``hands`` holds the seat, the leaf, and the weights of all buckets
        likewise.
        """
        whole = copy(self)  # review a copy: saving must not change what is done next
        whole.actions, whole.hands = self.actions.copy(), self.hands.copy()
        whole.expected_actions = self.expected_actions.copy()
        whole.expected_hands = self.expected_hands.copy()
        whole.review()
        found: dict[str, Any] = {"played": self.hands_played}
        for name, seen, expected in whole._arrays():
            at = np.argwhere(seen.any(axis=-1))
            both = np.concatenate([seen, expected], axis=-1) / whole._weight
            found[name] = [[*map(int, i), *both[tuple(i)].tolist()] for i in at]
        return found

    def _arrays(self) -> tuple[tuple[str, Floats, Floats], ...]:
        return (
            ("actions", self.actions, self.expected_actions),
            ("hands", self.hands, self.expected_hands),
        )

    def read(self, values: object) -> None:
        """Load what `to_json` returned. On bad values raise `OptionError` and load nothing."""
        if not isinstance(values, dict):
            raise OptionError("an opponent model is not an object")
        played = values.get("played")
        if type(played) is not int or played < 0:
            raise OptionError(f"hands played must be a whole number from 0 on, not {played!r}")
        fresh = OpponentModel(self.learning, self.prior)
        for name, seen, expected in fresh._arrays():
            rows = values.get(name)
            if not isinstance(rows, list):
                raise OptionError(f"an opponent model has no list {name!r}")
            for row in rows:
                _put(name, seen, expected, row)
        if (fresh.actions[shape().legal == 0] > 0).any():
            raise OptionError("'actions' has folds or raises where they are not legal")
        self.__dict__.update(fresh.__dict__)
        self.hands_played = played
        self.review()


def _put(name: str, seen: Floats, expected: Floats, row: object) -> None:
    """Put one row of a file into its place."""
    size, width = seen.ndim - 1, seen.shape[-1]
    wrong = OptionError(f"{name!r} has the row {str(row)[:80]}, which is not in this format")
    if not isinstance(row, list) or len(row) != size + 2 * width:
        raise wrong
    at, weights = tuple(row[:size]), row[size:]
    if any(type(i) is not int or not 0 <= i < n for i, n in zip(at, seen.shape, strict=False)):
        raise wrong
    if any(type(w) not in (int, float) or not 0 <= w < np.inf for w in weights):
        raise wrong
    seen[at], expected[at] = weights[:width], weights[width:]
    if not (seen[at].any() and expected[at][seen[at] > 0].all()):
        raise wrong
