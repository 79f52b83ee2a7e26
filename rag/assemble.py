"""The one place where settings meet vendors: opens the index, picks the models, puts the pipeline together."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from rag.errors import IndexUnusableError
from rag.index.damage import rebuild_advice
from rag.index.manifest import Manifest, read_manifest
from rag.index.papers import PaperFile, read_papers
from rag.pipeline import Pipeline
from rag.ports import Embedder, Reader, Writer
from rag.settings import Settings

if TYPE_CHECKING:
    from rag.minilm.model import MiniLM
    from rag.index.lexical import LexicalIndex
    from rag.index.search import IndexSearch
    from rag.index.store import VectorStore
    from rag.index.sync import Progress, SyncReport

BUILD_WAIT = 120.0  # seconds to wait for another process that builds the same index


def shipped(name: str) -> Path:
    """Where a file of `data/` is: beside the package in a wheel, in the checkout otherwise."""
    packaged = Path(str(files("rag"))) / "shipped" / name
    return packaged if packaged.is_file() else Path(str(files("rag"))).parent / "data" / name


class Assembly:
    """The parts that settings ask for, each made when it is first needed and then kept."""

    def __init__(
        self,
        settings: Settings,
        *,
        writer: Writer | None = None,
        embedder: Embedder | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.settings = settings
        self._writer = writer
        self._embedder = embedder
        self._progress = progress
        self._minilm: MiniLM | None = None

    def pipeline(self) -> Pipeline:
        """The pipeline over the index, which is built from the shipped papers when there is none."""
        settings = self.settings
        search = self.search()
        return Pipeline(search, self.reader(), self.writer(), embedding=self.embedder().name, top_k=settings.top_k)

    def search(self) -> IndexSearch:
        """The search over the index."""
        from rag.index.search import IndexSearch

        manifest = self._manifest()
        if manifest.embedding != self.embedder().name:
            raise IndexUnusableError(
                f"The index in {self.settings.index} was made with the embedding {manifest.embedding}, "
                f"not {self.embedder().name}.",
                subject=str(self.settings.index),
                advice=f"Set FOOTNOTED_EMBEDDING={manifest.embedding}. {rebuild_advice(self.settings.index)}",
            )
        store, lexical = self._stores()
        if store.count() < manifest.chunk_count or lexical.count() < len(manifest.entries):
            raise IndexUnusableError(
                f"The index in {self.settings.index} is damaged: it holds fewer papers than its manifest says.",
                subject=str(self.settings.index),
                advice=rebuild_advice(self.settings.index),
            )
        description = {
            "path": self.settings.chroma_url or str(self.settings.index),
            "papers": len(manifest.entries),
            "chunks": manifest.chunk_count,
            "data_hash": manifest.data_hash,
        }
        return IndexSearch(store, lexical, self.embedder(), description)

    def sync(self, sources: Sequence[Path], *, rebuild: bool = False, wait: float = 0.0) -> SyncReport:
        """Bring the index up to date with files of papers, or with the shipped ones when none are given."""
        files = {str(path.resolve()): read_papers(path) for path in sources} or self.shipped_papers()
        return self._sync(files, rebuild=rebuild, wait=wait)

    def reader(self) -> Reader:
        """The bundled model that reads sentences word by word."""
        from rag.minilm.remembering import Remembering

        return Remembering(self._bundled())

    def embedder(self) -> Embedder:
        """The embedding that the settings name."""
        if self._embedder is None:
            if self.settings.embedding == "minilm":
                self._embedder = self._bundled()
            else:
                from rag.index.embed_endpoint import EndpointEmbedder

                self._embedder = EndpointEmbedder(self.settings)
        return self._embedder

    def writer(self) -> Writer:
        """The writer that the settings name: `auto` is a model when an endpoint or a key is set."""
        if self._writer is None:
            self._writer = self._new_writer()
        return self._writer

    def _new_writer(self) -> Writer:
        from rag.write.extractive import ExtractiveWriter
        from rag.write.model import ModelWriter

        name = self.settings.llm
        if name == "extractive" or (name == "auto" and not (self.settings.api_key or self.settings.base_url)):
            return ExtractiveWriter()
        return ModelWriter.of(self.settings)

    def _manifest(self) -> Manifest:
        manifest = read_manifest(self.settings.index)
        if manifest is None:
            self._sync(self.shipped_papers(), rebuild=False, wait=BUILD_WAIT)
            manifest = read_manifest(self.settings.index)
        assert manifest is not None  # a sync that did not raise has written one
        return manifest

    def shipped_papers(self) -> dict[str, PaperFile]:
        """The papers that come with the program, under the source name `shipped`."""
        return {"shipped": read_papers(shipped("papers.jsonl"))}

    def _sync(self, sources: dict[str, PaperFile], *, rebuild: bool, wait: float) -> SyncReport:
        from rag.index.sync import clear, locked, sync

        with locked(self.settings.index, wait=wait):
            if rebuild:
                clear(self.settings.index)
            store, lexical = self._stores()
            return sync(
                self.settings.index,
                sources,
                store=store,
                lexical=lexical,
                embedder=self.embedder(),
                progress=self._progress,
            )

    def _stores(self) -> tuple[VectorStore, LexicalIndex]:
        from rag.index.lexical import LexicalIndex
        from rag.index.store import VectorStore

        folder = self.settings.index
        return VectorStore(folder / "chroma", url=self.settings.chroma_url), LexicalIndex(folder / "lexical")

    def _bundled(self) -> MiniLM:
        if self._minilm is None:
            from rag.minilm.model import MiniLM

            self._minilm = MiniLM()
        return self._minilm
