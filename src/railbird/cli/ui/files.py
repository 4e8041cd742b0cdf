"""Files that a command is asked to write: looked at before the work, not after it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from railbird.errors import OptionError


def check_files(wanted: Mapping[str, Path | None]) -> dict[str, Path]:
    """The files asked for, by option; refused if one of them cannot be written.

    Parameters
    ----------
    wanted
        A path for each option, or None where it was not given.
    """
    given = {option: path for option, path in wanted.items() if path is not None}
    options: dict[Path, str] = {}
    for option, path in given.items():
        if str(path) == "-":
            raise OptionError(f"{option} -: this is written to a file: name one")
        if path.is_dir():
            raise OptionError(f"{option} {path} is a folder: name a file")
        if not path.parent.is_dir():
            raise OptionError(f"{option} {path}: there is no folder {path.parent}: create it first")
        same = options.setdefault(path.resolve(), option)
        if same != option:
            raise OptionError(f"{same} and {option} name the same file {path}: name two files")
    return given
