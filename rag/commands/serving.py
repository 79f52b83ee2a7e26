"""`footnoted chat`: the page."""

from __future__ import annotations

from typing import Annotated

import typer

from rag.commands.options import Embedding, Index, Llm, open_chat


def chat(
    index: Index = None,
    llm: Llm = None,
    embedding: Embedding = None,
    host: Annotated[str | None, typer.Option("--host", help="Address to bind (127.0.0.1).")] = None,
    port: Annotated[int | None, typer.Option("--port", help="Port (7860).")] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Open the chat page."""
    opened = open_chat(index, llm, embedding, host=host, port=port)
    from ui.app import serve

    serve(opened, host=opened.settings.host, port=opened.settings.port, open_browser=open_browser)
