"""The log of a match: hands in our own format, one per line, written as they are played.

A process that is killed loses at most the line it was writing. The next one cuts that line off and
continues after the last complete line.

The log has its hands in order. Another process may play a rotation before its turn. Its hands wait
in a file beside the log, ``LOG.part1`` and so on. They move into the log when all hands before them
are there, so the log does not depend on which process played what. Forfeits, if any, are in
``LOG.forfeits``. An open log is locked: another process cannot resume the match at the same time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from railbird.arena.forfeits import Forfeit
from railbird.closing import Closing
from railbird.compute.locks import lock_file
from railbird.errors import HistoryError, InputError, OptionError
from railbird.history.formats.railbird import OwnFormat
from railbird.table.hand import Hand

_FORMAT = OwnFormat()


class _HandFile:
    """Hands in a file, which does not change until one is added.

    ``hands`` are those already in the file, which counts as ending after ``most`` of them.
    """

    def __init__(self, path: Path, most: int | None) -> None:
        self.path = path
        self.hands: list[Hand] = []
        self.size = 0
        self._file: BinaryIO | None = None
        if path.exists():
            with path.open("rb") as file:
                for number, line in enumerate(file, 1):
                    if not line.endswith(b"\n") or (most is not None and number > most):
                        break  # the process was killed here
                    text = line.decode(errors="surrogateescape").rstrip("\n")
                    try:
                        self.hands.append(_FORMAT.read([(number, text)]))
                    except InputError as error:
                        raise HistoryError(
                            f"{path}:{number} is not a match hand ({error}): choose another log"
                        ) from error
                    self.size += len(line)
        self.count = len(self.hands)

    def write(self, lines: bytes, count: int) -> None:
        """Add lines; they are flushed to the system on return."""
        if self._file is None:
            self._file = self.path.open("ab")
            self._file.truncate(self.size)
        self._file.write(lines)
        self._file.flush()
        self.size += len(lines)
        self.count += count

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def forfeit_file(log: Path) -> Path:
    """The file beside a log that keeps its forfeits, if there were any."""
    return log.parent / f"{log.name}.forfeits"  # a folder such as "." has no name


def read_forfeits(log: Path) -> list[Forfeit]:
    """The forfeits beside a log; the last hands may not have reached the log."""
    file = forfeit_file(log)
    found: dict[int, list[Forfeit]] = {}
    if file.exists():
        for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                hand, what = json.loads(line)
                lost = [Forfeit(int(hand), str(player), str(why)) for player, why in what]
            except (ValueError, TypeError):
                continue  # the process was killed here: the hand will be played again
            found[hand] = lost  # replaces the earlier entry if the hand was played again
    return [each for lost in found.values() for each in lost]


class MatchLog(Closing):
    """The open log of a match with the given numbers of deals and rotations.

    ``played`` and ``forfeits`` come from an earlier run: the first hands of each rotation.
    """

    def __init__(self, path: Path, *, deals: int, rotations: int = 1) -> None:
        self.path = path
        self._deals = deals
        if not path.parent.is_dir():
            raise OptionError(f"the log {path}: there is no folder {path.parent}: create it first")
        if path.suffix == ".gz":
            raise OptionError(
                f"the log {path} cannot be compressed, as a match resumes from its last line: "
                f"name it {path.with_suffix('')}"
            )
        self._is_new = not path.exists()
        self._lock = path.open("ab")
        lock_file(self._lock, path)
        try:
            self._read(rotations)
        except BaseException:
            self._lock.close()
            raise

    def _read(self, rotations: int) -> None:
        """Read what an earlier run has left."""
        path, deals = self.path, self._deals
        waiting = [r for r in range(1, rotations) if self._part(r).exists()]
        # a process killed while it moves a part leaves hands in both files
        self._log = _HandFile(path, waiting[0] * deals if waiting else None)
        self._parts = {r: _HandFile(self._part(r), None) for r in waiting}
        self.played = list(self._log.hands)
        for part in self._parts.values():
            self.played += part.hands
        self._forfeit_path = forfeit_file(path)
        played = {hand.number for hand in self.played}
        self.forfeits = [each for each in read_forfeits(path) if str(each.hand) in played]

    def _part(self, rotation: int) -> Path:
        return self.path.with_name(f"{self.path.name}.part{rotation}")

    def add(self, hand: Hand) -> None:
        """Write a hand; it is flushed to the system on return."""
        self._take_in()
        rotation = int(hand.number) // self._deals
        file = self._log
        if rotation != file.count // self._deals:
            if rotation not in self._parts:
                self._parts[rotation] = _HandFile(self._part(rotation), None)
            file = self._parts[rotation]
        file.write(_FORMAT.write(hand).encode(errors="surrogateescape"), 1)

    def _take_in(self) -> None:
        """Move the parts whose turn has come to the end of the log."""
        while self._log.count % self._deals == 0:
            part = self._parts.pop(self._log.count // self._deals, None)
            if part is None:
                return
            part.close()
            self._log.write(part.path.read_bytes()[: part.size], part.count)
            part.path.unlink()

    def add_forfeits(self, forfeits: Sequence[Forfeit]) -> None:
        """Write the forfeits of a hand; call this before the hand is added."""
        what = [[forfeit.player, forfeit.reason] for forfeit in forfeits]
        with self._forfeit_path.open("a", encoding="utf-8") as file:
            # a killed process may have left the previous line incomplete
            file.write(f"\n{json.dumps([forfeits[0].hand, what])}")

    def close(self) -> None:
        """Move complete parts to the log and close the files."""
        self._take_in()
        self.abandon()

    def abandon(self) -> None:
        """Close the files as they are, so that the match can resume."""
        for file in (self._log, *self._parts.values()):
            file.close()
        if self._is_new and not self._log.size:
            with suppress(OSError):  # Windows does not remove open files
                self.path.unlink()
        self._lock.close()
