"""Sampled equities: deals per second, and the time to a given standard error.

The deals of railbird, eval7 and poker-equity are independent, so the same number of deals gives the
same standard error. pokerfast (OMPEval) walks from deal to deal and stops at its own estimate of
the error, so it is compared by time. Every answer must be within five standard errors of the exact
one.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import pytest

from benchmarks.conftest import Race
from benchmarks.race import US, Case
from railbird.compute.threads import thread_count
from railbird.evaluate import equity

DEALS = 1_000_000
HEADS_UP = Case("AcKc v 7h6h, sampled, one thread", "deals")
SIX = Case("six random hands, sampled, one thread", "deals")
SIX_THREADS = Case("six random hands, sampled, all threads", "deals")
SIX_ERROR = Case("six random hands to an error of 0.0005, one thread")
ERROR = 0.0005


def near(exact: Sequence[float], error: float) -> Callable[[Sequence[float]], None]:
    """A check that sampled equities are within five standard errors."""

    def check(sampled: Sequence[float]) -> None:
        assert list(sampled) == pytest.approx(exact, abs=5 * error)

    return check


HEADS_UP_EXACT = (0.6036279188742186, 0.3963720811257814)  # test_equity.py finds it in three ways
NEAR_HEADS_UP = near(HEADS_UP_EXACT, (0.6036 * 0.3964 / DEALS) ** 0.5)
NEAR_SIX = near([1 / 6] * 6, (1 / 6 * 5 / 6 / DEALS) ** 0.5)


def test_heads_up(race: Race) -> None:
    def run() -> Sequence[float]:
        return equity("AcKc", "7h6h", method="sample", samples=DEALS, seed=1, threads=1).equities

    race(HEADS_UP, US, run, check=NEAR_HEADS_UP, count=DEALS)


def test_heads_up_eval7(race: Race, peer: Callable[[str], Any]) -> None:
    eval7 = peer("eval7")
    hand = [eval7.Card("Ac"), eval7.Card("Kc")]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        other = eval7.HandRange("7h6h")

    def run() -> Sequence[float]:
        found = eval7.py_hand_vs_range_monte_carlo(hand, other, [], DEALS)
        return [found, 1 - found]

    how = "py_hand_vs_range_monte_carlo"
    race(HEADS_UP, "eval7", run, check=NEAR_HEADS_UP, count=DEALS, how=how)


def test_heads_up_poker_equity(race: Race, peer: Callable[[str], Any]) -> None:
    run = poker_equity_run(peer("poker-equity"), ["AcKc", "7h6h"], threads=1)
    race(HEADS_UP, "poker-equity", run, check=NEAR_HEADS_UP, count=DEALS, how="chunk_from_text")


def poker_equity_run(
    module: Any, hands: list[str], *, threads: int
) -> Callable[[], Sequence[float]]:
    def run() -> Sequence[float]:
        found = module.chunk_from_text("holdem", hands, samples=DEALS, seed=1, threads=threads)
        assert found["samples"] == DEALS
        return [player["equity"] for player in found["players"]]

    return run


@pytest.mark.parametrize(
    ("case", "threads"), [(SIX, 1), (SIX_THREADS, thread_count())], ids=["one", "all"]
)
class TestSix:
    """Six hands; eval7 knows only two."""

    def test_ours(self, race: Race, case: Case, threads: int) -> None:
        def run() -> Sequence[float]:
            return equity(*["random"] * 6, samples=DEALS, seed=1, threads=threads).equities

        race(case, US, run, check=NEAR_SIX, count=DEALS)

    def test_poker_equity(
        self, race: Race, peer: Callable[[str], Any], case: Case, threads: int
    ) -> None:
        run = poker_equity_run(peer("poker-equity"), ["**"] * 6, threads=threads)
        race(case, "poker-equity", run, check=NEAR_SIX, count=DEALS, how="chunk_from_text")


def test_six_to_an_error(race: Race) -> None:
    def run() -> Sequence[float]:
        return equity(*["random"] * 6, error=ERROR, seed=1, threads=1).equities

    race(SIX_ERROR, US, run, check=near([1 / 6] * 6, ERROR))


def test_six_to_an_error_pokerfast(race: Race, peer: Callable[[str], Any]) -> None:
    peer("pokerfast")
    solve = import_module("pokerfast.equity").equity

    def run() -> Sequence[float]:
        found: list[float] = solve(["random"] * 6, exact=False, stdev=ERROR, threads=1)
        return found

    race(SIX_ERROR, "pokerfast", run, check=near([1 / 6] * 6, ERROR))
