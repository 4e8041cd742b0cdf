"""The page and the pictures of a solved jam-or-fold hand."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from math import floor, isnan, log10, nan

from railbird.cards.classes import HOLDEM_CLASSES
from railbird.cards.grid import cell_kind, grid_svg, share_label
from railbird.reports.jam_table import table_picture
from railbird.reports.page import page
from railbird.reports.parts import plain, signed, table
from railbird.stats import at_most
from railbird.tournament import (
    HandSolution,
    JamDecision,
    Judged,
    PlayedDecision,
    PlayedHand,
)
from railbird.tournament.jamfold.rules import JamRules
from railbird.tournament.jamfold.solution import LEAST_REACHED
from railbird.tournament.review.spot import DEPTH

NOBODY_DECIDES = "Nobody has a decision: an ante or a blind puts all but one all-in."
TIES = {"split": "tied pots are split", "random": "one of those who tie takes the pot, at random"}
FOLDED_CARDS = "the cards of players who fold go back into the deck"


def grid_key(rules: JamRules) -> str:
    """How to read the grids of a page."""
    return (
        "<p>Filled: how often the hand jams or calls. Point at a hand for its values, "
        f"{unit_text(rules)}. Suited hands are above the diagonal.</p>"
        '<p class="key"><span class="pairs">pairs</span><span class="suited">suited</span>'
        '<span class="offsuit">offsuit</span></p>'
    )


def jam_svg(one: JamDecision, rules: JamRules) -> str:
    """The grid of a decision as a picture; each cell's tooltip has its EVs."""
    return grid_svg(
        one.jam.reshape(13, 13),
        notes=[[hand_values(one, 13 * r + c, rules) for c in range(13)] for r in range(13)],
        title=grid_title(one),
        caption=spaced(one.range_text),
    )


def grid_title(one: JamDecision) -> str:
    """The decision, the action and how much of all hands takes it."""
    if not one.has_answer:
        return f"{one.name}: {one.range_text}"
    fixed = ", fixed" if one.is_locked else ""
    return f"{one.name}: {action(one)} {percent(one.share)} %{fixed}"


def jam_page(
    found: HandSolution,
    shown: Sequence[JamDecision],
    kind: str = "",
    *,
    played: PlayedHand | None = None,
    names: Sequence[str] = (),
    judged: Judged | None = None,
) -> str:
    """A page about some decisions of a hand.

    Parameters
    ----------
    found
        The solution.
    shown
        The decisions, tidied as they are to be shown.
    kind
        A class of hands, such as ``A5s``, to show the values of.
    played
        What folded cards change, if that was measured.
    names
        The players in order of action, if they have names.
    judged
        The verdict, if the hand was played.
    """
    sections = [_section("table", "The table", _table(found, names))]
    if shown:
        sections.append(_section("ranges", "Who plays what", _ranges(shown)))
        if kind:
            sections.append(_section("hand", f"With {kind}", _hand(found.rules, shown, kind)))
        sections.append(_section("grids", "Hand by hand", _grids(found.rules, shown)))
    if played is not None:
        sections.append(_section("folded", "With folded cards out of the deck", _played(played)))
    if found.depths:
        sections.append(_section("ahead", "Hands ahead", _depths(found)))
    sections.append(_section("computed", "How it was computed", _computed(found, shown)))
    rules = found.rules
    ante = f", ante {rules.ante:g}" if rules.ante else ""
    if rules.big_blind_ante:
        ante += f", big-blind ante {rules.big_blind_ante:g}"
    told = "" if judged is None else verdict(judged) + assumed(judged)
    says = told and f"<p><strong>{plain(told)}</strong></p>"
    return page(
        "\n".join(sections),
        title=f"Jam or fold: {rules.players} players, "
        f"blinds {rules.blinds[0]:g}/{rules.blinds[1]:g}{ante}",
        kicker="The equilibrium of one hand",
        lead=f'<div class="headline">{says}{_headline(found, shown)}</div>',
    )


