"""A real server that speaks the OpenAI protocol, misbehaves as scripted and remembers what it was asked.

    with EndpointServer() as server:
        server.will(status(500), answer("It halves the time [1]."))
        ...Settings.load({"base_url": server.base_url, "llm": "openai:scripted"}, {})
        assert server.chats[0]["messages"][0]["role"] == "system"

Each chat request plays the next act of the script; when the script is over, `usual` is played.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

from endpoint_acts import Act, Json, Stage, answer, embedded, status, whole


@dataclass
class Asked:
    """A request as it came."""

    path: str
    headers: Mapping[str, str]
    body: Json
    at: float = field(default_factory=time.monotonic)


class EndpointServer:
    """Serves on a free loopback port between `__enter__` and `__exit__`."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.script: deque[Act] = deque()
        self.usual: Act = answer("The method halves the time [1].")
        self.models: Act = whole({"object": "list", "data": [{"id": "scripted", "object": "model"}]})
        self.embeddings: Act = embedded(8)
        self.closing = Event()
        self.hung_up = Event()  # a client left a request that was not answered to the end

    def will(self, *acts: Act) -> None:
        """Play these at the next chat requests, one each."""
        self.script.extend(acts)

    @property
    def chats(self) -> list[Json]:
        """The bodies of the chat requests."""
        return [asked.body for asked in self.asked if asked.path.endswith("/chat/completions")]

    @property
    def base_url(self) -> str:
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}/v1"

    def __enter__(self) -> EndpointServer:
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.endpoint = self
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()

    def act_for(self, path: str) -> Act:
        if path.endswith("/models"):
            return self.models
        if path.endswith("/embeddings"):
            return self.embeddings
        if path.endswith("/chat/completions"):
            return self.script.popleft() if self.script else self.usual
        return status(404, "no such path")


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    endpoint: EndpointServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a client that hangs up is part of the script."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        self._play({})

    def do_POST(self) -> None:
        self._play(json.loads(self.rfile.read(int(self.headers["content-length"]))))

    def _play(self, body: Json) -> None:
        endpoint = self.server.endpoint
        headers = {name.lower(): value for name, value in self.headers.items()}
        endpoint.asked.append(Asked(self.path, headers, body))
        self.close_connection = True
        try:
            endpoint.act_for(self.path)(Stage(self, body, endpoint.closing, endpoint.hung_up))
        except (BrokenPipeError, ConnectionResetError):
            endpoint.hung_up.set()

    def log_message(self, *_: object) -> None:
        """Say nothing."""
