"""The tabulation: all 32,819,436 classes of eight cards become the table of class against class.

Three ways lead to the same whole numbers. Threads on this computer and the machines of a Ray
cluster work on chunks, which are kept until the table is written (see `chunks`). A GPU adds
everything up in its own memory: it takes about a minute, so nothing is kept on the way.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import omaha_classes
from railbird.compute.checkpoint import replacing
from railbird.compute.cluster import connected, map_cluster
from railbird.compute.gpu import cupy
from railbird.compute.threads import map_threads
from railbird.errors import OptionError
from railbird.omaha8.matchups import _matchup_kernels as kernels
from railbird.omaha8.matchups.chunks import ChunkPlan, ChunkStore
from railbird.omaha8.matchups.enumeration import sets_of_classes
from railbird.omaha8.matchups.sums import LostBoardsError, Sums, count_quarters
from railbird.omaha8.matchups.table import CLASSES, FREQ, MANIFEST, OPPONENTS, WON, read_manifest
from railbird.stopwatch import Stopwatch
from railbird.version import __version__

Progress = Callable[[int, int], None]
"""Called with the number of classes of eight cards that are done, and of all."""

_CHUNKS = "chunks"
_GB = 10**9
_TABLE_GB, _CHUNKS_GB = 1.4, 4.6
_AT_ONCE = 1 << 18
"""Classes that a GPU works on at a time: their counts take 180 MB."""

_ROWS = 128
"""Rows of the table that are made at a time."""


def tabulate(
    folder: Path,
    *,
    gpu: bool = False,
    cluster: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Make the table in a folder, or resume making it; returns its manifest.

    A table that is there already is left as it is.

    Parameters
    ----------
    folder
        Where the table is written. Finished chunks are kept in a folder within it until then.
    gpu
        Use a GPU; this needs CuPy.
    cluster
        The address of a Ray cluster, as in `railbird.compute.cluster.map_cluster`.
    threads
        Threads on this computer, if neither is used; one for each core by default.
    """
    chunks = folder / _CHUNKS
    if has_table(folder):
        shutil.rmtree(chunks, ignore_errors=True)  # of a process that was killed at the very end
        return read_manifest(folder)
    _check_space(folder, _TABLE_GB if gpu else _TABLE_GB + _CHUNKS_GB)
    report = progress or (lambda _done, _of: None)
    with ExitStack() as within:
        if gpu:
            cupy()
        elif cluster is not None:
            within.enter_context(connected(cluster))
        watch = Stopwatch()
        store = within.enter_context(closing(ChunkStore(chunks, ChunkPlan())))
        if gpu:
            sums = sum_on_gpu(store.plan, report)
        else:
            sums = sum_chunks(store, cluster=cluster, threads=threads, progress=report)
        how = "a GPU" if gpu else "threads" if cluster is None else "a cluster"
        manifest = write_table(folder, sums, how=how, watch=watch)
        store.remove()
    return manifest


def has_table(folder: Path) -> bool:
    """Whether a folder has a complete table."""
    return (folder / MANIFEST).exists()


def sum_chunks(
    store: ChunkStore,
    *,
    cluster: str | None = None,
    threads: int | None = None,
    progress: Progress,
) -> Sums:
    """Sums over all chunks of a store: those that it has, then the others as they are finished."""
    plan, sums, done = store.plan, Sums.zero(), 0
    missing = []
    for chunk in range(plan.chunks):
        quarters = store.read(chunk)
        if quarters is None:
            missing.append(chunk)
        else:
            sums.add(plan.span(chunk), quarters)
            done += len(quarters)
    progress(done, plan.stop - plan.start)
    for chunk, quarters in compute_chunks(store, missing, cluster=cluster, threads=threads):
        sums.add(plan.span(chunk), quarters)
        done += len(quarters)
        progress(done, plan.stop - plan.start)
    return sums


