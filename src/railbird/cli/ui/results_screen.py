"""Results of a player on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from railbird.cli.ui.tables import print_table, print_text
from railbird.stats import counted, shown

if TYPE_CHECKING:
    from railbird.history.results import Group, PlayerResults
    from railbird.stats import Mean
    from railbird.table.hand import Hand

_BARS = "▁▂▃▄▅▆▇█"
_POINTS = 54


def print_results(
    found: PlayerResults, hands: Mapping[int, Hand], *, from_files: bool = False
) -> None:
    """Print all results; ``hands`` are those of the pots, by id. See `pot_rows`."""
    from railbird.reports.results import left_note, pot_rows, tournament_rows

    print_text(f"{' and '.join(found.heroes)}: {counted(found.all.hands, 'hand')}")
    _print_won(found.kinds)
    if found.tournaments:
        print()
        head = ("tournaments", "entered", "finished", "cost", "won", "ROI", "places")
        print_table(head, tournament_rows(found), text=(0, 6))
        if note := left_note(found):
            print_text(note)
    for kind, part in found.by_kind:
        where = f", {kind}" if found.apart else ""
        if found.apart:
            print()
            print_text(f"{kind.capitalize()}: {counted(part.all.hands, 'hand')}")
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


def _print_won(kinds: Sequence[Group]) -> None:
    from railbird.history.results import amounts

    rows = [
        [
            kind.name,
            f"{kind.hands:,}",
            amounts(kind.money, plus=True) or "–",
            per_100(kind.won),
            per_100(kind.adjusted),
            amounts(kind.rake) or "–",
        ]
        for kind in kinds
    ]
    head = ("", "hands", "won", "bb/100", "all-in adjusted", "rake")
    print_table(head, rows)


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
    from railbird.reports.results import in_percent

    rows = [
        [
            group.name,
            f"{group.hands:,}",
            per_100(group.won),
            shown(group.adjusted.mean, "+.1f"),
            *(in_percent(group.shares[key].share) for key in ("vpip", "pfr", "three_bet")),
        ]
        for group in groups
    ]
    head = (title, "hands", "bb/100", "adjusted", "VPIP", "PFR", "3-bet")
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
