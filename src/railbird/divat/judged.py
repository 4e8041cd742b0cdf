"""What every analysis of a match of two has: whose view it is, and what was judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
import numpy.typing as npt

from railbird.divat.hands import RefusedError
from railbird.errors import OptionError
from railbird.stats import OTHERS
from railbird.table.hand import Hand
from railbird.version import __version__


@dataclass(frozen=True, kw_only=True)
class JudgedMatch:
    """A match of two that was judged game by game, from the hero's view.

    Parameters
    ----------
    players
        The hero and the other player.
    ids
        By game: the hand's id in the library, or its number in the file, from 1.
    refused
        How many hands were not analysed, by reason.
    source, seconds, version
        Where the hands come from, how long the analysis took, and the program that made it.
    """

    players: tuple[str, str]
    ids: npt.NDArray[np.int64] = field(repr=False)
    refused: Mapping[str, int]
    source: str
    seconds: float
    version: str = __version__

    def __len__(self) -> int:
        return len(self.ids)


class View:
    """From whose view a match is seen. Without a hero it is the first player of the first hand."""

    def __init__(self, hero: str | None) -> None:
        self.hero = hero
        self._asked = hero is not None
        self._names: dict[str, None] = {}

    def meet(self, names: Iterable[str]) -> None:
        """Remember the players' names."""
        for name in names:
            self._names.setdefault(name)

    def seat(self, hand: Hand) -> int:
        """The hero's position. Raises `RefusedError` if they did not play."""
        self.meet(hand.players)
        if self.hero is None:
            self.hero = hand.players[0]
        if not self._asked and len(self._names) > 2:
            raise OptionError(
                f"there are more than two players ({', '.join(islice(self._names, 3))} …): "
                f"choose whose play to analyse"
            )
        if self.hero not in hand.players:
            raise RefusedError(f"{self.hero} did not play")
        return hand.players.index(self.hero)

    def players(self) -> tuple[str, str]:
        """The hero and the other player, or `OTHERS` if there were several."""
        hero = self.hero or ""
        if self._names and hero not in self._names:
            names = ", ".join(islice(self._names, 10))
            raise OptionError(f"{hero} is not among the players: choose one of {names}")
        others = [name for name in self._names if name != hero]
        return hero, others[0] if len(others) == 1 else OTHERS
