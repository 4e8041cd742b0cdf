"""Finished parts of a tabulation, kept in a folder so that it can stop and resume at any time.

A chunk is a span of classes of eight cards. Its file is complete or not there, and is listed in a
manifest that only grows, with its checksum. A chunk whose file does not have the checksum counts as
not done. So whatever is killed, and whenever, no finished chunk is lost and none is believed that
is damaged.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import threading
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from railbird.compute.checkpoint import replacing
from railbird.compute.locks import lock_file
from railbird.errors import OptionError
from railbird.evaluate.preflop.eval8 import MATCHUPS
from railbird.omaha8.matchups.enumeration import SetSpan, set_classes, sets_of_classes

_MANIFEST = "manifest.jsonl"


@dataclass(frozen=True, slots=True)
class ChunkPlan:
    """The classes of eight cards from ``start`` to ``stop`` − 1, in chunks of ``size``."""

    start: int = 0
    stop: int = set_classes(8)
    size: int = 8_192

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return -(-(self.stop - self.start) // self.size)

    def classes(self, chunk: int) -> range:
        """The classes of a chunk."""
        first = self.start + chunk * self.size
        return range(first, min(first + self.size, self.stop))

    def span(self, chunk: int) -> SetSpan:
        """The cards of a chunk."""
        classes = self.classes(chunk)
        return sets_of_classes(8, classes.start, classes.stop)


class ChunkStore:
    """The finished chunks of a plan in a folder. Only one process uses it at a time."""

    def __init__(self, folder: Path, plan: ChunkPlan) -> None:
        self.folder, self.plan = folder, plan
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / _MANIFEST
        self._file: IO[bytes] = path.open("ab")
        lock_file(
            self._file,
            path,
            busy=f"another process tabulates into {folder}: wait for it, or choose another folder",
        )
        for draft in folder.glob("draft-*"):  # of a process that was killed
            draft.unlink()
        self._turn = threading.Lock()
        self._read_manifest(path)

    def close(self) -> None:
        """Let other processes use the folder."""
        self._file.close()

    def remove(self) -> None:
        """Remove the chunks: they are not needed any more."""
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def read(self, chunk: int) -> npt.NDArray[np.uint32] | None:
        """The result of a chunk; None if it is not done, or damaged."""
        digest = self._digests.get(chunk)
        if digest is None:
            return None
        try:
            content = self._path(chunk).read_bytes()
        except OSError:
            return None
        if hashlib.sha256(content).hexdigest() != digest:
            return None
        return np.frombuffer(content, dtype="<u4").reshape(-1, len(MATCHUPS))

    def write(self, chunk: int, result: npt.NDArray[np.uint32]) -> None:
        """Keep the result of a chunk: first its file, then its line in the manifest."""
        content = result.astype("<u4").tobytes()
        with replacing(self._path(chunk)) as draft, draft.open("wb") as file:
            file.write(content)
            _to_disk(file)
        digest = hashlib.sha256(content).hexdigest()
        with self._turn:
            self._append({"chunk": chunk, "sha256": digest})
            self._digests[chunk] = digest

    def _path(self, chunk: int) -> Path:
        return self.folder / f"{chunk:05}.u32"

    def _read_manifest(self, path: Path) -> None:
        """Read what is finished. A line that was cut off is left aside."""
        content = path.read_bytes()
        if content and not content.endswith(b"\n"):
            self._file.write(b"\n")
        entries = [entry for line in content.splitlines() if (entry := _entry(line))]
        if not entries:
            self._append({"plan": asdict(self.plan)})
        elif entries[0].get("plan") != asdict(self.plan):
            self.close()
            raise OptionError(
                f"{self.folder} has chunks of another tabulation: remove it, or choose another "
                "folder"
            )
        self._digests: dict[int, str] = {e["chunk"]: e["sha256"] for e in entries if "chunk" in e}

    def _append(self, entry: dict[str, Any]) -> None:
        self._file.write(json.dumps(entry).encode() + b"\n")
        _to_disk(self._file)


def _entry(line: bytes) -> dict[str, Any]:
    """An entry of the manifest; empty if the line was cut off."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _to_disk(file: IO[bytes]) -> None:
    """Wait until a file's content would survive a loss of power."""
    file.flush()
    os.fsync(file.fileno())
