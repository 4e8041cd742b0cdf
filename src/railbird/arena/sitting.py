"""A person at a table with programs, whose actions come one by one from elsewhere.

The match runs in a thread of its own, which waits while it is the person's turn. It can be made
again at any time from what was played: the finished hands, and the person's answers in the hand
that is not over. Programs draw their random numbers from the seed, so they act as before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Condition, Thread
from typing import Literal

from railbird.arena.match import Match, MatchTable
from railbird.cards.card import Card
from railbird.closing import Closing
from railbird.errors import IllegalActionError, OptionError
from railbird.players.base import Player, Seat
from railbird.table.hand import Hand
from railbird.table.state import Options, State

_SECONDS_TO_BEGIN = 30.0
"""How long the first deal may take: on a new machine, kernels are compiled first."""

SittingPhase = Literal["thinking", "asked", "over", "ended"]
"""The programs think, the person is asked, the hand is over, or the match is."""


class _LeftTable(BaseException):  # not an Exception: nothing on the way may catch it
    """The person has left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingView:
    """What the person sees: a hand without the cards that they do not know.

    ``number`` counts from 0. ``options`` are the person's, if they are asked. When the hand is over
    it has the cards that were shown.
    """

    phase: SittingPhase
    number: int
    hand: Hand
    position: int
    options: Options | None


def session_name(person: str, begun: datetime, seed: int) -> str:
    """What a session is called in the library."""
    return f"{person} at the table, {begun:%Y-%m-%d %H:%M:%S}, seed {seed}"


def as_played(told: Hand, number: int) -> Hand:
    """A hand of a session as the match played it: inverse of `Hand.told_by`."""
    return replace(told, number=str(number), when=None, hero=None)


class Sitting(Closing):
    """A session in progress.

    Parameters
    ----------
    match, others, name
        The match, the programs, and the name of the person, who sits down first.
    played
        The finished hands of the session, if it is resumed.
    answers
        The person's actions in the hand after them.
    on_hand
        Called with each new hand when it is over, in the thread of the match.

    Examples
    --------
    >>> from railbird.players import AlwaysCall
    >>> from railbird.table import CALL, table_rules
    >>> match = Match(table_rules(2), (200, 200), deals=3, seed=1)
    >>> with Sitting(match, [AlwaysCall("other")], "you", on_hand=lambda hand: None) as sitting:
    ...     while (view := sitting.wait(5)).phase == "asked":
    ...         sitting.act(CALL)
    >>> view.phase, len(view.hand.board)
    ('over', 5)
    """

    def __init__(
        self,
        match: Match,
        others: Sequence[Player],
        name: str,
        *,
        on_hand: Callable[[Hand], None],
        played: Sequence[Hand] = (),
        answers: Sequence[int] = (),
    ) -> None:
        self._person = _Person(name, answers)
        self._played = played
        self._on_hand = on_hand
        self._table = MatchTable(match, [self._person, *others])
        self._thread = Thread(target=self._run, name="sitting", daemon=True)
        self._thread.start()

    def wait(self, seconds: float) -> SittingView:
        """What the person sees once it is their turn or the hand is over, or after a time."""
        return self._person.wait(seconds)

    def act(self, action: int) -> None:
        """Act for the person; refused if it is not their turn or not legal."""
        self._person.answer(action)

    def deal(self) -> None:
        """Deal the next hand; refused if this one is not over."""
        self._person.go_on()

    def close(self) -> None:
        """Leave the table; a hand that is not over does not count."""
        self._person.leave()
        self._thread.join(timeout=5.0)

    def _run(self) -> None:
        try:
            for hand, is_new in self._table.play(self._played):
                if is_new:
                    self._on_hand(hand)
                    self._person.end(hand)
            self._person.finish()
        except _LeftTable:
            pass
        except BaseException as error:
            self._person.fail(error)
            raise
        finally:
            self._table.close()


