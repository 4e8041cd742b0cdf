"""``railbird analyze``."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from railbird.cli.app import app
from railbird.cli.library_option import OfMatch, Since, Until, open_library, query_of, say_some
from railbird.cli.options import Json, LibraryPath
from railbird.cli.ui.output import print_json, progress_bar
from railbird.errors import HistoryError, OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from railbird.divat.heads_up.match import MatchAnalysis
    from railbird.divat.heads_up.summary import Line, Summary
    from railbird.divat.ring.costs import OwnDecisions
    from railbird.history.library import KeptMatch, Query
    from railbird.table.hand import Hand


@app.command()
def analyze(
    *,
    logs: Annotated[
        list[Path] | None,
        typer.Argument(help="Hand histories in any format (default: hands of the library)."),
    ] = None,
    hand: Annotated[
        str | None, typer.Option("--hand", help="Analyse one hand, written as in the example.")
    ] = None,
    player: Annotated[
        str | None, typer.Option("--player", "-p", help="Analyse from this player's view.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--report", "-r", help="Write an HTML report here.")
    ] = None,
    columns: Annotated[
        Path | None, typer.Option("--columns", help="Write each game's scores as Parquet.")
    ] = None,
    duplicate: Annotated[
        bool, typer.Option("--duplicate", help="Average the two games of each duplicate deal.")
    ] = False,
    runtime: Annotated[
        bool, typer.Option("--runtime", help="Add DIVAT of shown hands plus money of the rest.")
    ] = False,
    smooth: Annotated[
        str | None,
        typer.Option(help="Add a weighted mean of five settings: flat, triangle or binomial."),
    ] = None,
    ring: Annotated[
        bool, typer.Option("--ring", help="Three or more players: who influences whom.")
    ] = False,
    samples: Annotated[
        int, typer.Option(help="With --ring: boards sampled per roll-out before the flop.")
    ] = 1000,
    seed: Annotated[int, typer.Option(help="With --ring: seed of the roll-outs.")] = 0,
    cluster: Annotated[
        str | None,
        typer.Option(help="Score on the Ray cluster at this address; 'here' starts one."),
    ] = None,
    format_name: Annotated[
        str | None, typer.Option("--format", "-f", help="File format, if it is not recognised.")
    ] = None,
    last: Annotated[
        bool, typer.Option("--last", help="Analyse the library's newest match or session.")
    ] = False,
    match: OfMatch = None,
    since: Since = None,
    until: Until = None,
    library: LibraryPath = None,
    as_json: Json = False,
) -> None:
    """Separate skill from luck in a match.

    The result says who played better, by how much, and how certain that is.

    \b
    Examples:
      railbird analyze match.log --report match.html
      railbird analyze --match "final table" --player Ann
      railbird analyze --last --player you
      railbird analyze --hand "AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc"
    """
    if hand is not None:
        _show_hand(hand, as_json)
        return
    if last:
        if logs or match:
            raise OptionError("--last takes a match from the library: omit files and --match")
        newest = _last_match(library)
        match, ring = newest.name, ring or len(newest.players) > 2
    source = _Source(
        tuple(logs or ()),
        format_name,
        library,
        query_of(library, match=match, since=since, until=until),
    )
    if ring:
        _show_ring(source, player, samples, seed, as_json)
    else:
        extras = _Extras(report, columns, duplicate, runtime, smooth)
        _show_match(source, player, extras, cluster, as_json)


@dataclass(frozen=True)
class _Source:
    """Where the hands come from: files, or a query of the library."""

    files: tuple[Path, ...]
    format_name: str | None
    library: Path | None
    query: Query

    @property
    def name(self) -> str:
        """The name of the source in the result."""
        if self.files:
            return ", ".join(file.name for file in self.files)
        return f"match {self.query.match}" if self.query.match else "the library"

    def hands(
        self, problems: list[object], progress: Callable[[float], None]
    ) -> Iterator[tuple[int, Hand]]:
        """All hands with their ids: those of the library, or numbers from 1.

        Problems with unreadable hands are appended to ``problems``.
        """
        from railbird.history.files import read_hands

        for file in self.files:
            if not file.is_file():
                raise HistoryError(f"{file} is not a file: check the name")
        ids = itertools.count(1)
        for i, file in enumerate(self.files):

            def part(done: float, i: int = i) -> None:
                progress((i + done) / len(self.files))

            for hand in read_hands(
                file, format=self.format_name, on_problem=problems.append, progress=part
            ):
                yield next(ids), hand
        if not self.files:
            with open_library(self.library) as shelf:
                total = max(1, shelf.count(self.query))
                for i, found in enumerate(shelf.hands(self.query)):
                    progress(i / total)
                    yield found


def _last_match(library: Path | None) -> KeptMatch:
    """The match or session of the library that was played last."""
    from railbird.history.library import newest_match

    with open_library(library) as shelf:
        return newest_match(shelf)


@dataclass(frozen=True)
class _Extras:
    """What else the user wants from a match."""

    report: Path | None
    columns: Path | None
    duplicate: bool
    runtime: bool
    smooth: str | None


def _show_match(
    source: _Source, player: str | None, extras: _Extras, cluster: str | None, as_json: bool
) -> None:
    """Analyse a match and print the result."""
    from railbird.divat.heads_up.columns import ColumnsFile
    from railbird.divat.heads_up.estimators import find_weights
    from railbird.divat.heads_up.match import analyze
    from railbird.divat.heads_up.summary import summarise

    if extras.smooth is not None:
        find_weights(extras.smooth)
    for path in (extras.report, extras.columns):
        if path is not None and path.is_dir():
            raise OptionError(f"{path} cannot be written: it is a folder")
        if path is not None and not path.absolute().parent.is_dir():
            raise OptionError(f"{path} cannot be written: its folder does not exist")
    problems: list[object] = []
    with ExitStack() as stack:
        progress = stack.enter_context(progress_bar(f"analysing {source.name}"))
        each = None
        if extras.columns is not None:
            each = stack.enter_context(ColumnsFile(extras.columns)).write
        hands = source.hands(problems, progress)
        match = analyze(
            hands,
            hero=player,
            source=source.name,
            each=each,
            cluster=cluster,
            unread=problems,
        )
    say_some(problems)
    if not len(match):
        needs = "two players, limit hold'em and all hole cards"
        raise OptionError(_nothing(source, match.refused, needs))
    summary = summarise(match)
    more = _more(match, extras)
    if extras.report is not None:
        from railbird.reports.match import write_report

        write_report(match, extras.report, summary=summary)
    if as_json:
        print_json({**asdict(summary), **{key: asdict(value) for key, value in more.items()}})
        return
    _print_summary(summary)
    _print_costly(match)
    _print_more(more)
    for what, path in (("report", extras.report), ("columns", extras.columns)):
        if path is not None:
            print(f"{what}: {path}")


def _nothing(source: _Source, refused: Mapping[str, int], needs: str) -> str:
    reasons = ", ".join(f"{count:,} × {why}" for why, count in refused.items())
    return (
        f"{source.name} has no hand that DIVAT can judge"
        + (f" ({reasons})" if reasons else "")
        + f": it needs {needs}"
    )


def _more(match: MatchAnalysis, extras: _Extras) -> dict[str, Any]:
    """The additional estimates that the user asked for."""
    from railbird.divat.baseline.settings import sweep
    from railbird.divat.heads_up import estimators
    from railbird.divat.heads_up.summary import line

    more: dict[str, Any] = {}
    if extras.duplicate:
        more["duplicate"] = estimators.duplicate(match)
    if extras.runtime:
        more["runtime"] = estimators.runtime(match)
    if extras.smooth is not None:
        weights = estimators.find_weights(extras.smooth)
        smoothed = estimators.smooth(match, sweep(), weights)
        more["smooth"] = line(f"DIVAT, smoothed ({extras.smooth})", smoothed, match.money)
    return more


def _print_summary(summary: Summary) -> None:
    from railbird.stats import counted

    hero, other = summary.players
    print(f"{hero} against {other}: {counted(summary.games, 'game')} of {summary.source}")
    print(summary.verdict)
    if summary.games < 2:
        _print_one(summary)
        return
    _print_lines(
        "sb per game",
        (
            summary.money,
            summary.divat,
            summary.aie_divat,
            summary.money_minus_dcash,
            summary.evat,
            summary.luck,
        ),
    )
    _print_lines("DIVAT by round", summary.by_round)
    _print_lines("DIVAT by position", summary.by_position)
    credit, blame = summary.red_green
    print(
        f"\nRedGreen points: {hero} {credit:+.2f}, {other} {blame:+.2f} sb "
        f"(credit or blame for leaving the baseline first)"
    )
    for why, count in summary.refused.items():
        print(f"not analysed: {counted(count, 'hand')}, {why}")
    print(
        f"exact roll-out equity, {summary.settings} settings; position {summary.position:+.6f} sb "
        f"for the big blind; money = luck + skill + position in every game to "
        f"{summary.rounding:.0e}; {summary.games_per_second:,.0f} games/s, "
        f"railbird {summary.version}"
    )


def _print_costly(match: MatchAnalysis) -> None:
    """Print the rounds that cost the hero most, in the form that ``--hand`` reads."""
    from railbird.divat.heads_up.describe import describe, title
    from railbird.reports.match_data import extremes

    worst, _ = extremes(match, 3)
    if worst:
        print(f"\nwhat cost {match.players[0]} most (see a hand with --hand):")
    for place in worst:
        game = describe(match.games, place.game, settings=match.settings)
        view = game.rounds[place.round]
        cost = match.sign[place.game] * view.scores["skill"]
        print(
            f"  {cost:+.2f} sb  {_which(match, place.game)}, "
            f"{view.name}: {view.played}, the baseline {view.baseline}: {title(game)}"
        )


def _which(match: MatchAnalysis, game: int) -> str:
    """The number of a game, and its hand's number where some hands were not analysed."""
    hand = int(match.ids[game])
    return f"game {game + 1:,}" + (f" (hand {hand:,})" if hand != game + 1 else "")


