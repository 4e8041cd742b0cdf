"""Extensive-form games: given as trees, stored and solved in sequence form."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.equilibrium import _kernels as kernels
from railbird.equilibrium.game import BestResponse, Floats, Place, Strategy, places_of
from railbird.errors import OptionError

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class EndNode:
    """The end of a game: what each player is paid."""

    payoffs: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ChanceNode:
    """A chance event: each outcome with its probability."""

    outcomes: tuple[tuple[float, Node], ...]


@dataclass(frozen=True, slots=True)
class DecisionNode:
    """A player's choice; the player cannot tell decisions with the same ``infoset`` apart."""

    player: int
    infoset: Hashable
    actions: Mapping[str, Node]


Node = EndNode | ChanceNode | DecisionNode


@dataclass(slots=True)
class _Infoset:
    """An information set during the walk; ``parent`` is the number of an infoset and an action."""

    player: int
    label: Hashable
    actions: tuple[str, ...]
    parent: tuple[int, int] | None


@dataclass(slots=True)
class _Walk:
    """What a walk through a tree finds."""

    players: int
    infosets: list[_Infoset] = field(default_factory=list)
    numbers: dict[tuple[int, Hashable], int] = field(default_factory=dict)
    ends: dict[tuple[tuple[int, int] | None, ...], Floats] = field(default_factory=dict)

    def visit(self, node: Node, chance: float, last: tuple[tuple[int, int] | None, ...]) -> None:
        if isinstance(node, EndNode):
            if len(node.payoffs) != self.players:
                raise OptionError(
                    f"one end pays {len(node.payoffs)} players and another pays {self.players}"
                )
            paid = self.ends.setdefault(last, np.zeros(self.players))
            paid += chance * np.array(node.payoffs)
        elif isinstance(node, ChanceNode):
            if not np.isclose(sum(p for p, _ in node.outcomes), 1):
                raise OptionError("the probabilities of a chance node must sum to 1")
            for probability, after in node.outcomes:
                self.visit(after, chance * probability, last)
        else:
            number, player = self._number(node, last), node.player
            for a, after in enumerate(node.actions.values()):
                self.visit(after, chance, (*last[:player], (number, a), *last[player + 1 :]))

    def _number(self, node: DecisionNode, last: tuple[tuple[int, int] | None, ...]) -> int:
        """The number of a decision's information set; a known set must look as it did before."""
        if not 0 <= node.player < self.players or not node.actions:
            raise OptionError(
                f"decision {node.infoset!r} needs an action and a player from 0 to "
                f"{self.players - 1}, not {node.player}"
            )
        key = (node.player, node.infoset)
        here = _Infoset(node.player, node.infoset, tuple(node.actions), last[node.player])
        if key not in self.numbers:
            self.numbers[key] = len(self.infosets)
            self.infosets.append(here)
        elif self.infosets[self.numbers[key]] != here:
            raise OptionError(
                f"information set {node.infoset!r} of player {node.player} has different actions "
                "or past decisions at different nodes: players must have perfect recall"
            )
        return self.numbers[key]


def _first_end(node: Node) -> EndNode:
    while not isinstance(node, EndNode):
        below = (
            [n for _, n in node.outcomes] if isinstance(node, ChanceNode) else node.actions.values()
        )
        node = next(iter(below))
    return node


