"""``railbird analyze``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.analysis.wanted import Wanted, given_of
from railbird.cli.app import app
from railbird.cli.library_option import (
    OfBetting,
    OfGame,
    OfMatch,
    OfPlayers,
    Since,
    Until,
    need_hands,
    query_of,
    say_undated,
)
from railbird.cli.options import Json, LibraryPath
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.cli.analysis.source import Source
    from railbird.divat.baseline.mixture import Baseline


@app.command()
def analyze(
    *,
    logs: Annotated[
        list[Path] | None,
        typer.Argument(help="Hand histories in any format. Without them: hands of the library."),
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
        Path | None, typer.Option(help="Write each game's scores here, as .parquet or .csv.")
    ] = None,
    figures: Annotated[
        Path | None, typer.Option(help="Save the report's charts as SVG and PNG in this folder.")
    ] = None,
    duplicate: Annotated[
        bool, typer.Option("--duplicate", help="Average the two games of each duplicate deal.")
    ] = False,
    runtime: Annotated[
        bool, typer.Option("--runtime", help="Add DIVAT of shown hands plus money of the rest.")
    ] = False,
    settings: Annotated[
        str | None,
        typer.Option(
            help="Compare with this baseline: names such as tight-low,aggressive-low, or a TOML "
            "file; 'railbird settings' lists the names."
        ),
    ] = None,
    smooth: Annotated[
        str | None,
        typer.Option(help="Add a weighted mean of five settings: flat, triangle or binomial."),
    ] = None,
    known: Annotated[
        list[str] | None,
        typer.Option(
            help="Add AIVAT: a player of the log plays like this one (sparbot, NAME=sparbot, "
            "NAME=./bot.py:MyBot). In no-limit, give it twice if both are known."
        ),
    ] = None,
    values: Annotated[
        Path | None,
        typer.Option(help="Add MIVAT with a value function that 'railbird fit' made."),
    ] = None,
    ring: Annotated[
        bool, typer.Option("--ring", help="Analyse two to ten players: who influences whom.")
    ] = False,
    samples: Annotated[
        int | None, typer.Option(help="Ring: boards sampled per roll-out (default: 1000).")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Ring: seed of the roll-outs.")] = None,
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
    game: OfGame = None,
    betting: OfBetting = None,
    players: OfPlayers = None,
    match: OfMatch = None,
    since: Since = None,
    until: Until = None,
    library: LibraryPath = None,
    as_json: Json = False,
) -> None:
    """Separate skill from luck in a match or a session.

    The result says who played better, by how much, and how certain that is. Hands of three and more
    players are analysed as a ring, with or without --ring. If a player of the library has played
    several games, each is judged apart in one line; --game, --betting and --players choose one.

    \b
    Examples:
      railbird analyze match.log --report match.html
      railbird analyze --match "final table" --player Ann
      railbird analyze --last --player you
      railbird analyze --player you --game omaha8
      railbird analyze ring.log --columns ring.csv --figures charts
      railbird analyze match.log --settings tight-low,aggressive-low
      railbird analyze match.log --known sparbot --values values.npz
      railbird analyze no-limit.log --known rules --known Bob=bluffer
      railbird analyze --hand "AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc"
    """
    wanted = Wanted(
        player=player,
        report=report,
        columns=columns,
        figures=figures,
        settings=_settings(settings),
        duplicate=duplicate,
        runtime=runtime,
        smooth=smooth,
        known=tuple(known or ()),
        values=values,
        cluster=cluster,
        samples=samples,
        seed=seed,
        as_json=as_json,
    )
    chosen = {"--match": match, "--since": since, "--until": until, "--library": library}
    games = {"--game": game, "--betting": betting, "--players": players}
    files = tuple(logs or ())
    if hand is not None:
        _only_hand(wanted, {"LOG": logs or None, "--ring": ring or None, "--last": last or None,
                            "--format": format_name, **chosen, **games})  # fmt: skip
        from railbird.cli.analysis.one_hand import show_hand

        show_hand(hand, wanted.settings, as_json=as_json)
        return
    _check_source(files, format_name, last=last, player=player, chosen=chosen)
    wanted.check_files(files)
    from railbird.cli.analysis.source import NothingJudgedError, Source, last_match

    if last:
        match = last_match(library).name
    query = query_of(
        library,
        match=match,
        since=since,
        until=until,
        game=game,
        betting=betting,
        players=players,
    )
    if not files:
        need_hands(library, query)
        say_undated(library, query)
    source = Source(files, format_name, library, query)
    if player is not None and not files:
        from railbird.cli.analysis.own_games import own_games, show_games

        apart = own_games(source, player)
        if ring:  # any game of two may also be analysed as a ring
            apart = [one for one in apart if one.is_ring] or apart[:1]
        if len(apart) > 1:
            show_games(apart, wanted)
            return
        source = apart[0].source if len(apart) == 1 else source
    try:
        _show(source, wanted, ring=ring)
    except NothingJudgedError as error:
        if wanted.report is None:
            raise
        from railbird.cli.analysis.session import show_session

        show_session(source, wanted, ring=ring, why=str(error))


def _settings(text: str | None) -> Baseline | None:
    """The baseline that the user names."""
    if text is None:
        return None
    from railbird.divat.baseline.find import find_settings

    return find_settings(text)


def _only_hand(wanted: Wanted, others: Mapping[str, object]) -> None:
    """Refuse what ``--hand`` does not do."""
    files = {
        "--player": wanted.player,
        "--report": wanted.report,
        "--columns": wanted.columns,
        "--figures": wanted.figures,
    }
    given = given_of({**others, **files}) + wanted.heads_up_options() + wanted.ring_options()
    if given:
        raise OptionError(
            f"--hand shows one hand, which is written after it: omit {', '.join(given)}"
        )


def _check_source(
    files: tuple[Path, ...],
    format_name: str | None,
    *,
    last: bool,
    player: str | None,
    chosen: Mapping[str, object],
) -> None:
    """Refuse a source that is missing or contradictory."""
    given = given_of(chosen)
    if files and (last or given):
        also = [*(["--last"] if last else []), *given]
        does, it = ("takes", "it") if len(also) == 1 else ("take", "them")
        raise OptionError(
            f"{', '.join(also)} {does} hands from the library: omit {it} or the files"
        )
    if last and chosen["--match"] is not None:
        raise OptionError("--last and --match both name a match: omit one of them")
    if not files and format_name is not None:
        raise OptionError("--format is the format of a file: name the file, or omit it")
    if not (files or last or given or player is not None):
        raise OptionError(
            "say what to analyse: a LOG file, --last, --match NAME or --player NAME of the "
            "library, or --hand"
        )


def _show(source: Source, wanted: Wanted, *, ring: bool) -> None:
    """Analyse as two players or as a ring, whichever it is, and refuse the other's options."""
    from railbird.cli.analysis.estimates import has_estimators, show_estimates

    source.say_forfeits()
    source.say_mixed()
    if not ring and has_estimators(source):
        show_estimates(source, wanted)
        return
    if wanted.report is None and (omaha := source.omaha()):
        if ring:
            raise OptionError(f"{source.name} is {omaha}, and --ring is for limit hold'em: omit it")
        raise OptionError(
            f"{source.name} is {omaha}: of Omaha only limit Omaha Hi-Lo of two players has a "
            "baseline; --report lists all decisions of a player without it"
        )
    if wanted.report is not None and not source.is_limit_holdem():
        from railbird.cli.analysis.session import show_session

        show_session(source, wanted, ring=ring, why=f"{source.name} is not limit hold'em")
        return
    several = ring or source.is_ring()
    if several and wanted.heads_up_options():
        options = wanted.heads_up_options()
        what = "--ring" if ring else f"{source.name}, a table of three and more,"
        those = "that is" if len(options) == 1 else "those are"
        raise OptionError(f"{what} has no {', '.join(options)}: {those} for matches of two")
    if not several and wanted.ring_options():
        options = wanted.ring_options()
        are, it = ("is", "it") if len(options) == 1 else ("are", "them")
        raise OptionError(
            f"{', '.join(options)} {are} for three and more players: omit {it}, or add --ring"
        )
    if several:
        from railbird.cli.analysis.ring import show_ring

        show_ring(source, wanted, asked=ring)
    else:
        from railbird.cli.analysis.heads_up import show_match

        show_match(source, wanted)
