"""The competition of 2006: Tables 5.1 and 5.2 of Kan (2007)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from railbird.divat.heads_up.estimators import duplicate
from railbird.reproduce.claims import less_than, more_than
from railbird.reproduce.divat.bot_matches import play_bots
from railbird.reproduce.divat.unseen import STAND_INS
from railbird.reproduce.experiment import (
    Claim,
    Figure,
    Outcome,
    RunOptions,
    UnsureFigure,
    beside,
    holds,
    judged,
    rounding,
)
from railbird.reproduce.pair_table import PairScore, PairTable

DEALS = 2_000
FAST = """
Hyperborean x +0.05 +0.72 +0.41 +0.39
Bluffbot -0.05 x +0.53 -0.19 +0.10
Monash -0.72 -0.53 x +1.17 -0.03
Teddy -0.41 +0.19 -1.17 x -0.46
"""
SLOW = """
Hyperborean x +0.11 +0.18 +0.73 +0.34
Bluffbot -0.11 x +0.12 +0.52 +0.18
GS2 -0.18 -0.12 x +0.65 +0.12
Monash -0.73 -0.52 -0.65 x -0.64
"""
ROUNDED = "the printed cells give {:.2f}; {:.2f} needs cells that rounding moved by 0.005 in all"
CELLS = "this is the document's own arithmetic: the mean of the printed cells, to two digits"
NOT_PUBLIC = "the programs are not public; our stand-ins play (see the note and the table above)"
WHO_WINS = ": who wins, by DIVAT"
CYCLE = ("Monash", "Teddy", "Bluffbot")
"""In the fast event each of them beat the next, and the last the first (§5.4.4)."""


def kan_fast(options: RunOptions) -> Outcome:
    """Table 5.1 of Kan (2007)."""
    return _competition(FAST, options)


def kan_slow(options: RunOptions) -> Outcome:
    """Table 5.2 of Kan (2007)."""
    return _competition(SLOW, options)


def _competition(text: str, options: RunOptions) -> Outcome:
    """The means of the printed cells, the cells of our stand-ins, and who beats whom among them."""
    rows = [line.split() for line in text.strip().splitlines()]
    names = [name for name, *_ in rows]
    figures: list[Figure | Claim] = []
    for name, *cells, mean in rows:
        row = [float(cell) for cell in cells if cell != "x"]
        ours = sum(row) / len(row)
        right = abs(ours - float(mean)) <= rounding(2)
        why = CELLS if right else ROUNDED.format(ours, float(mean))
        figures.append(holds(f"{name}: mean of its printed row", ours, mean, right, why=why))
    deals = max(2, (options.games or 2 * DEALS) // 2)
    scores: dict[tuple[str, str], PairScore] = {}
    pairs = list(combinations(range(len(names)), 2))
    for k, (i, j) in enumerate(pairs):
        one, two = names[i], names[j]
        own = options.part(k, len(pairs), seed=options.seed + k)
        players = STAND_INS[one][0](one), STAND_INS[two][0](two)
        score = PairScore.of(duplicate(play_bots(*players, deals, own, twice=True)[0]))
        scores[one, two], scores[two, one] = score, score.reversed()
        said = float(rows[i][1 + j])
        better = more_than if said > 0 else less_than
        figures += [
            beside(f"{one} v {two}", score.money, said, NOT_PUBLIC),
            better(
                f"{one} v {two}{WHO_WINS}",
                score.divat,
                0.0,
                error=score.divat_error,
                count=deals,
            ),
        ]
    found = judged(*figures)
    table = PairTable(tuple(names), scores)
    stands = "; ".join(f"{STAND_INS[name][1]} for {name}" for name in names)
    how = f"{2 * deals:,} games a pair, in duplicate, seeds {options.seed} and after; {stands}"
    notes = (how, _cycle(found)) if set(CYCLE) <= set(names) else (how,)
    return Outcome(found, table.text(), notes, drawings=(table,))


def _cycle(figures: Sequence[Figure]) -> str:
    """Whether the three beat each other in a circle here too, as far as that can be told."""
    legs = {frozenset(leg) for leg in pairwise((*CYCLE, CYCLE[0]))}
    told = [
        figure.verdict
        for figure in figures
        if frozenset(figure.name.partition(":")[0].split(" v ")) in legs
        and figure.name.endswith(WHO_WINS)
        and not isinstance(figure, UnsureFigure)
    ]
    cycle = f"the printed cycle ({' beats '.join((*CYCLE, CYCLE[0]))})"
    if "differs" in told:
        return f"{cycle} does not appear here"
    if told == ["consistent"] * len(legs):
        return f"{cycle} appears here"
    return f"too few games to tell whether {cycle} appears here"
