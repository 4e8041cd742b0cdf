"""Figures of Melcher (2015): who acts when, examples of chapter 2, counts of chapter 5, §7.2.

The examples have stacks 2, 5, 8, 13, 17 and prizes 50, 30, 20.
"""

from __future__ import annotations

from railbird.reproduce.experiment import (
    Figure,
    Outcome,
    RunOptions,
    beside,
    compare,
    same_text,
    within,
)
from railbird.table import State, table_rules
from railbird.table.seats import seat_names
from railbird.tournament import finish_matrix, payoffs
from railbird.tournament.jamfold import counts

STACKS = (2, 5, 8, 13, 17)
PAYOUTS = (50, 30, 20)
HARVILLE = """
.044 .060 .093 .180 .622
.111 .142 .201 .331 .214
.178 .211 .264 .246 .102
.289 .287 .239 .145 .040
.378 .300 .202 .098 .022
5.89 13.84 20.48 27.86 31.94
"""
WEITZMAN = """
.044 .071 .124 .240 .520
.111 .159 .228 .294 .208
.178 .223 .257 .212 .130
.289 .277 .212 .142 .080
.378 .269 .179 .112 .061
6.84 14.89 20.73 26.99 30.56
"""
ROBERTS = """
.044 .049 .073 .144 .690
.111 .124 .191 .392 .182
.178 .197 .290 .256 .078
.289 .301 .252 .127 .031
.378 .329 .194 .081 .019
5.16 13.09 20.61 28.51 32.63
"""


def _example(model: str, printed: str, *notes: str) -> Outcome:
    """Compare a printed finishing matrix, a row for each player, and the payoffs below it."""
    *rows, paid = ([float(x) for x in line.split()] for line in printed.strip().splitlines())
    figures: list[Figure] = []
    for stack, ours, theirs in zip(STACKS, finish_matrix(STACKS, model), rows, strict=True):
        figures += [
            compare(f"stack {stack}, place {place}", float(x), y, digits=3)
            for place, (x, y) in enumerate(zip(ours, theirs, strict=True), start=1)
        ]
    figures += [
        compare(f"stack {stack}, payoff", float(x), y, digits=2)
        for stack, x, y in zip(STACKS, payoffs(STACKS, PAYOUTS, model), paid, strict=True)
    ]
    return Outcome(tuple(figures), notes=notes)


def melcher_harville(_: RunOptions) -> Outcome:
    """Section 2.1.1."""
    return _example("harville", HARVILLE)


def melcher_weitzman(_: RunOptions) -> Outcome:
    """Section 2.2.1."""
    return _example(
        "weitzman",
        WEITZMAN,
        "Algorithm 2.2, line 8, must read 1/(b(x_i + d)), as Listing A.2 has it",
        "Listing A.2 returns the matrix transposed: places in rows",
    )


def melcher_roberts(_: RunOptions) -> Outcome:
    """Section 2.3.1."""
    return _example("roberts", ROBERTS)


POSITIONS = """
EP1 1 3
EP2 2 4
MP1 3 5
MP2 4 6
HJ 5 7
CO 6 8
BU 7 9
SB 8 1
BB 9 2
"""
"""Table 1.1: the position, and its turn before and after the flop."""

ROLLOUTS = """
2 2 14365 28730
3 6 818805 4912830
4 24 35208615 845006760
5 120 1218218079 146186169480
"""
"""Table 5.1: players, results, matchups, entries."""

NODES = """
2 1 1 0 2
3 2 3 1 6
4 3 6 4 13
5 4 10 10 24
6 5 15 20 40
7 6 21 35 62
8 7 28 56 91
9 8 36 84 128
10 9 45 120 174
"""
"""Table 5.2: players, decisions with one, two, three all in, all decisions."""

STATES = """
2 4.40e1 8.90e1 1.35e4
3 9.46e2 3.92e3 9.11e7
4 1.32e4 1.14e5 4.10e11
5 1.36e5 2.44e6 1.38e15
6 1.09e6 4.15e7 3.73e18
7 7.06e6 5.81e8 8.39e21
8 3.83e7 6.89e9 1.62e25
9 1.77e8 7.06e10 2.73e28
"""
"""Table 5.3: players, states for 45 units, for 90, without the tie-break."""

TOTALS = """
3 990 1
4 14234 57
5 149985 1492
6 1235993 24452
7 8295045 285622
8 46615613 2554070
9 223848240 18291428
"""
"""Table 5.4: players, states, complexity."""

UNITS = {"45 units": 45, "90 units": 90, "no tie-break": 13_500}
BYTES = 8


