"""SAGE, the rule of Jones and Kittock (2005) for jam or fold heads-up."""

from __future__ import annotations

import numpy as np

from railbird.cards.classes import HOLDEM_CLASSES
from railbird.reproduce.drawings import Lines, Series
from railbird.reproduce.experiment import Figure, Outcome, RunOptions, beside, rounding, within
from railbird.tournament.jamfold.showdowns import two_way
from railbird.tournament.rules_of_thumb.costs import EPSILON, RuleCosts, equilibria, rule_costs
from railbird.tournament.rules_of_thumb.ranges import SMALL, Floats, class_pairs
from railbird.tournament.rules_of_thumb.rule import SAGE, SEVENS, Bools

OPTIMAL = {
    1: (89, 100, 0.010),
    2: (79, 89, 0.051),
    3: (74, 70, 0.061),
    4: (71, 60, 0.047),
    5: (68, 53, 0.026),
    6: (64, 48, 0.002),
    7: (61, 42, -0.018),
    8: (58, 39, -0.042),
    9: (55, 36, -0.063),
}
"""By R: hands jammed and called in percent, and what the small blind wins in big blinds."""

EXACT = f"Against our equilibria nobody gains more than {EPSILON:.0e} of all chips."
MILLI = 1_000
"""Costs are shown in thousandths of a big blind a hand."""

UNFITTED = tuple(np.arange(1.25, 15, 0.5).tolist())
"""R that SEVENS was not fitted on."""


def sage_optimal(_: RunOptions) -> Outcome:
    """Their optimal ranges and gains beside the equilibrium."""
    dealt, figures = two_way().dealt, []
    for known in equilibria(tuple(float(r) for r in OPTIMAL)):
        ours = 100 * float(dealt @ known.jam), 100 * float(dealt @ known.call), known.value
        why = "their ranges are the top of one ranking: see sage-ranking"
        figures += _three(int(known.r), ours, why, why)
    return Outcome(tuple(figures), notes=(EXACT,))


def _three(r: int, ours: tuple[float, float, float], why: str, why_won: str) -> list[Figure]:
    jam, call, gain = OPTIMAL[r]
    return [
        within(f"R = {r}: jam, %", ours[0], jam, rounding(0), why=why),
        within(f"R = {r}: call, %", ours[1], call, rounding(0), why=why),
        within(f"R = {r}: the small blind wins, bb", ours[2], gain, rounding(3), why=why_won),
    ]


def by_equity() -> list[int]:
    """The classes by their equity against any hand, best first."""
    pairs = class_pairs()
    return [int(at) for at in np.argsort(-pairs.lead.sum(axis=1) / pairs.dealt, kind="stable")]


def won_by_top(order: list[int], stack: float) -> tuple[Floats, Floats]:
    """What the small blind wins if both play the top of a ranking, and the share of each top.

    Rows and columns are the numbers of classes that are jammed and called, from none to all.
    """
    pairs = class_pairs()

    def top(matrix: Floats) -> Floats:
        return np.pad(matrix[np.ix_(order, order)].cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))

    share = np.append(0.0, pairs.dealt[order].cumsum())
    folded = SMALL * (1 - share)[:, None]
    return stack * top(pairs.lead) + share[:, None] - top(pairs.joint) - folded, share


def sage_ranking(_: RunOptions) -> Outcome:
    """The same with ranges by one ranking: each player's safest range."""
    order, figures = by_equity(), []
    for r in OPTIMAL:
        won, share = won_by_top(order, r + 1.0)
        jam, call = int(won.min(axis=1).argmax()), int(won.max(axis=0).argmin())
        last = [HOLDEM_CLASSES[order[top - 1]] for top in (jam, call)]
        ours = 100 * float(share[jam]), 100 * float(share[call]), float(won[jam, call])
        theirs = [int(np.abs(100 * share - printed).argmin()) for printed in OPTIMAL[r][:2]]
        figures += _three(
            r,
            ours,
            f"ours end with {last[0]} and {last[1]}",
            f"by our tables the printed ranges win {won[theirs[0], theirs[1]]:.4f}",
        )
    note = (
        "Hands are ranked by their equity against any hand. A player's safest range is the one "
        "that loses least to the opponent's best range by the same ranking."
    )
    return Outcome(tuple(figures), notes=(note,))


def sage_cost(_: RunOptions) -> Outcome:
    """What SAGE and our rule cost, against a best response and against an equilibrium."""
    stacks = tuple(sorted((*map(float, SAGE.stacks), *UNFITTED)))
    costs = {rule.name: rule_costs(rule, stacks) for rule in (SAGE, SEVENS)}
    whole = np.isin(stacks, SAGE.stacks)
    apart = np.isin(stacks, UNFITTED)
    parts = {
        "R = 1 to 7": whole,
        "between, to 7": apart & (np.array(stacks) < SAGE.stacks[-1]),
    }
    figures = [
        figure
        for where, which in parts.items()
        for name, cost in costs.items()
        for figure in _mean_costs(f"{name}, {where}", cost, which)
    ]
    figures += _mean_costs(f"{SEVENS.name}, between, to 15", costs[SEVENS.name], apart)
    series = [
        Series(f"{name}, {blind}", MILLI * getattr(cost, side))
        for name, cost in costs.items()
        for blind, side in (("small blind", "jam"), ("big blind", "call"))
    ]
    drawing = Lines("Cost of the rules", "R", "thousandths of a big blind", stacks, tuple(series))
    note = (
        f"Costs are in thousandths of a big blind a hand, against a best response. {SEVENS.name} "
        "was fitted on whole and half R; those between are odd quarters."
    )
    return Outcome(tuple(figures), notes=(note, EXACT), drawings=(drawing,))


def _mean_costs(name: str, cost: RuleCosts, which: Bools) -> list[Figure]:
    """The mean costs of both blinds at some R."""
    even = [MILLI * float(each[which].mean()) for each in (cost.jam_even, cost.call_even)]
    return [
        beside(
            f"{name}: {blind}",
            round(MILLI * float(each[which].mean()), 2),
            None,
            f"print has no cost; at worst {MILLI * each[which].max():.1f}, and against an "
            f"equilibrium {mean:.1f} on average",
        )
        for blind, each, mean in (
            ("small blind", cost.jam, even[0]),
            ("big blind", cost.call, even[1]),
        )
    ]
