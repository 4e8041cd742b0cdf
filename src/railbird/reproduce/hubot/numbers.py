"""Numbers in Sêca (2008) beside its experiments: Tables 1, 4, 5, Figures 13, 14, Eq. 5, counts."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, sqrt
from time import perf_counter

import numpy as np

from railbird.cards.card import parse_cards
from railbird.cards.classes import (
    HOLDEM_CLASSES,
    holdem_class_index,
    holdem_class_of_hand,
    holdem_hands,
)
from railbird.evaluate.speed import measure
from railbird.evaluate.strength.weighted import hand_potential
from railbird.evaluate.values.evaluator import high_values, seven_card_counts
from railbird.players.hubot.frequencies import (
    BETS,
    ENOUGH,
    LASTS,
    ROUNDS,
    ActionFrequencies,
    Chances,
    Deed,
    First,
    Last,
)
from railbird.players.hubot.preflop import GROUPS, PreflopSpot, choose
from railbird.players.income import shipped_rates
from railbird.reproduce.experiment import (
    Figure,
    Outcome,
    RunOptions,
    beside,
    by_second_program,
    compare,
    holds,
    same_text,
)
from railbird.reproduce.hubot.algorithms import EXACT, numbers_of, printed_field
from railbird.reproduce.hubot.tables import printed_seven
from railbird.table.state import ROUND_NAMES

RANKS = (
    ("royal flush", "AsKsQsJsTs", "AcKcQcJcTc"),
    ("straight flush", "KsQsJsTs9s", "5c4c3c2cAc"),
    ("four of a kind", "AsAhAdAcKs", "2s2h2d2c3c"),
    ("full house", "AsAhAdKsKh", "2s2h2d3c3s"),
    ("flush", "AsKsQsJs9s", "7c5c4c3c2c"),
    ("straight", "AsKhQsJsTs", "5c4c3c2cAd"),
    ("three of a kind", "AsAhAdKsQh", "2s2h2d4c3s"),
    ("two pair", "AsAhKdKsQh", "3s3h2d2c4s"),
    ("one pair", "AsAhKdQsJh", "2s2h5d4c3s"),
    ("high card", "AsKhQdJs9h", "7s5h4d3c2s"),
)
"""Table 1, each with the best and the worst hand of its kind."""
FIRST_TABLE = """
176 406 92, 0 0 0, 0 0 0, 0 0 0
0 168 69, 0 363 292, 0 9 16, 0 128 280
0 209 111, 0 89 71, 0 122 305, 0 17 51
0 174 46, 0 77 23, 0 164 197, 0 45 89
"""
"""Figure 13: folds, calls and raises with nothing to call, by round and by last action."""
SECOND_TABLE = """
0 0 0, 153 116 28, 86 61 43, 57 104 51
3 206 44, 0 7 0, 2 7 2, 0 4 0
0 72 13, 5 86 25, 9 100 22, 0 50 12
"""
"""Figure 14: the same of second actions, by the first action and by round."""
FOUR_BEFORE = PreflopSpot(
    position=4,
    active=9,
    guaranteed=3,
    unacted=6,
    bets=1,
    to_call=1,
    paid=0,
    committed=False,
    small_blind=False,
    big_blind=False,
)
"""Four places before the button, where HuBot's thresholds are those of the document's example."""


def seca_ranks(_: RunOptions) -> Outcome:
    """Table 1: the order of five-card hands."""
    hands = [hand for _, best, worst in RANKS for hand in (best, worst)]
    values = high_values([parse_cards(hand) for hand in hands])
    # the best hand of each kind is worse than the worst of the kind above it
    order = [RANKS[i // 2][0] for i in np.argsort(-values.astype(np.int64), kind="stable")]
    printed = ", ".join(name for name, _, _ in RANKS)
    return Outcome((same_text("from the best to the worst", ", ".join(order[::2]), printed),))


def _printed_rows(text: str) -> list[list[tuple[int, ...]]]:
    return [
        [tuple(map(int, cell.split())) for cell in line.split(",")]
        for line in text.strip().splitlines()
    ]


def seca_first_defaults(_: RunOptions) -> Outcome:
    """Table 4: how an unknown player is expected to act first."""
    new = ActionFrequencies()
    found = {
        name: new.predict_first(bets=bets, street=1, last=Last.CALL)
        for bets, name in enumerate(("0 bets to call", "1 bet to call", "2 or more bets to call"))
    }
    return _chances(found, ((0, 0.7, 0.3), (0.5, 0.3, 0.2), (0.7, 0.2, 0.1)))


def seca_second_defaults(_: RunOptions) -> Outcome:
    """Table 5: how an unknown player is expected to act next."""
    new = ActionFrequencies()
    found = {
        f"after a {first.name.lower()}": new.predict_second(first=first, street=1)
        for first in First
    }
    return _chances(found, ((0.4, 0.4, 0.2), (0.1, 0.8, 0.1), (0.1, 0.6, 0.3)))


def _chances(found: dict[str, Chances], printed: tuple[tuple[float, ...], ...]) -> Outcome:
    """Our defaults are taken from these tables, so they could not have missed them."""
    return Outcome(
        tuple(
            holds(f"{name}: {deed.name.lower()}", chance, f"{said:g}", chance == said, why=TAKEN)
            for (name, chances), expected in zip(found.items(), printed, strict=True)
            for deed, chance, said in zip(Deed, chances, expected, strict=True)
        )
    )


TAKEN = "taken from this table, so it says only that HuBot uses what is printed"


Counts = tuple[int, ...]
"""Folds, checks or calls, and bets or raises of one situation."""


def evenly(counts: Counts) -> list[Deed]:
    """Observations in an order in which each action is as frequent late as early.

    The document does not print the order, on which the last 30 observations depend.
    """
    places = ((k + 0.5) / n for n in counts for k in range(n))
    deeds = (deed for deed, n in zip(Deed, counts, strict=True) for _ in range(n))
    return [deed for _, deed in sorted(zip(places, deeds, strict=True))]


def by_the_text(*groups: Sequence[Counts]) -> tuple[float, bool]:
    """§4.5.2: the share of raises in the first group with 30 observations, and if it is the first.

    Of more observations in the situation itself, the last 30 have more weight: as much as all.
    """
    for i, group in enumerate(groups):
        sums = np.sum(group, axis=0)
        if sums.sum() >= ENOUGH:
            share = float(sums[Deed.RAISE] / sums.sum())
            if i == 0 and sums.sum() > ENOUGH:
                lately = evenly(group[0])[-ENOUGH:]
                share = (share + lately.count(Deed.RAISE) / ENOUGH) / 2
            return share, i == 0
    raise ValueError("these are too few observations for any prediction")


def _predicted(name: str, found: Chances, *groups: Sequence[Counts]) -> Figure:
    """The chance of a bet or raise by our table, beside the text's rule for the printed counts."""
    raised, alone = by_the_text(*groups)
    merged = "" if alone else ", merged"
    return by_second_program(f"{name}: raises{merged}", found.raised, raised, EXACT)


