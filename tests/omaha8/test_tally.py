"""TALLY by hands counted with pencil and paper, and its cost beside ORACLE's."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.cards.card import HoleCards
from railbird.omaha8.jamfold.solutions import Position
from railbird.omaha8.rules import costs, oracle
from railbird.omaha8.rules.features import class_features
from railbird.omaha8.rules.tally import LIMITS, POINTS, TALLY


@pytest.mark.parametrize(
    ("hand", "score"),
    [
        ("KsQs7d6h", 2 - 2 + 16 + 7),
        ("As2s3h4h", 11 + 17 + 13),  # the ace is low here, and not within five ranks
        ("AsKsQhJh", 11 + 2 + 13 + 2),
        ("9s9h2s2h", -2 + 13 + 8 - 6),  # a nine counts once, each pair by itself
        ("8s7s6s5s", -2 - 5 + 17 + 5 + 2),
        ("QsQhQd2c", 1 - 12),  # three of a kind is no pair
        ("7s7h7d7c", -2 - 12 + 2),
        ("QsQh9d2c", 1 - 2 + 14),
    ],
)
def test_points_of_a_hand(hand: str, score: int) -> None:
    for position in ("sb", "bb"):
        assert TALLY.judge(HoleCards.parse(hand), position, 5).score == score


def test_the_threshold_is_reached_or_not() -> None:
    hand = HoleCards.parse("AsKhJd9c")  # 10 points: enough up to 24 - 50/R
    assert TALLY.judge(hand, "sb", 50 / 14).play
    assert not TALLY.judge(hand, "sb", 3.6).play
    assert TALLY.judge(hand, "bb", 145 / 23).play
    assert not TALLY.judge(hand, "bb", 6.4).play
    assert TALLY.judge(HoleCards.parse("KsKh9d8c"), "bb", 1_000).always == "exactly two kings"


def test_it_has_fewer_constants_than_oracle() -> None:
    """What one must remember; equal points for several pairs or distances are one constant."""
    tally = sum(len(parts) for parts in POINTS.values()) + 2 * len(LIMITS)
    names = [name for name, _ in oracle.lines(class_features(), "bb")]
    tables = [f"pair of {rank}" for rank in oracle.PAIRS] + ["straight potential"]
    alone = set(names) - set(tables)
    assert len(names) == len(alone) + len(tables)
    points = len(set(oracle.PAIRS.values())) + len(set(oracle.DISTANCES.values()))
    theirs = len(alone) + points + 1  # ten points for each big blind
    assert (tally, theirs) == (18, 29)


@pytest.mark.parametrize("held_out", [False, True])
@pytest.mark.parametrize("position", ["sb", "bb"])
def test_it_costs_less_than_oracle_also_where_it_was_not_fitted(
    position: Position, held_out: bool
) -> None:
    """Fitted at whole and half big blinds; all other stacks of the grids were held out."""
    shipped = costs.load()
    fitted = np.array([stack.denominator <= 2 for stack in shipped.stacks])
    which = shipped.up_to(11.25, least=1.5) & (fitted != held_out)
    ours, theirs = (shipped.of(rule, position)[which] for rule in ("tally", "oracle"))
    assert ours.max() < theirs.max()
    assert ours.mean() < theirs.mean()


def test_both_blinds_together_it_costs_less_at_every_stack() -> None:
    shipped = costs.load()
    which = shipped.up_to(15)
    ours, theirs = (
        (shipped.of(rule, "sb") + shipped.of(rule, "bb"))[which] for rule in ("tally", "oracle")
    )
    assert (ours <= theirs).all()
