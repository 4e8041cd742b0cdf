"""The rules of a hand of jam-or-fold: seats, forced chips, decisions, pots and what ends pay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError, RulesError
from railbird.tournament.checks import check_payouts, check_state
from railbird.tournament.models import Model, model_by_name
from railbird.tournament.showdowns import THREE_ORDERS, TWO_ORDERS

Floats = npt.NDArray[np.float64]
Levels = tuple[int, ...]

MOST_PLAYERS = 10
MOST_ALL_IN = 3
TIES = ("split", "random")


def seat_names(players: int) -> tuple[str, ...]:
    """Names of the seats in order of action.

    Examples
    --------
    >>> seat_names(2), seat_names(4)
    (('SB', 'BB'), ('CO', 'BTN', 'SB', 'BB'))
    >>> seat_names(9)[:4]
    ('UTG', 'UTG+1', 'UTG+2', 'LJ')
    """
    early = ("UTG", "UTG+1", "UTG+2", "UTG+3")[: max(players - 6, 0)]
    return (*early, *("LJ", "HJ", "CO", "BTN", "SB", "BB")[-(players - len(early)) :])


@dataclass(frozen=True, slots=True, order=True)
class Node:
    """A decision: a player, by number in order of action, and who is all in before.

    Examples
    --------
    >>> Node(2, (0, 1)).name(3)
    'BB after BTN, SB'
    """

    player: int
    jammed: tuple[int, ...] = ()

    def name(self, players: int) -> str:
        """Who decides, after whom."""
        seats = seat_names(players)
        before = ", ".join(seats[p] for p in self.jammed)
        return seats[self.player] + (f" after {before}" if before else "")


def all_nodes(players: int) -> tuple[Node, ...]:
    """Every decision there can be with at most three all in, by player.

    Examples
    --------
    >>> [len(all_nodes(players)) for players in range(2, 11)]
    [2, 6, 13, 24, 40, 62, 91, 128, 174]
    """
    return tuple(
        Node(player, jammed)
        for player in range(players)
        for before in range(MOST_ALL_IN)
        for jammed in combinations(range(player), before)
        if jammed or player < players - 1  # the big blind has won if nobody jams
    )


@dataclass(frozen=True, slots=True)
class JamRules:
    """Stacks before the hand, and what they are played for.

    Parameters
    ----------
    stacks
        Chips in order of action; the last two are the small and the big blind.
    blinds
        Small and big blind.
    ante
        What everybody posts before the blinds.
    payouts
        Prizes, first place first, at most one for each player; None to play for chips.
    model
        What stacks are worth after the hand: a name or a `Model`.
    ties
        ``"split"`` shares a pot, ``"random"`` gives it to one of the winners at random.

    Notes
    -----
    Who has no more than the ante and the blind is all in without a decision, and takes one of the
    three places; the big blind also stays in when nobody is all in for more than is posted. Players
    who are out by the same hand take the places by their stacks before it, the larger stack the
    better place; equal stacks share.
    """

    stacks: tuple[float, ...]
    blinds: tuple[float, float]
    ante: float = 0.0
    payouts: tuple[float, ...] | None = None
    model: str | Model = "harville"
    ties: str = "split"

    def __post_init__(self) -> None:
        state = check_state(self.stacks)
        if state.size > MOST_PLAYERS:
            raise RulesError(f"{state.size} stacks: a hand has 2 to {MOST_PLAYERS} players")
        if len(self.blinds) != 2 or not 0 <= self.blinds[0] <= self.blinds[1] < np.inf:
            raise RulesError(
                f"blinds {'/'.join(f'{b:g}' for b in self.blinds)}: give the small and the big "
                "blind, such as 300/600"
            )
        if not 0 <= self.ante < np.inf or self.blinds[1] + self.ante == 0:
            raise RulesError(
                f"ante {self.ante:g} with a big blind of {self.blinds[1]:g}: an ante is 0 or more, "
                "and somebody must post chips"
            )
        if self.ties not in TIES:
            raise OptionError(f"ties {self.ties!r}: take split or random")
        if self.payouts is not None:
            check_payouts(self.payouts, state.size)
        if len(self.in_by_posting) > MOST_ALL_IN:
            raise RulesError(
                f"{len(self.in_by_posting)} players are all in by ante or blind, where at most "
                f"{MOST_ALL_IN} can be: give lower blinds or larger stacks"
            )

    @property
    def players(self) -> int:
        """How many there are."""
        return len(self.stacks)

    @property
    def pool(self) -> float:
        """All prizes, or all chips."""
        return float(sum(self.stacks if self.payouts is None else self.payouts))

    @property
    def model_name(self) -> str:
        """The model's name."""
        if self.payouts is None:
            return "chips"
        if isinstance(self.model, str):
            return self.model
        return str(getattr(self.model, "name", getattr(self.model, "__name__", repr(self.model))))

    @property
    def posted(self) -> tuple[float, ...]:
        """What everybody has posted before the first decision."""
        blinds = (0.0,) * (self.players - 2) + self.blinds
        return tuple(
            min(stack, self.ante + b) for stack, b in zip(self.stacks, blinds, strict=True)
        )

    @property
    def in_by_posting(self) -> tuple[int, ...]:
        """Players who have posted all they have."""
        pairs = enumerate(zip(self.stacks, self.posted, strict=True))
        return tuple(player for player, (stack, posted) in pairs if stack == posted)

    def forced(self, node: Node) -> float | None:
        """1 if the player is in without a decision, 0 if out, None if it is a decision."""
        if node.player in self.in_by_posting:
            return 1.0
        if len(node.jammed) + sum(p > node.player for p in self.in_by_posting) >= MOST_ALL_IN:
            return 0.0
        highest = max((self.stacks[p] for p in node.jammed), default=np.inf)
        is_free = node.player == self.players - 1 and highest <= self.posted[-1]
        return 1.0 if is_free else None

    def after(self, all_in: Sequence[int], levels: Levels) -> list[float]:
        """Stacks after the hand if the players all in finish like this, ties shared.

        Examples
        --------
        The short stack wins the main pot from both, the second one the side pot:

        >>> JamRules((1000, 300, 600), (100, 200)).after((0, 1, 2), (1, 0, 2))
        [1000.0, 900.0, 0.0]
        """
        put = list(self.posted)
        for player in all_in:
            put[player] = self.stacks[player]
        left = [stack - chips for stack, chips in zip(self.stacks, put, strict=True)]
        below = 0.0
        for level in sorted({put[player] for player in all_in}):
            pot = sum(min(chips, level) - min(chips, below) for chips in put)
            in_it = [x for x, player in enumerate(all_in) if put[player] >= level]
            best = min(levels[x] for x in in_it)
            winners = [all_in[x] for x in in_it if levels[x] == best]
            for player in winners:
                left[player] += pot / len(winners)
            below = level
        for player, chips in enumerate(put):  # nobody was in for these
            left[player] += max(chips - below, 0.0)
        return left

    def payoffs(self) -> dict[tuple[int, ...], Floats]:
        """What everybody gets at each end, by who is all in: (players, orders).

        With three all in the columns are `THREE_ORDERS`, with two `TWO_ORDERS`; with one or none,
        where the big blind wins, there is one.
        """
        sets = [
            s for size in range(MOST_ALL_IN + 1) for s in combinations(range(self.players), size)
        ]
        states: list[list[float]] = []
        spans: dict[tuple[int, ...], tuple[slice, Sequence[Levels]]] = {}
        for all_in in sets:
            who = all_in or (self.players - 1,)
            orders: Sequence[Levels] = {1: ((0,),), 2: TWO_ORDERS, 3: THREE_ORDERS}[len(who)]
            start = len(states)
            # the big blind who wins without a decision is not all in, but gets the same chips
            states += [self.after(who, levels) for levels in orders]
            spans[all_in] = (slice(start, len(states)), orders)
        worth = self.worth(np.array(states))
        found = {}
        for all_in, (span, orders) in spans.items():
            paid = worth[span].T
            found[all_in] = paid if self.ties == "split" else _one_winner(paid, orders)
        return found

    def worth(self, states: Floats) -> Floats:
        """Payoffs of stacks after the hand, (states, players)."""
        if self.payouts is None:
            return states
        model = model_by_name(self.model) if isinstance(self.model, str) else self.model
        paid = np.array(model(states, np.array(self.payouts, dtype=np.float64)))
        prizes = np.zeros(self.players)
        prizes[: len(self.payouts)] = self.payouts
        before = np.array(self.stacks)
        for row in np.flatnonzero((states == 0).sum(axis=1) > 1):
            out = np.flatnonzero(states[row] == 0)
            for player in out:
                better = int((before[out] > before[player]).sum())
                first = self.players - out.size + better
                shared = int((before[out] == before[player]).sum())
                paid[row, player] = prizes[first : first + shared].mean()
        return paid


def _one_winner(paid: Floats, orders: Sequence[Levels]) -> Floats:
    """The same with each tie broken at random: the mean over the orders without ties."""
    return np.stack(
        [
            np.mean([paid[:, orders.index(strict)] for strict in _broken(levels)], axis=0)
            for levels in orders
        ],
        axis=1,
    )


def _broken(levels: Levels) -> Iterator[Levels]:
    """Orders without ties that agree with this one where it has none."""
    for strict in permutations(range(len(levels))):
        pairs = combinations(range(len(levels)), 2)
        if all((levels[x] - levels[y]) * (strict[x] - strict[y]) >= 0 for x, y in pairs):
            yield strict
