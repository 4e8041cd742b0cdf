"""Tables of a report as HTML. All text from outside goes through `plain` or `name`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import isfinite

import numpy as np
import numpy.typing as npt

from railbird import stats
from railbird.cards.classes import HOLDEM_CLASSES
from railbird.divat.baseline.mixture import Baseline, parts_of
from railbird.divat.baseline.settings import Settings
from railbird.divat.estimators.limit import EstimatorLine
from railbird.divat.heads_up.summary import Line, Summary
from railbird.reports.match_data import ClassMeans, class_scale
from railbird.table.state import ROUND_NAMES

NONE = stats.UNKNOWN


def plain(text: object) -> str:
    """Plain text, escaped for HTML."""
    return escape(str(text), quote=True)


def name(text: str) -> str:
    """A name, which keeps its own writing direction."""
    return f"<bdi>{plain(text) or 'nobody'}</bdi>"


def signed(number: float, digits: int = 3) -> str:
    """A number with its sign, such as +0.112, or without if it rounds to 0."""
    if not isfinite(number):
        return NONE
    number = round(number, digits) + 0.0  # no negative zero
    return f"{number:{'+' if number else ''},.{digits}f}".replace("-", "−")


def plain_number(number: float, digits: int = 3) -> str:
    """A number, with a sign only if it is negative."""
    return signed(number, digits).removeprefix("+")


def with_error(mean: float, error: float) -> str:
    """A mean with its standard error, if it has one."""
    return signed(mean) + (f" ± {error:.3f}" if isfinite(error) else "")


def percent(share: float) -> str:
    """A probability in percent."""
    return plain(stats.percent(share)).replace(" %", "&nbsp;%")


def verdict_text(verdict: stats.Verdict) -> str:
    """The verdict as a sentence without its full stop."""
    said = f"<strong>{verdict.headline(name)}</strong>{',' if verdict.sure else ':'}"
    return f"{said} {verdict.reason(name)}"


def section(key: str, heading: str, content: str) -> str:
    """A section of a page; heading and content are HTML."""
    return f'<section id="{key}"><h2>{heading}</h2>{content}</section>'


def facts_list(facts: Mapping[str, str]) -> str:
    """Terms with what is to be said about them, as HTML."""
    listed = "".join(f"<dt>{term}</dt><dd>{text}</dd>" for term, text in facts.items())
    return f"<dl>{listed}</dl>"


def table(
    head: Sequence[str], rows: Iterable[Sequence[str]], *, caption: str, wide: bool = True
) -> str:
    """A table whose first column names the rows. All cells are HTML."""
    columns = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row">{row[0]}</th>{"".join(f"<td>{cell}</td>" for cell in row[1:])}</tr>'
        for row in rows
    )
    return (
        f'<div class="scroll"><table class="{"wide" if wide else "narrow"}">'
        f"<caption>{caption}</caption><thead><tr>{columns}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def what_it_does(line: EstimatorLine) -> str:
    """What an estimator corrects, and whether it is biased."""
    biased = "" if line.unbiased else "; biased, so no verdict rests on it"
    return f"corrects {line.corrects}{biased}"


def result_table(summary: Summary) -> str:
    """Every measure with its errors."""
    whole = summary.all_money
    measures = (
        *([] if whole is None else [("Money of all hands", "also of those not shown", whole)]),
        ("Money", "what was won", summary.money),
        ("DIVAT", "skill, by roll-out equity", summary.divat),
        ("AIE DIVAT", "skill, by all-in equity", summary.aie_divat),
        (
            "Money − Dcash",
            "minus what the baseline wins with these cards",
            summary.money_minus_dcash,
        ),
        ("EVAT", "against players who know all cards", summary.evat),
        *(
            (name(line.name), "what the misplays of this player cost", line)
            for line in summary.misplays
        ),
        ("Luck", "what the cards were worth", summary.luck),
    )
    caption = f"From {stats.of('the view', summary.players[0], name)}, in small bets per game"
    return measures_table(measures, caption=caption)


def measures_table(
    measures: Iterable[tuple[str, str, Line]], *, caption: str, unit: str = "sb"
) -> str:
    """Measures side by side: each with its title and what it means."""
    rows = []
    for title, meaning, line in measures:
        rows.append(
            [
                f"{title} <small>{meaning}</small>",
                f"<b>{signed(line.mean)}</b>",
                plain_number(line.deviation),
                f"×{line.reduction:.1f}" if isfinite(line.reduction) else NONE,
                interval(line),
                percent(line.confidence),
                stats.about(line.games_needed),
            ]
        )
    return table(
        [
            "Measure",
            f"{unit}&nbsp;/&nbsp;game",
            "s.d. of a game",
            "Variance reduction",
            "95 % interval",
            "Confidence",
            "Games needed for 95 %",
        ],
        rows,
        caption=caption,
    )


def interval(mean: stats.Mean) -> str:
    """The 95 % interval of a mean."""
    if not isfinite(mean.error):
        return NONE
    return f"{signed(mean.low)} … {signed(mean.high)}"


def lines_table(lines: Iterable[Line], *, caption: str) -> str:
    """DIVAT of parts of the match."""
    rows = [
        [
            line.name.capitalize(),
            f"<b>{signed(line.mean)}</b>",
            plain_number(line.deviation),
            interval(line),
            percent(line.confidence),
        ]
        for line in lines
    ]
    head = ["", "DIVAT, sb&nbsp;/&nbsp;game", "s.d. of a game", "95 % interval", "Confidence"]
    return table(head, rows, caption=caption)


def players_table(players: tuple[str, str], points: npt.NDArray[np.float64], *, games: int) -> str:
    """RedGreen points of both players by round: credits, blames and the net."""
    rows = []
    for player, (credit, blame) in zip(players, points, strict=True):
        cells = [
            f'<span class="up">{signed(c, 1)}</span><span class="down">{signed(b, 1)}</span>'
            for c, b in zip((*credit, credit.sum()), (*blame, blame.sum()), strict=True)
        ]
        net = float(credit.sum() + blame.sum())
        rows.append([name(player), *cells, f"<b>{signed(net, 1)}</b>", signed(net / max(games, 1))])
    return table(
        ["", *(r.capitalize() for r in ROUND_NAMES), "All", "Net", "Net&nbsp;/&nbsp;game"],
        rows,
        caption="Credit and blame of each player, in small bets: a round’s DIVAT goes to the "
        "player who left the baseline first",
    )


def class_grid(means: ClassMeans) -> str:
    """The 13×13 grid of hand classes; bold where the mean is sure."""
    scale = class_scale(means)
    cells = [_class_cell(i, means, scale) for i in range(169)]
    rows = "".join(f"<tr>{''.join(cells[13 * r : 13 * r + 13])}</tr>" for r in range(13))
    return f'<div class="scroll"><table class="grid"><tbody>{rows}</tbody></table></div>'


def _class_cell(i: int, means: ClassMeans, scale: float) -> str:
    title, games = HOLDEM_CLASSES[i], int(means.games[i])
    if not games:
        return f'<td title="{title}: never held">{title}</td>'
    mean, error = float(means.mean[i]), float(means.error[i])
    side = "up" if mean > 0 else "down" if mean < 0 else ""
    strength = round(min(1.0, abs(mean) / scale), 2) if scale else 0
    sure = " sure" if means.is_sure(i) else ""
    return (
        f'<td class="{side}{sure}" style="--strength:{strength}" '
        f'title="{title}: {with_error(mean, error)} sb per game, {stats.counted(games, "game")}">'
        f"{title}<small>{signed(mean, 2)}</small><small>n {games:,}</small></td>"
    )


def settings_table(baseline: Baseline) -> str:
    """Thresholds of the baseline, or of each part of a mixture."""
    parts = parts_of(baseline)
    if len(parts) == 1:
        return _thresholds(parts[0][1])
    rows = [[plain(each.name), f"{weight:.3f}"] for weight, each in parts]
    caption = f"“{plain(baseline.name)}”, a mixture: the share of the hands with each settings"
    return table(["Settings", "Weight"], rows, caption=caption, wide=False) + "".join(
        _thresholds(each) for _, each in parts
    )


def _thresholds(settings: Settings) -> str:
    count = ("One bet", "Two bets", "Three bets", "Four bets", "Five", "Six", "Seven", "Eight")
    is_sloped = any(slope != 1 for slope in settings.fold_slopes)
    rows = [
        [
            round_.capitalize(),
            ", ".join(signed(offset) for offset in settings.offset_list(r)),
            *([f"{settings.fold_slopes[r]:g}"] if is_sloped else []),
            *(f"{make:.4g}" for make in settings.makes[r]),
            *[NONE] * (settings.levels - len(settings.makes[r])),
        ]
        for r, round_ in enumerate(ROUND_NAMES)
    ]
    price = "slope · bet / (pot + bet)" if is_sloped else "bet / (pot + bet)"
    slope = ["Fold slope"] if is_sloped else []
    return table(
        ["Round", "Fold offset", *slope, *count[: settings.levels]],
        rows,
        caption=f"Settings “{plain(settings.name)}”, for the {settings.rank_name}: the lowest rank "
        f"that makes each number of bets. A bet is not called below {price} + offset",
    )


def refused_table(refused: Mapping[str, int]) -> str:
    """Hands that were not analysed."""
    if not refused:
        return "<p>No hand was refused.</p>"
    rows = [[plain(reason), f"{number:,}"] for reason, number in refused.items()]
    return table(["Reason", "Hands"], rows, caption="Hands that were not analysed", wide=False)
