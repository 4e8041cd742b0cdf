"""``railbird review``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import app
from railbird.cli.model_option import ModelChoice, ModelName, Stakes
from railbird.cli.options import Json
from railbird.cli.played_hands import hands_of
from railbird.cli.ui.chips import prizes
from railbird.cli.ui.files import check_files
from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.tables import print_table, print_text
from railbird.errors import HistoryError, OptionError

if TYPE_CHECKING:
    from railbird.reports.review import Review
    from railbird.table.hand import Hand
    from railbird.tournament import Judged, Passed

_UNJUDGED = 10


@app.command()
def review(
    files: Annotated[list[Path], typer.Argument(help="Hand histories of a session or tournament.")],
    *,
    payouts: Annotated[
        str,
        typer.Option(
            "--payouts", "-p", help="Prizes, first place first, or a file of them (default: chips)."
        ),
    ] = "",
    model: ModelName = "",
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
      railbird review session/*.txt --depth 10 --html review.html
      railbird review tournament.txt -p prizes.txt --json
    """
    from railbird.reports.review import Review

    _check(payouts, model, depth, least)
    check_files({"--html": html})
    paid = prizes(payouts) if payouts else None
    choice = ModelChoice(name=model, stakes=Stakes())
    hands = [hand for file in files for hand in hands_of(file)]
    if not hands:
        raise HistoryError(f"{', '.join(map(str, files))}: no hand can be read: check the file")
    result = _judge(hands, paid, choice, depth=depth)
    found = Review(*result, depth=depth, least=least / 100)
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
    if model not in ("", "chips") and not payouts:
        raise OptionError(
            f"--model {model} values prizes: give them with --payouts, or omit --model to play for "
            "chips"
        )
    if model.startswith(("fgs", "solved")):
        raise OptionError(
            f"--model {model} is for one hand: give it to railbird jam --from, or choose harville, "
            "weitzman or roberts"
        )
    if not 0 < depth < float("inf"):
        raise OptionError(f"--depth {depth:g}: give a number of big blinds above 0, such as 15")
    if not 0 <= least <= 100:
        raise OptionError(f"--least {least:g}: give a percentage of the pool, such as 0.1")


def _judge(
    hands: list[Hand], paid: list[float] | None, choice: ModelChoice, *, depth: float
) -> tuple[tuple[Judged, ...], tuple[Passed, ...]]:
    from railbird.tournament import Passed, review_hands

    judged, passed = [], []
    with progress_bar("judging") as advance:
        answers = review_hands(
            hands, payouts=paid, model=choice.model(), depth=depth, processes=None
        )
        for done, one in enumerate(answers, start=1):
            if isinstance(one, Passed):
                passed.append(one)
            else:
                judged.append(one)
            advance(done / len(hands))
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
    for one in found.unjudged[:_UNJUDGED]:
        print_text(f"hand {one.hand} cannot be judged: {one.why}", hanging=2)
    if len(found.unjudged) > _UNJUDGED:
        print_text(f"and {len(found.unjudged) - _UNJUDGED} more that cannot be judged (--json)")
    if text := lines.exactness_text(found):
        print_text(text)


def _json(found: Review, html: Path | None) -> dict[str, object]:
    from railbird.cli.ui.judged_screen import judged_json
    from railbird.reports.review import rule_text

    return {
        "hands": len(found.judged) + len(found.passed),
        "rule": rule_text(found),
        "depth": found.depth,
        "least": found.least,
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
