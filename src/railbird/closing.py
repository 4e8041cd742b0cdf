"""The base class of objects that a ``with`` block uses and closes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self


class Closing(ABC):
    """Closed at the end of a ``with`` block, abandoned if the block ends in an exception."""

    @abstractmethod
    def close(self) -> None:
        """Finish the work and release resources."""

    def abandon(self) -> None:
        """Release resources after an error; the work may be half done."""
        self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()
        else:
            self.abandon()
