"""Whose answer a page shows, what stays on it if something is refused, and where that is said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from railbird.history.files import write_hands
from railbird.history.library import Library
from railbird.studio.samples import play_sample
from railbird.studio.settings import StudioSettings
from tests.studio.conftest import TINY, run_here
from tests.studio.server import served
from tests.studio.test_browser import browser, check_access, page  # noqa: F401
from tests.studio.test_browser import pytestmark as needs_a_browser

pytestmark = [
    needs_a_browser,
    pytest.mark.parametrize(
        "page",
        [pytest.param(("dark", 1280), marks=pytest.mark.slow), ("light", 390)],
        ids=["dark-1280", "light-390"],
        indirect=True,
    ),
]

SEVEN = "stacks=1k,2k,3k,4k,5k,6k,7k&blinds=1500/3000&folded=0,1,2,3&prizes="


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A studio with a match that is analysed, and whose library may be changed."""
    settings = StudioSettings(library=tmp_path_factory.mktemp("trust") / "hands.db")
    with Library(settings.library) as library:
        play_sample(TINY, library)
    run_here(settings, "analysis", {"match": 1})
    with served(settings.library) as address:
        yield address


def test_the_answer_to_other_prizes_is_not_shown(page: Any, address: str) -> None:  # noqa: F811
    width = page.viewport_size["width"]
    page.goto(f"{address}/tournament?{SEVEN}{width},30,20")
    solve = page.get_by_role("button", name="Solve it as a job")
    solve.click()
    page.get_by_role("heading", level=1, name="First in").wait_for()
    page.get_by_label("Prizes, first place first").fill(f"{width},35")
    solve.wait_for()
    page.goto(f"{address}/tournament?{SEVEN}{width},35")
    solve.wait_for()
    assert page.get_by_role("heading", level=1, name="First in").count() == 0
    assert page.get_by_text("done", exact=True).count() == 0
    page.goto(f"{address}/tournament?{SEVEN}{width},30,20")
    page.get_by_role("heading", level=1, name="First in").wait_for()


def test_eight_players_have_their_stacks_and_worth(page: Any, address: str) -> None:  # noqa: F811
    page.goto(f"{address}/tournament?stacks=1k,2k,3k,4k,5k,6k,7k,8k&blinds=150/300&prizes=50,30,20")
    page.get_by_text("Without pressure: the model pressure was made for few players").wait_for()
    assert page.get_by_role("slider").count() == 8
    assert "harville" in page.get_by_role("region", name="Worth of BB").inner_text()
    check_access(page)


def test_what_is_refused_leaves_the_page_as_it_was(page: Any, address: str) -> None:  # noqa: F811
    page.refusals.append("status of 400")
    table = f"{address}/tournament?stacks=3k,4500,6k&blinds=300/600&prizes=50,30,20&node=SB"
    page.goto(table)
    grid = page.get_by_role("grid", name="Range of SB")
    grid.wait_for()
    before = page.url
    page.get_by_role("button", name="Lock a range here").click()
    typed = page.get_by_role("textbox", name="Range of SB")
    typed.fill("22+,A2z")
    page.get_by_role("button", name="Lock and solve again").click()
    panel = page.get_by_role("region", name="SB", exact=True)
    panel.get_by_role("alert").wait_for()
    assert "A2z" in panel.get_by_role("alert").inner_text()
    assert (typed.input_value(), typed.get_attribute("aria-invalid")) == ("22+,A2z", "true")
    assert grid.is_visible()
    assert page.url == before
    check_access(page)

    page.get_by_label("Bounties", exact=True).fill("ten")
    page.get_by_text("still the solution of the table before").wait_for()
    assert grid.is_visible()
    assert page.get_by_role("slider").count() == 3
    page.get_by_label("Bounties", exact=True).fill("10")
    page.get_by_text("still the solution of the table before").wait_for(state="detached")
    page.goto(f"{table}&locks=SB=A2z")
    page.get_by_role("button", name="Unlock all").click()
    grid.wait_for()


def test_a_folder_and_an_archive_are_one_import_each(
    page: Any,  # noqa: F811
    address: str,
    played: StudioSettings,
    tmp_path: Path,
) -> None:
    folder = tmp_path / f"HH{page.viewport_size['width']}"
    (folder / "deep").mkdir(parents=True)
    with Library(played.library) as library:
        hands = [hand for _, hand in library.hands()]
    for place in range(3):
        part = hands[20 * place : 20 * place + 20]
        write_hands(folder / "deep" / f"{place}.jsonl", part, format="railbird")
    notes = folder / f"notes{page.viewport_size['width']}.md"
    notes.write_text("# no hands\n")
    with ZipFile(tmp_path / "hands.zip", "w") as archive:
        archive.write(folder / "deep" / "0.jsonl", "0.jsonl")
    page.goto(address)
    page.get_by_label("Choose a folder").set_input_files(folder)
    row = page.get_by_role("listitem").filter(has_text=f"Import {folder.name} (4 files)")
    row.get_by_text(re.compile(r"3 files: \d+ hands added, \d+ already known")).wait_for()
    row.get_by_text("1 skipped file").click()
    row.get_by_text(f"{notes.name}: no format that railbird reads").wait_for()
    check_access(page)
    jobs = page.request.get(f"{address}/api/jobs").json()
    assert [job["title"] for job in jobs if folder.name in job["title"]] == [
        f"Import {folder.name} (4 files)"
    ]
    page.get_by_label("Choose files").set_input_files(tmp_path / "hands.zip")
    zipped = page.get_by_role("listitem").filter(has_text="Import hands.zip").first
    zipped.get_by_text("0 hands added, 20 already known").wait_for()

    page.get_by_label("Choose files").set_input_files(notes)
    failed = page.get_by_role("listitem").filter(has_text=f"Import {notes.name}")
    failed.get_by_role("alert").wait_for()
    assert failed.get_by_role("button").count() == 0


def test_aivat_says_why_it_fails_where_it_was_asked(page: Any, address: str) -> None:  # noqa: F811
    page.goto(f"{address}/matches/1")
    panel = page.get_by_role("region", name="Estimators side by side")
    panel.get_by_label("Player").select_option("rules")
    panel.get_by_label("Known strategy").select_option("always-call")
    panel.get_by_role("button", name="Add AIVAT").click()
    panel.get_by_role("alert").wait_for()
    assert "always-call" in panel.get_by_role("alert").inner_text()
    page.get_by_role("alert").wait_for()  # the only one: two would be an error
    check_access(page)
    page.reload()  # it is still there, and the verdict too
    panel.get_by_role("alert").wait_for()
    said = page.request.get(f"{address}/api/matches/1/analysis").json()["headline"]
    assert page.get_by_role("heading", level=1, name=said).is_visible()


def test_why_jobs_wait_is_on_every_page(page: Any, address: str) -> None:  # noqa: F811
    said = 'event: trouble\ndata: "the disk is full: make room on it"\n\n'
    page.route(
        "**/api/jobs/events",
        lambda route: route.fulfill(body=said, content_type="text/event-stream"),
    )
    page.goto(f"{address}/hands")
    page.get_by_text("Jobs wait: the disk is full").wait_for()
    check_access(page)
