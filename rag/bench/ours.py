"""Footnoted as it is measured: the same parts that answer a user, over an index of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from rag.assemble import Assembly
from rag.bench.corpus import LOADING, Corpus
from rag.bench.embedders import Counted, RandomVectors, model_for
from rag.bench.footprint import disk
from rag.bench.timing import per_second, timed
from rag.chat import PaperChat
from rag.index.place import Place
from rag.index.sync import SyncReport, sync
from rag.papers import PaperFile
from rag.settings import Settings


class Footnoted:
    """An index in `folder`, embedded with the bundled model or with random vectors; the environment is not read."""

    def __init__(self, corpus: Corpus, folder: Path, *, random_vectors: bool) -> None:
        self._corpus = corpus
        self._folder = folder
        self._random_vectors = random_vectors

    def index(self, progress: Callable[[int, int], None]) -> dict[str, Any]:
        """Index the papers, then sync them once more unchanged; the seconds of both count the reading of the file."""
        self._load()
        model = Counted(model_for(random_vectors=self._random_vectors))
        seconds, report = timed(lambda: self._sync(model, progress))
        embedded, embedding = model.texts, model.seconds
        again, _ = timed(lambda: self._sync(model, lambda *_: None))
        return {
            "papers": report.papers,
            "papers_per_second": per_second(report.papers, seconds),
            "papers_per_second_embedding": per_second(report.papers, embedding),
            "papers_per_second_rest": per_second(report.papers, seconds - embedding),
            "index_seconds": round(seconds, 2),
            "embedding_seconds": round(embedding, 2),
            "rest_seconds": round(seconds - embedding, 2),
            "embedded_texts": embedded,
            "unchanged_sync_seconds": round(again, 3),
            "unchanged_sync_share": round(again / seconds, 4),
            "unchanged_sync_embedded_texts": model.texts - embedded,
            "index_megabytes": disk(self._folder),
        }

    def search(self, text: str) -> list[str]:
        """The ids of the ten best papers."""
        return [found.paper_id for found in self._chat.search(text, limit=10)]

    def answer(self, text: str) -> None:
        """Answer a question in full."""
        self._chat.ask(text)

    def describe(self) -> dict[str, Any]:
        """What the chat says of itself."""
        return dict(self._chat.describe())

    @cached_property
    def _chat(self) -> PaperChat:
        settings = Settings(index=self._folder, llm="extractive")
        # The reader reads every question with the real model; what costs time is done with random vectors, too.
        embedder = RandomVectors() if self._random_vectors else None
        return PaperChat(Assembly(settings, embedder=embedder).pipeline(), settings)

    def _load(self) -> None:
        """Have every library loaded before the clock is started, by indexing one paper elsewhere."""
        place = Place(self._folder.with_name(f"{self._folder.name}-loading"))
        sync(place, {"": PaperFile((LOADING,), ())}, embedder=RandomVectors(), sketcher=RandomVectors())

    def _sync(self, model: Counted, progress: Callable[[int, int], None]) -> SyncReport:
        # As `Assembly` does with the bundled model, which is the embedder and the sketcher in one.
        return sync(Place(self._folder), self._corpus.files(), embedder=model, sketcher=model, progress=progress)
