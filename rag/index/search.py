"""Both searches over one index, fused into one ranking of papers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from rag.index.lexical import LexicalIndex, Stored
from rag.index.ranking import fused, interaction, ranked, with_words
from rag.index.rows import chunk_of
from rag.index.sketches import Sketches
from rag.index.store import Hit, VectorStore
from rag.language.terms import joined, stem
from rag.minilm.sketch import content, projected, unsketched
from rag.ports import Embedder, Reader, Vectors
from rag.types import Condition, Found, Paper, Passage, Topic

CANDIDATES = 50  # taken from each search before fusing; more found no more (eval/README.md)
COMPARED = 50  # of the fused ones whose words are compared with the question's
STORE_FIELDS = ("area", "venue", "decision", "year", "id")  # what Chroma filters by itself


@dataclass(frozen=True, slots=True)
class _Asked:
    """A text to search for: its vector, its content words' small vectors of shape (n, 64), and their rarities."""

    vector: Vectors
    words: Vectors
    rarities: Vectors


class IndexSearch:
    """The `Search` port over Chroma and tantivy.

    Each search gives its candidates; every candidate is scored by both, and the best are compared word by word.
    """

    def __init__(
        self,
        store: VectorStore,
        lexical: LexicalIndex,
        sketches: Sketches,
        reader: Reader,
        embedder: Embedder | None,
        description: Mapping[str, Any],
    ) -> None:
        """`embedder` is given when the index has other vectors than the reader's."""
        self._store = store
        self._lexical = lexical
        self._sketches = sketches
        self._embedder = embedder
        self._reader = reader
        self._description = description
        self._beside = ThreadPoolExecutor(thread_name_prefix="question")

    def search(self, text: str, *, limit: int, where: Sequence[Condition] = ()) -> tuple[Found, ...]:
        """Return at most `limit` papers for a text, best first; none for a blank text."""
        if not text.strip():
            return ()
        reading = self._beside.submit(self._understood, text)  # by the model, while the words are looked up
        stems, reach = self._lexical.query_stems(text), max(CANDIDATES, 2 * limit)
        by_words = self._lexical.search(stems, limit=reach, where=where)
        asked = reading.result()
        near = self._near(asked.vector, reach, where)
        stored = {item.id: item for item, _ in by_words}
        stored |= self._lexical.stored([key for key in near if key not in stored])
        keyword = {item.id: score for item, score in by_words}
        keyword |= self._lexical.scores(stems, [key for key in stored if key not in keyword])
        similarity = {key: hits[0].similarity for key, hits in near.items() if key in stored}
        similarity |= self._similarities(asked.vector, [item for key, item in stored.items() if key not in near])
        scores = fused(keyword, similarity)
        compared = [stored[key] for key in ranked(scores, max(COMPARED, limit))]
        scores = with_words(scores, self._met(asked, compared))
        return tuple(
            Found(
                paper=paper,
                score=min(1.0, scores[paper.id]),
                similarity=similarity[paper.id],
                keyword=keyword.get(paper.id, 0.0),
                passages=tuple(Passage(paper, hit.start, hit.end, hit.similarity) for hit in near.get(paper.id, ())),
            )
            for paper in (stored[key].paper() for key in ranked(scores, limit))
        )

    def papers(self, ids: Sequence[str]) -> tuple[Paper, ...]:
        """Return the papers with these ids in the order given; unknown ids are left out."""
        return self._lexical.papers(ids) if ids else ()

    def rarity(self, term: str) -> float:
        """Return a stem's inverse document frequency over the largest possible one."""
        return self._lexical.rarity(term)

    def frequency(self, term: str) -> int:
        """Return in how many papers a stem occurs."""
        return self._lexical.frequency(term)

    def nearest(self, word: str, *, slips: int = 2) -> str | None:
        """Return the indexed word that a mistyped one most likely stands for."""
        return self._lexical.nearest(word, slips=slips)

    def matching(self, where: Sequence[Condition]) -> tuple[Paper, ...]:
        """Return all papers that meet the conditions."""
        return self._lexical.matching(where)

    def counts(self, where: Sequence[Condition] = ()) -> dict[str, dict[str, int]]:
        """Return how many papers have each value of `area`, `venue`, `decision` and `year`."""
        return self._lexical.counts(where)

    def mentioning(self, topic: Topic, *, heads: bool = False, where: Sequence[Condition] = ()) -> int:
        """Return how many papers hold a topic's words."""
        return self._lexical.mentioning(topic, heads=heads, where=where)

    def describe(self) -> Mapping[str, Any]:
        """Return `path`, `papers`, `chunks` and `data_hash`."""
        return self._description

    def _understood(self, text: str) -> _Asked:
        meaning = self._reader.read([text])[0]
        vector = self._embedder.embed([text])[0] if self._embedder else meaning.vector
        words = content(text, meaning.words) or list(meaning.words)
        rarities = [self._lexical.rarity(stem(joined(text[word.start : word.end]))) for word in words]
        vectors = [word.vector for word in words]
        small = projected(np.stack(vectors)) if vectors else np.empty((0, 0), dtype=np.float32)
        return _Asked(vector, small, np.asarray(rarities, dtype=np.float32))

    def _near(self, vector: Vectors, limit: int, where: Sequence[Condition]) -> dict[str, list[Hit]]:
        """Chunks by paper, best first in both; for filters that Chroma can't do the rows that meet them are listed."""
        native = all(condition.field in STORE_FIELDS for condition in where)
        rows = None if native else self._lexical.rows_meeting(where)
        if rows == []:
            return {}
        hits: dict[str, list[Hit]] = {}
        for hit in self._true(self._store.search(vector, limit=limit, where=where if native else (), rows=rows)):
            hits.setdefault(hit.paper_id, []).append(hit)
        return hits

    def _true(self, hits: list[Hit]) -> list[Hit]:
        """The hits whose rows this generation has: on a server those of another one stand beside them for a while."""
        if not self._store.shared:
            return hits
        rows = self._lexical.rows([hit.paper_id for hit in hits])
        return [hit for hit in hits if hit.row in rows]

    def _similarities(self, vector: Vectors, papers: Sequence[Stored]) -> dict[str, float]:
        """The best similarity of each paper's chunks, for those that the search by vector did not reach."""
        rows = [(item.id, row) for item in papers for row in item.rows()]
        found: dict[str, float] = {}
        for (key, _), stored in zip(rows, self._store.vectors([row for _, row in rows]), strict=True):
            found[key] = max(found.get(key, -1.0), float(stored @ vector))
        return found

    def _met(self, asked: _Asked, papers: Sequence[Stored]) -> dict[str, float]:
        """How well each paper's words meet those of the question; papers without sketches are left out."""
        chunks = {item.id: [chunk_of(row) for row in item.rows()] for item in papers}
        sketches = self._sketches.of([chunk for some in chunks.values() for chunk in some])
        return {
            key: interaction(asked.words, asked.rarities, unsketched([sketches[chunk] for chunk in some]))
            for key, some in chunks.items()
            if some and all(chunk in sketches for chunk in some)
        }
