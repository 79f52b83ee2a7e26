"""Calls that end on time: each runs in a thread of its own, is read through a queue and can be hung up on."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from contextvars import copy_context
from queue import Empty, SimpleQueue
from threading import Event, Thread, current_thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rag.model.faults import AnsweredWholeError, NotAnAnswerError, NothingSaidError

if TYPE_CHECKING:
    import httpx

Item = TypeVar("Item")


class Call(Thread, Generic[Item]):
    """Runs `start` and what it returns to the end, in the background.

    The thread is a daemon: one that cannot be stopped is left behind, and nobody waits for it.
    """

    def __init__(self, start: Callable[[], Iterable[Item]]) -> None:
        super().__init__(daemon=True, name="footnoted-call")
        self._start_call = start
        self._context = copy_context()
        self._queue: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        self._over = Event()
        self._sockets: list[socket.socket] = []

    def run(self) -> None:
        """Fill the queue; ends with one `end` or one `error`."""
        try:
            self._context.run(self._fill)
        except BaseException as error:  # an error lost in a thread would leave the reader waiting
            self._queue.put(("error", error))
        else:
            self._queue.put(("end", None))

    def _fill(self) -> None:
        for item in self._start_call():
            if self._over.is_set():
                return
            self._queue.put(("item", item))

    def items(self, deadline: float) -> Iterator[Item]:
        """Start, and yield what comes until `deadline` (of `time.monotonic`); hangs up when it is left early.

        Raises TimeoutError at the deadline, and whatever the call raises.
        """
        self.start()
        try:
            while True:
                kind, value = self._next(deadline)
                if kind == "error":
                    try:
                        raise value
                    finally:
                        del value  # or the error and this frame would keep each other, and the open stream with them
                if kind == "end":
                    return
                yield value
        finally:
            self.hang_up()

    def _next(self, deadline: float) -> tuple[str, Any]:
        try:
            return self._queue.get(timeout=max(0.0, deadline - monotonic()))
        except Empty:
            raise TimeoutError("The time limit of the call is reached.") from None

    def hang_up(self) -> None:
        """End the call now: a read that waits for the other side returns at once."""
        self._over.set()
        if self.is_alive():
            for connection in self._sockets:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)

    def watch(self, event: str, info: Mapping[str, Any]) -> None:
        """Remember the connections this call opens (an httpcore trace function)."""
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            connection = info["return_value"].get_extra_info("socket")
            if isinstance(connection, socket.socket):
                self._sockets.append(connection)


def http_client(timeout: float) -> httpx.Client:
    """A client whose calls can be hung up on; `timeout` (seconds) bounds every single wait of it.

    It keeps no connection open and follows no redirect: nothing is sent to a host that no setting names.
    """
    import httpx
    import openai

    return openai.DefaultHttpxClient(
        timeout=timeout,
        follow_redirects=False,
        limits=httpx.Limits(max_keepalive_connections=0),
        event_hooks={"request": [_watch], "response": [_expect_answer]},
    )


def _watch(request: httpx.Request) -> None:
    call = current_thread()
    if isinstance(call, Call):
        request.extensions = {**request.extensions, "trace": call.watch}


def _expect_answer(response: httpx.Response) -> None:
    """Raise what a good answer holds that is no stream or has no choices: the client would not notice."""
    kind = response.headers.get("content-type", "")
    if response.status_code != 200 or not response.request.url.path.endswith("/chat/completions"):
        return
    if "html" in kind:
        raise NotAnAnswerError("The endpoint sent a web page.")
    if "json" not in kind:
        return
    try:
        body = json.loads(response.read() or b"{}")
        asked = json.loads(response.request.content)
    except json.JSONDecodeError as error:
        raise NotAnAnswerError("The endpoint sent broken JSON.") from error
    _raise_from(body if isinstance(body, dict) else {}, response.request, streamed=bool(asked.get("stream")))


def _raise_from(body: Mapping[str, Any], request: httpx.Request, *, streamed: bool) -> None:
    import openai

    inner = body.get("error")
    if inner:
        said = inner.get("message") if isinstance(inner, dict) else inner
        raise openai.APIError(str(said), request, body=inner if isinstance(inner, dict) else {"message": str(inner)})
    if not body.get("choices"):
        raise NothingSaidError("The endpoint sent no choices.")
    if streamed:
        raise AnsweredWholeError("The endpoint answered in one piece.")
