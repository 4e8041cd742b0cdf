"""A person at the terminal.

Everything is said through a `Console` of rich and asked by a function that returns a line, so that
a test can sit down too. A line is one letter, with an amount where one is needed; until it is
entered it can be taken back as in any terminal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from railbird.cards.card import Card
from railbird.players.base import Player, Seat
from railbird.table.state import CALL, FOLD, ROUND_NAMES, State

if TYPE_CHECKING:
    from rich.console import Console

HELP = (
    "f fold · c check or call · r raise (r 300: to 300; r alone: the least) · "
    "a all in, or the most · ? this help · q leave the table"
)
_COLOURS = ("green", "blue", "red", "bright_black")


class LeaveTableError(KeyboardInterrupt):
    """The person has had enough. Not an error of a player, so nothing catches it on the way."""


def coloured(cards: tuple[Card, ...]) -> str:
    """Cards with suit symbols in four colours, in the markup of rich."""
    return " ".join(f"[bold {_COLOURS[card.suit]}]{card.symbol}[/]" for card in cards)


class Human(Player):
    """A person who is shown the table and asked what to do."""

    reads_only = True

    def __init__(self, name: str, console: Console, ask: Callable[[], str]) -> None:
        super().__init__(name)
        self._console = console
        self._ask = ask
        self._seat: Seat | None = None
        self._cards: tuple[Card, ...] = ()
        self._board: tuple[Card, ...] = ()
        self._state: State | None = None

    @property
    def seat(self) -> Seat:
        """Where the person sits in this hand."""
        assert self._seat is not None
        return self._seat

    def hand_starts(self, seat: Seat) -> None:
        self._seat = seat
        self._board = ()
        self._state = State(seat.rules, seat.stacks)
        button = seat.names[seat.rules.button]
        self._console.rule(f"button: {button}", style="dim")

    def dealt(self, cards: tuple[Card, ...]) -> None:
        self._cards = cards
        self._console.print(f"you hold {coloured(cards)}")

    def board(self, cards: tuple[Card, ...]) -> None:
        self._board = cards
        name = ROUND_NAMES[{3: 1, 4: 2, 5: 3}[len(cards)]]
        self._console.print(f"{name}: {coloured(cards)}")

    def saw(self, position: int, action: int) -> None:
        state = self._state
        assert state is not None
        to_call, level = state.options().to_call, state.level
        state.apply(action)
        if position == self.seat.position:
            return
        if action == FOLD:
            done = "folds"
        elif action == CALL:
            done = f"calls {to_call}" if to_call else "checks"
        else:
            done = f"raises to {action}" if level else f"bets {action}"
        all_in = " and is all in" if state.behind[position] == 0 and action != FOLD else ""
        self._console.print(f"  {self.seat.names[position]} {done}{all_in}")

    def act(self, state: State) -> int:
        to_call, low, high = state.options()
        me = self.seat.position
        choices = [f"[b]c[/] call {to_call}" if to_call else "[b]c[/] check"]
        if to_call:
            choices.append("[b]f[/] fold")
        if low:
            verb = "raise to" if state.level else "bet"
            span = f"{low}" if low == high else f"{low}–{high}"
            choices.append(f"[b]r[/] {verb} {span}")
        self._console.print(
            f"[dim]pot {state.pot} · you have {state.behind[me]} behind ·[/] " + " · ".join(choices)
        )
        while True:
            action = self._read(self._ask(), state)
            if action is not None:
                return action

    def _read(self, line: str, state: State) -> int | None:
        """The action that a line means; None, with a word why, if it means none."""
        letter, _, amount = line.strip().lower().partition(" ")
        to_call, low, high = state.options()
        if letter == "q":
            raise LeaveTableError
        if letter in ("c", "k", ""):
            if letter:
                return CALL
        elif letter == "f":
            if to_call:
                return FOLD
            self._console.print("nothing to call: check with c")
            return None
        elif letter in ("r", "b", "a"):
            if not low:
                self._console.print("no raise is possible here")
                return None
            level = high if letter == "a" else low
            if amount and letter != "a":
                if not amount.isdigit() or not low <= int(amount) <= high:
                    self._console.print(f"{amount!r} is no level to raise to: {low} to {high}")
                    return None
                level = int(amount)
            return level
        self._console.print(HELP, style="dim", highlight=False)
        return None

    def showdown(self, hole_cards: tuple[tuple[Card, ...] | None, ...]) -> None:
        for position, cards in enumerate(hole_cards):
            if cards is not None and position != self.seat.position:
                self._console.print(f"  {self.seat.names[position]} shows {coloured(cards)}")

    def hand_over(self, payoffs: tuple[int, ...]) -> None:
        mine = payoffs[self.seat.position]
        winners = [
            f"{name} {payoff:+d}"
            for name, payoff in zip(self.seat.names, payoffs, strict=True)
            if payoff > 0
        ]
        result = ", ".join(winners) or "the pot is split"
        colour = "green" if mine > 0 else "red" if mine < 0 else "dim"
        self._console.print(f"[{colour}]you {mine:+d}[/] [dim]({result})[/]")
