"""The frame of every page: one look, nothing from a network."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from string import Template

DIVAT_KICKER = "Skill and luck in heads-up limit hold’em"


def asset(file: str) -> str:
    """A style, script or frame that ships with the package."""
    return files(__package__).joinpath("assets", file).read_text(encoding="utf-8")


def page(
    body: str, *, title: str, kicker: str, heading: str = "", lead: str = "", scripts: str = ""
) -> str:
    """A page that needs nothing but itself; all parts are HTML.

    ``heading`` is the title if it is not given, ``lead`` stands below it, and ``scripts`` at the
    end; a page without scripts forbids them.
    """
    return Template(asset("page.html")).substitute(
        policy="; script-src 'unsafe-inline'" if scripts else "",
        title=title,
        style=asset("page.css"),
        kicker=kicker,
        heading=heading or title,
        lead=lead and f"\n{lead}",
        body=body,
        scripts=scripts and f"\n{scripts}",
    )


def write_page(path: Path, text: str) -> None:
    """Write a page; names that were read with surrogate escapes cannot be written as they are."""
    path.write_text(text, encoding="utf-8", errors="replace", newline="\n")
