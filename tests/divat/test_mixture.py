"""Mixtures of baselines: weighted means that stay unbiased."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.naive.divat_hands import ALFRED, game, random_hands

from railbird.divat.baseline.find import find_settings
from railbird.divat.baseline.mixture import Baseline, Mixture, parts_of, sparbot_mixture
from railbird.divat.baseline.settings import STANDARD, Settings, styled, sweep
from railbird.divat.heads_up.describe import describe
from railbird.divat.heads_up.encode import Games, encode
from railbird.divat.heads_up.match import analyze
from railbird.divat.heads_up.scores import score
from railbird.divat.heads_up.summary import summarise
from railbird.divat.ring import crosstable
from railbird.errors import OptionError

HANDS = random_hands(60, seed=31)
MIXED = Mixture(((3, sweep()[0]), (1, STANDARD), (2, sweep()[4])), "three")


def test_scores_are_weighted_means() -> None:
    games = encode(HANDS)
    found = score(games, settings=MIXED)
    parts = [score(games, settings=each) for _, each in MIXED.parts]
    weights = [weight for weight, _ in MIXED.parts]
    assert weights == pytest.approx([1 / 2, 1 / 6, 1 / 3])
    mean = np.average([part.by_round for part in parts], axis=0, weights=weights)
    assert found.by_round == pytest.approx(mean, abs=1e-12)
    starts = np.average([p.position for p in parts], axis=0, weights=weights)
    assert found.position == pytest.approx(starts)
    assert np.array_equal(found.money, parts[0].money)
    gap = found.money - found.position - found.luck - found.skill
    assert np.abs(gap).max() < 1e-9


def every_next_card(line: str, round_: int) -> Games:
    """The game of a line, with every card that can come as the turn or the river."""
    one = game(line)
    place = 5 + round_
    left = np.setdiff1d(np.arange(52), one.cards[0, :place])
    cards = np.repeat(one.cards, len(left), axis=0)
    cards[:, place] = left
    return one.part(np.zeros(len(left), dtype=np.int64)).with_cards(cards)


ONE_BET = replace(STANDARD, roll_out="one-bet", name="one bet")


@pytest.mark.parametrize(
    ("baseline", "is_unbiased"),
    [
        (MIXED, True),
        (sparbot_mixture(), True),
        (styled(bets="always bet"), True),
        (ONE_BET, False),
    ],
    ids=["three", "Sparbot", "always bet", "one bet"],
)
def test_the_luck_of_a_card_is_zero_over_all_cards(baseline: Baseline, is_unbiased: bool) -> None:
    """So DIVAT has the mean of the money, whoever plays: Kan (2007), §4.1."""
    turns = every_next_card("AcKc 7h6h Ks5h3d/Tc SlRrC/kBrC/bF", 2)
    rivers = every_next_card("AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/kBf", 3)
    assert (len(turns), len(rivers)) == (45, 44)
    for games, round_ in ((turns, 2), (rivers, 3)):
        luck = score(games, settings=baseline).column("luck")[:, round_]
        assert np.abs(luck).max() > 0.1
        assert (abs(luck.mean()) < 1e-12) == is_unbiased


@pytest.mark.parametrize(("bets", "to_come"), [("never bet", 0), ("always bet", 5)])
def test_bets_that_no_hand_changes_need_no_table(bets: str, to_come: int) -> None:
    """The value is the all-in equity of the pot to come, before the flop as after it."""
    settings = styled(bets=bets)
    scores = score(encode(HANDS), settings=settings)
    edge = 2 * scores.column("aie") - 1
    flop = encode(HANDS).rounds > 1
    size = 1 + (encode(HANDS).actions[:, 0] == 1).sum(axis=1)
    value = scores.column("baseline")[flop, 1]
    assert value == pytest.approx((size[flop] + to_come) * edge[flop, 1], abs=1e-12)
    before = scores.column("actual")[flop, 0]
    assert before == pytest.approx((size[flop] + to_come) * edge[flop, 0], abs=1e-12)


def test_an_analysis_with_a_mixture() -> None:
    match = analyze(HANDS, settings=MIXED, hero="Ann")
    summary = summarise(match)
    assert (summary.settings, summary.caveat) == ("three", "")
    assert [part.weight for part in summary.baseline] == pytest.approx([1 / 2, 1 / 6, 1 / 3])
    one, two = match.by_round["red_green_1"], match.by_round["red_green_2"]
    assert one - two == pytest.approx(match.by_round["skill"], abs=1e-5)
    assert match.rounding < 1e-9


def test_a_round_has_the_shares_of_its_baselines() -> None:
    view = describe(game(ALFRED), settings=MIXED)
    alone = [describe(game(ALFRED), settings=each) for _, each in parts_of(MIXED)]
    for r, each in enumerate(view.rounds):
        shares: dict[str, float] = {}
        for (weight, _), one in zip(MIXED.parts, alone, strict=True):
            text = one.rounds[r].baseline
            shares[text] = shares.get(text, 0) + weight
        assert {text: share for share, text in each.mixed} == (
            pytest.approx(shares) if len(shares) > 1 else {}
        )
        assert each.share == pytest.approx(max(shares.values()))
        assert shares[each.baseline] == pytest.approx(each.share)
    assert any(each.mixed for each in view.rounds)


def test_what_is_not_a_mixture() -> None:
    with pytest.raises(OptionError, match="weights above 0"):
        Mixture((), "none")
    with pytest.raises(OptionError, match="weights above 0"):
        Mixture(((-1, STANDARD), (2, STANDARD)), "negative")
    with pytest.raises(OptionError, match="same roll-out"):
        Mixture(((1, STANDARD), (1, ONE_BET)), "both")
    with pytest.raises(OptionError, match="'Sparbot' is a mixture, which is for two players"):
        crosstable(HANDS[:1], settings="sparbot")


def test_the_mixture_of_sparbot() -> None:
    found = find_settings("sparbot")
    assert found == sparbot_mixture()
    assert sum(weight for weight, _ in parts_of(found)) == pytest.approx(1)
    assert all(isinstance(each, Settings) for _, each in parts_of(found))
    match = analyze(HANDS[:10], settings="sparbot")
    assert match.borrowed == ""  # all its values are exact
