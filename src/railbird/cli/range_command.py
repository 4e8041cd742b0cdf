"""``railbird range``."""

from __future__ import annotations

from pathlib import Path

from railbird.cli.ui.output import print_json


def run(text: str, svg: Path | None, png: Path | None, as_json: bool) -> None:
    """Print a range as a grid, and draw it to files."""
    from railbird.cards.grid import grid_png, grid_svg, grid_text, range_caption
    from railbird.cards.ranges import Range

    hands = Range.parse(text)
    values = hands.class_weights()
    caption = range_caption(hands)
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
    from rich.console import Console

    Console().print(grid_text(values, caption=caption))
