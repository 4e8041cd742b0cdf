"""The studio under load: a library of many hands, and many clients at once.

``python benchmarks/studio_load.py make LIBRARY [HANDS]`` writes a library;
``python benchmarks/studio_load.py load ADDRESS [CLIENTS] [REQUESTS] [PAUSE]`` asks a studio that
runs; each client waits about PAUSE seconds between answer and question, as a person would, or not
at all. A quarter of the questions are for pages and hands that nobody has asked for before.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

from railbird.arena import Match, MatchTable
from railbird.history.library import Library
from railbird.players import RandomPlayer
from railbird.table import Hand, table_rules

DIFFERENT = 5_000
"""Hands that are played; the others are the same with other numbers and times."""
HANDS_A_TABLE = 2_000
HERO = "a"

PATHS = {
    "matches": "/api/matches",
    "hands": "/api/hands",
    "hands, a page of a number": f"/api/hands?hero={HERO}&position=BTN&did=vpip",
    "results": f"/api/results?hero={HERO}",
    "line": f"/api/results/lines?hero={HERO}",
    "library": "/api/library",
}
OTHER_PATHS = {
    "hands, any page": "/api/hands?after={}",
    "any hand": "/api/hands/{}",
}
"""Paths that are another one each time, so that no answer is known."""


def hands(count: int) -> Iterator[Hand]:
    """Hands of six-handed limit hold'em, told by the hero."""
    rules = table_rules(6, small_blind=50, big_blind=100)
    match = Match(rules, (20_000,) * 6, deals=DIFFERENT, seed=1)
    players = [RandomPlayer(name) for name in "abcdef"]
    played = [hand for hand, _ in MatchTable(match, players).play()]
    begun = datetime(2024, 1, 1)
    for i in range(count):
        hand = played[i % len(played)]
        yield replace(
            hand,
            chip="0.01 USD",
            number=str(10**9 + i),
            table=f"Vega {i // HANDS_A_TABLE}",
            when=begun + timedelta(minutes=i),
            hero=hand.players.index(HERO),
        )


def make(path: Path, count: int) -> None:
    """Write a library of so many hands."""
    begun = time.perf_counter()
    with Library(path) as library:
        library.add(hands(count), source="load")
    print(f"{count:,} hands in {time.perf_counter() - begun:.0f} s")


@dataclass
class Asked:
    """What was asked, how long the answers took in seconds, and how many were lost."""

    taken: list[float] = field(default_factory=list)
    lost: int = 0


def load(address: str, clients: int = 50, requests: int = 100, pause: float = 0.0) -> None:
    """Let clients ask at once, and print how long the answers took."""
    for name, path in PATHS.items():
        begun = time.perf_counter()
        with urllib.request.urlopen(address + path, timeout=60) as answer:
            size = len(json.dumps(json.load(answer)))
        print(f"{name}: first answer {1000 * (time.perf_counter() - begun):.0f} ms, {size:,} bytes")
    times = {name: Asked() for name in (*PATHS, *OTHER_PATHS)}
    begun, worked = time.perf_counter(), time.process_time()
    asyncio.run(_ask_all(address, times, clients, requests, pause))
    seconds, worked = time.perf_counter() - begun, time.process_time() - worked
    every = [taken for asked in times.values() for taken in asked.taken]
    print(f"{clients} clients, {len(every) / seconds:.0f} answers a second in {seconds:.1f} s; "
          f"the clients themselves took {worked:.1f} s of a processor")  # fmt: skip
    for name, asked in {**times, "all": _together(times)}.items():
        median, most = statistics.median(asked.taken), max(asked.taken)
        late = statistics.quantiles(asked.taken, n=100)[98]
        print(f"{name}: median {1000 * median:.1f} ms, 99 of 100 within {1000 * late:.0f} ms, "
              f"longest {1000 * most:.0f} ms, {len(asked.taken)} answers, "
              f"lost {asked.lost}")  # fmt: skip


def _together(times: dict[str, Asked]) -> Asked:
    taken = [each for asked in times.values() for each in asked.taken]
    return Asked(taken, sum(asked.lost for asked in times.values()))


async def _ask_all(
    address: str, times: dict[str, Asked], clients: int, requests: int, pause: float
) -> None:
    host = urlsplit(address).netloc
    names = list(times)

    async def client(number: int) -> None:
        chance = random.Random(number)
        name, port = host.split(":")
        reader, writer = await asyncio.open_connection(name, int(port), limit=1 << 24)
        for i in range(requests):
            if pause:
                await asyncio.sleep(2 * pause * chance.random())
            name = names[(number + i) % len(names)]
            path = PATHS.get(name) or OTHER_PATHS[name].format(chance.randrange(1, 900_000))
            begun = time.perf_counter()
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
            body = await reader.readexactly(length)
            times[name].taken.append(time.perf_counter() - begun)
            is_whole = head.startswith(b"HTTP/1.1 200") and body[:1] == b"{" and body[-1:] == b"}"
            times[name].lost += not is_whole
        writer.close()

    await asyncio.gather(*map(client, range(clients)))


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000)
    else:
        load(sys.argv[2], *map(int, sys.argv[3:5]), *map(float, sys.argv[5:6]))
