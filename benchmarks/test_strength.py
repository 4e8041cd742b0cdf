"""Hand strength of a limit hold'em agent at a nine-handed table: a decision and its parts.

Ours is compared with the plain loops of the documents over every pair of hands (in NumPy, one board
at a time) and, where a figure is an equity, with pokerfast. Each run uses a new board, so nothing
is left over from the last one. Sêca (2008) quotes 2 s for a full potential and 0.28 s for one card.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from itertools import cycle
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from benchmarks.conftest import Race
from benchmarks.peers import NAMES
from benchmarks.race import US, Case
from railbird.cards.classes import holdem_hands
from railbird.cards.index import colex_index
from railbird.evaluate import HOLDEM
from railbird.evaluate.strength import weighted as strength
from railbird.evaluate.strength.field import field_potential, field_strength
from railbird.evaluate.strength.weighted import Prospects, hand_potential

Floats = npt.NDArray[np.float64]
Spot = tuple[list[int], list[int]]
OPPONENTS = 8
DECISION = {
    size: Case(f"wEHS_n and faPPOT, 8 opponents, {name}", most_seconds=0.003)
    for size, name in ((3, "flop"), (4, "turn"), (5, "river"))
}
FIELD = Case("wEHS_n, 8 opponents, flop")
ONE_CARD = Case("potential of a hand, one card, flop")
TWO_CARDS = Case("potential of a hand, two cards, flop")
ALL_HANDS = Case("HS and one-card potential of all hands, flop")
ONE_RANDOM = Case("showdown strength against a random hand, flop")


def spots(size: int, count: int = 64) -> list[Spot]:
    rng = np.random.default_rng(size)
    dealt = [rng.permutation(52)[: 2 + size].tolist() for _ in range(count)]
    return [(cards[:2], cards[2:]) for cards in dealt]


def tables() -> Floats:
    """Weights as in an opponent model: none below 0.01."""
    return np.maximum(np.random.default_rng(1).random((OPPONENTS, 1326)) ** 3, 0.01)


def fresh(board: list[int]) -> Prospects:
    strength._prospects.cache_clear()
    return strength.prospects(board)


def loop_boards(hand: list[int], board: list[int], cards: int) -> npt.NDArray[np.uint8]:
    deck = [c for c in range(52) if c not in {*hand, *board}]
    rows = [[*board, c] for c in deck]
    if cards == 2:
        rows = [[*board, c, d] for c in deck for d in deck if c < d]
    return np.array(rows, dtype=np.uint8)


def loop_field(hand: list[int], board: list[int], weights: Floats) -> float:
    """wEHS_n, board by board."""
    one, products = colex_index(hand), []
    free = ~np.isin(holdem_hands(), hand).any(axis=1)
    for final in loop_boards(hand, board, 2):
        values = HOLDEM.board_values(final[None], holdem_hands())[0][0].astype(np.int64)
        met = weights * ((values > 0) & free)
        scores = (values < values[one]) + (values == values[one]) / 2
        products.append(np.prod(met @ scores / met.sum(axis=1)))
    return float(np.mean(products))


def loop_potential(hand: list[int], board: list[int], weights: Floats, cards: int) -> float:
    """PPot, board by board."""
    one = colex_index(hand)
    weights = weights * ~np.isin(holdem_hands(), [*hand, *board]).any(axis=1)
    now = HOLDEM.board_values(np.array([board], dtype=np.uint8), holdem_hands())[0][0]
    behind, tied = now > now[one], now == now[one]
    up = total = 0.0
    for final in loop_boards(hand, board, cards):
        then = HOLDEM.board_values(final[None], holdem_hands())[0][0]
        left = weights * (then > 0)
        ahead, even = then < then[one], then == then[one]
        up += left @ (behind & ahead) + left @ (behind & even) / 2 + left @ (tied & ahead) / 2
        total += left @ behind + left @ tied / 2
    return up / total if total else 0.0


@pytest.mark.parametrize("size", DECISION)
def test_decision(race: Race, size: int) -> None:
    weights, some = tables(), cycle(spots(size))

    def run() -> tuple[float, float]:
        hand, board = next(some)
        fresh(board)
        potential = field_potential(hand, board, weights) if size < 5 else 0.0
        return field_strength(hand, board, weights).wehs, potential

    def check(found: tuple[float, float]) -> None:
        assert all(0 <= x <= 1 for x in found)

    race(DECISION[size], US, run, check=check)


@pytest.mark.parametrize("loops", [False, True], ids=["ours", "loops"])
def test_field(race: Race, loops: bool) -> None:
    weights = tables()
    ((hand, board),) = spots(3, 1)

    def check(found: float) -> None:
        assert found == pytest.approx(loop_field(hand, board, weights), abs=1e-12)

    if loops:
        race(FIELD, US, lambda: loop_field(hand, board, weights), check=check, how="loops")
    else:
        race(FIELD, US, lambda: field_strength(hand, board, weights).wehs, check=check)


@pytest.mark.parametrize("loops", [False, True], ids=["ours", "loops"])
@pytest.mark.parametrize("cards", [1, 2])
def test_potential(race: Race, cards: int, loops: bool) -> None:
    weights = tables()[0]
    ((hand, board),) = spots(3, 1)
    case = ONE_CARD if cards == 1 else TWO_CARDS

    def check(found: float) -> None:
        assert found == pytest.approx(loop_potential(hand, board, weights, cards), abs=1e-12)

    def run() -> float:
        fresh(board)
        return hand_potential(hand, board, weights, look_ahead=cards).positive

    if loops:
        race(
            case, US, lambda: loop_potential(hand, board, weights, cards), check=check, how="loops"
        )
    else:
        race(case, US, run, check=check, how="new board")


@pytest.mark.parametrize("new", [True, False], ids=["new board", "known board"])
def test_all_hands(race: Race, new: bool) -> None:
    weights, some = tables()[0], cycle([board for _, board in spots(3)])
    known = strength.prospects("KsTh7d")
    known.potentials(weights)

    def check(found: Floats) -> None:
        assert np.isfinite(found).sum() == 1176

    def run() -> Floats:
        return (fresh(next(some)) if new else known).effective_strengths(weights)

    race(ALL_HANDS, US, run, check=check, how="new board" if new else "known board")


def test_one_random(race: Race) -> None:
    ((hand, board),) = spots(3, 1)
    ones = np.ones((1, 1326))

    def check(found: float) -> None:
        assert found == pytest.approx(loop_field(hand, board, ones), abs=1e-12)

    race(ONE_RANDOM, US, lambda: field_strength(hand, board, ones).wehs, check=check)


def test_one_random_pokerfast(race: Race, peer: Callable[[str], Any]) -> None:
    peer("pokerfast")
    solve = import_module("pokerfast.equity").equity_vs_random_many
    ((hand, board),) = spots(3, 1)
    query = ("".join(NAMES[c] for c in hand), "".join(NAMES[c] for c in board))

    def check(found: list[float]) -> None:
        ours = field_strength(hand, board, np.ones((1, 1326))).wehs
        assert found[0] == pytest.approx(ours, abs=1e-6)

    race(ONE_RANDOM, "pokerfast", lambda: list(solve([query])), check=check)
