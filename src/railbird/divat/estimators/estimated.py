"""What the matches of games other than limit hold'em have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from railbird.divat.estimators.halves import Corrected
from railbird.divat.heads_up.columns import ROUND_KEYS
from railbird.divat.judged import JudgedMatch, duplicate_halves, duplicate_note
from railbird.divat.table_file import TableFile

Floats = npt.NDArray[np.float64]

BY_DEAL = "averaged over duplicate deals"
DEAL = "duplicate deal"


@dataclass(frozen=True, kw_only=True)
class EstimatedMatch(JudgedMatch, ABC):
    """Estimates of all games of a match for the hero. See `JudgedMatch`.

    Parameters
    ----------
    seats
        By game: 0 if the hero was the big blind, 1 if they had the button.
    hole_cards
        By game: those of the big blind, then those of the button.
    money
        What the hero won.
    skill, luck
        DIVAT and the luck that it leaves out, by round.
    """

    seats: npt.NDArray[np.int8] = field(repr=False)
    hole_cards: npt.NDArray[np.uint8] = field(repr=False)
    money: Floats = field(repr=False)
    skill: Floats = field(repr=False)
    luck: Floats = field(repr=False)

    @abstractmethod
    def candidates(self) -> list[Corrected]:
        """The estimates that the cards allow, the least first."""

    @abstractmethod
    def scores(self) -> dict[str, Floats]:
        """Scores of each game by name: those that the known cards allow."""

    def by_deal(self) -> list[Corrected]:
        """The estimates of a duplicate match, averaged over the two games of each deal."""
        halves = duplicate_halves(self.hole_cards, self.seats, self.refused)
        return [each.averaged(*halves) for each in self.candidates()]

    def duplicate_note(self) -> str:
        """What is to be said if the games could be averaged by deal; see `duplicate_note`."""
        return duplicate_note(self.hole_cards, self.seats, self.refused)

    def columns(self) -> dict[str, npt.NDArray[np.generic]]:
        """Each game as columns: its id, the hero's seat, its scores, and luck by round."""
        scores = self.scores()
        called = {f"round_{r}": f"skill_{key}" for r, key in enumerate(ROUND_KEYS)}
        called |= {"own": "known_luck_out", "all_in": "aie"}
        found: dict[str, npt.NDArray[np.generic]] = {"id": self.ids, "big_blind": self.seats == 0}
        found.update({called.get(name, name): each + 0.0 for name, each in scores.items()})
        if "divat" in scores:
            found.update({f"luck_{key}": self.luck[:, r] + 0.0 for r, key in enumerate(ROUND_KEYS)})
        return found

    def write_columns(self, path: Path) -> None:
        """Write `columns` to a Parquet or CSV file."""
        with TableFile(path) as file:
            import pyarrow as pa

            file.write_table(pa.table(self.columns()))
