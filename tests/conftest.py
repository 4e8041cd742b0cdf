"""What holds for all tests."""

from __future__ import annotations

import signal

# in the background of a shell the tests, and all programs that they start, would be deaf to Ctrl-C
signal.signal(signal.SIGINT, signal.default_int_handler)
