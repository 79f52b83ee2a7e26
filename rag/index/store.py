"""Vectors in Chroma: embedded in the index folder, or on a Chroma server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rag.errors import IndexUnusableError
from rag.index.chunks import Chunk
from rag.ports import Vectors
from rag.terms import fold
from rag.types import Condition

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

COLLECTION = "footnoted-chunks"
_OPERATORS = {"=": "$eq", "!=": "$ne", ">=": "$gte", "<=": "$lte", ">": "$gt", "<": "$lt"}


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that is near a vector: `paper.abstract[start:end]` of that paper, `similarity` its cosine."""

    paper_id: str
    start: int
    end: int
    similarity: float


class VectorStore:
    """One collection of chunk vectors under cosine distance."""

    def __init__(self, folder: Path, *, url: str = "") -> None:
        self._client = _client(folder, url)
        self._collection = self._client.get_or_create_collection(
            COLLECTION, embedding_function=None, configuration={"hnsw": {"space": "cosine", "ef_search": 200}}
        )

    def add(self, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        """Store chunks with their vectors, in batches that Chroma accepts; ids that exist are overwritten."""
        most = self._client.get_max_batch_size()
        for batch, rows in zip(_batches(chunks, most), _batches(vectors, most), strict=True):
            self._collection.upsert(
                ids=[chunk.id for chunk in batch],
                embeddings=np.asarray(rows, dtype=np.float32),
                documents=[chunk.text for chunk in batch],
                metadatas=[_metadata(chunk) for chunk in batch],
            )

    def remove(self, ids: Iterable[str]) -> None:
        """Delete chunks; unknown ids don't matter."""
        for batch in _batches(list(ids), self._client.get_max_batch_size()):
            self._collection.delete(ids=list(batch))

    def ids(self) -> set[str]:
        """The ids of all stored chunks."""
        return set(self._collection.get(include=[])["ids"])

    def count(self) -> int:
        """How many chunks are stored."""
        return int(self._collection.count())

    def search(
        self, vector: Vectors, *, limit: int, where: Sequence[Condition] = (), paper_ids: Sequence[str] | None = None
    ) -> list[Hit]:
        """Chunks near a vector of shape (dimension,), best first. `paper_ids` narrows to those papers."""
        result = self._collection.query(
            query_embeddings=[vector],
            n_results=min(limit, max(1, self.count())),
            where=_where(where, paper_ids),
            include=["metadatas", "distances"],
        )
        metadatas, distances = (result["metadatas"] or [[]])[0], (result["distances"] or [[]])[0]
        return [
            Hit(str(found["paper_id"]), int(str(found["start"])), int(str(found["end"])), 1.0 - float(distance))
            for found, distance in zip(metadatas, distances, strict=True)
        ]


def _client(folder: Path, url: str) -> ClientAPI:
    import chromadb
    from chromadb.config import Settings as ChromaSettings

    quiet = ChromaSettings(anonymized_telemetry=False)
    try:
        if url:
            host, _, port = url.removeprefix("http://").removeprefix("https://").rstrip("/").partition(":")
            return chromadb.HttpClient(host=host, port=int(port or 8000), ssl=url.startswith("https"), settings=quiet)
        return chromadb.PersistentClient(path=str(folder), settings=quiet)
    except Exception as error:  # chromadb raises bare ValueError, RuntimeError and errors of its Rust core
        raise IndexUnusableError(
            f"The vector store at {url or folder} cannot be opened.",
            subject=url or str(folder),
            advice="Is the server running?" if url else "Rebuild it: footnoted index --rebuild",
        ) from error


def _metadata(chunk: Chunk) -> dict[str, Any]:
    paper = chunk.paper
    values = {
        "paper_id": paper.id,
        "title": paper.title,
        "start": chunk.start,
        "end": chunk.end,
        "url": paper.url,
        "area": fold(paper.area),
        "venue": fold(paper.venue),
        "decision": fold(paper.decision),
        "authors": "; ".join(paper.authors),
        "keywords": "; ".join(paper.keywords),
    }
    return values if paper.year is None else {**values, "year": paper.year}


def _where(where: Sequence[Condition], paper_ids: Sequence[str] | None) -> dict[str, Any] | None:
    clauses: list[dict[str, Any]] = [
        {condition.field: {_OPERATORS[condition.operator]: _value(condition)}} for condition in where
    ]
    if paper_ids is not None:
        clauses.append({"paper_id": {"$in": list(paper_ids)}})
    if not clauses:
        return None
    return clauses[0] if len(clauses) == 1 else {"$and": clauses}


def _value(condition: Condition) -> str | int:
    return int(condition.value) if condition.field == "year" else fold(condition.value)


def _batches(items: Any, size: int) -> Iterator[Any]:
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch
