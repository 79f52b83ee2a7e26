"""The one place where settings meet vendors: opens the index, picks the models, puts the pipeline together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from rag.cast import Cast
from rag.errors import PapersUnreadableError, UsageError
from rag.index.manifest import read_manifest
from rag.papers import PaperFile, read_papers, read_sources
from rag.pipeline import Pipeline, Voices
from rag.ports import Embedder, Judge, Reader, Rewriter, Writer
from rag.settings import Role, Settings

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

    from rag.index.living import LivingSearch
    from rag.index.place import Place
    from rag.index.search import IndexSearch
    from rag.index.sync import Progress, SyncReport
    from rag.minilm.model import MiniLM

SHIPPED = "shipped"  # the source that the program's own papers are of
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
        models: Mapping[Role, LLM] | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.settings = settings
        self._cast = Cast(settings, models or {})
        self._writer = writer
        self._embedder = embedder
        self._progress = progress
        self._minilm: MiniLM | None = None
        self._reader: Reader | None = None

    def pipeline(self) -> Pipeline:
        """The pipeline over the index, which is built from the shipped papers when there is none."""
        settings = self.settings
        search = self.search()
        return Pipeline(
            search,
            self.reader(),
            self.voices(),
            embedding=self.embedder().name,
            top_k=settings.top_k,
            strict=settings.strict,
        )

    def voices(self) -> Voices:
        """Who writes, who stands in for a model that fails, who rewords questions and who judges."""
        from rag.write.extractive import ExtractiveWriter

        writer = self.writer()
        stand_in = None if isinstance(writer, ExtractiveWriter) else ExtractiveWriter()
        return Voices(writer, stand_in, self.rewriter(), self.judge())

    def rewriter(self) -> Rewriter | None:
        """The model that rewords questions; None when there is none."""
        return self._cast.rewriter()

    def judge(self) -> Judge | None:
        """The model that judges sentences; None when there is none."""
        return self._cast.judge()

    def search(self) -> LivingSearch:
        """The search over the index, whose newest generation answers; it is built when there is none."""
        from rag.index.living import LivingSearch

        if read_manifest(self.settings.index) is None:
            self._sync(self.shipped_papers(), rebuild=False, wait=BUILD_WAIT)
        return LivingSearch(self.settings.index, self._open)

    def _open(self) -> IndexSearch:
        from rag.index.opening import open_newest
        from rag.index.search import IndexSearch
        from rag.index.sketches import Sketches

        opened = open_newest(self._place(), self.embedder().name)
        description = {
            "path": self.settings.chroma_url or str(self.settings.index),
            "papers": opened.manifest.papers,
            "chunks": opened.manifest.chunks,
            "data_hash": opened.manifest.data_hash,
        }
        sketches = Sketches(self.settings.index)
        other = None if self.embedder() is self._bundled() else self.embedder()
        return IndexSearch(opened.store, opened.lexical, sketches, self.reader(), other, description)

    def sync(self, sources: Sequence[Path], *, rebuild: bool = False, wait: float = 0.0) -> SyncReport:
        """Bring the index up to date with files of papers, or with the shipped ones when none are given.

        A rebuild that would lose every paper that is there raises PapersUnreadableError or UsageError.
        """
        files = read_sources(sources) or self.shipped_papers()
        if rebuild:
            self._refuse_loss(files, named=bool(sources))
        return self._sync(files, rebuild=rebuild, wait=wait)

    def reader(self) -> Reader:
        """The bundled model that reads sentences word by word, and remembers what it has read."""
        if self._reader is None:
            from rag.minilm.remembering import Remembering

            self._reader = Remembering(self._bundled())
        return self._reader

    def embedder(self) -> Embedder:
        """The embedding that the settings name."""
        if self._embedder is None:
            endpoint = self.settings.endpoint("embedding")
            if endpoint is None:
                self._embedder = self._bundled()
            else:
                from rag.index.embed_endpoint import EndpointEmbedder

                self._embedder = EndpointEmbedder(endpoint)
        return self._embedder

    def writer(self) -> Writer:
        """The writer that the settings name: `auto` is a model when an endpoint or a key is set."""
        if self._writer is None:
            self._writer = self._cast.writer()
        return self._writer

    def shipped_papers(self) -> dict[str, PaperFile]:
        """The papers that come with the program, under the source name `shipped`."""
        return {SHIPPED: read_papers(shipped("papers.jsonl"))}

    def _sync(self, sources: dict[str, PaperFile], *, rebuild: bool, wait: float) -> SyncReport:
        from rag.index.sync import sync

        return sync(
            self._place(),
            sources,
            embedder=self.embedder(),
            sketcher=self._bundled(),
            rebuild=rebuild,
            wait=wait,
            progress=self._progress,
        )

    def _refuse_loss(self, files: dict[str, PaperFile], *, named: bool) -> None:
        from rag.index.contents import sources_of

        if not any(file.papers for file in files.values()):
            raise PapersUnreadableError(
                "No row that was given is a paper, so the index stays as it is.",
                subject=str(self.settings.index),
                advice="Without --rebuild, every row is named with what is wrong with it.",
            )
        others = [] if named else sorted(sources_of(self._place().newest()) - {SHIPPED})
        if others:
            raise UsageError(
                f"The index in {self.settings.index} holds the papers of {', '.join(others)}.",
                subject=str(self.settings.index),
                advice="Name the files to rebuild it from, or make another index.",
            )

    def _place(self) -> Place:
        from rag.index.place import Place

        return Place(self.settings.index, self.settings.chroma_url)

    def _bundled(self) -> MiniLM:
        if self._minilm is None:
            from rag.minilm.model import MiniLM

            self._minilm = MiniLM()
        return self._minilm
