"""The frame of every page: one look, and nothing loaded from a network."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from string import Template

_PLAIN = Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>$title</title>
<style>
$style</style>
</head>
<body>
<header>
<p class="kicker">$kicker</p>
<h1>$title</h1>
</header>
<main>
$body
</main>
</body>
</html>
""")


def asset(file: str) -> str:
    """A style, script or frame that ships with the package."""
    return files(__package__).joinpath("assets", file).read_text(encoding="utf-8")


def plain_page(*, title: str, kicker: str, body: str) -> str:
    """A page without scripts. All arguments are HTML."""
    return _PLAIN.substitute(title=title, kicker=kicker, body=body, style=asset("report.css"))


def write_page(path: Path, page: str) -> None:
    """Write a page. Characters that cannot be encoded, such as surrogates, are replaced."""
    path.write_text(page, encoding="utf-8", errors="replace", newline="\n")
