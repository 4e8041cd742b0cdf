"""Exact equities against the naive oracle, for each way of counting deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, isnan
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.naive.equity import NaiveEquity, naive_equity
from tests.naive.hands import cards_of

from railbird.cards.suits import SUIT_PERMUTATIONS
from railbird.evaluate import EquityResult, PlayerEquity, equity
from railbird.evaluate.equities import exact
from railbird.evaluate.equities.boards import board_batches
from railbird.evaluate.equities.spot import Counts, count_showdowns, make_spot

Hands = Mapping[str, Fraction | int]
Players = Sequence[str | Hands]
Spot = tuple[list[str], str, str]
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
HALF, QUARTER, THIRD = Fraction(1, 2), Fraction(1, 4), Fraction(1, 3)


def as_text(player: str | Hands) -> str:
    """A hand, or a range of weighted hands, as a user would write it."""
    if isinstance(player, str):
        return player
    return ", ".join(f"{hand}:{float(weight)!r}" for hand, weight in player.items())


def all_but(kept: str) -> str:
    """The cards of the deck that a text does not name."""
    return "".join(card for card in DECK if card not in kept)


def check_halves(player: PlayerEquity, expected: NaiveEquity, number: int) -> None:
    """Compare the shares of the high and the low with the naive oracle."""
    halves = player.halves
    if halves is None:
        assert expected.highs[number] == expected.total * expected.equity(number)
        return
    assert halves.high == pytest.approx(float(expected.highs[number] / expected.total), abs=1e-12)
    assert halves.made == pytest.approx(float(expected.made[number] / expected.total), abs=1e-12)
    if expected.with_low:
        low = float(2 * expected.lows[number] / expected.with_low)
        assert halves.low == pytest.approx(low, abs=1e-12)
    else:
        assert isnan(halves.low)
    errors = halves.high_error, halves.low_error, halves.made_error, halves.scoop_error
    assert errors == (0, 0, 0, 0)


def check(
    players: Players, *, board: str = "", dead: str = "", game: str = "holdem", way: str = ""
) -> EquityResult:
    """Compare all numbers of an exact result with the naive oracle."""
    expected = naive_equity(players, board=board, dead=dead, game=game)
    texts = [as_text(player) for player in players]
    result = equity(*texts, board=board, dead=dead, game=game, method="exact", threads=1)
    assert result.exact
    assert result.seed is None
    assert way in result.how
    assert result.deals == pytest.approx(float(expected.total), rel=1e-12)
    assert sum(result.equities) == pytest.approx(1, abs=1e-12)
    any_low = float(expected.with_low / expected.total)
    assert result.any_low == (pytest.approx(any_low, abs=1e-12) if game == "omaha8" else None)
    for number, player in enumerate(result.players):
        parts = [
            float(expected.probability(number, part))
            for part in (Fraction(1), 3 * QUARTER, HALF, QUARTER, Fraction(0))
        ]
        shares = player.shares
        found = [shares.scoop, shares.three_quarters, shares.half, shares.quarter, shares.nothing]
        assert found == pytest.approx(parts, abs=1e-12)
        assert shares.other == pytest.approx(1 - sum(parts), abs=1e-12)
        assert player.equity == pytest.approx(float(expected.equity(number)), abs=1e-12)
        low = float(expected.lows[number] / expected.total)
        assert player.low == pytest.approx(low, abs=1e-12)
        assert player.high == pytest.approx(player.equity - low, abs=1e-12)
        check_halves(player, expected, number)
        assert player.win == pytest.approx(parts[0], abs=1e-12)
        assert player.tie == pytest.approx(1 - parts[0] - parts[-1], abs=1e-12)
        assert player.error == 0
        assert player.hand == texts[number]
    return result


# The naive oracle: hold'em


@pytest.mark.small
@pytest.mark.parametrize(
    ("players", "board"),
    [
        (["AcKc", "7h6h"], "5h8hKd2s"),
        (["AcKc", "7h6h"], "5h8hKd2s9h"),
        (["AsAd", "AhAc"], "KsKdKhKc"),
        (["AcKd", "AdKc", "7h6h"], "5h8hKs2s"),
        (["2c3c", "2d3d", "2h3h"], "AsKsQsJsTs"),
        (["2c3c", "2d3d", "2h3h", "2s3s"], "AsKdQhJc"),
        (["AcKd", "AdKc", "7h6h", "QsQd"], "Qh8hKh2s"),
    ],
)
def test_single_hands_late(players: list[str], board: str) -> None:
    check(players, board=board)


@pytest.mark.parametrize(
    ("players", "board"),
    [
        (["AcKc", "7h6h"], "Kd9s2h"),
        (["QcQd", "JhTh"], "9h8h2c"),
        (["AcKd", "AdKc"], "Ts9s2h"),
        (["AcKd", "AdKc", "JhTh"], "Ts9s2h"),
    ],
)
def test_single_hands_on_the_flop(players: list[str], board: str) -> None:
    check(players, board=board)


WEIGHTED: list[Hands] = [
    {"AsKs": 1, "AhKh": HALF, "QsQh": Fraction(3, 10), "7c6c": QUARTER},
    {"AsAh": 1, "KhQh": Fraction(1, 10), "7c7d": HALF, "8s7s": 1, "5c4c": THIRD},
]


@pytest.mark.small
@pytest.mark.parametrize("board", ["Kd9s2h7h", "Kd9s2h7hAc", "QcJcTc9c8c"])
def test_two_weighted_ranges(board: str) -> None:
    """Hands that share cards with each other or the board, sorted on each board."""
    check(WEIGHTED, board=board, way="hands sorted on each")


@pytest.mark.small
def test_a_hand_against_a_range() -> None:
    check(["7d6d", WEIGHTED[0]], board="Kd9s2h7h", way="hands sorted on each")
    check([WEIGHTED[1], "7d6d"], board="Kd9s2h7h", way="hands sorted on each")


@pytest.mark.small
def test_a_range_against_itself() -> None:
    result = check([WEIGHTED[0], WEIGHTED[0]], board="Kd9s2h4h")
    assert result.equities == pytest.approx((0.5, 0.5), abs=1e-12)


@pytest.mark.small
def test_dead_cards() -> None:
    check(["AcKc", "7h6h"], board="5h8hKd2s", dead="9hTh4s4d")
    check(WEIGHTED, board="Kd9s2h7h", dead="AhAc5c")


@pytest.mark.small
def test_three_weighted_ranges() -> None:
    third: Hands = {"Jh8h": 1, "AcKd": HALF, "AhKh": Fraction(1, 5), "QsQd": 1}
    check([*WEIGHTED, third], board="Kd9s2h7h", way="all hands that can meet")
    check([*WEIGHTED, third], board="Kd9s2h7hTc", dead="8h", way="all hands that can meet")


@pytest.mark.small
def test_four_players_of_whom_some_have_ranges() -> None:
    players: Players = [WEIGHTED[0], "Td9d", {"AsAh": 1, "2c2d": 1, "KhQh": HALF}, "JcTc"]
    check(players, board="Kd9s2h7h", way="all hands that can meet")


FEW = "AsAhAdKsKhKdQsQhQdJsThTd9s9h8c8d"
"""Sixteen cards: with the rest of the deck dead, there are few boards before the flop."""


def prefer_deals_up_to_suits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this way of counting look cheap; with few cards left it would not be chosen."""
    monkeypatch.setattr(exact, "MOST_KINDS", 1)


