"""Analyses that were made: the scores of every game of a match in a file, and its summary."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.cards.card import format_cards
from railbird.compute.checkpoint import DAMAGE, replacing
from railbird.divat.estimators.choice import Beside, summarise_with
from railbird.divat.estimators.limit import side_by_side
from railbird.divat.heads_up.decisions import Decision, decisions, extremes
from railbird.divat.heads_up.estimators import duplicate
from railbird.divat.heads_up.match import MatchAnalysis
from railbird.divat.heads_up.words import in_words
from railbird.divat.lessons import round_reasons
from railbird.errors import OptionError
from railbird.history.library import KeptMatch
from railbird.reports.match import write_report
from railbird.reports.match_figures import match_figures
from railbird.reports.match_lines import thin_lines
from railbird.stats import Verdict
from railbird.studio.store import AnalysisNote, StudioStore, now

DEALS = ("deal_money", "deal_divat")
"""Columns of a duplicate match, by deal."""
_MEASURES = ("money", "divat", "aie_divat", "money_minus_dcash", "evat", "luck")
_SMALL = 48
"""Points of the small lines in lists."""
_DECISIONS = 12
"""How many costly and how many fine decisions are kept."""
_OPEN = 8
"""Analyses that stay open."""


@dataclass(frozen=True, slots=True)
class KeptAnalysis:
    """An analysis as it was kept: scores by game, and its summary and decisions as plain values.

    ``deals`` are the averages of both games of each deal, in a duplicate match.
    """

    scores: dict[str, npt.NDArray[np.float32]]
    deals: dict[str, npt.NDArray[np.float32]]
    ids: npt.NDArray[np.int64]
    told: dict[str, Any]


def keep_analysis(
    match: MatchAnalysis,
    kept: KeptMatch,
    *,
    folder: Path,
    store: StudioStore,
    beside: Sequence[Beside] = (),
    how: Sequence[str] = (),
) -> AnalysisNote:
    """Keep the analysis of a limit match.

    ``beside`` are estimators that were asked for.
    """
    summary, _ = summarise_with(match, beside)
    lines = (*side_by_side(match), *(each.line for each in beside))
    scores = _scores(match)
    deals = _deals(match) if kept.duplicate else {}
    costly, fine = extremes(match, _DECISIONS)
    facts: dict[str, Any] = {
        **asdict(summary),
        "kind": "limit",
        "unit": "sb per game",
        "measures": [asdict(getattr(summary, name)) for name in _MEASURES],
        "estimators": [*map(asdict, lines)],
        "how": list(how),
    }
    told = {
        "summary": facts,
        "costly": [_told(match, each) for each in decisions(match, costly)],
        "fine": [_told(match, each) for each in decisions(match, fine)],
    }

    def report(path: Path) -> None:
        write_report(match, path, summary=summary, estimators=lines, how="; ".join(how))

    return keep_files(
        kept,
        KeptAnalysis(scores, deals, match.ids, told),
        summary.verdict,
        report=report,
        picture=match_figures(match).get("lines", ""),
        small=("money", "divat"),
        folder=folder,
        store=store,
    )


def keep_files(
    kept: KeptMatch,
    found: KeptAnalysis,
    said: Verdict,
    *,
    report: Callable[[Path], None],
    picture: str,
    small: tuple[str, str],
    folder: Path,
    store: StudioStore,
) -> AnalysisNote:
    """Keep an analysis: first its files, then the note that says they are there.

    ``report`` writes its page, ``picture`` are its lines (empty: none), and ``small`` names the
    scores of the two small lines in lists.
    """
    told = found.told | {"hands": kept.hands}
    by = told["summary"].get("judged_by")
    reason = said.reason() + (f"; judged by {by}" if by else "")
    told["summary"] |= {"headline": said.headline(), "reason": reason, "sure": said.sure}
    path = analysis_file(folder, kept.number)
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(analysis_file(folder, kept.number, "html")) as draft:
        report(draft)
    drawing = analysis_file(folder, kept.number, "svg")
    if picture:
        with replacing(drawing) as draft:
            draft.write_text(picture, encoding="utf-8", errors="replace")
    else:
        drawing.unlink(missing_ok=True)
    with replacing(path) as draft, draft.open("wb") as file:
        columns: dict[str, Any] = found.scores | found.deals
        text = np.frombuffer(json.dumps(_finite(told), allow_nan=False).encode(), dtype=np.uint8)
        np.savez(file, ids=found.ids, told=text, **columns)
    two = {name: found.scores[name] for name in small}
    thin = thin_lines(two, first=0, last=len(found.ids), points=_SMALL)
    note = AnalysisNote(
        match=kept.number,
        hands=kept.hands,
        version=told["summary"]["version"],
        headline=said.headline(),
        reason=said.reason(),
        sure=said.sure,
        money=np.round(thin.lines[0].last, 3).tolist(),
        divat=np.round(thin.lines[1].last, 3).tolist(),
        made=now(),
    )
    store.keep_note(note)
    return note


def open_analysis(folder: Path, match: int) -> KeptAnalysis | None:
    """The analysis of a match, None if there is none or its file is damaged."""
    path = analysis_file(folder, match)
    try:
        changed = path.stat().st_mtime_ns
    except FileNotFoundError:
        return None
    try:
        return _opened(path, changed)
    except DAMAGE:
        return None


@lru_cache(maxsize=_OPEN)
def _opened(path: Path, changed: int) -> KeptAnalysis:
    del changed  # a new analysis is another one
    with path.open("rb") as opened, np.load(opened) as file:
        columns = {name: file[name] for name in file.files}
    ids, told = columns.pop("ids"), columns.pop("told")
    deals = {name: columns.pop(name) for name in DEALS if name in columns}
    facts = json.loads(told.tobytes())
    facts["summary"] = _whole(facts["summary"])
    return KeptAnalysis(columns, deals, ids, facts)


def _whole(summary: dict[str, Any]) -> dict[str, Any]:
    """A summary with all that is shown; one of an earlier version is of a limit match."""
    parts = ("estimators", "by_round", "by_position", "standings", "how")
    measures = [summary[name] for name in _MEASURES if name in summary]
    usual = {"kind": "limit", "unit": "sb per game", "settings": "", "caveat": "", "judged_by": ""}
    sure = summary.get("verdict", {}).get("sure", False)
    return {"sure": sure, "measures": measures, **usual, **{name: [] for name in parts}} | summary


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
        "aie_divat": match.by_round["aie_skill"].sum(axis=1),
        "evat": match.by_round["evat"].sum(axis=1),
        **{f"round_{r}": match.by_round["skill"][:, r] for r in range(4)},
    }
    return {name: column.astype(np.float32) for name, column in found.items()}


def _deals(match: MatchAnalysis) -> dict[str, npt.NDArray[np.float32]]:
    """The averages of both games of each deal; empty if some games could not be judged."""
    try:
        found = duplicate(match)
    except OptionError:
        return {}
    columns = (found.by_deal_money, found.by_deal_divat)
    return {name: column.astype(np.float32) for name, column in zip(DEALS, columns, strict=True)}


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
        "why": round_reasons(match, decision.place),
    }
