"""Where the library is, and how the library knows a file again."""

from __future__ import annotations

import hashlib
from pathlib import Path


def default_path() -> Path:
    """The default place of the library: the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("railbird", appauthor=False) / "library.db"


def file_digest(path: Path) -> str:
    """Digest of a file's content."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
