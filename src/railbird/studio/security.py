"""Who may use the studio: this machine only, or whoever knows the token; and a strict page policy.

A page of another site must not use the studio through the user's browser. The Host of a request
must therefore be ours (a foreign name that resolves to this machine is refused), and its Origin,
where the browser tells it, must be the studio itself.
"""

from __future__ import annotations

import ipaddress
import logging
import secrets
import socket
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from railbird.errors import OptionError
from railbird.history.library.trouble import in_words
from railbird.studio.settings import StudioSettings

_log = logging.getLogger(__name__)

COOKIE = "railbird_token"
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_OURS = frozenset({"localhost", "127.0.0.1", "::1"})
_ANY = frozenset({"0.0.0.0", "::", ""})


def is_loopback(host: str) -> bool:
    """Whether a host is this machine as only it can see it.

    Examples
    --------
    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def token_for(host: str, *, expose: bool) -> str | None:
    """A new token for a host that other machines can reach, None for this machine only."""
    if is_loopback(host):
        if expose:
            raise OptionError(
                f"--expose and --host {host} contradict each other: this host is only for this "
                f"machine; give the address that others are to use, or 0.0.0.0 for all"
            )
        return None
    if not expose:
        raise OptionError(
            f"--host {host} lets other machines in: add --expose to allow that; they will need "
            f"the token that is then printed"
        )
    return secrets.token_urlsafe(24)


class Guard:
    """Refuses requests that are not from the studio's own page or an invited client."""

    def __init__(self, app: ASGIApp, settings: StudioSettings) -> None:
        self._app = app
        self._token = settings.token
        self._hosts = _OURS | {settings.host.lower()}
        self._any_address = settings.host in _ANY
        if settings.token is not None:
            self._hosts |= {socket.gethostname().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        has_begun = False

        async def send_safely(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refusal = self._refusal(scope)
        try:
            await (refusal or self._app)(scope, receive, send_safely)
        except ClientDisconnect:
            return  # nobody is there to be told
        except Exception as error:  # a fault of ours: answered here, so that it has our headers
            if has_begun:
                raise
            _log.exception("the studio failed at %s %s", scope["method"], scope["path"])
            said = _no(500, f"the studio failed at this ({in_words(error)}): it is a fault of ours")
            await said(scope, receive, send_safely)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(_name(host)):
            return _no(
                403, f"the host {host[:80]!r} is not this studio: use the address it printed"
            )
        origin = headers.get("origin")
        if origin is not None and _place(origin) != host.lower():
            return _no(403, f"the page {origin[:80]!r} is not of this studio: it may not use it")
        if headers.get("sec-fetch-site") == "cross-site" and scope["path"].startswith("/api/"):
            return _no(403, "a page of another site may not use this studio")
        return None if self._token is None else self._ask_token(scope, headers)

    def _is_ours(self, name: str) -> bool:
        if name in self._hosts:
            return True
        if not self._any_address:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def _ask_token(self, scope: Scope, headers: Headers) -> Response | None:
        given = headers.get("authorization", "").removeprefix("Bearer ")
        if self._knows(given) or self._knows(_cookie(headers)):
            return None
        query = parse_qs(scope["query_string"].decode("latin-1"))
        if scope["method"] == "GET" and self._knows(query.get("token", [""])[0]):
            into = RedirectResponse("/", status_code=303)  # the token leaves the address
            into.set_cookie(COOKIE, self._token or "", httponly=True, samesite="strict")
            return into
        return _no(401, "this studio needs its token: open the address that it printed")

    def _knows(self, given: str) -> bool:
        return secrets.compare_digest(given.encode(), (self._token or "").encode())


def _name(host: str) -> str:
    """The name in a Host header, without the port.

    Examples
    --------
    >>> _name("localhost:8470"), _name("[::1]:8470"), _name("evil.example")
    ('localhost', '::1', 'evil.example')
    """
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _place(origin: str) -> str:
    """Host and port of an origin; empty if it has none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return "" if found is None else found.value


def _no(status: int, why: str) -> JSONResponse:
    return JSONResponse({"error": why}, status)
