"""The scores of a table as a file of columns: a row for each player of each hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from railbird.cards.card import format_cards
from railbird.divat.ring.scores import RingScore
from railbird.divat.table_file import TableFile
from railbird.table.hand import Hand
from railbird.table.state import BOARD_CARDS

_ROUNDS = ("preflop", "flop", "turn", "river")
_AT_ONCE = 4096


class RingColumnsFile(TableFile):
    """Writes the hands of a table to a Parquet or CSV file, which appears when it is complete.

    A row is a player in a hand. The columns are the hand's id in its source, its own number, the
    player, their position from 0, their cards, the board, and in small bets ``money`` = ``luck`` +
    ``skill``. By round there are ``luck``, ``skill``, and ``own``: what the player's own decisions
    were worth to them. Rounds that were not played are empty.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._rows: list[dict[str, object]] = []

    def add(self, number: int, hand: Hand, score: RingScore) -> None:
        """Add a scored hand with its id."""
        self._rows += rows(number, hand, score)
        if len(self._rows) >= _AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        import pyarrow as pa

        if self._rows:
            self.write_table(pa.Table.from_pylist(self._rows, schema=_schema()))
        self._rows = []

    def close(self) -> None:
        """Put the file in its place."""
        self._flush()
        super().close()


def _schema() -> Any:
    import pyarrow as pa

    texts = ("number", "player", "cards", "board")
    kinds = {"id": pa.int64(), "position": pa.int8(), **dict.fromkeys(texts, pa.string())}
    names = ["id", "number", "player", "position", "cards", "board", "money", "luck", "skill"]
    names += [f"{score}_{round_}" for score in ("luck", "skill", "own") for round_ in _ROUNDS]
    return pa.schema([(name, kinds.get(name, pa.float64())) for name in names])


def rows(number: int, hand: Hand, score: RingScore) -> list[dict[str, object]]:
    """The rows of a hand, by position."""
    count, rounds = len(hand.players), len(score.boards)
    skill, own = np.zeros((4, count)), np.zeros((4, count))
    for decision in score.decisions:
        skill[decision.round] += decision.differences
        position = decision.position
        own[decision.round, position] += decision.differences[position]
    board = format_cards(hand.board[: BOARD_CARDS[rounds - 1]])
    found = []
    for p, player in enumerate(hand.players):
        row: dict[str, object] = {
            "id": number,
            "number": hand.number,
            "player": player,
            "position": p,
            "cards": format_cards(hand.hole_cards[p] or ()),
            "board": board,
            "money": float(score.money[p]),
            "luck": float(score.luck[:, p].sum()),
            "skill": float(score.skill[p]),
        }
        for name, scores in (("luck", score.luck), ("skill", skill), ("own", own)):
            row |= {f"{name}_{_ROUNDS[r]}": float(scores[r, p]) for r in range(rounds)}
        found.append(row)
    return found
