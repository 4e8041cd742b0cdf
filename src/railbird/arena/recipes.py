"""How each table is built that takes games of our players."""

from __future__ import annotations

from railbird import data
from railbird.arena.sessions import SESSIONS, play_sessions
from railbird.evaluate.recipes import Recipe, Report
from railbird.players.poki.network import TABLE
from railbird.players.poki.training import decisions, together, train


def _network(progress: Report | None) -> data.Arrays:
    """Play the sessions and train the network on all of them."""
    parts = []
    for done, hands in enumerate(play_sessions(0, SESSIONS)):
        parts.append(decisions(hands))
        if progress is not None:
            progress(done + 1, SESSIONS)
    return train(together(parts)).to_arrays()


RECIPES = {
    TABLE: Recipe(
        "Poki's neural network: weights from nineteen inputs to sixteen hidden units, and from "
        "these to fold, call and raise; trained on sessions of our own players",
        _network,
    ),
}
