"""The page and the picture of a solved jam-or-fold hand."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import isnan

from railbird.cards.grid import grid_svg
from railbird.reports.page import page
from railbird.tournament import HandSolution, JamDecision


def jam_svg(one: JamDecision) -> str:
    """The grid of a decision as a picture."""
    title = f"{one.name}: {action(one)} {percent(one.share)} %"
    title += ", fixed" if one.is_locked else ""
    return grid_svg(one.jam.reshape(13, 13), title=title, caption=one.range_text.replace(",", ", "))


def jam_page(found: HandSolution, shown: Sequence[JamDecision], kind: str = "") -> str:
    """A page about some decisions of a hand, and about the class ``kind`` if given."""
    rules = found.rules
    prizes = "chips" if rules.payouts is None else " / ".join(f"{x:g}" for x in rules.payouts)
    if rules.bounties is not None:
        prizes += f", bounties {' / '.join(f'{x:g}' for x in rules.bounties)}"
    rows = "".join(
        f"<tr><th>{seat}</th><td>{stack:g}</td><td>{percent(before, 4)}</td>"
        f"<td>{percent(after, 4)}</td></tr>"
        for seat, stack, before, after in zip(
            found.seats, rules.stacks, found.before, found.payoffs, strict=True
        )
    )
    hand = ""
    if kind:
        lines = []
        for one in shown:
            jam, fold, in_ = one.of_hand(kind)
            cells = (one.name, *(percent(x, 4) for x in (jam, fold, in_)))
            lines.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
        heads = f"<tr><th>{kind}</th><th>in %</th><th>EV fold</th><th>EV in</th></tr>"
        hand = f"<table>{heads}{''.join(lines)}</table>"
    title = f"Jam or fold, blinds {rules.blinds[0]:g}/{rules.blinds[1]:g}, ante {rules.ante:g}"
    columns = ("seat", "stack", "without this hand, % of the pool", "with it")
    payoffs = "<tr>" + "".join(f"<th>{column}</th>" for column in columns) + f"</tr>{rows}"
    return page(
        f"<p>Played for {escape(prizes)}. {escape(how_solved(found))}.</p>\n"
        f"<table>{payoffs}</table>\n{hand}\n"
        f'<div class="grids">{"".join(jam_svg(one) for one in shown)}</div>',
        title=title,
        kicker="The equilibrium of one hand",
    )


def how_solved(found: HandSolution) -> str:
    """How a hand was solved, and how close to an equilibrium, in one line."""
    reached = "" if found.converged else "; NOT as close to an equilibrium as requested"
    if found.ranking:
        reached = f" with any range, {100 * found.ranked_epsilon:.2g} % with ranges of the ranking"
    what = "chips" if found.rules.payouts is None else f"{found.model} payoffs"
    if found.rules.bounties is not None:
        kind = "progressive" if found.rules.progressive else "fixed"
        what += f" and {kind} bounties (those not won are shared in proportion to chips)"
    if found.deals:
        error = 100 * float(found.standard_errors.max())
        what += (
            f"; showdowns of four or more from {found.deals:,} deals with seed {found.seed} "
            f"(standard error of payoffs at most {error:.2g} %; ranges behind three jams are rough)"
        )
    return (
        f"{what}; nobody can gain more than {100 * found.epsilon:.2g} % of the pool{reached}; "
        f"{found.iterations} iterations of {found.algorithm}, {found.seconds:.2f} s, "
        f"railbird {found.version}"
    )


def action(one: JamDecision) -> str:
    """The name of the action other than a fold."""
    return "call" if one.after else "jam"


def percent(part: float, digits: int = 2) -> str:
    """A part in percent, or a dash if there is none."""
    return "–" if isnan(part) else f"{100 * part:.{digits}f}"
