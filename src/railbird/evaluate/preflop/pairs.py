"""Exact hold'em equities before the flop, for every pair of hands, from a shipped table.

The table has a row for one hand of each of the 169 classes and a column for each of the 1,326
hands. An entry says on how many of the 1,712,304 boards the first hand wins, and on how many the
two tie. Renaming suits turns any pair into one of these. (Up to suits there are 93,769 ordered and
47,008 unordered pairs of hands.)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.cards.classes import holdem_class_of_hand, holdem_hands
from railbird.cards.index import colex_indices
from railbird.cards.suits import SUIT_PERMUTATIONS, canonical_sets
from railbird.compute.threads import map_threads, spans
from railbird.evaluate.games import HOLDEM
from railbird.evaluate.preflop import _pair_kernels as kernels
from railbird.stopwatch import start_up

BOARDS = 1_712_304
"""Number of boards that can be dealt when two hands are known."""

TABLE = "holdem_preflop"


class Matchups(NamedTuple):
    """Boards won and tied by hand i against hand j, shape (1326, 1326); 0 if they share a card."""

    wins: npt.NDArray[np.float64]
    ties: npt.NDArray[np.float64]


class ClassMatchups(NamedTuple):
    """Class against class, shape (169, 169), over all pairs of hands that can be dealt.

    ``pairs`` is the number of such pairs; wins + ties + losses = pairs · 1,712,304.
    """

    wins: npt.NDArray[np.int64]
    ties: npt.NDArray[np.int64]
    losses: npt.NDArray[np.int64]
    pairs: npt.NDArray[np.int64]

    def equities(self) -> npt.NDArray[np.float64]:
        """Pot share of the row's class against the column's class."""
        return np.asarray((self.wins + self.ties / 2) / (self.pairs * BOARDS))


@cache
@start_up()
def matchups() -> Matchups:
    """Every hand against every hand, as whole numbers in ``float64`` for matrix products."""
    table = data.load(TABLE)
    representatives, to_representative = suits_to_representatives()
    columns = permuted_hands()[to_representative]
    rows = holdem_class_of_hand()
    assert np.array_equal(representatives, table["representatives"])
    return Matchups(
        *(
            np.take_along_axis(table[name][rows], columns, axis=1).astype(np.float64)
            for name in ("wins", "ties")
        )
    )


class HandMatchups(NamedTuple):
    """The shipped counts, shape (169, 1326): one hand of each class against every hand.

    The whole table of `matchups` takes 28 MB; for the counts of some pairs this one is enough.
    """

    wins: npt.NDArray[np.uint32]
    ties: npt.NDArray[np.uint32]
    permutation: npt.NDArray[np.int64]
    moved: npt.NDArray[np.int64]

    def pairs(
        self, first: npt.NDArray[np.integer], second: npt.NDArray[np.integer]
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
        """Boards that first hands win and tie against second ones, by index of the hands."""
        rows = holdem_class_of_hand()[first]
        columns = self.moved[self.permutation[first], second]
        return self.wins[rows, columns], self.ties[rows, columns]


@cache
@start_up()
def hand_matchups() -> HandMatchups:
    """The shipped table of hands by class."""
    table = data.load(TABLE)
    _, permutation = suits_to_representatives()
    wins, ties = (table[name].astype(np.uint32) for name in ("wins", "ties"))
    return HandMatchups(wins, ties, permutation, permuted_hands())


@cache
@start_up()
def class_matchups() -> ClassMatchups:
    """The shipped table of class against class."""
    table = data.load(TABLE)
    return ClassMatchups(
        *(table[f"class_{name}"].astype(np.int64) for name in ClassMatchups._fields)
    )


@cache
def permuted_hands() -> npt.NDArray[np.int64]:
    """Index of each hand after each of the 24 suit permutations, shape (24, 1326)."""
    hands = holdem_hands().astype(np.int64)
    permutations = np.array(SUIT_PERMUTATIONS)
    moved = (hands & ~3)[None] | permutations[:, hands & 3]
    return colex_indices(moved)


def suits_to_representatives() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The first hand of each class, and the permutation that turns each hand into it."""
    classes = holdem_class_of_hand()
    representatives = np.array([np.argmax(classes == c) for c in range(169)])
    hits = permuted_hands() == representatives[classes]
    return representatives, hits.argmax(axis=0)


def build(progress: Callable[[int, int], None] | None = None) -> data.Arrays:
    """Compute the table from one board of each suit pattern, with all hands of a board together.

    On each of the 134,459 boards up to suits, all hands are compared with all hands. Instead of
    summing over a board's orbit, the counts are summed over the permutations of the two hands.
    """
    boards, orbits = canonical_sets(5)
    hands = holdem_hands()
    parts = spans(len(boards), 1024)

    def count(part: slice) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        values, _ = HOLDEM.board_values(boards[part], hands)
        wins = np.zeros((1326, 1326), dtype=np.int32)
        ties = np.zeros((1326, 1326), dtype=np.int32)
        kernels.compare_hands(values, orbits[part].astype(np.int32), wins, ties)
        return wins.astype(np.int64), ties.astype(np.int64)

    wins = np.zeros((1326, 1326), dtype=np.int64)
    ties = np.zeros((1326, 1326), dtype=np.int64)
    for done, (more_wins, more_ties) in enumerate(map_threads(count, parts), 1):
        wins += more_wins
        ties += more_ties
        if progress is not None:
            progress(done, len(parts))
    return _arrays(*(over_permutations(counts) for counts in (wins, ties)))


def over_permutations(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Turn orbit-weighted counts over one board of each orbit into counts over all boards."""
    total = np.zeros_like(counts)
    for moved in permuted_hands():
        total += counts[np.ix_(moved, moved)]
    return total // 24


def _arrays(wins: npt.NDArray[np.int64], ties: npt.NDArray[np.int64]) -> data.Arrays:
    classes = holdem_class_of_hand()
    representatives, _ = suits_to_representatives()
    member = (classes[None, :] == np.arange(169)[:, None]).astype(np.int64)
    masks = np.uint64(1) << holdem_hands().astype(np.uint64)
    held = masks[:, 0] | masks[:, 1]
    disjoint = ((held[:, None] & held[None, :]) == 0).astype(np.int64)
    wins, ties = wins * disjoint, ties * disjoint
    class_wins = member @ wins @ member.T
    return {
        "representatives": representatives,
        "wins": wins[representatives].astype(np.uint32),
        "ties": ties[representatives].astype(np.uint32),
        "class_wins": class_wins.astype(np.uint32),
        "class_ties": (member @ ties @ member.T).astype(np.uint32),
        "class_losses": class_wins.T.astype(np.uint32),
        "class_pairs": (member @ disjoint @ member.T).astype(np.uint32),
    }
