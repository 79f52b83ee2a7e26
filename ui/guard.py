"""What the web server refuses and forbids: the page moves no files and needs no other host."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

# The web framework's routes for files, uploads, fetching other hosts and editing the page; none is needed.
_REFUSED = re.compile(r"/(?:file[=/]|upload|proxy=|process_recording|vibe-|undo-vibe|deep_link|stream/)")

_HEADERS = {
    # Inline scripts and `eval` are the framework's own. No other host can be reached, by anything.
    "content-security-policy": (
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


class Guard:
    """An ASGI layer around the page."""

    def __init__(self, app: Application) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the routes for files with 403; add headers that forbid other hosts to the rest."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif _REFUSED.search(scope["path"]):
            await _refuse(send)
        else:
            await self.app(scope, receive, _with_headers(send))


def _with_headers(send: Send) -> Send:
    async def forward(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            headers += [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
            message = {**message, "headers": headers}
        await send(message)

    return forward


async def _refuse(send: Send) -> None:
    body = b"This page serves and takes no files."
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
