"""Interrupts that are not lost in a clean-up."""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_SECONDS_UNTIL_AGAIN = 0.05


def repeat_lost_interrupts(number: int) -> None:
    """From now on send signal ``number`` again whenever its ``KeyboardInterrupt`` is dropped.

    Python runs the handler of a signal wherever it is. In an object's ``__del__``, which may run
    at any time, it prints the exception with a traceback and goes on as if nothing had come.
    """
    report = sys.unraisablehook

    def hook(lost: UnraisableHookArgs) -> None:
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            report(lost)
            return
        again = threading.Timer(_SECONDS_UNTIL_AGAIN, os.kill, (os.getpid(), number))
        again.daemon = True
        again.start()

    sys.unraisablehook = hook
