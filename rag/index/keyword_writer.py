"""Changes to a keyword index, seen by nobody until they are committed together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from rag.index.documents import document_of
from rag.types import Paper

if TYPE_CHECKING:
    import tantivy

HEAP = 64_000_000  # bytes that are gathered before a file is written


class KeywordWriter:
    """Stores papers over older versions of them, and removes others. One writer at a time."""

    def __init__(self, index: tantivy.Index, told: Callable[[], AbstractContextManager[None]]) -> None:
        self._index = index
        self._told = told
        with told():
            self._writer = index.writer(heap_size=HEAP, num_threads=1)

    def put(self, papers: Iterable[tuple[Paper, Sequence[str]]]) -> None:
        """Store papers, each with the ids of its rows in the vector store."""
        with self._told():
            for paper, rows in papers:
                self._writer.delete_documents_by_term("id", paper.id)
                self._writer.add_document(document_of(paper, rows))

    def remove(self, ids: Iterable[str]) -> None:
        """Remove papers; unknown ids don't matter."""
        with self._told():
            for paper_id in ids:
                self._writer.delete_documents_by_term("id", paper_id)

    def commit(self) -> None:
        """Make all changes true; the writer is done with."""
        with self._told():
            self._writer.commit()
            self._writer.wait_merging_threads()
            self._index.reload()
