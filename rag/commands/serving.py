"""`footnoted chat`: the page."""

from __future__ import annotations

import socket
from typing import Annotated

import typer

from rag.commands.options import Condenser, Embedding, Index, Judge, Llm, Strict, open_chat


def chat(
    index: Index = None,
    llm: Llm = None,
    condenser: Condenser = None,
    judge: Judge = None,
    strict: Strict = None,
    embedding: Embedding = None,
    host: Annotated[str | None, typer.Option("--host", help="Address to bind (127.0.0.1).")] = None,
    port: Annotated[int | None, typer.Option("--port", help="Port (7860); 0 for any that is free.")] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Open the chat page."""
    opened = open_chat(index, llm, embedding, condenser=condenser, judge=judge, strict=strict, host=host, port=port)
    from ui.server import serve

    settings = opened.settings
    serve(
        opened,
        host=settings.host,
        port=settings.port or _free_port(settings.host),
        open_browser=open_browser,
    )


def _free_port(host: str) -> int:
    with socket.create_server((host, 0)) as probe:
        return int(probe.getsockname()[1])
