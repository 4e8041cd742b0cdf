"""A person at the terminal.

All output goes through a rich `Console`. The person's actions come from one of the classes in
`railbird.cli.ui.asking`, so a test can play too.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import TYPE_CHECKING, TextIO

from railbird.cards.card import RANKS, Card
from railbird.cli.ui.asking import Asks, LeaveTableError, deed
from railbird.evaluate.values.evaluator import HandValue, LowValue
from railbird.players.base import Player, Seat
from railbird.table.seats import position_names
from railbird.table.state import ROUND_NAMES, State

if TYPE_CHECKING:
    from rich.console import Console

_COLOURS = ("green", "blue", "red", "black")


def coloured(cards: tuple[Card, ...]) -> str:
    """Cards with suit symbols in four colours, in rich markup.

    The background is white, as on real cards, so all colours are legible on any terminal.
    """
    return " ".join(f"[bold {_COLOURS[c.suit]} on bright_white]{c.symbol}[/]" for c in cards)


def _value(high: HandValue, low: LowValue | None) -> str:
    """The made hand with the ranks of its five cards, which break ties within a class."""
    name = f"{high.name} ({''.join(RANKS[card.rank] for card in high.cards)})"
    return name if low is None else f"{name}, low {low.name}"


def _best(hands: Mapping[str, HandValue] | Mapping[str, LowValue]) -> str:
    """Who has the best hand; names of equal hands are joined."""
    values = {name: hand.value for name, hand in hands.items()}
    return " and ".join(name for name in values if values[name] == max(values.values()))


def _halves(high: str, low: str) -> str:
    """Who wins the halves of a split pot."""
    if high == low:
        return f"high and low: {high}"
    return f"high: {high} · low: {low}" if low else f"high: {high} · no low"


class Human(Player):
    """A person who is shown the table and asked what to do."""

    reads_only = True

    def __init__(self, name: str, console: Console, asks: Asks) -> None:
        super().__init__(name)
        self._console = console
        self._asks = asks
        self._seat: Seat | None = None
        self._names: list[str] = []
        self._hole: tuple[Card, ...] = ()
        self._board: tuple[Card, ...] = ()
        self._state: State | None = None
        self._column = 0  # where the current line of actions ends; 0 without one
        self._hands = self._won = 0

    @property
    def seat(self) -> Seat:
        """The person's seat in this hand."""
        assert self._seat is not None
        return self._seat

    @property
    def state(self) -> State:
        """The hand as far as the person has seen it."""
        assert self._state is not None
        return self._state

    def forget(self) -> None:
        self._hands = self._won = 0

    def hand_starts(self, seat: Seat) -> None:
        from rich.markup import escape
        from rich.table import Table

        self._seat = seat
        self._names = [escape(name) for name in seat.names]
        self._names[seat.position] = "you"
        self._board = ()
        self._state = state = State(seat.rules, seat.stacks)
        self._console.print()
        self._console.rule(f"hand {self._hands + 1}", style="dim", align="left")
        table = Table.grid(padding=(0, 2))
        table.add_column()
        table.add_column()
        table.add_column(justify="right")
        for position, called in enumerate(position_names(seat.rules)):
            paid = state.paid[position]
            weight = "bold" if position == seat.position else "default"
            table.add_row(
                f"  [dim]{called}[/]",
                f"[{weight}]{self._names[position]}[/]",
                f"{state.behind[position]:,}",
                f"[dim]posts {paid:,}[/]" if paid else "",
            )
        self._console.print(table)

    def dealt(self, cards: tuple[Card, ...]) -> None:
        self._hole = cards
        self._console.print(f"you hold {coloured(cards)}")

    def board(self, cards: tuple[Card, ...]) -> None:
        self._board = cards
        name = ROUND_NAMES[len(cards) - 2]
        mine = (
            "" if self.state.folded[self.seat.position] else f" · you hold {coloured(self._hole)}"
        )
        self._say(f"[b]{name}[/] {coloured(cards)}{mine}")

    def saw(self, position: int, action: int) -> None:
        mine = position == self.seat.position
        done = f"{self._names[position]} {deed(self.state, action, third_person=not mine)}"
        self.state.apply(action)
        # shown immediately, and on one line while there is room: most actions are folds
        if self._column and self._column + 3 + len(done) < self._console.width:
            done = f" · {done}"
        else:
            self.end_line()
            done = f"  {done}"
        self._column += len(done)
        self._console.print(f"[b]{done}[/]" if mine else done, end="")

    def act(self, state: State) -> int:
        behind = ", ".join(
            f"{name} {chips:,}"
            for name, chips, folded in zip(self._names, state.behind, state.folded, strict=True)
            if not folded
        )
        self._say(f"[dim]pot {state.pot:,} · behind: {behind}[/]")
        try:
            return self._asks.choose(state)
        except EOFError:  # input has ended; a table would see a failing player
            raise LeaveTableError from None

    def showdown(self, hole_cards: tuple[tuple[Card, ...] | None, ...]) -> None:
        game = self.seat.rules.rules_of_game
        highs: dict[str, HandValue] = {}
        lows: dict[str, LowValue] = {}
        for position, cards in enumerate(hole_cards):
            if cards is None:
                continue
            name, s = self._names[position], "" if position == self.seat.position else "s"
            high, low = game.made(cards, self._board)
            highs[name] = high
            if low is not None:
                lows[name] = low
            self._say(f"  {name} show{s} {coloured(cards)} [dim]{_value(high, low)}[/]")
        if game.has_low:
            self._say(f"  {_halves(_best(highs), _best(lows))}")

    def hand_over(self, payoffs: tuple[int, ...]) -> None:
        mine = payoffs[self.seat.position]
        self._hands += 1
        self._won += mine
        others = [
            f"{name} {payoff:+,}"
            for position, (name, payoff) in enumerate(zip(self._names, payoffs, strict=True))
            if payoff > 0 and position != self.seat.position
        ]
        colour = "green" if mine > 0 else "red" if mine < 0 else "default"
        count = f"{self._hands:,} hand{'s' if self._hands > 1 else ''}"
        total = f"total {self._won:+,} after {count}"
        self._say(" · ".join([f"[bold {colour}]you {mine:+,}[/]", *others, f"[dim]{total}[/]"]))

    def _say(self, text: str) -> None:
        self.end_line()
        self._console.print(text)

    def end_line(self) -> None:
        """End a line of actions, before something else is printed."""
        if self._column:
            self._console.print()
            self._column = 0


class BesideTable(io.TextIOBase):
    """A stream for what others print while a person plays: it never starts inside a line."""

    def __init__(self, human: Human, stream: TextIO) -> None:
        self._human = human
        self._stream = stream

    def write(self, text: str) -> int:
        self._human.end_line()
        return self._stream.write(text)

    def flush(self) -> None:
        self._stream.flush()
