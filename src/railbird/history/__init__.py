"""Hand-history formats, the one `Hand` record, and the library that hands are kept in."""

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
