"""Tables of Ganzfried & Sandholm (2008): one hand of three players, jam or fold, and a ranking.

Stacks are 4,500 each, blinds 300/600. "Single hand" is the hand played for chips: with prizes of
50, 30, 20 and Malmuth-Harville the ranges are quite different. For chips it does not matter how
ties are broken.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import HOLDEM_CLASSES, holdem_class_index
from railbird.equilibrium import gains, places_of
from railbird.reproduce.experiment import Figure, Outcome, RunOptions, beside, compare, within
from railbird.reproduce.tournament.folded_cards import CardsKeptOut
from railbird.tournament import HandSolution, solve_hand
from railbird.tournament.jamfold import counts
from railbird.tournament.jamfold.game import FOLD, JAM, JamFold
from railbird.tournament.jamfold.ranked.rankings import sklansky_chubukov
from railbird.tournament.jamfold.showdowns import CLASSES, two_way

Floats = npt.NDArray[np.float64]

STACK, BLINDS, PAYOUTS = 4500, (300, 600), (50, 30, 20)
POOL = 100.0
"""Dollars; the value of all 13,500 chips."""

EPSILON = 0.001
"""Dollars: the authors stop when no player gains more than this by deviating."""

PERCENT = 1.0
"""The tables print whole percent."""

DECISIONS = {
    11: "BTN", 12: "SB after BTN", 13: "SB", 14: "BB after BTN", 15: "BB after SB",
    16: "BB after BTN, SB",
}  # fmt: skip
"""Numbers of the tables with ranges of the single hand."""

FREQUENCIES = {
    "BTN": (0.376, 0.355),
    "SB after BTN": (0.088, 0.234),
    "SB": (0.652, 0.633),
    "BB after BTN": (0.145, 0.308),
    "BB after SB": (0.273, 0.466),
    "BB after BTN, SB": (0.021, 0.197),
}
"""Table 2: the whole tournament, and the single hand."""

RANGES = {
    11: """
100 100 100 100 100 100 100 100 100 100 100 100 100
100 100 100 100 100 100 100 100 100 100 100 98 0
100 100 100 100 100 100 100 96 94 0 0 0 0
100 100 100 100 100 100 98 95 0 0 0 0 0
100 100 100 100 100 100 98 96 0 0 0 0 0
100 100 0 0 20 100 99 97 0 0 0 0 0
100 2 0 0 0 0 100 98 95 0 0 0 0
100 0 0 0 0 0 0 100 97 0 0 0 0
100 0 0 0 0 0 0 0 100 94 0 0 0
100 0 0 0 0 0 0 0 0 100 0 0 0
100 0 0 0 0 0 0 0 0 0 100 0 0
100 0 0 0 0 0 0 0 0 0 0 100 0
100 0 0 0 0 0 0 0 0 0 0 0 100
""",
    12: """
100 100 100 100 100 100 100 100 100 100 100 100 100
100 100 100 100 100 100 1 1 1 0 0 0 0
100 100 100 100 100 1 0 0 0 0 0 0 0
100 100 91 100 100 1 0 0 0 0 0 0 0
100 100 1 0 100 1 0 0 0 0 0 0 0
100 1 0 0 0 100 0 0 0 0 0 0 0
100 0 0 0 0 0 100 0 0 0 0 0 0
100 0 0 0 0 0 0 100 0 0 0 0 0
100 0 0 0 0 0 0 0 100 0 0 0 0
100 0 0 0 0 0 0 0 0 100 0 0 0
1 0 0 0 0 0 0 0 0 0 100 0 0
1 0 0 0 0 0 0 0 0 0 0 100 0
1 0 0 0 0 0 0 0 0 0 0 0 100
""",
    13: """
100 100 100 100 100 100 100 100 100 100 100 100 100
100 100 100 100 100 100 100 100 100 100 100 100 100
100 100 100 100 100 100 100 100 100 100 100 100 100
100 100 100 100 100 100 100 100 100 100 99 99 99
100 100 100 100 100 100 100 100 99 99 99 17 0
100 100 100 100 100 100 100 100 99 99 0 0 0
100 100 100 100 100 99 100 100 99 99 98 0 0
100 100 100 100 99 99 99 100 99 99 98 0 0
100 100 100 0 0 0 8 98 100 99 99 11 0
100 100 100 0 0 0 0 0 0 100 99 98 0
100 100 100 0 0 0 0 0 0 0 100 98 0
100 100 4 0 0 0 0 0 0 0 0 100 0
100 100 0 0 0 0 0 0 0 0 0 0 100
""",
    14: """
