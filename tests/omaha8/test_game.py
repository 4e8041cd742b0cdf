"""The jam-or-fold game against its rules in words, and the two ways to multiply with the table."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from tests.omaha8.small_tables import naive_game, random_table, ten_hands

from railbird.errors import OptionError
from railbird.omaha8.jamfold.game import HeadsUpJamFold, JamStakes
from railbird.omaha8.jamfold.products import DenseMatchups, MappedMatchups
from railbird.omaha8.matchups.table import MatchupTable

CHIPS = [
    ((9_000, 2_300), (200, 400)),
    ((4_500, 4_500), (50, 100)),
    ((1_000, 700), (100, 300)),  # a small blind of a third
    ((500, 350), (200, 400)),  # the big blind is all in
    ((150, 9_000), (200, 400)),  # both are
    ((400, 400), (200, 400)),
    ((200, 900), (200, 400)),
    ((900, 900), (100, 100)),
]


@pytest.mark.parametrize(("stacks", "blinds"), CHIPS)
@pytest.mark.parametrize("made", [ten_hands, lambda: random_table(9, 1)], ids=["hands", "classes"])
def test_values_and_gains_are_those_of_the_rules(
    made: Callable[[], MatchupTable], stacks: tuple[float, float], blinds: tuple[float, float]
) -> None:
    table = made()
    jam, call = np.random.default_rng(3).random((2, len(table.sizes)))
    slow = naive_game(table, stacks, blinds)
    value = slow.value(jam, call)
    expected = [slow.best(0, jam, call) - value, value + slow.best(1, jam, call)]
    game = HeadsUpJamFold(DenseMatchups.of_table(table), [JamStakes.of_chips(stacks, blinds)])
    found = game.measure(jam[:, None], call[:, None])
    assert found.value[0] * blinds[1] == pytest.approx(value, abs=1e-9)
    assert found.gains[:, 0] * blinds[1] == pytest.approx(expected, abs=1e-9)


def test_columns_do_not_disturb_each_other() -> None:
    matchups = DenseMatchups.of_table(random_table(9, 1))
    stakes = [JamStakes(r) for r in (0.4, 0.9, 2.5, 30)]
    jam, call = np.random.default_rng(4).random((2, 9, 4))
    together = HeadsUpJamFold(matchups, stakes).measure(jam, call)
    for i, one in enumerate(stakes):
        alone = HeadsUpJamFold(matchups, [one]).measure(jam[:, [i]], call[:, [i]])
        assert alone.value[0] == pytest.approx(together.value[i], abs=1e-14)
        assert alone.gains[:, 0] == pytest.approx(together.gains[:, i], abs=1e-14)


def test_without_decisions_cards_alone_decide_and_nobody_wins() -> None:
    table = random_table(12, 5)
    game = HeadsUpJamFold(DenseMatchups.of_table(table), [JamStakes(0.5), JamStakes(0.25)])
    found = game.measure(np.zeros((12, 2)), np.zeros((12, 2)))
    assert found.value == pytest.approx([0, 0], abs=1e-9)
    assert (found.gains == 0).all()


@pytest.mark.small
@pytest.mark.parametrize("threads", [1, 3])
def test_rows_of_whole_numbers_give_the_products_of_matrices(threads: int) -> None:
    """Also after a strategy has changed in one class, in all, and back."""
    table = random_table(31, 2)
    dense, mapped = DenseMatchups.of_table(table), MappedMatchups(table, threads=threads)
    assert mapped.opponents == pytest.approx(dense.opponents)
    rng = np.random.default_rng(6)
    first, other = rng.random((31, 2)).round(), rng.random((31, 1))
    near = first.copy()
    near[7, 1] = 0.3
    for played in (first, near, other, np.zeros((31, 1)), near, first, np.ones((31, 1))):
        for ours, theirs in zip(mapped.meet(played), dense.meet(played), strict=True):
            assert ours == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize(
    ("stacks", "blinds", "says"),
    [((0, 900), (200, 400), "stack"), ((9, 9), (3, 2), "small blind"), ((9, 9), (0, 0), "big")],
)
def test_stakes_that_are_none_are_refused(
    stacks: tuple[float, float], blinds: tuple[float, float], says: str
) -> None:
    with pytest.raises(OptionError, match=says):
        JamStakes.of_chips(stacks, blinds)
