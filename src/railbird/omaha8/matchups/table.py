"""The table of all match-ups before the flop: 16,432 classes of hands against each other.

It holds whole numbers. For one hand of class a, ``freq[a, b]`` is the number of hands of class b
that can be dealt against it, and ``quarters[a, b]`` the quarters of pots that it wins against all
of them over all boards. So what a and b win adds up to every pot exactly:
size(a) · quarters[a, b] + size(b) · quarters[b, a] = `QUARTERS` · size(a) · freq[a, b].

A table is a folder with two arrays that are read where they lie, and a manifest with their
checksums. ``railbird omaha8 tabulate`` makes it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import omaha_class_of_hand, omaha_classes
from railbird.cards.index import all_sets
from railbird.errors import OptionError
from railbird.evaluate.preflop.eval8 import BOARDS, eval8

CLASSES = 16_432
"""Classes of four cards, in the order of `railbird.cards.classes.omaha_classes`."""

OPPONENTS = 194_580
"""Hands that can be dealt against a hand: each row of ``freq`` adds up to it."""

QUARTERS = 4 * BOARDS
"""Quarters of pots in one match-up of two hands."""

FREQ, WON, MANIFEST = "freq.npy", "quarters.npy", "table.json"
"""The files of a table."""

CHECKSUMS = {
    FREQ: "b2ba9b3f2d6527196f652c36a855ca2b8c893d70666e6a55edae3c6891e4fef5",
    WON: "2a29cd64c055262fd760dabf55746a4b7ffb6cf19b4a746d8d18f5ac31a6365c",
}
"""SHA-256 of the arrays: however a table is made, it has these."""


def table_folder() -> Path:
    """The folder of the table if none is named: in the user's own data."""
    from platformdirs import user_data_path

    return user_data_path("railbird", appauthor=False) / "omaha8"


@dataclass(frozen=True, slots=True)
class MatchupTable:
    """Class against class, as the module's page says.

    ``hands`` has the representative of each class, shape (16432, 4), and ``sizes`` the number of
    hands in each class.
    """

    freq: npt.NDArray[np.uint8]
    quarters: npt.NDArray[np.uint32]
    hands: npt.NDArray[np.uint8]
    sizes: npt.NDArray[np.uint8]

    @classmethod
    def open(cls, folder: Path | None = None) -> MatchupTable:
        """The table in a folder (by default the user's own), memory-mapped.

        Raises
        ------
        OptionError
            If the folder has no complete table.
        """
        folder = table_folder() if folder is None else folder
        read_manifest(folder)
        hands, sizes = omaha_classes()
        return cls(
            freq=_mapped(folder / FREQ),
            quarters=_mapped(folder / WON),
            hands=hands,
            sizes=sizes,
        )

    def summary(self, a: int, b: int) -> float:
        """Mean share of the pot of class a against class b; ½ if the classes cannot meet."""
        deals = int(self.freq[a, b])
        return int(self.quarters[a, b]) / (QUARTERS * deals) if deals else 0.5


def _mapped(path: Path) -> npt.NDArray[Any]:
    """A square of classes, memory-mapped."""
    try:
        array: npt.NDArray[Any] = np.load(path, mmap_mode="r")
    except (OSError, ValueError) as error:
        raise OptionError(
            f"{path} cannot be read ({error}): remove {path.parent} and make the table again with "
            "`railbird omaha8 tabulate`"
        ) from None
    return array


def read_manifest(folder: Path) -> dict[str, Any]:
    """What is known about the table in a folder: version, command, checksums, time it took."""
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise OptionError(
            f"{folder} has no table of Omaha match-ups: make it with `railbird omaha8 tabulate`"
        ) from None
    return manifest


def hands_against(a: int, b: int) -> npt.NDArray[np.uint8]:
    """The hands of class b that can be dealt against the representative of class a."""
    hands = _all_hands()[omaha_class_of_hand() == b]
    against: npt.NDArray[np.uint8] = hands[~np.isin(hands, omaha_classes()[0][a]).any(axis=1)]
    return against


@cache
def _all_hands() -> npt.NDArray[np.uint8]:
    return all_sets(4)


def matchup_outcomes(a: int, b: int) -> npt.NDArray[np.int64]:
    """Boards by outcome (`railbird.evaluate.preflop.eval8.OUTCOMES`) of one hand of class a.

    They are those against all hands of class b that can be dealt against it, from scoop to nothing.
    This needs no table.

    Examples
    --------
    >>> from railbird.cards.classes import omaha_class_index
    >>> aces, wheel = omaha_class_index("AsAdQsJd"), omaha_class_index("5h4s3c2h")
    >>> counts = matchup_outcomes(aces, wheel)
    >>> int(counts.sum()) // BOARDS
    24
    """
    others = hands_against(a, b)
    sets = np.concatenate([np.tile(omaha_classes()[0][a], (len(others), 1)), others], axis=1)
    counts: npt.NDArray[np.int64] = eval8(sets)[:, 0].astype(np.int64).sum(axis=0)
    return counts
