"""Results of a player on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from railbird.cli.ui.tables import print_table, print_text
from railbird.stats import counted, shown

if TYPE_CHECKING:
    from railbird.history.results import Group, OneGame, PlayerResults
    from railbird.stats import Mean
    from railbird.table.hand import Hand

_BARS = "▁▂▃▄▅▆▇█"
_POINTS = 54
_SHORT = {"vpip", "pfr", "three_bet", "c_bet", "went_to_showdown", "won_at_showdown"}
MOST_WHOLE = 2
"""Of more games than these, each has one line."""


def print_results(
    found: PlayerResults, hands: Mapping[int, Hand], *, from_files: bool = False
) -> None:
    """Print all results; ``hands`` are those of the pots, by id. See `pot_rows`."""
    from railbird.reports.results import (
        capital,
        left_note,
        pot_rows,
        tournament_rows,
        won_rows,
    )

    print_text(f"{' and '.join(found.heroes)}: {counted(found.all.hands, 'hand')}")
    games = found.by_game
    print_table(("", "hands", "won", "bb/100", "all-in adjusted", "rake"), won_rows(games, per_100))
    if len(games) > 1:
        print()
        _print_shares_of(games)
    if found.tournaments:
        print()
        head = ("tournaments", "entered", "finished", "cost", "won", "ROI", "places")
        print_table(head, tournament_rows(found), text=(0, 6))
        if note := left_note(found):
            print_text(note)
    if len(games) > MOST_WHOLE:
        print()
        print_text("Lines, seats, stacks and all statistics are of one game: give -g and --betting")
    for name, _, _, part in games if len(games) <= MOST_WHOLE else ():
        where = f", {name}" if found.apart else ""
        if found.apart:
            print()
            print_text(f"{capital(name)}: {counted(part.all.hands, 'hand')}")
        print()
        won, adjusted = sparklines(part.line.tolist(), part.adjusted_line.tolist())
        print_text(f"big blinds, hand by hand  {won}")
        print_text(f"all-in adjusted           {adjusted}")
        print()
        _print_shares(part.all)
        for title, groups in (("position", part.positions), ("stack", part.stacks)):
            print()
            _print_groups(title, groups, where)
    print()
    _print_groups("limit", found.limits)
    print()
    first = "hand" if from_files else "id"
    head = (first, "played", "seat", "cards", "board", "won", "bb")
    rows = pot_rows(found, hands, from_files=from_files)
    print_table(head, rows, title="most won or lost in one hand", text=(1, 2, 3, 4))


def per_100(mean: Mean) -> str:
    """A mean with its standard error."""
    return f"{shown(mean.mean, '+.1f')} ± {shown(mean.error, '.1f')}"


def _print_shares_of(games: Sequence[OneGame]) -> None:
    """One line of statistics for each game."""
    from railbird.history.tracking import STATISTICS
    from railbird.reports.results import in_percent

    shown_ = [each for each in STATISTICS if each.key in _SHORT]
    rows = [
        [
            one.name,
            *(in_percent(one.results.all.shares[each.key].share) for each in shown_),
            shown(one.results.all.aggression, ".2f"),
        ]
        for one in games
    ]
    print_table(("statistics", *(each.name for each in shown_), "aggr."), rows)


def _print_shares(group: Group) -> None:
    from railbird.history.tracking import STATISTICS
    from railbird.reports.results import in_percent

    rows = [
        [each.name, in_percent(share.share), f"{share.done:,} of {share.chances:,}"]
        for each in STATISTICS
        for share in (group.shares[each.key],)
    ]
    rows.append(["aggression factor", shown(group.aggression, ".2f"), ""])
    rows.append(["aggression frequency", in_percent(group.aggression_frequency), ""])
    print_table(("statistic", "share", "times"), rows)


def _print_groups(title: str, groups: Sequence[Group], where: str = "") -> None:
    from railbird.history.results import amounts
    from railbird.reports.results import in_percent

    of_limits = title == "limit"  # only there are chips of one worth
    keys = ("vpip", "pfr") if of_limits else ("vpip", "pfr", "three_bet")
    rows = [
        [
            group.name,
            f"{group.hands:,}",
            *([amounts(group.money, plus=True) or "–"] if of_limits else []),
            per_100(group.won),
            shown(group.adjusted.mean, "+.1f"),
            *(in_percent(group.shares[key].share) for key in keys),
        ]
        for group in groups
    ]
    won, last = (["won"], []) if of_limits else ([], ["3-bet"])
    head = (title, "hands", *won, "bb/100", "adjusted", "VPIP", "PFR", *last)
    print_table(head, rows, title=f"by {title}{where}")


def sparklines(*rows: Sequence[float]) -> list[str]:
    """Lines of bars on one scale, from the lowest value of all to the highest.

    Examples
    --------
    >>> sparklines([0, 1, 2, 7], [0, 1, 2, 3])
    ['▁▂▃█', '▁▂▃▄']
    """
    from railbird.reports.charts import thinned

    lines = [[row[at] for at in thinned(len(row), _POINTS).tolist()] for row in rows]
    low, high = min(map(min, lines)), max(map(max, lines))
    step = (len(_BARS) - 1) / (high - low) if high > low else 0.0
    return ["".join(_BARS[round((value - low) * step)] for value in line) for line in lines]
