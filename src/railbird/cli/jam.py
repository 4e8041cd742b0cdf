"""``railbird jam``."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from railbird.cli.app import app
from railbird.cli.model_option import (
    SOLVED,
    AheadRanking,
    Cut,
    Force,
    Full,
    Levels,
    ModelChoice,
    ModelName,
    Moves,
    Progressive,
    Stakes,
)
from railbird.cli.options import Figures, GameName, Json, hand_class
from railbird.cli.played_hands import Hero, LastTable, read_spot, refuse_locked_folds
from railbird.cli.ui.files import check_files
from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.prizes import prizes
from railbird.errors import HistoryError, OptionError
from railbird.typed import named_stacks, numbers, one_number

if TYPE_CHECKING:
    from railbird.tournament import HandSolution, JamDecision, JamSpot, Judged, PlayedHand

DUST_PERCENT = 0.5
_OF_TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class JamRequest:
    """What to solve, as the user typed it."""

    stacks: tuple[float, ...]
    names: tuple[str, ...]
    bb_ante: float
    spot: JamSpot | None
    payouts: str
    model: ModelChoice
    bounties: str
    progressive: bool
    most_all_in: int
    seed: int | None
    locks: tuple[str, ...]
    ranking: str | None
    epsilon: float | None
    folded_cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JamOutput:
    """What to show of the solution, and where."""

    hand: str
    node: str
    dust: float
    is_common: bool
    names: tuple[str, ...]
    grid: bool
    svg: Path | None
    html: Path | None
    csv: Path | None
    figures: Path | None
    as_json: bool


@app.command()
def jam(
    context: typer.Context,
    *,
    stacks: Annotated[
        str,
        typer.Option(
            "--stacks",
            "-s",
            help="Chips in order of action, the blinds last: 3000,4500,6000 or Ann=3k,Bob=4500.",
        ),
    ] = "",
    blinds: Annotated[
        str,
        typer.Option("--blinds", "-b", help="Small and big blind, and an ante: 300/600/50."),
    ] = "",
    ante: Annotated[str, typer.Option(help="Ante that every player posts.")] = "",
    bb_ante: Annotated[
        str, typer.Option(help="One ante for the table, which the big blind posts.")
    ] = "",
    payouts: Annotated[
        str,
        typer.Option(
            "--payouts", "-p", help="Prizes, first place first, or a file of them (default: chips)."
        ),
    ] = "",
    file: Annotated[
        Path | None,
        typer.Option("--from", help="A hand history: judge what its hero did in a hand."),
    ] = None,
    hand_number: Annotated[
        str, typer.Option(help="Which hand of --from: its number, or its place in the file.")
    ] = "",
    hero: Hero = "",
    last_table: LastTable = False,
    game: GameName = "holdem",
    model: ModelName = "",
    levels: Levels = "",
    cut: Cut = None,
    full: Full = False,
    fgs_ranking: AheadRanking = "",
    moves: Moves = "",
    force: Force = False,
    ties: Annotated[
        str, typer.Option(help="Tied pots: split, or random for one winner.")
    ] = "split",
    bounties: Annotated[
        str,
        typer.Option(help="Bounty on each player, or one number for all; with --from also text."),
    ] = "",
    progressive: Progressive = False,
    most_all_in: Annotated[
        int,
        typer.Option(
            help="Most players who can be all-in, 3 to 6; any others must fold. "
            "Showdowns of four or more are sampled."
        ),
    ] = 3,
    seed: Annotated[
        int | None, typer.Option(help="Seed for --most-all-in 4 to 6 and --folded-cards (0).")
    ] = None,
    lock: Annotated[
        list[str] | None,
        typer.Option(
            help="Fix a range, by seat, name or decision: 'BB=22+,A2s+', 'Bob after SB=none'."
        ),
    ] = None,
    ranking: Annotated[
        str, typer.Option(help="Only the top of a hand ranking: heads-up or sklansky-chubukov.")
    ] = "",
    hand: Annotated[
        str, typer.Option(help="Show one hand's EV of fold and jam: AKs, 77, AhKd.")
    ] = "",
    node: Annotated[str, typer.Option(help="Show only one decision: 'BB after SB'.")] = "",
    dust: Annotated[
        float,
        typer.Option(help="Show frequencies below this percentage as 0; JSON keeps the raw."),
    ] = DUST_PERCENT,
    range_style: Annotated[
        str,
        typer.Option(help="short, or common: as other programs read ranges, in steps of 5 %."),
    ] = "short",
    grid: Annotated[bool, typer.Option("--grid", help="Also print 13x13 grids.")] = False,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", help="Draw the grid of --node, or of the first decision."),
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Write an HTML page.")] = None,
    csv: Annotated[
        Path | None,
        typer.Option("--csv", help="Write frequency and EVs of all hands at all decisions."),
    ] = None,
    figures: Figures = None,
    folded_cards: Annotated[
        int,
        typer.Option(
            metavar="DEALS",
            help="Also play the solution on this many deals, to see what folded cards change.",
        ),
    ] = 0,
    epsilon: Annotated[
        float | None,
        typer.Option(
            help="Stop when nobody can gain more than this share of the pool "
            "(default: 1e-8 for two players, 1e-7 for three, else 1e-6)."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve a jam-or-fold hand.

    The result says who jams and calls with what, and what it is worth.

    \b
    Examples:
      railbird jam --stacks 10,10 --blinds 0.5/1
      railbird jam -s 3000,4500,6000 -b 300/600/50 -p 50,30,20 --grid
      railbird jam -s 30,45,60 -b 3/6 -p 50,30,20 --hand A5s --model roberts
      railbird jam -s 30,45,60 -b 3/6 -p 50,30,20 --model fgs:2 --levels 2:4/8
      railbird jam -s 30,45,60 -b 3/6 -p 50,30,20 --model solved
      railbird jam -s 40,35,25 -b 2/4 -p 60,40 --bounties 10 --progressive
      railbird jam -s 8,8,8,8 -b 0.5/1 --most-all-in 4 --folded-cards 1000000
      railbird jam -s 10,10 -b 0.5/1 --lock "BB=20%" --html jam.html --csv jam.csv
      railbird jam -s Ann=3k,Bob=4500,Cy=6k -b 300/600 --bb-ante 600 -p prizes.txt
      railbird jam --from tournament.txt --hand-number 12 -p 50,30,20
      railbird jam -s 900,1200 -b 50/100 --game omaha8 --hand AsAd2s3d
    """
    if game != "holdem":
        _jam_omaha8(context, game)
        return
    spot = None
    if file is not None:
        given = {"--stacks": stacks, "--blinds": blinds, "--ante": ante, "--bb-ante": bb_ante}
        given["--ranking"] = ranking
        kind = hand_class(hand) if hand else ""
        paid = prizes(payouts) if payouts else None
        spot = read_spot(
            file, hand_number, given, kind=kind, hero=hero, payouts=paid, last_table=last_table
        )
        chips, names = list(spot.rules.stacks), spot.names
        blinds = "/".join(repr(x) for x in (*spot.rules.blinds, spot.rules.ante))
        big_blind_ante = spot.rules.big_blind_ante
    else:
        told = {f"--hand-number {hand_number}": hand_number, f"--hero {hero}": hero}
        for option, is_given in (told | {"--last-table": last_table}).items():
            if is_given:
                raise OptionError(f"{option} needs a file of hands: give --from")
        chips, names = named_stacks(stacks)
        big_blind_ante = one_number(bb_ante, "--bb-ante")
    choice = ModelChoice(
        name=model,
        stakes=Stakes(blinds=blinds, ante=ante, levels=levels),
        cut=cut,
        full=full,
        ranking=fgs_ranking,
        moves=moves,
        force=force,
        ties=ties,
        after_hand=True,
    )
    request = JamRequest(
        stacks=tuple(chips),
        names=names,
        bb_ante=big_blind_ante,
        spot=spot,
        payouts=payouts,
        model=choice,
        bounties=bounties,
        progressive=progressive,
        most_all_in=most_all_in,
        seed=seed,
        locks=tuple(lock or ()),
        ranking=ranking or None,
        epsilon=epsilon,
        folded_cards=folded_cards,
    )
    output = JamOutput(
        hand=hand_class(hand) if hand else "",
        node=node,
        dust=dust / 100,
        is_common=_is_common(range_style),
        names=names,
        grid=grid,
        svg=svg,
        html=html,
        csv=csv,
        figures=figures,
        as_json=as_json,
    )
    _check(request)
    _check_output(output)
    found, played = _solve(request)
    choice.warn([found.rules.stacks])
    _show(found, played, output, _judged(request, found))


