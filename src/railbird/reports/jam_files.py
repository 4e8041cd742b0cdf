"""Data and figures of a solved jam-or-fold hand: CSV for a spreadsheet, pictures for a paper."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from math import isnan
from pathlib import Path

from railbird.cards.classes import HOLDEM_CLASSES, holdem_class_index
from railbird.cards.grid import cell_kind
from railbird.reports.jam import jam_svg
from railbird.reports.jam_table import table_picture
from railbird.tournament import HandSolution, JamDecision

COLUMNS = ("decision", "player", "after", "reached", "hand", "combos", "frequency")
EVS = ("ev_in", "ev_fold", "gain")


def write_jam_csv(
    path: Path, found: HandSolution, shown: Sequence[JamDecision], kind: str = ""
) -> None:
    """Write a row for each decision and class, or only for the class ``kind``.

    Frequencies and probabilities are from 0 to 1. EVs are parts of the pool, and again in the
    prizes' unit, or in chips. They are empty for hands that never get there. A decision that is
    not reached has one row, which says so in place of a hand.
    """
    unit, pool = "chips" if found.rules.payouts is None else "prizes", found.rules.pool
    classes = [holdem_class_index(kind)] if kind else range(169)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow((*COLUMNS, *EVS, *(f"{name}_{unit}" for name in EVS)))
        for one in shown:
            known = (one.name, one.player, " ".join(one.after), f"{one.reached:.6g}")
            if not one.has_answer:
                writer.writerow((*known, one.range_text, *[""] * (2 + 2 * len(EVS))))
                continue
            for at in classes:
                fold, in_ = float(one.ev_fold[at]), float(one.ev_jam[at])
                parts = (in_, fold, in_ - fold)
                values = ["" if isnan(x) else f"{x:.8f}" for x in parts]
                values += ["" if isnan(x) else f"{pool * x:.8g}" for x in parts]
                often = f"{float(one.jam[at]):g}"
                writer.writerow((*known, HOLDEM_CLASSES[at], cell_kind(at).combos, often, *values))


def jam_figures(found: HandSolution, shown: Sequence[JamDecision]) -> dict[str, str]:
    """The table and the grid of each decision as SVG, by the name of a file: ``BB-after-SB``.

    Decisions that are not reached have none.
    """
    grids = {
        one.name.replace(",", "").replace(" ", "-"): jam_svg(one, found.rules)
        for one in shown
        if one.has_answer
    }
    return {"table": table_picture(found), **grids}
