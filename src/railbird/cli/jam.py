"""``railbird jam``."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import app
from railbird.cli.model_option import (
    Bounties,
    Cut,
    Force,
    Full,
    Levels,
    ModelChoice,
    ModelName,
    Progressive,
    print_depths,
)
from railbird.cli.options import Json
from railbird.cli.ui.output import numbers, print_json, progress_bar, table_console
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.tournament import HandSolution, JamDecision, PlayedHand


@dataclass(frozen=True, slots=True, kw_only=True)
class JamRequest:
    """What to solve, as the user typed it."""

    stacks: str
    blinds: str
    ante: str
    payouts: str
    model: ModelChoice
    ties: str
    bounties: str
    progressive: bool
    most_all_in: int
    seed: int
    locks: tuple[str, ...]
    ranking: str | None
    epsilon: float


@app.command()
def jam(
    *,
    stacks: Annotated[
        str,
        typer.Option(
            "--stacks", "-s", help="Chips in order of action, the blinds last: 3000,4500,6000."
        ),
    ] = "",
    blinds: Annotated[str, typer.Option("--blinds", "-b", help="Small and big blind.")] = "",
    ante: Annotated[str, typer.Option(help="Ante that every player posts.")] = "0",
    payouts: Annotated[
        str, typer.Option("--payouts", "-p", help="Prizes, first place first (default: chips).")
    ] = "",
    model: ModelName = "harville",
    levels: Levels = "",
    cut: Cut = None,
    full: Full = False,
    force: Force = False,
    ties: Annotated[
        str, typer.Option(help="Tied pots: split, or random for one winner.")
    ] = "split",
    bounties: Bounties = "",
    progressive: Progressive = False,
    most_all_in: Annotated[
        int,
        typer.Option(
            help="Most players who can be all-in, 3 to 6; any others must fold. "
            "Showdowns of four or more are sampled."
        ),
    ] = 3,
    seed: Annotated[int, typer.Option(help="Seed for sampling.")] = 0,
    lock: Annotated[
        list[str] | None,
        typer.Option(help="Fix a range, by seat or decision: 'BB=22+,A2s+', 'BB after SB=none'."),
    ] = None,
    ranking: Annotated[
        str, typer.Option(help="Only the top of a hand ranking: heads-up or sklansky-chubukov.")
    ] = "",
    hand: Annotated[
        str, typer.Option(help="Show one hand's EV of fold and jam: AKs, 77, AhKd.")
    ] = "",
    node: Annotated[str, typer.Option(help="Show only one decision: 'BB after SB'.")] = "",
    grid: Annotated[bool, typer.Option("--grid", help="Also print 13x13 grids.")] = False,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", help="Draw the grid of --node, or of the first decision."),
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Write an HTML page.")] = None,
    folded_cards: Annotated[
        int,
        typer.Option(
            metavar="DEALS",
            help="Also play the solution on this many deals, to see what folded cards change.",
        ),
    ] = 0,
    epsilon: Annotated[
        float, typer.Option(help="Stop when nobody can gain more than this share of the pool.")
    ] = 1e-6,
    as_json: Json = False,
) -> None:
    """Solve a jam-or-fold hand.

    The result says who jams and calls with what, and what it is worth.

    \b
    Examples:
      railbird jam --stacks 10,10 --blinds 0.5/1
      railbird jam --stacks 3000,4500,6000 --blinds 300/600 --payouts 50,30,20 --grid
      railbird jam -s 3000,4500,6000 -b 300/600 -p 50,30,20 --hand A5s --model roberts
      railbird jam -s 3000,4500,6000 -b 300/600 -p 50,30,20 --model fgs:2 --levels 3:400/800
      railbird jam -s 40,35,25 -b 2/4 -p 60,40 --bounties 10 --progressive
      railbird jam -s 8,8,8,8 -b 0.5/1 --most-all-in 4 --folded-cards 1000000 --seed 1
      railbird jam -s 10,10 -b 0.5/1 --lock "BB=20%" --html answer.html
    """
    choice = ModelChoice(
        name=model,
        blinds=blinds,
        ante=ante,
        levels=levels,
        cut=cut,
        full=full,
        force=force,
        seed=seed,
        ties=ties,
    )
    request = JamRequest(
        stacks=stacks,
        blinds=blinds,
        ante=ante,
        payouts=payouts,
        model=choice,
        ties=ties,
        bounties=bounties,
        progressive=progressive,
        most_all_in=most_all_in,
        seed=seed,
        locks=tuple(lock or ()),
        ranking=ranking or None,
        epsilon=epsilon,
    )
    _run(
        request,
        hand=hand,
        node=node,
        grid=grid,
        svg=svg,
        html=html,
        folded_cards=folded_cards,
        as_json=as_json,
    )


def _run(
    request: JamRequest,
    *,
    hand: str,
    node: str,
    grid: bool,
    svg: Path | None,
    html: Path | None,
    folded_cards: int,
    as_json: bool,
) -> None:
    """Solve a hand and print, draw or write the answer."""
    from railbird.reports.jam import jam_page, jam_svg
    from railbird.tournament import play_deals

    kind = _hand_class(hand) if hand else ""
    if folded_cards < 0 or folded_cards == 1:
        raise OptionError(f"--folded-cards {folded_cards}: give a number of deals, such as 1000000")
    found = _solve(request)
    played = play_deals(found, deals=folded_cards, seed=request.seed) if folded_cards else None
    shown = (found.decision(node),) if node else found.decisions
    if not shown and svg is not None:
        raise OptionError("nobody has a decision in this hand, so there is no grid: omit --svg")
    if svg is not None:
        svg.write_text(jam_svg(shown[0]), encoding="utf-8")
    if html is not None:
        html.write_text(jam_page(found, shown, kind), encoding="utf-8")
    if as_json:
        plain = _as_json(found, shown, kind, [str(p) for p in (svg, html) if p is not None])
        if played is not None:
            plain["folded_cards"] = asdict(played)
        print_json(plain)
        return
    _print(found, shown, kind, grid)
    if played is not None:
        _print_played(found, played, node)


def _hand_class(text: str) -> str:
    """The class of a hand, which is given as a class or as two cards."""
    from railbird.cards.classes import HOLDEM_CLASSES, holdem_class

    name = text[:2].upper() + text[2:].lower()
    if name in HOLDEM_CLASSES:
        return name
    if len(text.replace(" ", "")) < 4:
        raise OptionError(f"--hand {text!r} is not a hand: give a class such as AKs, or AhKd")
    return holdem_class(text)


def _solve(request: JamRequest) -> HandSolution:
    from railbird.tournament import solve_hand

    chips = numbers(request.stacks, "--stacks", "3000,4500,6000")
    small_and_big = numbers(request.blinds.replace("/", ","), "--blinds", "300/600")
    if len(small_and_big) != 2:
        raise OptionError(f"--blinds {request.blinds}: give the small and the big blind: 300/600")
    ante = numbers(request.ante, "--ante", "50")
    if len(ante) != 1:
        raise OptionError(f"--ante {request.ante}: give one number, such as 50")
    prizes = numbers(request.payouts, "--payouts", "50,30,20") if request.payouts else None
    if request.progressive and not request.bounties:
        raise OptionError("--progressive needs bounties: give them with --bounties")
    if request.bounties and prizes is None:
        raise OptionError("--bounties needs prizes: give them with --payouts")
    heads = numbers(request.bounties, "--bounties", "10,10,20") if request.bounties else None
    if not 0 <= request.epsilon < 1:
        raise OptionError(f"--epsilon {request.epsilon:g}: give a share of the pool, such as 1e-6")
    locks = {}
    for text in request.locks:
        seat, equals, range_ = text.partition("=")
        if not equals:
            raise OptionError(f"--lock {text!r}: give a seat and a range, such as 'BB=22+,A2s+'")
        locks[seat] = range_
    target = max(request.epsilon, 1e-15)
    with progress_bar("solving") as advance:

        def report(epsilon: float) -> None:
            """Show progress in orders of magnitude."""
            advance(min(log(max(epsilon, target)) / log(target), 1.0))

        model = request.model.model(advance)
        return solve_hand(
            chips,
            blinds=(small_and_big[0], small_and_big[1]),
            ante=ante[0],
            payouts=prizes,
            model=model,
            ties=request.ties,
            bounties=heads,
            progressive=request.progressive,
            most_all_in=request.most_all_in,
            seed=request.seed,
            locks=locks,
            ranking=request.ranking,
            epsilon=request.epsilon,
            progress=report,
        )


def _print(found: HandSolution, shown: tuple[JamDecision, ...], kind: str, grid: bool) -> None:
    from rich.table import Table

    from railbird.reports.jam import action, how_solved, percent

    console = table_console()
    table = Table(title="payoffs in % of the pool", title_justify="left")
    for heading in ("seat", "stack", "without this hand", "with it"):
        table.add_column(heading, justify="right", no_wrap=True)
    for seat, stack, before, after in zip(
        found.seats, found.rules.stacks, found.before, found.payoffs, strict=True
    ):
        table.add_row(seat, f"{stack:g}", percent(before, 4), percent(after, 4))
    console.print(table)
    if not shown:
        console.print("nobody has a decision: an ante or a blind puts all but one all-in")
        return

    table = Table(title="decisions", title_justify="left")
    headings = ["player", "after", "reached %", "in %"]
    headings += [f"{kind} in %", "EV fold", "EV in", "difference"] if kind else ["range"]
    for heading in headings:
        is_text = heading in {"player", "after", "range"}
        table.add_column(
            heading, justify="left" if is_text else "right", no_wrap=heading != "range"
        )
    for one in shown:
        row = [one.player, ", ".join(one.after) or "–", percent(one.reached)]
        row.append(percent(one.share) + ("*" if one.is_locked else ""))
        if kind:
            jam, fold, in_ = one.of_hand(kind)
            row += [percent(jam), *(percent(x, 4) for x in (fold, in_, in_ - fold))]
        else:
            row.append(one.range_text.replace(",", ", "))
        table.add_row(*row)
    console.print(table)
    if any(one.is_locked for one in shown):
        console.print("* fixed by --lock", style="dim")
    if grid:
        from railbird.cards.grid import grid_text

        for one in shown:
            title = f"{one.name}: {action(one)} {percent(one.share)} %"
            console.print(grid_text(one.jam.reshape(13, 13), title=title))
    if found.depths:
        print_depths(found.depths)
    console.print(how_solved(found), style="dim", highlight=False)


def _print_played(found: HandSolution, played: PlayedHand, node: str) -> None:
    """Print how well the solution holds if folded cards stay out of the deck."""
    from rich.table import Table

    from railbird.cards.classes import HOLDEM_CLASSES
    from railbird.reports.jam import percent

    console = table_console()
    title = f"the same strategies on {played.deals:,} deals, with folded cards out of the deck"
    table = Table(title=title, title_justify="left")
    for heading in ("seat", "solved %", "played %", "standard error", "difference"):
        table.add_column(heading, justify="right", no_wrap=True)
    for seat, solved, mean, error in zip(
        found.seats, played.solved, played.payoffs, played.standard_errors, strict=True
    ):
        table.add_row(seat, *(percent(x, 4) for x in (solved, mean, error, mean - solved)))
    console.print(table)
    table = Table(title="jam minus fold, in % of the pool", title_justify="left")
    table.add_column("decision", no_wrap=True)
    for heading in ("reached %", "classes", "mean change", "changed"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("would switch")
    for one in played.decisions:
        if node and one.name != " ".join(node.split()):
            continue
        change, error = (f"{100 * x:.4f}" for x in one.mean_change)
        seen = [f"{one.classes}", f"{change} ± {error}", f"{one.changed.size}"]
        turned = ", ".join(
            f"{HOLDEM_CLASSES[c]} {100 * one.difference[c]:+.3f}" for c in one.turned
        )
        seen = seen if one.classes else ["0", "–", "–"]
        table.add_row(one.name, percent(one.reached), *seen, turned or "–")
    console.print(table)
    console.print(
        f"seed {played.seed}; classes that were dealt often enough, and their mean; changed and "
        "would switch: by more than three standard errors",
        style="dim",
        highlight=False,
    )


def _as_json(
    found: HandSolution, shown: tuple[JamDecision, ...], kind: str, files: list[str]
) -> dict[str, object]:
    from railbird.cards.classes import HOLDEM_CLASSES

    rules = found.rules
    decisions = []
    for one in shown:
        plain = {
            "player": one.player,
            "after": list(one.after),
            "is_locked": one.is_locked,
            "reached": one.reached,
            "share": one.share,
            "frequency": one.frequency,
            "range": one.range_text,
        }
        if kind:
            names = ("jam", "ev_fold", "ev_jam")
            plain["hand"] = {"class": kind, **dict(zip(names, one.of_hand(kind), strict=True))}
        else:
            plain |= {"jam": one.jam, "ev_fold": one.ev_fold, "ev_jam": one.ev_jam}
        decisions.append(plain)
    return {
        "seats": found.seats,
        "stacks": rules.stacks,
        "blinds": rules.blinds,
        "ante": rules.ante,
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
        "decisions": decisions,
        "files": files,
    }
