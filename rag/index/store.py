"""Vectors in Chroma: embedded in a folder, or on a Chroma server."""

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
from rag.index.chroma import COLLECTION, close_client, delete_others, filter_of, open_client, open_collection
from rag.index.copying import DATABASE, writable
from rag.index.damage import damage_told, rebuild_advice
from rag.index.seal import damaged_files
from rag.ports import Vectors
from rag.types import Condition


@dataclass(frozen=True, slots=True)
class Home:
    """Where a collection of an index is: in a `folder` of its own, or under its `name` on the server at `url`."""

    index: Path
    folder: Path
    url: str = ""
    name: str = COLLECTION

    @property
    def shared(self) -> bool:
        """Whether others see at once what is stored."""
        return bool(self.url)


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that is near a vector: `paper.abstract[start:end]` of that paper, `similarity` its cosine."""

    paper_id: str
    start: int
    end: int
    similarity: float
    row: str


class VectorStore:
    """One collection of rows (a chunk's vector, its place, what is filtered by) under cosine distance.

    The files are closed when the store is no longer referred to. What Chroma raises comes out as
    IndexUnusableError.
    """

    _made_when_missing = False

    def __init__(self, home: Home) -> None:
        self.shared = home.shared
        self._home = home
        self._counted: int | None = None
        self._folder, self._copy = self._prepared(home)
        with self._told():
            self._open()

    def vectors(self, rows: Sequence[str]) -> list[Vectors]:
        """The vectors of rows, in the order given. All of them must be there."""
        if not rows:
            return []
        with self._told():
            found = self._collection.get(ids=list(rows), include=["embeddings"])
            known = dict(zip(found["ids"], np.asarray(found["embeddings"], dtype=np.float32), strict=True))
            return [known[row] for row in rows]

    def remove(self, rows: Iterable[str]) -> None:
        """Delete rows; unknown ids don't matter."""
        with self._told():
            for batch in batches(rows, self._client.get_max_batch_size()):
                self._collection.delete(ids=batch)

    def close(self) -> None:
        """Let go of the files, now."""
        self._closing()

    def delete_others(self) -> None:
        """On a server, delete what other epochs of the same index left."""
        with self._told():
            if self.shared:
                delete_others(self._client, self._home.name)

    def ids(self) -> set[str]:
        """The ids of all rows."""
        with self._told():
            return set(self._collection.get(include=[])["ids"])

    def count(self) -> int:
        """How many rows are stored."""
        with self._told():
            return int(self._collection.count())

    def search(
        self, vector: Vectors, *, limit: int, where: Sequence[Condition] = (), rows: Sequence[str] | None = None
    ) -> list[Hit]:
        """Chunks near a vector of shape (dimension,), best first. `rows`, when given, are the only ones looked at."""
        with self._told():
            result = self._collection.query(
                query_embeddings=np.asarray([vector], dtype=np.float32),
                n_results=min(limit, self._most_results()),
                ids=None if rows is None else list(rows),
                where=filter_of(where),
                include=["metadatas", "distances"],
            )
        metadatas, distances = (result["metadatas"] or [[]])[0], (result["distances"] or [[]])[0]
        return [
            Hit(str(found["paper_id"]), int(str(found["start"])), int(str(found["end"])), 1.0 - float(distance), row)
            for row, found, distance in zip(result["ids"][0], metadatas, distances, strict=True)
        ]

    def _most_results(self) -> int:
        """How many rows can be asked for; counted once where nobody adds any."""
        if self.shared or self._counted is None:
            self._counted = max(1, self.count())
        return self._counted

    def _prepared(self, home: Home) -> tuple[Path, object]:
        """The folder to open, and what has to be kept until it is closed."""
        if home.shared:
            return home.folder, None
        damaged = damaged_files(home.folder) if (home.folder / DATABASE).is_file() else [DATABASE]
        if damaged:
            raise IndexUnusableError(
                f"The index in {home.index} is damaged: {', '.join(damaged)} changed since it was written.",
                subject=str(home.folder),
                advice=rebuild_advice(home.index),
            )
        return writable(home.folder)

    def _open(self) -> None:
        self._client = open_client(self._folder, self._home.url)
        self._closing = finalize(self, close_client, self._client)
        self._collection = open_collection(self._client, self._home.name, create=self._made_when_missing)

    def _told(self) -> AbstractContextManager[None]:
        advice = rebuild_advice(self._home.index)
        if self.shared:
            advice = f"Is the server running? If so: {advice[0].lower()}{advice[1:]}"
        return damage_told("vector store", self._home.url or self._home.index, advice=advice)


def batches(items: Any, size: int) -> Iterator[Any]:
    """Lists of at most `size` items."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch
