"""The vectors of a generation while they are made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np

from rag.index.chroma import metadata_of, open_collection, write_graph_every
from rag.index.chunks import Chunk
from rag.index.damage import AGAIN, damage_told
from rag.index.rows import row_id
from rag.index.seal import set_seal
from rag.index.store import Home, VectorStore, batches
from rag.ports import Vectors

ROWS_IN_MEMORY = 1_000  # between two writings of the graph


class VectorDraft(VectorStore):
    """A collection that is made when there is none. Rows are added and removed, never changed."""

    _made_when_missing = True

    def __init__(self, home: Home) -> None:
        super().__init__(home)
        with self._told():
            if not self.shared:
                write_graph_every(self._collection, ROWS_IN_MEMORY)

    def add(self, chunks: Sequence[Chunk], vectors: Sequence[Vectors] | Vectors) -> None:
        """Store chunks with their vectors, in batches that Chroma accepts; rows that exist are overwritten."""
        with self._told():
            most = self._client.get_max_batch_size()
            for batch, rows in zip(batches(chunks, most), batches(vectors, most), strict=True):
                self._collection.upsert(
                    ids=[row_id(chunk) for chunk in batch],
                    embeddings=np.asarray(rows, dtype=np.float32),
                    metadatas=[metadata_of(chunk) for chunk in batch],
                )

    def copy_from(self, other: VectorStore, rows: Iterable[str]) -> None:
        """Store rows that another store has."""
        with self._told():
            for batch in batches(rows, self._client.get_max_batch_size()):
                found = other._collection.get(ids=batch, include=["embeddings", "metadatas"])
                self._collection.upsert(ids=found["ids"], embeddings=found["embeddings"], metadatas=found["metadatas"])

    def empty(self) -> None:
        """Delete the rows that a killed sync left on a server, and with them the dimension that vectors must have."""
        if not self.shared:
            return
        with self._told():
            self._client.delete_collection(self._home.name)
            self._collection = open_collection(self._client, self._home.name, create=True)

    def end(self) -> None:
        """Write everything to the files, and seal them: they are not to change again."""
        if self.shared:
            return
        with self._told():
            write_graph_every(self._collection, 2)  # Chroma's least
            self.close()
            self._open()
            self._collection.count()  # only a new client heeds the setting, and only when it looks at the rows
            set_seal(self._folder)

    def _prepared(self, home: Home) -> tuple[Path, object]:
        return home.folder, None  # nothing is sealed yet

    def _told(self) -> AbstractContextManager[None]:
        return damage_told("new vector store", self._home.url or self._home.index, advice=AGAIN)