class _Person(Player):
    """The person: what they know, and a place where their actions arrive."""

    reads_only = True

    def __init__(self, name: str, answers: Sequence[int]) -> None:
        super().__init__(name)
        self._changed = Condition()
        self._answers = deque(answers)
        self._phase: SittingPhase = "thinking"
        self._error: BaseException | None = None
        self._is_gone = False
        self._number = -1
        self._hand: Hand | None = None
        self._position = 0
        self._state: State | None = None

    # what the table tells, in the thread of the match
    def hand_starts(self, seat: Seat) -> None:
        count = seat.rules.players
        with self._changed:
            self._number += 1
            self._changed.notify_all()
            self._position = seat.position
            self._hand = Hand(
                rules=seat.rules,
                stacks=seat.stacks,
                players=seat.names,
                hole_cards=(None,) * count,
                board=(),
                actions=(),
                payoffs=(0,) * count,
                hero=seat.position,
            )

    def dealt(self, cards: tuple[Card, ...]) -> None:
        held = tuple(cards if p == self._position else None for p in range(len(self._now.players)))
        self._know(hole_cards=held)

    def board(self, cards: tuple[Card, ...]) -> None:
        self._know(board=cards)

    def saw(self, position: int, action: int) -> None:
        self._know(actions=(*self._now.actions, action))

    def showdown(self, hole_cards: tuple[tuple[Card, ...] | None, ...]) -> None:
        own = self._now.hole_cards[self._position]
        shown = tuple(own if p == self._position else c for p, c in enumerate(hole_cards))
        self._know(hole_cards=shown)

    def hand_over(self, payoffs: tuple[int, ...]) -> None:
        self._know(payoffs=payoffs)

    def act(self, state: State) -> int:
        with self._changed:
            if not self._answers:
                self._state = state.copy()
                self._move("asked")
                self._changed.wait_for(lambda: self._answers or self._is_gone)
                self._state = None
            if self._is_gone:
                raise _LeftTable
            self._move("thinking")
            return self._answers.popleft()

    def end(self, hand: Hand) -> None:
        """The hand is over and kept: wait for the next."""
        with self._changed:
            self._answers.clear()
            self._move("over")
            self._changed.wait_for(lambda: self._phase != "over" or self._is_gone)
            if self._is_gone:
                raise _LeftTable

    def finish(self) -> None:
        """The match is over."""
        with self._changed:
            self._move("ended")

    def fail(self, error: BaseException) -> None:
        """The match cannot go on."""
        with self._changed:
            self._error = error
            self._move("ended")

    # what others ask, in their threads
    def wait(self, seconds: float) -> SittingView:
        """What is seen, once there is something to do."""
        with self._changed:
            self._changed.wait_for(lambda: self._hand or self._error, _SECONDS_TO_BEGIN)
            self._changed.wait_for(lambda: self._phase != "thinking", seconds)
            if self._error is not None:
                raise OptionError(f"the table had to stop: {self._error}") from self._error
            return SittingView(
                phase=self._phase,
                number=self._number,
                hand=self._now,
                position=self._position,
                options=None if self._state is None else self._state.options(),
            )

    def answer(self, action: int) -> None:
        """Take an action."""
        with self._changed:
            if self._state is None:
                raise IllegalActionError("it is not your turn: wait, or deal the next hand")
            self._state.copy().apply(action)
            self._state = None
            self._answers.append(action)
            self._move("thinking")

    def go_on(self) -> None:
        """Go on to the next hand."""
        with self._changed:
            if self._phase != "over":
                raise IllegalActionError("the hand is not over: act first")
            self._move("thinking")

    def leave(self) -> None:
        """Leave."""
        with self._changed:
            self._is_gone = True
            self._changed.notify_all()

    @property
    def _now(self) -> Hand:
        if self._hand is None:
            raise OptionError("the table is not ready yet: try again")
        return self._hand

    def _know(self, **news: object) -> None:
        with self._changed:
            self._hand = replace(self._now, **news)  # type: ignore[arg-type]

    def _move(self, phase: SittingPhase) -> None:
        self._phase = phase
        self._changed.notify_all()
