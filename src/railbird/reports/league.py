"""The page, the pictures and the CSV of a league."""

from __future__ import annotations

import csv
from io import StringIO

from railbird.arena.league_result import LeagueResult
from railbird.reports.charts import Dot, interval_chart
from railbird.reports.crosstable import Score, crosstable
from railbird.reports.page import page
from railbird.reports.parts import name, percent, plain, signed, table, with_error
from railbird.stats import Mean, counted, shown
from railbird.stats.pair_ratings import SESSION

MOST_FORFEITS = 50
"""How many reasons for forfeits the page lists."""

_MEANING = {
    "DIVAT": "DIVAT is what the players’ decisions were worth, without the luck of the cards",
    "money": "Money is what was won",
}


def how_played(result: LeagueResult) -> str:
    """How the result came about, in a few sentences."""
    why = f"DIVAT is not defined here ({result.no_divat}). " if result.no_divat else ""
    return (
        f"100 Elo points are a chance of 64 % to be ahead after {SESSION} hands. Ratings depend on "
        f"the field less than means over all opponents do. {why}“For sure” is 95 % confidence in "
        f"all such claims together, by Holm’s correction. {counted(len(result.pairs), 'pair')}, "
        f"the same {counted(result.deals, 'deal')} for each, from both sides: "
        f"{counted(result.hands, 'hand')}. Seed {result.seed}, {result.seconds:.1f} s, railbird "
        f"{result.version}."
    )


def league_figures(result: LeagueResult) -> dict[str, str]:
    """The pictures of a league by name: ``ranking``, and a crosstable for each measure."""
    return {
        "ranking": _ranking_picture(result),
        **{f"crosstable-{measure.lower()}": _crosstable(result, measure) for measure in
           result.measures},
    }  # fmt: skip


def _ranking_picture(result: LeagueResult) -> str:
    place = {player: number for number, player in enumerate(result.players, 1)}
    dots = [
        Dot(
            f"{place[player]}  {player}",
            mean.mean,
            mean.low,
            mean.high,
            _ahead_of(place, result.ranking.surely_behind(player)),
        )
        for player, mean in zip(result.players, result.ranking.means, strict=True)
    ]
    return interval_chart(
        dots,
        title=f"Ratings by {result.measure}, with 95 % intervals",
        x_label="Elo points above the mean of this field",
    )


def _ahead_of(place: dict[str, int], below: list[str]) -> str:
    return f"surely ahead of {', '.join(str(place[other]) for other in below)}" if below else ""


def _crosstable(result: LeagueResult, measure: str) -> str:
    def score(player: str, other: str) -> Score | None:
        mean = result.score(player, other, measure)
        return None if mean is None else Score(mean.mean, mean.error, mean.is_sure)

    return crosstable(result.players, score, title=f"{measure}, {result.unit} per hand")


def league_page(result: LeagueResult) -> str:
    """A league as a page."""
    pictures = league_figures(result)
    first, *others = (f"{text}." for text in result.sentences(name))
    lead = f"{_absent(result)}<p>{first}</p><p>{' '.join(others)}</p>"
    crosstables = "".join(
        f'<div class="picture">{pictures[f"crosstable-{measure.lower()}"]}</div>'
        f"<p>{_MEANING[measure]}.</p>"
        for measure in result.measures
    )
    sections = {
        "ranking": ("Ranking", f'<div class="picture">{pictures["ranking"]}</div>{_means(result)}'),
        "pairs": ("Who won how much from whom", crosstables),
        "leads": ("Which differences are sure", _leads(result)),
        "forfeits": ("Forfeits", _forfeits(result)),
        "computed": ("How it was computed", _computed(result)),
    }
    return page(
        "\n".join(
            f'<section id="{key}"><h2>{heading}</h2>{body}</section>'
            for key, (heading, body) in sections.items()
        ),
        title=plain(f"A league of {len(result.players)} – {result.table or result.game}"),
        kicker="Every player against every other, heads-up",
        heading=f"A league of {len(result.players)} players",
        lead=f'<div class="headline">{lead}</div>',
    )


def _absent(result: LeagueResult) -> str:
    """Who forfeited hands, before anything else."""
    return "".join(f"<p>{plain(str(each))}.</p>" for each in result.forfeited)


