"""Checks of a table of match-ups: its files, all its identities, and entries counted anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from railbird.cards.card import Card, HoleCards
from railbird.cards.classes import omaha_class_of_hand
from railbird.cards.index import all_sets
from railbird.compute.threads import map_threads, spans
from railbird.errors import OptionError
from railbird.evaluate import equity
from railbird.omaha8.matchups import _matchup_kernels as kernels
from railbird.omaha8.matchups.table import CHECKSUMS, CLASSES, MatchupTable, hands_against
from railbird.omaha8.matchups.tabulate import file_digest

_ROWS = 128


@dataclass(frozen=True, slots=True)
class TableCheck:
    """How many of each kind are right, of how many."""

    files: tuple[int, int]
    freq: tuple[int, int]
    pairs: tuple[int, int]
    entries: tuple[int, int]
    seed: int

    @property
    def ok(self) -> bool:
        """Whether everything is right."""
        checks = (self.files, self.freq, self.pairs, self.entries)
        return all(right == of for right, of in checks)


def verify_table(
    folder: Path,
    *,
    entries: int = 1_000,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> TableCheck:
    """Check the table in a folder.

    The files must have the checksums that every table has. All entries of ``freq`` are counted
    anew, all pairs of classes must share every pot, and random entries of ``quarters`` must equal
    those of `railbird.evaluate.equity`, which deals boards and has only the values of hands in
    common with eval8.
    """
    if seed < 0:
        raise OptionError(f"seed {seed} is negative: give 0 or more")
    table = MatchupTable.open(folder)
    report = progress or (lambda _: None)
    files = [file_digest(folder / name) == digest for name, digest in CHECKSUMS.items()]
    rows = spans(CLASSES, _ROWS)
    report(0.1)
    freq = sum(map_threads(_frequencies(table), rows, threads=threads))
    report(0.3)
    broken = sum(map_threads(_contradictions(table), rows, threads=threads))
    report(0.4)
    chosen = np.random.default_rng(seed).integers(0, CLASSES, size=(entries, 2)).tolist()
    right = 0
    for done, same in enumerate(map_threads(_entry_of(table), chosen, threads=threads), 1):
        right += same
        report(0.4 + 0.6 * done / entries)
    pairs = CLASSES * (CLASSES + 1) // 2
    return TableCheck(
        files=(sum(files), len(files)),
        freq=(freq, CLASSES * CLASSES),
        pairs=(pairs - broken, pairs),
        entries=(right, entries),
        seed=seed,
    )


def _frequencies(table: MatchupTable) -> Callable[[slice], int]:
    """A function that counts the right entries of ``freq`` in some rows."""
    every, classes = hand_masks(all_sets(4)), omaha_class_of_hand()
    ours = hand_masks(table.hands)

    def count(rows: slice) -> int:
        expected = np.zeros((len(ours[rows]), CLASSES), np.uint8)
        kernels.count_opponents(ours[rows], every, classes, expected)
        return int((table.freq[rows] == expected).sum())

    return count


def hand_masks(hands: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """Hands as 52-bit sets."""
    masks: npt.NDArray[np.int64] = (np.int64(1) << hands.astype(np.int64)).sum(axis=1)
    return masks


def _contradictions(table: MatchupTable) -> Callable[[slice], int]:
    """A function that counts pairs of classes that do not share every pot."""

    def count(rows: slice) -> int:
        return int(
            kernels.count_contradictions(
                rows.start, rows.stop, table.sizes, table.freq, table.quarters
            )
        )

    return count


def _entry_of(table: MatchupTable) -> Callable[[list[int]], bool]:
    """A function that says whether an entry of ``quarters`` is what `equity` counts."""

    def is_right(pair: list[int]) -> bool:
        a, b = pair
        hand, quarters = hole_cards(table.hands[a]), 0
        for other in hands_against(a, b):
            result = equity(hand, hole_cards(other), game="omaha8", method="exact", threads=1)
            quarters += round(4 * result.deals * result.equities[0])
        return quarters == int(table.quarters[a, b])

    return is_right


def hole_cards(cards: npt.NDArray[np.uint8]) -> HoleCards:
    """A hand by the numbers of its cards."""
    return HoleCards(tuple(Card(int(card)) for card in cards))
