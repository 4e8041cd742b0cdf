"""Blackjack: values of actions against a slow twin, and against published tables."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import inf, isnan

import numpy as np
import pytest

from railbird.blackjack import (
    BlackjackRules,
    action_values,
    basic_strategy,
    dealer_chances,
    first_values,
    game_value,
    strategy_by_name,
)
from railbird.blackjack.rules import rank_places
from railbird.blackjack.trees import all_hands, first_hands
from railbird.errors import CardError, InputError, OptionError, RulesError
from tests.naive.blackjack import Cards, NaiveBlackjack, points

TINY = (3, 0, 0, 0, 3, 0, 2, 0, 0, 6)
"""Aces, fives, sevens and tens: enough points to finish every hand, and few cards."""


def naive_shoe(counts: tuple[int, ...]) -> Cards:
    return tuple(rank + 1 for rank, count in enumerate(counts) for _ in range(count))


def hands_of(counts: tuple[int, ...]) -> list[tuple[int, int]]:
    ranks = [rank for rank, count in enumerate(counts) if count]
    return [
        (one, two)
        for one, two in combinations_with_replacement(ranks, 2)
        if one != two or counts[one] > 1
    ]


@pytest.mark.parametrize("up", ["A", "5", "T"])
@pytest.mark.parametrize("rules", [BlackjackRules(), BlackjackRules(4, False, False)])
@pytest.mark.parametrize("follows", [pytest.param(None, marks=pytest.mark.small), "no-busts"])
def test_every_action_is_worth_what_the_slow_twin_says(
    up: str, rules: BlackjackRules, follows: str | None
) -> None:
    dealer = rank_places(up)[0]
    after = None if follows is None else strategy_by_name(follows, rules)

    def move(hand: Cards, may_double: bool) -> str:
        total, soft = points(hand)
        assert after is not None
        return "SHD"[after.moves[int(may_double), int(soft), total, dealer]]

    naive = NaiveBlackjack(
        dealer + 1,
        hits_soft_17=rules.hits_soft_17,
        double_after_split=rules.double_after_split,
        moves=None if follows is None else move,
    )
    unseen = list(naive_shoe(TINY))
    unseen.remove(dealer + 1)
    left = [count - (rank == dealer) for rank, count in enumerate(TINY)]
    for one, two in hands_of(tuple(left)):
        hand, rest = (one + 1, two + 1), list(unseen)
        rest.remove(one + 1)
        rest.remove(two + 1)
        shoe = tuple(rest)
        found = action_values((one, two), dealer, TINY, rules=rules, after=after)
        assert found.stand == pytest.approx(float(naive.stand(hand, shoe)), abs=1e-12)
        assert found.hit == pytest.approx(float(naive.hit(hand, shoe)), abs=1e-12)
        assert found.double == pytest.approx(float(naive.double(hand, shoe)), abs=1e-12)
        if one == two:
            assert found.split == pytest.approx(float(naive.split(one + 1, shoe)), abs=1e-12)
        else:
            assert isnan(found.split)


INFINITE_STAND = {  # Wizard of Odds, infinite decks, the dealer stands on soft 17
    "T,6": "-.292784 -.252250 -.211063 -.167193 -.153699 "
    "-.475375 -.510518 -.543150 -.540430 -.666951",
    "T,7": "-.152975 -.117216 -.080573 -.044941 .011739 "
    "-.106809 -.381951 -.423154 -.419721 -.478033",
    "T,T": ".639987 .650272 .661050 .670360 .703959 .773227 .791815 .758357 .554538 .655470",
}
INFINITE_HIT = {
    "3,2": "-.128216 -.095310 -.061479 -.023979 -.001186 "
    "-.119447 -.188093 -.266615 -.313412 -.278575",
    "4,2": "-.140759 -.107291 -.072917 -.034916 -.013006 "
    "-.151933 -.217242 -.292641 -.337749 -.304147",
}


@pytest.mark.parametrize(
    ("hand", "action", "printed"),
    [
        *((hand, "S", row) for hand, row in INFINITE_STAND.items()),
        *((hand, "H", row) for hand, row in INFINITE_HIT.items()),
    ],
)
def test_infinite_decks_give_the_published_values(hand: str, action: str, printed: str) -> None:
    rules = BlackjackRules(decks=inf, hits_soft_17=False)
    for up, worth in zip("23456789TA", printed.split(), strict=True):
        assert action_values(hand, up, rules=rules).of(action) == pytest.approx(
            float(worth), abs=5.1e-7
        )


@pytest.mark.parametrize(
    ("decks", "hand", "stand", "hit", "double"),
    [  # Wizard of Odds, appendix 9, an ace against these hands, the dealer hits soft 17
        (2, "6,4", -0.587412, 0.038312, -0.003909),
        (2, "6,5", -0.587564, 0.121079, 0.166650),
        (2, "7,A", -0.224703, -0.165428, -0.416886),
        (5, "6,4", -0.594238, 0.034973, -0.023611),
        (5, "5,4", -0.594999, -0.124184, -0.450266),
        (5, "2,A", -0.596923, -0.100728, -0.583036),
    ],
)
def test_few_decks_give_the_published_values(
    decks: int, hand: str, stand: float, hit: float, double: float
) -> None:
    found = action_values(hand, "A", rules=BlackjackRules(decks=decks))
    assert (found.stand, found.hit, found.double) == pytest.approx((stand, hit, double), abs=5.1e-7)


def test_the_dealer_ends_somewhere() -> None:
    rules = BlackjackRules()
    for up in "A6T":
        ends = dealer_chances(rules.shoe, up, rules=rules)
        assert sum(ends.values()) == pytest.approx(1)
        # a hand of 16 wins only if the dealer busts
        before = np.array(rules.shoe) + np.bincount(rank_places(f"T6{up}"), minlength=10)
        stand = action_values("T,6", up, before.tolist())
        assert 2 * ends["bust"] - 1 == pytest.approx(stand.stand)


def test_values_of_all_first_decisions_are_those_of_each() -> None:
    shoe = BlackjackRules().shoe
    found = first_values(shoe)
    assert found.shape == (10, 55, 4)
    for up in (0, 6, 9):
        for hand in ((0, 0), (3, 4), (7, 7), (5, 9)):
            alone = action_values(hand, up)
            row = found[up, first_hands().index(hand)]
            assert list(row) == pytest.approx(
                [alone.stand, alone.hit, alone.double, alone.split], nan_ok=True, abs=1e-14
            )


def test_all_hands_are_counted() -> None:
    hands = all_hands()
    assert len(hands.hard) == 3083
    assert len(hands.place) == 3083
    assert hands.hard.max() == 21


def test_basic_strategy_wins_less_than_the_best_play_and_more_than_others() -> None:
    basic, dealer = (strategy_by_name(name, BlackjackRules()) for name in ("basic", "dealer"))
    assert game_value(after=dealer) < game_value(after=basic) < game_value() < 0


def test_a_strategy_is_the_same_object_for_the_same_rules() -> None:
    assert basic_strategy(BlackjackRules()) is basic_strategy(BlackjackRules())


@pytest.mark.parametrize(
    ("hand", "up", "shoe", "error", "said"),
    [
        ("4", "7", None, OptionError, "two cards"),
        ("T,T,2", "7", None, OptionError, "more than 21"),
        ("4,X", "7", None, CardError, "'X'"),
        ("4,5", "7,8", None, OptionError, "one card"),
        ("4,5", "7", (1,) * 10, OptionError, "may run out"),
        ("4,5", "7", (1,) * 9, OptionError, "is no shoe"),
        ("4,5", "7", (9, 9, 9, 0, 9, 9, 9, 9, 9, 9), OptionError, "rank 4"),
        ("A,A", "A", (3, 0, 0, 0, 0, 0, 0, 0, 0, 9), OptionError, "blackjack"),
    ],
)
def test_what_cannot_be_is_refused(
    hand: str, up: str, shoe: tuple[int, ...] | None, error: type[InputError], said: str
) -> None:
    with pytest.raises(error, match=said):
        action_values(hand, up, shoe)


def test_rules_that_make_no_sense_are_refused() -> None:
    with pytest.raises(RulesError, match="0 decks"):
        BlackjackRules(decks=0)
    with pytest.raises(RulesError, match="cannot pay"):
        BlackjackRules(blackjack_pays=-1)
