"""Play a league to its result, in processes or on a cluster, from where it was interrupted.

A unit of work is one half of the match of a pair: the players start afresh in each. Units only
play and score. The process that started them writes the logs and the library, so the result does
not depend on who played what.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

from railbird.arena.forfeits import Forfeit
from railbird.arena.league import League, Pair
from railbird.arena.league_folder import LeagueFolder
from railbird.arena.league_result import LeagueResult, summarise_league
from railbird.arena.league_unit import Half, NewHand, Unit, play_unit, play_whole_unit
from railbird.arena.log import MatchLog
from railbird.arena.match import SECONDS_TO_ACT, MatchTable
from railbird.arena.play import by_rotation, lost_process
from railbird.compute.cluster import check_address, map_cluster
from railbird.compute.processes import stream_processes
from railbird.compute.threads import thread_count
from railbird.errors import OptionError
from railbird.history.library import Library, MatchInfo, Recorder
from railbird.stopwatch import Stopwatch


def _nobody_asks(_: float) -> None:
    pass


def play_league(
    league: League,
    *,
    folder: Path | None = None,
    library: Library | None = None,
    processes: int | None = 1,
    cluster: str | None = None,
    time_limit: float = SECONDS_TO_ACT,
    progress: Callable[[float], None] = _nobody_asks,
) -> LeagueResult:
    """Play a league to its end.

    Parameters
    ----------
    league : League
        The league to play.
    folder : Path, optional
        Where the logs are, one for each pair. If the league was interrupted, it resumes from them.
    library : Library, optional
        The hands are added here.
    processes : int, optional
        How many processes play; the result is the same. None uses one for each core.
    cluster : str, optional
        The address of a Ray cluster to play on, instead of processes on this machine; see
        `railbird.compute.cluster.map_cluster`. A half match comes back when it is over.
    time_limit : float
        Seconds for an action; see `play_match`.
    progress : callable
        Called with the fraction done.

    Examples
    --------
    >>> from railbird.table import table_rules
    >>> league = League(("Ann=rules", "random", "always-call"), table_rules(2), (200, 200),
    ...                 deals=100, seed=1)
    >>> result = play_league(league)
    >>> result.hands, result.players[0], result.measure
    (600, 'Ann', 'DIVAT')
    """
    watch = Stopwatch()
    if processes is not None and processes < 1:
        raise OptionError(f"{processes} processes cannot play: ask for at least 1")
    if cluster is not None:
        check_address(cluster)
    check_league(league, time_limit=time_limit)
    with ExitStack() as stack:
        home = None
        if folder is not None:
            home = stack.enter_context(LeagueFolder(folder, league))
        tables = _Tables(league, home, library, time_limit)
        stack.push(tables.leave)
        found = stack.enter_context(closing(_results(league, tables.units(), processes, cluster)))
        for said in found:
            tables.take(said)
            progress(tables.hands / league.hands)
    return summarise_league(league, tables.halves, tables.forfeits, watch.seconds)


def check_league(league: League, *, time_limit: float = SECONDS_TO_ACT) -> None:
    """Refuse players who cannot play by the rules of the league."""
    for pair in league.pairs:
        seated = [league.seated[player] for player in pair]
        MatchTable(league.match(pair), seated, time_limit=time_limit).close()


def _results(
    league: League, units: Iterator[Unit], processes: int | None, cluster: str | None
) -> Generator[NewHand | Half, None, None]:
    """What units find, as they find it."""
    if cluster is not None:
        for _, found in map_cluster(play_whole_unit, None, units, address=cluster):
            yield from found
        return
    count = thread_count(processes)
    if count == 1:
        for unit in units:
            yield from play_unit(unit)
        return

    def lost(unit: Unit) -> str:
        players = [league.seated[player] for player in league.pairs[unit.pair]]
        return lost_process(f"match {' v '.join(unit.names)}", players)

    yield from stream_processes(play_unit, units, lost=lost, processes=count)


class _Tables:
    """The matches in progress, and what is known of those that are over."""

    def __init__(
        self,
        league: League,
        folder: LeagueFolder | None,
        library: Library | None,
        time_limit: float,
    ) -> None:
        self.hands = 0
        self.halves: list[Half] = []
        self.forfeits: list[list[Forfeit]] = [[] for _ in league.pairs]
        self._league = league
        self._folder = folder
        self._library = library
        self._time_limit = time_limit
        self._open: dict[int, tuple[ExitStack, MatchLog | None, Recorder | None]] = {}

    def units(self) -> Iterator[Unit]:
        """All halves of all matches. A match is opened when its first half is asked for."""
        for number, pair in enumerate(self._league.pairs):
            match = self._league.match(pair)
            log = self._begin(number, pair)
            parts = by_rotation(match, [] if log is None else log.played)
            for rotation, played in enumerate(parts):
                yield Unit(
                    pair=number,
                    match=match,
                    players=(self._league.players[pair[0]], self._league.players[pair[1]]),
                    names=(self._league.names[pair[0]], self._league.names[pair[1]]),
                    rotation=rotation,
                    played=played,
                    forfeits=[] if log is None else log.forfeits,
                    time_limit=self._time_limit,
                    wants_hands=self._folder is not None or self._library is not None,
                )

    def _begin(self, number: int, pair: Pair) -> MatchLog | None:
        """Open the log of a match, and record what it has so far."""
        stack = ExitStack()
        log = recorder = None
        if self._folder is not None:
            log = stack.enter_context(self._folder.log(pair))
        if self._library is not None:
            recorder = stack.enter_context(Recorder(self._library, self._info(pair)))
        self._open[number] = stack, log, recorder
        if log is not None:
            self.hands += len(log.played)
            self.forfeits[number] += log.forfeits
            if recorder is not None:
                for hand in log.played:  # a run that was killed may have left some unsaved
                    recorder.add(hand)
        return log

    def _info(self, pair: Pair) -> MatchInfo:
        match = self._league.match(pair)
        return MatchInfo(
            name=match.name,
            kind="match",
            players=tuple(self._league.names[player] for player in pair),
            rules=match.rules,
            seed=match.seed,
            duplicate=True,
            asked=match.hands,
        )

    def take(self, said: NewHand | Half) -> None:
        """Write a hand, or keep the result of a half; the match is closed after both halves."""
        stack, log, recorder = self._open[said.pair]
        if isinstance(said, Half):
            self.halves.append(said)
            if sum(half.pair == said.pair for half in self.halves) == 2:
                del self._open[said.pair]
                stack.close()
            return
        self.hands += 1
        if said.forfeits:
            self.forfeits[said.pair] += said.forfeits
            if log is not None:
                log.add_forfeits(said.forfeits)
        if said.hand is not None:
            if log is not None:
                log.add(said.hand)
            if recorder is not None:
                recorder.add(said.hand)

    def leave(self, *error: object) -> None:
        """Leave the matches that are not over, so that they can resume."""
        for stack, _, _ in self._open.values():
            stack.__exit__(*error)  # type: ignore[arg-type]
        self._open.clear()
