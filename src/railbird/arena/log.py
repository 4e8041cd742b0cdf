"""The log of a match: hands in our own format, a line each, written as they are played.

A process that is killed loses at most the line it was writing; the next one cuts that off and goes
on behind the last whole line.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

from railbird.errors import HistoryError, InputError
from railbird.history.own import OwnFormat
from railbird.table.hand import Hand


class MatchLog:
    """An open log; ``played`` are the hands that were there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._format = OwnFormat()
        self.played: list[Hand] = []
        end = 0
        if path.exists():
            with path.open("rb") as file:
                for number, line in enumerate(file, 1):
                    if not line.endswith(b"\n"):
                        break  # the process was killed here
                    text = line.decode(errors="surrogateescape").rstrip("\n")
                    try:
                        self.played.append(self._format.read([(number, text)]))
                    except InputError as error:
                        raise HistoryError(
                            f"{path}:{number} is no hand of a match ({error}): choose another log"
                        ) from error
                    end += len(line)
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("ab")
        self._file.truncate(end)

    def add(self, hand: Hand) -> None:
        """Write a hand; when this returns, the system has it."""
        self._file.write(self._format.write(hand).encode(errors="surrogateescape"))
        self._file.flush()

    def __enter__(self) -> MatchLog:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
