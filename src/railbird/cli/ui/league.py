"""The result of a league on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.cli.ui.forfeits import print_forfeits
from railbird.cli.ui.output import plain
from railbird.cli.ui.tables import print_table, print_text, screen
from railbird.reports.league import how_played
from railbird.stats import in_words, shown

if TYPE_CHECKING:
    from railbird.arena import LeagueResult
    from railbird.stats import Mean


def print_league(result: LeagueResult) -> None:
    """Print the ratings, what is sure about them, and who won how much from whom."""
    console = screen()
    print_forfeits(result.forfeits_by_reason, result.forfeited)
    if result.absent:
        print_text(f"The league is of the others: {in_words(result.players)}.")
    _print_ranking(result)
    for sentence in result.sentences():
        console.print(plain(f"{sentence}."))
    for measure in result.measures:
        console.print()
        _print_crosstable(result, measure)
    console.print()
    console.print(plain(how_played(result)), style="dim")


def _cell(mean: Mean | None, digits: int) -> str:
    """A mean above its error."""
    if mean is None:
        return "–"
    return f"{mean.mean:+.{digits}f}\n±{shown(mean.error, f'.{digits}f')}"


def _numbered(result: LeagueResult) -> dict[str, str]:
    return {player: f"{number} {player}" for number, player in enumerate(result.players, 1)}


def _print_ranking(result: LeagueResult) -> None:
    numbered = _numbered(result)
    rows = []
    for player in result.players:
        rating = result.rating(player, result.measure)
        means = [result.mean(player, measure) for measure in result.measures]
        behind = [numbered[other].split()[0] for other in result.ranking.surely_behind(player)]
        cells = [_cell(rating, 0), *(_cell(mean, 3) for mean in means)]
        rows.append([numbered[player], *cells, " ".join(behind)])
    head = ["player", "rating", *result.measures, "surely ahead of"]
    unit = "small bets" if result.unit == "sb" else "big blinds"
    measures = " and ".join(result.measures)
    print_table(
        head,
        rows,
        title=f"{result.table or 'League'}: rating by pairs in Elo points; {measures} in {unit} "
        "per hand, mean over all opponents; ± error",
        text=(0, len(head) - 1),
    )


def _print_crosstable(result: LeagueResult, measure: str) -> None:
    """A row and a column for each player, or a row for each pair where that is too wide."""
    players, numbered = result.players, _numbered(result)
    rows = [
        [numbered[player], *(_cell(result.score(player, other, measure), 2) for other in players)]
        for player in players
    ]
    head = ["player", *(str(number) for number in range(1, len(players) + 1))]
    width = 2 * len(players) + sum(
        max(len(line) for row in [head, *rows] for line in plain(row[column]).split("\n"))
        for column in range(len(head))
    )
    title = f"{measure} per hand, won by the player in the row from the one in the column; ± error"
    if width <= screen().width:
        print_table(head, rows, title=title)
        return
    pairs = [
        (player, other, result.score(player, other, measure))
        for place, player in enumerate(players)
        for other in players[place + 1 :]
    ]
    print_table(
        ["player", "opponent", measure, "±"],
        [[a, b, f"{m.mean:+.3f}", shown(m.error, ".3f")] for a, b, m in pairs if m is not None],
        title=f"{measure} per hand, won by the player from the opponent",
        text=(0, 1),
    )
