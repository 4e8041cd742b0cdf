"""The algorithms and rules of Sêca (2008) as printed, beside ours: Figures 4, 5, 8, 9, 11 and 12.

Each is written out again from the page, as simply as there: a second program of ours, which is run
beside the fast one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations, product

import numpy as np
import numpy.typing as npt

from railbird.cards.card import parse_cards
from railbird.cards.classes import holdem_hands
from railbird.cards.index import colex_index
from railbird.evaluate.strength.field import field_strength
from railbird.evaluate.strength.weighted import hand_potential, hand_strength
from railbird.evaluate.values.evaluator import board_high_values, high_values
from railbird.players.hubot.frequencies import Chances, Deed
from railbird.players.hubot.preflop import PreflopPlan, PreflopSpot, Strategy, decide
from railbird.players.hubot.weights import (
    ANYTHING,
    LEAST,
    HandValues,
    after_call,
    after_raise,
    board_values,
    preflop_values,
)
from railbird.reproduce.claims import Floats
from railbird.reproduce.experiment import (
    Figure,
    Outcome,
    RunOptions,
    by_second_program,
    holds,
)

SPOTS = (("AcKc", "Kd9s2h"), ("7h6h", "8h5cKh"), ("QsQd", "QhJhTh"), ("9c8d", "7c6d2s"))
"""A made hand, a draw, a hand that can be overtaken, and a straight draw."""
EXACT = 1e-9
WRITTEN_OUT = "our second program is the figure's algorithm, written out again"
AHEAD, TIED, BEHIND = range(3)


def _standing(ours: int, theirs: int) -> int:
    return AHEAD if ours > theirs else TIED if ours == theirs else BEHIND


def _cards_left(known: tuple[int, ...]) -> list[int]:
    return [card for card in range(52) if card not in known]


def printed_strength(hand: tuple[int, ...], board: tuple[int, ...]) -> float:
    """Figure 4, line by line."""
    held = list(combinations(_cards_left(hand + board), 2))
    ranks = high_values([[*two, *board] for two in (hand, *held)]).tolist()
    ahead = tied = behind = 0
    for rank in ranks[1:]:
        if ranks[0] > rank:
            ahead += 1
        elif ranks[0] == rank:
            tied += 1
        else:
            behind += 1
    return (ahead + tied / 2) / (ahead + tied + behind)


def _final_values(
    hand: tuple[int, ...], board: tuple[int, ...]
) -> tuple[Floats, list[tuple[int, ...]]]:
    """Ranks of all hands on each final board (0 where they cannot be held), and those boards."""
    boards = [(*board, *more) for more in combinations(_cards_left(hand + board), 2)]
    values = board_high_values(np.array(boards, dtype=np.uint8), holdem_hands())
    shares = (holdem_hands()[:, :, None] == np.array(hand)).any(axis=(1, 2))
    others = np.arange(1326) != colex_index(hand)
    return np.where(shares & others, 0, values).astype(np.float64), boards


def printed_potential(hand: tuple[int, ...], board: tuple[int, ...]) -> tuple[float, float]:
    """PPot of Figure 5: as its terms are meant, and by the formula as it is printed.

    In print, halves and parentheses are misplaced, and a total counts each opponent's hand once,
    not once for each turn and river.
    """
    one = colex_index(hand)
    shown = np.array([board], dtype=np.uint8)
    now = board_high_values(shown, holdem_hands())[0].astype(np.int64)
    final, _ = _final_values(hand, board)
    hp, totals = np.zeros((3, 3)), np.zeros(3)
    for other in np.nonzero(now)[0]:
        met = final[:, other] > 0
        if other == one or not met.any():
            continue
        index = _standing(int(now[one]), int(now[other]))
        totals[index] += 1
        ours, theirs = final[met, one], final[met, other]
        hp[index] += (ours > theirs).sum(), (ours == theirs).sum(), (ours < theirs).sum()
    gains = hp[BEHIND, AHEAD] + hp[BEHIND, TIED] / 2 + hp[TIED, AHEAD] / 2
    meant = gains / (hp[BEHIND].sum() + hp[TIED].sum() / 2)
    printed = (hp[BEHIND, AHEAD] + hp[BEHIND, TIED]) / 2 + hp[TIED, AHEAD] / 2 / (
        totals[BEHIND] + totals[TIED]
    ) / 2
    return float(meant), float(printed)


def printed_field(
    hand: tuple[int, ...], board: tuple[int, ...], opponents: int
) -> tuple[float, int, int]:
    """EHS_n of Figure 9 as it is meant, how often it ranks a hand, and how often it divides by 0.

    In print, the number of showdowns is that of the losses alone. It is 0 where nothing is lost.
    """
    one = colex_index(hand)
    final, boards = _final_values(hand, board)
    meant, ranked, failed = 0.0, 0, 0
    for values in final:
        theirs = np.delete(values, one)
        theirs = theirs[theirs > 0]
        ranked += 1 + len(theirs)
        wins, ties = int((values[one] > theirs).sum()), int((values[one] == theirs).sum())
        failed += wins + ties == len(theirs)
        meant += ((wins + ties / 2) / len(theirs)) ** opponents
    return meant / len(boards), ranked, failed


def numbers_of(cards: str) -> tuple[int, ...]:
    """Cards as numbers."""
    return tuple(map(int, parse_cards(cards)))


def _spots() -> list[tuple[str, tuple[int, ...], tuple[int, ...]]]:
    return [(f"{hand} on {board}", numbers_of(hand), numbers_of(board)) for hand, board in SPOTS]


def seca_strength(_: RunOptions) -> Outcome:
    """Figure 4: hand strength."""
    ones = np.ones(1326)
    figures = []
    for name, hand, board in _spots():
        ours, printed = hand_strength(hand, board, ones), printed_strength(hand, board)
        figures.append(by_second_program(f"HS of {name}", ours, printed, EXACT))
    return Outcome(tuple(figures), notes=(WRITTEN_OUT, "ours: railbird.evaluate.strength.weighted"))


def seca_potential(_: RunOptions) -> Outcome:
    """Figure 5: hand potential over all turns and rivers."""
    ones = np.ones(1326)
    slip = (
        "slip: halves and parentheses are misplaced, and totals are not counted for each turn and "
        "river; by the definition in the text it is a probability"
    )
    figures: list[Figure] = []
    for name, hand, board in _spots():
        ours = hand_potential(hand, board, ones, look_ahead=2).positive
        meant, printed = printed_potential(hand, board)
        figures += [
            by_second_program(f"PPot of {name}", ours, meant, EXACT),
            by_second_program(
                f"PPot of {name}, formula as printed", ours, printed, EXACT, why=slip
            ),
        ]
    return Outcome(tuple(figures), notes=(WRITTEN_OUT, "ours: railbird.evaluate.strength.weighted"))


def seca_field(_: RunOptions) -> Outcome:
    """Figure 9: hand strength against several opponents who may hold anything."""
    slip = "slip: Figure 9 counts showdowns for losses only; it is meant for all hands"
    figures: list[Figure] = []
    for (name, hand, board), opponents in zip(_spots(), (1, 2, 4, 8), strict=True):
        ours = field_strength(hand, board, np.ones((opponents, 1326))).wehs
        meant, _ranked, failed = printed_field(hand, board, opponents)
        what = f"EHS_{opponents} of {name}"
        printed = f"divides by 0 ({failed}×)"
        figures += [
            by_second_program(what, ours, meant, EXACT),
            holds(f"{what}, as printed", ours, printed, truth=False, why=slip),
        ]
    return Outcome(tuple(figures), notes=(WRITTEN_OUT, "ours: railbird.evaluate.strength.field"))


def printed_make1(percentile: float, spot: PreflopSpot) -> Deed:
    """Figure 8, line by line. Its number of raises includes the big blind."""
    if spot.committed and spot.to_call >= 2.0 and spot.paid == 1 and percentile < 0.75:
        return Deed.FOLD
    if spot.committed:
        return Deed.CALL
    if spot.bets <= 1 and percentile > 0.75 and spot.unacted <= 5:
        return Deed.RAISE
    if (
        (spot.big_blind and spot.bets <= 2.0)
        or (spot.small_blind and spot.bets == 2.0 and percentile > 0.75)
        or (spot.small_blind and spot.bets == 1.0)
    ):
        return Deed.CALL
    if spot.bets >= 2 or (spot.bets <= 1 and percentile < 0.75 and spot.unacted >= 6):
        return Deed.FOLD
    return Deed.CALL


def seca_make1(_: RunOptions) -> Outcome:
    """Figure 8: the rules of Make1, in all situations that they tell apart."""
    same = count = 0
    percentiles, paid_so_far = (0.0, 0.5, 0.75, 0.76, 1.0), (0.0, 0.5, 1.0, 2.0)
    for percentile, committed, bets, paid, unacted, blind in product(
        percentiles, (False, True), (1, 2, 3, 4), paid_so_far, range(9), "-sb"
    ):
        spot = PreflopSpot(
            position=0,
            active=9,
            guaranteed=3,
            unacted=unacted,
            bets=bets,
            to_call=max(0.0, bets - paid),
            paid=paid,
            committed=committed,
            small_blind=blind == "s",
            big_blind=blind == "b",
        )
        count += 1
        ours = decide(PreflopPlan(Strategy.MAKE1, percentile), spot)
        same += ours == printed_make1(percentile, spot)
    return Outcome(
        (by_second_program("situations in which HuBot acts by Figure 8", same, count, 0.0),),
        notes=("ours: railbird.players.hubot.preflop",),
    )


def _farthest(
    found: Floats,
    expected: Callable[[Floats], Floats],
    values: HandValues,
    among: npt.NDArray[np.bool_] | bool = True,
) -> float:
    """The largest difference of a weight from the printed function of the hand's value."""
    possible = values.values > -1 if values.spread is None else np.ones(1326, np.bool_)
    return float(np.abs(found - expected(values.values))[possible & among].max())


