"""A solved jam-or-fold hand on the screen, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from math import nan
from typing import TYPE_CHECKING

from railbird.cli.ui.tables import print_line, print_table, screen

if TYPE_CHECKING:
    from railbird.tournament import DepthReport, HandSolution, JamDecision, PlayedHand


def print_jam(
    found: HandSolution,
    shown: Sequence[JamDecision],
    kind: str,
    *,
    names: Sequence[str] = (),
    grid: bool,
    played: PlayedHand | None,
) -> None:
    """Print the payoffs, the decisions, and how the hand was solved."""
    from railbird.reports.jam import NOBODY_DECIDES, how_solved

    _print_payoffs(found, names)
    if not shown:
        print_line(NOBODY_DECIDES)
    else:
        if kind:
            _print_hand(found, shown, kind)
        else:
            _print_ranges(shown)
        if any(one.is_locked for one in shown):
            print_line("* fixed by --lock")
        if grid:
            _print_grids(shown)
    if found.depths:
        print_depths(found.depths)
    if played is not None:
        _print_played(found, played)
    print_line(how_solved(found, shown))


def _print_payoffs(found: HandSolution, names: Sequence[str]) -> None:
    from railbird.reports.jam import in_prizes, percent

    rules = found.rules
    headings = ["seat", "stack", "without this hand", "with it"]
    columns = [list(found.seats), [f"{stack:.10g}" for stack in rules.stacks]]
    columns += [[percent(x, 4) for x in values] for values in (found.before, found.payoffs)]
    if rules.payouts is not None:
        headings.append("in prizes")
        columns.append([in_prizes(rules, x) for x in found.payoffs])
    if names:
        headings.insert(1, "player")
        columns.insert(1, list(names))
    rows = [list(row) for row in zip(*columns, strict=True)]
    text = (0, 1) if names else (0,)
    print_table(headings, rows, title="payoffs in % of the pool", text=text)


def _print_ranges(shown: Sequence[JamDecision]) -> None:
    from railbird.reports.jam import percent, share_text, spaced

    rows = [
        [
            one.player,
            ", ".join(one.after) or "–",
            percent(one.reached),
            share_text(one) + _star(one),
            spaced(one.range_text),
        ]
        for one in shown
    ]
    headings = ["player", "after", "reached %", "in %", "range"]
    print_table(headings, rows, title="decisions", text=(0, 1, 4))


def _print_hand(found: HandSolution, shown: Sequence[JamDecision], kind: str) -> None:
    from railbird.reports.jam import in_prizes, percent

    rows = []
    for one in shown:
        jam, fold, in_ = one.of_hand(kind)
        values = [percent(x, 4) for x in (fold, in_, in_ - fold)]
        if found.rules.payouts is not None:
            values.append(in_prizes(found.rules, in_ - fold, sign="+"))
        often = percent(jam if one.has_answer else nan) + _star(one)
        rows.append([one.name, percent(one.reached), often, *values])
    headings = ["decision", "reached %", f"{kind} in %", "EV fold", "EV in", "gain"]
    if found.rules.payouts is not None:
        headings.append("in prizes")
    print_table(headings, rows, title=f"{kind}: EVs in % of the pool")


def _star(one: JamDecision) -> str:
    return "*" if one.is_locked else ""


def _print_grids(shown: Sequence[JamDecision]) -> None:
    from railbird.cards.grid import grid_text
    from railbird.reports.jam import grid_title

    console = screen()
    for one in shown:
        if not one.has_answer:
            continue
        drawn = grid_text(one.jam.reshape(13, 13), title=grid_title(one), width=console.width)
        console.print(drawn)


def print_depths(depths: tuple[DepthReport, ...]) -> None:
    """Print how the look-ahead went, by depth."""
    headings = ["after", "hands", "merged", "cut", "cut, probability", "error about", "at most"]
    headings += ["mean ε", "largest ε", "seconds"]
    rows = []
    for one in depths:
        cells = [f"{count:,}" for count in (one.depth, one.hands, one.merged, one.cut)]
        cells += [f"{x:.1e}" if x else "0" for x in (one.cut_reach, one.error, one.bound)]
        cells += [f"{x:.1e}" for x in reversed(one.epsilon)]
        rows.append([*cells, f"{one.seconds:.2f}"])
    print_table(headings, rows, title="hands ahead", text=())
    print_line("errors and ε in parts of the pool")


def _print_played(found: HandSolution, played: PlayedHand) -> None:
    """Print how well the solution holds if folded cards stay out of the deck."""
    from railbird.reports.jam import mean_change, percent, switches

    rows = [
        [seat, *(percent(x, 4) for x in (solved, mean, error, mean - solved))]
        for seat, solved, mean, error in zip(
            found.seats, played.solved, played.payoffs, played.standard_errors, strict=True
        )
    ]
    title = f"the same strategies on {played.deals:,} deals, with folded cards out of the deck"
    headings = ["seat", "solved %", "played %", "standard error", "difference"]
    print_table(headings, rows, title=title)
    rows = [
        [
            one.name,
            percent(one.reached),
            f"{one.classes}",
            mean_change(one.mean_change),
            f"{one.changed.size}" if one.classes else "–",
            switches(one),
        ]
        for one in played.decisions
    ]
    headings = ["decision", "reached %", "classes", "mean change", "changed", "would switch"]
    print_table(headings, rows, title="jam minus fold, in % of the pool", text=(0, 5))
    print_line(
        f"seed {played.seed}; classes that were dealt often enough, and their mean; changed and "
        "would switch: by more than three standard errors"
    )


def jam_json(
    found: HandSolution,
    shown: Sequence[JamDecision],
    kind: str,
    *,
    names: Sequence[str] = (),
    files: Sequence[str],
    played: PlayedHand | None,
) -> dict[str, object]:
    """The solution with its raw frequencies; only ``range`` is without dust, or None."""
    from railbird.cards.classes import HOLDEM_CLASSES

    rules = found.rules
    plain: dict[str, object] = {
        "seats": found.seats,
        "names": list(names) or None,
        "stacks": rules.stacks,
        "blinds": rules.blinds,
        "ante": rules.ante,
        "big_blind_ante": rules.big_blind_ante,
        "payouts": rules.payouts,
        "model": found.model,
        "ties": rules.ties,
        "bounties": rules.bounties,
        "progressive": rules.progressive,
        "unit": "part of the pool",
        "pool": rules.pool,
        "most_all_in": rules.most_all_in,
        "deals": found.deals,
        "seed": found.seed if found.deals else None,
        "standard_errors": found.standard_errors if found.deals else None,
        "before": found.before,
        "payoffs": found.payoffs,
        "gains": found.gains,
        "epsilon": found.epsilon,
        "converged": found.converged,
        "ranking": found.ranking,
        "ranked_epsilon": found.ranked_epsilon,
        "look_ahead": [asdict(depth) for depth in found.depths],
        "iterations": found.iterations,
        "algorithm": found.algorithm,
        "seconds": found.seconds,
        "version": found.version,
        "classes": HOLDEM_CLASSES,
        "decisions": [_decision(one, found.decision(one.name), kind) for one in shown],
        "files": files,
    }
    return plain if played is None else plain | {"folded_cards": asdict(played)}


def _decision(shown: JamDecision, raw: JamDecision, kind: str) -> dict[str, object]:
    values: dict[str, object] = {
        "player": raw.player,
        "after": list(raw.after),
        "is_locked": raw.is_locked,
        "reached": raw.reached,
        "is_reached": raw.is_reached,
        "share": raw.share,
        "frequency": raw.frequency,
        "range": shown.range_text if shown.has_answer else None,
        "dust": shown.dust,
    }
    if kind:
        names = ("jam", "ev_fold", "ev_jam")
        hand = dict(zip(names, raw.of_hand(kind), strict=True))
        return values | {"hand": {"class": kind, **hand}}
    return values | {"jam": raw.jam, "ev_fold": raw.ev_fold, "ev_jam": raw.ev_jam}
