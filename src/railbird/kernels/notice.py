"""The notice that kernels are being compiled, which a command gives once.

This module is apart from `railbird.kernels.jit`, which loads the compiler.
"""

from __future__ import annotations

import sys

_TEXT = (
    "railbird: compiling kernels for this machine "
    "(first use only, at most half a minute in all; later starts use the cache)"
)


class Notice:
    """A text that is shown once.

    Attributes
    ----------
    is_given : bool
        Whether this process has shown it, or leaves it to another one.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.is_given = False

    def give(self) -> None:
        """Show it on stderr, unless it has been shown."""
        if not self.is_given:
            self.is_given = True
            print(self.text, file=sys.stderr, flush=True)


COMPILING = Notice(_TEXT)
