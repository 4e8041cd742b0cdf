"""The nuts, how far a hand is from them, and its outs."""

from __future__ import annotations

from itertools import combinations

import pytest
from tests.naive.hands import best_high, cards_of, five_card_key, five_card_low, random_deals
from tests.naive.outs import naive_low_outs, naive_outs, naive_outs_to_nuts

from railbird.cards import Card, parse_cards
from railbird.evaluate import GAMES, rank
from railbird.evaluate.nuts import BoardStanding, standings


def place(game: str, hand: str, board: str, *, low: bool = False) -> BoardStanding:
    found = standings(GAMES[game], parse_cards(hand), parse_cards(board))[low]
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("game", "hand", "board", "low"),
    [
        ("holdem", "AcKc", "Ks5h3d", False),
        ("holdem", "7c6c", "8d9hTs2c3h", False),
        ("omaha8", "AsAd2s3d", "4h7cKs8d2h", False),
        ("omaha8", "AsAd2s3d", "4h7cKs8d2h", True),
        ("omaha8", "Ks6d5c4h", "8h7c2s", True),
    ],
)
def test_what_beats_a_hand_is_counted_one_by_one(
    game: str, hand: str, board: str, *, low: bool
) -> None:
    shown, held = cards_of(board), cards_of(hand)

    def value(cards: tuple[int, ...]) -> object:
        if game == "holdem":
            return best_high(cards + shown)
        values = [
            five_card_low(two + three) if low else five_card_key(two + three)
            for two in combinations(cards, 2)
            for three in combinations(shown, 3)
        ]
        return max((each for each in values if each is not None), default=())

    mine = value(held)
    rest = [card for card in range(52) if card not in shown + held]
    theirs = [value(pair) for pair in combinations(rest, 2)]
    better = [each for each in theirs if each > mine]  # type: ignore[operator]
    found = place(game, hand, board, low=low)
    assert (found.better, found.beaten_by) == (len(set(better)), len(better))
    assert found.holdings == len(theirs)


@pytest.mark.parametrize(
    ("game", "hand", "board", "nuts"),
    [
        ("holdem", "2c2d", "AhKhQhJhTh", "royal flush (AhKhQhJhTh)"),
        ("holdem", "2c2d", "9h8d7s2h2s", "four of a kind, deuces"),
        ("holdem", "KcKd", "Th9h6d", "straight, ten high"),
        ("omaha8", "KcKdQcQd", "AhKhQhJhTh", "straight flush, queen high (QhJhTh9h8h)"),
        ("omaha8", "AhKs7c2d", "QhJh9h4h3c", "straight flush, king high (KhQhJhTh9h)"),
    ],
)
def test_the_nuts_have_a_name(game: str, hand: str, board: str, nuts: str) -> None:
    found = place(game, hand, board)
    assert found.nuts.startswith(nuts)
    assert len(parse_cards(found.held)) == 2


def test_a_hand_that_blocks_the_nuts_may_be_the_best_there_is() -> None:
    found = place("holdem", "AhAd", "AsAcKhKd2s")
    assert (found.better, found.beaten_by, found.outs) == (0, 0, {})
    blocked = place("holdem", "KsQh", "Ts9s8s2d3d")  # others can still hold QsJs
    assert blocked.nuts.startswith("straight flush, queen high")
    assert blocked.better > 0


def test_outs_of_a_flush_draw() -> None:
    found = place("holdem", "AhQh", "Kh7h2s")
    assert set(found.outs["flush"]) == {f"{rank}h" for rank in "23456789TJ"} - {"7h"}
    assert set(found.outs["pair"]) == {"As", "Ad", "Ac", "Qs", "Qd", "Qc"}
    assert set(found.outs) == {"flush", "pair"}, "cards that pair the board help everybody"
    # the deuce of hearts pairs the board, so others may have a full house
    assert set(found.outs_to_nuts) == set(found.outs["flush"]) - {"2h"}


