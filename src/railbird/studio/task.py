"""A job, as the process that does it sees it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from railbird.studio.settings import StudioSettings
from railbird.studio.store import StudioStore

_SECONDS_BETWEEN = 0.2
"""Progress is written this often at most."""


class CancelledError(Exception):
    """The job is no longer to be done."""


@dataclass
class Task:
    """A job, as the process that does it sees it."""

    id: int
    asked: dict[str, Any]
    settings: StudioSettings
    store: StudioStore
    _noted: float = field(default=0.0, repr=False)

    def progress(self, done: float) -> None:
        """Note how much is done, from 0 to 1."""
        if time.monotonic() - self._noted < _SECONDS_BETWEEN:
            return
        self._noted = time.monotonic()
        if not self.store.note_progress(self.id, min(max(done, 0.0), 1.0)):
            raise CancelledError
