"""A hand as a text tells it, action by action on a `State`; slow and plain."""

from __future__ import annotations

from collections.abc import Sequence

from railbird.table import CALL, FOLD, Rules, State

FOLDS, CHECKS, CALLS, BETS, RAISES_TO, RAISES_BY, ALL_IN, STREET = range(8)
ALL = -1
OUT_OF_RULES, UNLIKE = "out of rules", "unlike"


def follow(
    rules: Rules,
    stacks: Sequence[int],
    paid: Sequence[int],
    bets: Sequence[int],
    lines: Sequence[tuple[int, int, int]],
) -> tuple[list[int], list[int]] | str:
    """The actions and what each player pays; or why the text does not fit the rules.

    A line is who acts, what it says and how many chips it names.
    """
    state = State(rules, stacks)
    spent, before = list(paid), list(bets)
    level = max(rules.blinds)
    street = 0
    for who, said, chips in lines:
        if said == STREET:
            street = chips
            if state.round != street and not state.showdown:
                return UNLIKE
            before, level = [0] * len(before), 0
            continue
        if state.actor != who or state.round != street:
            return UNLIKE
        action = FOLD if said == FOLDS else CALL
        if said not in (FOLDS, CHECKS):
            left = stacks[who] - spent[who]
            now = chips - before[who] if said == RAISES_TO else chips
            if chips == ALL:
                now = min(level - before[who], left) if said == CALLS else left
            spent[who] += now
            before[who] += now
            if said != CALLS and before[who] > level:
                action = level = before[who]
        if not state.is_legal(action):
            return UNLIKE if rules.tolerant else OUT_OF_RULES
        state.apply(action)
    if not state.is_over or list(state.paid) != spent:
        return UNLIKE
    return [action for _, _, action in state.actions], spent
