"""Looking ahead: hands per second with ranges by a ranking, and whole searches for six players.

ICMIZER, which is closed source, states 0.5 s, 9 s and 3 minutes for two, three and four hands ahead
with six players. These are the targets.
"""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.conftest import Race
from benchmarks.race import US, Case
from railbird.tournament import FutureGame, FutureValues

SIX = (3000, 4500, 6000, 2500, 1500, 4000)
HANDS = Case("six-player hands by a ranking, many at once", most_seconds=1e-3)
AHEAD = {
    depth: Case(f"six players, {depth} hands ahead", most_seconds=target)
    for depth, target in ((2, 0.5), (3, 9.0), (4, 180.0))
}


def test_hands(race: Race) -> None:
    states = np.random.default_rng(1).integers(5, 40, (400, 6)) * 150.0

    def check(found: FutureValues) -> None:
        assert found.hands == 400
        np.testing.assert_allclose(found.values.sum(axis=1), 100)

    game = FutureGame(1, (150, 300))
    game.look(states[:1], (50, 30, 20))  # loads the tables
    race(HANDS, US, lambda: game.look(states, (50, 30, 20)), check=check, count=400)


@pytest.mark.parametrize("depth", AHEAD)
def test_ahead(race: Race, depth: int) -> None:
    FutureGame(1, (150, 300)).look([SIX], (50, 30, 20))

    def check(found: FutureValues) -> None:
        assert len(found.depths) == depth
        np.testing.assert_allclose(found.values.sum(axis=1), 100)

    game = FutureGame(depth, (150, 300))
    race(AHEAD[depth], US, lambda: game.look([SIX], (50, 30, 20)), check=check)
