"""Times without start-up: what a process does once does not count as work."""

from __future__ import annotations

import pytest

from railbird import stopwatch
from railbird.arena import Match, play_match
from railbird.kernels.jit import kernel
from railbird.players import AlwaysCall
from railbird.stopwatch import START_UP, Stopwatch, start_up
from railbird.table import State, table_rules


class Time:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    clock = Time()
    monkeypatch.setattr(stopwatch, "_clock", clock)
    return clock


def test_it_stands_still_during_start_up(clock: Time) -> None:
    watch = Stopwatch()
    clock.now += 1
    with start_up():
        clock.now += 10
        with start_up():  # a table that needs another
            clock.now += 10
        assert watch.seconds == 1
    clock.now += 2
    assert watch.seconds == 3


def test_start_up_ends_with_an_error(clock: Time) -> None:
    watch = Stopwatch()
    with pytest.raises(ValueError, match="broken"), start_up():
        raise ValueError("broken table")
    clock.now += 5
    assert watch.seconds == 5


def test_compiling_is_start_up() -> None:
    before = START_UP.seconds
    twice = kernel(lambda x: 2 * x)
    assert twice(21) == 42
    if hasattr(twice, "signatures"):  # else the JIT is switched off
        assert START_UP.seconds > before


def test_the_time_of_a_match_is_that_of_its_hands(clock: Time) -> None:
    class Slow(AlwaysCall):
        """Loads for a minute once, and thinks for a second about every action."""

        loaded = False

        def act(self, state: State) -> int:
            if not self.loaded:
                self.loaded = True
                with start_up():
                    clock.now += 60
            clock.now += 1
            return super().act(state)

    match = Match(table_rules(2), (100, 100), deals=3, seed=1)
    result = play_match(match, [Slow("a"), AlwaysCall("b")])
    assert result.seconds == 3 * 4  # a turn in each of four rounds
