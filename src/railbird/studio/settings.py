"""Where a studio keeps its things, and who may use it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from railbird.history.library import Library

PORT = 8470
MOST_UPLOADED = 1 << 30
"""Bytes of an uploaded file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudioSettings:
    """The settings of a studio.

    Parameters
    ----------
    library
        The library of hands. All else that the studio keeps is in a folder beside it.
    host, port
        Where it listens.
    token
        What a client must know if the studio is exposed to other machines; None on loopback.
    most_uploaded
        The largest file that can be uploaded, in bytes.
    """

    library: Path
    host: str = "127.0.0.1"
    port: int = PORT
    token: str | None = None
    most_uploaded: int = MOST_UPLOADED

    @property
    def folder(self) -> Path:
        """The studio's folder: its database, uploads and analyses."""
        return self.library.with_name(f"{self.library.stem}.studio")

    def open_library(self) -> Library:
        """Open the library; it is made if it is not there."""
        return Library(self.library)