ORDER = "the order of the observations is not printed; they are told evenly"


def seca_first_table(_: RunOptions) -> Outcome:
    """Figure 13: what our table predicts of a player of whom it has seen the printed actions."""
    seen, rows = ActionFrequencies(), _printed_rows(FIRST_TABLE)
    for street, row in enumerate(rows):
        for last, counts in zip(Last, row, strict=True):
            for deed in evenly(counts):
                seen.record_first(deed, bets=0, street=street, last=last)
    everywhere = [counts for row in rows for counts in row]
    figures = [
        holds(f"situations {what}", ours, f"{said}", ours == said, why=TAKEN)
        for what, ours, said in (
            ("in the table", BETS * ROUNDS * LASTS, 48),
            # before the flop there is no last action
            ("that can occur", BETS * (1 + (ROUNDS - 1) * LASTS), 39),
        )
    ]
    for street, row in enumerate(rows):
        for last, counts in zip(Last, row, strict=True):
            found = seen.predict_first(bets=0, street=street, last=last)
            name = f"{ROUND_NAMES[street]} after a {last.name.lower()}"
            figures.append(_predicted(name, found, [counts], row, everywhere))
    return Outcome(
        tuple(figures),
        notes=(
            "our second program is the text's rule, written out again, for the printed counts",
            "the text gives the last 30 observations more weight; we give them as much as all",
            ORDER,
            "before the flop, folds with 0 bets to call are the small blind's, with half a bet",
            "ours: railbird.players.hubot.frequencies",
        ),
    )


def seca_second_table(_: RunOptions) -> Outcome:
    """Figure 14: the same of second actions."""
    seen, rows = ActionFrequencies(), _printed_rows(SECOND_TABLE)
    for first, row in zip(First, rows, strict=True):
        for street, counts in enumerate(row):
            for deed in evenly(counts):
                seen.record_second(deed, first=first, street=street)
    figures = [
        _predicted(
            f"{ROUND_NAMES[street]} after a {first.name.lower()}",
            seen.predict_second(first=first, street=street),
            [counts],
            row,
        )
        for first, row in zip(First, rows, strict=True)
        for street, counts in enumerate(row)
    ]
    return Outcome(
        tuple(figures),
        notes=(
            "our second program is the text's rule, written out again, for the printed counts",
            "the text gives the last 30 observations more weight; we give them as much as all",
            ORDER,
            "ours: railbird.players.hubot.frequencies",
        ),
    )


