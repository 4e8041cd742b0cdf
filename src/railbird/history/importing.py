"""Reading a file into the library: its hands, or the tournaments of a summary file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from railbird.history.files import read_hands
from railbird.history.formats.base import Ignore, Problem, ignore_nothing
from railbird.history.library import Library, file_digest
from railbird.history.summaries import read_summaries

_TEXTS = 1000
"""Refused hands whose texts are kept in memory before they are written."""


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """What a file had: hands, or the tournaments of a summary.

    ``added`` and ``known`` count hands, or tournaments if there are ``summaries``. The problems
    are without the texts of the hands, which are in the library.
    """

    added: int
    known: int
    problems: list[Problem]
    summaries: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether the file holds nothing, not even a hand that cannot be read."""
        return not (self.problems or self.added or self.known or self.summaries)


def import_file(
    library: Library,
    path: Path,
    *,
    name: str | None = None,
    source: str | None = None,
    format: str | None = None,  # noqa: A002
    ignore: Ignore = ignore_nothing,
    progress: Callable[[float], None] | None = None,
) -> ImportedFile:
    """Read a file into a library. No hand is added twice, so an interrupted import resumes.

    Parameters
    ----------
    library, path
        Where the hands go, and the file.
    name, source
        What the file is called in problems, and in the library; by default its path.
    format
        The file's format; it is recognised by default.
    ignore
        Called with what is ignored in a hand that is read.
    progress
        Called now and then with the fraction that is done.
    """
    problems: list[Problem] = []
    texts: list[Problem] = []
    shown = name or str(path)

    def refuse(problem: Problem) -> None:
        problems.append(replace(problem, text=""))
        texts.append(problem)
        if len(texts) >= _TEXTS:
            keep()

    def keep() -> None:
        library.refuse(texts, digest=digest)
        texts.clear()

    summaries = read_summaries(path, name=shown, on_problem=problems.append)
    if summaries is not None:
        new = library.add_summaries(summaries)
        return ImportedFile(new, len(summaries) - new, problems, len(summaries))
    hands = read_hands(
        path, format=format, name=shown, on_problem=refuse, ignore=ignore, progress=progress
    )
    digest = file_digest(path)
    again = library.is_read(digest)
    found = library.add(hands, source=source or str(path.resolve()), digest=digest)
    if again:  # what was refused then is said again
        problems += [replace(p, file=shown, text="") for p in library.refused(digest=digest)]
        return ImportedFile(found.added, found.known, problems)
    keep()
    known = _known(library, digest) if problems else []
    problems = [p for p in problems if (p.first, p.line, p.reason) not in known]
    return ImportedFile(found.added, found.known + len(known), problems)


def _known(library: Library, digest: str) -> list[tuple[int, int, str]]:
    """The refusals of a file whose hands the library has from elsewhere: it forgets them."""
    return [(p.first, p.line, p.reason) for p in library.forget_known(digest=digest)]