100 100 100 100 100 100 100 100 100 100 100 100 100
100 100 100 100 100 100 100 100 100 92 1 1 1
100 100 100 100 100 100 89 1 1 100 0 0 0
100 100 100 100 100 95 1 0 0 0 0 0 0
100 100 100 48 100 95 1 0 0 0 0 0 0
100 100 1 0 0 100 0 0 0 0 0 0 0
100 1 0 0 0 0 100 0 0 0 0 0 0
100 1 0 0 0 0 0 100 0 0 0 0 0
100 1 0 0 0 0 0 0 100 0 0 0 0
100 1 0 0 0 0 0 0 0 100 0 0 0
100 0 0 0 0 0 0 0 0 0 100 0 0
100 0 0 0 0 0 0 0 0 0 0 100 0
100 0 0 0 0 0 0 0 0 0 0 0 100
""",
    15: """
100 100 100 100 100 100 100 100 100 100 100 100 100
100 100 100 100 100 100 100 100 100 100 100 100 100
100 100 100 100 100 100 100 100 100 100 99 96 1
100 100 100 100 100 100 100 98 1 0 0 0 0
100 100 100 100 100 100 100 5 0 0 0 0 0
100 100 100 100 97 100 99 1 0 0 0 0 0
100 100 100 93 0 0 100 0 0 0 0 0 0
100 100 97 0 0 0 0 100 0 0 0 0 0
100 100 1 0 0 0 0 0 100 0 0 0 0
100 100 0 0 0 0 0 0 0 100 0 0 0
100 100 0 0 0 0 0 0 0 0 100 0 0
100 100 0 0 0 0 0 0 0 0 0 100 0
100 99 0 0 0 0 0 0 0 0 0 0 100
""",
    16: """
