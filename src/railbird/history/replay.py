"""A hand step by step: the table after each thing that happened, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from railbird.history.words import HandWords, ToldLine
from railbird.table.hand import Hand
from railbird.table.pots import TablePot, final_pots, split_pots
from railbird.table.state import BOARD_CARDS, State

StepKind = Literal["start", "action", "street", "showdown", "result"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayStep:
    """The table after a step; everything is by position.

    ``actor`` has just acted and ``next`` is to act. ``board`` is how many cards are on it. ``bets``
    are what lies before the players, ``pots`` what is in the middle. ``won`` is what each player
    takes in the end.
    """

    kind: StepKind
    round: int
    says: tuple[str, ...]
    actor: int | None
    next: int | None
    board: int
    bets: tuple[int, ...]
    behind: tuple[int, ...]
    folded: tuple[bool, ...]
    pots: tuple[TablePot, ...]
    won: tuple[int, ...]


def replay_steps(hand: Hand) -> tuple[ReplayStep, ...]:
    """All steps of a hand: the blinds, each street, each action, the showdown and the result.

    A hand that is not over ends with its last action, or with the street that was dealt after it.

    Examples
    --------
    >>> from railbird.history.formats.one_line import OneLineFormat
    >>> line = "AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc"
    >>> steps = replay_steps(OneLineFormat().read([(1, line)]))
    >>> [step.kind for step in steps[:5]], steps[4].says[0], steps[4].pots[0].chips
    (['start', 'action', 'action', 'action', 'street'], 'Flop: K♠ 5♥ 3♦, pot 12', 12)
    """
    return tuple(_Steps(hand).steps())


class _Steps:
    """One hand being replayed."""

    def __init__(self, hand: Hand) -> None:
        self.hand, self.words = hand, HandWords(hand)
        self.state = self.words.state
        self.round = 0
        self.bets = self.state.bets

    def steps(self) -> Iterator[ReplayStep]:
        """All steps."""
        said: dict[str, list[str]] = {}
        begun = False
        paid = self.state.paid
        for told in self.words.tell():
            if told.kind in ("action", "street"):
                if not begun:
                    begun = True
                    yield self._start(said.pop("post", []))
                if told.kind == "street":
                    self._sweep()
                    yield self._step("street", told)
                else:
                    self.bets = _after(self.bets, paid, self.state, told.position or 0)
                    paid = self.state.paid
                    yield self._step("action", told)
            else:
                said.setdefault(told.kind, []).append(told.text)
        if not begun:  # nobody had to act
            yield self._start(said.pop("post", []))
        if self.state.is_over:
            yield from self._end(said)

    def _sweep(self) -> None:
        self.round += 1
        self.bets = (0,) * len(self.bets)

    def _start(self, posts: list[str]) -> ReplayStep:
        start = State(self.hand.rules, self.hand.stacks)
        return replace(
            self._frame("start", tuple(posts)),
            behind=start.behind,
            bets=start.bets,
            folded=start.folded,
            next=start.actor,
            actor=None,
            board=0,
            round=0,
            pots=_in_the_middle(start, start.bets),
        )

    def _step(self, kind: StepKind, told: ToldLine) -> ReplayStep:
        return replace(self._frame(kind, (told.text,)), actor=told.position)

    def _frame(self, kind: StepKind, says: tuple[str, ...]) -> ReplayStep:
        state = self.state
        is_last_of_round = not state.is_over and state.round > self.round
        return ReplayStep(
            kind=kind,
            round=self.round,
            says=says,
            actor=None,
            next=None if is_last_of_round else state.actor,
            board=min(BOARD_CARDS[self.round], len(self.hand.board)),
            bets=self.bets,
            behind=state.behind,
            folded=state.folded,
            pots=_in_the_middle(state, self.bets),
            won=(0,) * len(self.bets),
        )

    def _end(self, said: dict[str, list[str]]) -> Iterator[ReplayStep]:
        hand, state = self.hand, self.state
        back = state.uncalled()
        behind = tuple(map(sum, zip(state.behind, back, strict=True)))
        self.bets = (0,) * len(self.bets)
        returned, runs = said.get("return", []), said.get("run_out", [])
        if state.showdown:
            says = (*returned, *runs, *said.get("shown", []))
            shown = self._frame("showdown", says)
            yield replace(shown, behind=behind, pots=final_pots(state))
            returned = []
        won = tuple(
            max(0, payoff + paid - more)
            for payoff, paid, more in zip(hand.payoffs, state.paid, back, strict=True)
        )
        yield replace(
            self._frame("result", (*returned, *said.get("won", []))),
            behind=tuple(map(sum, zip(behind, won, strict=True))),
            pots=(),
            won=won,
        )


def _after(
    bets: tuple[int, ...], paid: tuple[int, ...], state: State, actor: int
) -> tuple[int, ...]:
    """The bets after an action; the state may have begun the next round already."""
    return tuple(bet + (state.paid[p] - paid[p]) * (p == actor) for p, bet in enumerate(bets))


def _in_the_middle(state: State, bets: tuple[int, ...]) -> tuple[TablePot, ...]:
    """The pots without the bets that still lie before the players."""
    stakes = [matched - bet for matched, bet in zip(state.matched(), bets, strict=True)]
    left = [p for p, folded in enumerate(state.folded) if not folded]
    return split_pots(stakes, left, dead=state.pot - sum(state.matched()))
