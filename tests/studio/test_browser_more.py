"""Long lists, parts of matches, leagues, painted ranges and jams of the replayer, in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from railbird.history.files import read_text
from railbird.history.library import Library
from railbird.studio.samples import play_sample
from railbird.studio.settings import StudioSettings
from tests.history.pokerstars_samples import TOURNAMENT
from tests.studio.conftest import TINY, run_here
from tests.studio.server import served
from tests.studio.test_browser import browser, check_access, page, pytestmark  # noqa: F401


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A studio with a match that is analysed (1), a tournament (2), and a league (3)."""
    settings = StudioSettings(library=tmp_path_factory.mktemp("more") / "hands.db")
    with Library(settings.library) as library:
        play_sample(TINY, library)
        library.add(read_text(TOURNAMENT), source="a")
    run_here(settings, "analysis", {"match": 1})
    asked = {"players": ["rules", "random", "always-call"], "deals": 20, "seed": 3}
    run_here(settings, "league", asked)
    with served(settings.library) as address:
        yield address


def signed(value: float, digits: int) -> str:
    return f"{value:+,.{digits}f}".replace("-", "−")


def test_a_long_list_draws_the_rows_in_sight(page: Any, address: str) -> None:  # noqa: F811
    page.goto(f"{address}/hands")
    table = page.get_by_role("table", name="Hands")
    table.get_by_role("rowheader").first.wait_for()
    total = page.request.get(f"{address}/api/hands").json()["total"]
    assert table.get_attribute("aria-rowcount") == str(total + 1)
    assert table.get_by_role("row").count() < 60 < total
    check_access(page)
    page.get_by_role("button", name="Last").click()
    last = page.request.get(f"{address}/api/hands?row={total - 1}").json()["hands"][0]
    row = page.locator(f"[aria-rowindex='{total + 1}']")
    row.get_by_role("link", name=last["number"], exact=True).wait_for()
    page.wait_for_url("**row=*")
    whole = (
        "([row, box]) => row.getBoundingClientRect().bottom <= box.getBoundingClientRect().bottom"
    )
    handles = [row.element_handle(), page.locator(".rows-box").element_handle()]
    assert page.evaluate(whole, handles), "the last row is cut off"
    page.reload()
    row.get_by_role("link").click()
    page.wait_for_url(f"**/hands/{last['id']}")
    page.go_back()
    row.get_by_role("link").wait_for()


def test_games_of_a_match_are_chosen_by_a_sentence(page: Any, address: str) -> None:  # noqa: F811
    page.goto(f"{address}/matches/1")
    page.get_by_label("Add a condition").select_option("position")
    page.get_by_label("a position", exact=True).select_option("SB")
    these = page.get_by_role("region", name="These games")
    these.wait_for()
    part = page.request.get(f"{address}/api/matches/1/part?position=SB").json()
    assert f"{part['games']} games of {part['total']}" in these.inner_text()
    assert signed(part["measures"][1]["mean"], 3) in these.inner_text()
    page.get_by_text(f"In {part['games']} games").wait_for()
    check_access(page)
    these.get_by_role("link").click()
    page.get_by_role("heading", level=1, name=f"{part['games']} hands").wait_for()
    page.go_back()
    page.get_by_role("button", name="Remove the condition: a position").click()
    page.get_by_role("button", name="Duplicate").click()
    page.get_by_text("Each deal was played from both sides").wait_for()
    lines = page.request.get(f"{address}/api/matches/1/lines?by=deal").json()["lines"]
    assert signed(lines[0]["last"][-1], 1) in page.locator(".reading").inner_text()


def test_a_league_has_a_table_and_a_crosstable(page: Any, address: str) -> None:  # noqa: F811
    page.goto(f"{address}/leagues")
    (listed,) = page.request.get(f"{address}/api/leagues").json()
    link = page.get_by_role("link", name=listed["headline"])
    link.wait_for()
    page.get_by_role("checkbox", name="bluffer").wait_for()
    check_access(page)
    link.click()
    page.get_by_role("heading", level=1, name=listed["headline"]).wait_for()
    found = page.request.get(f"{address}/api/leagues/{listed['id']}").json()
    best = page.get_by_role("table").first.get_by_role("row").nth(1)
    assert found["players"][0] in best.inner_text()
    assert signed(found["means"][0]["mean"], 3) in best.inner_text()
    pair = found["pairs"][0]
    check_access(page)
    name = f"{pair['second']} against {pair['first']}: {signed(-pair['divat']['mean'], 2)}"
    page.get_by_role("link", name=name).click()
    page.wait_for_url(f"**/matches/{pair['match']}")


def test_a_range_is_painted_and_locked(page: Any, address: str) -> None:  # noqa: F811
    page.goto(f"{address}/tournament?stacks=10,10&blinds=0.5/1&model=chips")
    page.get_by_role("button", name="Paint a range").click()
    page.get_by_role("button", name="None").click()
    grid = page.get_by_role("grid", name="Paint the range of SB")
    cell = grid.get_by_role("gridcell", name="AA:")
    cell.scroll_into_view_if_needed()
    begin, end = cell.bounding_box(), grid.get_by_role("gridcell", name="AQs:").bounding_box()
    page.mouse.move(begin["x"] + 5, begin["y"] + 5)
    page.mouse.down()
    page.mouse.move(end["x"] + 5, end["y"] + 5, steps=8)
    page.mouse.up()
    cell.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "Space"):
        page.keyboard.press(key)
    page.get_by_text("1.4 % of hands").wait_for()  # 6 + 4 + 4 + 4 of 1,326
    check_access(page)
    page.get_by_role("button", name="Lock and solve again").click()
    page.wait_for_url("**locks=SB%3DAA%2CAKs%2CAQs%2CAJs*")
    page.get_by_text("(locked)").wait_for()
    assert "1.4 %" in page.locator(".decision-line").inner_text()


def test_a_jam_of_the_replayer_is_studied(page: Any, address: str) -> None:  # noqa: F811
    hand = page.request.get(f"{address}/api/hands?match=2").json()["hands"][0]["id"]
    page.goto(f"{address}/hands/{hand}")
    page.get_by_role("link", name="Study this jam").click()
    page.wait_for_url("**stacks=*")
    spot = page.request.get(f"{address}/api/tournament/spots/hand:{hand}").json()
    assert page.get_by_label("Stacks, in order of action").input_value() == spot["stacks"]
    page.get_by_role("grid").first.wait_for()
    page.go_back()
    page.wait_for_url(f"**/hands/{hand}")
