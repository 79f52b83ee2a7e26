"""The next generation of an index while it is made. Nobody sees it before the manifest names it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rag.index.chunks import Chunk, chunk
from rag.index.contents import Contents, Entry, data_hash, rows_of, write_contents
from rag.index.copying import copy_vectors, link_words, settle_tree
from rag.index.damage import damage_told, rebuild_advice
from rag.index.manifest import Manifest
from rag.index.opening import Opened
from rag.index.place import Place
from rag.index.plan import Plan, Task
from rag.index.rows import chunk_of, row_id
from rag.index.supply import Supply
from rag.index.vector_draft import VectorDraft

WORN = 0.05  # removed vectors for one that stays; Chroma keeps them in its graph, where their successors get lost


@dataclass(frozen=True, slots=True)
class Held:
    """What a sync begins with: the true generation and its table of contents."""

    opened: Opened
    contents: Contents


class Draft:
    """A generation that begins as a copy of the one before (with fresh files of vectors when those are worn)."""

    def __init__(self, place: Place, number: int, before: Held | None, steps: Plan) -> None:
        self._held: Contents = before.contents if before else {}
        self._contents: dict[str, Entry] = dict(steps.kept)
        self._gone = steps.gone
        self._number = number
        self._folder = place.generation(number)
        self._folder.mkdir()
        kept = rows_of(steps.kept.values())
        self._worn = before.opened.manifest.worn + len(rows_of(self._held.values())) - len(kept) if before else 0
        self._afresh = before is None or self._worn > WORN * len(kept)
        self._epoch = number if before is None or self._afresh else before.opened.manifest.epoch
        former = place.generation(before.opened.manifest.generation) if before else None
        if former and not self._afresh and not place.url:
            with damage_told("vector store", place.folder, advice=rebuild_advice(place.folder)):
                copy_vectors(former / "chroma", self._folder / "chroma")
        self.store = VectorDraft(place.home(number, self._epoch))
        if self._afresh:
            self._begin_afresh(before, kept)
        if former:
            link_words(former / "lexical", self._folder / "lexical")
        self._writer = place.lexical(number, create=True).writer()

    def _begin_afresh(self, before: Held | None, kept: set[str]) -> None:
        self._worn = 0
        self.store.empty()
        if before:
            self.store.copy_from(before.opened.store, kept)

    def put(self, tasks: Sequence[Task], supply: Supply) -> None:
        """Store papers on both sides."""
        pieces = {task.paper.id: chunk(task.paper) for task in tasks}
        rows = {key: tuple(map(row_id, chunks)) for key, chunks in pieces.items()}
        old = {row for key in pieces if key in self._held for row in self._held[key].rows}
        new: list[Chunk] = [
            piece for chunks in pieces.values() for piece in chunks if self._afresh or row_id(piece) not in old
        ]
        if new:
            self.store.add(new, supply.vectors(new, {chunk_of(row): row for row in old}))
        self._writer.put((task.paper, rows[task.paper.id]) for task in tasks)
        self._contents |= {task.paper.id: Entry(task.content, task.source, rows[task.paper.id]) for task in tasks}

    def finish(self, embedding: str) -> Manifest:
        """Take out what is gone, write everything to the disk, and return the manifest that makes it true."""
        self._writer.remove(self._gone)
        self._writer.commit()
        rows = rows_of(self._contents.values())
        if not self._afresh and not self.store.shared:
            self.store.remove(rows_of(self._held.values()) - rows)
        self.store.end()
        write_contents(self._folder, self._contents)
        settle_tree(self._folder)
        return Manifest(
            embedding=embedding,
            generation=self._number,
            epoch=self._epoch,
            papers=len(self._contents),
            chunks=len(rows),
            data_hash=data_hash(self._contents),
            worn=self._worn,
        )

    @property
    def contents(self) -> Contents:
        """The table of contents so far."""
        return self._contents