100 100 100 100 100 100 100 100 100 100 5 3 2
100 100 100 100 100 100 2 1 1 1 0 0 0
100 100 100 100 100 100 2 0 0 0 0 0 0
100 100 100 100 100 100 3 0 0 0 0 0 0
100 8 2 2 100 100 100 0 0 0 0 0 0
100 1 0 0 0 100 100 2 0 0 0 0 0
4 0 0 0 0 0 100 100 0 0 0 0 0
2 0 0 0 0 0 0 100 7 0 0 0 0
1 0 0 0 0 0 0 0 100 0 0 0 0
1 0 0 0 0 0 0 0 0 100 0 0 0
1 0 0 0 0 0 0 0 0 0 100 0 0
1 0 0 0 0 0 0 0 0 0 0 100 0
0 0 0 0 0 0 0 0 0 0 0 0 2
""",
}
"""Tables 11 to 16: percent of jams or calls, suited hands above the diagonal."""

RANKS = """
0 2 6 10 12 17 19 23 27 25 28 32 34
4 1 20 24 30 42 46 47 50 53 55 58 59
8 33 3 39 45 52 60 67 69 72 75 77 81
13 38 51 5 48 62 71 79 87 89 91 96 99
16 44 56 65 7 68 78 88 97 106 107 112 116
22 49 64 76 86 9 83 94 104 114 123 127 132
26 54 74 85 95 102 11 100 108 118 128 138 141
31 57 80 92 103 111 117 14 113 122 133 142 151
36 61 82 101 110 119 126 131 15 125 137 146 155
35 63 84 105 120 129 136 140 144 18 134 145 154
37 66 90 109 124 139 147 150 153 152 21 149 157
40 70 93 115 130 143 156 159 161 160 163 29 162
43 73 98 121 135 148 158 164 166 165 167 168 41
"""
"""Table 4: the ranking of Karlson and Sklansky, the best class first."""

MISPRINT = (14, "Q5s")
"""A class that calls although better ones, Q6s and Q7s, fold."""

UNDETERMINED = (
    f"tolerance: what can be moved at a cost of ${EPSILON:g} of $100, where the authors stop, plus "
    "half a unit of the last digit"
)
WHOLE_TOURNAMENT = "from the equilibrium of the whole tournament, which is not computed here"


@cache
def _hand(payouts: tuple[float, ...] | None = None) -> HandSolution:
    return solve_hand([STACK] * 3, blinds=BLINDS, payouts=payouts, ties="random")


@cache
def _costs() -> dict[str, Floats]:
    """Dollars that each class gains by jamming instead of folding, by decision, in our solution.

    They are weighted by the probability that the hand gets there with that class.
    """
    hand = _hand()
    game = JamFold(hand.rules, hand.ends)
    found = {}
    for player in range(game.players):
        places, values = places_of(game, player), game.values(player, hand.strategy)
        for place, value in zip(places, values, strict=True):
            dollars = (value[:, JAM] - value[:, FOLD]) * POOL / hand.rules.pool
            found[game.nodes[place].name(game.players)] = dollars
    return found


def _printed(table: int) -> Floats:
    """A printed range, as probabilities of the 169 classes."""
    return np.array(RANGES[table].split(), dtype=np.float64) / 100


def movable(jam: Floats, gained: Floats, cost: float) -> float:
    """How far the share of hands that jam can be moved, up or down, at this cost.

    Returns the smaller of the two; the cheapest classes are moved first.

    Examples
    --------
    Every class jams half of the time, and only AA and KK, six hands each, lose by folding. At a
    cost of 0.25 all others can fold, 657 hands of 663, and a quarter of AA:

    >>> gained = np.zeros(169)
    >>> gained[[0, 14]] = 1.0
    >>> round(1326 * movable(np.full(169, 0.5), gained, 0.25), 6)
    658.5
    """
    dealt = two_way().dealt
    found = []
    for room, price in ((1 - jam, np.maximum(-gained, 0)), (jam, np.maximum(gained, 0))):
        moved, left = 0.0, cost
        for kind in np.argsort(price / dealt, kind="stable"):
            whole = float(price[kind] * room[kind])
            part = float(room[kind]) if whole <= left else left / float(price[kind])
            moved += float(dealt[kind]) * part
            left -= min(whole, left)
        found.append(moved)
    return min(found)


def gs_frequencies(_: RunOptions) -> Outcome:
    """Table 2."""
    hand, prizes, costs = _hand(), _hand(PAYOUTS), _costs()
    figures, sums = [], []
    for table, name in DECISIONS.items():
        one = hand.decision(name)
        tolerance = 0.0005 + movable(one.jam, costs[name], EPSILON)
        figures.append(within(f"{name}: single hand", one.share, FREQUENCIES[name][1], tolerance))
        sums.append(f"{name} {two_way().dealt @ _printed(table):.4f}")
    figures += [
        beside(
            f"{name}: tournament",
            prizes.decision(name).share,
            FREQUENCIES[name][0],
            f"{WHOLE_TOURNAMENT}; ours is one hand played for prizes, by Malmuth-Harville",
        )
        for name in DECISIONS.values()
    ]
    return Outcome(
        tuple(figures),
        notes=(
            UNDETERMINED,
            f"the printed ranges of Tables 11 to 16 add up to: {', '.join(sums)}",
            _how(hand),
        ),
    )


def gs_ranking(_: RunOptions) -> Outcome:
    """Table 4: classes ranked by how many chips they can jam face up."""
    numbers = sklansky_chubukov()
    ours = np.argsort(np.argsort(-numbers, kind="stable"))
    printed = np.array(RANKS.split(), dtype=np.int64)
    figures = [
        compare(label, int(ours[kind]), int(printed[kind]), digits=0, why="another order")
        for kind, label in enumerate(HOLDEM_CLASSES)
    ]
    alike = sum(figure.verdict == "match" for figure in figures)
    summary = compare("classes at the same rank", alike, CLASSES, digits=0, why="those below")
    return Outcome(
        (summary, *(figure for figure in figures if figure.verdict == "differs")),
        text=f"Ranks, ours:\n{_grid(ours)}",
        notes=("ours: ranked by the chips with which the small blind can jam face up",),
    )


def gs_range(table: int, _: RunOptions) -> Outcome:
    """One of Tables 11 to 16: classes that differ from print by more than its rounding."""
    name = DECISIONS[table]
    ours, printed, costs = _hand().decision(name).jam, _printed(table), np.abs(_costs()[name])
    with np.errstate(divide="ignore"):
        tolerance = np.minimum(PERCENT / 2 + 100 * EPSILON / costs, 100)
    lost = costs * np.abs(ours - printed)
    fixed = int(np.count_nonzero(costs > EPSILON))
    figures: list[Figure] = []
    for kind in np.flatnonzero(np.abs(ours - printed) > PERCENT / 200):
        label = HOLDEM_CLASSES[kind]
        why = f"the printed play costs ${lost[kind]:.5f}"
        if (table, label) == MISPRINT:
            why = f"misprint: Q6s and Q7s are better but fold; {why}"
        figures.append(
            within(
                f"{label}, %",
                100 * float(ours[kind]),
                100 * float(printed[kind]),
                float(tolerance[kind]),
                why=why,
            )
        )
    others = CLASSES - sum(figure.verdict == "differs" for figure in figures)
    cost = float(lost.sum())
    named = "" if others == CLASSES else "due to the class that differs below"
    dearest = [f"{HOLDEM_CLASSES[kind]} ${lost[kind]:.5f}" for kind in np.argsort(-lost)[:3]]
    summary = (
        compare("classes that agree", others, CLASSES, digits=0, why=named),
        Figure(
            name="cost of the printed range, $, at most",
            ours=cost,
            printed=EPSILON,
            tolerance=0.0,
            verdict="match" if cost <= EPSILON else "differs",
            why=named,
        ),
    )
    return Outcome(
        (*summary, *figures),
        text=f"{name}, % of jams or calls, ours:\n{_grid(100 * ours)}",
        notes=(
            f"{CLASSES - len(figures)} classes agree to the printed percent and are not listed",
            f"the printed play is most costly with {', '.join(dearest)}",
            f"{fixed} classes are fixed: playing them the other way costs more than ${EPSILON:g}",
            UNDETERMINED,
            _how(_hand()),
        ),
    )


def gs_gains(_: RunOptions) -> Outcome:
    """How much a player could gain against the printed ranges, in two games."""
    rules, ends = _hand().rules, _hand().ends
    back, out = JamFold(rules, ends), CardsKeptOut(rules, ends)
    by_name = {name: _printed(table) for table, name in DECISIONS.items()}
    mended = {name: jam.copy() for name, jam in by_name.items()}
    mended[DECISIONS[MISPRINT[0]]][holdem_class_index(MISPRINT[1])] = 0

    def largest(game: JamFold | CardsKeptOut, jams: dict[str, Floats]) -> float:
        named = [jams[node.name(rules.players)] for node in game.nodes]
        strategy = [np.stack([1 - jam, jam], axis=1) for jam in named]
        return float(gains(game, strategy).max()) * POOL / rules.pool

    return Outcome(
        (
            compare("folded cards go back, Q5s folds, $", largest(back, mended), EPSILON, digits=3),
            compare(
                "folded cards go back, as printed, $",
                largest(back, by_name),
                EPSILON,
                digits=3,
                why="Q5s in Table 14 is a misprint",
            ),
            compare(
                "folded cards stay out, Q5s folds, $",
                largest(out, mended),
                EPSILON,
                digits=3,
                why="they fit the game in which folded cards go back; Melcher (2015), §5.3.2, says "
                "that the authors keep them out",
            ),
        ),
        notes=(
            "printed is the gain at which the authors stop; a chip is taken as $100/13,500",
            "both games are exact: the table of three hands has the effect of folded cards",
            "the ranges are rounded to whole percent, which adds to the possible gain",
        ),
    )


def gs_text(_: RunOptions) -> Outcome:
    """Counts in the text."""
    return Outcome(
        (
            compare(
                "triples of classes",
                counts.matchups(3),
                881_805,
                digits=0,
                why="misprint: two digits are swapped",
            ),
            compare("ways to finish", counts.finishing_orders(3, ties=True), 13, digits=0),
            compare("states of three players", counts.tournament_states(3, 45), 946, digits=0),
        )
    )


def gs_tournament(_: RunOptions) -> Outcome:
    """Tables of the whole tournament."""
    table = Figure(
        name="the table",
        ours="",
        printed=None,
        tolerance=0.0,
        verdict="not comparable",
        why=WHOLE_TOURNAMENT,
    )
    return Outcome((table,))


def _grid(values: npt.NDArray[np.generic]) -> str:
    """Whole numbers of the 169 classes, suited above the diagonal."""
    return "\n".join(" ".join(f"{x:3.0f}" for x in row) for row in values.reshape(13, 13))


def _how(hand: HandSolution) -> str:
    return (
        f"ours: {hand.iterations} iterations, no player gains more than "
        f"${POOL * hand.epsilon:.1g}; played for chips, folded cards back in the deck"
    )
