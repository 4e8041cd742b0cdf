"""The analysis of a match: all games are scored, from one player's view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.compute.cluster import map_cluster
from railbird.divat.baseline.find import Named, find_settings
from railbird.divat.baseline.mixture import Baseline
from railbird.divat.baseline.preflop import Preflop, tables_of
from railbird.divat.baseline.settings import STANDARD, Settings
from railbird.divat.hands import hand_label, with_ids
from railbird.divat.heads_up._kernels import SHORT
from railbird.divat.heads_up.encode import Games
from railbird.divat.heads_up.gather import Chunk, Floats, Gather, Part
from railbird.divat.heads_up.scores import Scores, score_with
from railbird.divat.judged import JudgedMatch
from railbird.stopwatch import Stopwatch
from railbird.table.hand import Hand


@dataclass(frozen=True, kw_only=True)
class MatchAnalysis(JudgedMatch):
    """Scores of all games of a match, in small bets, from the hero's view. See `JudgedMatch`.

    Parameters
    ----------
    numbers
        By game: the hand's own number.
    sign
        By game: +1 if the hero acted first after the flop, −1 if they had the button.
    games
        Cards and bettings, by position (see `railbird.divat.heads_up.encode.Games`).
    money, dcash
        What the hero won, and what they would have won if both had played the baseline.
    by_round
        Some of the scores of `railbird.divat.heads_up.scores.Scores` by name, each of shape
        (games, 4): skill, luck, aie_skill, lfat and evat of the hero; red_green_1 and red_green_2,
        the credits of the hero and the other player for leaving the baseline first; evat_1 and
        evat_2, what their own misplays cost them.
    position
        V(∅), the value of being the big blind; the reverse is true of the small blind.
    settings, borrowed
        The baseline, and the name of the settings whose pre-flop table it borrows, if any.
    hidden
        What the hero won in hands of the match that have no scores, most because cards are unknown.
    kept
        Whether the ids are those of the library.
    rounding
        The largest error of money = luck + skill + position in a game.
    """

    numbers: Sequence[str] = field(repr=False)
    sign: npt.NDArray[np.int8] = field(repr=False)
    games: Games = field(repr=False)
    money: Floats = field(repr=False)
    dcash: Floats = field(repr=False)
    by_round: Mapping[str, Floats] = field(repr=False)
    position: float
    hidden: Floats = field(repr=False)
    rounding: float
    settings: Baseline
    kept: bool = False
    borrowed: str = ""

    def label(self, game: int) -> str:
        """What the hand of a game is called; see `hand_label`."""
        return hand_label(self.numbers[game], int(self.ids[game]), kept=self.kept)

    @property
    def divat(self) -> npt.NDArray[np.float64]:
        """DIVAT Difference of each game."""
        return np.asarray(self.by_round["skill"].sum(axis=1, dtype=np.float64))

    @property
    def all_in(self) -> npt.NDArray[np.float64]:
        """Money less the luck by all-in equity, of each game."""
        luck = self.by_round["lfat"].sum(axis=1, dtype=np.float64)
        return np.asarray(self.money.astype(np.float64) - luck)

    @property
    def is_unbiased(self) -> bool:
        """Whether DIVAT is, with these settings, if all hands have scores.

        Games with short stacks need neither roll-outs nor the table before the flop.
        """
        if len(self) and self.short == len(self):
            return True
        return not self.borrowed and not self.settings.rolls_out_one_bet

    @property
    def short(self) -> int:
        """How many games have stacks that are too short for roll-outs."""
        return int((self.games.stacks < SHORT).sum())

    @property
    def all_money(self) -> npt.NDArray[np.float64]:
        """What the hero won in all hands, also in those without scores."""
        return np.concatenate([self.money, self.hidden]).astype(np.float64)

    @property
    def money_minus_dcash(self) -> npt.NDArray[np.float64]:
        """Money minus what the baseline would have won with the same cards."""
        return self.money.astype(np.float64) - self.dcash


def analyze(
    hands: Iterable[Hand] | Iterable[tuple[int, Hand]],
    *,
    hero: str | None = None,
    settings: Named = STANDARD,
    source: str = "",
    threads: int | None = None,
    each: Callable[[Chunk], None] | None = None,
    cluster: str | None = None,
    unread: Sized = (),
) -> MatchAnalysis:
    """Score every hand of a match. Hands that cannot be judged are counted by reason.

    Parameters
    ----------
    hands
        Heads-up limit hold'em with all hole cards known, in the order of the match, with any
        stacks. Hands that come with ids, as from a library, keep them. Others are numbered from 1.
    hero
        The player from whose view the match is analysed. With only two players, the default is the
        first player of the first hand. With more, hands without the hero are refused and the
        opponents are `OTHERS`.
    settings
        The baseline: `Settings`, a `Mixture`, or what ``railbird analyze --settings`` takes, names
        such as ``"tight-low"`` or a TOML file.
    each
        Called with every chunk of scored games.
    cluster
        Score on the Ray cluster at this address; ``"here"`` starts one on this machine.
    unread
        Hands that could not be read, collected while ``hands`` is read. They count as refused.

    Examples
    --------
    >>> from railbird.history.formats.one_line import OneLineFormat
    >>> line = "AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc"
    >>> match = analyze([OneLineFormat().read([(1, line)])])
    >>> [round(float(d), 4) for d in match.by_round["skill"][0, 1:]]
    [0.5232, 0.6364, 0.0]
    """
    watch = Stopwatch()
    baseline = find_settings(settings)
    tables = tables_of(baseline)
    gather = Gather(hero, levels=baseline.levels)
    parts = gather.parts(with_ids(hands))
    for part, scores in _scored(parts, tables, threads=threads, cluster=cluster):
        chunk = gather.take(part, scores)
        if each is not None:
            each(chunk)
    found = gather.finish(unread=len(unread))
    return MatchAnalysis(
        **found,
        **_of(tables, baseline, found["games"]),
        source=source,
        seconds=watch.seconds,
    )


def analyze_games(
    parts: Iterable[tuple[Games, npt.NDArray[np.int8]]],
    players: tuple[str, str],
    *,
    settings: Settings = STANDARD,
    table: Preflop | None = None,
    source: str = "",
    threads: int | None = None,
) -> MatchAnalysis:
    """`analyze` for games that are already arrays, with the sign of the hero's view.

    ``table`` replaces the pre-flop table of the settings.
    """
    watch = Stopwatch()
    tables = tables_of(settings) if table is None else ((1.0, table),)
    gather = Gather(players[0])
    gather.view.meet(players)
    count = 0
    for games, sign in parts:
        ids = np.arange(count + 1, count + len(games) + 1)
        numbers = [str(i) for i in range(count, count + len(games))]
        gather.take(Part(ids, numbers, sign, games), score_with(games, tables, threads=threads))
        count += len(games)
    found = gather.finish()
    return MatchAnalysis(
        **found, **_of(tables, settings, found["games"]), source=source, seconds=watch.seconds
    )


Tables = tuple[tuple[float, Preflop], ...]


def _of(tables: Tables, baseline: Baseline, games: Games) -> dict[str, Any]:
    """The fields of a `MatchAnalysis` that belong to the baseline."""
    if len(games) and (games.stacks < SHORT).all():
        position = 0.0
    elif len(games) and (games.openers == 1).all():
        position = -sum(weight * table.opener_position for weight, table in tables)
    else:
        position = sum(weight * table.position for weight, table in tables)
    return {
        "position": position,
        "settings": baseline,
        "borrowed": next((table.borrowed for _, table in tables if table.borrowed), ""),
    }


def _score_part(tables: Tables, part: Part) -> Scores:
    """Score a part on a machine of a cluster, with one core."""
    return score_with(part.games, tables, threads=1)


def _scored(
    parts: Iterable[Part], tables: Tables, *, threads: int | None, cluster: str | None
) -> Iterator[tuple[Part, Scores]]:
    some = (part for part in parts if len(part.games))
    if cluster is None:
        return ((part, score_with(part.games, tables, threads=threads)) for part in some)
    return map_cluster(_score_part, tables, some, address=cluster)
