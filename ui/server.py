"""The web server of the page."""

from __future__ import annotations

import sys
import threading
import webbrowser
from pathlib import Path

from starlette.middleware import Middleware

from rag.errors import UsageError
from ui.app import Blocks, build, theme
from ui.guard import Guard
from ui.session import Chat

HERE = Path(__file__).parent


def start(chat: Chat, *, host: str, port: int) -> Blocks:
    """Serve the page in the background; `local_url` is its address and `close(verbose=False)` ends it.

    Raises UsageError when the host or port cannot be had.
    """
    page = build(chat)
    try:
        page.launch(
            server_name=host,
            server_port=port,
            prevent_thread_lock=True,
            quiet=True,
            share=False,
            inbrowser=False,
            show_error=False,
            footer_links=[],
            run_history=False,
            enable_monitoring=False,
            ssr_mode=False,
            allowed_paths=[],
            max_file_size=1,
            app_kwargs={"middleware": [Middleware(Guard)]},
            theme=theme(),
            css_paths=HERE / "page.css",
            favicon_path=HERE / "icon.png",
        )
    except OSError as error:
        raise UsageError(
            f"The page cannot be served at {host}:{port}; another program may be using that port.",
            subject=f"{host}:{port}",
            advice="Choose another with --port.",
        ) from error
    return page


def serve(chat: Chat, *, host: str, port: int, open_browser: bool = False) -> None:
    """Serve the page until interrupted; its address goes to standard error."""
    page = start(chat, host=host, port=port)
    address = str(page.local_url)
    try:
        print(f"Footnoted is at {address} (Ctrl-C ends it)", file=sys.stderr, flush=True)
        if open_browser:
            webbrowser.open(address)
        threading.Event().wait()
    except KeyboardInterrupt:
        pass
    finally:
        page.close(verbose=False)
