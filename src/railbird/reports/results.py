"""Results of a player: a page, a CSV file and JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from railbird import stats
from railbird.cards import format_cards
from railbird.history.results import CHIPS, Group, OneGame, PlayerResults, Tournaments, amounts
from railbird.history.tracking import STATISTICS
from railbird.reports.charts import Curve, line_chart, thinned
from railbird.reports.page import page
from railbird.reports.parts import facts_list, name, plain, section, signed, table
from railbird.table.hand import Hand
from railbird.table.money import SYMBOLS, money

_PLACES = 8


def _per_100(mean: stats.Mean) -> str:
    return f"{signed(mean.mean, 1)} ± {stats.shown(mean.error, '.1f')}"


def capital(text: str) -> str:
    """A name at the beginning of a line."""
    return text[:1].upper() + text[1:]


def in_percent(share: float) -> str:
    """A share that was counted, in percent; all is 100.0 %."""
    return f"{100 * share:.1f} %" if isfinite(share) else stats.UNKNOWN


@dataclass(frozen=True, slots=True)
class ResultsVerdict:
    """Whether a person wins, and what that rests on."""

    headline: str
    reason: str
    sure: bool


def results_verdict(found: PlayerResults, name: Callable[[str], str] = str) -> ResultsVerdict:
    """Whether a person wins, as far as their hands can tell; ``name`` formats a name."""
    who = " and ".join(map(name, found.heroes))
    many = len(found.heroes) > 1
    if not found.all.hands:
        return ResultsVerdict(f"No hand of {who} is like that", "ask for others", sure=False)
    if len(found.kinds) < 2:
        return _verdict(found.all, who, many=many)
    heads, reasons, sure = [], [], True
    for kind in found.kinds:
        one = _verdict(kind, who, many=many)
        heads.append(f"{one.headline} in {kind.name}")
        reasons.append(f"{kind.name.capitalize()}: {one.reason}")
        sure = sure and one.sure
    return ResultsVerdict(". ".join(heads), ". ".join(reasons), sure=sure)


def _verdict(group: Group, who: str, *, many: bool) -> ResultsVerdict:
    """Whether somebody wins, by hands of one kind."""
    won, adjusted = group.won, group.adjusted
    hands = stats.counted(group.hands, "hand")
    rate = f"{stats.shown(won.mean, '+.1f')} ± {stats.shown(won.error, '.1f')} bb/100 in {hands}"
    if won.is_sure:
        does = ("win" if won.mean > 0 else "lose") + ("" if many else "s")
        headline = f"{who} {does}"
        rest = f" (confidence {stats.percent(won.confidence)})"
    else:
        headline = f"Cannot tell yet whether {who} win{'' if many else 's'}"
        few = group.hands < stats.FEWEST_FOR_VERDICT
        takes = f"at least {stats.FEWEST_FOR_VERDICT}"
        if not few and isfinite(won.games_needed):
            takes = f"about {stats.about(won.games_needed)}"
        rest = f"; to be sure of a rate of this size takes {takes} hands"
    luck = f", {stats.shown(adjusted.mean, '+.1f')} all-in adjusted"
    return ResultsVerdict(headline, rate + luck + rest, sure=won.is_sure)


def won_rows(parts: Sequence[OneGame], per_100: Callable[[stats.Mean], str]) -> list[list[str]]:
    """A row of text for each game: name, hands, money, bb/100, all-in adjusted, rake."""
    return [
        [
            one.name,
            f"{group.hands:,}",
            _together(group.money, plus=True),
            per_100(group.won),
            per_100(group.adjusted),
            _together(group.rake),
        ]
        for one in parts
        for group in (one.results.all,)
    ]


def _together(money: Mapping[str, float], *, plus: bool = False) -> str:
    """Money in one cell; chips of several tables are told with each limit."""
    if sum(currency.startswith(CHIPS) for currency in money) > 1:
        return "see limits"
    return amounts(money, plus=plus) or "–"


def tournament_rows(found: PlayerResults) -> list[list[str]]:
    """A row of text for the tournaments in each currency."""
    rows = []
    for each in found.tournaments:
        sign = SYMBOLS.get(each.currency, each.currency)
        places = ", ".join(map(str, each.places[:_PLACES]))
        more = len(each.places) - _PLACES
        rows.append(
            [
                each.currency or "not told",
                f"{each.entered:,}",
                f"{each.finished:,}",
                _cost(each, sign),
                _won_in(each, sign),
                in_percent(each.roi),
                places + (f" and {more:,} more" if more > 0 else ""),
            ]
        )
    return rows


def _cost(each: Tournaments, sign: str) -> str:
    """What tournaments cost, and of how many it is not known."""
    if not each.cost_is_known:
        return "unknown"
    cost = amounts({sign: each.cost / 100})
    return f"{cost} ({each.unpriced:,} unknown)" if each.unpriced else cost


def _won_in(each: Tournaments, sign: str) -> str:
    """What tournaments won; apart, what those won whose cost is not known."""
    rest = each.won - each.won_priced
    if not rest or not each.cost_is_known:
        return amounts({sign: each.won / 100})
    priced, other = (amounts({sign: cents / 100}) for cents in (each.won_priced, rest))
    return f"{priced} (+ {other} at unknown cost)"


def left_note(found: PlayerResults) -> str:
    """A sentence about tournaments that the player left and that are not counted; or nothing."""
    left = []
    for each in found.tournaments:
        if each.left:
            sign = SYMBOLS.get(each.currency, each.currency)
            cost = amounts({sign: each.left_cost / 100}) if each.left_cost else "unknown"
            places = ", ".join(f"{place:,}" for place in each.left_places)
            worked_out = f"; by the hands in place {places}" if places else ""
            left.append(f"{each.left:,} (cost {cost}{worked_out})")
    if not left:
        return ""
    return (
        f"Left, not counted: {', '.join(left)}. After the last hand no chips were left, or all "
        "were won, but no text says the prize, or that there was no other entry: import the "
        "summaries."
    )


def pot_rows(
    found: PlayerResults, hands: Mapping[int, Hand], *, from_files: bool = False
) -> list[list[str]]:
    """A row of text for each of the biggest pots: id, time, seat, cards, board, won, big blinds.

    A hand ``from_files`` has no id in a library: its first column is the room's number.
    """
    rows = []
    for pot in found.pots:
        hand = hands[pot.hand]
        held = next(
            cards
            for player, cards in zip(hand.players, hand.hole_cards, strict=True)
            if player in found.heroes
        )
        rows.append(
            [
                hand.number if from_files else str(pot.hand),
                "" if hand.when is None else f"{hand.when:%Y-%m-%d %H:%M}",
                pot.seat,
                "" if held is None else format_cards(held, symbols=True),
                format_cards(hand.board, symbols=True),
                money(pot.chip)(pot.won, plus=True),
                f"{pot.big_blinds:+,.1f}",
            ]
        )
    return rows


def results_page(
    found: PlayerResults, hands: Mapping[int, Hand], *, from_files: bool = False
) -> str:
    """The page; ``hands`` are those of the pots, by id. See `pot_rows`."""
    heroes = " and ".join(map(name, found.heroes))
    parts = found.by_game
    body = [
        section("won", "What was won", _won(parts) + _each(parts, _chart)),
        section("statistics", "How they played", _each(parts, lambda each: _statistics(each.all))),
        section("position", "By position", _each(parts, lambda e: _groups(e.positions, "Seat"))),
        section("stack", "By stack", _each(parts, lambda each: _groups(each.stacks, "Stack"))),
        section("limit", "By limit", _groups(found.limits, "Limit", with_money=True)),
    ]
    if found.tournaments:
        head = ("Currency", "Entered", "Finished", "Cost", "Won", "ROI", "Places")
        rows = [list(map(plain, row)) for row in tournament_rows(found)]
        shown = table(head, rows, caption="Tournaments")
        if note := left_note(found):
            shown += f"<p>{plain(note)}</p>"
        body.insert(1, section("tournaments", "Tournaments", shown))
    head = ("Hand", "Played", "Seat", "Cards", "Board", "Won", "Big blinds")
    rows = [list(map(plain, row)) for row in pot_rows(found, hands, from_files=from_files)]
    body.append(section("pots", "Most won or lost in one hand", table(head, rows, caption="Hands")))
    verdict = results_verdict(found, name)
    return page(
        "".join(body),
        title=f"Results of {plain(' and '.join(found.heroes))}",
        heading=f"Results of {heroes}",
        kicker="Your own hands",
        lead=f"<p>{verdict.headline}: {plain(verdict.reason)}.</p>",
    )


def _each(parts: Sequence[OneGame], show: Callable[[PlayerResults], str]) -> str:
    """What is shown of each game, below its name if there are several."""
    if len(parts) == 1:
        return show(parts[0].results)
    return "".join(f"<h3>{plain(capital(one.name))}</h3>{show(one.results)}" for one in parts)


def _won(parts: Sequence[OneGame]) -> str:
    rows = [list(map(plain, row)) for row in won_rows(parts, _per_100)]
    head = ("Game", "Hands", "Won", "bb/100", "All-in adjusted", "Rake")
    return table(head, rows, caption="Big blinds per 100 hands, with standard errors")


def _chart(found: PlayerResults) -> str:
    some = thinned(len(found.line))
    return line_chart(
        some,
        [
            Curve("won", found.line[some], "money"),
            Curve("all-in adjusted", found.adjusted_line[some], "divat"),
        ],
        title="Big blinds, hand by hand",
        x_label="hands",
        y_label="big blinds, cumulative",
    )


def _statistics(group: Group) -> str:
    facts = {
        plain(each.name): f"{in_percent(share.share)} ({share.done:,} of {share.chances:,})"
        for each in STATISTICS
        for share in (group.shares[each.key],)
    }
    facts["aggression factor"] = stats.shown(group.aggression, ".2f")
    facts["aggression frequency"] = in_percent(group.aggression_frequency)
    return facts_list(facts)


def _groups(groups: Sequence[Group], what: str, *, with_money: bool = False) -> str:
    won = ("Won",) if with_money else ()
    head = (what, "Hands", *won, "bb/100", "All-in adjusted", *(plain(s.name) for s in STATISTICS))
    rows = [
        [
            plain(group.name),
            f"{group.hands:,}",
            *(plain(amounts(group.money, plus=True) or "–") for _ in won),
            _per_100(group.won),
            signed(group.adjusted.mean, 1),
            *(in_percent(group.shares[s.key].share) for s in STATISTICS),
        ]
        for group in groups
    ]
    return table(head, rows, caption="Big blinds per 100 hands, and shares")


def _all_groups(found: PlayerResults) -> list[tuple[str, str, str, Group]]:
    """What hands are grouped by; the kind and the game, each empty if it is not one; the group."""
    parts = found.by_game
    (kind,) = [one.name for one in found.kinds] if len(found.kinds) == 1 else [""]
    (game,) = [one.name for one in found.games] if len(found.games) == 1 else [""]
    groups = [("all", kind, game, found.all)]
    groups += [("kind", group.name, game, group) for group in found.kinds]
    groups += [("game", one.kind, one.game, one.results.all) for one in parts]
    for by in ("positions", "stacks", "limits"):
        groups += [
            (by[:-1], one.kind, one.game, group)
            for one in parts
            for group in getattr(one.results, by)
        ]
    return groups


def results_csv(found: PlayerResults) -> str:
    """All groups as CSV: a row each, with how often everything was done and could be done.

    Money is in its own currency. A group with several has a further row for each, which has only
    the money.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    counts = [f"{s.key}{end}" for s in STATISTICS for end in ("", "_chances")]
    means = ("bb_per_100", "error", "adjusted_bb_per_100", "adjusted_error")
    sums = ("currency", "money", "adjusted_money", "rake")
    rates = ("aggression", "aggression_frequency")
    writer.writerow(["by", "group", "hands", *means, *sums, *counts, *rates, "kind", "game"])
    for by, kind, game, group in _all_groups(found):
        name = game if by == "game" else group.name
        shares = [group.shares[s.key] for s in STATISTICS]
        first, *others = _money_cells(group) or [["", "", "", ""]]
        writer.writerow(
            [
                *(by, name, group.hands),
                *(x for mean in (group.won, group.adjusted) for x in (mean.mean, mean.error)),
                *first,
                *(count for share in shares for count in (share.done, share.chances)),
                *(group.aggression, group.aggression_frequency, kind, game),
            ]
        )
        empty = [""] * (2 * len(shares) + len(rates))
        for cells in others:
            writer.writerow([by, name, "", *("" for _ in means), *cells, *empty, kind, game])
    return out.getvalue()


