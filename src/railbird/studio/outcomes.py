"""Experiments that were run: their figures, text and pictures, each in a file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from railbird.compute.checkpoint import DAMAGE, replacing
from railbird.reports.experiment import experiment_figures
from railbird.reproduce.experiment import Experiment, Figure, Outcome
from railbird.studio.store import now
from railbird.version import __version__


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptOutcome:
    """The last run of an experiment, as plain values.

    ``games`` is how many were played, None if as many as it takes. ``pictures`` are SVG by name.
    """

    verdict: str
    explained: bool
    too_few: bool
    games: int | None
    seed: int
    figures: list[dict[str, Any]]
    text: str
    notes: list[str]
    pictures: dict[str, str]
    version: str
    made: str


def keep_outcome(
    folder: Path, experiment: Experiment, outcome: Outcome, *, games: int | None
) -> None:
    """Keep the outcome of a run in place of the one before."""
    values = {
        "verdict": outcome.verdict,
        "explained": outcome.explained,
        "too_few": outcome.verdict == "not comparable" and outcome.too_few,
        "games": games,
        "seed": experiment.seed,
        "figures": [_plain(figure, figure.name in outcome.in_text) for figure in outcome.figures],
        "text": outcome.text,
        "notes": list(outcome.notes),
        "pictures": experiment_figures(outcome),
        "version": __version__,
        "made": now(),
    }
    path = _path(folder, experiment.id)
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as draft:
        draft.write_text(json.dumps(values, allow_nan=False), encoding="utf-8")


def open_outcome(folder: Path, id_: str) -> KeptOutcome | None:
    """The last run of an experiment, None if there is none or its file is damaged."""
    try:
        return KeptOutcome(**json.loads(_path(folder, id_).read_text("utf-8")))
    except (FileNotFoundError, *DAMAGE):
        return None


def _plain(figure: Figure, in_text: bool) -> dict[str, Any]:
    ours, printed = figure.texts
    return {
        "name": figure.name,
        "ours": ours,
        "printed": printed,
        "tolerance": figure.tolerance if isfinite(figure.tolerance) else None,
        "verdict": figure.verdict,
        "too_few": figure.too_few,
        "why": figure.why,
        "in_text": in_text,
    }


def _path(folder: Path, id_: str) -> Path:
    return folder / "experiments" / f"{id_}.json"
