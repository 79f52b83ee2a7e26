"""What the scripted server can do with a request: answers, oddities and faults."""

from __future__ import annotations

import hashlib
import json
import select
import socket
import struct
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from threading import Event
from typing import Any

Json = dict[str, Any]


@dataclass
class Stage:
    """Where an act plays: the request's body, and ways to answer it."""

    handler: BaseHTTPRequestHandler
    body: Json
    closing: Event  # the server stops
    hung_up: Event  # to be set when the client leaves before the end

    def open(self, code: int = 200, kind: str = "application/json", **headers: str) -> None:
        """Send status and headers; the body lasts until the connection closes."""
        self.handler.send_response(code)
        self.handler.send_header("content-type", kind)
        self.handler.send_header("connection", "close")
        for name, value in headers.items():
            self.handler.send_header(name.replace("_", "-"), value)
        self.handler.end_headers()

    def write(self, data: bytes) -> None:
        self.handler.wfile.write(data)
        self.handler.wfile.flush()

    def event(self, data: Any) -> None:
        self.write(b"data: " + (data if isinstance(data, bytes) else json.dumps(data).encode()) + b"\n\n")

    def wait(self, seconds: float) -> bool:
        """Wait; False as soon as the client has hung up or the server closes."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self.closing.is_set():
            if select.select([self.handler.connection], [], [], 0.02)[0]:
                with suppress(OSError):
                    if not self.handler.connection.recv(1, socket.MSG_PEEK):
                        self.hung_up.set()
                        return False
        return not self.closing.is_set()


Act = Callable[[Stage], None]


def chunk(content: str | None = None, finish: str | None = None, **more: Any) -> Json:
    """One event of a stream."""
    delta = {} if content is None else {"content": content}
    choices = [{"index": 0, "delta": delta, "finish_reason": finish}]
    return {
        "id": "c",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": "m",
        "choices": choices,
        **more,
    }


def answer(
    *pieces: str,
    finish: str | None = "stop",
    usage: tuple[int, int] | None = None,
    first: Sequence[Any] = (),
    last: Sequence[Any] = (),
    pause: float = 0.0,
) -> Act:
    """A stream that says these pieces, with other events before and after if wanted."""

    def play(stage: Stage) -> None:
        events = [
            *first,
            *(chunk(piece) for piece in pieces),
            *([chunk(None, finish)] if finish else []),
            *last,
        ]
        if usage:
            counts = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
            events.append({**chunk(), "choices": [], "usage": counts})
        stage.open(kind="text/event-stream")
        for event in events:
            stage.event(event)
            if pause and not stage.wait(pause):
                return
        stage.event(b"[DONE]")

    return play


def status(number: int, message: str = "went wrong", headers: Mapping[str, str] | None = None, **error: Any) -> Act:
    """An error as the protocol words it."""

    def play(stage: Stage) -> None:
        stage.open(number, **(headers or {}))
        stage.write(json.dumps({"error": {"message": message, **error}}).encode())

    return play


def refusal(number: int, body: Any) -> Act:
    """An error in words of the server's own: any JSON."""

    def play(stage: Stage) -> None:
        stage.open(number)
        stage.write(json.dumps(body).encode())

    return play


def whole(body: Any) -> Act:
    """Status 200 and this as JSON."""
    return plain(json.dumps(body).encode(), "application/json")


def plain(data: bytes, kind: str) -> Act:
    """Status 200 and these bytes."""

    def play(stage: Stage) -> None:
        stage.open(kind=kind)
        stage.write(data)

    return play


def silence(seconds: float = 60.0) -> Act:
    """Accept the question and never answer."""

    def play(stage: Stage) -> None:
        stage.wait(seconds)

    return play


def drip(interval: float, data: bytes = b"data: " + b"x" * 1000) -> Act:
    """Begin a stream and send one byte every `interval` seconds."""

    def play(stage: Stage) -> None:
        stage.open(kind="text/event-stream")
        for byte in data:
            stage.write(bytes([byte]))
            if not stage.wait(interval):
                return

    return play


def hang_up(*pieces: str) -> Act:
    """Say some pieces in a body announced as longer, then drop the connection."""

    def play(stage: Stage) -> None:
        stage.open(kind="text/event-stream", content_length="100000")
        for piece in pieces:
            stage.event(chunk(piece))

    return play


def reset(*pieces: str) -> Act:
    """Say some pieces, then reset the connection, as a server that is killed does."""

    def play(stage: Stage) -> None:
        stage.open(kind="text/event-stream")
        for piece in pieces:
            stage.event(chunk(piece))
        stage.handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        stage.handler.connection.shutdown(socket.SHUT_RD)
        stage.handler.rfile.close()
        stage.handler.connection.close()

    return play


def spoken_as(*lines: bytes, ending: bytes = b"\n\n") -> Act:
    """A stream of these lines, byte for byte."""
    return plain(b"".join(line + ending for line in lines), "text/event-stream")


def unless(refusal: Callable[[Json], str], otherwise: Act) -> Act:
    """Refuse with status 400 when `refusal` says something about the request, else play the other act."""

    def play(stage: Stage) -> None:
        message = refusal(stage.body)
        (status(400, message, type="invalid_request_error") if message else otherwise)(stage)

    return play


def strict_roles(body: Json) -> str:
    """What a local server with a narrow chat template says to a request; empty when it likes it."""
    messages = body.get("messages", [])
    if any(set(message) != {"role", "content"} for message in messages):
        return "Extra inputs are not permitted"
    if any(not isinstance(message["content"], str) for message in messages):
        return "content must be a string"
    roles = [message["role"] for message in messages]
    turns = roles[1:] if roles[:1] == ["system"] else roles
    alternate = all(role == ("user", "assistant")[place % 2] for place, role in enumerate(turns))
    return "" if alternate and turns else "Conversation roles must alternate user/assistant/user/assistant/..."


def embedded(dimension: int) -> Act:
    """Embeddings that depend on the text alone; a blank input is refused as OpenAI does."""

    def vector(text: str) -> list[float]:
        digest = hashlib.sha256(text.encode("utf-8", "replace")).digest()
        return [digest[place % 32] / 255 for place in range(dimension)]

    def play(stage: Stage) -> None:
        given = stage.body.get("input", [])
        texts = [given] if isinstance(given, str) else given
        if not all(text.strip() for text in texts):
            status(400, "'$.input' is invalid.")(stage)
            return
        rows = [{"object": "embedding", "index": place, "embedding": vector(t)} for place, t in enumerate(texts)]
        usage = {"prompt_tokens": len(texts), "total_tokens": len(texts)}
        whole({"object": "list", "model": "m", "data": rows, "usage": usage})(stage)

    return play
