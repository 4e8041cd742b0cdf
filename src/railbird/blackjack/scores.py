"""Scores of decisions: what they win more than a baseline does, without the luck.

The score of a decision is EV(action) − EV(baseline's action), where the hand goes on by the
baseline. Added over a hand it is 0 for whoever plays as the baseline. Its mean over all cards is
exactly what a player wins more than the baseline does: the value of a hand, if it goes on by the
baseline, changes only by luck, whose mean is 0, and by decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from railbird.blackjack.decisions import BlackjackDecision, play
from railbird.blackjack.log import LoggedHand
from railbird.blackjack.players import basic_strategy
from railbird.blackjack.rules import BlackjackRules
from railbird.blackjack.strategy import TableStrategy
from railbird.stats import Mean, mean_of


def decision_score(
    decision: BlackjackDecision, rules: BlackjackRules, baseline: TableStrategy
) -> float:
    """What a decision wins more than the baseline's, in bets, if the hand goes on by it."""
    theirs = decision.action_of(baseline)
    if decision.action == theirs:
        return 0.0
    values = decision.values(rules, after=baseline)
    return values.of(decision.action) - values.of(theirs)


@dataclass(frozen=True, slots=True)
class ScoredDecision:
    """A decision that differs from the baseline's, with its hand's number and its score."""

    number: int
    decision: BlackjackDecision
    baseline: str
    score: float


@dataclass(frozen=True, slots=True)
class BlackjackAnalysis:
    """Money and scores of a session.

    Parameters
    ----------
    money, score
        Per hand, in the units of the bets: what was won, and what the decisions won more than the
        baseline's would have.
    luck
        Money less score: what the baseline would have won, with its luck.
    decisions
        How many decisions there were.
    differing
        Those that differ from the baseline's, in order.
    """

    money: Mean
    score: Mean
    luck: Mean
    decisions: int
    differing: tuple[ScoredDecision, ...]


def analyze_hands(
    hands: Sequence[LoggedHand],
    rules: BlackjackRules,
    *,
    baseline: TableStrategy | None = None,
    progress: Callable[[float], None] = lambda _: None,
) -> BlackjackAnalysis:
    """Score every decision of some hands against a baseline, by default basic strategy.

    A score counts as often as was bet.
    """
    base = basic_strategy(rules) if baseline is None else baseline
    money, scores, found, decisions = [], [], [], 0
    for done, hand in enumerate(hands, start=1):
        made = play(hand.shoe, hand.cards, hand.actions, rules).decisions
        judged = list(_judged(hand, made, rules, base))
        decisions += len(made)
        money.append(hand.won * hand.bet)
        scores.append(sum(each.score for each in judged))
        found += judged
        progress(done / len(hands))
    luck = [won - score for won, score in zip(money, scores, strict=True)]
    return BlackjackAnalysis(
        mean_of(money), mean_of(scores), mean_of(luck), decisions, tuple(found)
    )


def _judged(
    hand: LoggedHand, made: Iterable[BlackjackDecision], rules: BlackjackRules, base: TableStrategy
) -> Iterable[ScoredDecision]:
    for decision in made:
        theirs = decision.action_of(base)
        if decision.action != theirs:
            score = hand.bet * decision_score(decision, rules, base)
            yield ScoredDecision(hand.number, decision, theirs, score)
