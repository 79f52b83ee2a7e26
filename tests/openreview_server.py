"""A real server that behaves like OpenReview's API, misbehaves as scripted, and remembers what it was asked.

    with OpenReviewServer([note("a", venue="ICLR 2026 Oral")]) as server:
        server.will(status(500), status(500))
        ...fetch("ICLR.cc/2026/Conference", file, api=server.address)
        assert server.asked[0].parameters["limit"] == "1000"

Each request plays the next act of the script; when the script is over, the notes are served.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

VENUE = "ICLR.cc/2026/Conference"
Note = dict[str, Any]
Act = Callable[["_Handler"], None]


def note(note_id: str, **fields: Any) -> Note:
    """A note of version 2 of the API; a field given as None is left out of it."""
    content = {
        "title": f"Title of {note_id}",
        "abstract": f"We introduce {note_id}. It is fast.",
        "authors": ["Ada Lovelace", "Alan Turing"],
        "keywords": ["speed"],
        "primary_area": "optimization",
        "venue": "ICLR 2026 Poster",
        "venueid": VENUE,
        **fields,
    }
    values = {name: {"value": value} for name, value in content.items() if value is not None}
    return {"id": note_id, "forum": note_id, "number": 1, "pdate": 1769000000000, "content": values}


def status(code: int, body: object = None, **headers: str) -> Act:
    """Refuse, with a body of JSON and headers (Retry_After for Retry-After)."""

    def act(handler: _Handler) -> None:
        shown = {"name": "Error", "message": "not now"} if body is None else body
        handler.send(code, json.dumps(shown).encode(), **headers)

    return act


def text(body: str, kind: str = "text/html; charset=utf-8", code: int = 200) -> Act:
    """Answer with a text of some kind."""
    return lambda handler: handler.send(code, body.encode(), Content_Type=kind)


def cut(handler: _Handler) -> None:
    """Promise a long answer, send some of it and hang up."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    handler.wfile.write(b'{"notes": [{"id": "half')


def silent(handler: _Handler) -> None:
    """Say nothing until the server closes."""
    handler.server.service.closing.wait(30)


def empty(handler: _Handler) -> None:
    """Give a page without notes."""
    handler.send(200, b'{"notes": [], "count": 0}')


@dataclass
class Asked:
    """A request as it came."""

    path: str
    parameters: Mapping[str, str]
    headers: Mapping[str, str]


@dataclass
class OpenReviewServer:
    """Serves `notes`, at most `most` of them at once, on a free loopback port between `__enter__` and `__exit__`.

    `before` maps the number of a request (from 1) to what happens to the notes before it is answered.
    """

    notes: list[Note] = field(default_factory=list)
    most: int = 1000
    counts: bool = True
    knows_after: bool = True
    before: dict[int, Callable[[], object]] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    script: deque[Act | None] = field(default_factory=deque)
    closing: Event = field(default_factory=Event)

    def will(self, *acts: Act | None) -> None:
        """Play these at the next requests, one each; None answers as usual."""
        self.script.extend(acts)

    @property
    def address(self) -> str:
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}"

    def page(self, parameters: Mapping[str, str]) -> tuple[int, dict[str, Any]]:
        """What the API answers: status and body."""
        limit = int(parameters.get("limit", "1000"))
        if limit > 1000:
            return 400, {"name": "BadRequestError", "message": "limit must be at most 1000"}
        found = [each for each in self.notes if _venue_of(each) in ("", parameters.get("content.venueid"))]
        if parameters.get("sort") == "id":
            found.sort(key=lambda each: str(each.get("id") or "~"))
        total = len(found)
        if self.knows_after and (after := parameters.get("after")):
            found = [each for each in found if str(each.get("id") or "~") > after]
        found = found[int(parameters.get("offset", "0")) :][: min(limit, self.most)]
        counted = self.counts and ("count" in parameters or "offset" in parameters)
        return 200, {"notes": found, **({"count": total} if counted else {})}

    def __enter__(self) -> OpenReviewServer:
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.service = self
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()


def many(count: int) -> list[Note]:
    """Notes with ids n000, n001 …"""
    return [note(f"n{number:03}") for number in range(count)]


def ids(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    return [row["id"] for row in rows]


def _venue_of(each: Note) -> str:
    content = each.get("content") or {}
    held = content.get("venueid", "")
    return str(held.get("value", "")) if isinstance(held, dict) else str(held)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    service: OpenReviewServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a client that hangs up is part of the script."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        self.close_connection = True
        service, parts = self.server.service, urlsplit(self.path)
        parameters = dict(parse_qsl(parts.query))
        headers = {name.lower(): value for name, value in self.headers.items()}
        service.asked.append(Asked(parts.path, parameters, headers))
        service.before.get(len(service.asked), lambda: None)()
        act = service.script.popleft() if service.script else None
        if act:
            act(self)
        elif parts.path != "/notes":
            self.send(404, b'{"name": "NotFoundError", "message": "no such path"}')
        else:
            code, body = service.page(parameters)
            self.send(code, json.dumps(body).encode())

    def send(self, code: int, body: bytes, **headers: str) -> None:
        """Answer whole."""
        self.send_response(code)
        for name, value in {"Content_Type": "application/json", **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""