@pytest.mark.small
def test_single_hands_before_the_flop() -> None:
    check(["AsKs", "QhTh"], dead=all_but(FEW), way="all 792 boards")
    check(["AsKs", "QhTh", "9s9h"], dead=all_but(FEW), way="all 252 boards")
    # four of a rank, three of a suit and five of a suit on the board
    kept = "AsKs2h3h7d9dQcJcTcTdThTs8c5cQd"
    check(["AsKs", "2h3h"], dead=all_but(kept), way="all 462 boards")
    check(["QcJc", "7d9d", "AsKs"], dead=all_but(kept), way="all 126 boards")


@st.composite
def few_cards(draw: st.DrawFn) -> tuple[list[str], str]:
    """Two to four hands and dead cards that leave nine, of two suits or of six ranks."""
    suits, ranks = draw(
        st.sampled_from([("cdhs", "2389QA"), ("cd", "23456789TJQKA"), ("h", "23456789TJQKA")])
    )
    likely = [card for card in DECK if card[0] in ranks and card[1] in suits]
    others = [card for card in DECK if card not in likely]
    rich = draw(st.permutations(likely)) + draw(st.permutations(others))
    players = draw(st.integers(2, 4))
    cards = draw(st.permutations(rich[: 2 * players + 9]))
    hands = [cards[2 * p] + cards[2 * p + 1] for p in range(players)]
    return hands, all_but("".join(cards))


