"""Cards, hands and decks: what can be read, how it is written, and what is refused."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.cards import (
    RANKS,
    SUITS,
    Card,
    Deck,
    HoleCards,
    check_distinct,
    format_cards,
    parse_cards,
)
from railbird.errors import CardError, DuplicateCardError, HandSizeError, InputError

cards = st.integers(0, 51).map(Card)
card_lists = st.lists(cards, unique=True)


@pytest.mark.small
def test_the_numbers_of_the_cards() -> None:
    names = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    assert [str(Card(number)) for number in range(52)] == names
    assert [int(Card.parse(name)) for name in names] == list(range(52))


@pytest.mark.small
def test_rank_and_suit_of_every_card() -> None:
    for number in range(52):
        card = Card(number)
        assert 4 * card.rank + card.suit == number
        assert str(card) == RANKS[card.rank] + SUITS[card.suit]


@pytest.mark.small
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("As", "As"),
        ("as", "As"),
        ("AS", "As"),
        ("aS", "As"),
        ("A♠", "As"),
        ("A♤", "As"),
        ("A♠\ufe0f", "As"),
        ("k♥", "Kh"),
        ("K♡", "Kh"),
        ("Q♦", "Qd"),
        ("Q♢", "Qd"),
        ("J♣", "Jc"),
        ("J♧", "Jc"),
        ("10d", "Td"),
        ("10D", "Td"),
        ("10♦", "Td"),
        ("td", "Td"),
        (" 2c ", "2c"),
    ],
)
def test_the_ways_to_write_a_card(text: str, name: str) -> None:
    assert str(Card.parse(text)) == name


@pytest.mark.small
def test_a_card_prints_as_its_name() -> None:
    card = Card.parse("As")
    assert (str(card), repr(card), card.symbol) == ("As", "Card('As')", "A♠")
    assert f"{card:>4}|{card}" == "  As|As"
    assert [Card(i).symbol[1] for i in range(4)] == ["♣", "♦", "♥", "♠"]


@pytest.mark.small
def test_a_card_is_its_number() -> None:
    card = Card(51)
    assert card == 51
    assert {card: "ace"}[51] == "ace"  # type: ignore[index]
    assert pickle.loads(pickle.dumps(card)) == card
    assert type(pickle.loads(pickle.dumps(card))) is Card


@pytest.mark.small
@pytest.mark.parametrize("number", [-1, 52, 255])
def test_a_number_that_is_no_card(number: int) -> None:
    with pytest.raises(CardError, match=f"{number} is not a card"):
        Card(number)


@pytest.mark.small
@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("1h", "1h"),
        ("10", "10"),
        ("0h", "0h"),
        ("Ax", "Ax"),
        ("A", "A"),
        ("hA", "hA"),
        ("AsK", "K"),
        ("AsKd?", r"\?"),
        ("11h", "11"),
        ("A s", "A "),
        ("♠A", "♠A"),
    ],
)
def test_what_is_not_a_card_is_named(text: str, part: str) -> None:
    with pytest.raises(CardError, match=f"'{part}' in .* is not a card: write a rank"):
        parse_cards(text)


@pytest.mark.small
@pytest.mark.parametrize(("text", "count"), [("", 0), ("AsKd", 2)])
def test_one_card_is_one_card(text: str, count: int) -> None:
    with pytest.raises(CardError, match=f"is {count} cards; one card is needed"):
        Card.parse(text)


@pytest.mark.small
@pytest.mark.parametrize("text", ["AsKd10h", "As Kd Th", "as,kd;TH", "A♠-K♦_10♥", "As\tKd\nTh "])
def test_lists_of_cards(text: str) -> None:
    assert [str(card) for card in parse_cards(text)] == ["As", "Kd", "Th"]


@pytest.mark.small
def test_no_cards() -> None:
    assert parse_cards("") == parse_cards(" , ") == ()
    assert format_cards([]) == ""


@pytest.mark.small
@settings(deadline=None)
@given(card_lists)
def test_cards_survive_printing_and_parsing(held: list[Card]) -> None:
    for symbols in (False, True):
        text = format_cards(held, symbols=symbols)
        assert parse_cards(text) == tuple(held)
        assert parse_cards(text.lower()) == parse_cards(text.upper()) == tuple(held)
        assert parse_cards(text.replace("T", "10")) == tuple(held)


@pytest.mark.small
@settings(deadline=None)
@given(st.text("0123456789TJQKAtjqka cdhsCDHS♠♥,-x", max_size=8))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        held = parse_cards(text)
    except InputError:
        return
    assert parse_cards(format_cards(held)) == held


@pytest.mark.small
@pytest.mark.parametrize("text", ["AsAs", "As Kd A♠", "10d2cTd"])
def test_a_card_twice_in_a_text(text: str) -> None:
    with pytest.raises(DuplicateCardError, match=r"(As|Td) occurs twice in board"):
        parse_cards(text, what="board")


@pytest.mark.small
def test_distinct_cards_pass_and_equal_ones_do_not() -> None:
    check_distinct(range(52), what="the deck")
    with pytest.raises(
        DuplicateCardError, match="2d occurs twice in the deck; give each card once"
    ):
        check_distinct([0, 1, 2, 1], what="the deck")


@pytest.mark.small
@settings(deadline=None)
@given(
    st.sampled_from([2, 4]).flatmap(lambda n: st.lists(cards, min_size=n, max_size=n, unique=True))
)
def test_a_hand_has_no_order(held: list[Card]) -> None:
    hand = HoleCards(tuple(held))
    assert hand == HoleCards(tuple(reversed(held)))
    assert hash(hand) == hash(HoleCards(tuple(reversed(held))))
    assert list(hand) == sorted(held, reverse=True)
    assert hand.mask == sum(1 << card for card in held)
    assert len(hand) == len(held)
    assert HoleCards.parse(str(hand)) == hand


@pytest.mark.small
def test_a_hand_prints_highest_card_first() -> None:
    assert repr(HoleCards.parse("2c As")) == "HoleCards('As2c')"
    assert str(HoleCards.parse("Jd5hQs5s")) == "QsJd5s5h"


@pytest.mark.small
@pytest.mark.parametrize(
    ("text", "size"), [("", 0), ("As", 1), ("AsKsQs", 3), ("AsKsQsJsTs", 5), ("AcKcQcJcTc9c", 6)]
)
def test_hands_of_a_wrong_size(text: str, size: int) -> None:
    with pytest.raises(HandSizeError, match=f"is {size} cards; a hand has two"):
        HoleCards.parse(text)


@pytest.mark.small
def test_hands_with_impossible_cards() -> None:
    with pytest.raises(DuplicateCardError):
        HoleCards((Card(3), Card(3)))
    with pytest.raises(DuplicateCardError):
        HoleCards.parse("AsAs")
    with pytest.raises(CardError):
        HoleCards((52, 3))  # type: ignore[arg-type]


@pytest.mark.small
def test_a_deck_deals_every_card_once() -> None:
    deck = Deck(seed=1)
    dealt = deck.deal(2) + deck.deal(0) + deck.deal(50)
    assert sorted(dealt) == list(range(52))
    assert len(deck) == 0


@pytest.mark.small
def test_a_deck_without_its_dead_cards() -> None:
    deck = Deck(seed=1, dead=parse_cards("AsKd2c"))
    assert len(deck) == 49
    assert set(deck.deal(49)) == set(range(52)) - set(parse_cards("AsKd2c"))


@pytest.mark.small
def test_the_order_of_a_deck_comes_from_its_seed() -> None:
    order = [Deck(seed=seed).deal(52) for seed in (1, 1, 2)]
    assert order[0] == order[1] != order[2]
    assert Deck().deal(52) != Deck().deal(52)


@pytest.mark.small
@pytest.mark.parametrize("count", [50, 100, -1])
def test_a_deck_deals_only_what_it_has(count: int) -> None:
    deck = Deck(seed=1)
    deck.deal(3)
    with pytest.raises(HandSizeError, match=f"cannot deal {count} cards: 49 are left in the deck"):
        deck.deal(count)
    assert len(deck) == 49
