"""Pictures of the pages as files for a paper: SVG that opens anywhere, and PNG.

The pictures of a page are SVG with the page's colours, such as ``fill="var(--ink)"``, so that they
turn dark with it. A figure has the colours of the light page, as plain values, and a white ground.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from railbird.compute.checkpoint import replacing
from railbird.errors import OptionError
from railbird.reports.page import asset

PIXELS_PER_UNIT = 3
"""The scale of the PNG: a picture 720 units wide has 2,160 pixels, 300 dpi in 18 cm."""


def check_figures(folder: Path | None) -> None:
    """Refuse a folder that figures cannot be saved in; commands call this before long work.

    None, for no figures, is fine.
    """
    if folder is None:
        return
    if find_spec("resvg_py") is None:
        raise OptionError(
            "--figures needs resvg-py for PNG, which is not installed: "
            "`pip install 'railbird[figures]'`"
        )
    if folder.exists() and not folder.is_dir():
        raise OptionError(f"{folder} is not a folder: choose another one for --figures")


def save_figures(folder: Path, figures: Mapping[str, str]) -> list[Path]:
    """Write each picture as ``NAME.svg`` and ``NAME.png``; the folder is made if needed.

    Parameters
    ----------
    folder
        Where to write. Files of the same names are replaced.
    figures
        SVG pictures by name, as they stand in a page. See `standalone`.

    Returns
    -------
    list of Path
        The files, in order.
    """
    check_figures(folder)
    if not figures:
        raise OptionError("there is nothing to draw here: omit --figures")
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, picture in figures.items():
        svg = standalone(picture)
        for suffix, content in ((".svg", svg.encode()), (".png", png_of(svg))):
            path = folder / f"{name}{suffix}"
            with replacing(path) as draft:
                draft.write_bytes(content)
            written.append(path)
    return written


def standalone(svg: str) -> str:
    """A picture of a page as a file of its own: a white ground, and no variable of the page.

    Examples
    --------
    >>> standalone('<svg viewBox="0 0 9 9"><rect fill="var(--paper)"/></svg>')[:76]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="100%"'
    """
    colours = dict(re.findall(r"--([\w-]+):\s*([^;]+);", asset("page.css").partition("}")[0]))

    def colour(found: re.Match[str]) -> str:
        return str(colours[found[1]])

    # names may come with bytes that are no text
    svg = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "", svg.encode(errors="replace").decode())
    svg = re.sub(r"var\(--([\w-]+)\)", colour, svg)
    head, end, rest = svg.partition(">")
    if "xmlns=" not in head:
        head = head.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return f'{head}{end}<rect width="100%" height="100%" fill="#ffffff"/>{rest}'


def png_of(svg: str) -> bytes:
    """A standalone picture as PNG, with `PIXELS_PER_UNIT`.

    Fonts are those of the system. Where there are none, Pillow's own is used.
    """
    import resvg_py
    from PIL import ImageFont

    own = ImageFont.load_default(12)
    family = own.getname()[0]  # type: ignore[union-attr]
    with TemporaryDirectory() as folder:
        font = Path(folder) / "font.ttf"
        font.write_bytes(own.path.getvalue())  # type: ignore[union-attr]
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg,
                zoom=PIXELS_PER_UNIT,
                font_files=[str(font)],
                font_family=family,
                sans_serif_family=family,
            )
        )
