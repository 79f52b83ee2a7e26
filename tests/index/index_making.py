"""Indexes for tests: real Chroma and tantivy on disk, with an embedder that behaves and costs nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from rag.index.lexical import LexicalIndex
from rag.index.manifest import read_manifest
from rag.index.papers import PaperFile
from rag.index.search import IndexSearch
from rag.index.store import VectorStore
from rag.index.sync import Progress, SyncReport, locked, sync
from rag.language.terms import words
from rag.ports import Embedder, Vectors
from rag.types import Paper

DIMENSION = 256


class WordsEmbedder:
    """Texts with the same words are near: the sum of one fixed direction per word. It keeps what it embedded."""

    def __init__(self, name: str = "words", dimension: int = DIMENSION) -> None:
        self.name = name
        self._dimension = dimension
        self.embedded: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.embedded += texts
        vectors = np.zeros((len(texts), self._dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in {*words(text)} or {"nothing"}:
                vectors[row] += _direction(word, self._dimension)
        unit: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit


@lru_cache(maxsize=100_000)
def _direction(word: str, dimension: int) -> Vectors:
    seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big")
    return np.random.default_rng(seed).normal(size=dimension).astype(np.float32)


def paper(number: int, *, version: int = 1, **more: object) -> Paper:
    """A paper with a word of its own in its title and in its abstract."""
    given = {
        "id": f"p{number}",
        "title": f"Zebra{number}x learning",
        "abstract": f"We study zebra{number}x in depth. Version {version} gives quokka{number}v{version} results.",
        **more,
    }
    return Paper(**given)  # type: ignore[arg-type]


def file_of(papers: Iterable[Paper]) -> PaperFile:
    return PaperFile(tuple(papers), ())


class Index:
    """An index folder under test, opened anew for every step, as the command line does."""

    def __init__(self, folder: Path, embedder: Embedder | None = None) -> None:
        self.folder = folder
        self.embedder = embedder or WordsEmbedder()

    def sync(
        self,
        papers: Iterable[Paper] = (),
        *,
        source: str = "source",
        progress: Progress | None = None,
        **more: PaperFile,
    ) -> SyncReport:
        sources = {source: file_of(papers), **more}
        with locked(self.folder):
            store, lexical = self.store(), self.lexical()
            return sync(self.folder, sources, store=store, lexical=lexical, embedder=self.embedder, progress=progress)

    def store(self) -> VectorStore:
        return VectorStore(self.folder / "chroma")

    def lexical(self) -> LexicalIndex:
        return LexicalIndex(self.folder / "lexical")

    def search(self) -> IndexSearch:
        return IndexSearch(self.store(), self.lexical(), self.embedder, {})

    def ids(self) -> list[str]:
        """The ids of the papers in the keyword index, one for each stored document."""
        return sorted(found.id for found in self.lexical().matching(()))

    def check(self, papers: Iterable[Paper]) -> None:
        """Check that the index holds these papers, each once and findable by its own words, and nothing else."""
        wanted = {given.id: given for given in papers}
        store, lexical, manifest = self.store(), self.lexical(), read_manifest(self.folder)
        assert manifest is not None
        assert sorted(found.id for found in lexical.matching(())) == sorted(wanted)
        assert store.ids() == {piece for entry in manifest.entries.values() for piece in entry.chunks}
        assert manifest.entries.keys() == wanted.keys()
        search = IndexSearch(store, lexical, self.embedder, {})
        for given in wanted.values():
            vector = self.embedder.embed([f"{given.title}. {given.abstract}"])[0]
            assert store.search(vector, limit=1)[0].paper_id == given.id
            found = search.search(given.title, limit=5)
            assert found[0].paper == given
            assert len({item.paper.id for item in found}) == len(found)
