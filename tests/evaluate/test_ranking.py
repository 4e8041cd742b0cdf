"""The ranking behind percentages is by equity against a random hand."""

from __future__ import annotations

import numpy as np

from railbird.cards import HAND_RANKING, HOLDEM_CLASSES
from railbird.evaluate.preflop.pairs import BOARDS, class_matchups


def test_ranking_is_by_equity_against_a_random_hand() -> None:
    table = class_matchups()
    won = (table.wins + table.ties / 2).sum(axis=1) / (table.pairs.sum(axis=1) * BOARDS)
    order = np.argsort(-won, kind="stable")
    assert tuple(HOLDEM_CLASSES[i] for i in order) == HAND_RANKING
