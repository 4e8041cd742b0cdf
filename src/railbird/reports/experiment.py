"""The page of an experiment, where it has something to draw."""

from __future__ import annotations

from pathlib import Path

from railbird.divat.heads_up.match import MatchAnalysis
from railbird.errors import OptionError
from railbird.reports.match import write_report
from railbird.reports.pair_table import render_pairs
from railbird.reproduce.experiment import Outcome
from railbird.reproduce.pair_table import PairTable


def write_outcome(outcome: Outcome, path: Path) -> None:
    """Write the match or the table of an experiment to a file; `OptionError` if it has none."""
    match outcome.drawable:
        case MatchAnalysis() as analysis:
            write_report(analysis, path)
        case PairTable() as pairs:
            path.write_text(render_pairs(pairs), encoding="utf-8", newline="\n")
        case None:
            raise OptionError("this experiment has no page: leave --report out")
