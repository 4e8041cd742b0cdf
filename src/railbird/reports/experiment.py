"""The pages of an experiment: its matches, tables and lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from railbird.reports.charts import Curve, line_chart, palette, thinned
from railbird.reports.crosstable import Score, crosstable
from railbird.reports.match import write_report
from railbird.reports.match_figures import match_figures
from railbird.reports.page import page, write_page
from railbird.reports.parts import name, plain, signed, table
from railbird.reproduce.drawings import Lines
from railbird.reproduce.experiment import Outcome
from railbird.reproduce.pair_table import PairScore, PairTable
from railbird.stats import Z95
from railbird.version import __version__


def write_pages(outcome: Outcome, path: Path, *, title: str) -> list[Path]:
    """Write a page for each match and table, and one for all lines together.

    From the second page on, the name gets a number. ``title`` is that of the experiment.
    """
    lines = [drawing for drawing in outcome.drawings if isinstance(drawing, Lines)]
    others = [drawing for drawing in outcome.drawings if not isinstance(drawing, Lines)]
    count = len(others) + bool(lines)
    numbers = range(1, count + 1)
    paths = [path if n == 1 else path.with_stem(f"{path.stem}-{n}") for n in numbers]
    notes = "; ".join(outcome.notes)
    for place, drawing in zip(paths, others, strict=False):
        if isinstance(drawing, PairTable):
            write_page(place, round_robin(drawing, title, notes))
        else:
            write_report(drawing, place, experiment=title)
    if lines:
        write_page(paths[-1], lines_page(lines, title, notes))
    return paths


def experiment_figures(outcome: Outcome) -> dict[str, str]:
    """The pictures of all drawings by name. Names that come again have a number."""
    found: dict[str, str] = {}
    for drawing in outcome.drawings:
        if isinstance(drawing, Lines):
            one = {drawing.key: lines_picture(drawing)}
        elif isinstance(drawing, PairTable):
            one = _crosstables(drawing)
        else:
            one = match_figures(drawing)
        number = 1
        while any(_numbered(key, number) in found for key in one):
            number += 1
        found |= {_numbered(key, number): svg for key, svg in one.items()}
    return found


def _numbered(key: str, number: int) -> str:
    return key if number == 1 else f"{key}-{number}"


def lines_picture(lines: Lines) -> str:
    """Lines as a picture, with as many points as can be seen."""
    xs = np.asarray(lines.x, dtype=np.float64)
    some = thinned(len(xs))
    plain_lines = [each for each in lines.series if not each.colour]
    curves = []
    for each in lines.series:
        if each.colour:
            colour, dotted = each.colour, each.guide
        else:
            colour, dotted = palette(plain_lines.index(each))
        values = np.asarray(each.values, dtype=np.float64)[some]
        curves.append(
            Curve(each.name, values, colour, dotted=dotted or each.guide, mirrored=each.guide)
        )
    return line_chart(
        xs[some], curves, title=lines.title, x_label=lines.x_label, y_label=lines.y_label
    )


def lines_page(lines: Sequence[Lines], title: str, how: str) -> str:
    """All lines of an experiment as a page."""
    pictures = "\n".join(f'<div class="picture">{lines_picture(each)}</div>' for each in lines)
    said = "; ".join(part for part in (how, f"railbird {__version__}") if part)
    return page(
        f"{pictures}\n<p>{plain(said)}</p>", title=plain(title), kicker="What we reproduced"
    )


def _crosstables(pairs: PairTable) -> dict[str, str]:
    def score(player: str, other: str, skill: bool) -> Score | None:
        found = pairs.scores.get((player, other))
        if found is None:
            return None
        mean, error = found.part(skill)
        return Score(mean, error, abs(mean) > Z95 * error)

    return {
        f"crosstable-{measure.lower()}": crosstable(
            pairs.ranking(), partial(score, skill=skill), title=f"{measure}, sb per game"
        )
        for measure, skill in (("DIVAT", True), ("money", False))
    }


def round_robin(pairs: PairTable, title: str, how: str) -> str:
    """The table of a round robin as a page."""

    def cell(score: PairScore | None, skill: bool) -> str:
        if score is None:
            return "–"
        mean, error = score.part(skill)
        kind = "up" if mean > 0 else "down" if mean < 0 else ""
        return f'<span class="{kind}">{signed(mean, 2)} <small>± {error:.2f}</small></span>'

    body = table(
        ["", *(name(player) for player in pairs.ranking()), "mean"],
        pairs.rows(cell),
        caption="Small bets per game won by the player in the row; ± one standard error",
    )
    pictures = "".join(f'<div class="picture">{svg}</div>' for svg in _crosstables(pairs).values())
    return page(
        f"{body}\n{pictures}\n<p>{plain(how)}; railbird {__version__}</p>",
        title=plain(title),
        kicker="What we reproduced",
    )
