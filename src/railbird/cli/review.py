"""``railbird review``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import app
from railbird.cli.model_option import SOLVED, ModelChoice, ModelName, Progressive, Stakes
from railbird.cli.options import Json
from railbird.cli.played_hands import (
    Hero,
    LastTable,
    check_hero,
    hands_of,
    places_of,
    refuse_cash,
)
from railbird.cli.ui.files import check_files
from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.prizes import prizes
from railbird.cli.ui.tables import print_table, print_text
from railbird.errors import HistoryError, OptionError
from railbird.typed import numbers

if TYPE_CHECKING:
    from railbird.reports.review import Review
    from railbird.tournament import Judged, Passed

_UNJUDGED, _TOGETHER = 10, 3
"""How many reasons are shown, and how many hands that share one."""


@app.command()
def review(
    files: Annotated[list[Path], typer.Argument(help="Hand histories, or folders of them.")],
    *,
    payouts: Annotated[
        str,
        typer.Option(
            "--payouts", "-p", help="Prizes, first place first, or a file of them (default: chips)."
        ),
    ] = "",
    bounties: Annotated[
        str,
        typer.Option(
            help="Bounty on each player; or text: as the hands' texts say, with prizes in the "
            "same money."
        ),
    ] = "",
    progressive: Progressive = False,
    last_table: LastTable = False,
    model: ModelName = "",
    hero: Hero = "",
    depth: Annotated[
        float, typer.Option(help="The most big blinds of a decision that counts.")
    ] = 15.0,
    least: Annotated[
        float, typer.Option(help="List choices that cost at least this percentage of the pool.")
    ] = 0.1,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write an HTML page with a grid for each.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Judge every jam-or-fold decision of a session, and list the costly ones.

    A decision counts if everybody before the hero has folded or is all-in, and the smaller of the
    hero's stack and the deepest opponent left is at most --depth big blinds.

    \b
    Examples:
      railbird review tournament.txt --payouts 50,30,20
      railbird review session/ --depth 10 --html review.html
      railbird review tournament.txt -p prizes.txt --bounties text --json
      railbird review final.txt -p 50,30,20 --last-table --model fgs:1
    """
    from railbird.reports.review import Review
    from railbird.tournament import review_hands

    _check(payouts, model, depth, least)
    _check_bounties(bounties, payouts, progressive)
    check_files({"--html": html})
    if last_table and not payouts:
        raise OptionError("--last-table is for prizes: give them with --payouts, or omit it")
    paid = prizes(payouts) if payouts else None
    heads = _heads(bounties)
    hands = [hand for file in files for hand in hands_of(file, hero)]
    if not hands:
        raise HistoryError(f"{', '.join(map(str, files))}: no hand can be read: check the file")
    check_hero(hands, hero)
    refuse_cash(hands, paid)
    answers = review_hands(
        hands,
        payouts=paid,
        bounties=heads,
        progressive=progressive,
        model=model or "harville",
        depth=depth,
        processes=None,
        places={number: place for file in files for number, place in places_of(file).items()},
        last_table=last_table,
    )
    found = Review(*_judge(answers, len(hands)), depth=depth, least=least / 100)
    _refuse_field(found)
    if html is not None:
        from railbird.reports.page import write_page
        from railbird.reports.review import review_page

        write_page(html, review_page(found, title=f"Review of {files[0].name}"))
    if as_json:
        print_json(_json(found, html))
        return
    _print(found)
    if html is not None:
        print(f"page: {html}")


def _check(payouts: str, model: str, depth: float, least: float) -> None:
    choice = ModelChoice(name=model, stakes=Stakes())
    if choice.looks_ahead:
        from railbird.tournament.future.model import parse_future

        parse_future(model)
    elif model != SOLVED:
        choice.model()
    if model not in ("", "chips") and not payouts:
        raise OptionError(
            f"--model {model} values prizes: give them with --payouts, or omit --model to play for "
            "chips"
        )
    if not 0 < depth < float("inf"):
        raise OptionError(f"--depth {depth:g}: give a number of big blinds above 0, such as 15")
    if not 0 <= least <= 100:
        raise OptionError(f"--least {least:g}: give a percentage of the pool, such as 0.1")


