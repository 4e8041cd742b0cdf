"""Re-weighting hand by hand, as in the document's Figures 11 and 12, and contexts by hand."""

from __future__ import annotations

from collections import Counter

from railbird.table import FOLD, Hand, State


def threshold(values: list[float | None], share: float) -> float:
    """The value of the last hand in the best ``share`` of the possible hands."""
    known = sorted((v for v in values if v is not None), reverse=True)
    return known[max(round(share * len(known)), 1) - 1]


def raise_factor(value: float, mu: float, sigma: float) -> float:
    """Figure 11."""
    if value >= mu:
        return 1.0
    if value <= mu - sigma:
        return 0.01
    return max(0.01, (value - mu + sigma) / sigma)


def call_factor(
    value: float,
    low: tuple[float, float],
    high: tuple[float, float] | None,
    later: float,
) -> float:
    """Figure 12; ``low`` and ``high`` are (threshold, spread), ``later`` is the minimum above."""
    below = raise_factor(value, *low)
    if high is None or value <= high[0]:
        return below
    mu, sigma = high
    above = 0.01 if value >= mu + sigma else max(0.01, (mu + sigma - value) / sigma)
    return min(below, max(above, later))


def count_actions(hands: list[Hand], name: str) -> tuple[Counter[object], Counter[object]]:
    """A player's first and second actions by situation, counted from whole hands."""
    first: Counter[object] = Counter()
    second: Counter[object] = Counter()
    for hand in hands:
        me = hand.players.index(name)
        state = State(hand.rules, hand.stacks)
        mine: list[list[str]] = [[], [], [], []]
        for action in hand.actions:
            if state.actor == me:
                owed = state.level - state.bets[me]
                what = (
                    "fold"
                    if action == FOLD
                    else ("raise" if state.level else "bet")
                    if action > 0
                    else "call"
                    if owed
                    else "check"
                )
                deed = {"fold": 0, "check": 1, "call": 1, "bet": 2, "raise": 2}[what]
                done = mine[state.round]
                if not done:
                    before = mine[state.round - 1][-1] if state.round else "check"
                    last = ("check", "call", "bet", "raise").index(before)
                    bets = min(2, owed // hand.rules.bets[state.round])
                    first[bets, state.round, last, deed] += 1
                elif len(done) == 1:
                    start = {"check": 0, "call": 1, "bet": 2, "raise": 2}[done[0]]
                    second[start, state.round, deed] += 1
                done.append(what)
            state.apply(action)
    return first, second
