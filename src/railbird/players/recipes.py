"""How each table of this layer is built."""

from __future__ import annotations

from platformdirs import user_cache_path

from railbird import data
from railbird.divat.baseline.mixture import SPARBOT
from railbird.evaluate.recipes import Recipe, Report
from railbird.players import income
from railbird.players.known import values as aivat_values
from railbird.players.sparbot import build as sparbot_build
from railbird.players.sparbot import mixture as sparbot_mixture
from railbird.players.sparbot import player as sparbot
from railbird.players.vexbot import build as vexbot_build


def _sparbot(progress: Report | None) -> data.Arrays:
    """Build the table; an interrupted build resumes where it stopped."""
    folder = user_cache_path("railbird", ensure_exists=True)
    return sparbot_build.build(progress, checkpoint=folder / f"part-{sparbot.TABLE}.npz")


RECIPES = {
    income.TABLE: Recipe(
        "income rates of the 169 classes before the flop in small bets, by number of players: from "
        "roll-out and iterated roll-out, with standard errors and the classes that play",
        income.build,
    ),
    sparbot.TABLE: Recipe(
        "Sparbot: hand-strength buckets of heads-up limit hold'em, and the probabilities of fold, "
        "call and raise by pot, betting node and bucket, with the gain of a best responder",
        _sparbot,
    ),
    SPARBOT: Recipe(
        "a mixture of DIVAT baselines fitted to Sparbot: weights, settings and names, and how far "
        "the frequencies of its actions are from Sparbot's, beside those of other baselines",
        sparbot_mixture.build,
    ),
    aivat_values.TABLE: Recipe(
        "AIVAT: sums over all flops of what two hands are worth if Sparbot plays against itself, "
        "by pot, a hand of each class as the big blind, and hand on the button",
        aivat_values.build,
    ),
    vexbot_build.TABLE: Recipe(
        "Vexbot: how a hand moves from its class to Sparbot's buckets on flop, turn and river, and "
        "which bucket wins at the showdown",
        vexbot_build.build,
    ),
}
