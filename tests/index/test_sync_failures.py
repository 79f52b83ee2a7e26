"""Syncs in hard times: an endpoint that fails, a full disk, files of other versions, vectors of another length."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from threading import Event

import pytest
from endpoint_acts import Act, Stage, embedded, silence, status
from endpoint_server import EndpointServer
from index_making import Index, WordsEmbedder, paper

from rag.errors import EmbeddingError, IndexUnusableError
from rag.index.embed_endpoint import BATCH, EndpointEmbedder
from rag.settings import Endpoint

ROOT = Path(__file__).parents[2]
LIMITED = """
import resource, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from index_making import Index, paper
from rag.errors import FootnotedError
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
try:
    print(Index(Path(sys.argv[2])).sync(paper(number) for number in range(300)).papers)
except FootnotedError as error:
    print(error)
"""


@pytest.fixture
def server() -> Iterator[EndpointServer]:
    with EndpointServer() as running:
        yield running


class Batches:
    """Plays an act at one request for embeddings, and counts the texts that were given vectors."""

    def __init__(self, number: int, act: Act) -> None:
        self.number, self.act = number, act
        self.requests = 0
        self.texts: list[str] = []
        self.reached = Event()

    def __call__(self, stage: Stage) -> None:
        self.requests += 1
        if self.requests == self.number:
            self.reached.set()
            self.act(stage)
        else:
            embedded(8)(stage)
            self.texts += stage.body["input"]


def index_command(server: EndpointServer, folder: Path, papers: Path) -> subprocess.Popen[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("FOOTNOTED_", "OPENAI_"))}
    named = {"FOOTNOTED_BASE_URL": server.base_url, "FOOTNOTED_TIMEOUT": "20"}
    command = [sys.executable, "-m", "rag.cli", "index", str(papers), "--index", str(folder), "--json"]
    return subprocess.Popen(
        [*command, "--embedding", "openai:scripted"],
        cwd=ROOT,
        env={**kept, **named},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_failing_endpoint_and_then_a_kill_lose_no_vector_that_was_paid_for(
    server: EndpointServer, tmp_path: Path
) -> None:
    file, folder = tmp_path / "papers.jsonl", tmp_path / "index"
    file.write_text("\n".join(json.dumps(asdict(paper(number))) for number in range(10 * BATCH)))
    first = server.embeddings = Batches(3, status(401, "no more credit"))
    out, err = index_command(server, folder, file).communicate(timeout=60)
    assert out == ""
    assert err.startswith("footnoted: No vectors from openai:scripted: ")
    assert len(first.texts) == 2 * BATCH
    second = server.embeddings = Batches(5, silence())
    process = index_command(server, folder, file)
    assert second.reached.wait(60)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    third = server.embeddings = Batches(0, silence())
    out, _ = index_command(server, folder, file).communicate(timeout=60)
    report = json.loads(out)
    assert (report["added"], report["embedded"]) == (10 * BATCH, 4 * BATCH)
    texts = [*first.texts, *second.texts, *third.texts]
    assert len(texts) == len(set(texts)) == 10 * BATCH
    given = Endpoint("scripted", server.base_url)
    assert Index(folder, EndpointEmbedder(given)).opened().store.count() == 10 * BATCH


@pytest.mark.parametrize("most", [150_000, 300_000])
def test_a_disk_that_is_full_is_told_and_the_old_papers_answer(tmp_path: Path, most: int) -> None:
    index = Index(tmp_path / "index")
    index.sync([paper(1)])
    script = ["-c", LIMITED, str(Path(__file__).parent), str(index.folder), str(most)]
    done = subprocess.run([sys.executable, *script], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert f"index in {index.folder}" in done.stdout or f"index folder {index.folder}" in done.stdout
    assert "Make room" in done.stdout
    index.check([paper(1)])
    assert index.sync(paper(number) for number in range(300)).papers == 300
    index.check(paper(number) for number in range(300))


def test_an_index_of_another_version_of_the_stores_names_both_versions(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    index.sync([paper(1)])
    here = index.manifest().written_by["chromadb"]
    row = {**asdict(index.manifest()), "written_by": {**index.manifest().written_by, "chromadb": "1.0.0"}}
    (index.folder / "manifest.json").write_text(json.dumps(row))
    index.check([paper(1)])  # it is tried all the same
    with sqlite3.connect(index.part("chroma/chroma.sqlite3")) as database:
        database.execute("UPDATE migrations SET hash = 'of another version'")
    with pytest.raises(IndexUnusableError) as caught:
        index.search()
    assert f"It was written by chromadb 1.0.0 (here is {here})." in caught.value.happened
    assert f"footnoted index --rebuild --index {index.folder}" in caught.value.advice
    assert "\n" not in str(caught.value)
    index.sync([paper(1)], rebuild=True)
    index.check([paper(1)])


def test_vectors_of_another_length_under_the_same_name_are_told(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    index.sync([paper(1)])
    with pytest.raises(IndexUnusableError, match="new vector store") as caught:
        Index(index.folder, WordsEmbedder(dimension=9)).sync(paper(number) for number in range(100))
    assert "--rebuild" in caught.value.advice
    index.check([paper(1)])
    with pytest.raises(EmbeddingError, match="vectors of another length than before"):
        index.sync(paper(number) for number in range(200))
    index.sync(paper(number) for number in range(200))
    index.check(paper(number) for number in range(200))
