"""Several indexes on one Chroma server: a real server on loopback."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from rag.assemble import Assembly
from rag.minilm.model import MiniLM
from rag.settings import Settings


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(Path(sys.executable).with_name("chroma")), "run", "--path", str(tmp_path / "server")]
    process = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        deadline = monotonic() + 30
        while socket.socket().connect_ex(("127.0.0.1", port)) and monotonic() < deadline:
            sleep(0.2)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=10)


def test_two_indexes_on_one_server_leave_each_other_alone(server: str, tmp_path: Path, minilm: MiniLM) -> None:
    def index(name: str, subject: str) -> Assembly:
        file = tmp_path / f"{name}.jsonl"
        file.write_text(f'{{"id": "{name}", "title": "{subject}", "abstract": "We study {subject}."}}\n')
        settings = Settings.load({"index": tmp_path / name, "chroma_url": server, "llm": "extractive"}, {})
        assembly = Assembly(settings, embedder=minilm)
        assembly.sync([file])
        return assembly

    first, second = index("one", "sorting socks"), index("two", "folding towels")
    assert [item.paper.id for item in first.search().search("socks", limit=3)] == ["one"]
    assert [item.paper.id for item in second.search().search("towels", limit=3)] == ["two"]
