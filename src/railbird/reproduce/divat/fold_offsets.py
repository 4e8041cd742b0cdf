"""A simulation like that behind the fold offsets: Kan (2007), §3.1.2.

Offsets of 0.075 on the flop and 0.100 on the turn were "determined using millions of simulations of
different flop and turn scenarios to find the break-even point". What the opponents hold in them,
and how they bet, is not said. Here an opponent holds any hand and bets in every round, and the
player later folds what the threshold without an offset folds. The break-even point is the rank
from which on it pays to call, all in all.
"""

from __future__ import annotations

import numpy as np

from railbird.divat.heads_up.scores import score
from railbird.reproduce.claims import Floats
from railbird.reproduce.divat import styles
from railbird.reproduce.experiment import Outcome, RunOptions, beside
from railbird.stats import mean_of
from railbird.table.state import ROUND_NAMES

GAMES = 400_000
PARTS = 20
"""Parts of the deals, each with a break-even point; they tell the error of their mean."""
FLOP, TURN, RIVER = 1, 2, 3
BETS = {FLOP: 1, TURN: 2, RIVER: 2}
"""Small bets."""
OFFSETS = {FLOP: 0.075, TURN: 0.1}
POTS = {FLOP: (2, 4, 6), TURN: (4, 6, 8)}
"""Small bets in the pot when the round begins."""
UNSAID = "the text does not say what the opponents of its simulation hold, nor how they bet"


def calling(ranks: Floats, round_: int, pot: float) -> Floats:
    """What it is worth to call a bet, against to fold: one number for each deal.

    ``ranks`` are those of the hand by round; on the river a rank is the chance to win.
    """
    bet = BETS[round_]
    if round_ == RIVER:
        return np.asarray(ranks[:, RIVER] * (pot + 2 * bet) - bet)
    later, after = round_ + 1, pot + 2 * bet
    stays = ranks[:, later] >= BETS[later] / (after + BETS[later])
    return np.asarray(np.where(stays, calling(ranks, later, after), 0.0) - bet)


def break_even(ranks: Floats, worth: Floats) -> float:
    """The rank from which on to call is worth most, all in all.

    Examples
    --------
    >>> break_even(np.array([0.1, 0.2, 0.3, 0.4]), np.array([-1.0, 0.5, -1.0, 2.0]))
    0.4
    """
    order = np.argsort(ranks)
    from_here_on = np.cumsum(worth[order][::-1])[::-1]
    return float(ranks[order][np.argmax(from_here_on)])


def kan_fold_offsets(options: RunOptions) -> Outcome:
    """How far break-even points are above the threshold bet ÷ (pot + bet)."""
    games = max(PARTS, options.games or GAMES)
    found, done = [], 0
    for some in styles.play(styles.ALWAYS_CALL, styles.ALWAYS_CALL, games, seed=options.seed):
        found.append(np.asarray(score(some.games).column("rank_1"), dtype=np.float64))
        done += len(found[-1])
        options.progress(done / games)
    parts = np.array_split(np.concatenate(found), PARTS)
    figures = []
    for round_, pots in POTS.items():
        for pot in pots:
            points = [break_even(part[:, round_], calling(part, round_, pot)) for part in parts]
            base = BETS[round_] / (pot + BETS[round_])
            offset = mean_of(np.array(points) - base)
            name = f"{ROUND_NAMES[round_]}, {pot} small bets in the pot: offset"
            why = f"{UNSAID}; standard error {offset.error:.3f}"
            figures.append(beside(name, offset.mean, OFFSETS[round_], why))
    return Outcome(
        tuple(figures),
        notes=(
            f"{games:,} deals, seed {options.seed}",
            "here they hold any hand and bet in every round, and weak hands fold later",
        ),
    )
