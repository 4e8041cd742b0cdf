"""Analyses that were made: the scores of every game of a match in a file, and its summary."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.cards.card import format_cards
from railbird.compute.checkpoint import replacing
from railbird.divat.heads_up.decisions import Decision, decisions, extremes
from railbird.divat.heads_up.match import MatchAnalysis
from railbird.divat.heads_up.summary import Summary, summarise
from railbird.divat.heads_up.words import in_words
from railbird.history.library import KeptMatch
from railbird.reports.match import write_report
from railbird.reports.match_figures import match_figures
from railbird.reports.match_lines import thin_lines
from railbird.studio.store import AnalysisNote, StudioStore, now

_SMALL = 48
"""Points of the small lines in lists."""
_DECISIONS = 12
"""How many costly and how many fine decisions are kept."""
_OPEN = 8
"""Analyses that stay open."""


@dataclass(frozen=True, slots=True)
class KeptAnalysis:
    """An analysis as it was kept: scores by game, and its summary and decisions as plain values."""

    scores: dict[str, npt.NDArray[np.float32]]
    ids: npt.NDArray[np.int64]
    told: dict[str, Any]


def keep_analysis(
    match: MatchAnalysis, kept: KeptMatch, *, folder: Path, store: StudioStore
) -> AnalysisNote:
    """Keep an analysis: first its files, then the note that says they are there."""
    summary = summarise(match)
    scores = _scores(match)
    costly, fine = extremes(match, _DECISIONS)
    told = {
        "summary": _plain_summary(summary),
        "costly": [_told(match, each) for each in decisions(match, costly)],
        "fine": [_told(match, each) for each in decisions(match, fine)],
        "hands": kept.hands,
    }
    path = analysis_file(folder, kept.number)
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(analysis_file(folder, kept.number, "html")) as draft:
        write_report(match, draft, summary=summary)
    if picture := match_figures(match).get("lines"):
        with replacing(analysis_file(folder, kept.number, "svg")) as draft:
            draft.write_text(picture, encoding="utf-8", errors="replace")
    with replacing(path) as draft, draft.open("wb") as file:
        columns: dict[str, Any] = dict(scores)
        text = np.frombuffer(json.dumps(told, allow_nan=False).encode(), dtype=np.uint8)
        np.savez(file, ids=match.ids, told=text, **columns)
    small = thin_lines(
        {name: scores[name] for name in ("money", "divat")}, first=0, last=len(match), points=_SMALL
    )
    note = AnalysisNote(
        match=kept.number,
        hands=kept.hands,
        version=summary.version,
        headline=summary.verdict.headline(),
        reason=summary.verdict.reason(),
        sure=summary.verdict.sure,
        money=np.round(small.lines[0].last, 3).tolist(),
        divat=np.round(small.lines[1].last, 3).tolist(),
        made=now(),
    )
    store.keep_note(note)
    return note


def open_analysis(folder: Path, match: int) -> KeptAnalysis | None:
    """The analysis of a match, None if there is none."""
    path = analysis_file(folder, match)
    try:
        changed = path.stat().st_mtime_ns
    except FileNotFoundError:
        return None
    return _opened(path, changed)


@lru_cache(maxsize=_OPEN)
def _opened(path: Path, changed: int) -> KeptAnalysis:
    del changed  # a new analysis is another one
    with np.load(path) as file:
        columns = {name: file[name] for name in file.files}
    ids, told = columns.pop("ids"), columns.pop("told")
    return KeptAnalysis(columns, ids, json.loads(told.tobytes()))


def analysis_file(folder: Path, match: int, kind: str = "npz") -> Path:
    """Where the analysis of a match is kept: its scores, its report or its picture."""
    return folder / "analyses" / f"{match}.{kind}"


def _scores(match: MatchAnalysis) -> dict[str, npt.NDArray[np.float32]]:
    """The scores that lines show, by game."""
    luck = match.by_round["luck"].sum(axis=1, dtype=np.float64)
    found: dict[str, npt.NDArray[np.floating]] = {
        "money": match.money,
        "divat": match.divat,
        "dcash": match.dcash,
        "money_minus_dcash": match.money_minus_dcash,
        "luck": luck,
        **{f"round_{r}": match.by_round["skill"][:, r] for r in range(4)},
    }
    return {name: column.astype(np.float32) for name, column in found.items()}


def _plain_summary(summary: Summary) -> dict[str, Any]:
    """The summary as plain values; a number that is not finite is None."""
    values = asdict(summary)
    values["headline"] = summary.verdict.headline()
    values["reason"] = summary.verdict.reason()
    plain: dict[str, Any] = _finite(values)
    return plain


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def _told(match: MatchAnalysis, decision: Decision) -> dict[str, Any]:
    """A decision in words."""
    hero, other = decision.sides
    view = decision.round
    return {
        "hand": int(match.ids[decision.place.game]),
        "game": decision.place.game + 1,
        "label": decision.label,
        "round": view.name,
        "worth": decision.worth,
        "seat": hero.seat,
        "cards": format_cards(hero.cards),
        "other_cards": format_cards(other.cards),
        "board": format_cards(view.board),
        "equity": hero.equity,
        "played": in_words(view.played, decision.seats),
        "baseline": in_words(view.baseline, decision.seats),
        "text": decision.text,
    }