@settings(deadline=None, max_examples=40)
@given(few_cards())
def test_any_hands_before_the_flop(spot: tuple[list[str], str]) -> None:
    """Many flushes, full houses that beat them, straight flushes, and suits that are alike."""
    players, dead = spot
    check(players, dead=dead, way="all 126 boards")


@pytest.mark.parametrize(
    ("players", "dead", "game"),
    [
        (("AcKc", "7h6h"), "", "holdem"),
        (("AsAh", "AdAc"), "KsKd2c", "holdem"),
        (("AcKc", "7h6h"), "2d", "holdem"),
        (("AhAs", "KhKs", "QhQs"), "", "holdem"),  # hearts and spades alike, clubs and diamonds too
        (("AcKc", "7h6h", "QsQd", "2c2d"), "", "holdem"),
        (("AcKc", "7h6h", "Jd9d", "3s2s"), "AsKsQsJs", "holdem"),  # flushes in all suits
        (("AcKd", "AdKc", "AhKs", "AsKh"), "2c2d2h2s", "holdem"),
        (
            ("AcKd", "7h6s", "QsQd", "2c2h", "AsAd", "KcQc", "9h9d", "5h5d", "JcTc", "8s8h"),
            "",
            "holdem",
        ),
        (("AcKcQd2s", "7h6h5d4s"), "", "omaha8"),
        (("As2s3s4s", "Ad2d3d4d", "KcKhQcQh"), "8c", "omaha8"),
    ],
)
def test_boards_taken_together_and_one_by_one(
    players: tuple[str, ...], dead: str, game: str
) -> None:
    spot = make_spot(players, "", dead, game, 1)
    one_by_one = Counts.zero(len(players))
    for make_boards in board_batches((), spot.deck(), 100_000):
        boards = make_boards()
        values = spot.game.board_values(boards, spot.cards)
        one_by_one += count_showdowns(*values, np.ones(len(boards), dtype=np.int64))
    result = equity(*players, dead=dead, game=game, method="exact")
    assert result.deals == one_by_one.total == comb(len(spot.deck()), 5)
    for player, outcomes in zip(result.players, one_by_one.outcomes, strict=True):
        found = [getattr(player.shares, name) for name in player.shares.__slots__]
        assert found == pytest.approx((outcomes / one_by_one.total).tolist(), abs=1e-15)


def test_two_ranges_before_the_flop(monkeypatch: pytest.MonkeyPatch) -> None:
    players: Players = [{"AsKs": 1, "AhKh": HALF, "QsQh": THIRD}, {"AsAh": 1, "Td9h": QUARTER}]
    check(players, dead=all_but(FEW), way="hands sorted on each")
    prefer_deals_up_to_suits(monkeypatch)
    check(players, dead=all_but(FEW), way="deals up to suits")


def test_three_ranges_before_the_flop(monkeypatch: pytest.MonkeyPatch) -> None:
    """With these dead cards the kings of spades and hearts are alike; that of diamonds is not."""
    players: Players = [
        {"AsKs": 1, "AhKh": HALF, "AdKd": 1},
        {"QsQh": 1, "QdQh": THIRD, "AsAh": QUARTER},
        {"Td9h": 1, "Th9s": Fraction(1, 5), "KsKh": HALF},
    ]
    kept = FEW.replace("Js", "Qc")
    check(players, dead=all_but(kept), way="all hands that can meet")
    prefer_deals_up_to_suits(monkeypatch)
    check(players, dead=all_but(kept), way="deals up to suits")


