"""A hand of jam-or-fold by recursion and plain loops; the heads-up value by linear programming."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog

from railbird.cards.classes import holdem_class_of_hand, holdem_hands
from railbird.evaluate.preflop import class_matchups
from railbird.evaluate.three_way import ORDERS, weak_orders
from railbird.tournament import payoffs
from railbird.tournament.jamfold_rules import JamRules, Node
from railbird.tournament.showdowns import two_way

Floats = npt.NDArray[np.float64]
Ranges = Mapping[Node, Mapping[int, float]]
"""For each node the classes that jam, with their probabilities."""


@cache
def hands_of(kind: int) -> list[frozenset[int]]:
    hands = holdem_hands()[holdem_class_of_hand() == kind]
    return [frozenset(hand.tolist()) for hand in hands]


@cache
def deals(kinds: tuple[int, ...], dead: frozenset[int] = frozenset()) -> int:
    """Ways to deal hands of these classes to different players."""
    if not kinds:
        return 1
    free = (hand for hand in hands_of(kinds[0]) if not hand & dead)
    return sum(deals(kinds[1:], dead | hand) for hand in free)


def chance(kind: int, held: tuple[int, ...]) -> float:
    """Probability that the next player is dealt a class."""
    cards = 52 - 2 * len(held)
    return deals((*held, kind)) / deals(held) / (cards * (cards - 1) / 2)


@cache
def orders(kinds: tuple[int, ...]) -> list[tuple[tuple[int, ...], float]]:
    """Ways in which the hands finish, as levels with 0 the best, and their probabilities."""
    if len(kinds) == 1:
        return [((0,), 1.0)]
    if len(kinds) == 2:
        wins, ties, losses, _ = (float(array[kinds]) for array in class_matchups())
        total = wins + ties + losses
        return [((0, 1), wins / total), ((1, 0), losses / total), ((0, 0), ties / total)]
    found = weak_orders([kinds[0]], [kinds[1]], [kinds[2]])[0]
    return [
        (tuple([hand in g for g in text.split(">")].index(True) for hand in "ijk"), float(p))
        for text, p in zip(ORDERS, found, strict=True)
    ]


def stacks_after(rules: JamRules, all_in: Sequence[int], levels: Sequence[int]) -> list[float]:
    """Chip by chip: the n-th chips of all players go to the best of those who put in n."""
    left = list(rules.stacks)
    put = [rules.stacks[p] if p in all_in else rules.posted[p] for p in range(rules.players)]
    for n in range(1, int(max(put)) + 1):
        payers = [p for p in range(rules.players) if put[p] >= n]
        able = [p for p in all_in if put[p] >= n]
        if not able:
            continue
        best = min(levels[all_in.index(p)] for p in able)
        winners = [p for p in able if levels[all_in.index(p)] == best]
        for p in payers:
            left[p] -= 1
        for p in winners:
            left[p] += len(payers) / len(winners)
    return left


def worth(rules: JamRules, stacks: Sequence[float]) -> Floats:
    """The model for those in play; players out take the places by their stacks before."""
    if rules.payouts is None:
        return np.array(stacks)
    prizes = [*rules.payouts, *[0.0] * (rules.players - len(rules.payouts))]
    alive = [p for p in range(rules.players) if round(stacks[p], 9) > 0]
    found = np.zeros(rules.players)
    if len(alive) > 1:
        found[alive] = payoffs([stacks[p] for p in alive], prizes[: len(alive)], rules.model)
    else:
        found[alive] = prizes[0]
    out = [p for p in range(rules.players) if p not in alive]
    for p in out:
        places = [
            len(alive) + place
            for place, other in enumerate(sorted(out, key=lambda q: -rules.stacks[q]))
            if rules.stacks[other] == rules.stacks[p]
        ]
        found[p] = sum(prizes[place] for place in places) / len(places)
    return found


def utilities(rules: JamRules, ranges: Ranges) -> Floats:
    """Expected payoffs of all players, ties split."""

    def play(player: int, all_in: tuple[int, ...], kinds: tuple[int, ...]) -> Floats:
        node = Node(player, all_in)
        if player == rules.players or (player == rules.players - 1 and not all_in):
            who = all_in or (rules.players - 1,)
            return sum(
                (p * worth(rules, stacks_after(rules, who, o)) for o, p in orders(kinds or (0,))),
                np.zeros(rules.players),
            )
        total, folds = np.zeros(rules.players), 1.0
        if len(all_in) < 3:
            for kind, jam in ranges[node].items():
                p = jam * chance(kind, kinds)
                if p == 0:
                    continue
                folds -= p
                total += p * play(player + 1, (*all_in, player), (*kinds, kind))
        if folds > 1e-12:
            total = total + folds * play(player + 1, all_in, kinds)
        return total

    return play(0, (), ())


def heads_up(stack: float) -> tuple[float, float]:
    """Value to the small blind in big blinds, and how often it jams, at 0.5/1.

    Variables are the probabilities of jamming x and, for each class of the big blind, the least
    that the small blind gets there.
    """
    two = two_way()
    equity = two.outcomes[..., 0] + two.outcomes[..., 2] / 2
    fold = two.joint  # the small blind wins 1
    call = two.joint * stack * (2 * equity - 1)
    ones = np.eye(169)
    found = linprog(
        -np.concatenate([0.5 * two.dealt, np.ones(169)]),
        A_ub=np.block([[-fold.T, ones], [-call.T, ones]]),
        b_ub=np.zeros(338),
        bounds=[(0, 1)] * 169 + [(None, None)] * 169,
        method="highs",
    )
    return float(-found.fun - 0.5), float(found.x[:169] @ two.dealt)
