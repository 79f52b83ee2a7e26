"""Vectors in Chroma: embedded in the index folder, or on a Chroma server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any
from weakref import finalize

import numpy as np

from rag.errors import IndexUnusableError
from rag.index.chroma import close_client, collection_name, filter_of, metadata_of, open_client, open_collection
from rag.index.chunks import Chunk
from rag.index.damage import damage_told, rebuild_advice
from rag.index.seal import break_seal, damaged_files, set_seal
from rag.ports import Vectors
from rag.types import Condition


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that is near a vector: `paper.abstract[start:end]` of that paper, `similarity` its cosine."""

    paper_id: str
    start: int
    end: int
    similarity: float


class VectorStore:
    """One collection of chunk vectors under cosine distance.

    Its files are closed when the store is no longer referred to. What Chroma raises comes out as
    IndexUnusableError.
    """

    def __init__(self, folder: Path, *, url: str = "") -> None:
        self._folder = None if url else folder
        self._place = url or str(folder.parent)
        self._advice = "Is the server running?" if url else rebuild_advice(folder.parent)
        if not url and (damaged := damaged_files(folder)):
            raise IndexUnusableError(
                f"The index in {folder.parent} is damaged: {', '.join(damaged)} changed since it was written.",
                subject=str(folder),
                advice=self._advice,
            )
        with self._told():
            self._client = open_client(folder, url)
            finalize(self, close_client, self._client)
            self._name = collection_name(folder, url)
            self._collection = open_collection(self._client, self._name)

    def add(self, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        """Store chunks with their vectors, in batches that Chroma accepts; ids that exist are overwritten."""
        with self._told():
            most = self._client.get_max_batch_size()
            for batch, rows in zip(_batches(chunks, most), _batches(vectors, most), strict=True):
                self._collection.upsert(
                    ids=[chunk.id for chunk in batch],
                    embeddings=np.asarray(rows, dtype=np.float32),
                    documents=[chunk.text for chunk in batch],
                    metadatas=[metadata_of(chunk) for chunk in batch],
                )

    def describe(self, chunks: Sequence[Chunk]) -> None:
        """Store anew what is known about the papers of chunks that are stored already; their vectors stay."""
        with self._told():
            for batch in _batches(chunks, self._client.get_max_batch_size()):
                self._collection.update(
                    ids=[chunk.id for chunk in batch], metadatas=[metadata_of(chunk) for chunk in batch]
                )

    def remove(self, ids: Iterable[str]) -> None:
        """Delete chunks; unknown ids don't matter."""
        with self._told():
            for batch in _batches(list(ids), self._client.get_max_batch_size()):
                self._collection.delete(ids=list(batch))

    def empty(self) -> None:
        """Delete all chunks, and with them the dimension that vectors must have."""
        with self._told():
            self._client.delete_collection(self._name)
            self._collection = open_collection(self._client, self._name)

    def begin(self) -> None:
        """Say that chunks are about to change; until `end`, damage to the files cannot be told from a change."""
        if self._folder:
            break_seal(self._folder)

    def end(self) -> None:
        """Say that all changes are made."""
        if self._folder:
            with self._told():
                self._settle()
                set_seal(self._folder)

    def _settle(self) -> None:
        """Make Chroma write its graph of vectors now: it leaves that to the first search."""
        rows = self._collection.get(limit=1, include=["embeddings"])["embeddings"]
        if rows is not None and len(rows):
            self._collection.query(query_embeddings=np.asarray(rows, dtype=np.float32), n_results=1, include=[])

    def ids(self) -> set[str]:
        """The ids of all stored chunks."""
        with self._told():
            return set(self._collection.get(include=[])["ids"])

    def count(self) -> int:
        """How many chunks are stored."""
        with self._told():
            return int(self._collection.count())

    def search(
        self, vector: Vectors, *, limit: int, where: Sequence[Condition] = (), paper_ids: Sequence[str] | None = None
    ) -> list[Hit]:
        """Chunks near a vector of shape (dimension,), best first. `paper_ids` narrows to those papers."""
        with self._told():
            result = self._collection.query(
                query_embeddings=np.asarray([vector], dtype=np.float32),
                n_results=min(limit, max(1, self.count())),
                where=filter_of(where, paper_ids),
                include=["metadatas", "distances"],
            )
        metadatas, distances = (result["metadatas"] or [[]])[0], (result["distances"] or [[]])[0]
        return [
            Hit(str(found["paper_id"]), int(str(found["start"])), int(str(found["end"])), 1.0 - float(distance))
            for found, distance in zip(metadatas, distances, strict=True)
        ]

    def _told(self) -> AbstractContextManager[None]:
        return damage_told("vector store", self._place, advice=self._advice)


def _batches(items: Any, size: int) -> Iterator[Any]:
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch
