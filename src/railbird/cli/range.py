"""``railbird range``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.app import app
from railbird.cli.options import Json
from railbird.cli.ui.files import check_files
from railbird.cli.ui.output import print_json
from railbird.cli.ui.tables import screen


@app.command("range")
def range_(
    text: Annotated[str, typer.Argument(help="A range, such as '22+,A2s+,50%:KTo'.")],
    svg: Annotated[Path | None, typer.Option(help="Write the grid to this SVG file.")] = None,
    png: Annotated[Path | None, typer.Option(help="Write the grid to this PNG file.")] = None,
    as_json: Json = False,
) -> None:
    """Show a hold'em range as a 13×13 grid.

    Its size and its shortest notation are shown as well.

    \b
    Examples:
      railbird range "22+,A2s+,KTo+,50%:QJs"
      railbird range 15% --svg grid.svg --png grid.png
    """
    from railbird.cards.grid import grid_png, grid_svg, grid_text, range_caption
    from railbird.cards.ranges import Range

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
