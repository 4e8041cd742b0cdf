"""The crosstable of Kan (2007), §6.1: who influenced whom among three players."""

from __future__ import annotations

from itertools import count

import numpy as np

from railbird.arena.match import Match, MatchTable
from railbird.divat.ring.crosstable import crosstable
from railbird.divat.ring.scores import RingScore
from railbird.players import make_player
from railbird.reproduce.claims import Floats
from railbird.reproduce.experiment import Figure, Outcome, RunOptions, beside, by_second_program
from railbird.stats import means_of
from railbird.table import table_rules
from railbird.table.hand import Hand

PLAYERS = ("Player 1=poki", "Player 2=jagbot-loose", "Player 3=rules")
STACK = 10_000
GAMES = 300
SAMPLES = 200
"""Boards that are sampled before the flop and on the flop."""


def kan_crosstable(options: RunOptions) -> Outcome:
    """Table 6.1 has no numbers: we fill it, and check what the text says of its sums."""
    deals = max(2, (options.games or GAMES) // len(PLAYERS))
    players = [make_player(kind) for kind in PLAYERS]
    names = [player.name for player in players]
    rules = table_rules(len(PLAYERS))
    match = Match(rules, (STACK,) * rules.players, deals, options.seed, duplicate=True)
    hands = [hand for hand, _ in MatchTable(match, players).play()]
    luck = np.zeros((len(hands), len(names)))
    skill = np.zeros_like(luck)
    done = count()

    def add(_: int, hand: Hand, score: RingScore) -> None:
        place = next(done)
        seats = [hand.players.index(name) for name in names]
        luck[place] = score.luck.sum(axis=0)[seats]
        skill[place] = score.skill[seats]
        options.progress((place + 1) / len(hands))

    table = crosstable(hands, samples=SAMPLES, seed=options.seed, each=add)
    return Outcome(
        (
            *(
                by_second_program(f"{name}: sum of the column, and DIVAT", total, own, 1e-9)
                for name, total, own in zip(names, table.totals, skill.sum(axis=0), strict=True)
            ),
            *_lucks(names, luck.reshape(match.rotations, deals, -1).mean(axis=0)),
        ),
        str(table),
        notes=(
            f"{len(hands)} hands, seed {options.seed}: each of {deals} deals from all seats",
            "in small bets; a row shows what the decisions of a player were worth to everybody",
        ),
    )


def _lucks(names: list[str], luck: Floats) -> list[Figure]:
    """Money less DIVAT, whose mean is zero. So few deals would not show a bias, so none is judged.

    All-in equity has a bias of up to 0.20 (`kan-unbiased`), which is less than two of its errors.
    """
    return [
        beside(
            f"{name}: money less DIVAT per hand",
            found.mean,
            None,
            f"unbiased by proof; too few deals would show a bias: standard error {found.error:.3f}",
        )
        for name, found in zip(names, means_of(luck), strict=True)
    ]
