"""Rotations of a duplicate match in processes of their own.

Players are as new at the start of each rotation, so that rotations owe nothing to each other. The
processes only play: what becomes of the hands, which come in order within a rotation and in any
order between rotations, is the business of the process that started them.
"""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait

from railbird.arena.match import Match, MatchTable
from railbird.arena.result import Forfeit
from railbird.errors import LostProcessError, OptionError
from railbird.players.base import Player
from railbird.table.hand import Hand

HandAndForfeits = tuple[Hand, tuple[Forfeit, ...]]

_SECONDS_TO_COLLECT = 0.05
"""Hands travel together: one at a time would cost more than playing simple ones."""


def play_apart(
    table: MatchTable, parts: Sequence[Sequence[Hand]], processes: int
) -> Iterator[HandAndForfeits]:
    """New hands, and the forfeits in each; ``parts`` are the first hands of each rotation."""
    try:
        pickle.dumps(table.players)
    except Exception as error:  # pickle raises whatever it meets
        raise OptionError(
            f"these players cannot be sent to other processes ({error}): play in one process"
        ) from None
    # a forked process would inherit threads' locks, and the log
    context = multiprocessing.get_context("spawn")
    workers = []
    links: list[Connection] = []
    try:
        with _deaf_to_interrupts():
            for first in range(processes):
                mine = {r: parts[r] for r in range(first, len(parts), processes)}
                link, far = context.Pipe(duplex=False)
                links.append(link)
                worker = context.Process(
                    target=_work,
                    args=(far, table.match, table.players, table.time_limit, mine),
                    daemon=True,
                )
                worker.start()
                workers.append(worker)
                far.close()
        open_links = list(links)
        while open_links:
            ready = wait(open_links)
            for link in [link for link in open_links if link in ready]:
                try:
                    said = link.recv()
                except EOFError:
                    raise LostProcessError(
                        "a process of the match has ended before its time: give the same command "
                        "again to go on from the log"
                    ) from None
                if said is None:
                    open_links.remove(link)
                elif isinstance(said, Exception):
                    raise said
                else:
                    yield from said
    finally:
        for link in links:
            link.close()
        for worker in workers:
            worker.terminate()
            worker.join()


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started here ignore Ctrl-C, from their first moment on: they are told to end."""
    if threading.current_thread() != threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(
    link: Connection,
    match: Match,
    players: Sequence[Player],
    time_limit: float,
    parts: dict[int, Sequence[Hand]],
) -> None:
    """Play rotations and send what is new; None is the end."""
    try:
        try:
            table = MatchTable(match, players, time_limit=time_limit)
            for rotation, played in parts.items():
                some: list[HandAndForfeits] = []
                sent = time.monotonic()
                for hand, is_new in table.play_rotation(rotation, played):
                    if is_new:
                        some.append((hand, tuple(table.forfeits)))
                        table.forfeits.clear()
                        if time.monotonic() - sent > _SECONDS_TO_COLLECT:
                            link.send(some)
                            some, sent = [], time.monotonic()
                link.send(some)
            link.send(None)
        except OSError:
            raise
        except Exception as error:  # to be raised where somebody can see it
            link.send(error)
    except OSError:
        pass  # nobody listens any more
