"""The studio's memory over a long session of play and analysis.

``python benchmarks/studio_hour.py ADDRESS PID [MINUTES]`` plays at a table, reviews, imports,
analyses, replays, filters and solves without a pause, and prints every minute the memory of the
server and of the processes that it has started. A person does in an hour what this does in some
minutes: the counts are printed too.
"""

from __future__ import annotations

import json
import random
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import quote

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
TABLES = (["hubot", "jagbot", "poki"], ["vexbot"], ["rules"], ["sparbot"], ["simbot"])


class Studio:
    """The studio as a client sees it; what was done is counted."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.done: Counter[str] = Counter()

    def ask(self, path: str, given: Any = None, *, what: str) -> Any:
        """Ask, with a body if there is one."""
        body = given if given is None or isinstance(given, bytes) else json.dumps(given).encode()
        asked = urllib.request.Request(
            self._address + path, body, {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(asked, timeout=120) as answer:
                self.done[what] += 1
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{path} {given}: {error.code} {error.read().decode()}") from None

    def wait(self, job: dict[str, Any]) -> dict[str, Any]:
        """Wait for the end of a job."""
        while job["state"] in ("waiting", "starting", "running"):
            time.sleep(0.3)
            job = self.ask(f"/api/jobs/{job['id']}", what="looks at a job")
        self.done[f"jobs {job['state']}"] += 1
        return job


def play(studio: Studio, chance: random.Random, hands: int) -> int | None:
    """Play a session, and return its match."""
    table = studio.ask("/api/tables", {"opponents": chance.choice(TABLES)}, what="sessions")
    path = f"/api/tables/{table['id']}"
    played = 0
    while played < hands:
        if table["phase"] == "asked":
            action: dict[str, Any] = {"action": "call"}
            if chance.random() < 0.1 and table["options"]["to_call"]:
                action = {"action": "fold"}
            elif chance.random() < 0.2 and table["options"]["lowest_raise"]:
                action = {"action": "raise", "to": table["options"]["lowest_raise"]}
            given = {"hand": table["hand"], "turn": table["turn"], **action}
            table = studio.ask(f"{path}/act", given, what="actions")
        elif table["phase"] == "over":
            played += 1
            table = studio.ask(f"{path}/deal", {}, what="hands played")
        else:
            table = studio.ask(path, what="looks at the table")
    match: int | None = studio.ask(f"{path}/leave", {}, what="sessions left")["match"]
    return match


def study(studio: Studio, chance: random.Random, match: int | None) -> None:
    """Review and analyse a session, and look at what there is."""
    if match is not None:
        studio.ask(f"/api/matches/{match}/review", what="reviews")
        job = studio.wait(studio.ask(f"/api/matches/{match}/analysis", {}, what="analyses asked"))
        if job["state"] == "done":
            studio.ask(f"/api/matches/{match}/lines", what="lines")
            studio.ask(f"/api/matches/{match}/decisions", what="decisions")
    for path in ("/api/library", "/api/matches", "/api/jobs", "/api/results?hero=you"):
        studio.ask(path, what="pages")
    page = studio.ask("/api/hands?limit=200", what="pages of hands")
    for hand in chance.sample(page["hands"], min(20, len(page["hands"]))):
        studio.ask(f"/api/replay?hand={hand['id']}", what="replays")
        studio.ask(f"/api/insight?hand={hand['id']}", what="insights")
    won = chance.randrange(1, 20)
    for path in (f"/api/results/lines?hero=you&won={won}", f"/api/hands?hero=you&won={won}"):
        studio.ask(path, what="filters")
    stacks = ",".join(str(chance.randrange(2, 15)) for _ in range(chance.randrange(2, 7)))
    table = {"stacks": stacks, "blinds": "0.5/1", "payouts": "70,30"}
    studio.ask("/api/tournament/worth", table, what="worths")
    studio.ask("/api/tournament/solve", {"table": table}, what="hands solved")
    asked = f"position=sb&r={chance.randrange(1, 50)}"
    studio.ask(f"/api/omaha8/chart?{asked}", what="charts")
    studio.ask(f"/api/omaha8/question?seed={chance.randrange(10**6)}&{asked}", what="questions")


def bring(studio: Studio, chance: random.Random) -> None:
    """Import a file of hands that the library does not have."""
    text = "".join(log_line(chance, number) for number in range(500))
    name = f"file {chance.randrange(10**9)}.log"
    path = f"/api/imports?name={quote(name)}"
    studio.wait(studio.ask(path, text.encode(), what="imports asked"))


def log_line(chance: random.Random, number: int) -> str:
    """A game as a match log tells it: two raises, and a fold on the flop."""
    a, b, c, d, *flop = chance.sample(CARDS, 7)
    return f"STATE:{number}:rrc/rf:{a}{b}|{c}{d}/{''.join(flop)}:30|-30:Ann|Bob\n"


def memory(process: int) -> float:
    """Megabytes that a process has in memory; 0 if it has ended."""
    with suppress(OSError):
        status = Path(f"/proc/{process}/status").read_text()
        return int((status.partition("VmRSS:")[2].split() or ["0"])[0]) / 1024
    return 0.0


def children(process: int) -> list[int]:
    """The processes that a process has started, in any of its threads."""
    found: list[int] = []
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, file.read_text().split())
    return found


def watch(studio: Studio, process: int, over: Event) -> None:
    """Print the memory every minute."""
    minute = 0
    while not over.wait(60):
        minute += 1
        jobs = [memory(child) for child in children(process)]
        counts = ", ".join(
            f"{count:,} {what}" for what, count in sorted(studio.done.copy().items())
        )
        print(
            f"{minute} min: server {memory(process):.0f} MB, {len(jobs)} jobs {sum(jobs):.0f} MB; "
            f"{counts}",
            flush=True,
        )


def main(address: str, process: int, minutes: float = 60) -> None:
    """Use the studio for so long."""
    studio, chance, over = Studio(address), random.Random(1), Event()
    begun = time.monotonic()
    watching = Thread(target=watch, args=(studio, process, over))
    watching.start()
    try:
        while time.monotonic() - begun < 60 * minutes:
            study(studio, chance, play(studio, chance, hands=40))
            bring(studio, chance)
    finally:
        over.set()
        watching.join()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *map(float, sys.argv[3:4]))
