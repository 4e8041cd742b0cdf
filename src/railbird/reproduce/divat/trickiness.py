"""The trickiness filter of Hyperborean (Kan 2007, §5.4.2), with our Sparbots.

Hyperborean played the slow competition with a filter that slow-plays strong hands and bluffs weak
ones on the flop. The document compares its match against Bluffbot with that of the fast one, where
it had none, and finds that it won more with it, on turn and river. Here a Sparbot with and without
the filter plays the same deals, in duplicate, against stand-ins for Bluffbot and GS2.
"""

from __future__ import annotations

import numpy as np

from railbird.divat.heads_up.match import MatchAnalysis
from railbird.players import make_player
from railbird.reproduce.claims import Floats, more_than
from railbird.reproduce.divat.bot_matches import play_bots
from railbird.reproduce.divat.unseen import STAND_INS, TRICKY
from railbird.reproduce.drawings import Lines, sums
from railbird.reproduce.experiment import (
    Claim,
    Figure,
    Outcome,
    RunOptions,
    beside,
    holds,
    judged,
    rounding,
)
from railbird.stats import mean_of
from railbird.table.state import ROUND_NAMES

DEALS = 20_000
OTHERS = ("Bluffbot", "GS2")
PRINTED = {"Bluffbot": (0.07, 0.11), "GS2": (None, None)}
"""What was won a game without and with the filter, in small bets: DIVAT, and duplicate money."""


def trickiness(options: RunOptions) -> Outcome:
    """What the filter changes, round by round."""
    deals = max(4, (options.games or 2 * DEALS) // 2)
    figures: list[Figure | Claim] = []
    drawings: list[Lines] = []
    notes = []
    for i, other in enumerate(OTHERS):
        matches = []
        for j, text in enumerate(("sparbot", f"sparbot(tricky={TRICKY})")):
            part = options.part(2 * i + j, 2 * len(OTHERS), seed=options.seed)
            players = make_player(f"hero={text}"), STAND_INS[other][0](f"our {other}")
            match, note = play_bots(*players, deals, part, twice=True)
            matches.append(match)
        notes.append(f"{note}; {STAND_INS[other][1]} plays for {other}")
        found, lines = _compared(other, *(_by_deal(match) for match in matches))
        figures += found
        drawings.append(lines)
    notes.append(f"the filter changes {TRICKY:.0%} of the flop bets and checks that it looks at")
    return Outcome(judged(*figures), notes=tuple(notes), drawings=tuple(drawings))


def _by_deal(match: MatchAnalysis) -> Floats:
    """DIVAT by deal and round, the mean of both games."""
    skill = match.by_round["skill"].astype(np.float64)
    half = len(match) // 2
    return np.asarray((skill[:half] + skill[half:]) / 2)


def _compared(other: str, plain: Floats, tricky: Floats) -> tuple[list[Figure | Claim], Lines]:
    change = tricky - plain
    rounds = [mean_of(change[:, r]) for r in range(4)]
    late, whole = mean_of(change[:, 2:].sum(axis=1)), mean_of(change.sum(axis=1))
    won = [mean_of(each.sum(axis=1)) for each in (plain, tricky)]
    figures: list[Figure | Claim] = [
        holds(
            f"{other}: change before the flop",
            rounds[0].mean,
            "0 to two digits",
            abs(rounds[0].mean) < rounding(2),
        ),
        more_than(f"{other}: change in all", whole.mean, 0.0, error=whole.error, count=whole.count),
        more_than(f"{other}: change on turn and river", late.mean, 0.0, error=late.error),
    ]
    if other == "Bluffbot":
        flop, name = rounds[1], f"{other}: change on the flop"
        why = "our filter costs something on the flop; in print no difference could be seen"
        figures.append(
            Claim(name, flop.mean, 0.0, flop.error, count=flop.count, why=why, in_words=True)
        )
    for name, found, said in zip(("without", "with"), won, PRINTED[other], strict=True):
        why = f"stand-ins play; standard error {found.error:.4f}"
        if name == "with" and said is not None:
            why += "; print's is duplicate money"
        figures.append(beside(f"{other}: DIVAT per game {name} the filter", found.mean, said, why))
    for name, found in zip(ROUND_NAMES, rounds, strict=True):
        why = f"not in print; standard error {found.error:.4f}"
        figures.append(beside(f"{other}: change, {name}", found.mean, None, why))
    columns = {name: change[:, r] for r, name in enumerate(ROUND_NAMES)}
    return figures, sums(f"What the filter changes against {other}", columns, x_label="deals")
