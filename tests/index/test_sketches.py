"""The file of words beside an index: what is kept, what is forgotten, and what happens when it is damaged."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from index_making import Index, WordsEmbedder, paper

from rag.errors import IndexUnusableError
from rag.index.contents import read_contents, rows_of
from rag.index.rows import chunk_of
from rag.index.sketches import FILE, Sketches
from rag.index.sync import sync
from rag.ports import Vectors


class WordsSketcher(WordsEmbedder):
    """An embedder whose sketches are the beginnings of the texts."""

    def sketch(self, texts: list[str]) -> tuple[Vectors, tuple[bytes, ...]]:
        return self.embed(texts), tuple(text.encode()[:64].ljust(64) for text in texts)


def chunks_of(index: Index) -> list[str]:
    contents = read_contents(index.part(), index.manifest().data_hash)
    return [chunk_of(row) for row in rows_of(contents.values())]


def synced(index: Index, *numbers: int, version: int = 1, rebuild: bool = False) -> WordsSketcher:
    from rag.papers import PaperFile

    sketcher = WordsSketcher()
    papers = tuple(paper(number, version=version) for number in numbers)
    sync(index.place, {"s": PaperFile(papers, ())}, embedder=sketcher, sketcher=sketcher, rebuild=rebuild)
    return sketcher


def test_every_chunk_has_the_sketch_of_its_own_words(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    synced(index, *range(5))
    found = Sketches(index.folder).of(chunks_of(index))
    assert len(found) == 5
    assert all(f"Zebra{key.partition(':')[0][1:]}x".encode() in words for key, words in found.items())


def test_a_text_is_read_once_for_its_vector_and_its_words(tmp_path: Path) -> None:
    assert len(synced(Index(tmp_path / "index"), *range(5)).embedded) == 5


def test_the_words_of_what_is_gone_or_changed_go_too(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    synced(index, 1, 2, 3)
    before = chunks_of(index)
    synced(index, 1, 2, version=2)
    sketches = Sketches(index.folder)
    assert sketches.of(before) == {}
    assert len(sketches.of(chunks_of(index))) == 2


def test_many_are_asked_for_at_once_and_unknown_ones_are_not_there(tmp_path: Path) -> None:
    sketches = Sketches(tmp_path)
    assert sketches.of(["a"]) == {}
    sketches.add({f"c{number}": bytes([number % 256]) for number in range(2_000)})
    assert len(Sketches(tmp_path).of([f"c{number}" for number in range(1, 2_002)])) == 1_999


def test_without_the_file_papers_are_found_by_both_searches_alone(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    synced(index, 1, 2)
    (index.folder / FILE).unlink()
    assert index.search().search("zebra1x", limit=1)[0].paper.id == "p1"


def test_a_damaged_file_is_told_with_the_command_that_mends_it_and_a_rebuild_does(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    synced(index, 1, 2)
    (index.folder / FILE).write_bytes(os.urandom(5_000))
    with pytest.raises(IndexUnusableError, match=r"file of words .* --rebuild"):
        Sketches(index.folder).of(["a"])
    synced(index, 1, 2, rebuild=True)
    assert len(Sketches(index.folder).of(chunks_of(index))) == 2


HALF_WRITTEN = """
import os, signal, sqlite3, sys
writing = sqlite3.connect(sys.argv[1])
writing.execute("PRAGMA cache_size = 1")
writing.execute("BEGIN")
writing.executemany("INSERT INTO sketches VALUES (?, ?)", ((f"half{n}", b"x" * 5_000) for n in range(500)))
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_words_that_a_killed_sync_left_half_written_do_not_stop_a_search(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    synced(index, 1, 2)
    killed = subprocess.run([sys.executable, "-c", HALF_WRITTEN, str(index.folder / FILE)], timeout=60)
    assert killed.returncode == -signal.SIGKILL
    assert (index.folder / f"{FILE}-journal").exists()
    assert index.search().search("zebra1x", limit=1)[0].paper.id == "p1"
    assert len(Sketches(index.folder).of(chunks_of(index))) == 2
