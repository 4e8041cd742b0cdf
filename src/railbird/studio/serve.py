"""Serving the studio: one server for each library, on a port that is free, until Ctrl-C."""

from __future__ import annotations

import errno
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import uvicorn

from railbird.compute.locks import lock_file
from railbird.errors import OptionError
from railbird.studio.app import create_app
from railbird.studio.memory import use_few_heaps
from railbird.studio.settings import StudioSettings

_SECONDS_TO_END = 2
_ELSEWHERE = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}
"""Hosts that stand for all addresses, and an address of nobody, the way to which shows ours."""


def serve(settings: StudioSettings, *, ready: Callable[[str], None]) -> None:
    """Serve until Ctrl-C. ``ready`` is called with the address once requests are answered."""
    use_few_heaps()
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns of clients that are gone
    with _listening(settings) as listener, _only_server(settings, address(settings)):
        config = uvicorn.Config(
            create_app(settings),
            log_level="error",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_SECONDS_TO_END,
        )
        with suppress(KeyboardInterrupt):  # raised once more when all is closed
            _Server(config, lambda: ready(address(settings))).run(sockets=[listener])


def address(settings: StudioSettings) -> str:
    """The address to open, from here and elsewhere; it holds the token if there is one."""
    host = _own_address(settings.host) if settings.host in _ELSEWHERE else settings.host
    shown = f"[{host}]" if ":" in host else host
    token = "" if settings.token is None else f"?token={settings.token}"
    return f"http://{shown}:{settings.port}/{token}"


def _own_address(host: str) -> str:
    """The address of this machine in its network, for a host that stands for all addresses."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as way:
            way.connect((_ELSEWHERE[host], 9))  # nothing is sent
            return str(way.getsockname()[0])
    except OSError:  # no network: its name is the best that there is
        return socket.gethostname()


class _Server(uvicorn.Server):
    """Tells when it has started."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


@contextmanager
def _listening(settings: StudioSettings) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # with the protocol named, small answers are sent at once and do not wait 40 ms for more
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((settings.host, settings.port))
            listener.listen(128)
        except OSError as error:
            raise _cannot_listen(settings, error) from None
        yield listener


def _cannot_listen(settings: StudioSettings, error: OSError) -> OptionError:
    if error.errno == errno.EADDRINUSE:
        return OptionError(
            f"port {settings.port} is in use, perhaps by another studio: choose another, such as "
            f"--port {settings.port + 1 if settings.port < 65535 else settings.port - 1}"
        )
    if error.errno == errno.EACCES:
        return OptionError(f"--port {settings.port} is reserved: choose one above 1023")
    why = error.strerror or "unknown"
    return OptionError(f"--host {settings.host} cannot be listened on ({why}): choose another")


@contextmanager
def _only_server(settings: StudioSettings, here: str) -> Iterator[None]:
    """Hold the lock of a library's studio, so that no job has two masters."""
    path = settings.folder / "server"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+", encoding="utf-8")
    except OSError as error:
        raise OptionError(
            f"the studio's folder {path.parent} cannot be written: {error.strerror}"
        ) from None
    lock_file(file, path, busy=_busy(settings.library, path))
    with file:
        file.truncate(0)
        file.write(here.partition("?")[0])
        file.flush()
        yield


def _busy(library: Path, path: Path) -> str:
    where = path.read_text(encoding="utf-8")
    at = f" at {where}" if where else ""
    return f"the studio of {library} is open already{at}: use that one, or end it first"
