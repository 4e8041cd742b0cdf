"""A heads-up round robin in duplicate: money and DIVAT side by side.

Sêca (2008) played HuBot only at full tables. This goes beyond the document: the players of its
laboratory, and the two of the DIVAT documents, meet where skill can be separated from luck.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from railbird.divat.heads_up.estimators import duplicate
from railbird.players import make_player
from railbird.reproduce.claims import less_varied, same_mean
from railbird.reproduce.divat.bot_matches import play_bots
from railbird.reproduce.experiment import Claim, Figure, Outcome, RunOptions, beside, judged
from railbird.reproduce.pair_table import PairScore, PairTable
from railbird.stats import mean_of

PLAYERS = ("hubot", "poki", "simbot", "jagbot", "sparbot", "vexbot")
DEALS = 2000
BEYOND = "beyond the document, which has no heads-up matches"


def seca_heads_up(options: RunOptions) -> Outcome:
    """All pairs of players. Each pair has its own deals, and plays each deal from both seats."""
    deals = max(2, (options.games or 2 * DEALS) // 2)
    scores: dict[tuple[str, str], PairScore] = {}
    figures: list[Figure | Claim] = []
    notes: list[str] = []
    meetings = list(combinations(PLAYERS, 2))
    for i, (first, second) in enumerate(meetings):
        own = options.part(i, len(meetings), seed=options.seed + i)
        match, note = play_bots(make_player(first), make_player(second), deals, own, twice=True)
        score = PairScore.of(duplicate(match))
        scores[first, second], scores[second, first] = score, score.reversed()
        money, divat = (
            x.astype(np.float64).reshape(2, deals).mean(axis=0) for x in (match.money, match.divat)
        )
        each = f"{first} v {second}"
        error = f"{BEYOND}; standard error"
        figures += [
            beside(f"{each}: money", score.money, None, f"{error} {score.money_error:.4f}"),
            beside(f"{each}: DIVAT", score.divat, None, f"{error} {score.divat_error:.4f}"),
            same_mean(f"{each}: money less DIVAT", mean_of(money - divat)),
            less_varied(f"{each}: variance of money over that of DIVAT", divat, than=money),
        ]
        notes += [note] if "forfeited" in note else []
    table = PairTable(PLAYERS, scores)
    how = (
        f"{len(meetings)} matches of {2 * deals:,} games: each pair has its own {deals:,} deals, "
        f"played from both seats; seeds {options.seed} to {options.seed + len(meetings) - 1}"
    )
    return Outcome(judged(*figures), table.text(), (how, *notes), drawings=(table,))
