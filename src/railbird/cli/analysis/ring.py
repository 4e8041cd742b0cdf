"""The analysis of a table of three and more on the screen."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from railbird.cli.analysis.source import Source, not_analysed
from railbird.cli.analysis.wanted import Wanted
from railbird.cli.library_option import say_some
from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.tables import print_table, print_text
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.divat.ring import Crosstable
    from railbird.divat.ring.columns import RingColumnsFile
    from railbird.divat.ring.costs import CostlyDecision
    from railbird.divat.ring.scores import RingScore
    from railbird.reports.ring_lines import RingLines
    from railbird.reports.session import EveryDecision
    from railbird.table.hand import Hand

SAMPLES = 1000
"""Boards of a roll-out before the flop, if the user does not say."""

COSTLY = 5
"""How many costly decisions are shown."""


def show_ring(source: Source, wanted: Wanted, *, asked: bool) -> None:
    """Analyse a session, write what is wanted and print the result.

    If the user has not ``asked`` for a ring, a note says that it is one.
    """
    from railbird.divat.ring.columns import RingColumnsFile
    from railbird.reports.ring_lines import RingLines
    from railbird.reports.session import EveryDecision

    lines = RingLines()
    every = EveryDecision(wanted.player, kept=not source.files)
    with ExitStack() as stack:  # all that may be refused comes before a file is complete
        columns = None
        if wanted.columns is not None:
            columns = stack.enter_context(RingColumnsFile(wanted.columns))
        session = _analysed(source, wanted, lines, columns, every)
        figures = _figures(session, lines, wanted)
    if wanted.report is not None:
        from railbird.reports.ring import write_ring_report

        write_ring_report(
            session, lines, wanted.report, every=every, source=source.name, player=wanted.player
        )
    if not asked:
        print(
            f"railbird: {source.name} has tables of three and more: analysed with --ring",
            file=sys.stderr,
        )
    if wanted.as_json:
        totals, verdict = session.totals, asdict(session.verdict)
        print_json({**asdict(session), "totals": totals, "verdict": verdict})
        return
    _print_session(session, source)
    _print_own(session, wanted.player)
    print()
    how = (
        f"roll-outs of {session.samples:,} boards before the flop, exact from the flop on; "
        f"{session.settings} settings, seed {session.seed}, {session.seconds:.1f} s, "
        f"railbird {session.version}"
    )
    for line in (*not_analysed(session.refused), how):
        print_text(line)
    wanted.say_written(figures)


def _analysed(
    source: Source,
    wanted: Wanted,
    lines: RingLines,
    columns: RingColumnsFile | None,
    every: EveryDecision,
) -> Crosstable:
    """The session, with its columns and lines collected on the way."""
    from railbird.divat.baseline.settings import STANDARD
    from railbird.divat.lessons import ring_lessons
    from railbird.divat.ring import crosstable
    from railbird.stats import voided

    def each(number: int, hand: Hand, score: RingScore) -> None:
        lines.add(number, hand, score)
        if columns is not None:
            columns.add(number, hand, score)
        if wanted.report is not None:
            every.add(number, hand, ring_lessons(hand, score))

    problems: list[object] = []
    with progress_bar(f"analysing {source.name}") as progress:
        session = crosstable(
            source.hands(problems, progress),
            samples=SAMPLES if wanted.samples is None else wanted.samples,
            seed=wanted.seed or 0,
            settings=wanted.settings or STANDARD,
            each=each,
            refused=None if wanted.report is None else every.add,
        )
    say_some(problems)
    if not session.games:
        raise source.nothing(session.refused, "limit hold'em and all hole cards")
    names = tuple(session.all_money or session.names)
    if wanted.player not in (None, *names):
        some = ", ".join(names[:10]) + (" …" if len(names) > 10 else "")
        raise OptionError(f"{wanted.player!r} does not play in {source.name}: choose {some}")
    why = source.void
    verdicts = (voided(session.verdict, why),) if why else session.verdicts
    return replace(session, kept=not source.files, verdicts=verdicts)


def _figures(session: Crosstable, lines: RingLines, wanted: Wanted) -> int:
    """Write the figures, and return the number of files."""
    if wanted.figures is None:
        return 0
    from railbird.reports.figures import save_figures
    from railbird.reports.ring_lines import ring_figures

    return len(save_figures(wanted.figures, ring_figures(session, lines)))


def _print_session(session: Crosstable, source: Source) -> None:
    from railbird.divat.heads_up.summary import UNFAIR
    from railbird.divat.ring.crosstable import MOST_VERDICTS
    from railbird.stats import CONVENTION, counted, percent, shown

    some = f" with all cards, of {session.games + session.hidden:,}" if session.hidden else ""
    print_text(f"{counted(session.games, 'hand')}{some} of {source.name}")
    for verdict in session.verdicts[:MOST_VERDICTS]:
        print_text(str(verdict))
    if len(session.verdicts) > MOST_VERDICTS:
        left = counted(len(session.verdicts) - MOST_VERDICTS, "verdict")
        print_text(f"{left} more, on players with fewer hands: see --json")
    print_text(f"Judged by {session.judged_by}.")
    if session.all_money:
        _print_all_money(session)
    places = session.regulars()
    names = [session.names[place] for place in places]
    print()
    print_table(
        ["sb per hand", "hands", "money", "±", "luck", "DIVAT", "±", "confidence"],
        [
            [
                each.name,
                f"{each.money.count:,}",
                f"{each.money.mean:+.3f}",
                shown(each.money.error, ".3f"),
                f"{each.luck:+.3f}",
                f"{each.divat.mean:+.3f}",
                shown(each.divat.error, ".3f"),
                percent(each.divat.confidence),
            ]
            for each in session.standings
            if each.name in names
        ],
    )
    if len(session.names) > len(names):
        print_text(f"{len(session.names) - len(names):,} who played fewer hands are left out")
    print()
    print_table(
        ["", *names],
        [[session.names[i], *(f"{session.influence[i, j]:+.2f}" for j in places)] for i in places]
        + [["sum = DIVAT", *(f"{session.totals[j]:+.2f}" for j in places)]],
        title="What the decisions of the player in a row were worth to the others, in sb:",
    )
    print()
    print_text(f"Money = luck + DIVAT. {CONVENTION}")
    if session.hidden:
        print_text(f"{UNFAIR.capitalize()}.")


def _print_all_money(session: Crosstable) -> None:
    from railbird.stats import percent, shown

    print()
    print_table(
        ["all hands, sb per hand", "hands", "money", "±", "confidence"],
        [
            [
                name,
                f"{won.count:,}",
                f"{won.mean:+.3f}",
                shown(won.error, ".3f"),
                percent(won.confidence),
            ]
            for name, won in session.money_rows().items()
        ],
    )


def _print_own(session: Crosstable, hero: str | None) -> None:
    """Print where a player, or everybody, lost equity by their own decisions."""
    from railbird.stats import of
    from railbird.table.state import ROUND_NAMES

    if hero is None:
        costly = [(who, each) for who, own in session.own.items() for each in own.costly]
        said = "The decisions that cost a player most, against the baseline:"
    elif hero not in session.own:
        return
    else:
        costly = [(hero, each) for each in session.own[hero].costly]
        rounds = zip(ROUND_NAMES, session.own[hero].by_round, strict=True)
        worths = ", ".join(f"{name} {worth:+.2f}" for name, worth in rounds)
        decisions = of("the decisions", hero)
        said = f"What {decisions} were worth to {hero}, against the baseline: {worths} sb"
    if costly or hero is not None:
        print()
        print_text(said)
    for who, each in sorted(costly, key=lambda one: one[1].worth)[:COSTLY]:
        print_text(_costly(who, each, session.kept), hanging=2)


def _costly(hero: str, each: CostlyDecision, kept: bool) -> str:
    from railbird.stats import does

    board = f", board {each.board}" if each.board else ""
    others = ", ".join(f"{name} {cards}" for name, cards in each.against)
    return (
        f"{each.worth:+.2f} ± {each.error:.2f} sb  {each.label(kept=kept)}, {each.round}: "
        f"{does(hero, each.action + 's')} with {each.cards} against {others}{board}; "
        f"the baseline {each.baseline}s"
    )
