"""A hand of jam-or-fold by recursion and plain loops; the heads-up value by linear programming."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog

from railbird.cards.classes import holdem_class_of_hand, holdem_hands
from railbird.evaluate.preflop.pairs import class_matchups
from railbird.evaluate.preflop.three_way import ORDERS, weak_orders
from railbird.tournament import payoffs
from railbird.tournament.jamfold.rules import JamRules, Node
from railbird.tournament.jamfold.showdowns import two_way

Floats = npt.NDArray[np.float64]
Ranges = Mapping[Node, Mapping[int, float]]
"""For each node, the classes that jam, with their probabilities."""


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
    """The ways in which the hands can finish, as levels (0 is best), and their probabilities."""
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
    """Chip by chip: the n-th chips of all players go to the best hand that put in n."""
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


def worth(rules: JamRules, stacks: Sequence[float], model: str = "harville") -> Floats:
    """The model for those in play; players out take the places by their stacks before."""
    if rules.payouts is None:
        return np.array(stacks)
    prizes = [*rules.payouts, *[0.0] * (rules.players - len(rules.payouts))]
    alive = [p for p in range(rules.players) if round(stacks[p], 9) > 0]
    found = np.zeros(rules.players)
    if len(alive) > 1:
        found[alive] = payoffs([stacks[p] for p in alive], prizes[: len(alive)], model)
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


def end(
    rules: JamRules, all_in: Sequence[int], levels: Sequence[int], model: str = "harville"
) -> Floats:
    """Prizes and bounties when the players all in finish like this."""
    paid = worth(rules, stacks_after(rules, all_in, levels), model)
    return paid if rules.bounties is None else paid + bounty_worth(rules, all_in, levels)


def utilities(rules: JamRules, ranges: Ranges, model: str = "harville") -> Floats:
    """Expected payoffs of all players, ties split."""

    def play(player: int, all_in: tuple[int, ...], kinds: tuple[int, ...]) -> Floats:
        node = Node(player, all_in)
        if player == rules.players or (player == rules.players - 1 and not all_in):
            who = all_in or (rules.players - 1,)
            return sum(
                (p * end(rules, who, o, model) for o, p in orders(kinds or (0,))),
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


class HeadsUp(NamedTuple):
    """Value to the small blind in big blinds, and the probabilities of jamming and calling."""

    value: float
    jam: Floats
    call: Floats


def heads_up(stack: float) -> HeadsUp:
    """The heads-up hand at 0.5/1 by linear programming.

    The variables are the probabilities of jamming x and, for each class of the big blind, the least
    that the small blind gets against it. The dual variables of the second bound are the
    probabilities of calling.
    """
    two = two_way()
    equity = two.outcomes[..., 0] + two.outcomes[..., 2] / 2
    fold = two.joint  # the small blind wins 1
    call = two.joint * stack * (2 * equity - 1)
    ones = np.eye(169)
    # with a stack of one big blind, the big blind is already all in
    bounds_ = [[-call.T, ones]] if stack == 1 else [[-fold.T, ones], [-call.T, ones]]
    found = linprog(
        -np.concatenate([0.5 * two.dealt, np.ones(169)]),
        A_ub=np.block(bounds_),
        b_ub=np.zeros(169 * len(bounds_)),
        bounds=[(0, 1)] * 169 + [(None, None)] * 169,
        method="highs",
    )
    calls = -found.ineqlin.marginals[-169:]
    return HeadsUp(float(-found.fun - 0.5), found.x[:169], calls)


def bounty_worth(rules: JamRules, all_in: Sequence[int], levels: Sequence[int]) -> Floats:
    """The bounty goes to the player who won the eliminated player's last chip; ties share it."""
    assert rules.bounties is not None
    left = stacks_after(rules, all_in, levels)
    heads, found = list(rules.bounties), np.zeros(rules.players)
    now = 0.5 if rules.progressive else 1.0
    for p in all_in:
        if round(left[p], 9) > 0:
            continue
        rivals = [q for q in all_in if rules.stacks[q] >= rules.stacks[p]]
        top = min(levels[all_in.index(q)] for q in rivals)
        takers = [q for q in rivals if levels[all_in.index(q)] == top]
        for q in takers:
            found[q] += now * rules.bounties[p] / len(takers)
            heads[q] += (1 - now) * rules.bounties[p] / len(takers)
        heads[p] -= rules.bounties[p]
    return found + sum(heads) * np.array(left) / sum(left)


def levels_of(values: Sequence[int]) -> tuple[int, ...]:
    """How hands finish, by their values; 0 is best."""
    ranked = sorted(set(values), reverse=True)
    return tuple(ranked.index(value) for value in values)


def with_more_all_in(
    rules: JamRules,
    ranges: Ranges,
    dealt: Sequence[tuple[Sequence[int], Sequence[int]]],
    model: str = "harville",
) -> Floats:
    """How the fourth and later calls change the utilities: the mean over deals, play by play.

    A deal has the classes and values of all hands. The first three belong to the first three
    players who go all in, whoever they are, and the rest to the players behind them.
    """

    def play(player: int, who: tuple[int, ...], third: int) -> Floats:
        if player == rules.players or len(who) == rules.most_all_in:
            hands = [*range(3), *(3 + p - third - 1 for p in who[3:])]
            return end(rules, who, levels_of([values[h] for h in hands]), model)
        jam = ranges[Node(player, who)].get(kinds[3 + player - third - 1], 0.0)
        called = play(player + 1, (*who, player), third) if jam else 0.0
        return jam * called + (1 - jam) * play(player + 1, who, third)

    total = np.zeros(rules.players)
    for kinds, values in dealt:
        for three in combinations(range(rules.players - 1), 3):
            p = 1.0
            for q in range(three[-1] + 1):
                who = tuple(x for x in three if x < q)
                held = tuple(kinds[: len(who)])
                if q in three:
                    p *= ranges[Node(q, who)].get(kinds[len(who)], 0.0)
                elif p:
                    p *= 1 - sum(jam * chance(c, held) for c, jam in ranges[Node(q, who)].items())
            if p:
                alone = end(rules, three, levels_of(values[:3]), model)
                total += p * (play(three[-1] + 1, three, three[-1]) - alone) / len(dealt)
    return total


def on_a_deal(
    rules: JamRules, ranges: Ranges, kinds: Sequence[int], values: Sequence[int]
) -> tuple[Floats, dict[Node, tuple[float, float]]]:
    """Payoffs of all players on one deal, and for each decision its reach and jam minus fold."""
    seen: dict[Node, tuple[float, float]] = {}

    def play(player: int, who: tuple[int, ...], reach: float) -> Floats:
        if player == rules.players or (player == rules.players - 1 and not who):
            winner = who or (rules.players - 1,)
            return end(rules, winner, levels_of([values[p] for p in winner]))
        if len(who) == rules.most_all_in:
            return play(rules.players, who, reach)
        jam = ranges[Node(player, who)].get(kinds[player], 0.0)
        called = play(player + 1, (*who, player), reach * jam)
        folded = play(player + 1, who, reach * (1 - jam))
        seen[Node(player, who)] = reach, float(called[player] - folded[player])
        return jam * called + (1 - jam) * folded

    return play(0, (), 1.0), seen
