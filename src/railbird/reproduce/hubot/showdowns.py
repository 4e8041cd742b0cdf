"""Chapter 6: what HuBot gains if it learns from the hands that are shown at the showdown.

Both versions play the same deals heads-up against the same players, from both seats and with the
same seeds. The difference is taken deal by deal.
"""

from __future__ import annotations

import numpy as np

from railbird.arena.match import Match
from railbird.arena.play import play_match
from railbird.players import make_player
from railbird.reproduce.claims import Floats, mean_more_than
from railbird.reproduce.experiment import Claim, Figure, Outcome, RunOptions, beside, judged
from railbird.reproduce.hubot.lab import STACK
from railbird.stats import mean_of, shown
from railbird.table import table_rules
from railbird.table.hand import Hand

OPPONENTS = ("random", "bluffer", "sparbot", "poki", "rules", "jagbot")
VERSIONS = ("hubot", "hubot-showdown")
DEALS = 600
BEYOND = "beyond the document, which only proposes it"


def won_by_deal(kind: str, opponent: str, deals: int, options: RunOptions) -> Floats:
    """What a kind of player wins from another, in small bets a hand, deal by deal."""
    rules = table_rules(2)
    match = Match(rules, (STACK, STACK), deals=deals, seed=options.seed, duplicate=True)
    won = np.zeros(match.hands)
    done = 0

    def add(hand: Hand) -> None:
        nonlocal done
        won[int(hand.number)] = hand.payoffs[hand.players.index("me")] / rules.big_blind
        done += 1
        options.progress(done / match.hands)

    players = [make_player(f"me={kind}"), make_player(f"other={opponent}")]
    play_match(match, players, on_hand=add)
    return np.asarray(won.reshape(match.rotations, deals).mean(axis=0))


def seca_showdowns(options: RunOptions) -> Outcome:
    """HuBot with and without what the others show, heads-up against six players."""
    deals = max(2, (options.games or 2 * DEALS) // 2)
    figures: list[Figure | Claim] = []
    gains = []
    for i, opponent in enumerate(OPPONENTS):
        plain, learns = (
            won_by_deal(kind, opponent, deals, options.part(2 * i + j, 2 * len(OPPONENTS)))
            for j, kind in enumerate(VERSIONS)
        )
        gains.append(learns - plain)
        for what, each in (
            (f"hubot v {opponent}", plain),
            (f"hubot-showdown v {opponent}", learns),
            (f"difference v {opponent}", gains[-1]),
        ):
            found = mean_of(each)
            why = f"{BEYOND}; standard error {shown(found.error, '.3f')}"
            figures.append(beside(f"{what}, sb a hand", found.mean, None, why))
    mean = mean_more_than("difference, mean over the opponents", np.mean(gains, axis=0))
    how = (
        f"{deals:,} deals for each opponent, the same for all, from both seats; seed {options.seed}"
    )
    return Outcome(judged(mean, *figures), notes=(how,))
