"""The one base of things that are used with ``with`` and closed at its end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self


class Closing(ABC):
    """Closed at the end of a ``with`` block, abandoned if the block ends in an exception."""

    @abstractmethod
    def close(self) -> None:
        """Finish the work and free what is held."""

    def abandon(self) -> None:
        """Free what is held after something went wrong; the work may be half done."""
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
