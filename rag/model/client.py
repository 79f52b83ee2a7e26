"""The HTTP client of all calls to models: it goes where it is sent, ends when told, and hands on plain answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from threading import current_thread
from typing import Any

import httpx
import openai

from rag.model.dialects import looks_streamed, plain_body, plain_events
from rag.model.faults import AnsweredWholeError, NotAnAnswerError, NothingSaidError
from rag.model.wire import Call

HERE = ("localhost", "127.0.0.1", "[::1]")
_OF_THE_BODY = ("content-length", "transfer-encoding")


def http_client(timeout: float, proxy: str = "") -> httpx.Client:
    """A client whose calls can be hung up on; `timeout` (seconds) bounds every single wait of it.

    It keeps no connection open, follows no redirect and takes no proxy from the environment: nothing is sent to a host
    that no setting names. Addresses on this machine are asked directly.
    """

    def way(through: str) -> _Plain:
        limits = httpx.Limits(max_keepalive_connections=0)
        return _Plain(httpx.HTTPTransport(limits=limits, proxy=through or None))

    return httpx.Client(
        timeout=timeout,
        follow_redirects=False,
        transport=way(proxy),  # one that is given keeps the client from looking for proxies itself
        mounts={f"all://{host}": way("") for host in HERE} if proxy else None,
        event_hooks={"request": [_watch]},
    )


def _watch(request: httpx.Request) -> None:
    call = current_thread()
    if isinstance(call, Call):
        request.extensions = {**request.extensions, "trace": call.watch}


class _Plain(httpx.BaseTransport):
    """Hands on the answers to chats in the one dialect that the openai client knows."""

    def __init__(self, inner: httpx.BaseTransport) -> None:
        self._inner = inner

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send, and put a good answer into plain form; raise what is none, for the client would not notice."""
        chat = request.url.path.endswith("/chat/completions")
        if chat:
            request.headers["accept-encoding"] = "identity"
        response = self._inner.handle_request(request)
        if not chat or response.status_code != 200 or "content-encoding" in response.headers:
            return response
        try:
            return _plain(response, request)
        except BaseException:
            response.close()
            raise

    def close(self) -> None:
        """Close the connections."""
        self._inner.close()


class _Events(httpx.SyncByteStream):
    """A stream of events in plain form."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        return plain_events(self._stream)

    def close(self) -> None:
        self._stream.close()


def _plain(response: httpx.Response, request: httpx.Request) -> httpx.Response:
    kind = response.headers.get("content-type", "")
    headers = [(name, value) for name, value in response.headers.items() if name not in _OF_THE_BODY]
    if "html" in kind:
        raise NotAnAnswerError("The endpoint sent a web page.")
    if "json" not in kind:
        return httpx.Response(200, headers=headers, stream=_Events(response.stream), extensions=response.extensions)
    data = response.read()
    if looks_streamed(data):
        return httpx.Response(200, headers=headers, stream=_Events(httpx.ByteStream(data)))
    return httpx.Response(200, headers=headers, json=_whole(data, request))


def _whole(data: bytes, request: httpx.Request) -> Any:
    """The body of an answer in one piece. Raises what is wrong with it."""
    try:
        body = json.loads(data or b"{}")
        streamed = bool(json.loads(request.content).get("stream"))
    except ValueError as error:
        raise NotAnAnswerError("The endpoint sent broken JSON.") from error
    body = plain_body(body) if isinstance(body, dict) else {}
    inner = body.get("error")
    if inner:
        said = inner.get("message") if isinstance(inner, dict) else inner
        raise openai.APIError(str(said), request, body=inner if isinstance(inner, dict) else {"message": str(inner)})
    if not body.get("choices"):
        raise NothingSaidError("The endpoint sent no choices.")
    if streamed:
        raise AnsweredWholeError("The endpoint answered in one piece.")
    return body
