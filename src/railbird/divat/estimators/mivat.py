"""MIVAT for heads-up limit hold'em: a value function fitted to past games for least variance.

The value function is a weighted sum of features, v = θ·φ. The luck of an event is θ times what the
event changed in the features, less its exact mean over all cards. So θ has a closed form: with A
the sum of these changes in a game and u the money, θ solves cov(A, A) θ = cov(A, u), with a small
ridge. A fitted function must never judge the games it was fitted to. The file keeps a key of
each game, and games that it knows are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from railbird.compute.checkpoint import replacing
from railbird.divat.baseline.preflop import preflop
from railbird.divat.baseline.settings import STANDARD, sweep
from railbird.divat.hands import EncodedBetting, RefusedError
from railbird.divat.heads_up.encode import Encoder, Games, stack
from railbird.divat.heads_up.scores import Scores, score_each
from railbird.errors import OptionError
from railbird.table.hand import Hand
from railbird.table.state import ROUND_NAMES
from railbird.version import __version__

Floats = npt.NDArray[np.float64]
Keys = npt.NDArray[np.uint64]

RIDGE = 1e-4
"""Share of the mean variance of the features that is added to each of their variances."""

FEWEST = 200
"""The fewest games that a value function is fitted to."""

_CHUNK = 4096
_BLOCKS = 10

_KINDS = (
    "roll-out of the standard baseline",
    "roll-out of the loosest baseline",
    "roll-out of the tightest baseline",
    "all-in equity of the pot",
    "all-in equity of one small bet",
)
FEATURES = tuple(f"{kind}, {name}" for kind in _KINDS for name in ROUND_NAMES)
"""What the value function is made of: each value, with a weight of its own for each round."""


def changes(games: Games, *, threads: int | None = None) -> tuple[Floats, Floats]:
    """What the cards changed in each feature, shape (games, features), and the money.

    Both are for the big blind. Each column has mean zero, because the means over all cards that
    could have come are exact.
    """
    loose, *_, tight = sweep()
    scores = score_each(games, [preflop(s) for s in (STANDARD, loose, tight)], threads=threads)
    parts = [each.column("luck") for each in scores]
    parts.append(scores[0].column("lfat"))
    parts.append(_edges(games, scores[0]))
    return np.concatenate(parts, axis=1), scores[0].money


def _edges(games: Games, scores: Scores) -> Floats:
    """The change of all-in equity by the cards of each round, for a pot of one bet from each."""
    edge = np.where(np.arange(4) < games.rounds[:, None], 2 * scores.column("aie") - 1, np.nan)
    before = np.concatenate([np.zeros((len(games), 1)), edge[:, :-1]], axis=1)
    return np.asarray(np.nan_to_num(edge - before))


@dataclass
class FeatureSums:
    """FeatureSums over games from which θ and variances follow."""

    count: int = 0
    first: Floats = field(default_factory=lambda: np.zeros(len(FEATURES) + 1))
    second: Floats = field(default_factory=lambda: np.zeros((len(FEATURES) + 1,) * 2))

    def add(self, moved: Floats, money: Floats) -> None:
        """Add some games."""
        both = np.concatenate([moved, money[:, None]], axis=1)
        self.count += len(both)
        self.first += both.sum(axis=0)
        self.second += both.T @ both

    def without(self, part: FeatureSums) -> FeatureSums:
        """The sums over the other games."""
        return FeatureSums(
            self.count - part.count, self.first - part.first, self.second - part.second
        )

    @property
    def covariance(self) -> Floats:
        """Covariances of the features and, in the last row and column, the money."""
        mean = self.first / self.count
        return np.asarray(self.second / self.count - np.outer(mean, mean))

    def weights(self) -> Floats:
        """θ: the weights of least variance."""
        cov = self.covariance
        features = cov[:-1, :-1]
        ridge = RIDGE * max(float(np.trace(features)) / len(features), 1e-12)
        return np.asarray(np.linalg.solve(features + ridge * np.eye(len(features)), cov[:-1, -1]))

    def variance(self, weights: Floats) -> float:
        """Variance of money less luck with these weights."""
        line = np.append(-weights, 1.0)
        return float(line @ self.covariance @ line)


@dataclass(frozen=True)
class FittedValues:
    """A fitted value function.

    Parameters
    ----------
    weights
        θ, one for each of `FEATURES`.
    games, sessions
        How many games it was fitted to, and in how many parts they were judged.
    reduction, divat
        The variance of money divided by that of MIVAT, where each session was judged by weights
        that were fitted to the others; and the same for DIVAT.
    keys
        What identifies the games it was fitted to.
    """

    weights: Floats
    games: int
    sessions: int
    reduction: float
    divat: float
    keys: Keys = field(repr=False)
    version: str = __version__

    def save(self, path: Path) -> None:
        """Write it to a ``.npz`` file."""
        with replacing(path) as draft:
            np.savez_compressed(
                draft,
                features=np.array(FEATURES),
                weights=self.weights,
                games=self.games,
                sessions=self.sessions,
                reduction=self.reduction,
                divat=self.divat,
                keys=self.keys,
                version=self.version,
            )

    @classmethod
    def load(cls, path: Path) -> FittedValues:
        """Read a file that `save` wrote."""
        if not path.is_file():
            raise OptionError(f"--values {path} is not a file: make one with railbird fit")
        try:
            with np.load(path) as file:
                if tuple(file["features"].tolist()) != FEATURES:
                    raise OptionError(f"{path} has other features than this version: fit it again")
                return cls(
                    file["weights"].astype(np.float64),
                    int(file["games"]),
                    int(file["sessions"]),
                    float(file["reduction"]),
                    float(file["divat"]),
                    file["keys"].astype(np.uint64),
                    str(file["version"]),
                )
        except (KeyError, ValueError, EOFError, BadZipFile):
            raise OptionError(f"{path} is not a file of railbird fit: make one with it") from None

    def estimates(self, games: Games, *, threads: int | None = None) -> Floats:
        """MIVAT of games for the big blind: money less luck."""
        found = np.empty(len(games))
        for start in range(0, len(games), _CHUNK):
            part = slice(start, start + _CHUNK)
            moved, money = changes(games.part(part), threads=threads)
            found[part] = money - moved @ self.weights
        return found

    def refuse_known(self, keys: Keys, source: str) -> None:
        """Raise `OptionError` if the function was fitted to some of these games."""
        if np.isin(keys, self.keys).any():
            raise OptionError(
                f"the values were fitted to games of {source}: judge other games with them, or fit "
                f"to others"
            )


def game_keys(
    games: Games, numbers: Sequence[str], seated: Sequence[tuple[str, ...]] | None = None
) -> Keys:
    """Keys of games: one with the hand's number, if any, and one without for those with a river.

    Nine cards and the betting identify a game. Fewer cards could come again by chance. In a
    duplicate match both may come again with the seats reversed: with the players ``seated`` in
    each game, the keys of its two games differ.
    """
    found = []
    # the order of a player's two cards says nothing
    cards = np.concatenate(
        [np.sort(games.cards[:, :2]), np.sort(games.cards[:, 2:4]), games.cards[:, 4:]], axis=1
    )
    for g, number in enumerate(numbers):
        betting = [games.actions[g, r, : games.counts[g, r]].tobytes() for r in range(4)]
        text = cards[g].tobytes() + b"/".join(betting)
        if seated is not None:
            text += "\0".join(("", *seated[g], "")).encode(errors="surrogateescape")
        if number:
            found.append(_key(text + number.encode(errors="surrogateescape")))
        if games.cards[g].max() < 52:
            found.append(_key(text))
    return np.array(found, dtype=np.uint64)


def _key(text: bytes) -> int:
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")


@dataclass(frozen=True)
class FitResult:
    """A fitted value function, and the hands that could not be used, by reason."""

    values: FittedValues
    refused: dict[str, int]


def fit(logs: Sequence[Iterable[Hand]], *, threads: int | None = None) -> FitResult:
    """Fit a value function to the hands of some logs.

    A log is a session. With a single log, or with logs of the same deals, tenths of the deals are
    the sessions: both games of a duplicate deal are in the same one. Hands must be heads-up limit
    hold'em with all cards known; others are counted as refused.
    """
    refused: dict[str, int] = {}
    read = [_Moved.of(list(_moved(hands, refused, threads))) for hands in logs]
    every = _Moved.of(read)
    if len(every.money) < FEWEST:
        why = ", ".join(f"{count:,} × {reason}" for reason, count in refused.items())
        raise OptionError(
            f"{len(every.money):,} games are too few to fit a value function"
            + (f" ({why})" if why else "")
            + f": give at least {FEWEST:,} of heads-up limit hold'em with all cards known"
        )
    if len(np.unique(every.told_apart)) < len(every.told_apart):
        raise OptionError("the same games are given twice: name each log once")
    sessions, total = [], FeatureSums()
    total.add(every.moved, every.money)
    for some in _sessions(read):
        part = FeatureSums()
        part.add(every.moved[some], every.money[some])
        sessions.append(part)
    money_var = mivat_var = divat_var = 0.0
    standard = np.zeros(len(FEATURES))
    standard[:4] = 1.0
    for part in sessions:
        money_var += part.count * part.variance(np.zeros(len(FEATURES)))
        mivat_var += part.count * part.variance(total.without(part).weights())
        divat_var += part.count * part.variance(standard)
    values = FittedValues(
        total.weights(), total.count, len(sessions), money_var / mivat_var, money_var / divat_var,
        np.unique(every.keys),
    )  # fmt: skip
    return FitResult(values, refused)


class _Moved(NamedTuple):
    """What the cards changed in some games, and the money; ``deals`` are their hole cards.

    ``keys`` identify the games, and ``told_apart`` the games and who sat where in them.
    """

    moved: Floats
    money: Floats
    deals: Keys
    keys: Keys
    told_apart: Keys

    @classmethod
    def of(cls, parts: Sequence[_Moved]) -> _Moved:
        """Several parts in one."""
        if not parts:
            none = np.empty(0, dtype=np.uint64)
            return cls(np.empty((0, len(FEATURES))), np.empty(0), none, none, none)
        return cls(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def _sessions(logs: Sequence[_Moved]) -> list[npt.NDArray[np.intp]]:
    """The games of each session, by place."""
    used = [log for log in logs if len(log.deals)]
    deals = np.concatenate([log.deals for log in used])
    # by chance one deal in 1.6 million is another again
    if len(logs) > 1 and 2 * len(np.unique(deals)) > sum(len(np.unique(x.deals)) for x in used):
        ends = np.cumsum([len(log.deals) for log in used])
        return np.split(np.arange(len(deals)), ends[:-1])
    _, first, which = np.unique(deals, return_index=True, return_inverse=True)
    place = np.argsort(np.argsort(first))[which]  # the deals, numbered as they come
    tenth = place * _BLOCKS // len(first)
    return [np.flatnonzero(tenth == n) for n in range(_BLOCKS)]


def _moved(hands: Iterable[Hand], refused: dict[str, int], threads: int | None) -> Iterator[_Moved]:
    """What the cards changed in each game, some at a time."""
    encoder = Encoder()

    def fit_for_use() -> Iterator[tuple[Hand, EncodedBetting, list[int]]]:
        for hand in hands:
            try:
                betting = encoder.betting(hand)
                yield hand, betting, encoder.cards(hand, betting.rounds)
            except RefusedError as why:
                refused[str(why)] = refused.get(str(why), 0) + 1

    each = fit_for_use()
    while some := list(islice(each, _CHUNK)):
        used, bettings, cards = zip(*some, strict=True)
        games = stack(used, bettings, cards)
        numbers, seated = [hand.number for hand in used], [hand.players for hand in used]
        deals = np.array([_key(row.tobytes()) for row in games.cards[:, :4]], dtype=np.uint64)
        keys, told_apart = game_keys(games, numbers), game_keys(games, numbers, seated)
        yield _Moved(*changes(games, threads=threads), deals, keys, told_apart)
