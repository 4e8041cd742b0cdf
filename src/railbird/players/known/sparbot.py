"""Sparbot as a player whose probabilities are known."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from railbird.cards.index import BINOMIAL
from railbird.divat.estimators import _aivat_kernels as kernels
from railbird.divat.heads_up.encode import Games
from railbird.evaluate.strength.ranks import CHOOSE, rank_tables
from railbird.players.known.values import probabilities, value_tables
from railbird.players.sparbot.player import SparbotTable, shipped_table

Ints = npt.NDArray[np.int64]


class KnownSparbot:
    """A Sparbot, the shipped one by default. See `railbird.divat.estimators.aivat.KnownStrategy`.

    Another table must have the same buckets.
    """

    name = "sparbot"

    def __init__(self, table: SparbotTable | None = None) -> None:
        self._play = probabilities(shipped_table() if table is None else table)

    def chances(
        self, games: Games, seats: Ints, starts: Ints, total: int
    ) -> npt.NDArray[np.float64]:
        """Its probabilities at its decisions, for every hand."""
        found, play = np.zeros((total, 1326, 3)), self._play
        kernels.bucket_chances(
            games.cards, games.rounds, games.actions, games.counts, seats, starts, value_tables(),
            rank_tables(), CHOOSE, BINOMIAL, play[0], play[1], play[2],
            play[3], found,
        )  # fmt: skip
        return found