def _no_farther(name: str, error: float) -> Figure:
    return holds(name, error, f"≤ {EXACT:g}", error <= EXACT)


FARTHEST = "largest error: of a weight, beside the figure's function, written out again"


def _rounds() -> list[tuple[str, HandValues, Callable[[float], float]]]:
    """Values of hands before and after the flop, and σ for a threshold: Equation 13."""
    flop = tuple(sorted(numbers_of("Kd9s2h")))
    return [
        ("before the flop", preflop_values(), lambda _: 330.0),
        ("on Kd9s2h", board_values(flop, (ANYTHING,)), lambda threshold: 0.4 * (1 - threshold)),
    ]


def seca_raise_weights(_: RunOptions) -> Outcome:
    """Figure 11: what a bet or raise does to the weights (Equations 12 and 13)."""
    figures = []
    for where, values, spread in _rounds():
        for chance in (0.05, 0.2, 0.6):
            mu = values.top(max(chance, 0.1))
            sigma = spread(mu)

            def printed(value: Floats, mu: float = mu, sigma: float = sigma) -> Floats:
                return np.clip((value - mu + sigma) / sigma, LEAST, 1.0)

            found = after_raise(ANYTHING, values, chance).table
            what = f"{where}, {chance:.0%} raises expected: largest error"
            figures.append(_no_farther(what, _farthest(found, printed, values)))
    return Outcome(
        tuple(figures),
        notes=(
            f"{FARTHEST}: 0.01 at μ − σ, 1 at μ",
            "ours: railbird.players.hubot.weights",
        ),
    )


