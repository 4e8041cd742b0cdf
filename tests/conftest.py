"""Settings for all tests."""

from __future__ import annotations

import signal

# in the background of a shell, the tests and the programs they start would ignore Ctrl-C
signal.signal(signal.SIGINT, signal.default_int_handler)