def _section(key: str, heading: str, content: str) -> str:
    return f'<section id="{key}"><h2>{heading}</h2>{content}</section>'


def _headline(found: HandSolution, shown: Sequence[JamDecision]) -> str:
    says = plain(headline(shown)).replace(" %", "&nbsp;%")
    return f"<p><strong>{says}</strong></p><p>{plain(stakes(found))} {plain(closeness(found))}</p>"


def headline(shown: Sequence[JamDecision]) -> str:
    """Who plays how much, as a sentence."""
    if not shown:
        return NOBODY_DECIDES
    answered = [one for one in shown if one.has_answer]
    first = [f"{one.player} jams {percent(one.share)} %" for one in answered if not one.after]
    if first:
        return f"First in, {', '.join(first)}."
    if not answered:
        return f"Nobody gets to this decision: {', '.join(one.name for one in shown)}."
    return "; ".join(f"{one.name}: calls {percent(one.share)} %" for one in answered) + "."


def _table(found: HandSolution, names: Sequence[str]) -> str:
    """The picture, and beside it what the hand is worth to everybody."""
    rules = found.rules
    called = [f"{seat}, {name}" for seat, name in zip(found.seats, names, strict=bool(names))]
    rows = [
        [
            plain(seat),
            f"{stack:g}",
            f"{stack / rules.blinds[1]:.1f}" if rules.blinds[1] else "–",
            percent(before, 4),
            f"<b>{percent(after, 4)}</b>",
            signed(100 * (after - before), 4),
            *([] if rules.payouts is None else [in_prizes(rules, after)]),
        ]
        for seat, stack, before, after in zip(
            called or found.seats, rules.stacks, found.before, found.payoffs, strict=True
        )
    ]
    head = ["Seat", "Stack", "Big blinds", "Without this hand", "With it", "Change"]
    head += [] if rules.payouts is None else ["In prizes"]
    payoffs = table(head, rows, caption="Payoffs in % of the pool, in order of action")
    return f'<div class="beside"><figure>{table_picture(found)}</figure>{payoffs}</div>'


def _ranges(shown: Sequence[JamDecision]) -> str:
    rows = [
        [
            one.player,
            words(situation(one)),
            percent(one.reached),
            f"{action(one)}s",
            f"<b>{share_text(one)}</b>{'*' if one.is_locked else ''}",
            words(spaced(one.range_text)),
        ]
        for one in shown
    ]
    head = ["Seat", words("Situation"), "Reached %", "", "% of hands", words("Range")]
    note = ""
    if any(one.is_locked for one in shown):
        note = '<p class="note">* This range was fixed beforehand.</p>'
    return table(head, rows, caption="All decisions, in order of action") + note


def _hand(rules: JamRules, shown: Sequence[JamDecision], kind: str) -> str:
    rows = []
    for one in shown:
        often, fold, in_ = one.of_hand(kind)
        values = [in_unit(rules, in_), in_unit(rules, fold), in_unit(rules, in_ - fold, sign="+")]
        says = percent(often if one.has_answer else nan)
        rows.append([one.player, words(situation(one)), says, *values])
    head = ["Seat", words("Situation"), "Jams or calls %", "EV in", "EV fold", "Gain"]
    caption = f"EVs with {kind}, {unit_text(rules)}; the gain is what a fold would cost"
    return table(head, rows, caption=caption)


def _grids(rules: JamRules, shown: Sequence[JamDecision]) -> str:
    grids = "".join(decision_grid(one, rules) for one in shown if one.has_answer)
    left_out = f"<p>{plain(said)}</p>" if (said := not_reached_says(shown)) else ""
    return f'{grid_key(rules)}{left_out}<div class="grids">{grids}</div>'


