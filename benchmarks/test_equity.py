"""Exact equities: ours, pokerfast's (OMPEval inside) and, for single hands, poker-equity's.

Ours and pokerfast's are timed with one thread and with all threads; the table shows the better of
the two. Equities must agree to 1e-6 before anything is timed. Two peers are left out because they
give no right answer: poker-equity on ranges (``exact`` runs for 12 to 25 s and returns None), and
eval7 (its exact hand against range is right only on the river; test_sampling.py has its sampling).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from benchmarks.conftest import Race
from benchmarks.peers import NAMES
from benchmarks.race import US, Case
from railbird.cards.classes import holdem_hands
from railbird.compute.threads import thread_count
from railbird.evaluate import EquityResult, equity, hand_ranks

TIGHT, WIDE = "QQ+,AKs", "22+,A2s+,KTs+,ATo+"
THREADS = sorted({1, thread_count()})


@dataclass(frozen=True, slots=True)
class Spot:
    """A question, and whether we look up the answer in the pre-flop table."""

    case: Case
    players: tuple[str, ...]
    board: str = ""
    dead: str = ""
    game: str = "holdem"
    from_table: bool = False

    @property
    def single_hands(self) -> bool:
        return all(player[1] in "cdhs" for player in self.players)

    def ours(self, threads: int | None = None) -> EquityResult:
        return equity(
            *self.players,
            board=self.board,
            dead=self.dead,
            game=self.game,
            method="exact",
            threads=threads,
        )


SPOTS = (
    Spot(
        Case("AcKc v 7h6h, ours from the table", most_seconds=0.007),
        ("AcKc", "7h6h"),
        from_table=True,
    ),
    # with a dead card we cannot use the table
    Spot(Case("AcKc v 7h6h, 2d dead: all enumerate"), ("AcKc", "7h6h"), dead="2d"),
    Spot(Case("AA v random, ours from the table"), ("AA", "random"), from_table=True),
    Spot(
        Case(f"{TIGHT} v {WIDE}, ours from the table", most_seconds=0.005),
        (TIGHT, WIDE),
        from_table=True,
    ),
    Spot(Case("random v random on 2c7dTh", most_seconds=0.1), ("random", "random"), board="2c7dTh"),
    Spot(Case("random v random on 2c7dThQs"), ("random", "random"), board="2c7dThQs"),
    # both equities above are one half, which proves little
    Spot(Case(f"{TIGHT} v {WIDE} on 2c7dTh"), (TIGHT, WIDE), board="2c7dTh"),
    Spot(Case("AhAs v KhKs v QhQs", most_seconds=0.08), ("AhAs", "KhKs", "QhQs")),
    Spot(Case("AA v KK v QQ"), ("AA", "KK", "QQ")),
    Spot(
        Case("Omaha Hi-Lo AcKcQd2s v 7h6h5d4s", most_seconds=0.06),
        ("AcKcQd2s", "7h6h5d4s"),
        game="omaha8",
    ),
)
FLOP = "2c7dTh"
FLOP_HANDS = 1176
RANKS = Case(f"7cHR of all hands on {FLOP}", size=FLOP_HANDS)


@cache
def answer(spot: Spot) -> EquityResult:
    return spot.ours()


def same_equities(spot: Spot) -> Callable[[Sequence[float]], None]:
    """A check that a peer's equities equal ours."""

    def check(theirs: Sequence[float]) -> None:
        assert list(theirs) == pytest.approx(answer(spot).equities, abs=1e-6)

    return check


def in_threads(threads: int) -> str:
    return "1 thread" if threads == 1 else f"{threads} threads"


@pytest.mark.parametrize("threads", THREADS, ids=in_threads)
@pytest.mark.parametrize("spot", SPOTS, ids=lambda s: s.case.name)
def test_spot(race: Race, spot: Spot, threads: int) -> None:
    def check(result: EquityResult) -> None:
        assert result.exact
        assert ("from the pre-flop table" in result.how) == spot.from_table
        assert sum(result.equities) == pytest.approx(1)

    race(spot.case, US, lambda: spot.ours(threads), check=check, how=in_threads(threads))


@pytest.mark.parametrize("threads", THREADS, ids=in_threads)
@pytest.mark.parametrize(
    "spot", [s for s in SPOTS if s.game == "holdem"], ids=lambda s: s.case.name
)
def test_spot_pokerfast(race: Race, peer: Callable[[str], Any], spot: Spot, threads: int) -> None:
    peer("pokerfast")
    solve = import_module("pokerfast.equity").equity

    def run() -> Sequence[float]:
        found: list[float] = solve(spot.players, spot.board, spot.dead, threads=threads)
        return found

    check = same_equities(spot)
    race(spot.case, "pokerfast", run, check=check, how=in_threads(threads))


@pytest.mark.parametrize("spot", [s for s in SPOTS if s.single_hands], ids=lambda s: s.case.name)
def test_spot_poker_equity(race: Race, peer: Callable[[str], Any], spot: Spot) -> None:
    module = peer("poker-equity")
    game = {"holdem": "holdem", "omaha8": "omaha_hi_lo"}[spot.game]

    def run() -> Sequence[float]:
        found = module.exact_from_text(game, list(spot.players), spot.board, spot.dead)
        return [player["equity"] for player in found["players"]]

    race(spot.case, "poker-equity", run, check=same_equities(spot))


@pytest.mark.parametrize("threads", THREADS, ids=in_threads)
def test_hand_ranks(race: Race, threads: int) -> None:
    def check(ranks: npt.NDArray[np.float64]) -> None:
        assert np.isfinite(ranks).sum() == FLOP_HANDS
        assert np.nanmean(ranks) == pytest.approx(0.5)

    def run() -> npt.NDArray[np.float64]:
        return hand_ranks(FLOP, threads=threads)

    race(RANKS, US, run, check=check, count=FLOP_HANDS, how=in_threads(threads))


def test_hand_ranks_pokerfast(race: Race, peer: Callable[[str], Any]) -> None:
    """A 7cHR is an equity against a random hand, so pokerfast has it; 48 of the hands are timed."""
    peer("pokerfast")
    solve = import_module("pokerfast.equity").equity_vs_random_many
    ranks = hand_ranks(FLOP)
    some = np.nonzero(np.isfinite(ranks))[0][:: FLOP_HANDS // 48][:48]
    queries = [("".join(NAMES[c] for c in hand), FLOP) for hand in holdem_hands()[some]]

    def check(theirs: Sequence[float]) -> None:
        assert list(theirs) == pytest.approx(ranks[some].tolist(), abs=1e-6)

    how = "equity_vs_random_many, 1 thread"
    race(RANKS, "pokerfast", lambda: solve(queries), check=check, count=len(some), how=how)
