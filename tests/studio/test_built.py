"""What is built from the API and for the package is there and current."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.testclient import TestClient

from railbird.studio.app import STATIC
from railbird.studio.openapi import openapi_text

FIRST_BYTES = 350_000
"""What is loaded before anything is shown."""
MOST_BYTES = 600_000


def test_the_document_that_the_types_are_made_from_is_current() -> None:
    """If not: ``python -m railbird.studio.openapi``, then ``npm run types`` in ``web``."""
    sources = Path(__file__).parents[2] / "src/railbird/studio/web"  # the wheel has none
    assert (sources / "openapi.json").read_text("utf-8") == openapi_text()


def test_the_pages_are_built_small_and_without_inline_scripts(reader: TestClient) -> None:
    assert sum(file.stat().st_size for file in STATIC.rglob("*") if file.is_file()) < MOST_BYTES
    page = reader.get("/matches/1?first=10")
    assert page.status_code == 200
    assert page.text == reader.get("/").text
    assert not re.search(r"<script(?![^>]* src=)|<style| style=| on\w+=", page.text)
    links = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert len(links) >= 3
    first = 0
    for link in links:
        assert link.startswith("/")  # nothing is loaded from elsewhere
        answer = reader.get(link)
        assert answer.status_code == 200
        first += len(answer.content)
    assert first < FIRST_BYTES
