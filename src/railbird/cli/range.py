"""``railbird range``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import app
from railbird.cli.options import GameName, Json
from railbird.cli.ui.files import check_files
from railbird.cli.ui.output import print_json
from railbird.cli.ui.tables import print_facts, print_line, print_table, screen
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.cards.omaha_ranges import OmahaRange
    from railbird.evaluate.games import PokerGame

LISTED = 12
"""How many of the strongest classes of an Omaha range are listed."""


@app.command("range")
def range_(
    text: Annotated[str, typer.Argument(help="A range, such as '22+,A2s+,50%:KTo'.")],
    game: GameName = "holdem",
    svg: Annotated[Path | None, typer.Option(help="Write the grid to this SVG file.")] = None,
    png: Annotated[Path | None, typer.Option(help="Write the grid to this PNG file.")] = None,
    as_json: Json = False,
) -> None:
    """Show a range: a hold'em range as a 13×13 grid, an Omaha range by kinds of hands.

    Its size is shown as well, and in hold'em its shortest notation.

    \b
    Examples:
      railbird range "22+,A2s+,KTo+,50%:QJs"
      railbird range 15% --svg grid.svg --png grid.png
      railbird range "A2xx ds, top 15%" --game omaha8
    """
    from railbird.cards.grid import grid_png, grid_svg, grid_text, range_caption
    from railbird.cards.ranges import Range
    from railbird.evaluate.games import find_game

    rules = find_game(game)
    if rules.hole_cards == 4:
        for option, path in (("--svg", svg), ("--png", png)):
            if path is not None:
                raise OptionError(f"{option} draws the grid of hold'em: omit it with --game {game}")
        _omaha(text, rules, as_json=as_json)
        return
    hands = Range.parse(text)
    values = hands.class_weights()
    caption = range_caption(hands)
    check_files({"--svg": svg, "--png": png})
    if svg is not None:
        svg.write_text(grid_svg(values, caption=caption), encoding="utf-8")
    if png is not None:
        grid_png(png, values, caption=caption)
    if as_json:
        print_json(
            {
                "text": str(hands),
                "combos": hands.combos,
                "percent": hands.percent,
                "class_weights": values.tolist(),
                "files": [str(path) for path in (svg, png) if path is not None],
            }
        )
        return
    console = screen()
    console.print(grid_text(values, caption=caption, width=console.width))


def _omaha(text: str, rules: PokerGame, *, as_json: bool) -> None:
    """Show the size of an Omaha range, its kinds of hands and its strongest classes."""
    import numpy as np

    from railbird.cards.card import Card, HoleCards
    from railbird.cards.classes import omaha_class, omaha_class_of_hand, omaha_classes
    from railbird.cards.index import colex_indices
    from railbird.cards.omaha_ranges import OmahaRange, omaha8_ranking

    hands = OmahaRange.parse(text, hi_lo=rules.has_low)
    held = np.zeros(len(omaha_classes()[1]))
    np.add.at(held, omaha_class_of_hand()[colex_indices(hands.cards)], hands.weights)
    order = omaha8_ranking() if rules.has_low else np.arange(len(held))[::-1]
    chosen = order[held[order] > 0]
    names = [
        omaha_class(HoleCards(tuple(map(Card, cards))))
        for cards in omaha_classes()[0][chosen if as_json else chosen[:LISTED]].tolist()
    ]
    if as_json:
        weights = [float(weight) for weight in held[chosen]]
        print_json(
            {
                "text": str(hands),
                "combos": hands.combos,
                "percent": hands.percent,
                "classes": dict(zip(names, weights, strict=True)),
                "files": [],
            }
        )
        return
    _print_omaha(hands, rules, held.tolist(), f"{len(chosen):,}", " ".join(names))


def _print_omaha(
    hands: OmahaRange, rules: PokerGame, held: list[float], classes: str, best: str
) -> None:
    import numpy as np

    from railbird.omaha8.chart import kinds, suits

    facts = {
        "hands": f"{hands.combos:,.10g}",
        "share": f"{hands.percent:.2f} % of 270,725",
        "classes": classes,
    }
    print_facts(str(hands), facts | ({"strongest": best} if rules.has_low else {}))
    groups = {**(kinds() if rules.has_low else {}), **suits()}
    weights = np.array(held)
    rows = [
        [name, f"{count:,.10g}", f"{100 * count / hands.combos:.1f}"]
        for name, which in groups.items()
        if (count := float(weights[which].sum()))
    ]
    print_table(["of these", "hands", "%"], rows)
    if rules.has_low:
        print_line(
            "strongest: the small blind jams it with the largest stack at equilibrium, heads-up; "
            "of equals, the jam that wins more"
        )