def test_outs_of_a_pair_and_a_set() -> None:
    assert place("holdem", "AcKc", "Ks5h3d").outs == {
        "three of a kind": ("Kh", "Kd"),
        "two pair": ("As", "Ah", "Ad"),
    }
    outs = place("holdem", "7c7d", "7hKs2c").outs
    assert outs["four of a kind"] == ("7s",)
    assert len(outs["full house"]) == 6
    assert not place("holdem", "7c7d", "7hKs2c3d4s").outs, "no card is to come"


def test_both_ways() -> None:
    high, low = (place("omaha8", "AsAd2s3d", "4h7cKs", low=which) for which in (False, True))
    assert high.outs == {"three of a kind": ("Ah", "Ac")}
    assert high.outs_to_nuts == ("Ah", "Ac")
    assert low.nuts == ""
    assert len(low.outs["low"]) == 20
    assert low.outs_to_nuts == low.outs["low"]
    made = place("omaha8", "AsAd2s3d", "4h7cKs8d2h", low=True)
    assert (made.nuts[:9], made.better) == ("7-4-3-2-A", 0)


def test_rank_has_them() -> None:
    found = rank("AsAd2s3d", "4h7cKs8d2h", game="omaha8")
    assert found.standing
    assert found.low_standing
    assert found.standing.better == 16
    assert rank("AcKc").standing is None
    assert rank("AcKc", "Ks5h3d").low_standing is None


@pytest.mark.parametrize(
    ("game", "hand", "board", "name", "outs"),
    [
        ("omaha", "4s4c3h8c", "3c7s6h4h", "straight", "5s 5h 5d 5c"),
        ("omaha8", "2s7d3cAh", "7c6d5d8c", "straight", "4s 4h 4d 4c"),
        ("omaha", "QcKc5cKd", "Jc8d9c7s", "straight", "Ts Th Td"),
        ("holdem", "KcQc", "Jc8d9c7s", "straight", "Ts Th Td"),
        ("omaha8", "6c2d4c7s", "5s8d5c8s", "two pair", "2s 2h 2c"),
    ],
)
def test_outs_where_the_board_alone_would_have_the_class(
    game: str, hand: str, board: str, name: str, outs: str
) -> None:
    assert place(game, hand, board).outs[name] == tuple(outs.split())


def test_no_outs_where_everybody_plays_the_board() -> None:
    assert "straight" not in place("holdem", "2c2d", "Jc8d9c7s").outs
    assert "four of a kind" not in place("holdem", "AcKd", "7c7d7s2h").outs


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha8"])
def test_outs_as_dealt_one_by_one(game: str) -> None:
    count = 2 if game == "holdem" else 4
    for number, deal in enumerate(random_deals(8, count + 4, seed=7).tolist()):
        hand, board = tuple(deal[:count]), tuple(deal[count : count + 3 + number % 2])
        high, low = standings(GAMES[game], [*map(Card, hand)], [*map(Card, board)])
        assert {name: _cards(outs) for name, outs in high.outs.items()} == naive_outs(
            game, hand, board
        )
        if low is not None:
            assert _cards(low.outs.get("low", ())) == naive_low_outs(hand, board)


@pytest.mark.parametrize(
    ("game", "hand", "board", "low"),
    [
        ("holdem", "KcQc", "Jc8d9c7s", False),
        ("holdem", "JcTd", "9s8h2c7d", False),
        ("omaha8", "AsAd2s3d", "4h7cKs8d", True),
    ],
)
def test_outs_to_the_nuts_as_dealt_one_by_one(
    game: str, hand: str, board: str, *, low: bool
) -> None:
    found = _cards(place(game, hand, board, low=low).outs_to_nuts)
    assert found == naive_outs_to_nuts(game, cards_of(hand), cards_of(board), low=low)
    assert found


def _cards(outs: tuple[str, ...]) -> set[int]:
    return set(cards_of("".join(outs)))
