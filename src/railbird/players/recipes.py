"""The tables of this layer: how each is built."""

from __future__ import annotations

from platformdirs import user_cache_path

from railbird import data
from railbird.evaluate.recipes import Recipe, Report
from railbird.players import income
from railbird.players.sparbot import build as sparbot_build
from railbird.players.sparbot import player as sparbot
from railbird.players.vexbot import build as vexbot_build


def _sparbot(progress: Report | None) -> data.Arrays:
    """Goes on where an interrupted build stopped."""
    folder = user_cache_path("railbird", ensure_exists=True)
    return sparbot_build.build(progress, checkpoint=folder / f"part-{sparbot.TABLE}.npz")


RECIPES = {
    income.TABLE: Recipe(
        "income rates of the 169 classes before the flop in small bets, by number of players: by "
        "roll-out and iterated roll-out, with standard errors and the classes that play",
        income.build,
    ),
    sparbot.TABLE: Recipe(
        "Sparbot: hand-strength buckets of heads-up limit hold'em and the probabilities of fold, "
        "call and raise by pot, node of the betting and bucket, with what a best responder gains",
        _sparbot,
    ),
    vexbot_build.TABLE: Recipe(
        "Vexbot: how one hand goes on from class to Sparbot's buckets of flop, turn and river, and "
        "which bucket wins at the showdown",
        vexbot_build.build,
    ),
}
