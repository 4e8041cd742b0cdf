"""A report of a match: one self-contained HTML page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from railbird.divat.estimators.limit import EstimatorLine
from railbird.divat.heads_up.decisions import extremes
from railbird.divat.heads_up.estimators import DuplicateSummary
from railbird.divat.heads_up.match import MatchAnalysis
from railbird.divat.heads_up.summary import Summary, summarise
from railbird.reports.match_data import BOLD, class_means, credits_and_blames, embedded
from railbird.reports.match_decisions import decision_cards
from railbird.reports.match_figures import FEWEST_FOR_CHARTS, FEWEST_FOR_LEARNING
from railbird.reports.page import DIVAT_KICKER, asset, page, write_page
from railbird.reports.parts import (
    class_grid,
    facts_list,
    lines_table,
    measures_table,
    name,
    plain,
    players_table,
    refused_table,
    result_table,
    section,
    settings_table,
    signed,
    verdict_text,
    what_it_does,
    with_error,
)
from railbird.reports.session import EveryDecision, decisions_section
from railbird.stats import CONVENTION, counted, of

MOST_DECISIONS = 10
"""How many of the worst and of the best rounds are drawn."""


def write_report(
    match: MatchAnalysis,
    path: Path,
    *,
    summary: Summary | None = None,
    experiment: str = "",
    every: EveryDecision | None = None,
    estimators: Sequence[EstimatorLine] = (),
    how: str = "",
    deals: DuplicateSummary | None = None,
) -> None:
    """Write the report of a match: one HTML file that opens from disk, without a network.

    Parameters
    ----------
    match
        The analysis.
    path
        The file. An existing file is replaced.
    summary
        The match's summary, if it is already computed.
    experiment
        The title of the experiment that the match belongs to, if any.
    every
        All decisions of the first player, if they were collected.
    estimators, how
        Estimators to show side by side, and how the additional ones were computed.
    deals
        Averages of duplicate deals, to show below them.
    """
    found = summary or summarise(match)
    beside = _side_by_side(estimators, how, deals)
    write_page(path, render(match, found, experiment=experiment, every=every, beside=beside))


def render(
    match: MatchAnalysis,
    summary: Summary,
    *,
    experiment: str = "",
    every: EveryDecision | None = None,
    beside: str = "",
) -> str:
    """The page as text; ``beside`` is a section of other estimators."""
    # "<" could end the script element that holds the data
    data = json.dumps(embedded(match), separators=(",", ":")).replace("<", "\\u003c")
    hero, other = match.players
    body = _body(match, summary) + beside if len(match) else ""
    body += "" if every is None else decisions_section(every)
    computed = _computed(match, summary)
    return page(
        f'{body}\n<section id="computed"><h2>How it was computed</h2>{computed}</section>',
        title=plain(f"{hero or 'Nobody'} v {other} – {experiment or 'skill and luck'}"),
        kicker=plain(experiment) or DIVAT_KICKER,
        heading=f"{name(hero)} v {name(other)}",
        lead=f'<div class="headline">{headline(summary) + _hidden(match)}</div>',
        scripts="<noscript><p>The charts need JavaScript; all tables are complete without it.</p>"
        f'</noscript>\n<script type="application/json" id="data">{data}</script>\n'
        f"<script>\n{asset('report.js')}</script>",
    )


def _side_by_side(lines: Sequence[EstimatorLine], how: str, deals: DuplicateSummary | None) -> str:
    """The section that compares estimators."""
    if not lines:
        return ""
    measures = [(plain(each.name), plain(what_it_does(each)), each) for each in lines]
    shown = measures_table(measures, caption="All estimators, in small bets per game")
    if deals is not None:
        count = counted(deals.deals, "duplicate deal")
        caption = f"Averages of {count}; games needed are deals here"
        averages = [(plain(each.name), "", each) for each in deals.lines]
        shown += measures_table(averages, caption=caption)
    return section("estimators", "Estimators", f'{shown}<p class="note">{plain(how)}</p>')


def headline(summary: Summary) -> str:
    """Who played better, by how much, and how certain that is, as HTML."""
    hero, other = summary.players
    skill, money, luck = summary.divat, summary.money, summary.luck
    refused = sum(summary.refused.values())
    basis = f"Games: {summary.games:,}; refused hands: {refused:,}."
    if not summary.games:
        return f"<p><strong>No game could be analysed.</strong></p><p>{basis}</p>"
    better, sign = (hero, 1) if skill.mean >= 0 else (other, -1)
    shown = (
        f" The money says {with_error(sign * money.mean, money.error)}; the cards were "
        f"worth {with_error(sign * luck.mean, luck.error)} to {name(better)}."
    )
    return (
        f"<p>{verdict_text(summary.verdict)}.{shown if summary.all_money is None else ''}</p>"
        f"<p>This is judged by {plain(summary.judged_by)}. {basis} An sb is a small bet; figures "
        f"after ± are one standard error.</p>"
    )


def _hidden(match: MatchAnalysis) -> str:
    """A paragraph about the hands that have no scores."""
    if not len(match.hidden):
        return ""
    return (
        f"<p>{len(match.hidden):,} hands of the match have no scores, most because cards are "
        f"unknown; {name(match.players[0])} won "
        f"{signed(float(match.hidden.mean(dtype=float)))} sb per hand in them. The figures below "
        "cover only the other hands, which are not a fair sample.</p>"
    )


def _body(match: MatchAnalysis, summary: Summary) -> str:
    """The sections that need at least one game."""
    hero = name(match.players[0])
    divat, hand = (
        of(what, match.players[0], name, begins=what == "DIVAT") for what in ("DIVAT", "hand")
    )
    worst, best = extremes(match, MOST_DECISIONS)
    return "\n".join(
        [
            section(
                "result",
                "Result",
                result_table(summary)
                + '<p class="note">DIVAT is the value of each betting round as played minus the '
                "value of a fixed baseline’s play. Both are judged with all cards known, so the "
                f"luck of the cards cancels out. {CONVENTION} The variance reduction is the "
                "variance of money divided by that of the measure: it takes that many times "
                "fewer games for the same precision.</p>",
            ),
            section("lines", "Over the match", _charts(len(match))),
            section("learning", "Learning curve", _learning(len(match))),
            section(
                "parts",
                "By round, position and player",
                lines_table(summary.by_round, caption=f"{divat} by betting round")
                + lines_table(summary.by_position, caption=f"{divat} by position")
                + players_table(match.players, credits_and_blames(match), games=len(match)),
            ),
            section(
                "classes",
                f"By {hand}",
                "<p>Mean DIVAT in small bets per game, and the number of games: green is a gain, "
                f"red a loss. Bold is {BOLD}. Suited hands are above the diagonal. Point at a hand "
                "for its figures.</p>" + class_grid(class_means(match)),
            ),
            section(
                "decisions",
                "Rounds that mattered most",
                f"<p>The rounds in which {of('the decisions', match.players[0], name)} cost or "
                "earned most, at most what the whole round did. "
                "<code>k</code> is check, <code>c</code> call, <code>b</code> bet, <code>r</code> "
                "raise, and <code>f</code> fold. Capital letters are the button’s actions.</p>"
                f"<h3>Cost {hero} most</h3>{decision_cards(match, worst)}"
                f"<h3>Earned {hero} most</h3>{decision_cards(match, best)}",
            ),
        ]
    )


def _charts(games: int) -> str:
    if games < FEWEST_FOR_CHARTS:
        return "<p>Lines need at least two games.</p>"
    return """<p>Cumulative small bets. If nobody is better, a line ends between its dotted curves