class TreeGame:
    """An extensive-form game with perfect recall and any number of players.

    Parameters
    ----------
    root
        The tree of the game, kept as an attribute.

    Attributes
    ----------
    players : int
        The number of players.
    places : tuple of Place
        One for each player and number of actions.
    labels : tuple of tuple
        For each place, its infosets as the tree names them, in the order of the array's rows.
    actions : tuple of tuple
        For each place and infoset, the names of the actions.

    Notes
    -----
    The game is stored in sequence form. An end consists of one sequence for each player and the
    payoffs times the probability of chance, so ends that differ only by chance are merged. A pass
    over the game goes over its ends and information sets, not over its tree.

    References
    ----------
    D. Koller, N. Megiddo, B. von Stengel, "Fast algorithms for finding randomized strategies in
    game trees", 1994.

    Examples
    --------
    Matching pennies, where the second player does not see what the first one did:

    >>> from railbird.equilibrium import DecisionNode, EndNode, TreeGame, solve
    >>> def guess(coin: str) -> DecisionNode:
    ...     ends = {c: EndNode((-1, 1) if c == coin else (1, -1)) for c in ("heads", "tails")}
    ...     return DecisionNode(1, "guess", ends)
    >>> game = TreeGame(DecisionNode(0, "hide", {c: guess(c) for c in ("heads", "tails")}))
    >>> game.places
    (Place(player=0, infosets=1, actions=2), Place(player=1, infosets=1, actions=2))
    >>> game.named(solve(game, epsilon=1e-9).strategy)[0, "hide"]
    {'heads': 0.5, 'tails': 0.5}
    """

    def __init__(self, root: Node) -> None:
        self.root = root
        self.players = len(_first_end(root).payoffs)
        walk = _Walk(self.players)
        walk.visit(root, 1.0, (None,) * self.players)
        found = walk.infosets
        kinds = sorted({(i.player, len(i.actions)) for i in found})
        members = [
            [k for k, i in enumerate(found) if (i.player, len(i.actions)) == kind] for kind in kinds
        ]
        self.places = tuple(
            Place(player, len(rows), actions)
            for (player, actions), rows in zip(kinds, members, strict=True)
        )
        self.labels = tuple(tuple(found[k].label for k in rows) for rows in members)
        self.actions = tuple(tuple(found[k].actions for k in rows) for rows in members)

        sizes = [place.infosets * place.actions for place in self.places]
        self._starts = self.players + np.cumsum([0, *sizes])
        first = np.zeros(len(found), dtype=np.int64)
        for place, rows, start in zip(self.places, members, self._starts, strict=False):
            first[rows] = start + place.actions * np.arange(place.infosets)

        def sequence(player: int, last: tuple[int, int] | None) -> int:
            return player if last is None else int(first[last[0]]) + last[1]

        parent = np.array([sequence(i.player, i.parent) for i in found], dtype=np.int64)
        self._tree = (parent, first, np.array([len(i.actions) for i in found], dtype=np.int64))
        self._parents = [parent[rows] for rows in members]
        self._own = [
            np.array([k for k, i in enumerate(found) if i.player == p], dtype=np.int64)
            for p in range(self.players)
        ]
        ends = [[sequence(p, at) for p, at in enumerate(last)] for last in walk.ends]
        self._ends: Integers = np.array(ends, dtype=np.int64).T.copy()
        self._payoffs: Floats = np.array(list(walk.ends.values())).T.copy()

    def __repr__(self) -> str:
        infosets = sum(place.infosets for place in self.places)
        return f"TreeGame({self.players} players, {infosets} infosets, {self._ends.shape[1]} ends)"

    def values(self, player: int, strategy: Strategy) -> list[Floats]:
        """See `Game.values`."""
        flat = self._flat(strategy)
        return list(self._split(player, self._mixed(player, flat, self._leaves(player, flat))))

    def reaches(self, player: int, strategy: Strategy) -> list[Floats]:
        """See `Game.reaches`."""
        plan = kernels.plan_of(self._flat(strategy), *self._tree)
        return [plan[self._parents[i]] for i in places_of(self, player)]

    def best_response(self, player: int, strategy: Strategy) -> BestResponse:
        """See `Game.best_response`."""
        flat = self._flat(strategy)
        best = self._leaves(player, flat)
        mixed = self._mixed(player, flat, best.copy())
        response = np.zeros_like(flat)
        kernels.back_up_best(best, response, self._own[player], *self._tree)
        gain = max(float(best[player] - mixed[player]), 0.0)
        return BestResponse(tuple(self._split(player, response)), gain)

    def utilities(self, strategy: Strategy) -> Floats:
        """See `Game.utilities`."""
        flat = self._flat(strategy)
        each = [self._mixed(p, flat, self._leaves(p, flat))[p] for p in range(self.players)]
        return np.array(each)

    def named(self, strategy: Strategy) -> dict[tuple[int, Hashable], dict[str, float]]:
        """A strategy as a dictionary by player and information set, then by action."""
        return {
            (place.player, label): dict(zip(names, row.tolist(), strict=True))
            for place, labels, actions, array in zip(
                self.places, self.labels, self.actions, strategy, strict=True
            )
            for label, names, row in zip(labels, actions, array, strict=True)
        }

    def _flat(self, strategy: Strategy) -> Floats:
        """All probabilities by sequence."""
        return np.concatenate([np.ones(self.players), *(array.ravel() for array in strategy)])

    def _split(self, player: int, flat: Floats) -> Iterator[Floats]:
        """The arrays of a player's places."""
        for i in places_of(self, player):
            yield flat[self._starts[i] : self._starts[i + 1]].reshape(self.places[i].shape)

    def _leaves(self, player: int, flat: Floats) -> Floats:
        plan = kernels.plan_of(flat, *self._tree)
        return kernels.leaf_values(player, plan, self._ends, self._payoffs)  # type: ignore[no-any-return]

    def _mixed(self, player: int, flat: Floats, leaves: Floats) -> Floats:
        kernels.back_up(leaves, flat, self._own[player], *self._tree)
        return leaves
