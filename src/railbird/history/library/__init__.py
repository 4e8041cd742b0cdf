"""The library: all hands in one SQLite file, their matches, and the recorder that adds them."""

from railbird.history.library.files import default_path, file_digest
from railbird.history.library.find import find_match, find_player, newest_match
from railbird.history.library.matches import KeptMatch, MatchInfo, MatchKind
from railbird.history.library.query import Query
from railbird.history.library.recorder import Recorder
from railbird.history.library.store import (
    Import,
    Library,
    Neighbours,
)

__all__ = [
    "Import",
    "KeptMatch",
    "Library",
    "MatchInfo",
    "MatchKind",
    "Neighbours",
    "Query",
    "Recorder",
    "default_path",
    "file_digest",
    "find_match",
    "find_player",
    "newest_match",
]