def _means(result: LeagueResult) -> str:
    rows = []
    for number, player in enumerate(result.players, 1):
        row = [f"{number}&nbsp; {name(player)}"]
        for measure in result.measures:
            rating, mean = result.rating(player, measure), result.mean(player, measure)
            row += [f"<b>{_points(rating)}</b>", with_error(mean.mean, mean.error)]
        rows.append(row)
    heads = [
        head
        for measure in result.measures
        for head in (f"rating by {measure}", f"{measure} ± error")
    ]
    caption = (
        f"Ratings in Elo points above the mean of this field, and the mean over all opponents in "
        f"{result.unit} per hand"
    )
    return table(["", *heads], rows, caption=caption)


def _points(rating: Mean) -> str:
    """A rating or a difference of ratings in whole points."""
    return f"{signed(rating.mean, 0)} ± {shown(rating.error, '.0f')}"


def _leads(result: LeagueResult) -> str:
    rows = [
        [
            f"{name(lead.ahead)} over {name(lead.behind)}",
            _points(lead.lead),
            percent(lead.lead.confidence),
            percent(lead.confidence),
            "<b>sure</b>" if lead.sure else "not yet",
        ]
        for lead in result.ranking.leads
    ]
    return table(
        ["", "Lead ± error", "Confidence", "Corrected for all pairs", ""],
        rows,
        caption=f"Differences of the ratings by {result.measure}, in Elo points",
    )


def _forfeits(result: LeagueResult) -> str:
    if not result.forfeits_by_reason:
        return "<p>There were none.</p>"
    rows = [
        [name(each.player), plain(each.reason), f"{each.times:,}",
         f"{plain(each.match)}, hand {each.hand}"]
        for each in result.forfeits_by_reason
    ]  # fmt: skip
    more = len(rows) - MOST_FORFEITS
    return (
        "<p>A player who failed, was late or did something illegal checked if that was free, and "
        "folded otherwise.</p>"
        + table(["Player", "Reason", "Times", "First"], rows[:MOST_FORFEITS], caption="Forfeits")
        + (f"<p>… and {counted(more, 'other reason')}.</p>" if more > 0 else "")
    )


def _computed(result: LeagueResult) -> str:
    facts = {
        "Play": f"{counted(len(result.pairs), 'pair')}, {counted(result.hands, 'hand')}. Every "
        f"pair plays the same {counted(result.deals, 'deal')}, each from both sides",
        "A deal": "counts once, as the mean of its two hands. Errors are over deals",
        "Rating": f"The model of Bradley and Terry (1952), fitted to the chance of each pair that "
        f"one is ahead of the other after {SESSION} hands: the mean of the pair beside what a hand "
        "varies by. 100 points are a chance of 64 %. Who beats a weak player by more is hardly "
        "rated higher for it",
        "Mean": "over a player’s matches, deal by deal. It depends on who else plays. Players are "
        "compared deal by deal, so that luck that a deal gives to both cancels",
        "Sure": "means 95 % confidence in all such claims together: Student’s t-test for each pair "
        "of players, at least 30 deals, two-sided, corrected by Holm’s method",
        "DIVAT": plain(f"not defined here: {result.no_divat}")
        if result.no_divat
        else "exact: all cards to come are enumerated",
        "Table": plain(result.table or f"{result.betting} {result.game}"),
        "Seed": str(result.seed),
        "Time": f"{result.seconds:,.1f} s",
        "Program": f"railbird {plain(result.version)}",
    }
    listed = "".join(f"<dt>{term}</dt><dd>{text}</dd>" for term, text in facts.items())
    return f"<dl>{listed}</dl>"


def league_csv(result: LeagueResult) -> str:
    """All matches as CSV, each from the view of both players.

    Rows without an opponent have a player's mean over all opponents, and the rating.
    """
    file = StringIO()
    write = csv.writer(file, lineterminator="\n")
    columns = ("", "_error", "_low", "_high")
    heads = [
        f"{what}{measure.lower()}{part}"
        for what in ("", "rating_by_")
        for measure in ("money", "DIVAT")
        for part in columns
    ]
    write.writerow(["player", "opponent", "deals", *heads])
    for player in result.players:
        for other in ("", *result.players):
            if other == player:
                continue
            row: list[object] = [player, other, result.deals]
            for measure in ("money", "DIVAT"):
                known = measure in result.measures
                score = result.score(player, other, measure) if other else None
                mean = (score or result.mean(player, measure)) if known else None
                row += _csv_cells(mean)
            for measure in ("money", "DIVAT"):
                rated = not other and measure in result.measures
                row += _csv_cells(result.rating(player, measure) if rated else None)
            write.writerow(row)
    return file.getvalue()


def _csv_cells(mean: Mean | None) -> list[object]:
    if mean is None:
        return [""] * 4
    ends = (mean.error, mean.low, mean.high) if mean.count > 1 else ("", "", "")
    return [mean.mean, *ends]
