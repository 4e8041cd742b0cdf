"""Income rates: exact heads-up, sampled against exact, iteration, the shipped table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from railbird import data
from railbird.cards import HAND_RANKING, HOLDEM_CLASSES, holdem_hands
from railbird.cards.classes import holdem_class_of_hand
from railbird.errors import OptionError
from railbird.evaluate import HOLDEM, equity, evaluate_high
from railbird.players import _income_kernels as kernels
from railbird.players import income
from railbird.players.income import iterated_roll_out, roll_out, shipped_rates, table_players
from railbird.players.recipes import RECIPES

SIZES = np.bincount(holdem_class_of_hand(), minlength=169)


def test_heads_up_is_exact() -> None:
    found = roll_out(2)
    assert found.exact
    for name, hand in (("AA", "AsAh"), ("72o", "7c2d"), ("JTs", "JcTc")):
        assert found.rate(name) == pytest.approx(2 * equity(hand, "random").equities[0] - 1)
    assert SIZES @ found.rates == pytest.approx(0, abs=1e-9)  # one player wins what the other loses
    order = [HOLDEM_CLASSES[c] for c in np.argsort(-found.rates)]
    assert tuple(order) == HAND_RANKING
    iterated = iterated_roll_out(2)
    assert iterated.stable
    assert np.array_equal(iterated.rates, found.rates)


@pytest.mark.parametrize("players", [3, 7])
def test_a_roll_out_is_an_equity(players: int) -> None:
    found = roll_out(players, deals=4_000, seed=5)
    for hand in ("AsAh", "7c2d", "JcTc"):
        exact = equity(hand, *["random"] * (players - 1), samples=100_000, seed=1).players[0]
        error = np.hypot(found.errors[found.rates == found.rate(hand)][0], players * exact.error)
        assert abs(found.rate(hand) - (players * exact.equity - 1)) < 4.5 * error
    # all classes together: no money leaves the game
    total = SIZES @ found.rates / 1326
    assert abs(total) < 4.5 * np.sqrt(SIZES**2 @ found.errors**2) / 1326
    again = roll_out(players, deals=4_000, seed=5, threads=1)
    assert np.array_equal(again.rates, found.rates)
    assert not np.array_equal(roll_out(players, deals=4_000, seed=6).rates, found.rates)


def test_iteration_ends_where_losing_hands_fold() -> None:
    found = iterated_roll_out(5, deals=4_000, round_deals=4_000, seed=2)
    assert found.stable
    assert 3 < found.rounds < 40
    # with the same deals in the last iteration, the classes that play are those that win
    wrong = found.plays != (found.rates >= 0)
    assert (np.abs(found.rates[wrong]) <= found.errors[wrong]).all()
    assert wrong.sum() < 15
    assert 0.2 < SIZES[found.plays].sum() / 1326 < 0.6
    names = {HOLDEM_CLASSES[c] for c in np.nonzero(found.plays)[0]}
    assert {"AA", "KK", "AKs", "TT"} <= names
    assert not {"72o", "32o", "82o"} & names
    plain = roll_out(5, deals=4_000, seed=2)
    assert found.rates[0] < plain.rates[0]  # fewer players pay off aces


def test_errors_are_honest() -> None:
    runs = [roll_out(4, deals=60, seed=seed) for seed in range(40)]
    spread = np.std([run.rates for run in runs], axis=0, ddof=1)
    told = np.sqrt(np.mean([run.errors**2 for run in runs], axis=0))
    assert np.mean(spread / told) == pytest.approx(1, abs=0.05)


@pytest.mark.small
def test_deals_and_incomes_by_hand() -> None:
    state = np.array([7], dtype=np.uint64)
    hands, boards = np.empty((30, 4, 2), dtype=np.uint8), np.empty((30, 5), dtype=np.uint8)
    kernels.deal_to(51, 20, state, hands, boards)
    for deal, board in zip(hands.tolist(), boards.tolist(), strict=True):
        cards = [c for hand in deal for c in hand] + board
        assert len(set(cards)) == 13
        assert deal[0] == [51, 20]
    values, _ = HOLDEM.deal_values(hands, boards)
    class_of = holdem_class_of_hand()
    plays = np.random.default_rng(1).random(169) < 0.6
    forced = np.array([0.0, 0.5, 1.0, 0.0])
    sums = np.zeros(2)
    kernels.incomes(values, hands, class_of, plays, forced, sums)
    expected = list(_incomes(hands.tolist(), boards.tolist(), plays.tolist(), forced.tolist()))
    assert sums[0] == pytest.approx(sum(expected))
    assert sums[1] == pytest.approx(sum(x * x for x in expected))
    assert len(set(expected)) > 3


def _incomes(
    hands: list[list[list[int]]], boards: list[list[int]], plays: list[bool], forced: list[float]
) -> Iterator[float]:
    index = {tuple(hand): i for i, hand in enumerate(holdem_hands().tolist())}
    class_of = holdem_class_of_hand()
    for deal, board in zip(hands, boards, strict=True):
        pot, shown = 1.0, [evaluate_high([*deal[0], *board]).value]
        for paid, hand in zip(forced[1:], deal[1:], strict=True):
            if paid == 1 or plays[class_of[index[tuple(sorted(hand))]]]:
                pot += 1
                shown.append(evaluate_high([*hand, *board]).value)
            else:
                pot += paid
        won = shown[0] == max(shown)
        yield (pot / shown.count(shown[0]) if won else 0.0) - 1


def test_all_deals_are_equally_likely() -> None:
    state = np.array([1], dtype=np.uint64)
    hands, boards = np.empty((40_000, 2, 2), dtype=np.uint8), np.empty((40_000, 5), dtype=np.uint8)
    kernels.deal_to(0, 1, state, hands, boards)
    for cards in (*hands[:, 1].T, *boards.T):
        counts = np.bincount(cards, minlength=52)
        assert counts[:2].sum() == 0
        assert ((counts[2:] - 800) ** 2 / 800).sum() < 49 + 5 * (2 * 49) ** 0.5
    for a, b in combinations([hands[:, 1, 0], hands[:, 1, 1], boards[:, 0], boards[:, 4]], 2):
        assert abs(np.corrcoef(a, b)[0, 1] + 1 / 49) < 0.025


def test_the_table_is_built_and_read(monkeypatch: pytest.MonkeyPatch) -> None:
    arrays = income.build(deals=60, round_deals=60, seed=9, threads=2)
    assert income.TABLE in RECIPES
    monkeypatch.setattr(data, "load", lambda name: arrays if name == income.TABLE else {})
    shipped_rates.cache_clear()
    try:
        for players in income.PLAYERS:
            plain, iterated = (shipped_rates(players, iterated=each) for each in (False, True))
            fresh = roll_out(players, deals=60, seed=9)
            assert np.array_equal(plain.rates, fresh.rates)
            assert np.array_equal(plain.errors, fresh.errors)
            assert plain.exact == iterated.exact == (players == 2)
            assert plain.plays.all()
            assert iterated.plays.all() == (players == 2)
        with pytest.raises(OptionError, match="no rates for 5 players"):
            shipped_rates(5)
    finally:
        shipped_rates.cache_clear()


def test_the_shipped_table() -> None:
    assert np.array_equal(shipped_rates(2).rates, roll_out(2).rates)
    for players in (4, 7, 10):
        plain, iterated = (shipped_rates(players, iterated=each) for each in (False, True))
        assert max(plain.errors.max(), iterated.errors.max()) <= 0.01
        assert iterated.stable
        for shipped, plays in ((plain, None), (iterated, iterated.plays)):
            fresh = roll_out(players, plays=plays, deals=2_000, seed=77)
            off = (fresh.rates - shipped.rates) / np.hypot(fresh.errors, shipped.errors)
            assert np.abs(off).max() < 5
            assert np.mean(off**2) == pytest.approx(1, abs=0.4)


@pytest.mark.small
def test_bad_input() -> None:
    with pytest.raises(OptionError, match="11 players"):
        roll_out(11)
    with pytest.raises(OptionError, match="1 players"):
        table_players(1)
    with pytest.raises(OptionError, match="at least 2"):
        roll_out(3, deals=1)
