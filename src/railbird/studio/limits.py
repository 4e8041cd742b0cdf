"""How large the body of a request may be."""

from __future__ import annotations

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from railbird.errors import InputError

MOST_JSON = 1 << 20
"""Bytes of a request that is not an upload."""
UPLOADS = "/api/imports"
_EMPTY = frozenset({"GET", "HEAD", "OPTIONS"})


class TooLargeError(InputError):
    """The body of a request is too large."""

    def __init__(self, most: int) -> None:
        shown = f"{most >> 20} MB" if most >= 1 << 20 else f"{most:,} bytes"
        super().__init__(f"this is larger than {shown}, the most that is taken: send less")


class BodyLimit:
    """Refuses bodies that are too large, as they come. The upload looks after its own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its whole body, or refuse it."""
        if scope["type"] != "http" or scope["method"] in _EMPTY or scope["path"] == UPLOADS:
            await self._app(scope, receive, send)
            return
        parts: list[bytes] = []
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return  # the client is gone
            parts.append(message.get("body", b""))
            more = message.get("more_body", False)
            if sum(map(len, parts)) > MOST_JSON:
                refusal = JSONResponse({"error": str(TooLargeError(MOST_JSON))}, 413)
                await refusal(scope, receive, send)
                return
        whole: list[Message] = [{"type": "http.request", "body": b"".join(parts)}]

        async def receive_whole() -> Message:
            return whole.pop() if whole else await receive()

        await self._app(scope, receive_whole, send)
