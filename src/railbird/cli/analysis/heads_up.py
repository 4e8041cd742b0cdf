"""The analysis of a match of two on the screen."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import typer

from railbird.cli.analysis.session import every_decision
from railbird.cli.analysis.source import Source, not_analysed
from railbird.cli.analysis.wanted import Wanted
from railbird.cli.library_option import say_some
from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.tables import print_table, print_text
from railbird.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.divat.estimators.aivat import KnownStrategy
    from railbird.divat.estimators.choice import Beside
    from railbird.divat.estimators.known_hands import KnownResult
    from railbird.divat.estimators.mivat import FittedValues
    from railbird.divat.heads_up.columns import ColumnsFile
    from railbird.divat.heads_up.match import MatchAnalysis
    from railbird.divat.heads_up.summary import Line, Summary

COSTLY = 3
"""How many costly rounds are shown."""


def show_match(source: Source, wanted: Wanted) -> None:
    """Analyse a match, write what is wanted and print the result."""
    from railbird.divat.estimators.choice import summarise_with
    from railbird.divat.estimators.limit import side_by_side
    from railbird.divat.heads_up.columns import ColumnsFile
    from railbird.divat.heads_up.estimators import find_weights, pairs_note
    from railbird.stats import voided

    if wanted.smooth is not None:
        find_weights(wanted.smooth)
    known = _known(wanted)
    fitted = _fitted(wanted)
    with ExitStack() as stack:  # all that may be refused comes before a file is complete
        columns = None
        if wanted.columns is not None:
            columns = stack.enter_context(ColumnsFile(wanted.columns))
        match = _analysed(source, wanted, columns)
        more = _more(match, wanted)
        beside, notes = _beside(source, match, known, fitted)
        summary, deals = summarise_with(match, beside, by_deal=wanted.duplicate)
        summary = replace(summary, verdict=voided(summary.verdict, source.void))
        if deals is not None:
            more["duplicate"] = deals
        elif note := pairs_note(match):
            notes.append(note)
        figures = _figures(match, wanted)
    lines = (*side_by_side(match), *(each.line for each in beside))
    if wanted.report is not None:
        from railbird.reports.match import write_report

        hands = len(match) + sum(match.refused.values())
        every = every_decision(source, wanted, match.players[0], hands=hands)
        write_report(
            match,
            wanted.report,
            summary=summary,
            every=every,
            estimators=lines,
            how="; ".join(notes),
            deals=deals,
        )
    if wanted.as_json:
        extra: dict[str, Any] = {key: asdict(value) for key, value in more.items()}
        rows = [asdict(each) for each in lines]
        if notes:
            extra["how"] = notes
        print_json({**asdict(summary), "estimators": rows, **extra})
        return
    _print_summary(summary)
    _print_more(more)
    if beside or not match.is_unbiased:
        title = "Unbiased estimators"
        print_lines("sb per game", [each for each in lines if each.unbiased], title=title)
    _print_costly(match)
    print()
    for line in (*not_analysed(summary.refused), _how(summary)):
        print_text(line)
    for note in notes:
        print_text(note)
    wanted.say_written(figures)


def _analysed(source: Source, wanted: Wanted, columns: ColumnsFile | None) -> MatchAnalysis:
    """The match, with its columns written on the way."""
    from railbird.divat.baseline.settings import STANDARD
    from railbird.divat.heads_up.match import analyze

    problems: list[object] = []
    with progress_bar(f"analysing {source.name}") as progress:
        match = analyze(
            source.hands(problems, progress),
            hero=wanted.player,
            settings=wanted.settings or STANDARD,
            source=source.name,
            each=None if columns is None else columns.write,
            cluster=wanted.cluster,
            unread=problems,
        )
    say_some(problems)
    if not len(match):
        raise source.nothing(match.refused, "two players, limit hold'em and all hole cards")
    return replace(match, kept=not source.files)


def _known(wanted: Wanted) -> tuple[str, KnownStrategy] | None:
    """The known player that the user names: the name in the log, and the strategy."""
    if not wanted.known:
        return None
    from railbird.players.find_known import find_known
    from railbird.players.known.asked import AskedPlayer

    if len(wanted.known) > 1:
        raise OptionError("limit hold'em is judged with one known player: give --known once")
    name, strategy = find_known(wanted.known[0])
    if isinstance(strategy, AskedPlayer):
        say_slow([strategy.cost("limit")])
    return name, strategy


def say_slow(warnings: Sequence[str]) -> None:
    """Say what will take long before it begins."""
    for each in filter(None, warnings):
        typer.echo(f"railbird: {each}", err=True)


def _fitted(wanted: Wanted) -> FittedValues | None:
    """The fitted value function that the user names."""
    if wanted.values is None:
        return None
    from railbird.divat.estimators.mivat import FittedValues

    return FittedValues.load(wanted.values)


def _beside(
    source: Source,
    match: MatchAnalysis,
    known: tuple[str, KnownStrategy] | None,
    fitted: FittedValues | None,
) -> tuple[list[Beside], list[str]]:
    """The estimators that the user asked for, and how each was computed."""
    from railbird.divat.estimators.choice import Beside

    lines, notes = [], []
    if fitted is not None:
        from railbird.divat.estimators.limit import CARDS, estimator_line
        from railbird.divat.estimators.mivat import game_keys

        fitted.refuse_known(game_keys(match.games, match.numbers), source.name)
        found = fitted.estimates(match.games) * match.sign
        value = f"fitted to {fitted.games:,} other games"
        money = match.money.astype("float64")
        is_whole = not len(match.hidden)
        mivat = estimator_line(
            "MIVAT", found, money, value=value, corrects=CARDS, unbiased=is_whole
        )
        lines.append(Beside(mivat, found))
        notes.append(f"MIVAT: value function {value}, none of which is judged here")
    judged = _judged_known(source, match, known)
    if judged is not None:
        hero = match.players[0]
        sign = 1 if hero == judged.name else -1
        lines.append(Beside(judged.line(hero), judged.estimates * sign))
        notes.append(judged.how())
    return lines, notes


def _judged_known(
    source: Source, match: MatchAnalysis, known: tuple[str, KnownStrategy] | None
) -> KnownResult | None:
    """AIVAT of the match, if a player is known."""
    if known is None:
        return None
    from railbird.divat.estimators.known_hands import judge_known
    from railbird.players.known.values import value_tables

    name, strategy = known
    if name not in match.players:
        raise OptionError(
            f"{name} does not play in {source.name}: write --known NAME={strategy.name}, where "
            f"NAME is {' or '.join(match.players)}"
        )
    with progress_bar(f"AIVAT of {source.name}") as progress:
        hands = (hand for _, hand in source.hands([], progress))
        return judge_known(hands, name, strategy, value_tables(), hidden=len(match.hidden))


def _figures(match: MatchAnalysis, wanted: Wanted) -> int:
    """Write the figures, and return the number of files."""
    if wanted.figures is None:
        return 0
    from railbird.reports.figures import save_figures
    from railbird.reports.match_figures import match_figures

    return len(save_figures(wanted.figures, match_figures(match)))


def _more(match: MatchAnalysis, wanted: Wanted) -> dict[str, Any]:
    """The additional estimates that the user asked for."""
    from railbird.divat.baseline.settings import sweep
    from railbird.divat.heads_up import estimators
    from railbird.divat.heads_up.summary import line

    more: dict[str, Any] = {}
    if wanted.runtime:
        more["runtime"] = estimators.runtime(match)
    if wanted.smooth is not None:
        weights = estimators.find_weights(wanted.smooth)
        smoothed = estimators.smooth(match, sweep(), weights)
        more["smooth"] = line(f"DIVAT, smoothed ({wanted.smooth})", smoothed, match.money)
    return more


def _print_summary(summary: Summary) -> None:
    from railbird.stats import CONVENTION, counted

    hero, other = summary.players
    shown = "" if summary.all_money is None else f" of {summary.all_money.count:,} that have scores"
    print_text(
        f"{hero} against {other}: {counted(summary.games, 'game')}{shown} of {summary.source}"
    )
    print_text(str(summary.verdict))
    print_text(f"Judged by {summary.judged_by}.")
    if summary.games < 2:  # a single game has no standard deviation
        print_text(
            f"money {summary.money.mean:+.4f}, DIVAT {summary.divat.mean:+.4f}, "
            f"luck {summary.luck.mean:+.4f} sb; for details use --hand"
        )
        return
    measures = (
        *([] if summary.all_money is None else [summary.all_money]),
        summary.money,
        summary.divat,
        summary.aie_divat,
        summary.money_minus_dcash,
        summary.evat,
        summary.luck,
    )
    print_lines("sb per game", measures)
    print_lines("DIVAT by round", summary.by_round)
    print_lines("by position", summary.by_position)
    credit, blame = summary.red_green
    print()
    print_text(f"{CONVENTION} The last column is how many games that takes.")
    print_text(
        f"RedGreen points: {hero} {credit:+.2f}, {other} {blame:+.2f} sb "
        f"(credit or blame for leaving the baseline first)"
    )
    own, theirs = (each.mean for each in summary.misplays)
    print_text(
        f"EVAT misplays: {hero} {own:+.4f}, {other} {theirs:+.4f} sb per game (what the actions of "
        f"each cost them against players who know all cards)"
    )


def print_lines(first: str, lines: Sequence[Line], *, title: str = "") -> None:
    """Print the lines of an analysis as a table."""
    from railbird.stats import about, percent, shown, shown_interval

    head = ("mean", "95 % interval", "s.d.", "var. ÷", "confidence", "for 95 %")
    rows = [
        [
            each.name,
            shown(each.mean, "+.4f"),
            shown_interval(each.low, each.high),
            shown(each.deviation, ".3f"),
            shown(each.reduction, ".2f"),
            percent(each.confidence),
            about(each.games_needed),
        ]
        for each in lines
    ]
    print()
    print_table([first, *head], rows, title=title)


def _print_more(more: dict[str, Any]) -> None:
    from railbird.stats import counted

    if "duplicate" in more:
        found = more["duplicate"]
        title = f"Average of {counted(found.deals, 'duplicate deal')}"
        print_lines("sb per game", found.lines, title=title)
    if "runtime" in more:
        found = more["runtime"]
        lines = [found.estimate] if found.bias is None else [found.estimate, found.bias]
        print_lines("run-time DIVAT", lines)
        bias = "cannot be measured, because some hands do not show their cards"
        if found.bias is not None:
            bias = "is measured on games with all cards known"
        print_text(f"{found.shown:,} games by DIVAT, {found.not_shown:,} by money; the bias {bias}")
    if "smooth" in more:
        print_lines("five settings", (more["smooth"],))


def _print_costly(match: MatchAnalysis) -> None:
    """Print the rounds in which the hero lost most, in words and as ``--hand`` reads them."""
    from railbird.cards.card import format_cards
    from railbird.divat.heads_up.decisions import decisions, extremes
    from railbird.divat.heads_up.words import in_words
    from railbird.divat.lessons import round_reasons
    from railbird.stats import of

    hero = match.players[0]
    worst, _ = extremes(match, COSTLY)
    if worst:
        print()
        print_text(f"What cost {hero} most, by {of('the decisions', hero)}:")
    for each in decisions(match, worst):
        view = each.round
        held = [f"{side.name} ({side.seat}) {format_cards(side.cards)}" for side in each.sides]
        board = f", board {format_cards(view.board)}" if view.board else ""
        print_text(f"{each.worth:+.2f} sb  {each.label}, {view.name}{board}")
        print_text(", ".join(held), indent=2, hanging=2)
        print_text(f"played: {in_words(view.played, each.seats)}", indent=2, hanging=2)
        share = f" ({100 * view.share:.0f} %)" if view.mixed else ""
        print_text(f"baseline: {in_words(view.baseline, each.seats)}{share}", indent=2, hanging=2)
        if reasons := round_reasons(match, each.place):
            print_text(reasons, indent=2, hanging=2)
        print_text(f'--hand "{each.text}"', indent=2, hanging=2)


def _how(summary: Summary) -> str:
    """How the figures were computed, and how exact they are."""
    caveat = f"; {summary.caveat}" if summary.caveat else ""
    caveat += f"; {summary.short_stacks}" if summary.short_stacks else ""
    exact = "" if summary.caveat else "exact "
    return (
        f"{exact}roll-out equity, {summary.settings} settings{caveat}; "
        f"position {summary.position:+.6f} sb for the big blind; money = luck + skill + position "
        f"in every game to {summary.rounding:.0e}; {summary.games_per_second:,.0f} games/s, "
        f"railbird {summary.version}"
    )
