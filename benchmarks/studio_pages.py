"""How long the studio's pages take in a browser.

``python benchmarks/studio_pages.py ADDRESS MATCH`` opens the pages of a studio that runs in
chromium, and prints what each took, beside what it may take. MATCH is the number of a match that is
analysed, of 400,000 games; the library has a million hands (`studio_load` writes one). A studio
that was just started shows what the first view costs.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

ROUNDS = 7
PAGES = ("/", "/hands", "/results?hero=a", "/tournament", "/omaha8", "/reproduce", "/play", "/jobs")

PAINTED = """() => new Promise((done) => new PerformanceObserver((list) => {
    const paint = list.getEntriesByName('first-contentful-paint')[0];
    if (paint) done(paint.startTime);
}).observe({ type: 'paint', buffered: true }))"""
MOVED = """() => new Promise((done) => new PerformanceObserver((list) => done(list.getEntries()
    .filter((each) => !each.hadRecentInput).reduce((sum, each) => sum + each.value, 0)))
    .observe({ type: 'layout-shift', buffered: true }) || setTimeout(() => done(0), 300))"""
FRAMES = """(pixels) => new Promise((done) => {
    const box = document.querySelector('.rows-box'), gaps = [];
    let last = performance.now(), left = 120;
    const step = () => {
        const now = performance.now();
        gaps.push(now - last);
        last = now;
        box.scrollTop += pixels;
        if (left--) requestAnimationFrame(step); else done(gaps.slice(1));
    };
    requestAnimationFrame(step);
})"""
REPAINT = """(key) => new Promise((done) => {
    const from = performance.now(), nodes = document.querySelectorAll('.tree .node');
    nodes[key % nodes.length].click();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - from)));
})"""


def say(what: str, seconds: float, most: float, how: str = "") -> None:
    """Print a measurement beside what it may be."""
    mark = "met" if seconds <= most else "MISSED"
    print(f"{what:58} {1000 * seconds:7.0f} ms   at most {1000 * most:5.0f} ms  {mark}  {how}")


def own_time(page: Any) -> Callable[[], float]:
    """Begin to count the seconds that the page's thread works, however busy the machine is."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def worked() -> float:
        found = session.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in found if each["name"] == "TaskDuration"))

    begun = worked()
    return lambda: worked() - begun


@contextmanager
def pages() -> Iterator[Callable[[], Any]]:
    """A way to open new pages, each as empty as in a new browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as maker:
        browser = maker.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        yield lambda: browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        browser.close()


def first_view(new: Callable[[], Any], address: str, match: int) -> float:
    """Seconds until the lines of a match are drawn."""
    page = new()
    begun = time.perf_counter()
    page.goto(f"{address}/matches/{match}")
    page.locator(".reading").wait_for()
    page.locator("canvas").first.wait_for()
    taken = time.perf_counter() - begun
    page.close()
    return taken


def match_lines(new: Callable[[], Any], address: str, match: int) -> None:
    """A match on screen: the first time after a start, and later."""
    say("the match on screen, first view", first_view(new, address, match), 1.0)
    later = [first_view(new, address, match) for _ in range(ROUNDS)]
    say("the match on screen, later", statistics.median(later), 1.0, f"median of {ROUNDS}")


def paints(new: Callable[[], Any], address: str) -> None:
    """First paint of each page, and how far it moves while it loads."""
    for path in PAGES:
        found, moved = [], 0.0
        for _ in range(3):
            page = new()
            page.goto(address + path, wait_until="networkidle" if path != "/jobs" else "load")
            found.append(page.evaluate(PAINTED) / 1000)
            moved = max(moved, page.evaluate(MOVED))
            page.close()
        say(f"first paint of {path}", max(found), 1.0, f"most of 3; layout shift {moved:.3f}")


def list_of_hands(new: Callable[[], Any], address: str) -> None:
    """Scrolling through all hands: the time between two frames, slowly and in leaps."""
    page = new()
    page.goto(f"{address}/hands")
    page.get_by_role("table", name="Hands").get_by_role("rowheader").first.wait_for()
    total = int(page.get_by_role("table", name="Hands").get_attribute("aria-rowcount")) - 1
    for name, pixels in (("by 60 pixels", 60), ("by 20,000 pixels", 20_000)):
        worked = own_time(page)
        gaps = sorted(page.evaluate(FRAMES, pixels))
        taken = worked() / len(gaps)
        how = f"between frames: median {statistics.median(gaps):.0f}, longest {gaps[-1]:.0f} ms"
        say(f"a frame of {total:,} hands, {name}", taken, 0.016, f"of the page's own time; {how}")
    begun = time.perf_counter()
    page.get_by_role("button", name="Last").click()
    page.locator(f"[aria-rowindex='{total + 1}'] a").wait_for()
    say("the last hand of the list is in sight", time.perf_counter() - begun, 1.0)
    page.close()


def grids(new: Callable[[], Any], address: str) -> None:
    """Repainting the grid of 169 hands for another decision."""
    page = new()
    page.goto(f"{address}/tournament?stacks=3k,5k,9k,4k&blinds=300/600")
    page.get_by_role("grid").first.wait_for()
    worked = own_time(page)
    taken = [page.evaluate(REPAINT, 1 + i) for i in range(3 * ROUNDS)]
    own = worked() / len(taken)
    say("a grid is repainted", own, 0.05, "of the page's own time, with all that goes with it")
    how = f"median of {len(taken)}, longest {max(taken):.0f} ms"
    say("a grid is repainted", statistics.median(taken) / 1000, 0.05, how)
    page.close()


def solving(new: Callable[[], Any], address: str) -> None:
    """From a change of a stack to the new answer, for two to six players."""
    for players in range(2, 7):
        page = new()
        stacks = [str(3000 + 700 * i) for i in range(players)]
        page.goto(f"{address}/tournament?stacks={','.join(stacks)}&blinds=300/600")
        page.get_by_role("grid").first.wait_for()
        taken = []
        for i in range(3):
            stacks[0] = str(3100 + 100 * i)
            with page.expect_response("**/api/tournament/solve", timeout=60_000) as answer:
                begun = time.perf_counter()
                page.get_by_label("Stacks, in order of action").fill(",".join(stacks))
                page.get_by_label("Stacks, in order of action").press("Enter")
            assert answer.value.ok
            taken.append(time.perf_counter() - begun)
        say(f"jam or fold of {players} is solved again", max(taken), 1.5, "most of 3")
        page.close()


def main(address: str, match: int) -> None:
    """Measure all."""
    address = address.rstrip("/")
    with pages() as new:
        match_lines(new, address, match)
        paints(new, address)
        list_of_hands(new, address)
        grids(new, address)
        solving(new, address)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