def compute_chunks(
    store: ChunkStore,
    chunks: Sequence[int],
    *,
    cluster: str | None = None,
    threads: int | None = None,
) -> Iterator[tuple[int, npt.NDArray[np.uint32]]]:
    """Compute chunks on a cluster or in threads; each is kept before it is yielded."""
    if cluster is not None:
        for chunk, quarters in map_cluster(_compute, store.plan, chunks, address=cluster):
            store.write(chunk, quarters)
            yield chunk, quarters
        return

    def work(chunk: int) -> npt.NDArray[np.uint32]:
        quarters = _compute(store.plan, chunk)
        store.write(chunk, quarters)
        return quarters

    yield from zip(chunks, map_threads(work, chunks, threads=threads), strict=True)


def _compute(plan: ChunkPlan, chunk: int) -> npt.NDArray[np.uint32]:
    return count_quarters(plan.span(chunk))


def sum_on_gpu(plan: ChunkPlan, progress: Progress) -> Sums:
    """Sums over all classes of a plan by a GPU, which works while the next cards are listed."""
    from railbird.omaha8.matchups.eval8_gpu import GpuSums

    sums = GpuSums()
    progress(0, plan.stop - plan.start)
    for start in range(plan.start, plan.stop, _AT_ONCE):
        stop = min(start + _AT_ONCE, plan.stop)
        sums.add(sets_of_classes(8, start, stop))
        progress(stop - plan.start, plan.stop - plan.start)
    return sums.sums()


def write_table(folder: Path, sums: Sums, *, how: str, watch: Stopwatch) -> dict[str, Any]:
    """Write the table of complete sums; its manifest comes last and makes it valid.

    Raises
    ------
    LostBoardsError
        If the sums contradict themselves.
    """
    _, sizes = omaha_classes()
    for draft in folder.glob("draft-*"):  # of a process that was killed
        draft.unlink()
    with replacing(folder / FREQ) as freq_draft, replacing(folder / WON) as won_draft:
        freq = _new_square(freq_draft, np.uint8)
        quarters = _new_square(won_draft, np.uint32)
        for first in range(0, CLASSES, _ROWS):
            rows = slice(first, first + _ROWS)
            wrong = kernels.fill_rows(
                first, sums.deals, sums.won, sizes, freq[rows], quarters[rows]
            )
            if wrong or (freq[rows].sum(axis=1, dtype=np.int64) != OPPONENTS).any():
                raise LostBoardsError("the sums of the match-ups contradict each other: try again")
        freq.flush()
        quarters.flush()
        del freq, quarters
        files = {FREQ: file_digest(freq_draft), WON: file_digest(won_draft)}
    manifest = {
        "holds": "freq (uint8) and quarters (uint32) of 16,432 classes of Omaha Hi-Lo hands",
        "version": __version__,
        "made by": "railbird omaha8 tabulate",
        "computed by": how,
        "seconds of the last run": round(watch.seconds, 1),
        "sha256": files,
    }
    with replacing(folder / MANIFEST) as draft, draft.open("w", encoding="utf-8") as file:
        json.dump(manifest, file, indent=2)
        file.flush()
        os.fsync(file.fileno())
    return manifest


def file_digest(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _new_square(path: Path, kind: type[np.generic]) -> np.memmap[Any, Any]:
    """A new file with an array of class by class, memory-mapped."""
    array: np.memmap[Any, Any] = np.lib.format.open_memmap(
        path, mode="w+", dtype=kind, shape=(CLASSES, CLASSES)
    )
    return array


def _check_space(folder: Path, needed: float) -> None:
    """Refuse a folder on a disk that is too full, less what is there already."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    kept = sum(file.stat().st_size for file in (folder / _CHUNKS).glob("*.u32"))
    free = (shutil.disk_usage(there).free + kept) / _GB
    if free < needed:
        raise OptionError(
            f"{folder} needs {needed} GB and has {free:.1f} GB free: choose another folder"
        )
