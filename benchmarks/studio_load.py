"""The studio under load: a library of many hands, and many clients at once.

``python benchmarks/studio_load.py make LIBRARY [HANDS]`` writes a library;
``python benchmarks/studio_load.py load ADDRESS [CLIENTS] [REQUESTS] [PAUSE]`` asks a studio that
runs; each client waits about PAUSE seconds between answer and question, as a person would.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

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
}


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


def load(address: str, clients: int = 50, requests: int = 20, pause: float = 1.0) -> None:
    """Let clients ask at once, and print how long the answers took."""
    for name, path in PATHS.items():
        begun = time.perf_counter()
        lost = _ask(address + path)
        print(f"{name}: first answer {1000 * (time.perf_counter() - begun):.0f} ms, lost {lost}")
    times: dict[str, list[float]] = {name: [] for name in PATHS}
    lost_of = dict.fromkeys(PATHS, 0)

    def client(number: int) -> None:
        names = list(PATHS)
        chance = random.Random(number)
        for i in range(requests):
            time.sleep(2 * pause * chance.random())
            name = names[(number + i) % len(names)]
            begun = time.perf_counter()
            lost_of[name] += _ask(address + PATHS[name])
            times[name].append(time.perf_counter() - begun)

    threads = [threading.Thread(target=client, args=(n,)) for n in range(clients)]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - begun
    print(f"{clients} clients, {clients * requests / seconds:.0f} answers a second")
    for name, taken in times.items():
        median, most = statistics.median(taken), max(taken)
        print(f"{name}: median {1000 * median:.0f} ms, longest {1000 * most:.0f} ms, "
              f"{len(taken)} answers, lost {lost_of[name]}")  # fmt: skip


def _ask(address: str) -> int:
    """Whether the answer was lost, 1 or 0."""
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            json.load(answer)
    except OSError as error:
        print(f"{address}: {error}")
        return 1
    return 0


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000)
    else:
        load(sys.argv[2], *map(int, sys.argv[3:5]), *map(float, sys.argv[5:6]))