def _money_cells(group: Group) -> list[list[str]]:
    """Currency, money, all-in adjusted money and rake of a group, by currency."""
    sums = (group.money, group.adjusted_money, group.rake)
    return [
        [currency, *(f"{each.get(currency, 0.0):.2f}" for each in sums)]
        for currency in dict.fromkeys(currency for each in sums for currency in each)
    ]


def results_json(
    found: PlayerResults, hands: Mapping[int, Hand], *, from_files: bool = False
) -> dict[str, Any]:
    """All results; the lines at no more than 600 points. Hands ``from_files`` have no id."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for by, kind, game, group in _all_groups(found):
        one = _group_json(group) | {"kind": kind or None, "game": game or None}
        groups.setdefault(by, []).append(one | ({"name": game} if by == "game" else {}))
    return {
        "heroes": found.heroes,
        "hands": found.all.hands,
        **{kind: each[0] if kind == "all" else each for kind, each in groups.items()},
        "tournaments": [
            {
                "currency": each.currency,
                "entered": each.entered,
                "finished": each.finished,
                "cost": each.cost / 100 if each.cost_is_known else None,
                "cost_unknown": each.unpriced,
                "won": each.won / 100,
                "won_at_unknown_cost": (each.won - each.won_priced) / 100,
                "roi": each.roi,
                "places": each.places,
                "left": each.left,
                "left_cost": each.left_cost / 100,
                "left_places": each.left_places,
            }
            for each in found.tournaments
        ],
        "biggest_pots": [
            {
                "id": None if from_files else p.hand,
                "number": hands[p.hand].number,
                "won": p.won,
                "big_blinds": p.big_blinds,
                "chip": p.chip,
                "seat": p.seat,
            }
            for p in found.pots
        ],
        "line": [
            {
                "hands": at,
                "big_blinds": one.results.line[at],
                "adjusted": one.results.adjusted_line[at],
                "kind": one.kind,
                "game": one.game,
            }
            for one in found.by_game
            for at in thinned(len(one.results.line)).tolist()
        ],
    }


def _group_json(group: Group) -> dict[str, Any]:
    means = {"bb_per_100": group.won, "adjusted_bb_per_100": group.adjusted}
    return {
        "name": group.name,
        "hands": group.hands,
        **{
            key: {"mean": m.mean, "error": m.error, "low": m.low, "high": m.high}
            for key, m in means.items()
        },
        "money": group.money,
        "adjusted_money": group.adjusted_money,
        "rake": group.rake,
        "statistics": {
            key: {"done": share.done, "chances": share.chances, "share": share.share}
            for key, share in group.shares.items()
        },
        "aggression": group.aggression,
        "aggression_frequency": group.aggression_frequency,
    }
