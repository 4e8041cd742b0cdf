"""The page of results in a browser: from a number to its hands to the hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from railbird.history.library import Library
from railbird.history.results import results
from tests.studio.server import served
from tests.studio.test_browser import browser, check_access, page, pytestmark  # noqa: F401
from tests.studio.told import told_library


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Any]]:
    path = told_library(tmp_path_factory.mktemp("told") / "hands.db")
    with Library(path) as library:
        found = results(library, ["Ann"])
    with served(path) as address:
        yield address, found


def test_from_a_number_to_its_hands_to_the_hand(
    page: Any,  # noqa: F811
    studio: tuple[str, Any],
) -> None:
    address, found = studio
    page.goto(f"{address}/results")
    page.get_by_role("heading", level=1, name="Ann").wait_for()
    games = page.get_by_role("region", name="Games")
    games.get_by_role("row").nth(len(found.by_game)).wait_for()  # a line each, and the heads
    name, _, _, cash = found.by_game[0]
    assert name == "cash games, limit holdem"
    lines = page.get_by_role("heading", name="Big blinds, hand by hand: ")
    assert lines.count() == len(found.by_game) == 4
    check_access(page)
    games.get_by_role("link", name=name, exact=True).click()
    page.wait_for_url("**betting=limit*")
    page.wait_for_function("document.querySelectorAll('.reading').length === 1")
    reading = page.locator(".reading")
    reading.get_by_role("link", name="Hand 1069").wait_for()  # the cursor names the hand
    won = f"{cash.line[-1]:+,.1f}".replace("-", "−") if round(cash.line[-1], 1) else "0.0"
    assert f"Won {won} bb" in reading.inner_text()
    button = cash.positions[0]
    row = page.get_by_role("region", name="By position").get_by_role("row", name="BTN").first
    assert f"{button.won.mean:+,.1f}".replace("-", "−") in row.inner_text()
    vpip = button.shares["vpip"]
    check_access(page)

    row.get_by_role("link", name=f"VPIP, BTN: {100 * vpip.share:.1f} %").click()
    page.get_by_role("heading", level=1, name=f"{vpip.done} hands").wait_for()
    assert page.get_by_label("a position", exact=True).input_value() == "BTN"
    check_access(page)
    page.get_by_role("table", name="Hands").get_by_role("link").first.click()
    page.get_by_role("heading", level=1, name="wins").wait_for()
    page.go_back()
    page.go_back()
    page.get_by_role("heading", level=1, name="Ann").wait_for()


def test_the_filter_is_in_the_address(
    page: Any,  # noqa: F811
    studio: tuple[str, Any],
) -> None:
    address, _ = studio
    page.goto(f"{address}/results?kind=cash+games&betting=limit&at=30")
    page.get_by_text("After hand 30").wait_for()
    page.get_by_label("Add a condition").select_option("position")
    page.get_by_label("a position", exact=True).select_option("SB")
    page.wait_for_url("**position=SB*")
    hero = page.get_by_label("The player")
    hero.fill("Bob, Cid")
    hero.press("Enter")
    page.get_by_role("heading", level=1, name="Bob and Cid").wait_for()
    assert "kind=cash+games" in page.url
    page.reload()
    page.get_by_role("heading", level=1, name="Bob and Cid").wait_for()
    page.get_by_role("button", name="Remove the condition: a position").click()
    page.wait_for_function("!location.search.includes('position')")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Groups as CSV").click()
    assert saved.value.suggested_filename == "results.csv"