def seca_call_weights(_: RunOptions) -> Outcome:
    """Figure 12: what a check or call does to the weights, and the two exceptions of the text."""
    figures: list[Figure] = []
    for where, values, spread in _rounds():
        for fold, raised in ((0.3, 0.2), (0.0, 0.3), (0.95, 0.05)):
            low, high = values.top(max(1 - fold, 0.1)), values.top(min(raised, 0.9))

            def printed(
                value: Floats,
                *,
                later: float = 0.0,
                low: float = low,
                high: float = high,
                spread: Callable[[float], float] = spread,
            ) -> Floats:
                rising = np.clip((value - low + spread(low)) / spread(low), LEAST, 1.0)
                falling = (high + spread(high) - value) / spread(high)
                return np.minimum(rising, np.clip(falling, max(LEAST, later), 1.0))

            chances = Chances(fold, 1 - fold - raised, raised)
            found = after_call(ANYTHING, values, chances).table
            what = f"{where}, {fold:.0%} folds, {raised:.0%} raises"
            figures.append(_no_farther(f"{what}: largest error", _farthest(found, printed, values)))
            found = after_call(ANYTHING, values, chances, later=LATER).table
            planned = partial(printed, later=LATER)
            figures.append(
                _no_farther(
                    f"{what}, {LATER:.0%} would raise later: largest error",
                    _farthest(found, planned, values),
                )
            )
            if values.potential is not None:
                found = after_call(ANYTHING, values, chances, POT_ODDS).table
                draws = values.potential > POT_ODDS
                lost = float((1 - found[draws]).max())
                figures += [
                    _no_farther(f"{what}, draws for a call: largest loss of weight", lost),
                    _no_farther(
                        f"{what}, other hands for a call: largest error",
                        _farthest(found, printed, values, ~draws),
                    ),
                ]
    return Outcome(
        tuple(figures),
        notes=(
            f"{FARTHEST}: 0.01 at μ1 − σ1, 1 from μ1 to μ2, 0.01 at μ2 + σ2",
            f"above μ2 no factor is below the chance of a raise later ({LATER:g})",
            f"draws are hands whose potential is above the pot odds of the call ({POT_ODDS:g})",
            "ours: railbird.players.hubot.weights",
            "the text puts the first branch on [0, μ1 − σ1]; by Equation 12 it is on [μ1 − σ1, μ1]",
        ),
    )


LATER, POT_ODDS = 0.4, 0.1
"""How likely a player who checked is to raise later, and what a call had to be worth."""