def _print_one(summary: Summary) -> None:
    """Print the scores of a single game, which has no standard deviation."""
    print(
        f"money {summary.money.mean:+.4f}, DIVAT {summary.divat.mean:+.4f}, "
        f"luck {summary.luck.mean:+.4f} sb; for details use --hand"
    )


def _print_lines(title: str, lines: tuple[Line, ...]) -> None:
    from rich.console import Console
    from rich.table import Table

    from railbird.stats import about, percent, shown, shown_interval

    table = Table(box=None, pad_edge=False, title_justify="left")
    table.add_column(title)
    for head in ("mean", "95 % interval", "s.d.", "variance ÷", "confidence", "games for 95 %"):
        table.add_column(head, justify="right")
    for each in lines:
        table.add_row(
            each.name,
            shown(each.mean, "+.4f"),
            shown_interval(each.low, each.high),
            shown(each.deviation, ".3f"),
            shown(each.reduction, ".2f"),
            percent(each.confidence),
            about(each.games_needed),
        )
    print()
    Console(file=sys.stdout, width=None if sys.stdout.isatty() else 100).print(table)


def _print_more(more: dict[str, Any]) -> None:
    if "duplicate" in more:
        found = more["duplicate"]
        _print_lines(f"average of {found.deals:,} duplicate deals", (found.money, found.divat))
    if "runtime" in more:
        found = more["runtime"]
        _print_lines("run-time DIVAT", (found.estimate, found.bias))
        print(
            f"{found.shown:,} games by DIVAT, {found.not_shown:,} by money; the bias is measured "
            f"on games with all cards known"
        )
    if "smooth" in more:
        _print_lines("five settings", (more["smooth"],))


