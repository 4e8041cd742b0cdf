"""The analysis of a match: every game scored, from the view of one player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from time import perf_counter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.compute.cluster import map_cluster
from railbird.divat.baseline.preflop import Preflop, preflop
from railbird.divat.baseline.settings import STANDARD, Settings
from railbird.divat.betting import EncodedBetting, HiddenCardsError, RefusedError
from railbird.divat.heads_up.encode import Encoder, Games, join, stack
from railbird.divat.heads_up.scores import Scores, score
from railbird.errors import OptionError
from railbird.table.hand import Hand
from railbird.version import __version__

Floats = npt.NDArray[np.float32]

CHUNK = 4096
"""Games that are scored at a time."""

KEPT = ("skill", "luck", "aie_skill", "evat", "red_green_1", "red_green_2")
"""Scores by round that an analysis keeps in memory."""

OTHERS = "the others"


@dataclass(frozen=True)
class Chunk:
    """Some scored games, as they are handed on: to a file of columns, say.

    ``numbers`` are the hands' own, ``sign`` is +1 where the hero is player 1, the big blind.
    """

    numbers: list[str]
    sign: npt.NDArray[np.int8]
    games: Games
    scores: Scores


@dataclass(frozen=True)
class MatchAnalysis:
    """Scores of all games of a match, in small bets, from the view of the first player.

    Parameters
    ----------
    players
        The hero, from whose view all is, and the other player.
    sign
        By game: +1 where the hero was the big blind, −1 where he had the button.
    games
        Cards and bettings, by position (see `railbird.divat.heads_up.encode.Games`).
    money, dcash
        What the hero won, and what he would have won had both played the baseline.
    by_round
        Some of the scores of `railbird.divat.heads_up.scores.Scores` by name, each of shape
        (games, 4): skill, luck, aie_skill and evat of the hero, and red_green_1 and
        red_green_2, the credits of the hero and of the other for having left the baseline first.
    position
        V(∅), the value of being the big blind.
    refused
        How many hands were not analysed, by reason.
    hidden
        What the hero won in hands that were refused because cards are not known.
    rounding
        The largest error of money = luck + skill + position in a game.
    """

    players: tuple[str, str]
    numbers: list[str] = field(repr=False)
    sign: npt.NDArray[np.int8] = field(repr=False)
    games: Games = field(repr=False)
    money: Floats = field(repr=False)
    dcash: Floats = field(repr=False)
    by_round: dict[str, Floats] = field(repr=False)
    position: float
    refused: dict[str, int]
    hidden: Floats = field(repr=False)
    rounding: float
    settings: Settings
    source: str
    seconds: float
    version: str = __version__

    def __len__(self) -> int:
        return len(self.sign)

    @property
    def divat(self) -> npt.NDArray[np.float64]:
        """DIVAT Difference of each game."""
        return np.asarray(self.by_round["skill"].sum(axis=1, dtype=np.float64))

    @property
    def money_minus_dcash(self) -> npt.NDArray[np.float64]:
        """Money less what the baseline would have won with the same cards."""
        return self.money.astype(np.float64) - self.dcash


def analyze(
    hands: Iterable[Hand],
    *,
    hero: str | None = None,
    settings: Settings = STANDARD,
    source: str = "",
    threads: int | None = None,
    each: Callable[[Chunk], None] | None = None,
    cluster: str | None = None,
) -> MatchAnalysis:
    """Score every hand of a match; hands that cannot be judged are counted with the reason.

    Parameters
    ----------
    hands
        Heads-up limit hold'em with all hole cards known, in the order of the match.
    hero
        The player from whose view the match is seen; the first of the first hand if there are only
        two. If more play, hands without the hero are refused and the rest are `OTHERS`.
    each
        Called with every chunk of scored games.
    cluster
        Score on the Ray cluster of this address; ``"here"`` starts one on this machine.

    Examples
    --------
    >>> from railbird.history.formats.one_line import OneLineFormat
    >>> line = "AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc"
    >>> match = analyze([OneLineFormat().read([(1, line)])])
    >>> [round(float(d), 4) for d in match.by_round["skill"][0, 1:]]
    [0.5232, 0.6364, 0.0]
    """
    started = perf_counter()
    table = preflop(settings)
    gather = _Gather(hero, settings, table)
    waiting = iter(hands)
    encoded = (gather.encode(some) for some in iter(lambda: list(islice(waiting, CHUNK)), []))
    for part, scores in _scored(encoded, table, threads=threads, cluster=cluster):
        chunk = gather.take(part, scores)
        if each is not None:
            each(chunk)
    return gather.finish(source, perf_counter() - started)


def analyze_games(
    parts: Iterable[tuple[Games, npt.NDArray[np.int8]]],
    players: tuple[str, str],
    *,
    settings: Settings = STANDARD,
    table: Preflop | None = None,
    source: str = "",
    threads: int | None = None,
) -> MatchAnalysis:
    """`analyze` for games that are arrays already, with the sign of the hero's view.

    ``table`` takes the place of the pre-flop table of the settings.
    """
    started = perf_counter()
    before = preflop(settings) if table is None else table
    gather = _Gather(players[0], settings, before)
    gather.meet(players)
    count = 0
    for games, sign in parts:
        numbers = [str(i) for i in range(count, count + len(games))]
        gather.take(Part(numbers, sign, games), _score(before, games, threads=threads))
        count += len(games)
    return gather.finish(source, perf_counter() - started)


class Part(NamedTuple):
    """Some games before they are scored: numbers of hands, sign of the hero's view, and arrays."""

    numbers: list[str]
    sign: npt.NDArray[np.int8]
    games: Games


