"""What the matches of games other than limit hold'em have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from railbird.divat.estimators.halves import (
    Corrected,
    Floats,
    Games,
    Least,
    halves_of_deals,
    least_variance,
)
from railbird.divat.heads_up.columns import ROUND_KEYS
from railbird.divat.judged import JudgedMatch, duplicate_halves, duplicate_note
from railbird.divat.table_file import TableFile

BY_DEAL = "averaged over duplicate deals"
DEAL = "duplicate deal"


MONEY, KNOWN_LUCK, AIE, DIVAT, AIVAT = "money", "known luck out", "AIE", "DIVAT", "AIVAT"
LEAST = "least variance"

CHOSEN = ("one of the above", "as the one that varies least in the other half of the games")
"""What the one that chooses values hands by, and what it corrects."""

KEYS = {
    MONEY: "money",
    KNOWN_LUCK: "own",
    AIE: "all_in",
    DIVAT: "divat",
    AIVAT: "aivat",
    LEAST: "least_variance",
}
"""The estimators by the name that a table has for them, and by the key that a program has."""


@dataclass(frozen=True)
class Estimates:
    """What every estimator says of each game.

    The table, the charts, the columns and the page are all made from these.

    Parameters
    ----------
    by_name
        The estimate of each game by the estimator's name. The last one judges.
    skill, luck, factors
        DIVAT by round, the luck that it takes out, and the factors by which that is the luck of
        the cards. In every game money = ``skill`` + ``luck``. All are empty if cards are hidden,
        and factors if they are 1.
    judges
        Which estimators the last one took in each half of the games, if it chose.
    """

    by_name: Mapping[str, Floats] = field(repr=False)
    skill: Floats = field(repr=False)
    luck: Floats = field(repr=False)
    factors: Floats = field(repr=False)
    judges: tuple[str, ...] = ()

    @property
    def judged_by(self) -> str:
        """The name of the last one, and what it took."""
        names = " and ".join(dict.fromkeys(self.judges))
        return [*self.by_name][-1] + (f" ({names})" if names else "")

    def scores(self) -> dict[str, Floats]:
        """The scores of each game by key, and those of DIVAT by round."""
        found = {KEYS[name]: each for name, each in self.by_name.items()}
        return found | {f"round_{r}": each for r, each in enumerate(self.skill.T)}

    def columns(self) -> dict[str, Floats]:
        """The same as columns of a table, with luck and factors by round."""
        called = {"own": "known_luck_out", "all_in": "aie"}
        found = {called.get(KEYS[name], KEYS[name]): each for name, each in self.by_name.items()}
        for what, table in (("skill", self.skill), ("luck", self.luck), ("factor", self.factors)):
            by_round = zip(ROUND_KEYS, table.T, strict=False)
            found.update({f"{what}_{key}": each for key, each in by_round})
        return found


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
    def estimates(self, *, duplicate: bool = False) -> Estimates:
        """Every estimate of each game that the cards allow.

        With ``duplicate`` what is chosen by variance is chosen by that of the averages of
        duplicate deals.
        """

    def parts(self) -> tuple[Games, Games]:
        """Two halves of the games. Both games of a duplicate deal are in the same one."""
        return halves_of_deals(self.hole_cards, self.seats)

    def least(self, candidates: Sequence[Corrected], *, duplicate: bool) -> Least:
        """What varies least in the other half of the games, or in the averages of its deals."""
        units = None
        if duplicate:
            deals = duplicate_halves(self.hole_cards, self.seats, self.refused)
            units = [each.averaged(*deals) for each in candidates]
        return least_variance(candidates, self.parts(), units=units)

    def by_deal(self, estimates: Estimates) -> dict[str, Floats]:
        """The estimates of a duplicate match, averaged over the two games of each deal."""
        first, second = duplicate_halves(self.hole_cards, self.seats, self.refused)
        return {name: (e[first] + e[second]) / 2 for name, e in estimates.by_name.items()}

    def duplicate_note(self) -> str:
        """What is to be said if the games could be averaged by deal; see `duplicate_note`."""
        return duplicate_note(self.hole_cards, self.seats, self.refused)

    def columns(self, *, duplicate: bool = False) -> dict[str, npt.NDArray[np.generic]]:
        """Each game as columns: its id, the hero's seat, its estimates, skill and luck by round."""
        found: dict[str, npt.NDArray[np.generic]] = {"id": self.ids, "big_blind": self.seats == 0}
        columns = self.estimates(duplicate=duplicate).columns()
        return found | {name: each + 0.0 for name, each in columns.items()}  # no -0

    def write_columns(self, path: Path, *, duplicate: bool = False) -> None:
        """Write `columns` to a Parquet or CSV file."""
        with TableFile(path) as file:
            import pyarrow as pa

            file.write_table(pa.table(self.columns(duplicate=duplicate)))
