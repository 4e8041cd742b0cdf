"""The page of a match of two that is judged by estimators: no-limit hold'em, Omaha Hi-Lo."""

from __future__ import annotations

from railbird.divat.estimators.summary import GameSummary
from railbird.reports.page import page
from railbird.reports.parts import (
    facts_list,
    measures_table,
    name,
    plain,
    refused_table,
    section,
    verdict_text,
)
from railbird.reports.session import EveryDecision, decisions_section

_BETS = {"bb": "big blind", "sb": "small bet"}


def estimates_page(summary: GameSummary, every: EveryDecision | None = None) -> str:
    """The page: verdict, estimators side by side, DIVAT by round, and how it was computed."""
    hero, other = summary.players
    short = summary.unit.split()[0]
    bet = _BETS[short]
    measures = [
        (plain(each.name), plain(f"corrects {each.corrects}"), each) for each in summary.estimators
    ]
    rounds = [(each.name.capitalize(), "", each) for each in summary.by_round]
    result = measures_table(measures, caption=f"In {bet}s per game", unit=short)
    by_round = ""
    if rounds:
        by_round = measures_table(rounds, caption="DIVAT by betting round", unit=short)
    facts = {
        "Values": plain(summary.how),
        "Source": plain(summary.source),
        "Program": f"railbird {plain(summary.version)}",
    }
    refused = refused_table(summary.refused) if summary.refused else ""
    return page(
        section("result", "Result", result + by_round)
        + ("" if every is None else decisions_section(every))
        + section("computed", "How it was computed", facts_list(facts) + refused),
        title=plain(f"{hero or 'Nobody'} v {other} – skill and luck"),
        kicker=plain(f"Skill and luck in {summary.game}"),
        heading=f"{name(hero)} v {name(other)}",
        lead=f'<div class="headline"><p>{verdict_text(summary.verdict)}.</p>'
        f"<p>Games: {summary.games:,}. {short} stands for {bet}.</p></div>",
    )