_OMAHA8 = ("stacks", "blinds", "hand", "as_json")
"""The options that Omaha Hi-Lo takes as well, besides the game."""


def _jam_omaha8(context: typer.Context, game: str) -> None:
    """Hand heads-up Omaha Hi-Lo over to the command that has it solved."""
    from railbird.cli.omaha8.solve import omaha8_solve

    if game != "omaha8":
        raise OptionError(
            f"--game {game}: railbird jam solves holdem, and omaha8 for two players; choose one"
        )
    given: dict[str, Any] = {name: context.params[name] for name in _OMAHA8}
    # first what no command solves, then what the other one does not take
    if len(numbers(given["stacks"], "--stacks", "900,1200")) != 2:
        raise OptionError(
            f"--stacks {given['stacks']}: Omaha Hi-Lo is solved for two players only, since only "
            "their match-ups are tabulated; give two stacks"
        )
    if given["blinds"].count("/") > 1:
        raise OptionError(
            f"--blinds {given['blinds']}: Omaha Hi-Lo is solved without an ante; omit it"
        )
    words = [f"--{name} {shlex.quote(given[name])}" for name in _OMAHA8[:-1] if given[name]]
    command = " ".join(["railbird omaha8 solve", *words])
    for option in context.command.params:
        source = context.get_parameter_source(option.name or "")
        asked = source is not None and source.name == "COMMANDLINE"
        if asked and option.name not in (*_OMAHA8, "game"):
            raise OptionError(
                f"{option.opts[0]} is for hold'em; omit it, or give this command, which knows "
                f"Omaha Hi-Lo: {command}"
            )
    omaha8_solve(**given)
    print(f"railbird: this is the answer of {command}", file=sys.stderr)


