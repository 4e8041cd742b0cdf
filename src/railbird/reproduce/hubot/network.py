"""§3.2.2: whether a neural network foretells actions better than frequencies do.

Sessions of our own players are divided into five parts. Each part is foretold by a network that was
trained on the other four, and by the frequencies that Poki keeps while the session lasts. Both see
the same. A second test leaves out a family of players instead: the network must foretell players
whose kind it has never seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from railbird.arena.sessions import FAMILIES, HANDS, SESSIONS, family_of, play_sessions
from railbird.players.poki.network import BETTING_INPUTS, INPUTS
from railbird.players.poki.training import Decisions, decisions, score, together, train
from railbird.reproduce.claims import Floats, mean_more_than
from railbird.reproduce.experiment import Claim, Figure, Outcome, RunOptions, beside, judged
from railbird.stats import mean_of, shown

FOLDS = 5
GAMES = SESSIONS * HANDS
NOT_PRINTED = "not printed: the document says only that the network's accuracy is higher"

Scores = list[tuple[float, float, float, float]]
"""For each session: log loss by frequencies and by network, and the same of accuracy."""


def by_session(parts: list[Decisions], progress: RunOptions) -> Scores:
    """Foretell each session by a network that was trained on other sessions."""
    found: Scores = []
    folds = min(FOLDS, len(parts))
    for fold in range(folds):
        network = train(together([part for i, part in enumerate(parts) if i % folds != fold]))
        for part in parts[fold::folds]:
            found.append(_scores(part, network.chances(part.inputs, part.legal)))
        progress.progress((fold + 1) / folds)
    return found


def by_family(parts: list[Decisions], progress: RunOptions) -> Iterator[tuple[str, Scores]]:
    """Foretell each family of players by a network that has not been trained on any of them."""
    families = [np.array([family_of(name) for name in part.names]) for part in parts]
    for done, family in enumerate(FAMILIES):
        theirs = [kinds == family for kinds in families]
        others = [p.only(~rows) for p, rows in zip(parts, theirs, strict=True) if not rows.all()]
        found: Scores = []
        if others:
            network = train(together(others))
            for part, rows in zip(parts, theirs, strict=True):
                if rows.any():
                    seen = part.only(rows)
                    found.append(_scores(seen, network.chances(seen.inputs, seen.legal)))
        progress.progress((done + 1) / len(FAMILIES))
        yield family, found


def strangers(part: Decisions) -> Decisions:
    """The same decisions, without what is known of the players from earlier hands."""
    return replace(part, inputs=np.where(np.arange(len(INPUTS)) < BETTING_INPUTS, part.inputs, 0.0))


def _scores(part: Decisions, expected: Floats) -> tuple[float, float, float, float]:
    counted, network = score(part.counted, part.did), score(expected, part.did)
    return counted.log_loss, network.log_loss, counted.accuracy, network.accuracy


def _beside(name: str, values: npt.ArrayLike) -> Figure:
    found = mean_of(np.asarray(values))
    return beside(
        name, found.mean, None, f"{NOT_PRINTED}; standard error {shown(found.error, '.4f')}"
    )


def seca_network(options: RunOptions) -> Outcome:
    """§3.2.2: the network's accuracy is higher than that of the earlier models."""
    hands = max(FOLDS * 2, options.games or GAMES)
    sessions = max(FOLDS, min(SESSIONS, hands // 2))
    first = options.seed * SESSIONS  # the shipped network was trained on the first sessions
    playing, folds, blind, families = (options.part(i, 4) for i in range(4))
    parts = []
    for hands_of_one in play_sessions(first, first + sessions, hands=-(-hands // sessions)):
        parts.append(decisions(hands_of_one))
        playing.progress(len(parts) / sessions)
    scores = np.array(by_session(parts, folds))
    generic = np.array(by_session([strangers(part) for part in parts], blind))
    figures: list[Figure | Claim] = [
        mean_more_than("accuracy, network less frequencies", scores[:, 3] - scores[:, 2]),
        mean_more_than("log loss, frequencies less network", scores[:, 0] - scores[:, 1]),
        _beside("accuracy by frequencies", scores[:, 2]),
        _beside("accuracy by the network", scores[:, 3]),
        _beside("log loss by frequencies", scores[:, 0]),
        _beside("log loss by the network", scores[:, 1]),
        _beside("log loss by a network that knows no player's past", generic[:, 1]),
    ]
    for family, found in by_family(parts, families):
        if found:
            gained = np.array(found)
            figures.append(
                _beside(f"log loss less, {family} unseen in training", gained[:, 0] - gained[:, 1])
            )
    count = sum(map(len, parts))
    note = (
        f"{count:,} decisions in {sessions} sessions of {-(-hands // sessions)} hands; means over "
        f"sessions; five folds by session, then each family of players left out"
    )
    return Outcome(judged(*figures), notes=(note,))
