"""The games that a player of the library has played: each is judged apart, in one line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from railbird.cli.analysis.source import JUDGED, Source
from railbird.cli.analysis.wanted import Wanted, given_of
from railbird.cli.library_option import open_library
from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.tables import print_text
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.stats import Verdict


@dataclass(frozen=True)
class OwnGame:
    """One game of a player, at tables of two or of more."""

    game: str
    betting: str
    is_ring: bool
    hands: int
    source: Source

    @property
    def name(self) -> str:
        """Such as ``no-limit hold'em, two players``."""
        from railbird.evaluate.games import find_game

        told = JUDGED.get((self.game, self.betting))
        tables = "three players and more" if self.is_ring else "two players"
        return f"{told or f'{self.betting} {find_game(self.game).title}'}, {tables}"


@dataclass(frozen=True)
class _Judged:
    """What an analysis of one game says; without a verdict, why there is none."""

    verdict: Verdict | None
    judged_by: str
    games: int
    why: str = ""


def own_games(source: Source, player: str) -> list[OwnGame]:
    """The games of the library that a player has played, as far as the source asks for them."""
    found = []
    query = replace(source.query, player=player)
    with open_library(source.library, to_read=True) as shelf:
        kinds = {(stake.game, stake.betting) for stake in shelf.stakes().values()}
        for game, betting in sorted(kinds, key=_order):
            if query.game not in (None, game) or query.betting not in (None, betting):
                continue
            one = replace(query, game=game, betting=betting)
            every = shelf.count(one)
            two = shelf.count(replace(one, players=2)) if query.players in (None, 2) else 0
            if two:
                # hands of others are counted as refused, as in any match
                asked = replace(source, query=replace(one, players=2, player=None))
                found.append(OwnGame(game, betting, False, two, asked))
            if every > two:
                asked = replace(source, query=one, least_players=3)
                found.append(OwnGame(game, betting, True, every - two, asked))
    return found


def _order(kind: tuple[str, str]) -> tuple[int, tuple[str, str]]:
    """Games that have a baseline come first."""
    return ([*JUDGED].index(kind) if kind in JUDGED else len(JUDGED)), kind


def show_games(apart: list[OwnGame], wanted: Wanted) -> None:
    """Print one line for each game."""
    files = {
        "--report": wanted.report,
        "--columns": wanted.columns,
        "--figures": wanted.figures,
        "--settings": wanted.settings,
    }
    options = given_of(files) + wanted.heads_up_options() + wanted.ring_options()
    if options:
        are = "is" if len(options) == 1 else "are"
        raise OptionError(
            f"the hands of {wanted.player} are of {len(apart)} games "
            f"({'; '.join(one.name for one in apart)}), and {', '.join(options)} {are} for one: "
            "choose it with --game, --betting and --players"
        )
    judged = [_judge(one, wanted.player or "") for one in apart]
    if wanted.as_json:
        print_json(
            {
                "player": wanted.player,
                "games": [
                    {
                        "game": one.game,
                        "betting": one.betting,
                        "ring": one.is_ring,
                        "hands": one.hands,
                        "judged": found.games,
                        "verdict": None if found.verdict is None else asdict(found.verdict),
                        "judged_by": found.judged_by or None,
                        "why_not": found.why or None,
                    }
                    for one, found in zip(apart, judged, strict=True)
                ],
            }
        )
        return
    total = sum(one.hands for one in apart)
    print_text(f"{wanted.player}: {total:,} hands of {apart[0].source.name}, each game apart")
    for one, found in zip(apart, judged, strict=True):
        counts = f"{one.hands:,} hands"
        if found.games < one.hands:
            counts = f"{found.games:,} of {counts} judged"
        said = str(found.verdict) if found.verdict is not None else found.why
        by = f"; judged by {found.judged_by}" if found.judged_by else ""
        print_text(f"{one.name} ({counts}): {said}{by}", hanging=2)
    print()
    print_text("The whole analysis of one game: choose it with --game, --betting and --players.")


def _judge(one: OwnGame, player: str) -> _Judged:
    """What the analysis of a game says."""
    judge = _JUDGES.get((one.game, one.betting, one.is_ring))
    if judge is None:
        return _Judged(None, "", 0, "no baseline judges this game")
    with progress_bar(f"analysing {one.name}"):
        found = judge(one.source, player)
    if found.games:
        return found
    return _Judged(None, "", 0, "no hand can be judged: some hole cards are unknown")


def _limit(source: Source, player: str) -> _Judged:
    from railbird.divat.heads_up.match import analyze
    from railbird.divat.heads_up.summary import summarise

    match = analyze(source.hands([], _nobody), hero=player, source=source.name)
    if not len(match):
        return _Judged(None, "", 0)
    summary = summarise(match)
    return _Judged(summary.verdict, summary.judged_by, summary.games)


def _no_limit(source: Source, player: str) -> _Judged:
    from railbird.divat.no_limit.match import analyze_no_limit, summarise_no_limit

    match = analyze_no_limit(source.hands([], _nobody), hero=player, source=source.name)
    summary = summarise_no_limit(match)
    return _Judged(summary.verdict, summary.judged_by, summary.games)


def _omaha8(source: Source, player: str) -> _Judged:
    from railbird.divat.omaha8.match import analyze_omaha8, summarise_omaha8

    summary = summarise_omaha8(
        analyze_omaha8(source.hands([], _nobody), hero=player, source=source.name)
    )
    return _Judged(summary.verdict, summary.judged_by, summary.games)


def _ring(source: Source, player: str) -> _Judged:
    from railbird.cli.analysis.ring import SAMPLES
    from railbird.divat.ring import crosstable

    del player  # the verdict is about the whole table
    session = crosstable(source.hands([], _nobody), samples=SAMPLES, seed=0)
    return _Judged(session.verdict if session.games else None, "DIVAT", session.games)


def _nobody(_: float) -> None:
    """Nobody asks how far it is."""


_JUDGES: dict[tuple[str, str, bool], Callable[[Source, str], _Judged]] = {
    ("holdem", "limit", False): _limit,
    ("holdem", "limit", True): _ring,
    ("holdem", "no-limit", False): _no_limit,
    ("omaha8", "limit", False): _omaha8,
}