def _rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def melcher_positions(_: RunOptions) -> Outcome:
    """Table 1.1: our engine plays a hand of nine players in which everybody calls or checks."""
    players = 9
    state = State(table_rules(players), [100] * players)
    turns: tuple[dict[int, int], dict[int, int]] = ({}, {})
    while state.round < 2 and state.actor is not None:
        now = turns[state.round]
        now[state.actor] = len(now) + 1
        state.call()
    names = seat_names(players)
    figures = []
    for position, (name, before, after) in zip(turns[0], _rows(POSITIONS), strict=True):
        # our positions count from the small blind, who acts second to last before the flop
        seat = names[(position - 2) % players]
        figures += [
            beside(f"{name}: name", seat, name, "names of a seat are a matter of taste"),
            compare(f"{name}: turn before the flop", turns[0][position], int(before), digits=0),
            compare(f"{name}: turn after the flop", turns[1][position], int(after), digits=0),
        ]
    return Outcome(tuple(figures))


def melcher_rollouts(_: RunOptions) -> Outcome:
    """Table 5.1, and the sizes in the text below it."""
    figures: list[Figure] = []
    for row in _rows(ROLLOUTS):
        players, *printed = map(int, row)
        ours = (
            counts.finishing_orders(players),
            counts.matchups(players),
            counts.rollout_entries(players),
        )
        figures += [
            compare(f"{players} players, {what}", x, y, digits=0)
            for what, x, y in zip(("results", "matchups", "entries"), ours, printed, strict=True)
        ]
    for players, unit, power, size in ((3, "MB", 20, 37.5), (4, "GB", 30, 6.3), (5, "TB", 40, 1.1)):
        ours_size = BYTES * counts.rollout_entries(players) / 2**power
        figures.append(compare(f"{players} players, size in {unit}", ours_size, size, digits=1))
    return Outcome(
        tuple(figures),
        notes=(
            f"results with ties: {counts.finishing_orders(3, ties=True)} of three players",
            "matchups include those that cannot be dealt, such as AA three times",
            "MB, GB, TB are 2^20, 2^30, 2^40 bytes",
        ),
    )


def melcher_nodes(_: RunOptions) -> Outcome:
    """Table 5.2."""
    figures: list[Figure] = []
    for row in _rows(NODES):
        players, *printed = map(int, row)
        ours = counts.decision_nodes(players)
        figures += [
            compare(f"{players} players, {what}", x, y, digits=0)
            for what, x, y in zip(
                ("1-way", "2-way", "3-way", "total"), (*ours, sum(ours)), printed, strict=True
            )
        ]
    return Outcome(tuple(figures))


def melcher_states(_: RunOptions) -> Outcome:
    """Table 5.3."""
    figures: list[Figure] = []
    for players, *printed in _rows(STATES):
        for (what, units), text in zip(UNITS.items(), printed, strict=True):
            last_digit = 10.0 ** (int(text.partition("e")[2]) - 2)
            ours = counts.tournament_states(int(players), units)
            figures.append(within(f"{players} players, {what}", ours, float(text), last_digit / 2))
    return Outcome(
        tuple(figures),
        notes=(
            "printed to three digits; a state is a stack for each position, in order",
            "without the tie-break 13,500 whole chips are counted, as if no pot broke one",
        ),
    )


def melcher_totals(_: RunOptions) -> Outcome:
    """Table 5.4, and the information sets of §5.5."""
    figures: list[Figure] = []
    one = counts.three_way_nodes(3, 45)
    for row in _rows(TOTALS):
        players, states, complexity = map(int, row)
        ours = counts.three_way_nodes(players, 45) / one
        figures += [
            compare(
                f"{players} players, states", counts.total_states(players, 45), states, digits=0
            ),
            compare(f"{players} players, complexity", ours, complexity, digits=0),
        ]
    figures.append(
        within("5 players, information sets (§5.5)", counts.information_sets(5, 45), 5.8e8, 0.05e8)
    )
    return Outcome(
        tuple(figures), notes=("complexity: 3-way decisions in all states, in units of 3 players",)
    )


def melcher_two_players(_: RunOptions) -> Outcome:
    """Section 7.2: how far the values of the solved tournament are from the share of chips."""
    from railbird.tournament.whole.solve import solve_tournament
    from railbird.tournament.whole.states import TournamentStakes

    stakes = TournamentStakes(units=45, prizes=tuple(map(float, PAYOUTS)))
    found = solve_tournament(stakes, 2)
    stacks = found.game.layer(2).layer.stacks
    first, second = PAYOUTS[:2]
    off = found.values(2) - (second + (first - second) * stacks / stakes.units)
    furthest = int(abs(off[:, 0]).argmax())
    small, big = stacks[furthest]
    return Outcome(
        (
            same_text("state furthest from chips", f"{{{small}, {big}}}", "{8, 37}"),
            compare("small blind there, more than chips", float(off[furthest, 0]), 0.045, digits=3),
        ),
        notes=(f"in no hand does anybody gain more than {found.loops[-1].epsilon:.1e}",),
    )
