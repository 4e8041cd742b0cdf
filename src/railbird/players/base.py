"""The protocol that every agent implements.

A table tells a player what happens and asks it for actions. A player implements only the calls that
it needs. To be reproducible, a player draws all random numbers from the seed of the hand and
changes its memory only by what it was told. An interrupted match can then be replayed to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.cards.card import Card
from railbird.errors import OptionError
from railbird.evaluate.games import GAMES
from railbird.table.rules import BETTINGS, Betting, Rules
from railbird.table.state import State


class Seat(NamedTuple):
    """What a player knows when a hand starts. Positions are numbered as in the rules."""

    rules: Rules
    stacks: tuple[int, ...]
    names: tuple[str, ...]
    position: int
    seed: int


@dataclass(frozen=True, slots=True)
class Plays:
    """The tables that a player can sit down at; ``seats`` are the fewest and the most players.

    Examples
    --------
    >>> str(Plays()), str(Plays(games=("holdem",), bettings=("limit",), seats=(2, 2)))
    ('any game', 'heads-up limit holdem')
    >>> str(Plays(bettings=("pot-limit", "no-limit"), seats=(3, 6)))
    'pot-limit or no-limit games of 3 to 6 players'
    """

    games: tuple[str, ...] = tuple(GAMES)
    bettings: tuple[Betting, ...] = BETTINGS
    seats: tuple[int, int] = (2, 10)

    def __contains__(self, rules: Rules) -> bool:
        fewest, most = self.seats
        return (
            rules.game in self.games
            and rules.betting in self.bettings
            and fewest <= rules.players <= most
        )

    def __str__(self) -> str:
        if self == Plays():
            return "any game"
        every = Plays()
        fewest, most = self.seats
        count = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        parts = [
            "heads-up" if most == 2 else "",
            " or ".join(self.bettings) if self.bettings != every.bettings else "",
            " or ".join(self.games) if self.games != every.games else "games",
            "" if most == 2 or self.seats == every.seats else f"of {count} players",
        ]
        return " ".join(filter(None, parts))


class Player:
    """An agent; only `act` must be implemented."""

    reads_only = False
    """Whether this class is known to leave the state unchanged, to return, and to raise nothing.
    Otherwise the player gets copies of the state and a time limit, and its exceptions cost it the
    hand. A subclass does not inherit this."""

    states_all = False
    """Whether `all_probabilities` says how this class plays: true if the class defines it. A
    subclass does not inherit this."""

    plays: Plays = Plays()
    """The tables it can sit down at. It is refused at others before the first hand."""

    made_for: Plays = Plays()
    """The tables it was made for. At others it plays poorly, and the commands say so."""

    learns: bool = False
    """Whether it learns how the others play."""

    time_limit: float = 60.0
    """Seconds for a call. The table sets this before the first hand."""

    keeps_time: bool = False
    """Whether it raises `TimeoutError` by itself when its time is up; it needs no alarm then."""

    remake: Callable[[str], Player] | None = None
    """Makes this player anew, under its name, in another process; None sends the player as it is.
    `make_player` sets this for players whose class another process may not find."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.reads_only = vars(cls).get("reads_only", False)
        cls.states_all = vars(cls).get("states_all", "all_probabilities" in vars(cls))

    def __reduce_ex__(self, protocol: Any) -> Any:
        return (
            super().__reduce_ex__(protocol) if self.remake is None else (self.remake, (self.name,))
        )

    def check(self, rules: Rules) -> None:
        """Raise `OptionError` if the player cannot play by these rules."""
        if rules not in self.plays:
            raise OptionError(
                f"{self.name} plays only {self.plays}, not {rules.betting} {rules.game} with "
                f"{rules.players} players: seat another player"
            )

    def forget(self) -> None:
        """Clear the memory. Called before each match and before each half of a duplicate match."""

    def hand_starts(self, seat: Seat) -> None:
        """A hand starts. Blinds and antes are posted."""

    def dealt(self, cards: tuple[Card, ...]) -> None:
        """Your hole cards."""

    def board(self, cards: tuple[Card, ...]) -> None:
        """All community cards so far. Called when new ones are dealt."""

    def saw(self, position: int, action: int) -> None:
        """A player acted. Your own actions are reported too."""

    def act(self, state: State) -> int:
        """Your turn: return `FOLD`, `CALL` or the level to raise to. Do not change the state."""
        raise NotImplementedError

    def probabilities(self, state: State) -> Mapping[int, float]:
        """The probability of each action that `act` could return now; needed only by AIVAT.

        It may depend on the cards that were dealt, the board and the state, and on nothing else.
        """
        raise NotImplementedError

    def all_probabilities(
        self, state: State, board: tuple[Card, ...]
    ) -> Mapping[int, npt.NDArray[np.float64]]:
        """`probabilities` for all 1,326 hands at once, in the order of `holdem_hands`.

        A player that has it is judged by AIVAT some hundred times faster. Actions that no hand
        takes may be left out. It knows no cards of its own. Hands with a card of the board get any
        probabilities.
        """
        raise NotImplementedError

    def showdown(self, hole_cards: tuple[tuple[Card, ...] | None, ...]) -> None:
        """The cards shown, by position; None for players who had folded."""

    def hand_over(self, payoffs: tuple[int, ...]) -> None:
        """What each player won or lost, by position."""

    def close(self) -> None:
        """The match is over. Release what you hold; another match may follow."""

    def save(self) -> dict[str, Any]:
        """Memory as plain values that JSON can hold."""
        return {}

    def load(self, memory: dict[str, Any]) -> None:
        """Inverse of `save`."""
