"""Hands in words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from railbird.cards.card import parse_cards
from railbird.history.files import read_hands
from railbird.history.words import in_words
from railbird.table import CALL, FOLD, Hand, finish, table_rules
from tests.history.played import random_hand
from tests.history.rooms_samples import GG_CASH
from tests.history.test_pokerstars import played


def test_a_fold_in_dollars() -> None:
    hand = Hand(
        rules=table_rules(3, betting="no-limit", small_blind=50, big_blind=100),
        stacks=(10_000, 250, 10_000),
        players=("Ann", "Bob", "Cem"),
        hole_cards=(None, None, parse_cards("AhAd")),
        board=(),
        actions=(10_000, FOLD, FOLD),
        payoffs=(-50, -100, 150),
        chip="0.01 USD",
        hero=2,
        number="7",
        table="Alpha",
    )
    assert in_words(hand) == [
        "no-limit holdem $0.50/$1",
        "Hand 7 of Alpha",
        "  SB    Ann   $100",
        "  BB    Bob  $2.50",
        "  BTN   Cem   $100  A♥ A♦  (hero)",
        "Before the flop",
        "  Ann posts the small blind of $0.50.",
        "  Bob posts the big blind of $1.",
        "  Cem raises to $100 and is all in.",
        "  Ann folds.",
        "  Bob folds.",
        "  Cem takes back $99 that nobody called.",
        "Result",
        "  Cem wins $2.50: +$1.50 in all.",
    ]


def test_the_pot_has_only_what_was_called() -> None:
    hand = finish(
        Hand(
            rules=table_rules(2, betting="no-limit"),
            stacks=(100, 40),
            players=("Ann", "Bob"),
            hole_cards=(parse_cards("AhAd"), parse_cards("KhKd")),
            board=parse_cards("2c3d5h7s9c"),
            actions=(CALL, CALL, 98, CALL),
            payoffs=(0, 0),
        )
    )
    told = in_words(hand)
    assert [line.rpartition(", ")[2] for line in told if ", pot" in line] == [
        "pot 4",
        "pot 80",
        "pot 80",
    ]
    assert "  Ann takes back 60 that nobody called." in told


def test_hi_lo_names_who_wins_high_and_low_of_each_pot() -> None:
    hand = finish(
        Hand(
            rules=table_rules(3, game="omaha8", betting="pot-limit"),
            stacks=(10, 40, 40),
            players=("Ann", "Bob", "Cem"),
            hole_cards=tuple(map(parse_cards, ("AcAd9h9c", "As2s3dTh", "KsKdJhJc"))),
            board=parse_cards("4h5h8cKcTd"),
            actions=(CALL, CALL, CALL, 6, 14, CALL, CALL, CALL, CALL, CALL, CALL),
            payoffs=(0, 0, 0),
        )
    )
    told = in_words(hand)
    assert told[told.index("Showdown") + 1 : -2] == [
        "  Ann holds A♣ A♦ 9♥ 9♣: pair of aces; no low.",
        "  Bob holds A♠ 2♠ 3♦ T♥: pair of tens; low 8-5-4-2-A.",
        "  Cem holds K♠ K♦ J♥ J♣: three of a kind, kings; no low.",
        "  Cem wins the high of the main pot.",
        "  Bob wins the low of the main pot.",
        "  Cem wins the high of a side pot.",
        "  Bob wins the low of a side pot.",
    ]
    assert told[-1] == "  Cem wins 21: +5 in all."


def test_omaha_without_a_low() -> None:
    hand = finish(
        Hand(
            rules=table_rules(2, game="omaha", betting="pot-limit"),
            stacks=(40, 40),
            players=("Ann", "Bob"),
            hole_cards=(parse_cards("As2s3dTh"), parse_cards("KsKdJhJc")),
            board=parse_cards("4h5h8cKcTd"),
            actions=(6, CALL, *[CALL] * 6),
            payoffs=(0, 0),
        )
    )
    assert in_words(hand)[0] == "pot-limit omaha 1/2"
    assert in_words(hand)[-3:] == [
        "  Ann holds A♠ 2♠ 3♦ T♥: pair of tens.",
        "  Bob holds K♠ K♦ J♥ J♣: three of a kind, kings.",
        "  Bob wins 12: +6 in all.",
    ]


def test_any_hand_is_told_with_its_money() -> None:
    for seed in range(60):
        hand = played(seed)
        told = "\n".join(in_words(hand))
        assert all(name in told for name in hand.players)
        assert ("The house takes" in told) == (hand.rake > 0)
    assert "Nobody has a low" in "\n".join(
        in_words(
            replace(
                random_hand(1, rules=table_rules(2, game="omaha8")),
                board=parse_cards("KcKdQsJhTd"),
                hole_cards=(parse_cards("As2s3d4h"), parse_cards("Ac2c3h4s")),
                actions=(CALL,) * 8,
            )
        )
    )


def test_straddles_other_boards_and_the_house(tmp_path: Path) -> None:
    path = tmp_path / "hand.txt"
    path.write_text(GG_CASH)
    (hand,) = read_hands(path)
    text = "\n".join(in_words(hand))
    assert "a1b2c3d4 posts the straddle of $2" in text
    assert text.count("Run again: ") == 2
    assert "The house takes $3." in text
    assert "The house adds $3.50." in text


def test_insurance_is_paid_to_the_house(tmp_path: Path) -> None:
    path = tmp_path / "hand.txt"
    path.write_text(GG_CASH)
    (hand,) = read_hands(path)
    paid = tuple(p - 750 if n == 0 else p for n, p in enumerate(hand.payoffs))
    text = "\n".join(in_words(replace(hand, payoffs=paid, added=hand.added - 750)))
    assert "The house keeps $4 for insurance." in text
    assert "adds" not in text
    assert " holds " in text  # known is not shown
