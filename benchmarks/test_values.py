"""Values of hands: ours in arrays, the peers' with one call per hand (or in batches, if possible).

Peers get fewer hands; all speeds are per hand. Before a peer is timed, its values must be in the
same order as ours, including ties.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from benchmarks.conftest import Race
from benchmarks.peers import EVALUATORS, Cards, Evaluator, Values, ompeval_buffer
from benchmarks.race import US, Case
from railbird.cards.classes import holdem_hands
from railbird.compute.threads import thread_count
from railbird.evaluate import (
    board_high_values,
    categories,
    high_values,
    omaha_values,
    seven_card_counts,
)

OURS, THEIRS = 1_000_000, 20_000
"""The number of hands in a batch."""

SEVEN = Case("7 cards, random, one thread", "hands", least_rate=150e6, least_ratio=25)
CHECKED = Case("7 cards, random, checked, one thread", "hands", beside=SEVEN)
THREADS = Case("7 cards, random, all threads", "hands", beside=SEVEN)
BUFFER = Case("7 cards, random, one thread, beside raw C", "hands")
IN_ORDER = Case("7 cards, all 133,784,560, one thread", size=133_784_560, most_seconds=0.4)
FEWER = {k: Case(f"{k} cards, random, one thread", "hands") for k in (5, 6)}
BOARDS = Case("all hands on each board, one thread", "hands")
HANDS_A_BOARD = 1081
"""How many of the 1,326 hands share no card with the board; only these are counted."""

OMAHA = Case("Omaha, ours high + low, peer high only", "hands", least_rate=20e6)

SEVEN_CARD_HANDS = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584]
"""The known number of hands in each category, from high card to straight flush."""


@cache
def random_cards(cards: int) -> Cards:
    """The first cards of random deals of nine different cards, shape (n, cards)."""
    if cards < 9:
        return np.ascontiguousarray(random_cards(9)[:, :cards])
    deck = np.tile(np.arange(52, dtype=np.uint8), (OURS, 1))
    return np.ascontiguousarray(np.random.default_rng(0).permuted(deck, axis=1)[:, :9])


def places(values: Values) -> npt.NDArray[np.int64]:
    """The order of values, with ties: 0 for the lowest, 1 for the next, …"""
    return np.unique(np.asarray(values, dtype=np.int64), return_inverse=True)[1]


def same_order(ours: Values, *, higher_is_better: bool) -> Callable[[Values], None]:
    """A check that the values of a peer order the hands as ours do."""

    def check(theirs: Values) -> None:
        up = np.asarray(theirs, dtype=np.int64) * (1 if higher_is_better else -1)
        assert np.array_equal(places(up), places(ours))

    return check


def is_value_of(cards: Cards) -> Callable[[npt.NDArray[np.uint16]], None]:
    """A check that our fast functions agree with the checked one, to which peers are compared."""

    def check(values: npt.NDArray[np.uint16]) -> None:
        assert np.array_equal(values, high_values(cards))

    return check


def race_evaluator(race: Race, case: Case, evaluator: Evaluator, module: Any, cards: Cards) -> None:
    check = same_order(high_values(cards), higher_is_better=evaluator.higher_is_better)
    call = evaluator.call.replace("7cards", f"{cards.shape[1]}cards")
    run = evaluator.prepare(module, cards)
    race(case, evaluator.peer, run, check=check, count=len(cards), how=call)


@pytest.mark.parametrize(
    ("case", "options"),
    [
        (SEVEN, {"check": False}),
        (CHECKED, {"check": True}),
        (THREADS, {"check": False, "threads": thread_count()}),
        (BUFFER, {"check": False}),
    ],
    ids=lambda x: x.name if isinstance(x, Case) else "",
)
def test_seven_cards(race: Race, case: Case, options: dict[str, Any]) -> None:
    cards = random_cards(7)
    race(case, US, partial(high_values, cards, **options), check=is_value_of(cards), count=OURS)


@pytest.mark.parametrize("evaluator", EVALUATORS, ids=lambda e: e.peer)
def test_seven_cards_peer(race: Race, peer: Callable[[str], Any], evaluator: Evaluator) -> None:
    race_evaluator(race, SEVEN, evaluator, peer(evaluator.peer), random_cards(7)[:THEIRS])


def test_seven_cards_buffer(race: Race, peer: Callable[[str], Any]) -> None:
    peer("pokerfast")
    cards = random_cards(7)
    check = same_order(high_values(cards), higher_is_better=True)
    how = "OMPEval, private pf_evaluate"
    race(BUFFER, "pokerfast", ompeval_buffer(cards), check=check, count=OURS, how=how)


def test_all_seven_cards(race: Race) -> None:
    def check(counts: npt.NDArray[np.int64]) -> None:
        found = np.bincount(categories(np.arange(1, 7463)), weights=counts[1:])
        assert found.tolist() == SEVEN_CARD_HANDS

    race(IN_ORDER, US, seven_card_counts, check=check, count=IN_ORDER.size)


@pytest.mark.parametrize("size", FEWER)
def test_fewer_cards(race: Race, size: int) -> None:
    cards = random_cards(size)
    run = partial(high_values, cards, check=False)
    race(FEWER[size], US, run, check=is_value_of(cards), count=OURS)


@pytest.mark.parametrize("evaluator", [e for e in EVALUATORS if 5 in e.sizes], ids=lambda e: e.peer)
@pytest.mark.parametrize("size", FEWER)
def test_fewer_cards_peer(
    race: Race, peer: Callable[[str], Any], evaluator: Evaluator, size: int
) -> None:
    module = peer(evaluator.peer)
    race_evaluator(race, FEWER[size], evaluator, module, random_cards(size)[:THEIRS])


def test_boards(race: Race) -> None:
    boards, hands = random_cards(5)[:1000], holdem_hands()

    def check(values: npt.NDArray[np.uint16]) -> None:
        row, column = np.nonzero(values)
        both = np.hstack([boards[row], hands[column]])
        assert len(both) == len(boards) * HANDS_A_BOARD
        assert np.array_equal(values[row, column], high_values(both))

    run = partial(board_high_values, boards, hands, check=False)
    race(BOARDS, US, run, check=check, count=len(boards) * HANDS_A_BOARD)


@pytest.mark.parametrize("evaluator", [e for e in EVALUATORS if 5 in e.sizes], ids=lambda e: e.peer)
def test_boards_peer(race: Race, peer: Callable[[str], Any], evaluator: Evaluator) -> None:
    """Peers have no boards: they get the seven cards of each possible hand."""
    boards, hands = random_cards(5)[:20], holdem_hands()
    row, column = np.nonzero(board_high_values(boards, hands))
    cards = np.hstack([boards[row], hands[column]])
    race_evaluator(race, BOARDS, evaluator, peer(evaluator.peer), cards)


def test_omaha(race: Race) -> None:
    cards = random_cards(9)
    hands, boards = np.ascontiguousarray(cards[:, :4]), np.ascontiguousarray(cards[:, 4:])
    high, low = omaha_values(hands, boards)

    def check(values: tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8]]) -> None:
        assert np.array_equal(values[0], high)
        assert np.array_equal(values[1], low)

    race(OMAHA, US, partial(omaha_values, hands, boards, check=False), check=check, count=OURS)


def test_omaha_peer(race: Race, peer: Callable[[str], Any]) -> None:
    peer("phevaluator")
    evaluate = import_module("phevaluator._pheval").evaluate_omaha_cards
    cards = random_cards(9)[:THEIRS]
    high, _ = omaha_values(cards[:, :4], cards[:, 4:])
    board_first = np.hstack([cards[:, 4:], cards[:, :4]]).tolist()
    race(
        OMAHA,
        "phevaluator",
        lambda: [evaluate(*deal) for deal in board_first],
        check=same_order(high, higher_is_better=False),
        count=THEIRS,
        how="_pheval.evaluate_omaha_cards",
    )
