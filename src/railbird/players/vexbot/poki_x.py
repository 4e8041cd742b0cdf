"""Poki-X: an aggressive Vexbot that leaves its seat to Sparbot when it loses.

Kan (2007), §5.3.3, describes the program that played Phil Laak in 2005. A highly aggressive Vexbot
started the match. Sparbot was swapped in when Vexbot had lost too many chips. Near the end, with
few chips left, Vexbot was back: the panic mode. Vexbot built its model of the opponent from all
games, whichever of the two decided the actions.

The document gives no numbers. Those here are ours, and so is the meaning of "aggressive". That
match was played until a player was broke; ours refill the stacks before each hand. So Poki-X counts
its chips itself. When it or its opponent would be broke, it starts again with new chips and with
Vexbot, who remembers the opponent.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from railbird.cards.card import Card
from railbird.errors import OptionError
from railbird.players.base import Seat
from railbird.players.sparbot.player import Sparbot
from railbird.players.vexbot.player import Vexbot
from railbird.table.state import State


@dataclass(frozen=True, slots=True)
class Gears:
    """When Poki-X changes its player, in small bets.

    ``chips`` are what each player starts with. Sparbot comes in when ``loss`` of them are lost.
    Vexbot plays in its place while no more than ``panic`` are left. ``boldness`` is Vexbot's.
    """

    chips: float = 200.0
    loss: float = 40.0
    panic: float = 40.0
    boldness: float = 0.3

    def __post_init__(self) -> None:
        if not 0 < self.loss < self.chips or not 0 <= self.panic <= self.chips - self.loss:
            raise OptionError(
                f"with {self.chips:g} chips, a switch after a loss of {self.loss:g} and a panic at "
                f"{self.panic:g} do not fit: the loss must leave more chips than the panic needs"
            )


class PokiX(Vexbot):
    """Plays as an aggressive Vexbot, as Sparbot after losses, and as Vexbot again in panic.

    Parameters
    ----------
    name
        The name it plays under.
    gears
        When it changes its player.
    folder
        Where the models of opponents are kept, shared with Vexbot. Without a folder they last for
        one match.

    Examples
    --------
    >>> PokiX("Poki-X").at_the_wheel
    'vexbot'
    """

    reads_only = True

    def __init__(
        self, name: str, *, gears: Gears | None = None, folder: Path | str | None = None
    ) -> None:
        self.gears = Gears() if gears is None else gears
        super().__init__(name, boldness=self.gears.boldness, folder=folder)
        self.chips = self.gears.chips
        """What is left of the chips, in small bets."""
        self._switched = False
        self._small_bet = 1
        self._sparbot = Sparbot(name)

    @property
    def at_the_wheel(self) -> str:
        """Who decides now: ``vexbot``, ``sparbot``, or in ``panic`` Vexbot again."""
        if not self._switched:
            return "vexbot"
        return "sparbot" if self.chips > self.gears.panic else "panic"

    def forget(self) -> None:
        super().forget()
        self._buy_in()

    def save(self) -> dict[str, Any]:
        return {**super().save(), "chips": self.chips, "switched": self._switched}

    def load(self, memory: dict[str, Any]) -> None:
        super().load(memory)
        self.chips = float(memory.get("chips", self.gears.chips))
        self._switched = bool(memory.get("switched", False))

    def hand_starts(self, seat: Seat) -> None:
        super().hand_starts(seat)
        self._sparbot.hand_starts(seat)
        self._small_bet = seat.rules.bets[0]

    def dealt(self, cards: tuple[Card, ...]) -> None:
        super().dealt(cards)
        self._sparbot.dealt(cards)

    def board(self, cards: tuple[Card, ...]) -> None:
        super().board(cards)
        self._sparbot.board(cards)

    def act(self, state: State) -> int:
        if self.at_the_wheel == "sparbot":
            return self._sparbot.act(state)
        return super().act(state)

    def hand_over(self, payoffs: tuple[int, ...]) -> None:
        super().hand_over(payoffs)
        self.chips += payoffs[self._position] / self._small_bet
        if not 0 < self.chips < 2 * self.gears.chips:
            self._buy_in()
        elif self.chips <= self.gears.chips - self.gears.loss:
            self._switched = True

    def _buy_in(self) -> None:
        """Both players start with new chips."""
        self.chips = self.gears.chips
        self._switched = False
