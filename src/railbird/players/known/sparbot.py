"""Sparbot as a player whose probabilities are known."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from railbird.cards.index import BINOMIAL
from railbird.divat.estimators import _aivat_kernels as kernels
from railbird.divat.heads_up.encode import Games
from railbird.evaluate.strength.ranks import CHOOSE, rank_tables
from railbird.players.known.values import probabilities, value_tables
from railbird.players.sparbot.player import shipped_table

Ints = npt.NDArray[np.int64]


class KnownSparbot:
    """The shipped Sparbot. See `railbird.divat.estimators.aivat.KnownStrategy`."""

    name = "sparbot"

    def __init__(self) -> None:
        self._play = probabilities(shipped_table())

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
