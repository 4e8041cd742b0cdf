"""The pages of an experiment: its matches and tables."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from railbird.errors import OptionError
from railbird.reports.crosstable import Score, crosstable
from railbird.reports.match import write_report
from railbird.reports.match_figures import match_figures
from railbird.reports.page import DIVAT_KICKER, page, write_page
from railbird.reports.parts import name, plain, signed, table
from railbird.reproduce.experiment import Outcome
from railbird.reproduce.pair_table import PairScore, PairTable
from railbird.stats import Z95
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


def experiment_figures(outcome: Outcome) -> dict[str, str]:
    """The pictures of all drawings by name. From the second drawing on, names have a number."""
    found: dict[str, str] = {}
    for number, drawing in enumerate(outcome.drawings, 1):
        one = _crosstables(drawing) if isinstance(drawing, PairTable) else match_figures(drawing)
        found |= {(name if number == 1 else f"{name}-{number}"): svg for name, svg in one.items()}
    return found


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
    pictures = "".join(f'<div class="picture">{svg}</div>' for svg in _crosstables(pairs).values())
    return page(
        f"{body}\n{pictures}\n<p>{plain(how)}; railbird {__version__}</p>",
        title="A heads-up round robin",
        kicker=DIVAT_KICKER,
    )