def seca_percentile(_: RunOptions) -> Outcome:
    """Equation 5: how far a hand is from the next strategy's threshold."""
    plan = choose(holdem_class_index("AJs"), FOUR_BEFORE)
    steps = GROUPS[7].at(FOUR_BEFORE.position)
    rate = 1000 * shipped_rates(7).rate("AJs")
    calibrated = "calibrated: our thresholds were chosen so that they give this example"
    sampled = "our income rate of AJs is sampled, and so is the printed one"
    return Outcome(
        (
            holds(
                "strategy of a rate between 480 and 900",
                plan.strategy.name,
                "Make2",
                plan.strategy.name == "MAKE2",
                why=calibrated,
            ),
            by_second_program(
                "HuBot's percentile, by Eq. 5", plan.percentile, (rate - 480) / 420, EXACT
            ),
            beside("threshold of Make2", steps[3], 480, calibrated),
            beside("threshold of Make4", steps[4], 900, calibrated),
            beside("percentile of AJs", plan.percentile, 0.571, sampled),
            beside("our rate of AJs", rate, 720, sampled),
        ),
        notes=(
            "the document does not print the thresholds' formulas; ours give the example's",
            "our second program is (rate - 480) / (900 - 480) with our rate of AJs",
        ),
    )


def seca_counts(_: RunOptions) -> Outcome:
    """Counts in the text: hands, rankings of hands (Equations 6 and 7), and shares."""
    _meant, ranked, _failed = printed_field(numbers_of("AcKc"), numbers_of("Kd9s2h"), 1)
    suits = [name[2:] for name in HOLDEM_CLASSES]
    rates = np.array([printed_seven()[name] for name in HOLDEM_CLASSES])
    inside = (rates >= -323) & (rates <= 336)
    of_hands = inside[holdem_class_of_hand()].mean()
    range_ = "% of hands with a rate of -323 to 336 in Table 3"
    normal = "slip: 68.26 % is the share of a normal distribution within one standard deviation"
    counts = (
        ("hands before the flop", len(holdem_hands()), 1326),
        ("kinds of them", len(HOLDEM_CLASSES), 169),
        ("pairs", suits.count(""), 13),
        ("suited", suits.count("s"), 78),
        ("unsuited", suits.count("o"), 78),
        ("an opponent's hands on the flop", comb(47, 2), 1081),
        ("turns and rivers against one opponent's hand", comb(45, 2), 990),
        ("calls of the ranking function in Figure 9", ranked, 1_071_271),
        ("of which in the inner loop", ranked - comb(47, 2), 1_070_190),
        ("different sets of four unknown cards", comb(47, 4), 178_365),
    )
    figures: list[Figure] = [
        *(compare(name, ours, printed, digits=0) for name, ours, printed in counts),
        compare(range_, 100 * of_hands, 68.26, digits=2, why=normal),
        beside("the same of the 169 kinds", 100 * inside.mean(), 68.26, normal),
    ]
    figures += [
        compare(f"6 / √N after {hands:,} hands", 6 / sqrt(hands), said, digits=2)
        for hands, said in ((10_000, 0.06), (40_000, 0.03))
    ]
    return Outcome(
        tuple(figures),
        notes=("four unknown cards: two to come and two of an opponent; ours are ranked besides",),
    )


def seca_speeds(_: RunOptions) -> Outcome:
    """§4.4.1 and §3.2.1: hands ranked a second, and the time for a potential on the flop."""
    case = ("all seven-card hands", comb(52, 7), seven_card_counts)
    rate = measure(case, runs=2).rate
    assert rate is not None
    machine = "on this machine, one thread; the document's are of 2008 or before"
    ones = np.ones(1326)
    figures = [
        beside(f"7-card hands ranked a second, beside {name}", round(rate), printed, machine)
        for name, printed in (
            ("CPRG's function", 1_165_716),
            ("RayW's tables", 142_779_680),
            ("Brecher's evaluator", 34_659_212),
        )
    ]
    for ahead in (1, 2):
        hand_potential("AcKc", "Kd9s2h", ones, look_ahead=ahead)  # loads tables
    for ahead, board, printed in ((1, "Kd9s3h", 280.0), (2, "Kd9s4h", 2000.0)):
        started = perf_counter()
        hand_potential("AcKc", board, ones, look_ahead=ahead)
        spent = 1000 * (perf_counter() - started)
        figures.append(beside(f"potential on the flop, {ahead} ahead, ms", spent, printed, machine))
    return Outcome(tuple(figures), notes=("all 133,784,560 hands in order, as in the document",))
