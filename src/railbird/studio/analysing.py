"""Analyses as jobs make them: whichever of them fits the match, and its files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from railbird.divat.estimators.choice import Beside
from railbird.divat.hands import nothing_to_judge
from railbird.divat.heads_up.match import MatchAnalysis, analyze
from railbird.divat.heads_up.summary import UNFAIR
from railbird.errors import OptionError
from railbird.history.library import KeptMatch, Library, Query, find_match
from railbird.studio.analyses import KeptAnalysis, keep_analysis, keep_files
from railbird.studio.fits import KNOWN, AnalysisKind, analysis_kind, why_not
from railbird.studio.settings import StudioSettings
from railbird.studio.store import AnalysisNote, StudioStore
from railbird.table.hand import Hand

if TYPE_CHECKING:
    from railbird.divat.estimators.summary import GameSummary
    from railbird.divat.no_limit.known import KnownGames
    from railbird.divat.no_limit.match import NoLimitMatch
    from railbird.divat.omaha8.match import Omaha8Match

_BOARDS = 1000
"""Boards of a roll-out at a table of three and more, as in ``railbird analyze``."""


@dataclass
class Analysing:
    """The analysis of a match. ``asked`` has its number, and who plays like whom (``known``)."""

    library: Library
    asked: Mapping[str, Any]
    settings: StudioSettings
    store: StudioStore
    progress: Callable[[float], None]

    def run(self) -> dict[str, Any]:
        """Analyse the match and keep it."""
        kept = find_match(self.library, str(self.asked["match"]))
        kinds: dict[AnalysisKind, Callable[[KeptMatch], AnalysisNote]] = {
            "limit": self._limit,
            "no-limit": self._no_limit,
            "omaha8": self._omaha8,
            "ring": self._ring,
        }
        kind = analysis_kind(kept)
        if kind is None:
            raise OptionError(why_not(kept))
        if self.asked.get("known"):
            self._check_known(kept, kind)
        note = kinds[kind](kept)
        return {"match": kept.number, "said": note.headline}

    def _check_known(self, kept: KeptMatch, kind: AnalysisKind) -> None:
        """Refuse a known player (NAME=KIND) that is none."""
        name, _, player = str(self.asked["known"]).rpartition("=")
        if player not in KNOWN[kind]:  # files and programs are for the command line
            kinds = ", ".join(KNOWN[kind]) or "none at this table"
            raise OptionError(f"{player[:80]!r} is not a known strategy: choose one of {kinds}")
        if name not in kept.players:
            raise OptionError(f"{name[:80]!r} does not play in match {kept.name}")

    def _hands(self, kept: KeptMatch, *, part: float = 1.0) -> Iterator[tuple[int, Hand]]:
        for i, found in enumerate(self.library.hands(Query(match=kept.name))):
            self.progress(part * i / max(1, kept.hands))
            yield found

    def _hero(self, kept: KeptMatch) -> str | None:
        """Who told the hands, if that is known: the match is then seen from there."""
        if self.asked.get("player"):
            return str(self.asked["player"])
        for _, hand in self.library.hands(Query(match=kept.name), limit=1):
            return None if hand.hero is None else hand.players[hand.hero]
        return None

    def _limit(self, kept: KeptMatch) -> AnalysisNote:
        known = self.asked.get("known")
        part = 0.3 if known else 1.0
        name = f"match {kept.name}"
        match = analyze(self._hands(kept, part=part), source=name, hero=self._hero(kept))
        if not len(match):
            needs = "two players, limit hold'em and all hole cards"
            raise nothing_to_judge(name, match.refused, needs)
        match = replace(match, kept=True)
        beside, how = self._aivat(kept, match, known) if known else ([], [])
        return keep_analysis(
            match, kept, folder=self.settings.folder, store=self.store, beside=beside, how=how
        )

    def _aivat(
        self, kept: KeptMatch, match: MatchAnalysis, known: str
    ) -> tuple[list[Beside], list[str]]:
        """AIVAT of a match, where ``known`` is NAME=KIND."""
        from railbird.divat.estimators.known_hands import judge_known
        from railbird.players.find_known import find_known
        from railbird.players.known.values import value_tables

        name, _, kind = known.rpartition("=")
        _, strategy = find_known(kind)
        hands = (hand for _, hand in self._hands(kept))
        found = judge_known(hands, name, strategy, value_tables(), hidden=len(match.hidden))
        hero = match.players[0]
        estimates = found.estimates * (1 if hero == found.name else -1)
        return [Beside(found.line(hero), estimates)], [found.how()]

    def _known_games(self) -> KnownGames | None:
        """What judges a no-limit match by AIVAT, if a player is known."""
        if not self.asked.get("known"):
            return None
        from railbird.players.known_games import NamedGames

        return NamedGames([str(self.asked["known"])])

    def _no_limit(self, kept: KeptMatch) -> AnalysisNote:
        from railbird.divat.no_limit.match import analyze_no_limit, summarise_no_limit

        name = f"match {kept.name}"
        match = analyze_no_limit(
            self._hands(kept), source=name, hero=self._hero(kept), known=self._known_games()
        )
        if not len(match):
            raise nothing_to_judge(name, match.refused, "two players and the cards of one of them")
        return self._estimates(kept, "no-limit", match, summarise_no_limit(match))

    def _omaha8(self, kept: KeptMatch) -> AnalysisNote:
        from railbird.divat.omaha8.match import analyze_omaha8, summarise_omaha8

        name = f"match {kept.name}"
        match = analyze_omaha8(self._hands(kept), source=name, hero=self._hero(kept))
        if not len(match):
            raise nothing_to_judge(name, match.refused, "two players and all hole cards")
        return self._estimates(kept, "omaha8", match, summarise_omaha8(match))

    def _estimates(
        self,
        kept: KeptMatch,
        kind: AnalysisKind,
        match: NoLimitMatch | Omaha8Match,
        summary: GameSummary,
    ) -> AnalysisNote:
        from railbird.reports.estimates import estimates_figures, estimates_page

        scores = match.estimates().scores()
        figures = estimates_figures(summary, scores)
        facts = asdict(summary) | {"kind": kind, "how": [summary.how]}
        return self._keep(
            kept,
            KeptAnalysis(_small_floats(scores), {}, match.ids, {"summary": facts}),
            summary.verdict,
            page=lambda: estimates_page(summary, figures=figures, kept=True),
            picture=figures.get("lines", ""),
            small=("money", "divat" if "divat" in scores else "own"),
        )

    def _ring(self, kept: KeptMatch) -> AnalysisNote:
        from railbird.divat.ring import crosstable
        from railbird.divat.ring.crosstable import MOST_VERDICTS
        from railbird.reports.ring import render
        from railbird.reports.ring_lines import RingLines, ring_figures

        lines, ids = RingLines(), list[int]()

        def each(number: int, hand: Hand, score: Any) -> None:
            ids.append(number)
            lines.add(number, hand, score)

        session = crosstable(self._hands(kept), samples=_BOARDS, each=each)
        if not session.games:
            needs = "limit hold'em and all hole cards"
            raise nothing_to_judge(f"match {kept.name}", session.refused, needs)
        session = replace(session, kept=True)
        names = [session.names[place] for place in session.regulars()]
        first = kept.players[0] if kept.players[0] in names else names[0]
        sums = lines.cumulated([first])
        scores = {key: np.diff(sums[key][0]) for key in ("money", "divat", "luck")}
        facts: dict[str, Any] = {
            "kind": "ring",
            "unit": "sb per hand",
            "players": [first, *(name for name in names if name != first)],
            "games": session.games,
            "standings": [asdict(each) for each in session.standings if each.name in names],
            "refused": session.refused,
            "settings": session.settings,
            "version": session.version,
            "judged_by": session.judged_by,
            "caveat": UNFAIR if session.hidden else "",
            "how": [
                *(f"{each}." for each in session.verdicts[1:MOST_VERDICTS]),
                f"Roll-outs of {session.samples:,} boards before the flop, exact from the flop on.",
            ],
        }
        picture = ring_figures(session, lines).get("divat", "")
        return self._keep(
            kept,
            KeptAnalysis(_small_floats(scores), {}, np.array(ids), {"summary": facts}),
            session.verdict,
            page=lambda: render(session, lines, source=f"match {kept.name}"),
            picture=picture,
            small=("money", "divat"),
        )

    def _keep(
        self,
        kept: KeptMatch,
        found: KeptAnalysis,
        verdict: Any,
        *,
        page: Callable[[], str],
        small: tuple[str, str],
        picture: str = "",
    ) -> AnalysisNote:
        from railbird.reports.page import write_page

        def report(path: Path) -> None:
            write_page(path, page())

        return keep_files(
            kept,
            found,
            verdict,
            report=report,
            picture=picture,
            small=small,
            folder=self.settings.folder,
            store=self.store,
        )


def _small_floats(
    scores: Mapping[str, npt.NDArray[np.floating]],
) -> dict[str, npt.NDArray[np.float32]]:
    return {name: column.astype(np.float32) for name, column in scores.items()}
