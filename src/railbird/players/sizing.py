"""How much the players made for limit games bet where bets have no fixed size.

They all bet alike, and the size says nothing about their cards: two thirds of the pot, where the
pot of a raise is what it would be after a call. That is 2.3 big blinds for the first raise before
the flop of two players, 2.7 of more, and 3.3 times a bet after the flop. A bet that would leave
little behind is all in.
"""

from __future__ import annotations

from railbird.table.state import State

PART = 2 / 3
"""How much they bet, as a part of the pot."""

COMMITTED = 1 / 3
"""With less than this part of the called pot left behind, a bet is all in instead."""


def level_to_raise(state: State) -> int:
    """The level to which the actor bets or raises; 0 if they cannot.

    With fixed bets it is the only one that is legal.

    Examples
    --------
    >>> from railbird.table import table_rules
    >>> rules = table_rules(2, small_blind=50, big_blind=100, betting="no-limit")
    >>> state = State(rules, (10_000, 10_000))
    >>> level_to_raise(state)
    233
    >>> state.raise_to(233)
    >>> level_to_raise(state), level_to_raise(State(rules, (10_000, 380)))
    (543, 380)
    """
    to_call, low, high = state.options()
    actor = state.actor
    if low == high or actor is None:
        return low
    bets, behind = state.bets, state.behind
    called = state.pot + to_call
    level = bets[actor] + to_call + int(PART * called)
    most = bets[actor] + behind[actor]
    others = (p for p, gone in enumerate(state.folded) if not gone and p != actor)
    reach = min(most, max(bets[p] + behind[p] for p in others))  # more cannot be called
    after = called + 2 * (level - bets[actor] - to_call)
    if reach - level < COMMITTED * after:
        level = reach
    return min(max(level, low), high)


def usual_bet(state: State, round_: int) -> int:
    """A bet as the players make them in a round, this one or a later one, at least 1.

    Where bets have no fixed size it is for the pot after a call now, and each round after this one
    is expected to have had one bet and call.

    Examples
    --------
    >>> from railbird.table import table_rules
    >>> rules = table_rules(2, small_blind=50, big_blind=100, betting="no-limit")
    >>> state = State(rules, (10_000, 10_000))
    >>> [usual_bet(state, round_) for round_ in (0, 1, 2)]
    [133, 311, 725]
    """
    if state.rules.betting == "limit":
        return state.rules.bets[round_]
    actor = state.actor or 0
    to_call = state.options().to_call
    pot = (state.pot + to_call) * (1 + 2 * PART) ** (round_ - state.round)
    return max(1, min(int(PART * pot), state.behind[actor] - to_call))
