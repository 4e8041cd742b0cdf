"""The fixtures of the benchmarks, and their report."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from benchmarks.peers import PeerMissingError, load
from benchmarks.race import US, Case, Scores, Timing

T = TypeVar("T")
SCORES = pytest.StashKey[Scores]()
SECONDS_A_TEST = 0.7
"""Rounds are chosen to take about this long in all; a slower call is made just twice."""


def pytest_configure(config: pytest.Config) -> None:
    config.stash[SCORES] = Scores()
    if config.option.verbose < 1:  # -v shows pytest-benchmark's table, too
        config.option.benchmark_quiet = True


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    scores = config.stash[SCORES]
    if scores.timings:
        terminalreporter.section("railbird beside its peers (fastest of several runs)")
        for line in scores.lines():
            terminalreporter.write_line(line)


def timed(run: Callable[[], T]) -> tuple[float, T]:
    """The seconds that a call takes, and what it returns."""
    started = time.perf_counter()
    answer = run()
    return time.perf_counter() - started, answer


class Race:
    """Times one contestant of one case."""

    def __init__(self, benchmark: Any, scores: Scores) -> None:
        self._benchmark = benchmark  # pytest-benchmark's fixture, whose methods have no types
        self._scores = scores

    def __call__(
        self,
        case: Case,
        who: str,
        run: Callable[[], T],
        *,
        check: Callable[[T], object],
        count: int = 1,
        how: str = "",
    ) -> None:
        """Check the answer, then keep the fastest run; a run does ``count`` units of work."""
        seconds, answer = timed(run)
        check(answer)
        if who == US or seconds < SECONDS_A_TEST:  # the first run may compile and load tables
            seconds, _ = timed(run)
        rounds = int(min(max(SECONDS_A_TEST / seconds, 1), 50))
        self._benchmark.group = case.name
        self._benchmark.extra_info.update(who=who, how=how, count=count)
        self._benchmark.pedantic(run, rounds=rounds)
        if self._benchmark.stats is not None:  # it is None with --benchmark-disable
            seconds = min(seconds, self._benchmark.stats.stats.min)
        self._scores.add(case, Timing(who, how, seconds / count))


@pytest.fixture
def scores(request: pytest.FixtureRequest) -> Scores:
    """Where a test records what it has measured itself."""
    return request.config.stash[SCORES]


@pytest.fixture
def race(benchmark: Any, scores: Scores) -> Race:
    return Race(benchmark, scores)


@pytest.fixture
def peer(request: pytest.FixtureRequest) -> Callable[[str], Any]:
    """The module of a peer, by the name of its distribution; skips the test if it is missing."""

    def get(name: str) -> Any:
        try:
            return load(name)
        except PeerMissingError as error:
            request.config.stash[SCORES].missing[name] = str(error)
            pytest.skip(f"{name}: {error}")

    return get