±σ√n two times out of three. Drag over a chart to zoom in. Double-click to see everything.</p>
<figure id="chart-lines" data-label="Cumulative money, DIVAT and Dcash"></figure>
<h3>DIVAT by betting round</h3>
<figure id="chart-rounds" data-label="Cumulative DIVAT by betting round"></figure>
<div class="sliders">
<label>From game <input id="view-from" type="range"><output></output></label>
<label>to game <input id="view-to" type="range"><output></output></label>
</div>"""


def _learning(games: int) -> str:
    if games < FEWEST_FOR_LEARNING:
        return f"<p>A learning curve needs at least {FEWEST_FOR_LEARNING} games.</p>"
    return """<p>Win rates in a window that slides over the match, ± one standard error. Click on
the chart or move the sliders.</p>
<figure id="chart-learning" data-label="Win rate in a sliding window"></figure>
<div class="sliders">
<label>Window around game <input id="window-at" type="range"><output></output></label>
<label>Games in it <input id="window-width" type="range"><output></output></label>
</div>
<p id="window-says" class="says" aria-live="polite"></p>"""


def _computed(match: MatchAnalysis, summary: Summary) -> str:
    """How the numbers were computed."""
    speed = (
        f", {summary.games_per_second:,.0f} games per second"
        if len(match) and summary.seconds
        else ""
    )
    facts = {
        "Method": "exact: all cards to come are enumerated, none are sampled. In each game, "
        "money = position + luck + skill",
        **({"Caveat": plain(summary.caveat)} if summary.caveat else {}),
        **({"Short stacks": plain(summary.short_stacks)} if summary.short_stacks else {}),
        "Rounding": f"that sum is off by at most {match.rounding:.1e} sb",
        "Position": f"the big blind is worth {signed(match.position, 4)} sb per game if both play "
        "the baseline, and the button the opposite",
        "Source": plain(match.source) or "not named",
        "Time": f"{match.seconds:,.1f} s{speed}",
        "Program": f"railbird {plain(match.version)}",
    }
    return facts_list(facts) + settings_table(match.settings) + refused_table(match.refused)
