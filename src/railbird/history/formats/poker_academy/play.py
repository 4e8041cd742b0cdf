"""The betting of a hand in Poker Academy text: its amounts, and a check against the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import lt

from railbird.errors import IllegalActionError, InputError
from railbird.history.formats.base import UnreadableHandError
from railbird.table.rules import FOUR_BETS, NO_CAP, Betting, Rules
from railbird.table.state import CALL, FOLD, ROUND_NAMES, State, is_all_in

Told = tuple[int, str, int]
"""The content of a line: position, verb and chips, or the number of a street and ``deals``."""

Stakes = tuple[Betting, int, int]
"""The kind of betting, and the two amounts of the stakes."""

_Step = tuple[int, int, int, int]
"""An action of a player: line, round, position, action."""

_BOTTOMLESS = 10**15
"""A stack that nobody can lose: the text has no place for such an amount."""


@dataclass(frozen=True, slots=True)
class Course:
    """The result of the betting of a hand; chips are by position."""

    rules: Rules
    actions: tuple[int, ...]
    paid: tuple[int, ...]
    uncalled: tuple[int, ...]


def follow(
    stakes: Stakes,
    names: tuple[str, ...],
    stacks: tuple[int, ...],
    *,
    script: list[Told],
    lines: list[int],
    last: int,
) -> Course:
    """Follow a hand, given the content of its lines and their numbers.

    Limit hands repeat a few courses all the time. While nobody is all in, these do not depend on
    names and stacks.
    """
    course = known_course(stakes, len(names), tuple(script))
    if course is not None and all(map(lt, course.paid, stacks)):
        return course
    return Play(stakes, names, stacks, script, lines).course(last)


@lru_cache(maxsize=8192)
def known_course(stakes: Stakes, count: int, script: tuple[Told, ...]) -> Course | None:
    """The course of a hand between players with unlimited chips, if it is legal."""
    names, stacks = ("",) * count, (_BOTTOMLESS,) * count
    try:
        return Play(stakes, names, stacks, script, [0] * len(script)).course(0)
    except InputError:
        return None


class Play:
    """The betting of a hand, collected line by line."""

    __slots__ = (
        "all_in",
        "antes",
        "bets",
        "big_blind",
        "blinds",
        "level",
        "most_raises",
        "names",
        "paid",
        "raises",
        "round",
        "stacks",
        "stakes",
        "steps",
        "uncalled",
    )

    def __init__(
        self,
        stakes: Stakes,
        names: tuple[str, ...],
        stacks: tuple[int, ...],
        script: Sequence[Told],
        lines: Sequence[int],
    ) -> None:
        nothing = [0] * len(names)
        self.stakes, self.names, self.stacks = stakes, names, stacks
        self.paid, self.bets, self.uncalled = nothing, nothing.copy(), nothing.copy()
        self.antes, self.blinds = nothing.copy(), nothing.copy()
        self.round = self.level = self.raises = self.most_raises = 0
        self.big_blind = -1
        self.all_in = False
        self.steps: list[_Step] = []
        for at, (p, verb, chips) in zip(lines, script, strict=True):
            if verb == "folds":
                self.steps.append((at, self.round, p, FOLD))
            elif verb == "checks":
                self.steps.append((at, self.round, p, CALL))
                if self.bets[p] != self.level:
                    raise UnreadableHandError(at, f"{names[p]} checks a bet")
            elif verb == "deals":
                self.end_round()
                self.round = p
            else:
                self.pay(at, p, verb, chips)
        self.end_round()

    def pay(self, at: int, p: int, verb: str, chips: int) -> None:
        """Follow a line that moves chips."""
        owed = self.level - self.bets[p]
        short = is_all_in(self.stacks[p], self.paid[p] + chips)
        if verb == "calls":
            self.steps.append((at, self.round, p, CALL))
            if chips != owed and not (short and chips < owed):
                raise UnreadableHandError(at, f"{self.names[p]} calls an amount other than the bet")
        elif verb in {"raises", "bets"}:
            self.level += chips
            chips += owed
            self.raises += 1
            self.steps.append((at, self.round, p, self.level))
        elif verb == "posts ante":
            self.antes[p] += chips
            self.paid[p] += chips
            return
        else:
            big = verb == "posts big blind"
            self.blinds[p] = max(chips, self.nominal(big=big)) if short else chips
            self.level = max(self.level, self.blinds[p])
            if big and self.big_blind < 0:
                self.big_blind = p
        self.bets[p] += chips
        self.paid[p] += chips
        if is_all_in(self.stacks[p], self.paid[p]):
            self.all_in = True
            if self.paid[p] > self.stacks[p]:
                raise UnreadableHandError(at, f"{self.names[p]} does not have enough chips")

    def nominal(self, *, big: bool) -> int:
        """The size of a blind by the stakes; the stakes of limit games are bets."""
        betting, low, high = self.stakes
        if betting == "limit":
            return low if big else low // 2
        return high if big else low

    def end_round(self) -> None:
        """Return the uncalled bet and clear the table."""
        bets = self.bets
        most = max(bets)
        if bets.count(most) == 1:
            self.uncalled[bets.index(most)] += most - sorted(bets)[-2]
        raises = self.raises if self.round else self.raises + 1  # the blind is a bet
        self.most_raises = max(self.most_raises, raises)
        self.bets, self.level, self.raises = [0] * len(bets), 0, 0

    def course(self, last: int) -> Course:
        """The course of the hand, once it is complete and follows the rules."""
        if self.big_blind < 0:
            raise UnreadableHandError(last, "nobody posts the big blind")
        betting, low, high = self.stakes
        rules = _rules(
            betting=betting,
            bets=(low, high) if betting == "limit" else (high, high),
            blinds=tuple(self.blinds),
            antes=tuple(self.antes),
            big_blind=self.big_blind,
            most_raises=self.most_raises,
        )
        if betting == "limit" and not self.all_in:
            _check_limit(rules, self.names, self.steps, last)
        else:
            _check_by_replay(rules, self.stacks, self.names, self.steps, last)
        actions = tuple([step[3] for step in self.steps])
        return Course(rules, actions, tuple(self.paid), tuple(self.uncalled))


@lru_cache(maxsize=4096)
def _rules(
    *,
    betting: Betting,
    bets: tuple[int, int],
    blinds: tuple[int, ...],
    antes: tuple[int, ...],
    big_blind: int,
    most_raises: int,
) -> Rules:
    """The rules of a hand, as far as it shows them."""
    return Rules(
        game="holdem",
        betting=betting,
        blinds=blinds,
        antes=antes,
        bets=(bets[0], bets[0], bets[1], bets[1]),
        cap=FOUR_BETS if betting == "limit" and most_raises <= FOUR_BETS[-1] else NO_CAP,
        first=((big_blind + 1) % len(blinds), 0, 0, 0),
    )


def _check_limit(rules: Rules, names: tuple[str, ...], steps: list[_Step], last: int) -> None:
    """Check the turns and sizes of limit betting in which nobody is all in.

    This finds what `Hand.replay` would find, in a fraction of the time.
    """
    count = len(names)
    folded = [False] * count
    left = count
    round_, level, waiting, turn = 0, max(rules.blinds), count, rules.first[0]
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
            raise UnreadableHandError(at, f"{names[p]} acts, but it is {names[turn]}'s turn")
        waiting -= 1
        if action == FOLD:
            folded[p] = True
            left -= 1
        elif action != CALL:
            if action != level + rules.bets[round_]:
                raise UnreadableHandError(at, f"{names[p]} raises by an amount other than the bet")
            level, waiting = action, left - 1
        turn = (p + 1) % count
        while folded[turn]:
            turn = (turn + 1) % count
    if left > 1 and (waiting or round_ < 3):
        raise UnreadableHandError(last, f"the {ROUND_NAMES[round_]} betting is not over")


def _check_by_replay(
    rules: Rules, stacks: tuple[int, ...], names: tuple[str, ...], steps: list[_Step], last: int
) -> None:
    """Check the turns and sizes of any betting."""
    state = State(rules, stacks)
    for at, street, p, action in steps:
        turn = state.actor
        if turn is None:
            raise UnreadableHandError(at, f"{names[p]} acts when the betting is over")
        if p != turn:
            raise UnreadableHandError(at, f"{names[p]} acts, but it is {names[turn]}'s turn")
        if street != state.round:
            raise UnreadableHandError(at, f"{names[p]} acts on the {ROUND_NAMES[street]} too early")
        try:
            state.apply(action)
        except IllegalActionError as error:
            raise UnreadableHandError(at, str(error)) from None
    if not state.is_over:
        raise UnreadableHandError(last, "the betting is not over")
