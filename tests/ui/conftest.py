from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, sync_playwright
from shelf import ShelfChat

from ui.server import start

SWITCHES = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@dataclass(frozen=True)
class Served:
    """A page that is being served, and the chat behind it."""

    address: str
    chat: ShelfChat


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=SWITCHES)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    chat = ShelfChat(seconds_per_word=0.003)
    page = start(chat, host="127.0.0.1", port=free_port())
    yield Served(str(page.local_url), chat)
    page.close(verbose=False)