def decision_grid(one: JamDecision, rules: JamRules) -> str:
    """A decision as a table of 13×13 cells, with its heading."""
    cells = [_cell(one, at, rules) for at in range(169)]
    rows = "".join(f"<tr>{''.join(cells[13 * r : 13 * r + 13])}</tr>" for r in range(13))
    return (
        f"<figure><figcaption><b>{plain(grid_title(one))}</b> "
        f"<small>reached {percent(one.reached)} %</small></figcaption>"
        f'<table class="cells"><tbody>{rows}</tbody></table></figure>'
    )


def _cell(one: JamDecision, at: int, rules: JamRules) -> str:
    often, name = float(one.jam[at]), HOLDEM_CLASSES[at]
    label = share_label(often)
    return (
        f'<td class="{cell_kind(at).name}" style="--played:{often:g}" '
        f'title="{name}: {100 * often:g} % · {hand_values(one, at, rules)}">'
        f"{name}{label and f'<small>{label}</small>'}</td>"
    )


def hand_values(one: JamDecision, at: int, rules: JamRules) -> str:
    """What a class gets at a decision, in the prizes' unit or % of the pool, in one line."""
    fold, in_ = float(one.ev_fold[at]), float(one.ev_jam[at])
    if isnan(in_):
        return "never gets here"
    values = in_unit(rules, in_), in_unit(rules, fold), in_unit(rules, in_ - fold, sign="+")
    return "EV {} {}, fold {}, gain {}".format(action(one), *values)


def unit_text(rules: JamRules) -> str:
    """The unit of EVs."""
    return "in % of the pool" if rules.payouts is None else "in the prizes' unit"


def in_unit(rules: JamRules, part: float, *, sign: str = "") -> str:
    """A part of the pool in the unit of EVs; a dash if there is none."""
    if rules.payouts is not None:
        return in_prizes(rules, part, sign=sign).replace("-", "−")
    return signed(100 * part, 4) if sign and not isnan(part) else percent(part, 4)


def in_prizes(rules: JamRules, part: float, *, sign: str = "") -> str:
    """A part of the pool in the prizes' unit, as finely as percentages with four decimals."""
    if isnan(part):
        return "–"
    decimals = min(max(6 - floor(log10(rules.pool)), 0), 8)
    return f"{rules.pool * part:{sign},.{decimals}f}"


def _played(played: PlayedHand) -> str:
    rows = [
        [
            plain(one.name),
            percent(one.reached),
            f"{one.classes}",
            plain(mean_change(one.mean_change)),
            f"{one.changed.size}" if one.classes else "–",
            words(switches(one)),
        ]
        for one in played.decisions
    ]
    head = ["Decision", "Reached %", "Classes", "Mean change", "Changed", words("Would switch")]
    caption = (
        f"Jam minus fold on {played.deals:,} deals (seed {played.seed}), in % of the pool: classes "
        "that were dealt often enough, and those that change by more than three standard errors"
    )
    return table(head, rows, caption=caption)


def words(text: str) -> str:
    """A cell that holds words: aligned to the left, and folded where it is too long."""
    return f'<span class="words">{plain(text)}</span>'


def mean_change(change: tuple[float, float]) -> str:
    """A mean change and its standard error in percent, or a dash."""
    mean, error = change
    return "–" if isnan(mean) else f"{100 * mean:.4f} ± {100 * error:.4f}"


def switches(one: PlayedDecision) -> str:
    """The classes that would do the opposite, with jam minus fold in percent."""
    return (
        ", ".join(f"{HOLDEM_CLASSES[c]} {100 * one.difference[c]:+.3f}" for c in one.turned) or "–"
    )


def _depths(found: HandSolution) -> str:
    rows = [
        [
            f"{one.depth}",
            f"{one.hands:,}",
            f"{one.merged:,}",
            f"{one.cut:,}",
            *(f"{x:.1e}" if x else "0" for x in (one.cut_reach, one.error, one.bound)),
            *(f"{x:.1e}" for x in reversed(one.epsilon)),
        ]
        for one in found.depths
    ]
    head = ["After", "Hands", "Merged", "Cut", "Probability of cuts"]
    head += ["Error about", "At most", "Mean ε", "Largest ε"]
    return table(head, rows, caption="Errors and ε are parts of the pool")


