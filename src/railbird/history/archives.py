"""Archives of hand histories: the files in a ZIP or tar archive, one at a time."""

from __future__ import annotations

import tarfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal
from zipfile import BadZipFile, ZipFile

from railbird.errors import HistoryError

MOST_BYTES = 4 << 30
"""Bytes of all files of an archive together: a small one can hold any number of zeros."""

MOST_FILES = 100_000

_BLOCK = 1 << 20
_DAMAGE = (BadZipFile, tarfile.TarError, EOFError, zlib.error, ValueError)
"""What readers of archives raise if one is damaged. Encrypted files raise others."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A file of an archive, copied out of it until the next one is asked for.

    ``before`` and ``after`` say how much of the archive is read, from 0 to 1.
    """

    name: str
    path: Path
    before: float
    after: float


def is_archive(path: Path) -> bool:
    """Whether a file is an archive that `unpacked` reads. One of text that is gzipped is not."""
    if _is_zip(path):
        return True
    try:
        with tarfile.open(path, _tar_mode(path)):
            return True
    except (tarfile.TarError, OSError, EOFError, zlib.error):
        return False


def unpacked(path: Path, name: str, copy: Path) -> Iterator[Packed]:
    """The files of an archive called ``name``, each copied to ``copy`` in turn.

    No name of the archive becomes a path, so it cannot write anywhere else. Folders, links and
    devices are left out.

    Raises
    ------
    HistoryError
        If the archive is damaged or locked by a password, or holds too much.
    """
    files = _zip_files(path) if _is_zip(path) else _tar_files(path)
    size = count = 0
    done = 0.0
    try:
        for shown, file, after in files:
            count += 1
            with file, copy.open("wb") as target:
                while block := file.read(_BLOCK):
                    size += len(block)
                    if size > MOST_BYTES:
                        break
                    target.write(block)
            if size > MOST_BYTES or count > MOST_FILES:
                raise HistoryError(
                    f"{name} unpacks to more than {MOST_BYTES >> 30} GB or {MOST_FILES:,} files: "
                    f"give it in parts"
                )
            yield Packed(shown, copy, done, after)
            done = after
    except _DAMAGE as error:
        if isinstance(error, HistoryError):
            raise
        raise HistoryError(f"{name} is a damaged archive ({error}): pack it again") from error
    except (RuntimeError, NotImplementedError) as error:
        raise HistoryError(f"{name} cannot be unpacked ({error}): unpack it yourself") from error
    finally:
        copy.unlink(missing_ok=True)


def _is_zip(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) in {b"PK\3\4", b"PK\5\6"}


def _tar_mode(path: Path) -> Literal["r:", "r:gz"]:
    with path.open("rb") as file:
        return "r:gz" if file.read(2) == b"\x1f\x8b" else "r:"


Files = Iterator[tuple[str, IO[bytes], float]]


def _zip_files(path: Path) -> Files:
    with ZipFile(path) as archive:
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        total, read = max(1, sum(entry.compress_size for entry in entries)), 0
        for entry in entries:
            read += entry.compress_size
            yield entry.filename, archive.open(entry), read / total


def _tar_files(path: Path) -> Files:
    size = max(1, path.stat().st_size)
    with path.open("rb") as raw, tarfile.open(None, _tar_mode(path), raw) as archive:
        for entry in archive:
            file = archive.extractfile(entry) if entry.isreg() else None
            if file is not None:
                yield entry.name, file, min(raw.tell() / size, 1.0)