def _check_bounties(bounties: str, payouts: str, progressive: bool) -> None:
    if bounties and not payouts:
        raise OptionError("--bounties needs prizes: give them with --payouts")
    if progressive and not bounties:
        raise OptionError("--progressive needs bounties: give them with --bounties")
    if progressive and bounties == "text":
        raise OptionError("--progressive: with --bounties text the texts say so: omit it")


def _heads(bounties: str) -> float | str | None:
    """The bounty on everybody, or the word for those of the texts."""
    from railbird.tournament.review.judge import OF_TEXT

    if not bounties or bounties == OF_TEXT:
        return bounties or None
    given = numbers(bounties, "--bounties", "10")
    if len(given) != 1 or given[0] < 0:
        raise OptionError(
            f"--bounties {bounties}: the players differ from hand to hand: give one number, or "
            f"{OF_TEXT} for the bounties in the texts"
        )
    return given[0]


def _refuse_field(found: Review) -> None:
    """Refuse prizes where all decisions were made while players may have been at other tables."""
    from railbird.stats import counted

    whys = Counter(one.why for one in found.passed if one.field)
    if whys and not found.judged:
        (why, count), *others = whys.most_common()
        rest = f" ({counted(count, 'hand')}; for other reasons {sum(n for _, n in others)})"
        raise OptionError(f"--payouts: {why}{rest if others else ''}")


def _judge(
    answers: Iterator[Judged | Passed], hands: int
) -> tuple[tuple[Judged, ...], tuple[Passed, ...]]:
    from railbird.tournament import Passed

    judged, passed = [], []
    with progress_bar("judging") as advance:
        for done, one in enumerate(answers, start=1):
            if isinstance(one, Passed):
                passed.append(one)
            else:
                judged.append(one)
            advance(done / hands)
    return tuple(judged), tuple(passed)


def _print(found: Review) -> None:
    """Print the costly choices, and what was counted."""
    from railbird.reports import review as lines

    if found.costly:
        title = "costly choices; cost in " + (
            "chips" if found.costly[0].found.rules.payouts is None else "the prizes' units"
        )
        print_table(lines.HEADINGS, lines.rows(found.costly), title=title, text=lines.TEXT)
    for text in (lines.sum_text(found), lines.rule_text(found), lines.others_text(found)):
        if text:
            print_text(text)
    _print_unjudged(found.unjudged)
    if text := lines.exactness_text(found):
        print_text(text)


def _print_unjudged(unjudged: Sequence[Passed]) -> None:
    """Print which hands cannot be judged, and a reason that many of them share only once."""
    by_reason: dict[str, list[str]] = {}
    for one in unjudged:
        by_reason.setdefault(one.why, []).append(one.hand)
    for why, hands in list(by_reason.items())[:_UNJUDGED]:
        if len(hands) <= _TOGETHER:
            for hand in hands:
                print_text(f"hand {hand} cannot be judged: {why}", hanging=2)
        else:
            told = f"hands {', '.join(hands[:_TOGETHER])}, … ({len(hands)} in all)"
            print_text(f"{told} cannot be judged: {why}", hanging=2)
    if len(by_reason) > _UNJUDGED:
        print_text("and more that cannot be judged for other reasons (--json)")


def _json(found: Review, html: Path | None) -> dict[str, object]:
    from railbird.cli.ui.judged_screen import judged_json
    from railbird.reports.review import exactness_text, rule_text

    return {
        "hands": len(found.judged) + len(found.passed),
        "rule": rule_text(found),
        "depth": found.depth,
        "least": found.least,
        "exactness": exactness_text(found),
        "cost": found.cost,
        "cost_share": found.cost_share,
        "costly": [one.spot.hand for one in found.costly],
        "decisions": [
            judged_json(one) | {"epsilon": one.found.epsilon, "model": one.found.model}
            for one in found.judged
        ],
        "not_counted": dict(found.others),
        "not_judged": [{"hand": one.hand, "why": one.why} for one in found.unjudged],
        "files": [] if html is None else [str(html)],
    }
