"""The pages in a browser, in both themes, wide and narrow: what they show is what the API says."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from railbird.studio.settings import StudioSettings
from tests.studio.conftest import TINY
from tests.studio.server import served

playwright = pytest.importorskip(
    "playwright.sync_api", reason="browser tests need pip install 'railbird[test]'"
)
PATIENCE = 120_000
"""Milliseconds to wait for what is shown: on a new machine, kernels are compiled first."""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="browser tests need chromium")


@pytest.fixture(scope="module")
def address(played: StudioSettings) -> Iterator[str]:
    with served(played.library) as address:
        yield address


@pytest.fixture(scope="module")
def own_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A studio whose library may be changed."""
    with served(tmp_path_factory.mktemp("own") / "hands.db") as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as maker:
        found = maker.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(params=[("dark", 1280), ("light", 390)], ids=lambda each: f"{each[0]}-{each[1]}")
def page(browser: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A page in which nothing goes wrong but the ``refusals`` that a test expects."""
    theme, width = request.param
    page = browser.new_page(
        viewport={"width": width, "height": 800}, color_scheme=theme, reduced_motion="reduce"
    )
    page.set_default_timeout(PATIENCE)
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type != "log" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("requestfailed", lambda failed: wrong.append(failed.url) if lost(failed) else None)
    page.refusals = []
    yield page
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    page.close()
    assert [said for said in wrong if not any(each in said for each in page.refusals)] == []


def lost(failed: Any) -> bool:
    """Whether a request failed that the page did not end itself, as it does when it is left."""
    return bool(failed.failure != "net::ERR_ABORTED")


def check_access(page: Any) -> None:
    """axe-core finds no serious fault, and nothing is wider than the screen."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    serious = [each for each in found if each["impact"] in {"serious", "critical"}]
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in serious] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_home_leads_to_the_match_and_its_hands(page: Any, address: str) -> None:
    page.goto(address)
    listed = page.request.get(f"{address}/api/matches").json()["matches"][0]
    page.get_by_role("heading", name="60 hands in 1 match").wait_for()
    link = page.get_by_role("link", name=listed["note"]["headline"])
    assert listed["name"] in link.inner_text()
    check_access(page)

    link.click()
    page.get_by_role("heading", level=1, name=listed["note"]["headline"]).wait_for()
    analysis = page.request.get(f"{address}/api/matches/1/analysis").json()
    divat = next(each for each in analysis["measures"] if each["name"] == "DIVAT")
    row = page.get_by_role("row", name="DIVAT").first
    assert f"{divat['mean']:+.4f}".replace("-", "−") in row.inner_text()
    lines = page.request.get(f"{address}/api/matches/1/lines").json()["lines"]
    money = next(line for line in lines if line["name"] == "money")["last"][-1]
    reading = page.locator(".reading")
    reading.wait_for()
    assert f"Money {money:+,.1f}".replace("-", "−") in reading.inner_text().replace("\n", " ")
    kinds = {"PNG": ".png", "SVG": ".svg", "CSV": "scores.csv", "HTML report": "report.html"}
    for name, kind in kinds.items():
        with page.expect_download() as taken:
            page.get_by_role("group", name="Take away").get_by_text(name, exact=True).click()
        assert taken.value.suggested_filename.endswith(kind)
    check_access(page)

    page.get_by_role("list", name="Decisions").get_by_role("link").first.click()
    page.get_by_role("group", name="Steps").wait_for()
    page.keyboard.press("End")
    page.get_by_text(re.compile("exact")).first.wait_for()
    check_access(page)
    page.go_back()
    page.get_by_role("heading", level=1, name=listed["note"]["headline"]).wait_for()


def test_the_state_of_the_chart_is_in_the_address(page: Any, address: str) -> None:
    page.goto(f"{address}/matches/1?first=10&last=30&show=luck")
    page.get_by_text("In 20 games").wait_for()
    assert page.get_by_role("button", name="Luck").get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Money", exact=True).click()
    assert "show=luck%2Cmoney" in page.url
    chart = page.get_by_role("img", name="Cumulated")
    chart.focus()
    for key in ("ArrowLeft", "ArrowLeft", "Enter"):
        chart.press(key)
    page.wait_for_url("**at=28*")
    page.reload()
    page.get_by_text("After game 28").wait_for()
    page.get_by_role("button", name="Whole match").click()
    page.get_by_text(f"In {2 * TINY.deals} games").wait_for()


