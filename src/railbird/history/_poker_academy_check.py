"""The rules of a hand in Poker Academy text, and whether its betting follows them."""

from __future__ import annotations

from functools import lru_cache

from railbird.errors import IllegalActionError
from railbird.history.formats import UnreadableHandError
from railbird.table.rules import FOUR_BETS, NO_CAP, Betting, Rules
from railbird.table.state import CALL, FOLD, ROUND_NAMES, State

Step = tuple[int, int, int, int]
"""Something a player did: line, round, position, action."""


@lru_cache(maxsize=4096)
def rules_of(
    betting: Betting,
    bets: tuple[int, int],
    blinds: tuple[int, ...],
    antes: tuple[int, ...],
    big_blind: int,
    most_raises: int,
) -> Rules:
    """The rules by which a hand was played, as far as it tells."""
    return Rules(
        game="holdem",
        betting=betting,
        blinds=blinds,
        antes=antes,
        bets=(bets[0], bets[0], bets[1], bets[1]),
        cap=FOUR_BETS if betting == "limit" and most_raises <= FOUR_BETS[-1] else NO_CAP,
        first=((big_blind + 1) % len(blinds), 0, 0, 0),
    )


def check_limit(rules: Rules, names: tuple[str, ...], steps: list[Step], last: int) -> None:
    """Check turns and sizes of limit betting in which nobody is all in.

    This is what `Hand.replay` would find, at a fraction of its cost.
    """
    count = len(names)
    folded = [False] * count
    left = count
    round_, level, waiting, turn = 0, rules.big_blind, count, rules.first[0]
    for at, street, p, action in steps:
        if street != round_:
            if waiting or street != round_ + 1:
                raise UnreadableHandError(at, f"the {ROUND_NAMES[round_]} betting is not over")
            round_, level, waiting, turn = street, 0, left, 0
            while folded[turn]:
                turn += 1
        if not waiting or left == 1:
            raise UnreadableHandError(at, f"{names[p]} acts when the betting is over")
        if p != turn:
            raise UnreadableHandError(at, f"{names[p]} acts, and it is the turn of {names[turn]}")
        waiting -= 1
        if action == FOLD:
            folded[p] = True
            left -= 1
        elif action != CALL:
            if action != level + rules.bets[round_]:
                raise UnreadableHandError(at, f"{names[p]} raises by what is not the bet")
            level, waiting = action, left - 1
        turn = (p + 1) % count
        while folded[turn]:
            turn = (turn + 1) % count
    if left > 1 and (waiting or round_ < 3):
        raise UnreadableHandError(last, f"the {ROUND_NAMES[round_]} betting is not over")


def check_by_replay(
    rules: Rules, stacks: tuple[int, ...], names: tuple[str, ...], steps: list[Step], last: int
) -> None:
    """Check turns and sizes of any betting."""
    state = State(rules, stacks)
    for at, street, p, action in steps:
        turn = state.actor
        if turn is None:
            raise UnreadableHandError(at, f"{names[p]} acts when the betting is over")
        if p != turn:
            raise UnreadableHandError(at, f"{names[p]} acts, and it is the turn of {names[turn]}")
        if street != state.round:
            raise UnreadableHandError(at, f"{names[p]} acts on the {ROUND_NAMES[street]} too early")
        try:
            state.apply(action)
        except IllegalActionError as error:
            raise UnreadableHandError(at, str(error)) from None
    if not state.is_over:
        raise UnreadableHandError(last, "the betting is not over")
