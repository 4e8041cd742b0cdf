"""Leagues: every player meets every other, heads-up and in duplicate.

All pairs play the same deals. So the results of two players can be compared deal by deal: luck that
a deal gives to both of them cancels.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from railbird.arena.match import Match
from railbird.errors import OptionError
from railbird.players import Player, make_players
from railbird.players.own import marked
from railbird.table.rules import Rules

Pair = tuple[int, int]
"""The numbers of two players who meet."""


@dataclass(frozen=True)
class League:
    """The league to play.

    Parameters
    ----------
    players
        The players as `make_player` reads them, such as ``("hubot", "Bob=random")``. Each process
        makes its own.
    rules, stacks
        Those of a table of two.
    deals
        How many deals each pair plays, each of them from both sides.
    seed
        The seed of the deals.
    table
        What is said of the table in the names of the matches.
    """

    players: tuple[str, ...]
    rules: Rules
    stacks: tuple[int, int]
    deals: int
    seed: int
    table: str = ""

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise OptionError(f"a league of {len(self.players)} has no matches: name two players")
        if self.rules.players != 2:
            raise OptionError(
                f"a league is played heads-up, not at tables of {self.rules.players}: "
                "give rules for two players"
            )
        self.match(self.pairs[0])  # checks the rest

    @cached_property
    def seated(self) -> tuple[Player, ...]:
        """The players as this process has made them. Equal names have got numbers."""
        return tuple(make_players(self.players))

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the players play under."""
        return tuple(player.name for player in self.seated)

    @property
    def pairs(self) -> list[Pair]:
        """All pairs of players, by number."""
        return list(combinations(range(len(self.players)), 2))

    @property
    def hands(self) -> int:
        """How many hands are played in all."""
        return len(self.pairs) * 2 * self.deals

    def _label(self, player: int) -> str:
        """The player as given, with the number of the name if it has got one."""
        text, name = marked(self.players[player]), self.names[player]
        return f"{name}={text}" if self.players[player] in self.players[:player] else text

    def match(self, pair: Pair) -> Match:
        """The match of two players."""
        parts = [
            " v ".join(self._label(player) for player in pair),
            self.table,
            f"{self.deals} duplicate deals",
            f"seed {self.seed}",
        ]
        return Match(
            rules=self.rules,
            stacks=self.stacks,
            deals=self.deals,
            seed=self.seed,
            duplicate=True,
            name=", ".join(filter(None, parts)),
        )