def test_the_keyboard_goes_everywhere(page: Any, address: str) -> None:
    page.goto(address)
    page.get_by_role("heading", level=1).wait_for()
    for keys, heading in (("gj", "No job is at work"), ("ga", "60 hands"), ("gh", "60 hands in 1")):
        page.keyboard.type(keys)
        page.get_by_role("heading", level=1, name=heading).wait_for()
    page.keyboard.type("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    check_access(page)
    page.keyboard.press("Escape")
    page.keyboard.type("tt")  # there and back
    page.get_by_role("button", name="Cards in two colours").click()
    page.get_by_role("button", name="Cards in four colours").click()


def test_a_job_at_work_does_not_widen_the_page(page: Any, address: str) -> None:
    job = {"id": 1, "kind": "jam", "title": "Solve it", "state": "running", "done": 0.5}
    rest = dict.fromkeys(("result", "error", "begun", "ended"))
    told = {**job, **rest, "made": "2026-01-01T00:00:00+00:00", "change": 1, "goes_on": False}
    page.route("**/api/jobs", lambda route: route.fulfill(json=[told]))
    page.goto(f"{address}/reproduce")
    page.get_by_text("at work").first.wait_for(state="attached")
    check_access(page)


def test_a_pasted_hand_is_replayed_by_keys_and_shared(page: Any, address: str) -> None:
    line = "AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc"
    page.goto(f"{address}/replay")
    page.get_by_label("A hand history").fill(line)
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("heading", level=1, name="player 2 wins 44").wait_for()
    code = page.request.post(f"{address}/api/replay", data={"text": line}).json()[0]["code"]
    told = page.request.get(f"{address}/api/insight", params={"code": code}).json()
    table = page.get_by_role("group", name="Table")
    assert table.get_by_role("img", name="Board").count() == 0
    for key in ("ArrowDown", "ArrowRight"):  # the flop, and the check
        page.keyboard.press(key)
    page.wait_for_url("**step=5*")
    assert "king of spades" in table.get_by_role("img", name="Board").get_attribute("aria-label")
    row = page.get_by_role("row", name="player 1")
    page.get_by_text(told["comments"][5]).wait_for()
    assert f"{100 * told['equities'][5][0]:.1f} %" in row.inner_text()
    check_access(page)
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("A link that holds the hand").input_value()
    page.goto(link)
    page.get_by_text(told["comments"][5]).wait_for()
    page.keyboard.press("End")
    page.get_by_text("wins 44", exact=True).wait_for()
    check_access(page)


def test_a_session_is_played_by_keys_and_reviewed(own_address: str, page: Any) -> None:
    page.goto(f"{own_address}/play?against=always-call,random")
    page.get_by_role("heading", level=1, name="Sit down").wait_for()
    page.get_by_role("option", name="random: acts at random").first.wait_for(state="attached")
    check_access(page)
    page.get_by_role("button", name="Sit down").click()
    heading = page.get_by_role("heading", level=1, name=re.compile("Your turn|You (win|lose)"))
    said = page.get_by_role("list", name="What happened")
    for turn in range(40):
        heading.wait_for()
        if page.get_by_role("button", name="Next hand").count():
            break
        if turn == 0:
            check_access(page)
        before = said.inner_text()
        page.keyboard.press("c" if turn else "r")
        page.wait_for_function(
            "before => document.querySelector('.told').innerText !== before", arg=before
        )
    page.get_by_role("link", name="hand ").first.wait_for()
    shown = heading.inner_text()
    page.keyboard.press("n")
    page.get_by_role("button", name="Leave and review").click()
    page.wait_for_url("**/review/*")
    number = page.url.rpartition("/")[2]
    told = page.request.get(f"{own_address}/api/matches/{number}/review").json()
    assert shown.endswith(f"{abs(told['won'])}" if told["won"] else "nothing")
    page.get_by_role("heading", level=1, name=told["headline"]).wait_for()
    check_access(page)
    if told["marked"]:
        page.get_by_role("button", name="Check or call").click()
        page.get_by_text("You played").wait_for()
        page.reload()  # the try is in the address
        page.get_by_text("You played").wait_for()
