"""The scores of every game as a file of columns, from the hero's view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.cards.card import Card
from railbird.divat.heads_up.describe import letters
from railbird.divat.heads_up.encode import NOT_DEALT
from railbird.divat.heads_up.gather import Chunk
from railbird.divat.heads_up.scores import COLUMNS
from railbird.divat.table_file import TableFile

if TYPE_CHECKING:
    import pyarrow as pa

ROUND_KEYS = ("preflop", "flop", "turn", "river")

_OF_ONE_PLAYER = {
    "red_green_1": ("red_green", "red_green_2"),
    "red_green_2": ("red_green_other", "red_green_1"),
    "evat_1": ("evat_own", "evat_2"),
    "evat_2": ("evat_other", "evat_1"),
    "rank_1": ("rank", "rank_2"),
    "rank_2": ("rank_other", "rank_1"),
}
"""Scores of one player: the column's name, and the score to take if the hero is player 2."""


class ColumnsFile(TableFile):
    """Writes chunks of a match to a Parquet or CSV file, which appears when it is complete.

    The columns are the hand's id in its source, its own number, the seat, cards and betting,
    ``money``, ``luck``, ``skill``, ``position`` and their ``identity`` (money − luck − skill −
    position, zero except for rounding), ``dcash``, and each score of
    `railbird.divat.heads_up.scores.Scores` by round.
    """

    def write(self, chunk: Chunk) -> None:
        """Add some games."""
        self.write_table(columns(chunk))


def columns(chunk: Chunk) -> pa.Table:
    """Games as columns."""
    import pyarrow as pa

    scores, sign = chunk.scores, chunk.sign.astype(np.float64)
    first = chunk.sign > 0
    cards = chunk.games.cards
    mine = np.where(first[:, None], cards[:, :2], cards[:, 2:4])
    others = np.where(first[:, None], cards[:, 2:4], cards[:, :2])
    out: dict[str, Any] = {
        "id": chunk.ids,
        "number": chunk.numbers,
        "big_blind": first == (chunk.games.openers == 2),
        "cards": _texts(mine),
        "cards_other": _texts(others),
        "board": _texts(cards[:, 4:]),
        "betting": _bettings(chunk),
        "money": scores.money * sign,
        "luck": scores.luck * sign,
        "skill": scores.skill * sign,
        "position": scores.position * sign,
        "identity": (scores.money - scores.luck - scores.skill - scores.position) * sign,
        "dcash": scores.dcash * sign,
    }
    for name in COLUMNS:
        column = scores.column(name)
        if name in _OF_ONE_PLAYER:
            key, swapped = _OF_ONE_PLAYER[name]
            column = np.where(first[:, None], column, scores.column(swapped))
        elif name == "aie":
            key, column = name, np.where(first[:, None], column, 1 - column)
        else:
            key, column = name, column * sign[:, None]
        for r, round_ in enumerate(ROUND_KEYS):
            played = r < chunk.games.rounds
            out[f"{key}_{round_}"] = pa.array(column[:, r], mask=~played)
    return pa.table(out)


_NAMES = np.array([str(Card(c)) for c in range(52)] + [""])


def _texts(cards: np.ndarray[Any, Any]) -> list[str]:
    names = _NAMES[np.minimum(cards, NOT_DEALT)]
    return ["".join(row) for row in names.tolist()]


def _bettings(chunk: Chunk) -> list[str]:
    """Bettings in letters. Most bettings of a match repeat, so each is converted once."""
    known: dict[bytes, str] = {}
    texts = []
    games = chunk.games
    for actions, counts, rounds, opener in zip(
        games.actions, games.counts, games.rounds, games.openers.tolist(), strict=True
    ):
        key = actions.tobytes() + counts.tobytes() + bytes([opener])
        if key not in known:
            known[key] = "/".join(
                letters(r, actions[r, : counts[r]].tolist(), opener) for r in range(int(rounds))
            ).rstrip("/")
        texts.append(known[key])
    return texts