def _check(request: JamRequest) -> None:
    """Refuse options that would have no effect, and figures that cannot be."""
    model, deals, epsilon = request.model, request.folded_cards, request.epsilon
    if model.name and model.name != SOLVED and not model.looks_ahead:
        from railbird.tournament.equity.models import equity_model

        equity_model(model.name)  # refuses a name that is not known
    if model.name not in ("", "chips") and not request.payouts:
        raise OptionError(
            f"--model {model.name} values prizes: give them with --payouts, or omit --model to "
            "play for chips"
        )
    if request.progressive and not request.bounties:
        raise OptionError("--progressive needs bounties: give them with --bounties")
    if request.bounties and not request.payouts:
        raise OptionError("--bounties needs prizes: give them with --payouts")
    if request.bounties == _OF_TEXT and request.spot is None:
        raise OptionError("--bounties text: without --from there is no text: give numbers")
    if request.bounties == _OF_TEXT and request.progressive:
        raise OptionError("--progressive: with --bounties text the text says so: omit it")
    if deals < 0 or deals == 1:
        raise OptionError(f"--folded-cards {deals}: give a number of deals, such as 1000000")
    if request.seed is not None and not deals and request.most_all_in <= 3:
        raise OptionError(
            f"--seed {request.seed}: nothing is sampled without --most-all-in 4 to 6 or "
            "--folded-cards: omit it"
        )
    if request.seed is not None and request.seed < 0:
        raise OptionError(f"--seed {request.seed}: give a seed of 0 or more")
    if epsilon is not None and not 0 <= epsilon < 1:
        raise OptionError(f"--epsilon {epsilon:g}: give a share of the pool, such as 1e-6")
    if epsilon is not None and request.ranking:
        raise OptionError(
            "--epsilon does not go with --ranking, whose ranges are the best there are: omit one"
        )


def _check_output(output: JamOutput) -> None:
    """Refuse output that cannot be written or would not be shown, before the work is done."""
    if not 0 <= output.dust < 0.5:
        raise OptionError(f"--dust {100 * output.dust:g}: give a percentage from 0 to below 50")
    if output.grid and output.as_json:
        raise OptionError("--grid does not go with --json, which has all frequencies: omit one")
    shows_ranges = not output.hand or output.as_json or output.svg or output.html or output.figures
    if output.is_common and not shows_ranges:
        raise OptionError("--range-style common: --hand shows no range: omit one of them")
    check_files({"--svg": output.svg, "--html": output.html, "--csv": output.csv})
    if output.figures is not None:
        from railbird.reports.figures import check_figures

        check_figures(output.figures)


def _is_common(style: str) -> bool:
    if style not in ("short", "common"):
        raise OptionError(f"--range-style {style}: choose short or common")
    return style == "common"


def _judged(request: JamRequest, found: HandSolution) -> Judged | None:
    """The verdict on a hand that was played."""
    if request.spot is None:
        return None
    from railbird.tournament import Passed
    from railbird.tournament.review.judge import judge

    prices = prizes(request.payouts) if request.payouts else None
    verdict = judge(request.spot, payouts=prices, found=found)
    if isinstance(verdict, Passed):
        raise HistoryError(f"hand {verdict.hand} cannot be judged: {verdict.why}")
    return verdict