def _show_hand(text: str, as_json: bool) -> None:
    """Print the analysis of one hand, laid out as in the literature."""
    from railbird.divat.hands import RefusedError
    from railbird.divat.heads_up import hand_text
    from railbird.divat.heads_up.describe import describe
    from railbird.divat.heads_up.encode import encode
    from railbird.history.formats.one_line import OneLineFormat

    hand = OneLineFormat().read([(1, text)])
    try:
        view = describe(encode([hand]))
    except RefusedError as refused:
        raise OptionError(f"this hand cannot be judged: {refused}") from None
    if as_json:
        print_json(view)
        return
    print(hand_text.round_tables(view))
    print()
    print(hand_text.game_tables(view))
    print()
    print(hand_text.game_column(view, ("P1", "P2")))
    print()
    print(hand_text.luck_and_skill(view))


def _show_ring(source: _Source, player: str | None, samples: int, seed: int, as_json: bool) -> None:
    """Print who influences whom at a table of three or more, and a player's costly decisions."""
    from railbird.divat.ring import crosstable
    from railbird.stats import counted, shown

    problems: list[object] = []
    with progress_bar(f"analysing {source.name}") as progress:
        table = crosstable(source.hands(problems, progress), samples=samples, seed=seed)
    say_some(problems)
    if not table.games:
        raise OptionError(_nothing(source, table.refused, "limit hold'em and all hole cards"))
    hero = table.names[0] if player is None else player
    if hero not in table.names:
        raise OptionError(f"{hero!r} does not play in {source.name}: choose {_some(table.names)}")
    if as_json:
        print_json({**asdict(table), "totals": table.totals, "verdict": asdict(table.verdict)})
        return
    print(f"{counted(table.games, 'hand')} of {source.name}")
    print(table.verdict)
    print(f"what the decisions of a row were worth to a column, in small bets\n\n{table}\n")
    for name, total, error, money, luck in zip(
        table.names, table.totals, table.total_errors, table.money, table.luck, strict=True
    ):
        print(
            f"{name}: money {money:+.2f} = luck {luck:+.2f} + DIVAT {total:+.2f} ± "
            f"{shown(error, '.2f')} sb"
        )
    _print_own(hero, table.own.get(hero))
    for why, count in table.refused.items():
        print(f"not analysed: {counted(count, 'hand')}, {why}")
    print(
        f"roll-outs of {table.samples:,} boards before the flop, exact from the flop on; "
        f"{table.settings} settings, seed {table.seed}, {table.seconds:.1f} s, "
        f"railbird {table.version}"
    )


def _some(names: tuple[str, ...]) -> str:
    return ", ".join(names[:10]) + (" …" if len(names) > 10 else "")


def _print_own(hero: str, own: OwnDecisions | None) -> None:
    """Print where a player lost equity by their own decisions."""
    from railbird.table.state import ROUND_NAMES

    if own is None:
        return
    rounds = zip(ROUND_NAMES, own.by_round, strict=True)
    print(
        f"\nwhat the decisions of {hero} were worth to {hero}, against the baseline: "
        + ", ".join(f"{name} {worth:+.2f}" for name, worth in rounds)
        + " sb"
    )
    for each in own.costly[:5]:
        where = f"{each.round} {each.board}".strip()
        print(
            f"  {each.worth:+.2f} ± {each.error:.2f} sb  hand {each.hand:,}, {where}: "
            f"{each.action} with {each.cards}; the baseline: {each.baseline}"
        )
    print()