def test_deals_that_are_alike_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dead cards are whole ranks, which do not change when suits are renamed."""
    players: list[Hands] = [
        {"AsAh": 1, "AdAc": 1, "AsAd": 1},
        {"KsKh": 1, "KdKc": 1, "KsKd": 1},
        {"QsQh": 1, "QdQc": 1},
    ]
    kept = "".join(rank + suit for rank in "AKQT" for suit in "cdhs")
    prefer_deals_up_to_suits(monkeypatch)
    result = check(players, dead=all_but(kept), way="deals up to suits")
    kinds = {
        frozenset(
            tuple(frozenset(cards_of(renamed(hand, suits))) for hand in chosen)
            for suits in SUIT_PERMUTATIONS
        )
        for chosen in product(*players)
    }
    assert len(kinds) < 18
    assert f"for each of {len(kinds)} deals up to suits" in result.how


# The naive oracle: Omaha Hi-Lo


@pytest.mark.parametrize(
    ("players", "board"),
    [
        (["AcKcQd2s", "7h6h5d4s"], "3c8dKh9s"),
        (["AcKcQd2s", "7h6h5d4s"], "3c8dKh9s2d"),
        (["As2s9dKd", "Ah2h9cKc"], "3c4d8hTs"),
        (["AsAdQsJd", "5h4s3c2h"], "TcTdThKs"),
        (["As2s9dKd", "Ah2h9cKc", "QsQdJsJd"], "3c4d8hTs"),
        (["AcKcQd2s", "7h6h5d4s", "AhAd3c3s"], "2c3d8h8s"),
        (["As2c9dKd", "Ah2h9cKc", "Ad2d9sKs"], "3c4d8hTs"),
        (["As2c9dKd", "Ah2h9cKc", "Ad2d9sKs", "AcQdQhQc"], "3c4d8hTs2s"),
    ],
)
def test_omaha_hi_lo_hands_late(players: list[str], board: str) -> None:
    check(players, board=board, game="omaha8")


def test_omaha_hi_lo_hands_on_the_flop() -> None:
    check(["AcKcQd2s", "7h6h5d4s"], board="3c8dKh", game="omaha8")


def test_a_quarter_of_the_pot() -> None:
    """Both have the nut low; the first also has the better high."""
    result = check(["As2sKdKh", "Ah2h9c9d"], board="3c4d8hTsJc", game="omaha8")
    assert [player.shares.three_quarters for player in result.players] == [1, 0]
    assert [player.shares.quarter for player in result.players] == [0, 1]
    assert result.equities == (0.75, 0.25)
    assert [player.tie for player in result.players] == [1, 1]


def test_a_sixth_of_the_pot() -> None:
    """Three players share the low, and one of them has the high: 2/3 and twice 1/6."""
    players = ["As2sKdKh", "Ah2h9c9d", "Ad2d7c7d"]
    result = check(players, board="3c4d8hTsJc", game="omaha8")
    assert result.equities == pytest.approx((2 / 3, 1 / 6, 1 / 6), abs=1e-15)
    assert [player.shares.other for player in result.players] == [1, 1, 1]


OMAHA_WEIGHTED: list[Hands] = [
    {"As2s9dKd": 1, "QsQdJsJd": HALF, "7h6h5d4s": Fraction(3, 10)},
    {"Ah2h9cKc": 1, "As2s3sKs": QUARTER, "QsJcTcTh": 1},
]


@pytest.mark.parametrize("board", ["3c4d8hTs", "3c4d8hTsQh"])
def test_omaha_hi_lo_ranges(board: str) -> None:
    check(OMAHA_WEIGHTED, board=board, game="omaha8", way="all hands that can meet")
    players: Players = [*OMAHA_WEIGHTED, {"Ad2d7s6s": 1, "As2s9dKd": HALF}]
    check(players, board=board, dead="Ac5c", game="omaha8", way="all hands that can meet")


def test_omaha_hi_lo_ranges_before_the_flop(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = "As2sAh2hAd2d3s3h9d9cKdKc4c8h5d"
    players: Players = [{"As2s9dKd": 1, "Ah2h9dKd": HALF}, {"Ad2d9cKc": 1, "As3s9cKc": 1}]
    check(players, dead=all_but(kept), game="omaha8", way="all hands that can meet")
    prefer_deals_up_to_suits(monkeypatch)
    check(players, dead=all_but(kept), game="omaha8", way="deals up to suits")


@pytest.mark.parametrize("board", ["3c4d8hTs", "3c4d8hTsJd"])
def test_omaha_hands_late(board: str) -> None:
    """The wheel cards of Hi-Lo win nothing by themselves."""
    result = check(["As2s9dKd", "Ah2h9cKc", "QsJcTcTh"], board=board, game="omaha")
    assert [player.low for player in result.players] == [0, 0, 0]


def test_omaha_ranges() -> None:
    check(OMAHA_WEIGHTED, board="3c4d8hTs", game="omaha", way="all hands that can meet")


# What holds in every spot


@st.composite
def spots(draw: st.DrawFn) -> Spot:
    """Two or three ranges of two hands each that may share cards, a board and dead cards."""
    deck = draw(st.permutations(DECK))
    board, dead, deck = deck[:4], deck[4 : 4 + draw(st.integers(0, 3))], deck[7:]
    two_of_few = st.permutations(deck[:12]).map(lambda cards: cards[0] + cards[1])
    players = [
        # the first hands share no card, so a deal is possible
        f"{deck[2 * player] + deck[2 * player + 1]}, {draw(two_of_few)}"
        for player in range(draw(st.integers(2, 3)))
    ]
    return players, "".join(board), "".join(dead)


def renamed(text: str, suits: Sequence[int]) -> str:
    """A text of cards with its suits renamed."""
    return text.translate({ord("cdhs"[i]): "cdhs"[suits[i]] for i in range(4)})


@settings(deadline=None)
@given(spots(), st.sampled_from(SUIT_PERMUTATIONS))
def test_suits_do_not_matter(spot: Spot, suits: tuple[int, ...]) -> None:
    players, board, dead = spot
    one = equity(*players, board=board, dead=dead, method="exact", threads=1)
    other = equity(
        *(renamed(text, suits) for text in players),
        board=renamed(board, suits),
        dead=renamed(dead, suits),
        method="exact",
        threads=1,
    )
    assert other.equities == pytest.approx(one.equities, abs=1e-12)
    assert other.deals == one.deals


@settings(deadline=None)
@given(spots(), st.randoms(use_true_random=False))
def test_the_order_of_the_players_does_not_matter(spot: Spot, random: Any) -> None:
    players, board, dead = spot
    order = list(range(len(players)))
    random.shuffle(order)
    one = equity(*players, board=board, dead=dead, method="exact", threads=1)
    other = equity(*(players[p] for p in order), board=board, dead=dead, method="exact", threads=1)
    assert other.equities == pytest.approx([one.equities[p] for p in order], abs=1e-12)
    assert [p.win for p in other.players] == pytest.approx(
        [one.players[p].win for p in order], abs=1e-12
    )


@settings(deadline=None)
@given(spots())
def test_probabilities_and_shares_sum_to_one(spot: Spot) -> None:
    players, board, dead = spot
    result = equity(*players, board=board, dead=dead, method="exact", threads=1)
    assert sum(result.equities) == pytest.approx(1, abs=1e-12)
    for player in result.players:
        parts = [getattr(player.shares, name) for name in player.shares.__slots__]
        assert sum(parts) == pytest.approx(1, abs=1e-12)
        assert player.win + player.tie + player.shares.nothing == pytest.approx(1, abs=1e-12)


@pytest.mark.small
@pytest.mark.parametrize(
    ("players", "board"),
    [
        # sums of these weights are not exact in floating point
        (("9hKs:0.3333, 7cTs:0.01, 8sKd:0.01, 3c4d:0.3", "4cAs:0.7, 7sAh:0.3"), "5d9c2s6s9d"),
        (("7cAd:0.1, 5c5d:0.3, 6cAd:0.01", "5d9c:0.3, 7cTh:0.7, AhQs:0.1, 5cQs:0.3"), "7s3hJh6s"),
    ],
)
def test_probabilities_are_never_negative(players: tuple[str, str], board: str) -> None:
    for player in equity(*players, board=board).players:
        parts = [getattr(player.shares, name) for name in player.shares.__slots__]
        assert 0 <= min(parts) <= max(parts) <= 1
        assert 0 <= player.tie <= 1


def test_threads_do_not_change_exact_results() -> None:
    for players, board in ((["QQ+", "AK, 50%:JTs"], "Td9d2c"), (["AcKc", "7h6h", "QsQd"], "")):
        one, two = (equity(*players, board=board, method="exact", threads=n) for n in (1, 2))
        assert one.players == two.players
        assert one.deals == two.deals
