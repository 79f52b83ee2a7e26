"""Vectors for chunks: from the generation before, from the journal of a sync that was not done, or else embedded.

With each vector that is made goes a sketch of the chunk's words, when there is a model that reads them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from rag.errors import EmbeddingError
from rag.index.chunks import Chunk
from rag.index.journal import Journal
from rag.index.sketches import Sketches
from rag.index.store import VectorStore
from rag.ports import Embedder, Sketcher, Vectors


class Supply:
    """Gives vectors; `embedded` counts those that had to be made. These are kept in the journal at once."""

    def __init__(
        self,
        embedder: Embedder,
        journal: Journal,
        before: VectorStore | None,
        sketcher: Sketcher | None = None,
        sketches: Sketches | None = None,
    ) -> None:
        self.embedded = 0
        self._embedder = embedder
        self._sketcher = sketcher
        self._sketches = sketches
        self._journal = journal
        self._before = before

    def vectors(self, chunks: Sequence[Chunk], held: Mapping[str, str]) -> list[Vectors]:
        """One vector for each chunk; `held` tells which rows of the generation before have some of the chunks."""
        found: dict[str, Vectors] = {}
        if self._before and (old := [piece.id for piece in chunks if piece.id in held]):
            found |= zip(old, self._before.vectors([held[key] for key in old]), strict=True)
        logged = [piece.id for piece in chunks if piece.id not in found and piece.id in self._journal]
        found |= zip(logged, self._journal.vectors(logged), strict=True)
        if new := [piece for piece in chunks if piece.id not in found]:
            found |= zip((piece.id for piece in new), self._embed(new), strict=True)
        return [found[piece.id] for piece in chunks]

    def _embed(self, chunks: Sequence[Chunk]) -> Vectors:
        vectors, sketches = self._made([piece.embedded_text for piece in chunks])
        if self._journal.dimension not in (None, vectors.shape[1]):
            self._journal.drop()
            raise EmbeddingError(
                f"The embedding {self._embedder.name} gives vectors of another length than before.",
                subject=self._embedder.name,
                advice="What was kept of the sync before is dropped now: run the same again, with --rebuild.",
            )
        if self._sketches and self._sketcher:
            self._sketches.add(dict(zip((piece.id for piece in chunks), sketches, strict=True)))
        self._journal.add([piece.id for piece in chunks], vectors)
        self.embedded += len(chunks)
        return vectors

    def _made(self, texts: Sequence[str]) -> tuple[Vectors, Sequence[bytes]]:
        """Vectors and sketches; the bundled model makes both in one reading."""
        if self._sketcher is None:
            return np.asarray(self._embedder.embed(texts), dtype=np.float32), ()
        embedder: object = self._embedder
        if self._sketcher is embedder:
            return self._sketcher.sketch(texts)
        vectors = np.asarray(self._embedder.embed(texts), dtype=np.float32)
        return vectors, self._sketcher.sketch(texts)[1]
