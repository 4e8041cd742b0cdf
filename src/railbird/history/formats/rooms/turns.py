"""The actions of a hand by the rules: who acts, in which order, and what it costs them.

Most texts follow our rules to the letter: one call of a kernel confirms it. The others are played
action by action. Rooms let a player fold when they could check, and raise by other amounts; some
write actions in another order than they were due, or none for a player who is away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from railbird.errors import IllegalActionError
from railbird.history.formats.base import UnreadableHandError
from railbird.history.formats.rooms.blinds import Posted
from railbird.history.formats.rooms.told import (
    ALL,
    CALLS,
    CHECKS,
    FOLDS,
    RAISES_TO,
    STREET,
    VERBS,
    Act,
    ToldSeat,
)
from railbird.table import _kernels as kernels
from railbird.table.rules import NO_CAP, Rules
from railbird.table.state import CALL, FOLD, ROUND_NAMES, State


class PlayedTurns(NamedTuple):
    """The rules that allow the actions, the actions, and what each position paid by the text."""

    rules: Rules
    actions: tuple[int, ...]
    paid: list[int]


def play(posted: Posted, order: list[ToldSeat], acts: list[Act], last: int) -> PlayedTurns:
    """Play all actions; ``last`` is the last line of the hand."""
    rules = posted.rules
    stacks = rules.at_stake(tuple([seat.stack for seat in order]))
    # chips times `kernels.LINE`, and what is said times `kernels.SAID`
    lines = [(chips << 7) + (verb << 4) + seat.place for _, seat, verb, chips in acts]
    start = [*stacks, *posted.paid, *posted.bets, *lines]
    told = np.array(start, dtype=np.int64)
    made = kernels.follow(rules.array, told, 0)
    if made == kernels.ILLEGAL and rules.cap == NO_CAP:  # the next that is tried, see `_candidates`
        rules = _tolerant(rules)
        told = np.array(start, dtype=np.int64)
        made = kernels.follow(rules.array, told, 1)
    if made < 0:
        return _play_slowly(posted, order, acts, last)
    count = len(stacks)
    numbers = told.tolist()
    paid, actions = numbers[count : 2 * count], numbers[2 * count : 2 * count + made]
    return PlayedTurns(rules, tuple(actions), paid)


@lru_cache(maxsize=1024)
def _changed(rules: Rules, **changes: Any) -> Rules:
    """Other rules, which the hands of a session share."""
    return replace(rules, **changes)


def _tolerant(rules: Rules) -> Rules:
    return _changed(rules, cap=NO_CAP, tolerant=True)


class _Act(NamedTuple):
    """An `Act` with names."""

    line: int
    seat: ToldSeat
    verb: int
    chips: int


def _play_slowly(posted: Posted, order: list[ToldSeat], acts: list[Act], last: int) -> PlayedTurns:
    """Play by the first rules that allow all actions; the error is that of the usual ones."""
    first: UnreadableHandError | None = None
    named = [_Act(*act) for act in acts]
    ways = [(rules, CALL) for rules in _candidates(posted.rules, named)]
    if any(seat.away for seat in order):
        ways.append((_tolerant(posted.rules), FOLD))
    for rules, away in ways:
        try:
            return _Slowly(rules, posted, order, last, away=away).play(named)
        except UnreadableHandError as error:
            first = first or error
    assert first is not None
    raise first


def _candidates(rules: Rules, acts: list[_Act]) -> Iterator[Rules]:
    """The usual rules, without a cap, tolerant, and with another first to act."""
    yield rules
    if rules.cap != NO_CAP:
        yield _changed(rules, cap=NO_CAP)
    yield _tolerant(rules)
    if acts and acts[0].verb != STREET and acts[0].seat.place != rules.first[0]:
        begins = (acts[0].seat.place, *rules.first[1:])
        yield _changed(rules, first=begins)
        yield _changed(rules, cap=NO_CAP, tolerant=True, first=begins)


class _Slowly:
    """A hand that is played action by action.

    ``away`` is what a player who is away does where the text leaves it out and they may check.
    """

    def __init__(
        self, rules: Rules, posted: Posted, order: list[ToldSeat], last: int, *, away: int
    ) -> None:
        self.rules = rules
        self.order = order
        self.last = last
        self.away = away
        self.state = State(rules, [seat.stack for seat in order])
        self.paid = posted.paid.copy()

    def play(self, acts: list[_Act]) -> PlayedTurns:
        street, line = 0, self.last
        segment: list[_Act] = []
        for act in acts:
            if act.verb != STREET:
                segment.append(act)
                continue
            self._play_street(street, segment)
            street, line, segment = act.chips, act.line, []
            if self.state.round != street and not self.state.showdown:
                name = ROUND_NAMES[street]
                raise UnreadableHandError(line, f"the {name} is dealt, but the betting is not over")
        self._play_street(street, segment)
        state = self.state
        if not state.is_over:
            raise UnreadableHandError(self.last, "the hand is cut off: the betting is not over")
        actions = tuple(action for _, _, action in state.actions)
        return PlayedTurns(self.rules, actions, self.paid)

    def _play_street(self, street: int, acts: list[_Act]) -> None:
        state, order = self.state, self.order
        waiting = acts.copy()
        while state.round == street and state.actor is not None:
            p = state.actor
            due = next((i for i, act in enumerate(waiting) if act.seat is order[p]), None)
            if due is not None:
                self._act(p, waiting.pop(due))
            elif order[p].away and not order[p].collected:
                state.apply(FOLD if state.options().to_call else self.away)
            elif waiting:
                act = waiting[0]
                raise UnreadableHandError(
                    act.line,
                    f"{act.seat.name} {VERBS[act.verb]}, but it is {order[p].name}'s turn",
                )
            else:
                return
        for act in waiting:
            self._take_late(act, street)

    def _take_late(self, act: _Act, street: int) -> None:
        """Refuse an action after the betting of a street, unless it changes nothing."""
        state, p = self.state, act.seat.place
        if act.verb == CHECKS and state.is_over:
            return
        if act.verb == CALLS and state.showdown and act.chips > 0:
            self.paid[p] += act.chips  # of a bet that nobody made: it must be returned
            return
        over = state.is_over and not state.showdown
        if act.verb == FOLDS and not act.seat.collected and (over or state.all_in[p]):
            return
        if not state.is_over and state.round > street:
            raise UnreadableHandError(act.line, f"the {ROUND_NAMES[state.round]} cards are missing")
        raise UnreadableHandError(
            act.line, f"{act.seat.name} {VERBS[act.verb]}, but the betting is over"
        )

    def _act(self, p: int, act: _Act) -> None:
        """Take an action whose turn it is."""
        state = self.state
        bet, behind = state.bets[p], state.behind[p]
        to_call = state.options().to_call
        action, cost = FOLD, 0
        if act.verb == CHECKS:
            action = CALL
        elif act.verb != FOLDS:
            cost = act.chips - (bet if act.verb == RAISES_TO else 0)
            if act.chips == ALL:
                cost = to_call if act.verb == CALLS else behind
            action = CALL if act.verb == CALLS or bet + cost <= state.level else bet + cost
        if action == CALL and cost != to_call:
            self._check_saved(p, act, cost, to_call)
        try:
            state.apply(action)
        except IllegalActionError as error:
            raise UnreadableHandError(act.line, str(error)) from None
        self.paid[p] += cost

    def _check_saved(self, p: int, act: _Act, cost: int, to_call: int) -> None:
        """A call may cost less than the bet because nobody in the hand has more."""
        bets, behind, folded = self.state.bets, self.state.behind, self.state.folded
        reach = max(bets[q] + behind[q] for q in range(len(bets)) if q != p and not folded[q])
        if cost > to_call or cost != max(reach - bets[p], 0):
            raise UnreadableHandError(
                act.line, f"{VERBS[act.verb]} {cost} chips with {to_call} to call"
            )
