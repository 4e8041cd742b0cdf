"""The tournament page in a browser: what it shows is what the solver says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from railbird.tournament import icm, solve_hand
from tests.studio.server import served
from tests.studio.test_browser import (  # noqa: F401 - fixtures
    browser,
    check_access,
    page,
    pytestmark,
)
from tests.tournament.jam_hands import RING, write_jams

STACKS = (4500.0, 3000.0, 6000.0)
TABLE = "stacks=Ann=4500,Bob=3k,Cy=6k&blinds=300/600&prizes=50,30,20"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("tournament") / "hands.db") as address:
        table = {"stacks": "4500,3000,6000", "blinds": "300/600", "payouts": "50,30,20"}
        warm = f"{address}/api/tournament/solve"  # the first solution of a server takes seconds
        httpx2.post(warm, json={"table": table}, timeout=120).raise_for_status()
        yield address


def test_a_table_is_valued_and_solved(page: Any, address: str) -> None:  # noqa: F811
    found = solve_hand(STACKS, blinds=(300, 600), payouts=[50, 30, 20])
    page.goto(f"{address}/tournament")
    page.get_by_role("heading", level=1, name="What is a stack worth").wait_for()
    check_access(page)
    page.goto(f"{address}/tournament?{TABLE}&node=BB after SB&hand=K7o&versus=roberts")
    first = found.decision("BTN").tidied()
    page.get_by_role(
        "heading", level=1, name=f"First in, BTN jams {100 * first.share:.1f} %"
    ).wait_for()
    worth = page.get_by_role("region", name="Worth of Bob").inner_text()
    for model in ("harville", "roberts", "solved"):
        paid = icm(STACKS, [50, 30, 20], _model(model)).payoffs[1]
        assert re.search(rf"{model}\s+{paid:.2f}", worth)

    one = found.decision("BB after SB").tidied()
    fold, call = one.of_hand("K7o")[1:]
    cell = page.get_by_role("grid", name="Range of BB after SB").get_by_role("gridcell", name="K7o")
    said = f"EV call {100 * call:.3f}, fold {100 * fold:.3f}, gain {100 * (call - fold):+.3f}"
    assert said.replace("-", "−") in cell.get_attribute("aria-label")
    assert page.get_by_text(one.range_text.replace(",", ", "), exact=True).is_visible()
    other = solve_hand(STACKS, blinds=(300, 600), payouts=[50, 30, 20], model="roberts")
    share = other.decision("BB after SB").tidied().share
    page.get_by_text(f"roberts {100 * share:.1f} %").wait_for()
    check_access(page)

    cell.click()
    page.keyboard.press("ArrowUp")
    page.wait_for_url("**hand=K8o*")
    page.get_by_role("button", name=re.compile("^SB: jams")).click()
    page.wait_for_url("**node=SB&**")


def test_a_stack_is_dragged_and_a_range_is_locked(page: Any, address: str) -> None:  # noqa: F811
    page.goto(f"{address}/tournament?{TABLE}&node=SB")
    heading = page.get_by_role("heading", level=1, name="First in")
    heading.wait_for()
    column = page.get_by_role("slider", name="Stack of Bob")
    box = column.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.9)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.5, steps=4)
    page.mouse.up()
    page.wait_for_url(re.compile(r"stacks=Ann%3D4500%2CBob%3D3[56]00%2CCy%3D6k"))
    page.get_by_label("Chips of SB").fill("3k")
    page.wait_for_url("**Bob%3D3k**")

    page.get_by_role("button", name=re.compile("^SB: jams")).click()
    page.get_by_role("button", name="Lock a range here").click()
    page.get_by_role("textbox", name="Range of SB").fill("QQ+")
    page.get_by_role("button", name="Lock and solve again").click()
    found = solve_hand(STACKS, blinds=(300, 600), payouts=[50, 30, 20], locks={"SB": "QQ+"})
    share = found.decision("BTN").tidied().share
    page.get_by_role("heading", level=1, name=f"BTN jams {100 * share:.1f} %").wait_for()
    assert page.get_by_text("(locked)").is_visible()
    page.reload()
    page.get_by_role("button", name="Unlock", exact=True).click()
    page.wait_for_url(lambda url: "locks" not in url)


def test_studies_sheets_hands_and_the_trainer(
    page: Any,  # noqa: F811
    address: str,
    tmp_path: Path,
) -> None:
    page.goto(f"{address}/tournament?{TABLE}")
    page.get_by_label("Name of the study").fill("Three left")
    page.get_by_role("button", name="Save the study").click()
    page.wait_for_url("**study=*")
    page.get_by_role("link", name="A sheet to print").click()
    page.get_by_role("heading", level=1, name="Jam or fold, 3 players").wait_for()
    assert page.locator("figure").count() == 6
    check_access(page)
    page.get_by_role("link", name="Back to the table").click()
    forget = page.get_by_role("button", name="Forget Three left")
    forget.click()
    forget.wait_for(state="detached")

    file = tmp_path / "jams.txt"
    write_jams(file, [RING[0]])
    page.get_by_label("Paste hands of a history").fill(file.read_text())
    page.get_by_role("button", name="Read them").click()
    page.get_by_role("list", name="Pasted hands").get_by_role("button").click()
    page.get_by_role("heading", level=1, name="Cy (BTN) with AdKd: jam").wait_for()
    assert page.get_by_role("button", name="Only the table").is_visible()

    page.get_by_role("button", name="Practise this hand").click()
    page.get_by_role("button", name="Fold").wait_for()
    page.keyboard.press("f")
    page.get_by_text(re.compile(r"(Right|Wrong)\.")).wait_for()
    check_access(page)
    page.keyboard.press("n")
    page.wait_for_url("**n=2*")
    page.get_by_role("button", name="Fold").wait_for()


def _model(name: str) -> Any:
    from railbird.tournament import SolvedModel

    return SolvedModel() if name == "solved" else name
