"""Indexes for tests: real Chroma and tantivy on disk, with an embedder that behaves and costs nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from rag.index.contents import read_contents, rows_of
from rag.index.lexical import LexicalIndex
from rag.index.manifest import Manifest, read_manifest
from rag.index.opening import Opened, open_index
from rag.index.place import Place
from rag.index.search import IndexSearch
from rag.index.sketches import Sketches
from rag.index.store import VectorStore
from rag.index.sync import Progress, SyncReport, sync
from rag.language.terms import words
from rag.papers import PaperFile
from rag.ports import Embedder, Meaning, Vectors
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


class WordlessReader:
    """Reads texts as the embedder sees them, without their words: nothing is compared word by word."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def read(self, texts: Sequence[str]) -> tuple[Meaning, ...]:
        return tuple(Meaning(vector, ()) for vector in self._embedder.embed(texts))


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

    def __init__(self, folder: Path, embedder: Embedder | None = None, *, url: str = "") -> None:
        self.folder = folder
        self.url = url
        self.embedder = embedder or WordsEmbedder()

    def sync(
        self,
        papers: Iterable[Paper] = (),
        *,
        source: str = "source",
        progress: Progress | None = None,
        rebuild: bool = False,
        **more: PaperFile,
    ) -> SyncReport:
        sources = {source: file_of(papers), **more}
        return sync(self.place, sources, embedder=self.embedder, rebuild=rebuild, progress=progress)

    @property
    def place(self) -> Place:
        return Place(self.folder, self.url)

    def manifest(self) -> Manifest:
        manifest = read_manifest(self.folder)
        assert manifest is not None
        return manifest

    def opened(self) -> Opened:
        return open_index(self.place, self.manifest())

    def store(self) -> VectorStore:
        return self.opened().store

    def lexical(self) -> LexicalIndex:
        return self.opened().lexical

    def part(self, name: str = "") -> Path:
        """A folder or file of the true generation."""
        return self.place.generation(self.manifest().generation) / name

    def search(self) -> IndexSearch:
        return self._searching(self.opened())

    def _searching(self, opened: Opened) -> IndexSearch:
        reader = WordlessReader(WordsEmbedder())
        return IndexSearch(opened.store, opened.lexical, Sketches(self.folder), reader, self.embedder, {})

    def ids(self) -> list[str]:
        """The ids of the papers in the keyword index, one for each stored document."""
        return sorted(found.id for found in self.lexical().matching(()))

    def check(self, papers: Iterable[Paper]) -> None:
        """Check that the index holds these papers, each once and findable by its own words, and nothing else."""
        wanted = {given.id: given for given in papers}
        opened, manifest = self.opened(), self.manifest()
        store, lexical = opened.store, opened.lexical
        contents = read_contents(self.part(), manifest.data_hash)
        assert sorted(found.id for found in lexical.matching(())) == sorted(wanted)
        assert store.ids() == rows_of(contents.values()) == lexical.rows(list(wanted))
        assert contents.keys() == wanted.keys()
        assert (manifest.papers, manifest.chunks) == (len(wanted), store.count())
        search = self._searching(opened)
        for given in wanted.values():
            vector = self.embedder.embed([f"{given.title}. {given.abstract}"])[0]
            if not store.shared:  # on a server the graph goes on from sync to sync, and deleted rows may hide others
                assert store.search(vector, limit=1)[0].paper_id == given.id
            found = search.search(given.title, limit=5)
            assert found[0].paper == given
            assert len({item.paper.id for item in found}) == len(found)


def embedded(index: Index) -> list[str]:
    """The texts that an index's embedder was asked for."""
    assert isinstance(index.embedder, WordsEmbedder)
    return index.embedder.embedded
