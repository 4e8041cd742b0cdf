"""The studio's memory over a long session of play and analysis.

``python benchmarks/studio_hour.py ADDRESS PID [MINUTES]`` plays at a table, reviews, imports,
analyses, replays, filters and solves without a pause, and prints the memory of the server's process
every minute. A person does in an hour what this does in some minutes: the counts are printed too.
"""

from __future__ import annotations

import json
import random
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

TABLES = (["hubot", "jagbot", "poki"], ["vexbot"], ["rules"], ["sparbot"])


class Studio:
    """The studio as a client sees it; what was done is counted."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.done: Counter[str] = Counter()

    def ask(self, path: str, given: Any = None, *, what: str) -> Any:
        """Ask, with a body if there is one."""
        body = None if given is None else json.dumps(given).encode()
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
    stacks = ",".join(str(chance.randrange(2, 15)) for _ in range(chance.randrange(2, 5)))
    table = {"stacks": stacks, "blinds": "0.5/1", "payouts": "70,30"}
    studio.ask("/api/tournament/solve", {"table": table}, what="hands solved")


def memory(process: int) -> float:
    """Megabytes that a process has in memory."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def main(address: str, process: int, minutes: float = 60) -> None:
    """Use the studio for so long."""
    studio, chance = Studio(address), random.Random(1)
    begun = told = time.monotonic()
    while (now := time.monotonic()) - begun < 60 * minutes:
        study(studio, chance, play(studio, chance, hands=40))
        if now - told > 60:
            told = now
            counts = ", ".join(f"{count:,} {what}" for what, count in sorted(studio.done.items()))
            print(f"{(now - begun) / 60:.0f} min: {memory(process):.0f} MB; {counts}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *map(float, sys.argv[3:4]))
