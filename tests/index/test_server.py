"""Indexes on a Chroma server, which others use too: a real server on loopback."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic, sleep

import pytest
from index_making import Index, WordsEmbedder, paper

from rag.assemble import Assembly
from rag.errors import IndexUnusableError
from rag.index.chroma import close_client, open_client
from rag.minilm.model import MiniLM
from rag.ports import Vectors
from rag.settings import Settings


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(Path(sys.executable).with_name("chroma")), "run", "--path", str(tmp_path_factory.mktemp("server"))]
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


class Power(BaseException):
    """The power goes."""


class Cut(WordsEmbedder):
    """An embedder under which the power goes at the second call."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self.embedded:
            raise Power
        return super().embed(texts)


def test_what_a_sync_stores_on_the_server_is_seen_only_when_it_is_done(server: str, tmp_path: Path) -> None:
    old, new = [paper(number) for number in range(200)], [paper(number, version=2) for number in range(200)]
    index = Index(tmp_path / "index", url=server)
    index.sync(old)
    with pytest.raises(Power):
        Index(index.folder, Cut(), url=server).sync([*old, *(paper(number) for number in range(200, 500))])
    assert index.store().count() > len(old)
    settings = Settings.load({"index": index.folder, "chroma_url": server}, {})
    search = Assembly(settings, embedder=index.embedder).search()
    assert {found.paper.id for found in search.search("zebra300x learning", limit=60)} <= {given.id for given in old}
    assert index.sync(old).unchanged == 200
    index.check(old)
    assert index.sync(new).changed == 200
    index.check(new)
    assert search.search("zebra7x", limit=1)[0].paper == new[7]


def test_a_rebuild_on_the_server_takes_another_collection_and_removes_the_old_one(server: str, tmp_path: Path) -> None:
    index = Index(tmp_path / "index", url=server)
    index.sync([paper(1), paper(2)])
    before = collections(server)
    other = Index(index.folder, WordsEmbedder("other", 9), url=server)
    other.sync([paper(1, version=2)], rebuild=True)
    other.check([paper(1, version=2)])
    after = collections(server)
    assert len(after) == len(before)
    assert len(after - before) == 1


def test_a_server_that_is_gone_is_told(tmp_path: Path) -> None:
    with pytest.raises(IndexUnusableError, match="vector store of the index in http://127"):
        Index(tmp_path / "index", url="http://127.0.0.1:9").sync([paper(1)])


def collections(server: str) -> set[str]:
    client = open_client(Path(), server)
    try:
        return {found.name for found in client.list_collections()}
    finally:
        close_client(client)
