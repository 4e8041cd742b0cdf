"""Data and figures of a solved jam-or-fold hand: CSV for a spreadsheet, SVG and PNG for a paper."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from math import isnan
from pathlib import Path

from railbird.cards.classes import HOLDEM_CLASSES, holdem_class_index
from railbird.cards.grid import cell_kind, grid_png
from railbird.reports.jam import grid_title, jam_svg, spaced
from railbird.tournament import JamDecision

COLUMNS = ("decision", "player", "after", "reached", "hand", "combos", "frequency")
EVS = ("ev_in", "ev_fold", "gain")


def write_jam_csv(path: Path, shown: Sequence[JamDecision], kind: str = "") -> None:
    """Write a row for each decision and class, or only for the class ``kind``.

    Frequencies and probabilities are from 0 to 1, and EVs are parts of the pool. They are empty for
    hands that never get there.
    """
    classes = [holdem_class_index(kind)] if kind else range(169)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow((*COLUMNS, *EVS))
        for one in shown:
            known = (one.name, one.player, " ".join(one.after), f"{one.reached:.6g}")
            for at in classes:
                fold, in_ = float(one.ev_fold[at]), float(one.ev_jam[at])
                values = ["" if isnan(x) else f"{x:.8f}" for x in (in_, fold, in_ - fold)]
                often = f"{float(one.jam[at]):g}"
                writer.writerow(
                    (*known, HOLDEM_CLASSES[at], cell_kind(at).combos, often, *values)
                )


def write_jam_figures(folder: Path, shown: Sequence[JamDecision]) -> list[Path]:
    """Write the grid of each decision as SVG and PNG, such as ``BB-after-SB.svg``."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for one in shown:
        path = folder / figure_name(one)
        picture, drawing = path.with_suffix(".png"), path.with_suffix(".svg")
        drawing.write_text(jam_svg(one), encoding="utf-8")
        grid_png(
            picture,
            one.jam.reshape(13, 13),
            title=grid_title(one),
            caption=spaced(one.range_text),
        )
        written += [drawing, picture]
    return written


def figure_name(one: JamDecision) -> str:
    """The name of a decision as a file name without its ending: ``BB-after-BTN-SB``.

    ``UTG+1`` keeps its plus sign.
    """
    return one.name.replace(",", "").replace(" ", "-")
