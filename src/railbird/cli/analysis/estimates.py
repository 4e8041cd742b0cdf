"""Matches of two that are judged by estimators: no-limit hold'em and limit Omaha Hi-Lo."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from railbird.cli.analysis.heads_up import COSTLY, print_lines, say_slow
from railbird.cli.analysis.source import Source, not_analysed
from railbird.cli.analysis.wanted import Wanted, given_of
from railbird.cli.library_option import say_some
from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.tables import print_text
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.divat.estimators.estimated import EstimatedMatch
    from railbird.divat.estimators.summary import GameSummary
    from railbird.divat.no_limit.known import KnownGames
    from railbird.reports.session import EveryDecision
    from railbird.table.hand import Hand

    Numbered = Iterable[tuple[int, Hand]]
    Found = tuple[GameSummary, EstimatedMatch]


@dataclass(frozen=True)
class _Estimated:
    """A game that has estimators: its name, what a hand of it needs, and its analysis."""

    title: str
    needs: str
    judge: Callable[[Numbered, Source, Wanted, list[object]], Found]
    takes_known: bool


def _known(wanted: Wanted) -> KnownGames | None:
    """What judges by AIVAT, if players are known."""
    if not wanted.known:
        return None
    from railbird.players.find_known import find_known_ranges
    from railbird.players.known_games import NamedGames

    found = find_known_ranges(wanted.known)
    if len(found) > 2:
        raise OptionError("a match of two has no third known player: give --known once or twice")
    say_slow([each.cost("no-limit") for each in found.values()])
    return NamedGames(wanted.known)


def _no_limit(hands: Numbered, source: Source, wanted: Wanted, problems: list[object]) -> Found:
    from railbird.divat.no_limit.match import analyze_no_limit, summarise_no_limit
    from railbird.stats import OTHERS

    match = analyze_no_limit(
        hands, hero=wanted.player, source=source.name, unread=problems, known=_known(wanted)
    )
    for name, kind in match.known_players:
        if name not in match.players and match.players[1] != OTHERS:
            raise OptionError(
                f"{name} does not play in {source.name}: write --known NAME={kind}, where NAME is "
                f"{' or '.join(match.players)}"
            )
    return summarise_no_limit(match, duplicate=wanted.duplicate), match


def _omaha8(hands: Numbered, source: Source, wanted: Wanted, problems: list[object]) -> Found:
    from railbird.divat.omaha8.match import analyze_omaha8, summarise_omaha8

    match = analyze_omaha8(hands, hero=wanted.player, source=source.name, unread=problems)
    return summarise_omaha8(match, duplicate=wanted.duplicate), match


_GAMES = {
    ("holdem", "no-limit"): _Estimated(
        "no-limit hold'em", "two players and the cards of one of them", _no_limit, takes_known=True
    ),
    ("omaha8", "limit"): _Estimated(
        "limit Omaha Hi-Lo", "two players and all hole cards", _omaha8, takes_known=False
    ),
}


def has_estimators(source: Source) -> bool:
    """Whether the hands of a source are all of one game for which this is the analysis."""
    return source.heads_up_game() in _GAMES


def _decisions(source: Source, player: str, game: str, hands: int) -> EveryDecision | None:
    """All decisions of a player in a short session, without values."""
    from railbird.reports.session import MOST_HANDS, EveryDecision

    if hands > MOST_HANDS:
        return None
    every = EveryDecision(player, kept=not source.files)
    for number, hand in source.hands([], lambda _: None):
        every.add(number, hand, f"{game} has no value of single decisions")
    return every


def _print_costly(summary: GameSummary, *, kept: bool) -> None:
    """Print the rounds in which the hero's own decisions cost most, in words."""
    from railbird.divat.heads_up.words import in_words
    from railbird.stats import of

    hero = summary.players[0]
    if summary.costly:
        print()
        print_text(f"What cost {hero} most, by {of('the decisions', hero)}:")
    for each in summary.costly[:COSTLY]:
        sides = [f"{name} ({seat}) {cards}" for name, seat, cards in each.sides]
        told = f"{each.label(kept=kept)}, {each.round}, board {each.board}"
        print_text(f"{each.worth:+.2f} {summary.unit.split()[0]}  {told}")
        print_text(", ".join(sides), indent=2, hanging=2)
        print_text(f"played: {in_words(each.played, each.seats)}", indent=2, hanging=2)
        print_text(f"baseline: {in_words(each.baseline, each.seats)}", indent=2, hanging=2)


def show_estimates(source: Source, wanted: Wanted) -> None:
    """Analyse a match, write what is wanted and print the result."""
    from railbird.stats import CONVENTION, counted, voided

    kind = source.heads_up_game()
    assert kind is not None  # see `has_estimators`
    game = _GAMES[kind]
    options = given_of({"--settings": wanted.settings})
    options += wanted.heads_up_options() + wanted.ring_options()
    taken = {"--duplicate", *(["--known"] if game.takes_known else [])}
    options = [each for each in options if each not in taken]
    if options:
        known = "--known, " if game.takes_known else ""
        raise OptionError(
            f"{source.name} is {game.title}, so only {known}--duplicate, --columns, --report, "
            f"--figures, --player and --json can be given: omit {', '.join(options)}"
        )
    problems: list[object] = []
    with progress_bar(f"analysing {source.name}") as progress:
        summary, match = game.judge(source.hands(problems, progress), source, wanted, problems)
    say_some(problems)
    if not summary.games:
        raise source.nothing(summary.refused, game.needs)
    summary = replace(summary, verdict=voided(summary.verdict, source.void))
    if not (wanted.duplicate or summary.hidden) and (note := match.duplicate_note()):
        summary = replace(summary, how=f"{summary.how}. {note}")
    figures, saved = {}, 0
    if wanted.report is not None or wanted.figures is not None:
        from railbird.reports.estimates import estimates_figures, estimates_page
        from railbird.reports.figures import save_figures
        from railbird.reports.page import write_page

        scores = match.estimates(duplicate=wanted.duplicate).scores()
        figures = estimates_figures(summary, scores)
    if wanted.figures is not None:
        saved = len(save_figures(wanted.figures, figures))
    if wanted.columns is not None:
        match.write_columns(wanted.columns, duplicate=wanted.duplicate)
    if wanted.report is not None:
        every = _decisions(source, summary.players[0], game.title, summary.games)
        write_page(
            wanted.report, estimates_page(summary, every, figures=figures, kept=not source.files)
        )
    if wanted.as_json:
        print_json(asdict(summary))
        return
    hero, other = summary.players
    print_text(f"{hero} against {other}: {counted(summary.games, 'game')} of {summary.source}")
    print_text(str(summary.verdict))
    print_text(f"Judged by {summary.judged_by}.")
    if summary.games > 1:
        print_lines(summary.unit, summary.estimators)
        if summary.by_deal:
            title = f"Average of {counted(summary.games // 2, 'duplicate deal')}"
            print_lines(summary.unit, summary.by_deal, title=title)
        if summary.by_round:
            print_lines("DIVAT by round", summary.by_round)
            print_lines("DIVAT by position", summary.by_position)
        _print_costly(summary, kept=not source.files)
        print()
        deals = ", or deals where they are averaged" if summary.by_deal else ""
        print_text(f"{CONVENTION} The last column is how many games{deals} that takes.")
    print()
    for text in (*not_analysed(summary.refused), summary.how):
        print_text(text)
    wanted.say_written(saved)
