"""The analysis of a heads-up no-limit match on the screen."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from railbird.cli.analysis.heads_up import print_lines, say_slow
from railbird.cli.analysis.source import Source, not_analysed
from railbird.cli.analysis.wanted import Wanted, given_of
from railbird.cli.library_option import say_some
from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.tables import print_text
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.divat.no_limit.known import KnownGames
    from railbird.reports.session import EveryDecision


def _decisions(source: Source, player: str, hands: int) -> EveryDecision | None:
    """All decisions of a player in a short session, without values."""
    from railbird.reports.session import MOST_HANDS, EveryDecision

    if hands > MOST_HANDS:
        return None
    every = EveryDecision(player, kept=not source.files)
    for number, hand in source.hands([], lambda _: None):
        every.add(number, hand, "no-limit hold'em has no value of single decisions")
    return every


def _known(wanted: Wanted) -> KnownGames | None:
    """What judges by AIVAT, if players are known."""
    if not wanted.known:
        return None
    from railbird.divat.no_limit.known import KnownGames
    from railbird.divat.no_limit.ranges import RangeValues
    from railbird.players.known.asked import find_known_ranges
    from railbird.players.known.values import range_tables

    found = find_known_ranges(wanted.known)
    if len(found) > 2:
        raise OptionError("a match of two has no third known player: give --known once or twice")
    say_slow([each.cost("no-limit") for each in found.values()])
    return KnownGames(found, RangeValues(range_tables()))


def show_no_limit(source: Source, wanted: Wanted) -> None:
    """Analyse a no-limit match, write what is wanted and print the result."""
    from railbird.divat.no_limit.match import analyze_no_limit, summarise_no_limit
    from railbird.stats import CONVENTION, OTHERS, counted

    others: dict[str, object] = {
        "--columns": wanted.columns,
        "--figures": wanted.figures,
        "--settings": wanted.settings,
    }
    limit_only = [each for each in wanted.heads_up_options() if each != "--known"]
    options = given_of(others) + limit_only + wanted.ring_options()
    if options:
        raise OptionError(
            f"{source.name} is no-limit hold'em, so only --known, --report, --player and --json "
            f"can be given: omit {', '.join(options)}"
        )
    known = _known(wanted)
    problems: list[object] = []
    with progress_bar(f"analysing {source.name}") as progress:
        match = analyze_no_limit(
            source.hands(problems, progress),
            hero=wanted.player,
            source=source.name,
            unread=problems,
            known=known,
        )
    say_some(problems)
    for name, kind in match.known_players:
        if name not in match.players and match.players[1] != OTHERS:
            raise OptionError(
                f"{name} does not play in {source.name}: write --known NAME={kind}, where NAME is "
                f"{' or '.join(match.players)}"
            )
    if not len(match):
        raise source.nothing(match.refused, "two players and the cards of one of them")
    summary = summarise_no_limit(match)
    if wanted.report is not None:
        from railbird.reports.no_limit import no_limit_page
        from railbird.reports.page import write_page

        every = _decisions(source, summary.players[0], len(match))
        write_page(wanted.report, no_limit_page(summary, every))
    if wanted.as_json:
        print_json(asdict(summary))
        return
    hero, other = summary.players
    print_text(f"{hero} against {other}: {counted(summary.games, 'game')} of {summary.source}")
    print_text(f"{summary.verdict}; judged by {summary.judged_by}")
    if summary.games > 1:
        print_lines("bb per game", summary.estimators)
        if summary.by_round:
            print_lines("DIVAT by round", summary.by_round)
        print()
        print_text(f"{CONVENTION} The last column is how many games that takes.")
    print()
    for text in (*not_analysed(summary.refused), summary.how):
        print_text(text)
    wanted.say_written(0)
