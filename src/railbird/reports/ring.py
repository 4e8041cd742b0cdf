"""A report of a session at a table of three and more: one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, nan
from pathlib import Path

from railbird.cards.card import parse_cards
from railbird.divat.ring.costs import CostlyDecision
from railbird.divat.ring.crosstable import MOST_VERDICTS, Crosstable, PlayerMeans
from railbird.reports.match_decisions import drawn
from railbird.reports.page import page, write_page
from railbird.reports.parts import (
    NONE,
    facts_list,
    interval,
    name,
    percent,
    plain,
    refused_table,
    section,
    signed,
    table,
    verdict_text,
    with_error,
)
from railbird.reports.ring_lines import RingLines, ring_figures
from railbird.reports.session import EveryDecision, decisions_section
from railbird.stats import CONVENTION, counted, does, in_words
from railbird.table.state import ROUND_NAMES

KICKER = "Skill and luck at a limit hold’em table"
MOST_DECISIONS = 10
"""How many costly decisions of one player are drawn; of all players, fewer of each."""
FEW_DECISIONS = 4


def write_ring_report(
    session: Crosstable,
    lines: RingLines,
    path: Path,
    *,
    every: EveryDecision | None = None,
    source: str = "",
    player: str | None = None,
) -> None:
    """Write the report of a session: one HTML file that opens from disk, without a network.

    Parameters
    ----------
    session
        The analysis.
    lines
        What was won and lost hand by hand, collected during the analysis.
    path
        The file. An existing file is replaced.
    every
        All decisions of a player, if they were collected.
    source
        Where the hands come from, for the page's last section.
    player
        Show the costly decisions of this player, not of everybody.
    """
    write_page(path, render(session, lines, every=every, source=source, player=player))


def render(
    session: Crosstable,
    lines: RingLines,
    *,
    every: EveryDecision | None = None,
    source: str = "",
    player: str | None = None,
) -> str:
    """The page as text."""
    names = [session.names[place] for place in session.regulars()]
    heading = " v ".join(map(name, names)) if len(names) < 5 else f"{len(session.names)} players"
    figures = ring_figures(session, lines)
    body = [
        section("standings", "Standings", _standings(session, names, figures)),
        section("lines", "Over the session", _lines(figures)),
        section("crosstable", "Who won from whom", _crosstables(session)),
        section("decisions", "Costliest decisions", _decisions(session, names, player)),
        "" if every is None else decisions_section(every),
        section("computed", "How it was computed", _computed(session, source)),
    ]
    return page(
        "\n".join(body),
        title=plain(" v ".join(names) if len(names) < 5 else heading) + " – skill and luck",
        kicker=KICKER,
        heading=heading,
        lead=f'<div class="headline">{_headline(session)}</div>',
    )


def _headline(session: Crosstable) -> str:
    refused = sum(session.refused.values())
    verdicts = "".join(f"<p>{verdict_text(each)}.</p>" for each in session.verdicts[:MOST_VERDICTS])
    left = len(session.verdicts) - MOST_VERDICTS
    rest = f"{counted(left, 'verdict')} more, on players with fewer hands"
    more = f"<p>{rest}: see <code>--json</code>.</p>"
    return (
        f"{verdicts}{more if left > 0 else ''}<p>Judged by {plain(session.judged_by)}.</p>"
        f"<p>Hands: {session.games:,}; refused hands: {refused:,}. An sb is a small bet; figures "
        "after ± are one standard error.</p>"
    )


def _standings(session: Crosstable, names: Sequence[str], figures: dict[str, str]) -> str:
    rows = [_standing(each) for each in session.standings if each.name in names]
    left_out = len(session.names) - len(names)
    return (
        table(
            [
                "Player",
                "Hands",
                "Money, sb&nbsp;/&nbsp;hand",
                "Luck",
                "DIVAT, sb&nbsp;/&nbsp;hand",
                "95 % interval of DIVAT",
                "Confidence",
            ],
            rows,
            caption="Small bets per hand, the best player by DIVAT first"
            + (f"; {left_out:,} who played fewer hands are left out" if left_out else ""),
        )
        + '<p class="note">Money = luck + DIVAT. DIVAT is what a player won by everybody’s '
        "decisions, compared with a fixed baseline that sees the same cards; luck is what the "
        f"cards and the seats were worth. {CONVENTION} The verdict compares the best player with "
        "their closest rival, by the hands that both were dealt.</p>"
        + _all_money(session)
        + _picture(figures, "standings")
    )


def _all_money(session: Crosstable) -> str:
    """The money that judges if some hands do not show all cards."""
    if not session.all_money:
        return ""
    return table(
        ["Player", "Hands", "Money, sb&nbsp;/&nbsp;hand", "95 % interval", "Confidence"],
        [
            [
                name(player),
                f"{mean.count:,}",
                f"<b>{with_error(mean.mean, mean.error)}</b>",
                interval(mean),
                percent(mean.confidence),
            ]
            for player, mean in session.money_rows().items()
        ],
        caption="Money of all hands, small bets per hand. The table above is of the hands that "
        "show all cards, which are not a fair sample of them",
    )


def _standing(each: PlayerMeans) -> list[str]:
    return [
        name(each.name),
        f"{each.money.count:,}",
        with_error(each.money.mean, each.money.error),
        signed(each.luck),
        f"<b>{with_error(each.divat.mean, each.divat.error)}</b>",
        interval(each.divat),
        percent(each.divat.confidence),
    ]


def _picture(figures: dict[str, str], key: str) -> str:
    return f'<figure class="picture">{figures[key]}</figure>' if key in figures else ""


def _lines(figures: dict[str, str]) -> str:
    if not figures:
        return "<p>Lines need at least two hands.</p>"
    return "".join(_picture(figures, key) for key in ("money", "divat", "luck"))


def _crosstables(session: Crosstable) -> str:
    places = session.regulars()
    head = ["", *(name(session.names[place]) for place in places)]
    influence = [
        [
            name(session.names[i]),
            *(_cell(session.influence[i, j], session.errors[i, j]) for j in places),
        ]
        for i in places
    ]
    total = [_cell(session.totals[j], session.total_errors[j]) for j in places]
    flows = [
        [
            name(session.names[i]),
            *(NONE if i == j else _cell(session.flows[i, j]) for j in places),
            f"<b>{signed(session.money[i], 2)}</b>",
        ]
        for i in places
    ]
    return table(
        [*head, "All"],
        flows,
        caption="Money: what the player in the row won from the player in the column, in small "
        "bets. A loss goes to the winners of the hand in proportion to their gains",
    ) + table(
        head,
        [*influence, ["DIVAT", *total]],
        caption="Skill: what the decisions of the player in the row were worth to the player in "
        "the column, in small bets, ± one standard error. A column adds up to that player’s DIVAT",
    )


def _cell(value: float, error: float = nan) -> str:
    side = "up" if value > 0 else "down" if value < 0 else ""
    more = f" <small>± {error:.2f}</small>" if isfinite(error) else ""
    return f'<span class="{side}">{signed(value, 2)}{more}</span>'


def _decisions(session: Crosstable, names: Sequence[str], player: str | None) -> str:
    """What everybody's own decisions were worth by round, and the ones that cost most."""
    shown = list(names) if player is None else [player]
    rows = [
        [
            name(each),
            *(signed(worth, 2) for worth in session.own[each].by_round),
            f"<b>{signed(sum(session.own[each].by_round), 2)}</b>",
        ]
        for each in shown
        if each in session.own
    ]
    if not rows:
        return f"<p>There are none: {in_words([*map(name, shown)])} had no decision to make.</p>"
    parts = [
        table(
            ["", *(r.capitalize() for r in ROUND_NAMES), "All"],
            rows,
            caption="What a player’s own decisions were worth to the player, against the "
            "baseline, in small bets",
        )
    ]
    most = FEW_DECISIONS if player is None else MOST_DECISIONS
    for each in shown:
        costly = session.own[each].costly[:most] if each in session.own else ()
        drawings = "".join(_decision(each, decision, session.kept) for decision in costly)
        parts.append(
            f"<h3>Cost {name(each)} most</h3>"
            + (f'<div class="decisions">{drawings}</div>' if costly else "<p>There are none.</p>")
        )
    return "".join(parts)


