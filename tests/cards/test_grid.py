"""The range grid in its three outputs."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image

from railbird.cards import HOLDEM_CLASSES
from railbird.cards.grid import grid_png, grid_svg, grid_text, range_caption
from railbird.cards.ranges import Range
from railbird.errors import InputError, OptionError, WeightError

if TYPE_CHECKING:
    from pathlib import Path

SVG = "{http://www.w3.org/2000/svg}"
MIXED = Range.parse("22+, 50%:AKs, 25%:KQo, AhQh")


def test_text_has_every_class_and_the_values() -> None:
    text = grid_text(MIXED.class_weights(), title="Opening", caption="a caption")
    lines = text.plain.splitlines()
    assert (lines[0], lines[-1], len(lines)) == ("Opening", "a caption", 15)
    assert " ".join(lines[1:-1]).translate(dict.fromkeys(map(ord, "▁▂▃▄▅▆▇█"))).split() == list(
        HOLDEM_CLASSES
    )
    assert {len(line) for line in lines[1:-1]} == {65}
    assert lines[1].startswith(" AA █ AKs▄ AQs▂ AJs ")


def test_text_colours_held_cells() -> None:
    text = grid_text(MIXED.class_weights())
    backgrounds = [
        str(span.style).partition(" on ")[2]
        for span in text.spans
        if text.plain[span.start : span.end].strip(" ▁▂▃▄▅▆▇█")
    ]
    held = (MIXED.class_weights().reshape(-1) > 0).tolist()
    assert [bool(colour) for colour in backgrounds] == held
    assert len(set(backgrounds)) == 5  # none, full pair, half and quarter suited, quarter offsuit


def test_text_shows_labels() -> None:
    labels = [[f"{r}.{c}" for c in range(13)] for r in range(13)]
    lines = grid_text(np.zeros((13, 13)), labels=labels).plain.splitlines()
    assert len(lines) == 26
    assert lines[1].split() == labels[0]


def test_svg_is_well_formed_and_named() -> None:
    svg = grid_svg(MIXED.class_weights(), title='Open <"BTN"> & more', caption=range_caption(MIXED))
    root = ET.fromstring(svg)
    assert root.get("aria-label") == 'Open <"BTN"> & more'
    titles = [title.text or "" for title in root.iter(f"{SVG}title")]
    assert [title.partition(":")[0] for title in titles] == list(HOLDEM_CLASSES)
    assert "AKs: 50 % · 2 of 4 combos" in titles
    assert "KQo: 25 % · 3 of 12 combos" in titles
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {'Open <"BTN"> & more', "50%", "25%", "pairs", "suited", "offsuit"} <= {*texts}
    assert texts[-1] == "22+, AhQh, 50%:AKs, 25%:KQo · 84 combos · 6.3 %"


def test_svg_fills_from_the_bottom_up() -> None:
    root = ET.fromstring(grid_svg(MIXED.class_weights()))
    boxes = {
        (group.findtext(f"{SVG}title") or "").partition(":")[0]: [
            (float(box.get("y", "")), float(box.get("height", "")))
            for box in group.iter(f"{SVG}rect")
        ]
        for group in root.iter(f"{SVG}g")
    }
    assert len(boxes["72o"]) == 1
    for name, share in (("AA", 1), ("AKs", 0.5), ("KQo", 0.25)):
        (y, height), (fill_y, fill_height) = boxes[name]
        assert fill_height == share * height
        assert fill_y + fill_height == y + height


def test_svg_labels_and_long_captions() -> None:
    labels = [["<b>"] * 13] * 13
    caption = "22+, " * 100
    root = ET.fromstring(grid_svg(np.ones((13, 13)), labels=labels, caption=caption))
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert texts.count("<b>") == 169
    assert [text for text in texts if text.startswith("22+,")] == texts[-3:]
    assert texts[-1].endswith("…")
    assert root.findtext(f"{SVG}desc") == caption


def test_png_has_the_colours_of_the_cells(tmp_path: Path) -> None:
    path = tmp_path / "grid.png"
    grid_png(path, MIXED.class_weights(), title="Opening", caption=range_caption(MIXED))
    with Image.open(path) as image:
        assert image.width == 2 * (2 * 16 + 12 * 46 + 44)

        def colour(row: int, column: int, height: float) -> tuple[int, ...]:
            at = (2 * (16 + 46 * column + 4), round(2 * (52 + 46 * row + 44 * (1 - height))))
            found = image.getpixel(at)
            assert isinstance(found, tuple)
            return found

        assert colour(0, 0, 0.9) == colour(0, 0, 0.1) == colour(12, 12, 0.5)
        assert colour(0, 1, 0.45) == colour(0, 1, 0.1) != colour(0, 1, 0.55)
        assert colour(0, 1, 0.55) == colour(0, 3, 0.5)
        assert len({colour(0, 0, 0.5), colour(0, 1, 0.2), colour(2, 1, 0.2)}) == 3  # full
        assert len({colour(0, 1, 0.9), colour(2, 1, 0.9)}) == 2  # empty


@pytest.mark.parametrize(
    ("values", "labels", "error", "words"),
    [
        (np.zeros((12, 13)), None, OptionError, r"\(12, 13\)"),
        (np.full((13, 13), 1.5), None, WeightError, "1.5 for AA"),
        (np.full((13, 13), np.nan), None, WeightError, "nan for AA"),
        (np.zeros((13, 13)), [["x"] * 12] * 13, OptionError, "13 rows of 13"),
    ],
)
def test_errors(
    values: np.ndarray[tuple[int, int], np.dtype[np.float64]],
    labels: list[list[str]] | None,
    error: type[InputError],
    words: str,
) -> None:
    with pytest.raises(error, match=words):
        grid_text(values, labels=labels)
    with pytest.raises(error, match=words):
        grid_svg(values, labels=labels)


def test_rich_and_pillow_are_imported_when_needed() -> None:
    code = (
        "import sys, numpy, railbird.cards.grid as grid; grid.grid_svg(numpy.zeros((13, 13)));"
        "assert not {'rich', 'PIL'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
