"""Tables that took long to compute, each with its origin and checksum.

A table is a ``.npz`` file in this folder. For each table ``manifest.json`` records what it holds,
the command that makes it, and a checksum. The checksum covers the names, types, shapes and contents
of the arrays, not the file, so a rebuild on another machine gives the same one. Only the layer that
owns a table reads it.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from zipfile import BadZipFile, ZipFile

import numpy as np
import numpy.typing as npt

from railbird.compute.checkpoint import replacing
from railbird.stopwatch import start_up

Arrays = dict[str, npt.NDArray[np.generic]]

FOLDER = Path(str(files(__package__)))


@dataclass(frozen=True, slots=True)
class TableInfo:
    """What the manifest says about a table."""

    name: str
    holds: str
    made_by: str
    checksum: str


class DamagedTableError(RuntimeError):
    """A shipped table is missing or does not match its checksum."""


def checksum(arrays: Arrays) -> str:
    """SHA-256 over the arrays in order of their names."""
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name}:{array.dtype.str}:{array.shape};".encode())
        digest.update(array.data)
    return digest.hexdigest()


def manifest() -> dict[str, TableInfo]:
    """All shipped tables by name."""
    rows = json.loads((FOLDER / "manifest.json").read_text())
    return {row["name"]: TableInfo(**row) for row in rows}


def names(name: str) -> list[str]:
    """The names of a table's arrays, without reading them."""
    with ZipFile(FOLDER / f"{name}.npz") as file:
        return [Path(member).stem for member in file.namelist()]


@start_up()
def load(name: str) -> Arrays:
    """Read a table and check it against its checksum."""
    try:
        with (FOLDER / f"{name}.npz").open("rb") as source:
            file = np.load(source, allow_pickle=False)
            arrays: Arrays = {key: file[key] for key in file.files}
        expected = manifest()[name].checksum
    except (OSError, ValueError, KeyError, EOFError, BadZipFile, zlib.error) as error:
        raise DamagedTableError(
            f"the table {name!r} cannot be read ({error}): install railbird again"
        ) from error
    if checksum(arrays) != expected:
        raise DamagedTableError(
            f"the table {name!r} does not match its checksum: install railbird again"
        )
    for array in arrays.values():
        array.setflags(write=False)
    return arrays


def save(
    name: str, arrays: Arrays, *, holds: str, made_by: str, folder: Path = FOLDER
) -> TableInfo:
    """Write a table and its manifest entry; an interruption leaves the old ones in place."""
    info = TableInfo(name=name, holds=holds, made_by=made_by, checksum=checksum(arrays))
    listing = folder / "manifest.json"
    rows = json.loads(listing.read_text()) if listing.exists() else []
    rows = sorted(
        [row for row in rows if row["name"] != name] + [asdict(info)], key=lambda row: row["name"]
    )
    with replacing(listing) as new_listing, replacing(folder / f"{name}.npz") as table:
        np.savez_compressed(table, **arrays)  # type: ignore[arg-type]
        new_listing.write_text(json.dumps(rows, indent=2) + "\n")
    return info
