"""Equities: known values, what a result says, how the method is chosen, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from railbird import __version__, errors
from railbird.cards import HoleCards, parse_cards
from railbird.cards.omaha_ranges import OmahaRange
from railbird.cards.ranges import Range
from railbird.evaluate import equity
from railbird.evaluate.equities.boards import board_batches
from railbird.evaluate.equities.spot import Counts, count_showdowns, make_spot

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


# Known values


def test_ace_king_against_seven_six_from_the_table() -> None:
    result = equity("AcKc", "7h6h")
    assert result.exact
    assert "from the pre-flop table" in result.how
    assert result.deals == 1_712_304
    shares = result.players[0].shares
    counts = [part * result.deals for part in (shares.scoop, shares.half, shares.nothing)]
    assert counts == pytest.approx([1_029_832, 7_525, 674_947], abs=1e-6)


def test_ace_king_against_seven_six_board_by_board() -> None:
    spot = make_spot(("AcKc", "7h6h"), "", "", "holdem", 1)
    counts = Counts.zero(2)
    for make_boards in board_batches((), spot.deck(), 100_000):
        boards = make_boards()
        values = spot.game.board_values(boards, spot.cards)
        counts += count_showdowns(*values, np.ones(len(boards), dtype=np.int64))
    assert counts.total == 1_712_304
    assert counts.outcomes.tolist() == [
        [1_029_832, 0, 7_525, 0, 674_947, 0],
        [674_947, 0, 7_525, 0, 1_029_832, 0],
    ]


@pytest.mark.parametrize(
    ("players", "game", "percent"),
    [
        (("AA", "KK"), "holdem", 81.9461),
        (("AA", "random"), "holdem", 85.2037),
        (("32o", "random"), "holdem", 32.3032),
        (("random", "random"), "holdem", 50),
        (("AsAdQsJd", "5h4s3c2h"), "omaha8", 49.47),
    ],
)
def test_known_equities(players: tuple[str, ...], game: str, percent: float) -> None:
    result = equity(*players, game=game)
    assert result.exact
    digits = len(str(percent).partition(".")[2])
    assert round(100 * result.equities[0], digits) == percent
    assert result.equities[1] == pytest.approx(1 - result.equities[0], abs=1e-12)


def test_three_hands_before_the_flop() -> None:
    """Three equal hands get a third each, mostly by splitting the pot three ways."""
    result = equity("AsKs", "AhKh", "AdKd")
    assert result.equities == pytest.approx([1 / 3] * 3, abs=1e-12)
    assert result.players[0].shares.other > 0.7


# The result


def test_what_a_result_says() -> None:
    result = equity("AcKc", "7h6h", board="Kd9s2h", dead="2c")
    assert (result.game, result.board, result.dead) == ("holdem", "Kd9s2h", "2c")
    assert result.how == "exact: all 946 boards"
    assert [player.hand for player in result.players] == ["AcKc", "7h6h"]
    assert result.equities == tuple(player.equity for player in result.players)
    assert result.version == __version__
    assert result.seconds > 0
    assert equity("AcKc", "7h6h", board="Kd9s2h2c3c").how == "exact: 1 board"


def test_players_and_boards_as_values() -> None:
    expected = equity("AcKc", "QQ+", board="Kd9s2h", dead="2c3c").equities
    board, dead = parse_cards("Kd9s2h"), parse_cards("2c3c")
    given_values = equity(HoleCards.parse("KcAc"), Range.parse("QQ+"), board=board, dead=dead)
    assert given_values.equities == expected
    numbers = [int(card) for card in board]
    assert equity("AcKc", "QQ+", board=numbers, dead=list(map(int, dead))).equities == expected
    hands = ("AcKcQd2s", "7h6h5d4s")
    omaha = equity(*hands, board="Kd9s2h", game="omaha8").equities
    as_hand, as_range = HoleCards.parse(hands[0]), OmahaRange.parse(hands[1])
    assert equity(as_hand, as_range, board=board, game="omaha8").equities == omaha


def test_progress_of_an_exact_computation() -> None:
    seen: list[float] = []
    equity("QQ+", "AK", board="Td9d2c", progress=seen.append, threads=2)
    assert seen == sorted(seen)
    assert seen[0] > 0
    assert seen[-1] == 1
    seen.clear()
    equity("AsAh, AdAc", "KsKh", "QsQh", progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 1


# How the method is chosen


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (("AcKc", "7h6h"), {}),
        (("random", "random"), {}),
        (("QQ+", "AK", "JTs"), {"board": "Td9d2c"}),
        (("AcKc", "7h6h", "QsQd", "2c2d"), {}),
        (("AcKcQd2s", "7h6h5d4s"), {"game": "omaha8"}),
    ],
)
def test_what_can_be_counted_soon_is_counted(
    players: tuple[str, ...], options: dict[str, Any]
) -> None:
    assert equity(*players, **options).exact


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (["random"] * 10, {}),
        (("99+", "AT+", "random"), {}),
        (("AAxx", "KKxx"), {"game": "omaha8"}),
    ],
)
def test_what_takes_too_long_is_sampled(players: tuple[str, ...], options: dict[str, Any]) -> None:
    result = equity(*players, **options, error=0.01)
    assert not result.exact
    result = equity(*players, **options, seed=1)
    assert not result.exact
    assert result.seed == 1


def test_the_budget_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    players = ("AcKc", "7h6h", "QsQd")
    assert equity(*players, board="Td9d2c2h").exact
    monkeypatch.setattr("railbird.evaluate.equities.equity.EXACT_BUDGET", 1)
    monkeypatch.setattr("railbird.evaluate.equities.sampling.DEFAULT_ERROR", 0.5)
    assert not equity(*players, board="Td9d2c2h").exact
    assert equity(*players, board="Td9d2c2h", method="exact").exact


@pytest.mark.small
@pytest.mark.parametrize("stop", [{"samples": 100}, {"samples": 100, "error": 0.01}])
def test_asking_for_samples_is_asking_to_sample(stop: dict[str, Any]) -> None:
    result = equity("AcKc", "7h6h", board="Td9d2c2h", **stop)
    assert not result.exact
    assert result.deals == 100


# What is refused


@pytest.mark.small
@pytest.mark.parametrize(
    ("players", "options", "kind", "message"),
    [
        (("AhKh", "AhQh"), {}, errors.DuplicateCardError, "Ah occurs twice"),
        (("AhKh", "7h6h"), {"board": "AhQh2c"}, errors.DuplicateCardError, "Ah occurs twice"),
        (("AhKh", "7h6h"), {"dead": "7h"}, errors.DuplicateCardError, "7h occurs twice"),
        (
            ("AhKh", "7h6h"),
            {"board": "QhJh2c", "dead": "2c"},
            errors.DuplicateCardError,
            "2c occurs twice in board and dead cards",
        ),
        (("AhKh", "7h6h"), {"board": "QhQh2c"}, errors.DuplicateCardError, "in board 'QhQh2c'"),
        (("AhKh", "7h6h"), {"board": [3, 3, 4]}, errors.DuplicateCardError, "2s occurs twice"),
        (("AhKh", "7h6h"), {"dead": [3, 3]}, errors.DuplicateCardError, "2s occurs twice"),
        (("AhAh", "7h6h"), {}, errors.DuplicateCardError, "Ah occurs twice"),
        (("AhKh", "AK"), {"board": "AsAdAc"}, errors.EmptyRangeError, "leave no deal"),
        (("AcKcQcJcTc9c", "7h6h"), {}, errors.HandSizeError, "is 6 cards"),
        (("Ac", "7h6h"), {}, errors.HandSizeError, "is 1 card;"),
        (("AcKcQcJc", "7h6h"), {}, errors.HandSizeError, "is 4 cards"),
        (("1hKc", "7h6h"), {}, errors.CardError, "'1h' in '1hKc' is not a card"),
        (("AcKc", "7h6h"), {"board": "1hKd2c"}, errors.CardError, "'1h' in '1hKd2c'"),
        (("AcKc", "7h6h"), {"dead": "1h"}, errors.CardError, "'1h' in '1h'"),
        (("AcKc", "7h6h"), {"board": [0, 1, 52]}, errors.CardError, "52 is not a card"),
        (("", "7h6h"), {}, errors.EmptyRangeError, "no hand in the range ''"),
        (("0%:QQ", "7h6h"), {}, errors.EmptyRangeError, "no hand in the range '0%:QQ'"),
        (("QQ,50%:QQ", "7h6h"), {}, errors.RangeError, "'50%:QQ' contradicts 'QQ'"),
        (("Q-Q", "7h6h"), {}, errors.RangeError, "'Q-Q' is not an item"),
        (("AA", "AA", "AA"), {}, errors.EmptyRangeError, "'AA', 'AA' and 'AA' leave no deal"),
        (("AhAd", "AhKd,AdKh"), {}, errors.EmptyRangeError, "leave no deal"),
        (("AcKc", "7h6h"), {"board": "2c3c"}, errors.BoardSizeError, "'2c3c' has 2 cards"),
        (("AcKc", "7h6h"), {"board": "2c"}, errors.BoardSizeError, "has 1 card"),
        (("AcKc", "7h6h"), {"board": "2c3c4c5c6c7c"}, errors.BoardSizeError, "has 6 cards"),
        (("QQ", "AA"), {"dead": "AsAdAc"}, errors.EmptyRangeError, "'AA' is left without As Ad Ac"),
        (("QQ", "AA"), {"board": "AsAdAc"}, errors.EmptyRangeError, "is left without As Ad Ac"),
        (("150%:QQ", "AA"), {}, errors.WeightError, "150% in '150%:QQ'"),
        (("QQ:-0.5", "AA"), {}, errors.WeightError, "-0.5 in 'QQ:-0.5'"),
        ((), {}, errors.OptionError, "an equity needs 2 to 10 players, not 0"),
        (("AcKc",), {}, errors.OptionError, "an equity needs 2 to 10 players, not 1"),
        (("random",) * 11, {}, errors.OptionError, "2 to 10 players, not 11"),
        (("AcKc", "7h6h"), {"game": "plo"}, errors.OptionError, "holdem, omaha or omaha8"),
        (("AcKc", "7h6h"), {"method": "guess"}, errors.OptionError, "method 'guess' is not known"),
        (("AcKc", "7h6h"), {"samples": 0}, errors.OptionError, "0 samples are too few"),
        (("AcKc", "7h6h"), {"samples": -5}, errors.OptionError, "-5 samples are too few"),
        (("AcKc", "7h6h"), {"error": 0}, errors.OptionError, "error of 0 cannot be reached"),
        (("AcKc", "7h6h"), {"error": -1.0}, errors.OptionError, "cannot be reached"),
        (("AcKc", "7h6h"), {"error": float("nan")}, errors.OptionError, "cannot be reached"),
        (
            ("random",) * 10,
            {"dead": "".join(DECK[:28])},
            errors.EmptyRangeError,
            "leave no deal",
        ),
    ],
)
def test_bad_input(
    players: tuple[str, ...], options: dict[str, Any], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message) as raised:
        equity(*players, **options)
    assert isinstance(raised.value, errors.InputError)


def test_players_of_another_game() -> None:
    for player in (Range.parse("QQ+"), HoleCards.parse("AcKc")):
        with pytest.raises(errors.HandSizeError, match="does not fit Omaha Hi-Lo"):
            equity(player, "7h6h5d4s", game="omaha8")
    for other in (OmahaRange.parse("AsAdQsJd"), HoleCards.parse("AsAdQsJd")):
        with pytest.raises(errors.HandSizeError, match="does not fit Texas hold'em"):
            equity(other, "7h6h")
    with pytest.raises(errors.HandSizeError, match="is 2 cards; an Omaha hand has four"):
        equity("AcKc", "7h6h5d4s", game="omaha8")


@pytest.mark.small
def test_a_seed_that_cannot_be() -> None:
    with pytest.raises(errors.OptionError):
        equity("AcKc", "7h6h", board="Td9d2c", method="sample", samples=10, seed=-1)


def test_ranges_that_exclude_each_other_in_many_ways() -> None:
    with pytest.raises(errors.InputError, match=r"no deal|collide"):
        equity(*["AT+"] * 5)
    with pytest.raises(errors.InputError, match="no deal"):
        equity(*["AKo"] * 5, board="2c3d4h5s6c")
