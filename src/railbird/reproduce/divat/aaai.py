"""The competition of 2006: Tables 5.1 and 5.2 of Kan (2007)."""

from __future__ import annotations

from itertools import combinations

from railbird.divat.heads_up.estimators import duplicate
from railbird.reproduce.divat.bot_matches import play_bots
from railbird.reproduce.divat.unseen import STAND_INS
from railbird.reproduce.experiment import Figure, Outcome, RunOptions, beside, compare
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
NOT_PUBLIC = "the programs are not public; our stand-ins play (see the note and the table above)"


def kan_fast(options: RunOptions) -> Outcome:
    """Table 5.1 of Kan (2007)."""
    return _competition(FAST, options)


def kan_slow(options: RunOptions) -> Outcome:
    """Table 5.2 of Kan (2007)."""
    return _competition(SLOW, options)


def _competition(text: str, options: RunOptions) -> Outcome:
    """The means of the printed cells, and the cells beside those of our stand-ins."""
    rows = [line.split() for line in text.strip().splitlines()]
    names = [name for name, *_ in rows]
    figures: list[Figure] = []
    for name, *cells, mean in rows:
        wins = [float(cell) for cell in cells if cell != "x"]
        ours = sum(wins) / len(wins)
        why = ROUNDED.format(ours, float(mean))
        figures.append(compare(f"{name}: mean of its row", ours, float(mean), digits=2, why=why))
    deals = max(2, (options.games or 2 * DEALS) // 2)
    scores: dict[tuple[str, str], PairScore] = {}
    pairs = list(combinations(range(len(names)), 2))
    for k, (i, j) in enumerate(pairs):
        one, two = names[i], names[j]
        own = options.part(k, len(pairs), seed=options.seed + k)
        players = STAND_INS[one][0](one), STAND_INS[two][0](two)
        score = PairScore.of(duplicate(play_bots(*players, deals, own, twice=True)[0]))
        scores[one, two], scores[two, one] = score, score.reversed()
        figures.append(beside(f"{one} v {two}", score.money, float(rows[i][1 + j]), NOT_PUBLIC))
    table = PairTable(tuple(names), scores)
    stands = "; ".join(f"{STAND_INS[name][1]} for {name}" for name in names)
    how = f"{2 * deals:,} games a pair, in duplicate, seeds {options.seed} and after; {stands}"
    return Outcome(tuple(figures), table.text(), (how,), drawings=(table,))
