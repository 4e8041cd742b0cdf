"""The page of what we reproduced, in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from railbird.reproduce.experiment import RunOptions
from railbird.reproduce.registry import EXPERIMENTS
from railbird.studio.settings import StudioSettings
from tests.studio.conftest import run_here
from tests.studio.server import served
from tests.studio.test_browser import browser, check_access, page, pytestmark  # noqa: F401

NAME = "seca-fig-5"


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    library: Path = tmp_path_factory.mktemp("reproduce") / "hands.db"
    run_here(StudioSettings(library=library), "experiment", {"id": NAME, "games": None})
    with served(library) as address:
        yield address


def test_ours_stands_beside_the_printed(page: Any, studio: str) -> None:  # noqa: F811
    experiment = EXPERIMENTS[NAME]
    page.goto(f"{studio}/reproduce?verdict=explained")
    count = len(EXPERIMENTS)
    page.get_by_role("heading", level=1, name=f"Of {count} printed tables").wait_for()
    link = page.get_by_role("link", name=experiment.what)
    assert "explained" in link.inner_text()
    check_access(page)

    link.click()
    page.get_by_text("Ours differs from print, and it is explained").wait_for()
    figures = experiment.run(RunOptions()).figures
    rows = page.get_by_role("region", name="Figures").get_by_role("row")
    assert rows.count() == 1 + len(figures)
    for shown, figure in zip(rows.all_inner_texts()[1:], figures, strict=True):
        assert all(text in shown for text in figure.texts)
    check_access(page)
    page.get_by_role("button", name="Run it again").wait_for()
    page.go_back()
    page.get_by_role("link", name=experiment.what).wait_for()


def test_what_takes_long_has_two_sizes(page: Any, studio: str) -> None:  # noqa: F811
    page.goto(f"{studio}/reproduce?id=kan-fig-4.5")
    page.get_by_text("It takes 400,000 games").wait_for()
    quick = EXPERIMENTS["kan-fig-4.5"].quick_games
    page.get_by_role("button", name=f"Quick: {quick:,} games").wait_for()
    page.get_by_text("not run here").first.wait_for(state="attached")
    check_access(page)
