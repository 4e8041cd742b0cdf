"""The pages of an experiment: its matches and tables."""

from __future__ import annotations

from pathlib import Path

from railbird.errors import OptionError
from railbird.reports.match import write_report
from railbird.reports.page import DIVAT_KICKER, page, write_page
from railbird.reports.parts import name, plain, signed, table
from railbird.reproduce.experiment import Outcome
from railbird.reproduce.pair_table import PairScore, PairTable
from railbird.version import __version__


def write_pages(outcome: Outcome, path: Path) -> list[Path]:
    """Write a page for each drawing. From the second on, the name gets a number."""
    if not outcome.drawings:
        raise OptionError("this experiment has nothing to draw: omit --report")
    paths = [path] + [
        path.with_stem(f"{path.stem}-{number}") for number in range(2, len(outcome.drawings) + 1)
    ]
    for place, drawing in zip(paths, outcome.drawings, strict=True):
        if isinstance(drawing, PairTable):
            write_page(place, round_robin(drawing, "; ".join(outcome.notes)))
        else:
            write_report(drawing, place)
    return paths


def round_robin(pairs: PairTable, how: str) -> str:
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
    return page(
        f"{body}\n<p>{plain(how)}; railbird {__version__}</p>",
        title="A heads-up round robin",
        kicker=DIVAT_KICKER,
    )
