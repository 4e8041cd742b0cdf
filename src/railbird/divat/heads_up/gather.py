"""Collects the hands of an analysis: encodes them in chunks, and keeps the scores as columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.divat.baseline.settings import MOST_BETS
from railbird.divat.hands import HeroView
from railbird.divat.heads_up.encode import Encoder, Games, Judging, stack, widened
from railbird.divat.heads_up.growing import GrowingArray, TextColumn
from railbird.divat.heads_up.scores import Scores
from railbird.table.hand import Hand

Floats = npt.NDArray[np.float32]

CHUNK = 4096
"""How many games are scored at a time."""

KEPT = ("skill", "luck", "aie_skill", "lfat", "evat")
"""Scores by round that an analysis keeps in memory."""

OWN = {"red_green_1": "red_green_2", "evat_1": "evat_2"}
"""Scores of one player that are kept for the hero, and those of the other player."""

NET = {"red_green_2": ("red_green_1", "skill"), "evat_2": ("evat_1", "evat")}
"""Scores of the other player: the hero's less the difference of both."""


class Part(NamedTuple):
    """Some games before they are scored; see `Chunk`."""

    ids: npt.NDArray[np.int64]
    numbers: list[str]
    sign: npt.NDArray[np.int8]
    games: Games


@dataclass(frozen=True)
class Chunk:
    """Some scored games, to be passed on, for example to a file of columns.

    ``ids`` identify the hands in their source, and ``numbers`` are the hands' own. ``sign`` is +1
    where the hero is player 1, the big blind.
    """

    ids: npt.NDArray[np.int64]
    numbers: list[str]
    sign: npt.NDArray[np.int8]
    games: Games
    scores: Scores


class RoundScores(Mapping[str, Floats]):
    """Scores by name, each of shape (games, 4). Those of the other player follow from the rest."""

    def __init__(self, columns: Mapping[str, Floats]) -> None:
        self._columns = dict(columns)

    def __getitem__(self, name: str) -> Floats:
        if name in NET:
            own, net = NET[name]
            return np.asarray(self._columns[own] - self._columns[net])
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter((*self._columns, *NET))

    def __len__(self) -> int:
        return len(self._columns) + len(NET)


class Gather:
    """Collects scored hands from the hero's view. The default hero is the first player.

    ``levels`` is the number of bets that the baseline makes at most.
    """

    def __init__(self, hero: str | None, *, levels: int = MOST_BETS) -> None:
        self.view = HeroView(hero)
        self._judging = Judging(Encoder(levels=levels), self.view)
        self._rounding = 0.0
        self._ids: GrowingArray[np.int64] = GrowingArray((), np.int64)
        self._numbers = TextColumn()
        self._sign: GrowingArray[np.int8] = GrowingArray((), np.int8)
        self._games = _GrowingGames()
        self._scores: dict[str, GrowingArray[np.float32]] = {
            name: GrowingArray((4,), np.float32) for name in (*KEPT, *OWN)
        }
        for name in ("money", "dcash"):
            self._scores[name] = GrowingArray((), np.float32)

    def parts(self, hands: Iterable[tuple[int, Hand]]) -> Iterator[Part]:
        """Hands as arrays, in chunks, without those that are refused."""
        judged = self._judging.judged(hands)
        while some := list(islice(judged, CHUNK)):
            ids, played, seats, bettings, cards = zip(*some, strict=True)
            sign = 1 - 2 * np.array(seats, dtype=np.int8)
            numbers = [hand.number for hand in played]
            yield Part(np.array(ids), numbers, sign, stack(played, bettings, cards))

    def take(self, part: Part, scores: Scores) -> Chunk:
        """Keep scored games."""
        gap = scores.money - scores.luck - scores.skill - scores.position
        self._rounding = max(self._rounding, float(np.abs(gap).max()))
        self._ids.append(part.ids)
        self._numbers.extend(part.numbers)
        self._sign.append(part.sign)
        self._games.append(part.games)
        sign = part.sign[:, None]
        for name in KEPT:
            self._scores[name].append((scores.column(name) * sign).astype(np.float32))
        self._scores["money"].append((scores.money * part.sign).astype(np.float32))
        self._scores["dcash"].append((scores.dcash * part.sign).astype(np.float32))
        for name, other in OWN.items():
            own = np.where(sign > 0, scores.column(name), scores.column(other))
            self._scores[name].append(own.astype(np.float32))
        return Chunk(part.ids, part.numbers, part.sign, part.games, scores)

    def finish(self, *, unread: int = 0) -> dict[str, Any]:
        """The collected fields of a `MatchAnalysis`. ``unread`` hands count as refused."""
        players = self.view.players()
        columns = {name: column.finish() for name, column in self._scores.items()}
        return {
            "players": players,
            "ids": self._ids.finish(),
            "numbers": self._numbers,
            "sign": self._sign.finish(),
            "games": self._games.finish(),
            "money": columns.pop("money"),
            "dcash": columns.pop("dcash"),
            "by_round": RoundScores(columns),
            "refused": self._judging.counted(unread),
            "hidden": np.array(self._judging.hidden, dtype=np.float32),
            "rounding": self._rounding,
        }


class _GrowingGames:
    """Columns of games that grow. The actions are as wide as the longest round so far."""

    def __init__(self) -> None:
        self._cards: GrowingArray[np.uint8] = GrowingArray((9,), np.uint8)
        self._rounds: GrowingArray[np.int8] = GrowingArray((), np.int8)
        self._counts: GrowingArray[np.int8] = GrowingArray((4,), np.int8)
        self._stacks: GrowingArray[np.float64] = GrowingArray((), np.float64)
        self._openers: GrowingArray[np.int8] = GrowingArray((), np.int8)
        self._most = 1
        self._actions: GrowingArray[np.int8] = GrowingArray((4, self._most), np.int8)

    def append(self, games: Games) -> None:
        """Add some games."""
        most = int(games.counts.max(initial=1))
        if most > self._most:
            wider: GrowingArray[np.int8] = GrowingArray((4, most), np.int8)
            wider.append(widened(self._actions.rows, most))
            self._most, self._actions = most, wider
        self._cards.append(games.cards)
        self._rounds.append(games.rounds)
        self._counts.append(games.counts)
        self._stacks.append(games.stacks)
        self._openers.append(games.openers)
        self._actions.append(widened(games.actions[:, :, : self._most], self._most))

    def finish(self) -> Games:
        """All games."""
        return Games(
            self._cards.finish(),
            self._rounds.finish(),
            self._actions.finish(),
            self._counts.finish(),
            self._stacks.finish(),
            self._openers.finish(),
        )
