"""MIVAT: the closed form beside least squares, exact means, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.naive import mivat as naive
from tests.naive.divat_hands import random_hands

from railbird.arena import Match, MatchTable
from railbird.cards import parse_cards
from railbird.divat.estimators.mivat import (
    FEATURES,
    RIDGE,
    FitResult,
    FittedValues,
    changes,
    fit,
    game_keys,
)
from railbird.divat.heads_up.encode import encode
from railbird.errors import OptionError
from railbird.players import AlwaysCall
from railbird.table import Hand, table_rules


@pytest.fixture(scope="module")
def hands() -> list[Hand]:
    found = random_hands(400, seed=41)
    return [replace(hand, number=str(i)) for i, hand in enumerate(found)]


@pytest.fixture(scope="module")
def fitted(hands: list[Hand]) -> FitResult:
    return fit([hands[:150], hands[150:260], hands[260:]])


def test_the_closed_form_is_least_squares(hands: list[Hand], fitted: FitResult) -> None:
    moved, money = changes(encode(hands))
    assert moved.shape == (400, len(FEATURES))
    expected = naive.weights(moved, money, RIDGE)
    assert fitted.values.weights == pytest.approx(expected, abs=1e-8)
    crossed = naive.crossed(moved, money, [0, 150, 260, 400], RIDGE)
    assert fitted.values.reduction == pytest.approx(crossed, rel=1e-8)
    assert (fitted.values.games, fitted.values.sessions) == (400, 3)


def test_every_feature_has_mean_zero_over_all_rivers() -> None:
    cards = [*parse_cards("AcKc7h6hKs5h3dTc")]
    rest = [card for card in range(52) if card not in cards]
    held = np.array([[*cards, river] for river in rest], dtype=np.uint8)
    betting = encode(random_hands(150, seed=23))
    full = int(np.nonzero(betting.rounds == 4)[0][0])
    same = betting.part(np.full(len(rest), full)).with_cards(held)
    moved, _ = changes(same)
    assert moved[:, 3::4].mean(axis=0) == pytest.approx(0, abs=1e-12)
    assert np.ptp(moved[:, 3::4], axis=0).min() > 0.1


def test_no_game_is_judged_by_values_fitted_to_it(hands: list[Hand], fitted: FitResult) -> None:
    values = fitted.values
    one = next(hand for hand in hands if len(hand.board) == 5)
    renamed = replace(one, number="x", players=("Eve", "Zoe"))
    for hand in (hands[0], renamed):
        keys = game_keys(encode([hand]), [hand.number])
        with pytest.raises(OptionError, match=r"were fitted to games of a\.log"):
            values.refuse_known(keys, "a.log")
    others = random_hands(50, seed=42)
    values.refuse_known(game_keys(encode(others), [""] * 50), "b.log")
    with pytest.raises(OptionError, match="given twice"):
        fit([hands, hands])


def duplicate_match(*names: str, seed: int = 3) -> list[Hand]:
    match = Match(table_rules(2), (400, 400), deals=120, seed=seed, duplicate=True)
    return [hand for hand, _ in MatchTable(match, [AlwaysCall(name) for name in names]).play()]


def test_the_two_games_of_a_deal_are_not_the_same_game() -> None:
    hands = duplicate_match("Ann", "Bob")  # who always call: all cards and bettings come twice
    found = fit([hands])
    assert (found.values.games, found.values.sessions) == (240, 10)
    nameless = [replace(hand, number="") for hand in hands]
    assert fit([nameless]).values.weights == pytest.approx(found.values.weights)
    for again in (hands, hands[100:110], [replace(hands[7], number="x")], nameless):
        with pytest.raises(OptionError, match="given twice"):
            fit([hands, again])
    keys = game_keys(encode(hands[:1]), [""])
    with pytest.raises(OptionError, match="were fitted to games"):
        found.values.refuse_known(keys, "a.log")


def test_both_games_of_a_deal_are_in_the_same_session() -> None:
    hands = duplicate_match("Ann", "Bob")
    moved, money = changes(encode(hands))
    order = np.arange(240).reshape(2, 120).T.reshape(-1)  # the games of a deal side by side
    cuts = [24 * tenth for tenth in range(11)]
    crossed = naive.crossed(moved[order], money[order], cuts, RIDGE)
    assert fit([hands]).values.reduction == pytest.approx(crossed, rel=1e-8)
    # two logs, one for each half, have no session without the deals of the other
    assert fit([hands[:120], hands[120:]]).values.reduction == pytest.approx(crossed, rel=1e-8)
    # the matches of a league have the same deals: no game is judged by values fitted to its cards
    others = duplicate_match("Ann", "Cid")
    assert fit([hands, others]).values.sessions == 10
    assert fit([hands, duplicate_match("Ann", "Cid", seed=4)]).values.sessions == 2


def test_a_file_and_what_is_none(fitted: FitResult, tmp_path: Path) -> None:
    path = tmp_path / "values.npz"
    fitted.values.save(path)
    again = FittedValues.load(path)
    assert again.weights == pytest.approx(fitted.values.weights)
    games = encode(random_hands(30, seed=5))
    moved, money = changes(games)
    assert again.estimates(games) == pytest.approx(money - moved @ again.weights)
    path.write_text("no")
    for wrong, why in ((path, "not a file of railbird fit"), (tmp_path / "no", "is not a file")):
        with pytest.raises(OptionError, match=why):
            FittedValues.load(wrong)
    with pytest.raises(OptionError, match="too few to fit"):
        fit([random_hands(20, seed=1)])
