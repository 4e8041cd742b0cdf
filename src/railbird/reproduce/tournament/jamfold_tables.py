"""Tables of Ganzfried & Sandholm (2008): a tournament of three players, jam or fold.

They have 13,500 chips in units of 300, blinds 300/600 and prizes of 50, 30 and 20. Values of two
players are taken from their chips. Ours are the shipped solution, and equilibria of the hand
against its values. "Single hand" is a hand played for chips: the ranges are quite different. For
chips it does not matter how ties are broken.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import HOLDEM_CLASSES, holdem_class_index
from railbird.equilibrium import gains, places_of
from railbird.reproduce.experiment import (
    Figure,
    Outcome,
    RunOptions,
    compare,
    holds,
    rounding,
    within,
)
from railbird.reproduce.tournament import gs_printed as paper
from railbird.reproduce.tournament.folded_cards import CardsKeptOut
from railbird.tournament import HandSolution, payoffs, solve_hand
from railbird.tournament.jamfold import counts
from railbird.tournament.jamfold.game import FOLD, JAM, JamFold
from railbird.tournament.jamfold.ranked.rankings import sklansky_chubukov
from railbird.tournament.jamfold.showdowns import CLASSES, two_way
from railbird.tournament.whole.solution import solution
from railbird.tournament.whole.states import Layer

Floats = npt.NDArray[np.float64]

UNIT, BLINDS, PAYOUTS = 300, (300, 600), (50, 30, 20)
POOL = 100.0
"""Dollars; the prizes, or the value of all 13,500 chips."""

EPSILON = 0.001
"""Dollars: the authors stop when no player gains more than this by deviating."""

DELTA = 0.05
"""Dollars: they stop the tournament when no value changes by more than this."""

TWO_PLAYERS = 0.045
"""Dollars: how far values of two players are from their share of chips (Melcher, §7.2)."""

VALUES = DELTA + TWO_PLAYERS
"""Dollars: how far their values may be from ours."""

PERCENT = 1.0
"""The tables print whole percent."""

MISPRINT = (14, "Q5s")
"""A class that calls although better ones, Q6s and Q7s, fold."""

UNDETERMINED = (
    f"tolerance: what can be moved at a cost of ${EPSILON:g} of $100, where the authors stop, plus "
    "half a unit of the last digit"
)
SOLVED = "tournament: ours is from the shipped table tournament_solution"


@cache
def _hand(stacks: tuple[int, ...] = paper.EQUAL, *, is_tournament: bool = False) -> HandSolution:
    """The equilibrium of a hand for chips, or against the values of the shipped solution."""
    payouts = PAYOUTS if is_tournament else None
    return solve_hand(stacks, blinds=BLINDS, payouts=payouts, model="solved", ties="random")


@cache
def _costs(
    stacks: tuple[int, ...] = paper.EQUAL, *, is_tournament: bool = False
) -> dict[str, Floats]:
    """Dollars that each class gains by jamming instead of folding, by decision, in our solution.

    They are weighted by the probability that the hand gets there with that class.
    """
    hand = _hand(stacks, is_tournament=is_tournament)
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
    return np.array(paper.RANGES[table].split(), dtype=np.float64) / 100


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
    figures, sums = [], []
    for is_tournament, what in ((False, "single hand"), (True, "tournament")):
        hand = _hand(paper.EQUAL, is_tournament=is_tournament)
        costs = _costs(paper.EQUAL, is_tournament=is_tournament)
        for name, printed in paper.FREQUENCIES.items():
            one = hand.decision(name)
            tolerance = 0.0005 + movable(one.jam, costs[name], EPSILON)
            share = printed[0 if is_tournament else 1]
            figures.append(within(f"{name}: {what}", one.share, share, tolerance))
    for table, shown in paper.TABLES.items():
        if not shown.is_tournament:
            sums.append(f"{shown.decision} {two_way().dealt @ _printed(table):.4f}")
    return Outcome(
        tuple(figures),
        notes=(
            UNDETERMINED,
            f"the printed ranges of Tables 11 to 16 add up to: {', '.join(sums)}",
            _how(_hand()),
            SOLVED,
        ),
    )


def gs_deviations(_: RunOptions) -> Outcome:
    """Table 1: how far all values of three players are from Malmuth-Harville."""
    stacks = Layer(solution().stakes, 3).stacks
    off = np.abs(solution().values[3] - payoffs(stacks, PAYOUTS))
    figures: list[Figure] = []
    below = 0
    for bound, count in paper.DEVIATIONS.items():
        below += count
        if bound < max(paper.DEVIATIONS):
            near = int(np.count_nonzero(np.abs(off - bound) <= VALUES))
            ours = int(np.count_nonzero(off < bound))
            figures.append(within(f"values off by less than ${bound:g}", ours, below, near))
    figures += [
        within("mean deviation, $", float(off.mean()), paper.MEAN_DEVIATION, VALUES),
        within("largest deviation, $", float(off.max()), paper.LARGEST_DEVIATION, VALUES),
    ]
    there = solution().at(paper.LARGEST_AT)
    for units, ours_there, printed in zip(
        paper.LARGEST_AT, there, paper.LARGEST_VALUES, strict=True
    ):
        name = f"value of {UNIT * units:,} chips there, $"
        figures.append(within(name, float(ours_there), printed, VALUES))
    furthest = (stacks[int(off.max(axis=1).argmax())], paper.LARGEST_AT)
    ours_at, theirs_at = (", ".join(f"{UNIT * units:,}" for units in state) for state in furthest)
    return Outcome(
        tuple(figures),
        notes=(
            f"tolerance: ${VALUES:g}, what their δ and values of two players by chips explain",
            "tolerance of a count: the values of ours that are as close as this to its bound",
            f"ours is furthest off at {ours_at}; theirs at {theirs_at}",
            SOLVED,
        ),
    )


def gs_ranking(_: RunOptions) -> Outcome:
    """Table 4: classes ranked by how many chips they can jam face up."""
    numbers = sklansky_chubukov()
    ours = np.argsort(np.argsort(-numbers, kind="stable"))
    printed = np.array(paper.RANKS.split(), dtype=np.int64)
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
    """A table with a range: classes that differ from print by more than its rounding."""
    stacks, name, is_tournament = paper.TABLES[table]
    hand, printed = _hand(stacks, is_tournament=is_tournament), _printed(table)
    ours = hand.decision(name).jam
    costs = np.abs(_costs(stacks, is_tournament=is_tournament)[name])
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
        holds(
            "cost of the printed range, $",
            cost,
            f"≤ {EPSILON:g}",
            cost <= EPSILON + rounding(3),
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
            SOLVED if is_tournament else _how(hand),
        ),
    )


def gs_gains(_: RunOptions) -> Outcome:
    """How much a player could gain against the printed ranges, in two games."""
    rules, ends = _hand().rules, _hand().ends
    back, out = JamFold(rules, ends), CardsKeptOut(rules, ends)
    by_name = {
        shown.decision: _printed(table)
        for table, shown in paper.TABLES.items()
        if not shown.is_tournament
    }
    mended = {name: jam.copy() for name, jam in by_name.items()}
    mended[paper.TABLES[MISPRINT[0]].decision][holdem_class_index(MISPRINT[1])] = 0

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


def _grid(values: npt.NDArray[np.generic]) -> str:
    """Whole numbers of the 169 classes, suited above the diagonal."""
    return "\n".join(" ".join(f"{x:3.0f}" for x in row) for row in values.reshape(13, 13))


def _how(hand: HandSolution) -> str:
    return (
        f"ours: {hand.iterations} iterations, no player gains more than "
        f"${POOL * hand.epsilon:.1g}; played for chips, folded cards back in the deck"
    )
