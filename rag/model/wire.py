"""Calls that end on time: each runs in a thread of its own, is read through a queue and can be hung up on."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from contextvars import copy_context
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import Any, Generic, TypeVar

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
                if self._over.is_set():  # hung up on before there was a connection
                    with suppress(OSError):
                        connection.shutdown(socket.SHUT_RDWR)
