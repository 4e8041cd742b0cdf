"""The rules of a table: game, betting structure, blinds, antes, caps, and who acts first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from railbird.errors import RulesError
from railbird.evaluate.games import PokerGame, find_game
from railbird.table import _kernels as kernels

Betting = Literal["limit", "pot-limit", "no-limit"]
BETTINGS: tuple[Betting, ...] = ("limit", "pot-limit", "no-limit")

FOUR_BETS = (3, 4, 4, 4)
"""The usual cap of limit games: four bets per round. Before the flop the blind is the first bet."""

NO_CAP = (-1, -1, -1, -1)


@dataclass(frozen=True)
class Rules:
    """What is played at a table; all amounts are whole chips.

    Positions count from the first player after the button, and the button is the last position. In
    a ring game position 0 is the small blind. Heads-up, blinds are usually *reversed*: the button
    is the small blind and acts first before the flop, and position 0 is the big blind.

    Parameters
    ----------
    game : str
        ``"holdem"``, ``"omaha"`` (high only) or ``"omaha8"`` (high and low).
    betting : str
        ``"limit"``, ``"pot-limit"`` or ``"no-limit"``.
    blinds, antes : tuple of int
        By position, one for each player. A big-blind ante is an ante of one position only. What a
        player antes above the others is dead money in the main pot.
    bets : tuple of four int
        By round: the bet in a limit game, the smallest bet in the others.
    cap : tuple of four int
        By round: how many bets and raises are allowed; −1 means no cap.
    cap_heads_up : bool
        Whether the cap applies when only two players are left. A cap that more than two players
        reached applies in any case.
    first : tuple of four int
        By round: the position that acts first.
    tolerant : bool
        Whether the record of a hand may break the usual rules, as some rooms allow: a fold with
        nothing to call, or a raise of another size. Who plays is never offered such actions.
    stake_cap : int
        The most chips that a player can lose in a hand; 0 means no cap.
    """

    game: str
    betting: Betting
    blinds: tuple[int, ...]
    antes: tuple[int, ...]
    bets: tuple[int, int, int, int]
    cap: tuple[int, int, int, int] = NO_CAP
    cap_heads_up: bool = True
    first: tuple[int, int, int, int] = (0, 0, 0, 0)
    tolerant: bool = False
    stake_cap: int = 0

    def __post_init__(self) -> None:
        find_game(self.game)
        if self.betting not in BETTINGS:
            raise RulesError(f"betting {self.betting!r} is not known: choose {', '.join(BETTINGS)}")
        if not 2 <= self.players <= kernels.SEATS:
            raise RulesError(f"{self.players} blinds were given; a table has 2 to 10 players")
        if len(self.antes) != self.players:
            raise RulesError(
                f"{len(self.antes)} antes for {self.players} players: give one for each"
            )
        if any(len(by_round) != kernels.ROUNDS for by_round in (self.bets, self.cap, self.first)):
            raise RulesError("bets, cap and first need one number for each of the four rounds")
        if min(*self.blinds, *self.antes, *self.bets) < 0 or min(self.bets) == 0:
            raise RulesError("blinds and antes must not be negative, and bets must be at least 1")
        if not all(0 <= place < self.players for place in self.first):
            raise RulesError(f"first to act {self.first} must be positions 0 to {self.players - 1}")

    @cached_property
    def players(self) -> int:
        """Number of players."""
        return len(self.blinds)

    @property
    def rules_of_game(self) -> PokerGame:
        """How hands are valued."""
        return find_game(self.game)

    @property
    def big_blind(self) -> int:
        """The largest blind that is not a straddle."""
        return min(max(self.blinds), self.bets[0]) or self.bets[0]

    @property
    def button(self) -> int:
        """The position of the button."""
        return self.players - 1

    def at_stake(self, stacks: tuple[int, ...]) -> tuple[int, ...]:
        """The part of each stack that can be lost in a hand."""
        return tuple(min(s, self.stake_cap) for s in stacks) if self.stake_cap else stacks

    @cached_property
    def array(self) -> npt.NDArray[np.int64]:
        """The rules as the kernels read them."""
        array = np.zeros(kernels.RULES_SIZE, dtype=np.int64)
        array[kernels.PLAYERS] = self.players
        array[kernels.BETTING] = BETTINGS.index(self.betting)
        array[kernels.CAP_HEADS_UP] = self.cap_heads_up
        for at, values in (
            (kernels.BETS, self.bets),
            (kernels.MOST_RAISES, self.cap),
            (kernels.FIRST, self.first),
            (kernels.BLINDS, self.blinds),
            (kernels.ANTES, self.antes),
        ):
            array[at : at + len(values)] = values
        array.setflags(write=False)
        return array

    def __getstate__(self) -> dict[str, object]:
        # the array would arrive writable, and all kernels of the table be compiled for that, too
        return {name: value for name, value in vars(self).items() if name != "array"}


def table_rules(
    players: int,
    *,
    game: str = "holdem",
    betting: Betting = "limit",
    small_blind: int = 1,
    big_blind: int = 2,
    ante: int = 0,
    big_blind_ante: int = 0,
    bets: tuple[int, int, int, int] | None = None,
    cap: tuple[int, int, int, int] | None = None,
    cap_heads_up: bool = True,
    reverse_blinds: bool = True,
) -> Rules:
    """The rules of an ordinary table, with the usual conventions of each game.

    Limit games have bets of one and two big blinds and a cap of four bets; other games have no cap.

    Examples
    --------
    >>> table_rules(2).blinds, table_rules(6).blinds
    ((2, 1), (1, 2, 0, 0, 0, 0))
    >>> table_rules(3, betting="no-limit", small_blind=50, big_blind=100).first
    (2, 0, 0, 0)
    """
    if not 2 <= players <= kernels.SEATS:
        raise RulesError(f"{players} players were asked for; a table has 2 to 10")
    reverse = players == 2 and reverse_blinds
    big = 0 if reverse else 1
    blinds = [0] * players
    blinds[1 - big], blinds[big] = small_blind, big_blind
    antes = [ante] * players
    antes[big] += big_blind_ante
    limit = betting == "limit"
    if bets is None:
        later = 2 * big_blind if limit else big_blind
        bets = (big_blind, big_blind, later, later)
    return Rules(
        game=game,
        betting=betting,
        blinds=tuple(blinds),
        antes=tuple(antes),
        bets=bets,
        cap=cap if cap is not None else FOUR_BETS if limit else NO_CAP,
        cap_heads_up=cap_heads_up,
        first=(1 if reverse else 2 % players, 0, 0, 0),
    )