def _bounties(request: JamRequest) -> tuple[Sequence[float] | None, bool]:
    """The bounties, and whether they are progressive."""
    if request.spot is not None and request.bounties == _OF_TEXT:
        from railbird.tournament.review.judge import text_bounties

        return text_bounties(request.spot), request.spot.progressive
    if not request.bounties:
        return None, False
    return numbers(request.bounties, "--bounties", "10,10,20"), request.progressive


def _solve(request: JamRequest) -> tuple[HandSolution, PlayedHand | None]:
    from railbird.tournament import play_deals, solve_hand
    from railbird.tournament.jamfold.solve import default_epsilon, parse_locks, share_done

    chips, spot = request.stacks, request.spot
    level = request.model.stakes.schedule().levels[0]
    paid = prizes(request.payouts) if request.payouts else None
    locks = parse_locks(request.locks, request.names, "--lock")
    if spot is not None:
        paid = paid and paid[: len(chips)]  # the others were paid before
        refuse_locked_folds(locks, spot)
    heads, progressive = _bounties(request)
    epsilon = default_epsilon(len(chips)) if request.epsilon is None else request.epsilon
    with progress_bar("looking ahead" if request.model.looks_ahead else "solving") as advance:

        def report(reached: float) -> None:
            """Show progress in orders of magnitude."""
            advance(share_done(reached, epsilon), "solving")

        found = solve_hand(
            chips,
            blinds=(level.small, level.big),
            ante=level.ante,
            big_blind_ante=request.bb_ante,
            payouts=paid,
            model=request.model.model(advance),
            ties=request.model.ties,
            bounties=heads,
            progressive=progressive,
            most_all_in=request.most_all_in,
            seed=request.seed or 0,
            locks=locks,
            folded=() if spot is None else spot.rules.folded,
            ranking=request.ranking,
            epsilon=epsilon,
            progress=report,
        )
        if not request.folded_cards:
            return found, None
        advance(0.0, "playing deals")
        return found, play_deals(found, deals=request.folded_cards, seed=request.seed or 0)


def _show(
    found: HandSolution, played: PlayedHand | None, output: JamOutput, judged: Judged | None
) -> None:
    """Write the files and print the answer."""
    from railbird.cli.ui.jam_screen import jam_json, print_jam
    from railbird.cli.ui.judged_screen import judged_json, print_judged

    chosen = (found.decision(output.node),) if output.node else found.decisions
    shown = tuple(replace(one.tidied(output.dust), is_common=output.is_common) for one in chosen)
    if played is not None and output.node:
        kept = tuple(one for one in played.decisions if one.name == shown[0].name)
        played = replace(played, decisions=kept)
    files = _write(found, shown, played, output, judged)
    names = output.names
    if output.as_json:
        answer = jam_json(found, shown, output.hand, names=names, files=files, played=played)
        print_json(answer if judged is None else answer | {"from": judged_json(judged)})
        return
    if judged is not None:
        print_judged(judged)
    print_jam(found, shown, output.hand, names=names, grid=output.grid, played=played)
    for what, path in (("grid", output.svg), ("page", output.html), ("values", output.csv)):
        if path is not None:
            print(f"{what}: {path}")
    if output.figures is not None:
        count = sum(Path(file).parent == output.figures for file in files)
        print(f"figures: {count} files in {output.figures}")


def _write(
    found: HandSolution,
    shown: tuple[JamDecision, ...],
    played: PlayedHand | None,
    output: JamOutput,
    judged: Judged | None,
) -> list[str]:
    """Write the files that were asked for, and return their names."""
    from railbird.reports.figures import save_figures
    from railbird.reports.jam import jam_page, jam_svg
    from railbird.reports.jam_files import jam_figures, write_jam_csv
    from railbird.reports.page import write_page

    written: list[Path] = []
    for option, path in (("svg", output.svg), ("csv", output.csv), ("figures", output.figures)):
        if not shown and path is not None:
            raise OptionError(
                f"nobody has a decision in this hand, so there is no grid: omit --{option}"
            )
    if output.svg is not None:
        output.svg.write_text(jam_svg(shown[0], found.rules), encoding="utf-8")
        written.append(output.svg)
    if output.html is not None:
        text = jam_page(found, shown, output.hand, played=played, names=output.names, judged=judged)
        write_page(output.html, text)
        written.append(output.html)
    if output.csv is not None:
        write_jam_csv(output.csv, found, shown, output.hand)
        written.append(output.csv)
    if output.figures is not None:
        written += save_figures(output.figures, jam_figures(found, shown))
    return [str(path) for path in written]
