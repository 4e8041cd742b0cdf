"""Ctrl-C that is not lost.

A compiler or a clean-up may swallow the exception of Ctrl-C, or raise another one instead. So it
is remembered, and long work asks now and then.
"""

from __future__ import annotations

import signal

from railbird.compute.interrupts import repeat_lost_interrupts


class _Interrupts:
    came = False

    def __call__(self, *_: object) -> None:
        self.came = True
        raise KeyboardInterrupt


_INTERRUPTS = _Interrupts()


def watch_interrupts() -> None:
    """Remember Ctrl-C from now on, unless this process ignores it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _INTERRUPTS)
        repeat_lost_interrupts(signal.SIGINT)


def was_interrupted() -> bool:
    """Whether there was a Ctrl-C."""
    return _INTERRUPTS.came


def raise_interrupt() -> None:
    """Raise `KeyboardInterrupt` if there was a Ctrl-C: somebody has swallowed it."""
    if _INTERRUPTS.came:
        raise KeyboardInterrupt
