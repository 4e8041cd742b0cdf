"""Equilibria checked by a sample: against hands compared one by one, and wrong ones are refuted."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from railbird.cards.card import parse_cards
from railbird.cards.classes import omaha_class_of_hand
from railbird.cards.index import BINOMIAL, all_sets
from railbird.cli.omaha8.sampled import verify_sample
from railbird.errors import OptionError
from railbird.evaluate import omaha_values
from railbird.evaluate.values.tables import omaha_tables
from railbird.omaha8.jamfold import _board_kernels as kernels
from railbird.omaha8.jamfold import sampled, solutions
from railbird.omaha8.jamfold.sampled import FITTING, sample_solutions
from railbird.omaha8.jamfold.solutions import LEVELS, Solutions

CLASSES = 16_432
tiny = partial(sample_solutions, hands=4, stacks=(4, 12), boards=40, seed=1)


def wrong() -> Solutions:
    """Strategies that play what should be folded, and fold what should be played."""
    known = solutions.load()
    return replace(known, jam=LEVELS - known.jam, call=LEVELS - known.call)


@pytest.mark.parametrize(
    ("hand", "board"),
    [("AsAd2s3d", "4c5h8dKsTs"), ("KsKhQdJc", "QsJsTh9c9d"), ("7h6d5c4s", "8h8s2dAcQh")],
)
def test_a_hand_wins_what_it_wins_from_each_opponent(hand: str, board: str) -> None:
    class_of, rng = omaha_class_of_hand().astype(np.int64), np.random.default_rng(1)
    weights = rng.integers(0, 256, (CLASSES, 2)).astype(np.int32)
    cards, dealt = (np.array([int(c) for c in parse_cards(each)]) for each in (hand, board))
    others = all_sets(4)
    fits = ~np.isin(others, np.concatenate([cards, dealt])).any(axis=1)
    high, low = omaha_values(others[fits], np.tile(dealt, (fits.sum(), 1)))
    mine, my_low = (int(x[0]) for x in omaha_values(cards[None], dealt[None]))
    of_high = np.sign(mine - high.astype(np.int64))
    of_low = np.where((low > 0) | (my_low > 0), np.sign(my_low - low.astype(np.int64)), of_high)
    expected = (of_high + of_low) @ weights[class_of[fits]].astype(np.int64)
    found = np.zeros((1, 2), np.int64)
    boards = dealt[None].astype(np.uint8)
    kernels.play_hand(np.sort(cards), boards, class_of, BINOMIAL, weights, omaha_tables(), found)
    assert fits.sum() == FITTING
    assert found[0].tolist() == expected.tolist()


def test_the_shipped_equilibria_hold_and_the_result_depends_on_the_seed_alone() -> None:
    shipped = solutions.load()
    found = tiny(shipped, threads=1)
    assert found == tiny(shipped, threads=2)
    assert found != tiny(shipped, seed=2)
    for each, stack in zip(found, (4, 12), strict=True):
        assert each.stack == stack
        assert each.decisions == 8
        assert each.against == 0
        assert not each.is_refuted
        assert each.from_gap < 4
        assert each.shipped_value == shipped.value[shipped.at(stack)]
        assert abs(each.value - each.shipped_value) < 6 * each.error


def test_wrong_strategies_are_refuted() -> None:
    for each in tiny(wrong()):
        assert each.is_refuted
        assert each.against > 0
        assert each.most_against > 5


def test_too_small_a_sample_is_refused() -> None:
    with pytest.raises(OptionError, match="2 hands, 2 boards"):
        sample_solutions(solutions.load(), hands=1)
    with pytest.raises(OptionError, match="stacks of 2"):
        sample_solutions(solutions.load(), hands=2, stacks=(1,))


def test_the_command_says_whether_they_hold(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = partial(sample_solutions, stacks=(4, 12), boards=40)
    monkeypatch.setattr(sampled, "sample_solutions", few)
    verify_sample(4, seed=1, threads=1, as_json=True)
    facts = json.loads(capsys.readouterr().out)
    assert facts["ok"]
    assert [each["stack"] for each in facts["stacks"]] == [4.0, 12.0]
    known = wrong()
    monkeypatch.setattr(solutions, "load", lambda: known)
    with pytest.raises(SystemExit) as left:
        verify_sample(4, seed=1, threads=1, as_json=False)
    assert left.value.code == 1
    assert "REFUTED" in capsys.readouterr().out
