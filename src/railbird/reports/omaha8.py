"""The page of an Omaha Hi-Lo chart: what to jam and call at a stack size, as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from railbird.cards.classes import omaha_classes
from railbird.omaha8.chart import ACTIONS, Chart, HandAdvice, kinds, suits
from railbird.omaha8.jamfold import solutions
from railbird.omaha8.jamfold.solutions import Position
from railbird.reports.charts import Cell, Curve, heat_map, line_chart
from railbird.reports.page import page, write_page
from railbird.reports.parts import plain, section, signed, table
from railbird.stats import at_most

LISTED = 15
"""How many of the best hands the page lists, and how many on each side of the border."""

NAMES: dict[Position, str] = {"sb": "small blind", "bb": "big blind"}


def write_chart(path: Path, chart: Chart, positions: Sequence[Position]) -> None:
    """Write the page of a chart."""
    write_page(path, chart_page(chart, positions))


def chart_page(chart: Chart, positions: Sequence[Position]) -> str:
    """The page: a picture and some hands for each position, and how often both play."""
    stack = f"{float(chart.stack):g}"
    parts = []
    for position in positions:
        if not chart.decides(position):
            heading = f"The {NAMES[position]} has no decision"
            parts.append(section(position, heading, "<p>Posting is all in.</p>"))
            continue
        heading = f"The {NAMES[position]} {ACTIONS[position]}s {_share(chart, position)}"
        parts.append(section(position, heading, shares_picture(chart, position)))
        parts.append(_hands(chart, position))
    parts.append(section("stacks", "At other stacks", _stacks_picture()))
    asked = "" if float(chart.stack) == chart.wanted else f" (the nearest to {chart.wanted:g})"
    lead = (
        f"<p>The smaller stack is {stack} big blinds before posting{asked}. At equilibrium the "
        f"small blind wins {signed(chart.value, 4)} big blinds a hand. Nobody can gain "
        f"{_most_gained(max(chart.gains))}.</p>"
    )
    return page(
        "".join(parts),
        title=f"Jam or fold with {stack} big blinds",
        kicker="Omaha Hi-Lo",
        lead=lead,
    )


def _most_gained(gain: float) -> str:
    return f"more than {at_most(gain)}" if gain else "anything"


def shares_picture(chart: Chart, position: Position) -> str:
    """The share of hands that is played, by cards and suits, as an SVG."""
    sizes, columns = omaha_classes()[1].astype(int), suits()

    def cell(which: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Cell | None:
        hands = int(sizes[which].sum())
        if not hands:
            return None
        share = chart.share(position, which)
        return Cell(f"{100 * share:.0f} %", f"{hands:,} hands", 2 * share - 1)

    return heat_map(
        list(kinds()),
        list(columns),
        [[cell(kind & column) for column in columns.values()] for kind in kinds().values()],
        title=f"{ACTIONS[position].capitalize()} with, R = {float(chart.stack):g}",
        note="The share of hands that is played: green more than half, red less.",
        cell_size=(112, 40),
    )


def _share(chart: Chart, position: Position) -> str:
    return f"{100 * chart.share(position):.1f} % of hands"


def _hands(chart: Chart, position: Position) -> str:
    """The best classes, and those on both sides of the border between playing and folding."""
    order, action = chart.best(position), ACTIONS[position]
    played = chart.played(position)[order] >= 0.5
    lists = {
        f"The {LISTED} best classes; brackets enclose cards of one suit.": order[:LISTED],
        f"The last classes to {action}": order[played][-LISTED:],
        "The first classes to fold": order[~played][:LISTED],
    }
    head = ["class", "hands", "wins more than folding, bb", "playable to"]
    return "".join(
        table(head, [_row(spot) for spot in chart.spots(position, some)], caption=name, wide=False)
        for name, some in lists.items()
        if len(some)
    )


def _row(spot: HandAdvice) -> list[str]:
    return [plain(spot.name), str(spot.hands), signed(spot.gap), f"{spot.playable:g}"]


def _stacks_picture() -> str:
    shipped, sizes = solutions.load(), omaha_classes()[1]
    rows = [row for row, stack in enumerate(shipped.stacks) if stack.denominator <= 2]
    lines = [
        Curve(f"{NAMES[each]} {ACTIONS[each]}s", 100 * shipped.share(each, sizes)[rows], colour)
        for each, colour in zip(NAMES, ("divat", "money"), strict=True)
    ]
    return line_chart(
        [float(shipped.stacks[row]) for row in rows],
        lines,
        title="Hands that are played at equilibrium",
        x_label="smaller stack in big blinds",
        y_label="% of hands",
    )
