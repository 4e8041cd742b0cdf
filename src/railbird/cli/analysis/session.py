"""All decisions of a player in a session, for the reports; a page if there is nothing else."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from railbird.cli.analysis.source import Source
from railbird.cli.analysis.wanted import Wanted, given_of
from railbird.cli.library_option import say_some
from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.tables import print_text
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.reports.session import EveryDecision


def every_decision(
    source: Source, wanted: Wanted, player: str, *, hands: int
) -> EveryDecision | None:
    """The decisions of a player in a match of two with so many hands, each with its value.

    None if the baseline is one that has no single decisions to compare with, such as a mixture.
    """
    from railbird.divat.baseline.mixture import Mixture
    from railbird.divat.baseline.settings import STANDARD
    from railbird.divat.lessons import lessons_or_reason
    from railbird.reports.session import MOST_HANDS, EveryDecision

    settings = wanted.settings or STANDARD
    if isinstance(settings, Mixture):
        return None
    every = EveryDecision(player, kept=not source.files)
    if hands > MOST_HANDS:
        every.is_full = True
        return every
    for number, hand in source.hands([], lambda _: None):
        every.add(number, hand, lessons_or_reason(hand, settings=settings))
    return every


def show_session(source: Source, wanted: Wanted, *, ring: bool, why: str) -> None:
    """Write the page of a session that no baseline can judge, and say why."""
    from railbird.evaluate.games import find_game
    from railbird.reports.page import write_page
    from railbird.reports.session import (
        MOST_HANDS,
        EveryDecision,
        decisions_text,
        session_page,
    )
    from railbird.stats import counted

    others: dict[str, object] = {
        "--columns": wanted.columns,
        "--figures": wanted.figures,
        "--settings": wanted.settings,
        "--ring": ring or None,
    }
    options = given_of(others) + wanted.heads_up_options() + wanted.ring_options()
    if options:
        raise OptionError(
            f"{why.partition(';')[0]}, so only --report and --player can be given: omit "
            f"{', '.join(options)}"
        )
    every, problems = EveryDecision(wanted.player, kept=not source.files), list[object]()
    with progress_bar(f"reading {source.name}") as progress:
        for number, hand in source.hands(problems, progress):
            game = find_game(hand.rules.game).title
            every.add(number, hand, f"{hand.rules.betting} {game}")
            if every.is_full:
                break
    say_some(problems)
    if every.is_full:
        raise OptionError(
            f"{source.name} has more than {MOST_HANDS:,} hands, too many for this page: give a "
            "smaller file, or choose hands of the library with --since and --until"
        )
    if not every.hands:
        who = "no hand says who the hero is" if every.player is None else f"{every.player!r} is not"
        where = "" if every.player is None else " in it"
        raise OptionError(f"{source.name}: {who}{where}: give a name with --player")
    assert wanted.report is not None
    write_page(wanted.report, session_page(every, source=source.name))
    if wanted.as_json:
        print_json({"player": every.player, "hands": [asdict(hand) for hand in every.hands]})
        return
    print_text(
        f"{counted(len(every.hands), 'hand')} of {source.name}, {decisions_text(every)}. "
        f"{_why(why)}, so the page shows prices and equities, but no values."
    )
    print(f"report: {wanted.report}")


def _why(why: str) -> str:
    """The reason why nothing has a value, as a sentence begins."""
    if " has no hand " in why:
        return why.partition(";")[0]
    return (
        "Only limit hold'em, and no-limit hold'em and limit Omaha Hi-Lo of two players, have a "
        "baseline"
    )