def _computed(found: HandSolution, shown: Sequence[JamDecision]) -> str:
    facts = {
        "Method": f"{showdowns(found)}. {found.iterations} iterations of {found.algorithm}",
        "Exactness": closeness(found),
        "Folded cards": FOLDED_CARDS,
        "Ties": TIES[found.rules.ties],
        "Frequencies": dust_says(shown),
        "Time": f"{found.seconds:.2f} s",
        "Program": f"railbird {found.version}",
    }
    listed = "".join(
        f"<dt>{term}</dt><dd>{plain(text)}</dd>" for term, text in facts.items() if text
    )
    return f"<dl>{listed}</dl>"


def verdict(judged: Judged) -> str:
    """What the hero did in a hand that was played, and what it cost, as a sentence.

    The cost is in the units of the prizes, and in percent of the pool.
    """
    spot = judged.spot
    who = f"{spot.hero} ({spot.decision}) with {spot.cards or spot.hand_class}"
    deed = f"{who}: {spot.did}, with an effective stack of {spot.depth:.1f} big blinds."
    worth = f"{money_text(abs(judged.ev_in - judged.ev_fold))} ({_of_pool(judged)})"
    caveat = _deep_caveat(spot.depth)
    if judged.is_close:
        least = f"{money_text(judged.least)} ({100 * judged.least / judged.pool:.4f} % of the pool)"
        return (
            f"{deed} It makes no difference that can be told: jam and fold are less than {least} "
            f"apart.{caveat}"
        )
    if judged.cost is None:
        return f"{deed} Of jam and fold, {judged.best} is better by {worth}.{caveat}"
    if not judged.cost:
        in_ = "call" if spot.node.jammed else "jam"
        other = "fold" if spot.went_in else in_
        return f"{deed} That was right: a {other} costs {worth}.{caveat}"
    return f"{deed} To {judged.best} was better: the {spot.did} cost {worth}.{caveat}"


def assumed(judged: Judged) -> str:
    """Who is taken to be left, as a sentence after another; empty where it does not matter."""
    if judged.found.rules.payouts is None or judged.spot.field.is_all:
        return ""
    players = judged.spot.rules.players
    return f" The values are as if these {players} players were all that is left."


def _deep_caveat(depth: float) -> str:
    """That jam or fold is not all there is, where stacks are deep."""
    if depth <= DEPTH:
        return ""
    return (
        f" At more than {DEPTH:g} big blinds, this compares only going all-in with folding: "
        "another choice, such as a smaller raise, may be better than both."
    )


def _of_pool(judged: Judged) -> str:
    return f"{100 * abs(judged.ev_in - judged.ev_fold) / judged.pool:.4f} % of the pool"


def money_text(amount: float) -> str:
    """An amount in prizes or chips, with four digits.

    Examples
    --------
    >>> money_text(1234.5), money_text(0.39187)
    ('1,234', '0.3919')
    """
    return f"{amount:,.0f}" if abs(amount) >= 1000 else f"{amount:.4g}"


def stakes(found: HandSolution) -> str:
    """What is played for, as a sentence."""
    rules = found.rules
    if rules.payouts is None:
        return "Played for chips."
    says = f"Played for {_listed(rules.payouts)} by {found.model}"
    if rules.bounties is not None:
        kind = "progressive" if rules.progressive else "fixed"
        same = len(set(rules.bounties)) == 1
        each = f"{rules.bounties[0]:g} each" if same else _listed(rules.bounties)
        says += f", with {kind} bounties of {each}; those not won are shared in proportion to chips"
    return f"{says}."