def _score(table: Preflop, games: Games, *, threads: int | None = None) -> Scores:
    return score(games, settings=table.settings, table=table, threads=threads)


def _score_part(table: Preflop, part: Part) -> Scores:
    """What a machine of a cluster does with a part; it has one core for it."""
    return _score(table, part.games, threads=1)


def _scored(
    parts: Iterable[Part], table: Preflop, *, threads: int | None, cluster: str | None
) -> Iterator[tuple[Part, Scores]]:
    some = (part for part in parts if part.numbers)
    if cluster is None:
        return ((part, _score(table, part.games, threads=threads)) for part in some)
    return map_cluster(_score_part, table, some, address=cluster)


class _Gather:
    """Collects scored hands into an analysis."""

    def __init__(self, hero: str | None, settings: Settings, table: Preflop) -> None:
        self._hero, self._settings, self._table = hero, settings, table
        self._asked = hero is not None
        self._names: dict[str, None] = {}
        self._encoder = Encoder()
        self._refused: Counter[str] = Counter()
        self._numbers: list[str] = []
        self._parts: list[tuple[npt.NDArray[np.int8], Games, dict[str, Floats]]] = []
        self._hidden: list[float] = []
        self._rounding = 0.0

    def encode(self, hands: list[Hand]) -> Part:
        """Hands as arrays, without those that are refused."""
        numbers: list[str] = []
        seats: list[int] = []
        bettings: list[EncodedBetting] = []
        cards: list[list[int]] = []
        for hand in hands:
            try:
                betting = self._encoder.betting(hand)
                seat = self._seat(hand)
                nine = self._encoder.cards(hand, betting.rounds)
            except HiddenCardsError as refused:
                self._refused[str(refused)] += 1
                self._hidden.append(hand.payoffs[seat] / hand.rules.big_blind)
                continue
            except RefusedError as refused:
                self._refused[str(refused)] += 1
                continue
            numbers.append(hand.number)
            seats.append(seat)
            bettings.append(betting)
            cards.append(nine)
        sign = 1 - 2 * np.array(seats, dtype=np.int8)
        return Part(numbers, sign, stack(bettings, cards))

    def take(self, part: Part, scores: Scores) -> Chunk:
        """Keep scored games."""
        chunk = Chunk(part.numbers, part.sign, part.games, scores)
        gap = scores.money - scores.luck - scores.skill - scores.position
        self._rounding = max(self._rounding, float(np.abs(gap).max()))
        self._numbers += part.numbers
        self._parts.append((part.sign, part.games, _heros(chunk)))
        return chunk

    def meet(self, names: Iterable[str]) -> None:
        """Remember who plays."""
        for name in names:
            self._names.setdefault(name)

    def _seat(self, hand: Hand) -> int:
        """Position of the hero."""
        self.meet(hand.players)
        if self._hero is None:
            self._hero = hand.players[0]
        if not self._asked and len(self._names) > 2:
            raise OptionError(
                f"more than two players are here ({', '.join(islice(self._names, 3))} …): "
                f"say which one to look at"
            )
        if self._hero not in hand.players:
            raise RefusedError(f"{self._hero} did not play")
        return hand.players.index(self._hero)

    def finish(self, source: str, seconds: float) -> MatchAnalysis:
        """The analysis of all that was added."""
        hero = self._hero or ""
        if self._names and hero not in self._names:
            names = ", ".join(islice(self._names, 10))
            raise OptionError(f"{hero} is not among the players: choose one of {names}")
        others = [name for name in self._names if name != hero]
        signs, games, kept = zip(*self._parts, strict=True) if self._parts else ((), (), ())
        columns = {
            name: np.concatenate([_empty(name), *(part[name] for part in kept)])
            for name in (*KEPT, "money", "dcash")
        }
        return MatchAnalysis(
            players=(hero, others[0] if len(others) == 1 else OTHERS),
            numbers=self._numbers,
            sign=np.concatenate([np.zeros(0, dtype=np.int8), *signs]),
            games=join([stack([], []), *games]),
            money=columns.pop("money"),
            dcash=columns.pop("dcash"),
            by_round=columns,
            position=self._table.position,
            refused=dict(self._refused.most_common()),
            hidden=np.array(self._hidden, dtype=np.float32),
            rounding=self._rounding,
            settings=self._settings,
            source=source,
            seconds=seconds,
        )


def _heros(chunk: Chunk) -> dict[str, Floats]:
    """The scores that are kept, from the view of the hero."""
    scores, first = chunk.scores, chunk.sign[:, None] > 0
    kept = {}
    for name in KEPT:
        column = scores.column(name)
        if name.startswith("red_green"):  # each is from a player's own view
            other = scores.column(f"red_green_{3 - int(name[-1])}")
            kept[name] = np.where(first, column, other)
        else:
            kept[name] = column * chunk.sign[:, None]
    kept["money"], kept["dcash"] = scores.money * chunk.sign, scores.dcash * chunk.sign
    return {name: column.astype(np.float32) for name, column in kept.items()}


def _empty(name: str) -> Floats:
    return np.zeros((0, 4) if name in KEPT else 0, dtype=np.float32)
