"""Everybody against everybody, heads-up and in duplicate: money and DIVAT side by side.

Sêca (2008) played his HuBot at full tables only. This goes beyond the document: the players of its
laboratory, and the two of the DIVAT documents, meet where skill can be told from luck.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from railbird.divat.heads_up.estimators import duplicate
from railbird.divat.heads_up.summary import line
from railbird.players import make_player
from railbird.reproduce.claims import more_than, same_mean
from railbird.reproduce.divat.bot_matches import play_bots
from railbird.reproduce.experiment import Figure, Options, Outcome, beside
from railbird.reproduce.pair_table import PairTable, Score

PLAYERS = ("hubot", "poki", "simbot", "jagbot", "sparbot", "vexbot")
DEALS = 2000
BEYOND = "beyond the document, which has no heads-up match"


def seca_heads_up(options: Options) -> Outcome:
    """All pairs of players; each on deals of its own, played with the seats both ways."""
    deals = max(2, (options.games or 2 * DEALS) // 2)
    scores: dict[tuple[str, str], Score] = {}
    figures: list[Figure] = []
    notes: list[str] = []
    reductions = []
    meetings = list(combinations(PLAYERS, 2))
    for i, (first, second) in enumerate(meetings):
        own = options.part(i, len(meetings), seed=options.seed + i)
        match, note = play_bots(make_player(first), make_player(second), deals, own, twice=True)
        pairs = duplicate(match)
        score = Score.of(pairs)
        scores[first, second], scores[second, first] = score, score.reversed()
        gaps = (match.money.astype(np.float64) - match.divat).reshape(2, deals).mean(axis=0)
        each = f"{first} v {second}"
        error = f"{BEYOND}; standard error"
        figures += [
            beside(f"{each}: money", score.money, None, f"{error} {score.money_error:.4f}"),
            beside(f"{each}: DIVAT", score.divat, None, f"{error} {score.divat_error:.4f}"),
            same_mean(f"{each}: money less DIVAT", line("gap", gaps, gaps)),
        ]
        reductions.append(pairs.divat.reduction)
        notes += [note] if "forfeited" in note else []
    figures.append(
        more_than("least variance of duplicate money over duplicate DIVAT", min(reductions), 1.0)
    )
    how = (
        f"{len(reductions)} matches of {2 * deals:,} games: {deals:,} deals of their own, played "
        f"with the seats both ways; seeds {options.seed} to {options.seed + len(reductions) - 1}"
    )
    pairs_table = PairTable(PLAYERS, scores, how)
    return Outcome(tuple(figures), pairs_table.text(), (how, *notes), drawable=pairs_table)
