"""The page of a heads-up no-limit match."""

from __future__ import annotations

from railbird.divat.no_limit.match import NoLimitSummary
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


def no_limit_page(summary: NoLimitSummary, every: EveryDecision | None = None) -> str:
    """The page: verdict, estimators side by side, DIVAT by round, and how it was computed."""
    hero, other = summary.players
    measures = [
        (plain(each.name), plain(f"corrects {each.corrects}"), each) for each in summary.estimators
    ]
    rounds = [(each.name.capitalize(), "", each) for each in summary.by_round]
    result = measures_table(measures, caption="In big blinds per game", unit="bb")
    by_round = measures_table(rounds, caption="DIVAT by betting round", unit="bb") if rounds else ""
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
        kicker="Skill and luck in heads-up no-limit hold’em",
        heading=f"{name(hero)} v {name(other)}",
        lead=f'<div class="headline"><p>{verdict_text(summary.verdict)}; '
        f"judged by {plain(summary.judged_by)}.</p>"
        f"<p>Games: {summary.games:,}. A bb is a big blind.</p></div>",
    )
