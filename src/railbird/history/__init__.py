"""Hand-history formats, the `Hand` record, and the library that stores hands."""

from railbird.history.files import FORMATS, find_format, read_hands, write_hands
from railbird.history.formats.base import Format, Problem
from railbird.history.library import Import, KeptMatch, Library, MatchInfo, Query, Recorder

__all__ = [
    "FORMATS",
    "Format",
    "Import",
    "KeptMatch",
    "Library",
    "MatchInfo",
    "Problem",
    "Query",
    "Recorder",
    "find_format",
    "read_hands",
    "write_hands",
]
