"""Columns of a match that grow chunk by chunk, without a Python object for each game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar, overload

import numpy as np
import numpy.typing as npt

T = TypeVar("T", bound=np.generic)

FIRST_ROWS = 4096
GROWTH = 1.06
"""Factor by which an array grows. It is small: growing is cheap, and all room is in memory."""


class GrowingArray(Generic[T]):
    """An array of rows that grows in place, so there is never a second copy.

    Examples
    --------
    >>> column = GrowingArray((2,), np.int8)
    >>> column.append(np.array([[1, 2], [3, 4]], dtype=np.int8))
    >>> column.finish().tolist()
    [[1, 2], [3, 4]]
    """

    def __init__(self, shape: tuple[int, ...], dtype: type[T]) -> None:
        self._rows: npt.NDArray[T] = np.zeros((0, *shape), dtype=dtype)
        self._count = 0

    def append(self, rows: npt.NDArray[T]) -> None:
        """Add some rows, of the same shape as the others."""
        end = self._count + len(rows)
        if end > len(self._rows):
            room = max(end, FIRST_ROWS, int(len(self._rows) * GROWTH))
            # nobody else has a reference to the array
            self._rows.resize((room, *self._rows.shape[1:]), refcheck=False)
        self._rows[self._count : end] = rows
        self._count = end

    @property
    def rows(self) -> npt.NDArray[T]:
        """The rows so far. Do not keep them while more are appended."""
        return self._rows[: self._count]

    def finish(self) -> npt.NDArray[T]:
        """All rows. Do not append any more after this."""
        self._rows.resize((self._count, *self._rows.shape[1:]), refcheck=False)
        return self._rows


class TextColumn(Sequence[str]):
    """Short texts, stored one after the other: a match of 400,000 games takes a few megabytes.

    Examples
    --------
    >>> texts = TextColumn(["12", "", "x/3"])
    >>> len(texts), texts[-1], list(texts)
    (3, 'x/3', ['12', '', 'x/3'])
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._bytes = bytearray()
        self._ends: GrowingArray[np.uint32] = GrowingArray((), np.uint32)
        self._count = 0
        self.extend(texts)

    def extend(self, texts: Iterable[str]) -> None:
        """Add some texts."""
        some = [text.encode("utf-8", "surrogatepass") for text in texts]
        ends = np.cumsum([len(text) for text in some], dtype=np.uint32) + len(self._bytes)
        self._bytes += b"".join(some)
        self._ends.append(ends.astype(np.uint32))
        self._count += len(some)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(index)
        ends = self._ends.rows
        begin = int(ends[place - 1]) if place else 0
        return self._bytes[begin : int(ends[place])].decode("utf-8", "surrogatepass")
