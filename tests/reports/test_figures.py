"""Figures for a paper: files that open anywhere."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from railbird.errors import OptionError
from railbird.reports.charts import Cell, Curve, Dot, heat_map, interval_chart, line_chart, ticks
from railbird.reports.figures import PIXELS_PER_UNIT, check_figures, save_figures, standalone

EVIL = '"><script>&\x00\udcff'


def pictures(name: str = "Ann") -> dict[str, str]:
    line = Curve(name, [0.0, 2.0, -1.0], "money", spread=[0.0, 0.5, 1.0])
    guide = Curve("guide", [0.0, 1.0, 1.4], "divat", dotted=True, mirrored=True)
    return {
        "lines": line_chart([0, 50, 100], [line, guide], title=name, x_label="games", y_label="sb"),
        "ranking": interval_chart([Dot(name, 0.1, -0.1, 0.3, name)], title=name, x_label="sb"),
        "table": heat_map([name], [name], [[Cell("+0.1", name, 0.4), None]], title=name, note=name),
    }


@pytest.mark.parametrize("name", ["Ann", EVIL])
@pytest.mark.parametrize("kind", ["lines", "ranking", "table"])
def test_a_figure_needs_nothing_from_a_page(kind: str, name: str) -> None:
    svg = standalone(pictures(name)[kind])
    root = ET.fromstring(svg.encode())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "var(" not in svg
    assert "Helvetica" in root.attrib["font-family"]
    ground = root[0].attrib
    assert (ground["width"], ground["height"], ground["fill"]) == ("100%", "100%", "#ffffff")
    assert not [x for x in root.iter() if x.tag.endswith(("script", "style"))]


def test_a_figure_has_the_colours_of_the_light_page() -> None:
    assert 'stroke="#d1590a"' in standalone(pictures()["lines"])


def test_a_band_is_in_view() -> None:
    svg = pictures()["lines"]
    ys = [float(y) for y in re.findall(r"[\d.]+,([\d.]+)", svg)]
    assert 0 <= min(ys) <= max(ys) <= 400


def test_ticks_are_round_and_inside() -> None:
    for low, high in ((-0.013, 0.022), (0.0, 1.0), (-4000.0, 370.0), (0.1, 0.30000001)):
        found, digits = ticks(low, high, 6)
        assert 3 <= len(found) <= 12
        assert low - 1e-9 <= found[0] < found[-1] <= high + 1e-9
        assert all(round(x, digits) == x for x in found)


def test_figures_are_saved_as_svg_and_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    from PIL import Image

    folder = tmp_path / "new" / "figures"
    written = save_figures(folder, pictures(EVIL))
    assert sorted(folder.iterdir()) == sorted(written)
    assert [path.name for path in written[:2]] == ["lines.svg", "lines.png"]
    image = Image.open(io.BytesIO(written[1].read_bytes()))
    assert image.size == (720 * PIXELS_PER_UNIT, 400 * PIXELS_PER_UNIT)
    assert image.convert("RGB").getpixel((1, 1)) == (255, 255, 255)
    colours = image.convert("RGB").getcolors(1 << 24)
    assert colours is not None
    assert (0xD1, 0x59, 0x0A) in {colour for _, colour in colours}


def test_figures_are_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_figures(None)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(OptionError, match="pip install 'railbird\\[figures\\]'"):
        check_figures(tmp_path)


def test_figures_need_a_folder_and_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(OptionError, match="is not a folder"):
        check_figures(file)
    with pytest.raises(OptionError, match="nothing to draw"):
        save_figures(tmp_path / "empty", {})
    assert not (tmp_path / "empty").exists()
