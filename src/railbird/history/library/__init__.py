"""The library: all hands in one SQLite file."""

from railbird.history.library.store import Import, KeptMatch, Library, Query

__all__ = ["Import", "KeptMatch", "Library", "Query"]