def _listed(money: Sequence[float]) -> str:
    return " / ".join(f"{x:g}" for x in money)


def showdowns(found: HandSolution) -> str:
    """How the showdowns were computed."""
    if not found.deals:
        return "Exact: all showdowns are enumerated"
    error = 100 * float(found.standard_errors.max())
    return (
        "Exact up to three all-in; showdowns of four or more are from "
        f"{found.deals:,} deals with seed {found.seed}: standard error of payoffs at most "
        f"{few_digits(error)} % of the pool, and ranges behind three jams are rough"
    )


def closeness(found: HandSolution) -> str:
    """How close to an equilibrium the solution is, as a sentence."""
    says = f"Nobody can gain more than {few_digits(100 * found.epsilon)} % of the pool"
    if found.ranking:
        ranked = few_digits(100 * found.ranked_epsilon)
        return f"{says} with any range, {ranked} % with ranges of the ranking {found.ranking}."
    if not found.converged:
        return f"{says} by playing differently, which is NOT as close as requested."
    return f"{says} by playing differently."


def dust_says(shown: Sequence[JamDecision]) -> str:
    """Which frequencies are taken for 0 or 100 %."""
    dust = max((one.dust for one in shown), default=0.0)
    if dust == 0:
        return ""
    return f"less than {100 * dust:g} % counts as 0, more than {100 - 100 * dust:g} % as 100 %"


def not_reached_says(shown: Sequence[JamDecision]) -> str:
    """Which decisions have no answer, as a sentence; empty if all have one."""
    names = [one.name for one in shown if not one.has_answer]
    if not names:
        return ""
    return (
        f"Not reached, by less than {100 * LEAST_REACHED:g} % of hands, and so without an answer: "
        f"{'; '.join(names)}."
    )


def share_text(one: JamDecision) -> str:
    """How much of all hands jams or calls, in percent; a dash where there is no answer."""
    return percent(one.share if one.has_answer else nan)


def how_solved(found: HandSolution, shown: Sequence[JamDecision]) -> str:
    """How a hand was solved, how close to an equilibrium, and how it is shown."""
    dust = f"A frequency of {said}. " if (said := dust_says(shown)) else ""
    if any(not one.has_answer for one in shown):
        dust += f"Not reached: less than {100 * LEAST_REACHED:g} % of hands get there. "
    return (
        f"{stakes(found)} {closeness(found)} {showdowns(found)}; {FOLDED_CARDS}; "
        f"{_ties(found)}. {dust}"
        f"{found.iterations} iterations of {found.algorithm}, {found.seconds:.2f} s, "
        f"railbird {found.version}"
    )


def _ties(found: HandSolution) -> str:
    """What happens to tied pots, and whether the solved tournament does the same."""
    said = TIES[found.rules.ties]
    if found.model == "solved" and found.rules.ties == "split":
        said += ", but not in the solved tournament, where one winner takes them (--ties random)"
    return said


def action(one: JamDecision) -> str:
    """The name of the action other than a fold."""
    return "call" if one.after else "jam"


def situation(one: JamDecision) -> str:
    """Who is in before the player."""
    return f"after {', '.join(one.after)}" if one.after else "first in"


def spaced(range_text: str) -> str:
    """A range for a reader: all hands are any two, and it can be folded after its commas."""
    return "any two" if range_text == "random" else range_text.replace(",", ", ")


def percent(part: float, digits: int = 1) -> str:
    """A part in percent, or a dash if there is none: of frequencies, what ε can tell."""
    return "–" if isnan(part) else f"{100 * part:.{digits}f}"


def few_digits(number: float) -> str:
    """A small bound without an exponent, rounded up to two digits; at least 0.0000001.

    Examples
    --------
    >>> few_digits(5.83e-5), few_digits(0.25), few_digits(0)
    ('0.000059', '0.25', '0.0000001')
    """
    return f"{Decimal(at_most(max(number, 1e-7))):f}"
