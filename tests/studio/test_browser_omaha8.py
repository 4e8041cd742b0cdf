"""The page of Omaha Hi-Lo in a browser: what it shows is what the charts say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from railbird.omaha8.chart import Chart, matching
from tests.studio.server import served
from tests.studio.test_browser import (  # noqa: F401 - fixtures
    browser,
    check_access,
    page,
    pytestmark,
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("omaha8") / "hands.db") as address:
        yield address


def test_a_hand_the_chart_and_the_trainer(page: Any, address: str) -> None:  # noqa: F811
    page.goto(f"{address}/omaha8")
    for card in ("king of spades", "queen of spades", "7 of diamonds", "6 of hearts"):
        page.get_by_role("button", name=card).click()
    spot = Chart(8).spot("KsQs7d6h", "sb")
    says = f"to jam {'wins' if spot.gap > 0 else 'loses'} {abs(spot.gap):.3f} big blinds"
    page.get_by_role("heading", level=1, name=says).wait_for()
    curve = page.get_by_role("slider", name="The smaller stack")
    curve.focus()
    curve.press("ArrowRight")
    page.wait_for_url("**r=8.5*")
    gap = Chart(8.5).spot("KsQs7d6h", "sb").gap
    page.get_by_text(f"wins {gap:+.3f} bb".replace("-", "−")).first.wait_for()
    page.get_by_label("Only hands such as").fill("A2xx ds")
    share = Chart(8.5).share("sb", matching("A2xx ds"))
    page.get_by_text(f"{100 * share:.0f} % of 2,382 hands").wait_for()
    check_access(page)
    page.reload()
    page.get_by_role("row", name="ORACLE").wait_for()

    page.get_by_role("button", name="Practise").click()
    page.get_by_role("button", name="Fold").click()
    page.get_by_text(re.compile(r"The equilibrium (jam|call)s")).wait_for()
    page.get_by_role("rowheader", name=re.compile(r"^\d{4}-")).wait_for()
    check_access(page)
    page.keyboard.press("n")
    page.get_by_role("button", name="Fold").wait_for()