def _decision(player: str, decision: CostlyDecision, kept: bool) -> str:
    """A decision, drawn: all hands that were still in, the board, and what happened."""
    hands = "".join(
        f"<div>{drawn(parse_cards(cards))}<small>{name(who)}</small></div>"
        for who, cards in ((player, decision.cards), *decision.against)
    )
    board = drawn(parse_cards(decision.board)) or "<em>no board yet</em>"
    error = f" <small>± {decision.error:.2f}</small>" if decision.error else ""
    return f"""<article class="decision">
<h4><b class="down">{signed(decision.worth, 2)} sb{error}</b>
{decision.round}, {plain(decision.label(kept=kept))}</h4>
<div class="cards">{hands}<div>{board}<small>board</small></div></div>
<dl><dt>Played</dt><dd>{does(player, decision.action + "s", name)}</dd>
<dt>Baseline</dt><dd>{does(player, decision.baseline + "s", name)}</dd></dl>
</article>"""


def _computed(session: Crosstable, source: str) -> str:
    facts = {
        "Method": "exact from the flop on: all cards to come are enumerated. Before the flop, "
        f"{counted(session.samples, 'board')} are sampled, with seed {session.seed}; the errors "
        "include this. Once nobody can bet any more, it is the all-in equity of each pot. All hole "
        "cards are known",
        "Baseline": f"{plain(session.settings)} settings; it does not bluff, so a bluff that is "
        "called counts as a loss",
        "Source": plain(source) or "not named",
        "Time": f"{session.seconds:,.1f} s",
        "Program": f"railbird {plain(session.version)}",
    }
    return facts_list(facts) + refused_table(session.refused)
