"""The result of a league on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.cli.ui.output import plain
from railbird.cli.ui.tables import print_table, screen
from railbird.reports.league import how_played
from railbird.stats import shown, shown_interval

if TYPE_CHECKING:
    from railbird.arena import LeagueResult
    from railbird.stats import Mean

SHOWN_FORFEITS = 5


def print_league(result: LeagueResult) -> None:
    """Print the ranking, what is sure about it, and who won how much from whom."""
    console = screen()
    _print_ranking(result)
    for sentence in result.ranking.sentences():
        console.print(plain(f"{sentence}."))
    for measure in result.measures:
        console.print()
        _print_crosstable(result, measure)
    console.print()
    console.print(plain(how_played(result)), style="dim")
    forfeits = [(pair, each) for pair in result.pairs for each in pair.forfeits]
    for pair, each in forfeits[:SHOWN_FORFEITS]:
        where = f"{pair.first} v {pair.second}, hand {each.hand}"
        console.print(plain(f"forfeit: {each.player}, {where}: {each.reason}"))
    if len(forfeits) > SHOWN_FORFEITS:
        console.print(plain(f"… and {len(forfeits) - SHOWN_FORFEITS:,} more forfeits"))


def _print_ranking(result: LeagueResult) -> None:
    place = {player: str(number) for number, player in enumerate(result.players, 1)}
    rows = []
    for player, mean in zip(result.players, result.ranking.means, strict=True):
        row = [place[player], player, f"{mean.mean:+.3f}", shown(mean.error, ".3f")]
        row.append(shown_interval(mean.low, mean.high, "+.3f"))
        if result.by_divat is not None:
            won = result.mean(player, "money")
            row += [f"{won.mean:+.3f}", shown(won.error, ".3f")]
        row.append(" ".join(place[other] for other in result.ranking.surely_behind(player)))
        rows.append(row)
    head = ["", "player", result.measure, "±", "95 % interval"]
    head += ["money", "±"] if result.by_divat is not None else []
    unit = "small bets" if result.unit == "sb" else "big blinds"
    print_table(
        [*head, "surely ahead of"],
        rows,
        title=f"{result.table or 'League'}: {unit} per hand, mean over all opponents",
        text=(0, 1, len(head)),
    )


def _print_crosstable(result: LeagueResult, measure: str) -> None:
    """A row and a column for each player, or a row for each pair where that is too wide."""
    players = result.players

    def cell(mean: Mean | None) -> str:
        if mean is None:
            return "–"
        return f"{mean.mean:+.2f}\n±{shown(mean.error, '.2f')}"

    rows = [
        [str(number), player, *(cell(result.score(player, other, measure)) for other in players)]
        for number, player in enumerate(players, 1)
    ]
    head = ["", "player", *(str(number) for number in range(1, len(players) + 1))]
    width = 2 * len(head) + sum(
        max(len(line) for row in [head, *rows] for line in row[column].split("\n"))
        for column in range(len(head))
    )
    title = f"{measure} per hand, won by the player in the row from the one in the column; ± error"
    if width <= screen().width:
        print_table(head, rows, title=title, text=(0, 1))
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
