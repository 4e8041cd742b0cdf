"""The dealer's side of a player's connection."""

from __future__ import annotations

import socket
import time

from railbird.players.acpc.wire import LONGEST_LINE


class Peer:
    """A player's connection and the time they have used; without a socket it is closed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.socket: socket.socket | None = None
        self.used_in_match = 0.0
        self.used_in_hand = 0.0
        self._buffer = bytearray()
        self._skipping = False

    def meet(self, connection: socket.socket) -> None:
        """Start using a new connection."""
        if connection.family != getattr(socket, "AF_UNIX", None):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket = connection
        self._buffer.clear()
        self._skipping = False

    def leave(self) -> None:
        """Close the connection, if there is one."""
        if self.socket is not None:
            self.socket.close()
            self.socket = None

    def charge(self, started: float) -> None:
        """Charge the player for the time since then."""
        used = time.monotonic() - started
        self.used_in_hand += used
        self.used_in_match += used

    def send(self, line: str, limit: float) -> None:
        """Send a line; raise `OSError` on failure."""
        if self.socket is not None:
            self.socket.settimeout(limit)
            self.socket.sendall(line.encode() + b"\r\n")

    def line(self, deadline: float) -> str:
        """The next line, or the start of one that is too long; `OSError` on a timeout."""
        buffer = self._buffer
        while True:
            end = buffer.find(b"\n")
            stop = end if end >= 0 else len(buffer)
            if end >= 0 or stop > LONGEST_LINE:
                line = bytes(buffer[: min(stop, LONGEST_LINE)])
                del buffer[: stop + 1]
                rest, self._skipping = self._skipping, end < 0
                if not rest:
                    return line.decode("ascii", errors="replace").rstrip("\r")
                continue
            left = deadline - time.monotonic()
            if left <= 0 or self.socket is None:
                raise TimeoutError
            self.socket.settimeout(left)
            data = self.socket.recv(65536)
            if not data:
                raise ConnectionError
            buffer += data
