"""The page of a match of two that is judged by estimators: no-limit hold'em, Omaha Hi-Lo."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from railbird.divat.estimators.summary import GameSummary
from railbird.divat.heads_up.words import in_words
from railbird.reports.charts import Curve, line_chart, thinned
from railbird.reports.page import page
from railbird.reports.parts import (
    facts_list,
    measures_table,
    name,
    plain,
    refused_table,
    section,
    signed,
    verdict_text,
    what_it_does,
)
from railbird.reports.session import EveryDecision, decisions_section
from railbird.stats import counted, of
from railbird.table.state import ROUND_NAMES

_BETS = {"bb": "big blind", "sb": "small bet"}


_LINES = {
    "money": ("Money", "money"),
    "own": ("Known luck out", "luck"),
    "all_in": ("AIE", "rest"),
    "divat": ("DIVAT", "divat"),
    "aivat": ("AIVAT", "round2"),
    "least_variance": ("Least variance", "ink"),
}
"""What a score is called, and its colour. The one that chooses among the others is dotted."""


def estimates_figures(
    summary: GameSummary, scores: Mapping[str, npt.NDArray[np.float64]]
) -> dict[str, str]:
    """The pictures of a match by name: ``lines`` and, if there is DIVAT, ``rounds``.

    ``scores`` are those of each game by name; a match of one game has no picture.
    """
    if summary.games < 2:
        return {}
    some = thinned(summary.games + 1)
    hero, other = summary.players
    rounds = {f"round_{r}": (name.capitalize(), f"round{r}") for r, name in enumerate(ROUND_NAMES)}
    found = {}
    for key, title, names in (
        ("lines", "cumulative results", _LINES),
        ("rounds", "DIVAT by betting round", rounds),
    ):
        curves = [
            _curve(called, scores[name], some, colour, dotted=name == "least_variance")
            for name, (called, colour) in names.items()
            if name in scores
        ]
        if curves:
            found[key] = line_chart(
                some,
                curves,
                title=f"{hero} v {other}: {title}",
                x_label="games",
                y_label=f"{_BETS[summary.unit.split()[0]]}s won by {hero}",
            )
    return found


def _curve(
    called: str,
    scores: npt.NDArray[np.float64],
    some: npt.NDArray[np.int64],
    colour: str,
    *,
    dotted: bool,
) -> Curve:
    """The line of a score, called by its name and its sum."""
    sums = np.concatenate([[0.0], scores.cumsum()])
    return Curve(f"{called} {signed(float(sums[-1]), 1)}", sums[some], colour, dotted=dotted)


def estimates_page(
    summary: GameSummary,
    every: EveryDecision | None = None,
    *,
    figures: Mapping[str, str] | None = None,
    kept: bool = False,
) -> str:
    """The page: verdict, estimators side by side, lines, DIVAT by round, how it was computed.

    ``kept`` says that the hands' numbers are ids of the library.
    """
    hero, other = summary.players
    short = summary.unit.split()[0]
    bet = _BETS[short]
    measures, by_deal = (
        [(plain(each.name), plain(what_it_does(each)), each) for each in lines]
        for lines in (summary.estimators, summary.by_deal)
    )
    rounds, positions = (
        [(each.name.capitalize(), "", each) for each in lines]
        for lines in (summary.by_round, summary.by_position)
    )
    result = measures_table(measures, caption=f"In {bet}s per game", unit=short)
    if by_deal:
        deals = counted(summary.games // 2, "duplicate deal")
        caption = f"Averages of {deals}; games needed are deals here"
        result += measures_table(by_deal, caption=caption, unit=short)
    drawn = {key: f'<figure class="picture">{svg}</figure>' for key, svg in (figures or {}).items()}
    by_round = ""
    if rounds:
        by_round = measures_table(rounds, caption="DIVAT by betting round", unit=short)
        by_round += drawn.get("rounds", "")
        by_round += measures_table(positions, caption="DIVAT by position", unit=short)
    facts = {
        "Values": plain(summary.how),
        "Source": plain(summary.source),
        "Program": f"railbird {plain(summary.version)}",
    }
    refused = refused_table(summary.refused) if summary.refused else ""
    return page(
        section("result", "Result", result + drawn.get("lines", "") + by_round)
        + _costly_section(summary, kept=kept)
        + ("" if every is None else decisions_section(every))
        + section("computed", "How it was computed", facts_list(facts) + refused),
        title=plain(f"{hero or 'Nobody'} v {other} – skill and luck"),
        kicker=plain(f"Skill and luck in {summary.game}"),
        heading=f"{name(hero)} v {name(other)}",
        lead=f'<div class="headline"><p>{verdict_text(summary.verdict)}; '
        f"judged by {plain(summary.judged_by)}.</p>"
        f"<p>Games: {summary.games:,}. {short} stands for {bet}.</p></div>",
    )


def _costly_section(summary: GameSummary, *, kept: bool) -> str:
    """The rounds that cost the hero most; empty if there are none."""
    if not summary.costly:
        return ""
    hero, unit = name(summary.players[0]), summary.unit.split()[0]
    items = []
    for each in summary.costly:
        sides = [f"{name(who)} ({seat}) {plain(held)}" for who, seat, held in each.sides]
        told = f"{each.label(kept=kept)}, {each.round}, board {each.board}"
        lines = (
            f"<b>{signed(each.worth, 2)} {unit}</b>  {plain(told)}",
            ", ".join(sides),
            f"played: {in_words(each.played, each.seats, shown=name)}",
            f"baseline: {in_words(each.baseline, each.seats, shown=name)}",
        )
        items.append(f"<li>{'<br>'.join(lines)}</li>")
    decisions = of("the decisions", summary.players[0], name)
    said = f"<p>Rounds in which {decisions} cost most: at most what the whole round did.</p>"
    return section("costly", f"What cost {hero} most", f"{said}<ol>{''.join(items)}</ol>")
