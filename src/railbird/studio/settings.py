"""Where a studio keeps its things, and who may use it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path

from railbird.history.library import Library
from railbird.studio.kept import KeptOpen
from railbird.studio.store import StudioStore

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

    _libraries: KeptOpen[Library] | None = field(default=None, repr=False, compare=False)
    _stores: KeptOpen[StudioStore] | None = field(default=None, repr=False, compare=False)

    @property
    def folder(self) -> Path:
        """The studio's folder: its database, uploads and analyses."""
        return self.library.with_name(f"{self.library.stem}.studio")

    @property
    def store_path(self) -> Path:
        """The file of what the studio remembers."""
        return StudioStore.file(self.folder)

    def open_library(self) -> AbstractContextManager[Library]:
        """Open the library; it is made if it is not there."""
        return Library(self.library) if self._libraries is None else self._libraries.lent()

    def open_store(self) -> AbstractContextManager[StudioStore]:
        """Open what the studio remembers."""
        return StudioStore(self.folder) if self._stores is None else self._stores.lent()

    def keeping_open(self) -> StudioSettings:
        """The same settings for a server: what it opens stays open until `close`."""
        return replace(
            self,
            _libraries=KeptOpen(self.library, lambda: Library(self.library, any_thread=True)),
            _stores=KeptOpen(self.store_path, lambda: StudioStore(self.folder, any_thread=True)),
        )

    def close(self) -> None:
        """Close what was kept open."""
        for kept in (self._libraries, self._stores):
            if kept is not None:
                kept.close()
