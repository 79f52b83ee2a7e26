"""What Footnoted is measured against: LlamaIndex over Chroma as their first page shows it, with the same embedding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rag.bench.corpus import LOADING, Corpus
from rag.bench.embedders import Counted, RandomVectors, model_for
from rag.bench.footprint import disk
from rag.bench.timing import per_second, timed
from rag.errors import UsageError
from rag.minilm.model import MiniLM
from rag.ports import Embedder
from rag.types import Paper

if TYPE_CHECKING:
    from llama_index.core.base.base_retriever import BaseRetriever
    from llama_index.core.embeddings import BaseEmbedding
    from llama_index.vector_stores.chroma import ChromaVectorStore

PACKAGE = "llama-index-vector-stores-chroma"
NAME = "quickstart"


def missing(package: str = PACKAGE) -> UsageError | None:
    """Why the quickstart cannot be measured; None when it can."""
    try:
        version(package)
    except PackageNotFoundError:
        return UsageError(
            f"The quickstart cannot be measured: {package} is not installed.",
            subject=package,
            advice="Run: pip install 'footnoted[bench]'. Or leave the quickstart out: --no-quickstart.",
        )
    return None


class Quickstart:
    """A `VectorStoreIndex` over a `ChromaVectorStore` in `folder`: one document per paper, everything by default."""

    def __init__(self, corpus: Corpus, folder: Path, *, random_vectors: bool) -> None:
        self._corpus = corpus
        self._folder = folder
        self._random_vectors = random_vectors

    def index(self, progress: Callable[[int, int], None]) -> dict[str, Any]:
        """Index the papers; the seconds count the reading of the file, as ours do."""
        # Have every library loaded before the clock is started, by indexing one paper elsewhere.
        _build(self._folder.with_name(f"{self._folder.name}-loading"), (LOADING,), RandomVectors())
        papers: tuple[Paper, ...] = ()
        embedder = Counted(
            model_for(random_vectors=self._random_vectors),
            lambda done: progress(min(done, len(papers)), len(papers)),
        )

        def work() -> None:
            nonlocal papers
            papers = self._corpus.papers()
            _build(self._folder, papers, embedder)

        seconds, _ = timed(work)
        return {
            "papers": len(papers),
            "papers_per_second": per_second(len(papers), seconds),
            "papers_per_second_embedding": per_second(len(papers), embedder.seconds),
            "papers_per_second_rest": per_second(len(papers), seconds - embedder.seconds),
            "index_seconds": round(seconds, 2),
            "embedding_seconds": round(embedder.seconds, 2),
            "rest_seconds": round(seconds - embedder.seconds, 2),
            "embedded_texts": embedder.texts,
            "index_megabytes": disk(self._folder),
        }

    def search(self, text: str) -> list[str]:
        """The ids of the papers whose nodes are among the ten best, in the order of their best node."""
        nodes = self._retriever.retrieve(text)
        return list(dict.fromkeys(str(found.node.ref_doc_id) for found in nodes))

    @cached_property
    def _retriever(self) -> BaseRetriever:
        from llama_index.core import VectorStoreIndex

        # A question takes the time of embedding it also where its vector is random, as it does with ours.
        embedding = _adapted(RandomVectors(MiniLM()) if self._random_vectors else MiniLM())
        index = VectorStoreIndex.from_vector_store(_store(self._folder), embed_model=embedding)
        return index.as_retriever(similarity_top_k=10)


def _build(folder: Path, papers: Sequence[Paper], embedder: Embedder) -> None:
    from llama_index.core import Document, StorageContext, VectorStoreIndex

    context = StorageContext.from_defaults(vector_store=_store(folder))
    documents = [Document(text=f"{paper.title}\n\n{paper.abstract}", id_=paper.id) for paper in papers]
    VectorStoreIndex.from_documents(documents, storage_context=context, embed_model=_adapted(embedder))


def _store(folder: Path) -> ChromaVectorStore:
    import chromadb
    from chromadb.config import Settings
    from llama_index.vector_stores.chroma import ChromaVectorStore

    client = chromadb.PersistentClient(path=str(folder), settings=Settings(anonymized_telemetry=False))
    return ChromaVectorStore(chroma_collection=client.get_or_create_collection(NAME))


def _adapted(embedder: Embedder) -> BaseEmbedding:
    """An embedder as LlamaIndex wants one, with the number of texts at once that LlamaIndex takes by default."""
    from llama_index.core.embeddings import BaseEmbedding

    class Adapted(BaseEmbedding):
        def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
            rows: list[list[float]] = embedder.embed(texts).tolist()
            return rows

        def _get_text_embedding(self, text: str) -> list[float]:
            return self._get_text_embeddings([text])[0]

        def _get_query_embedding(self, query: str) -> list[float]:
            return self._get_text_embedding(query)

        async def _aget_query_embedding(self, query: str) -> list[float]:
            return self._get_text_embedding(query)

    return Adapted(model_name=embedder.name)
