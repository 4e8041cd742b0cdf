"""Imports of what was uploaded: one file, or an archive of many, as a single job."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from railbird.errors import HistoryError
from railbird.history.archives import MOST_BYTES, Packed, is_archive, unpacked
from railbird.history.formats.base import UnknownFormatError
from railbird.history.importing import ImportedFile, import_file
from railbird.history.library import Library
from railbird.stats import counted
from railbird.studio.task import Task

_DEPTH = 2
"""An archive in an archive is opened, because many files are sent as one; no further."""

_MOST_TOLD = 200
"""Refused hands and skipped files that the result names."""


def import_upload(task: Task) -> dict[str, Any]:
    """Read what was uploaded into the library, and remove it.

    If the job is interrupted, or the disk is full, the upload stays: the job can be resumed.
    """
    name, path = str(task.asked["name"]), Path(task.asked["path"])
    total = _UploadTotal()
    try:
        with task.settings.open_library() as library:
            before = {match.number: match.hands for match in library.matches()}
            if is_archive(path):
                whole = Packed(name, path, 0.0, 1.0)
                total.import_archive(library, whole, task.progress, depth=_DEPTH)
                total.check_any(name)
            else:
                total.take(_import(library, path, name, task.progress))
            if total.added:
                library.forget_known()
            matches = [
                match.number
                for match in library.matches()
                if before.get(match.number) != match.hands
            ]
    except HistoryError:
        path.unlink(missing_ok=True)
        raise
    path.unlink(missing_ok=True)
    return {**total.told(), "matches": matches}


def _import(
    library: Library, path: Path, name: str, progress: Callable[[float], None]
) -> ImportedFile:
    found = import_file(library, path, name=name, source=name, progress=progress)
    if found.is_empty:
        raise HistoryError(f"{name} holds no hand: check the file")
    return found


def _between(progress: Callable[[float], None], part: Packed) -> Callable[[float], None]:
    """Progress of a file, as that of the archive which it is a part of."""

    def told(done: float) -> None:
        progress(part.before + done * (part.after - part.before))

    return told


@dataclass
class _UploadTotal:
    """What was read so far."""

    files: int = 0
    size: int = 0
    added: int = 0
    known: int = 0
    summaries: int = 0
    refused: int = 0
    named: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)

    def import_archive(
        self,
        library: Library,
        archive: Packed,
        progress: Callable[[float], None],
        *,
        depth: int,
    ) -> None:
        """Read the files of an archive, and of archives in it, ``depth`` levels down."""
        part = archive.after - archive.before
        copy = archive.path.with_name(f"{archive.path.name}.{depth}")
        for one in unpacked(archive.path, archive.name, copy):
            self.size += copy.stat().st_size
            if self.size > MOST_BYTES:
                raise HistoryError(
                    f"{archive.name} unpacks to more than {MOST_BYTES >> 30} GB: give it in parts"
                )
            here = replace(
                one,
                before=archive.before + one.before * part,
                after=archive.before + one.after * part,
            )
            progress(here.before)
            try:
                if depth > 1 and is_archive(copy):
                    self.import_archive(library, here, progress, depth=depth - 1)
                else:
                    self.take(_import(library, copy, one.name, _between(progress, here)))
            except UnknownFormatError as error:
                self.skipped.append(f"{one.name}: {error.why}")
            except HistoryError as error:
                self.skipped.append(str(error))

    def take(self, found: ImportedFile) -> None:
        """Note what a file had."""
        self.files += 1
        if found.summaries:
            self.summaries += found.added
        else:
            self.added += found.added
            self.known += found.known
        self.refused += len(found.problems)
        room = max(0, _MOST_TOLD - len(self.named))
        self.named += [str(problem) for problem in found.problems[:room]]

    def check_any(self, name: str) -> None:
        """Refuse an archive without any hand history."""
        if not self.files:
            why = f" ({self.skipped[0]})" if self.skipped else ""
            raise HistoryError(f"{name} has no file with hands{why}: check what is in it")

    def told(self) -> dict[str, Any]:
        """The result of the job."""
        return {
            "said": self._said(),
            "files": self.files,
            "added": self.added,
            "known": self.known,
            "refused": self.refused,
            "refused_named": self.named,
            "skipped": len(self.skipped),
            "skipped_named": self.skipped[:_MOST_TOLD],
        }

    def _said(self) -> str:
        parts = list(self._parts())
        files = f"{counted(self.files, 'file')}: " if self.files > 1 else ""
        return files + ", ".join(parts)

    def _parts(self) -> Iterator[str]:
        if self.summaries:
            yield f"{counted(self.summaries, 'tournament')} added"
        if self.added or self.known or not self.summaries:
            yield f"{counted(self.added, 'hand')} added, {self.known:,} already known"
        if self.refused:
            yield f"{self.refused:,} refused"
        if self.skipped:
            yield f"{counted(len(self.skipped), 'file')} without hands skipped"
