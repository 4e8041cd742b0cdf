"""Omaha Hi-Lo: match-ups of eight cards, an equilibrium with the whole table, and a look-up.

The equilibrium needs the table of `railbird omaha8 tabulate`, which takes long to make without a
GPU. Where there is none, that benchmark is skipped and says how to make it.
"""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.conftest import Race, timed
from benchmarks.race import US, Case, Scores, Timing
from railbird.arena import Match, MatchTable
from railbird.compute.gpu import gpu_is_there
from railbird.divat.heads_up.encode import Encoder, encode
from railbird.divat.omaha8.scores import Omaha8Scores, score_omaha8
from railbird.errors import OptionError
from railbird.evaluate.preflop.eval8 import BOARDS, eval8
from railbird.omaha8.chart import Chart, HandAdvice, playability
from railbird.omaha8.jamfold import gaps, solutions
from railbird.omaha8.jamfold.game import JamStakes
from railbird.omaha8.jamfold.products import open_matchups
from railbird.omaha8.jamfold.sweep import solve_stakes
from railbird.players.simple import Bluffer, RulePlayer
from railbird.table import table_rules

EVAL8 = Case("Omaha Hi-Lo, 35 match-ups of eight cards, all boards, one core", unit="sets")
EQUILIBRIUM = Case("Omaha Hi-Lo, jam or fold, R = 8, to 0.001 chips at 200/400")
DIVAT = Case("Omaha Hi-Lo, DIVAT of a limit match of two, one core", unit="games")
LOOK_UP = Case("Omaha Hi-Lo, a hand in a shipped chart, tables read anew")


def test_eval8(race: Race) -> None:
    sets = np.random.default_rng(1).permuted(np.tile(np.arange(52), (256, 1)), axis=1)[:, :8]

    def check(counts: np.ndarray) -> None:
        assert (counts.sum(axis=2) == BOARDS).all()

    race(EVAL8, US, lambda: eval8(sets, threads=1), check=check, count=len(sets))


def test_divat(race: Race) -> None:
    match = Match(table_rules(2, game="omaha8"), (2000, 2000), deals=1000, seed=7)
    table = MatchTable(match, [RulePlayer("Ann"), Bluffer("Bob")])
    games = encode([hand for hand, _ in table.play()], Encoder(game="omaha8"))

    def check(found: Omaha8Scores) -> None:
        assert np.allclose(found.skill.sum(axis=1) + found.luck.sum(axis=1), found.money)

    race(DIVAT, US, lambda: score_omaha8(games, threads=1), check=check, count=len(games))


def test_equilibrium(scores: Scores) -> None:
    gpu = gpu_is_there()
    try:
        matchups = open_matchups(gpu=gpu)
    except OptionError as error:
        pytest.skip(str(error))
    seconds, found = timed(lambda: solve_stakes(matchups, [JamStakes(8)], epsilon=0.001 / 400))
    assert found.converged.all()
    scores.add(EQUILIBRIUM, Timing(US, "GPU" if gpu else "all cores", seconds))


def test_look_up(race: Race) -> None:
    def run() -> HandAdvice:
        for cached in (solutions.load, gaps.load, playability):
            cached.cache_clear()
        return Chart(8).spot("AsAd2s3d", "sb")

    def check(found: HandAdvice) -> None:
        assert found.name == "(A3)(A2)"
        assert found.played == 1

    race(LOOK_UP, US, run, check=check)
