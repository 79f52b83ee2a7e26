"""Both searches over one index, fused into one ranking of papers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rag.index.lexical import LexicalIndex, query_stems
from rag.index.store import Hit, VectorStore
from rag.ports import Embedder
from rag.types import Condition, Found, Paper, Passage

CANDIDATES = 60  # taken from each search before fusing
DENSE_WEIGHT = 0.7
STORE_FIELDS = ("area", "venue", "decision", "year")  # what Chroma filters by itself


class IndexSearch:
    """The `Search` port over Chroma and tantivy.

    Fusion: each side's scores are scaled to 0…1 by its own best and worst candidate, then added with weights
    (the convex combination of Bruch, Gai & Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", 2023).
    """

    def __init__(
        self, store: VectorStore, lexical: LexicalIndex, embedder: Embedder, description: Mapping[str, Any]
    ) -> None:
        self._store = store
        self._lexical = lexical
        self._embedder = embedder
        self._description = description

    def search(self, text: str, *, limit: int, where: Sequence[Condition] = ()) -> tuple[Found, ...]:
        """Return at most `limit` papers for a text, best first; none for a blank text."""
        if not text.strip():
            return ()
        passages = self._dense(text, where)
        keyword = {paper.id: score for paper, score in self._keyword(text, where)}
        dense = {paper_id: hits[0].similarity for paper_id, hits in passages.items()}
        fused = _fuse(dense, keyword)
        best = sorted(fused, key=lambda paper_id: (-fused[paper_id], paper_id))[:limit]
        return tuple(
            Found(
                paper=paper,
                score=fused[paper.id],
                similarity=dense.get(paper.id, 0.0),
                keyword=keyword.get(paper.id, 0.0),
                passages=tuple(
                    Passage(paper, hit.start, hit.end, hit.similarity) for hit in passages.get(paper.id, ())
                ),
            )
            for paper in self.papers(best)
        )

    def papers(self, ids: Sequence[str]) -> tuple[Paper, ...]:
        """Return the papers with these ids in the order given; unknown ids are left out."""
        return self._lexical.papers(ids) if ids else ()

    def rarity(self, term: str) -> float:
        """Return a stem's inverse document frequency over the largest possible one."""
        return self._lexical.rarity(term)

    def nearest(self, word: str, *, slips: int = 2) -> str | None:
        """Return the indexed word that a mistyped one most likely stands for."""
        return self._lexical.nearest(word, slips=slips)

    def matching(self, where: Sequence[Condition]) -> tuple[Paper, ...]:
        """Return all papers that meet the conditions."""
        return self._lexical.matching(where)

    def describe(self) -> Mapping[str, Any]:
        """Return `path`, `papers`, `chunks` and `data_hash`."""
        return self._description

    def _keyword(self, text: str, where: Sequence[Condition]) -> list[tuple[Paper, float]]:
        return self._lexical.search(query_stems(text), limit=CANDIDATES, where=where)

    def _dense(self, text: str, where: Sequence[Condition]) -> dict[str, list[Hit]]:
        """Chunks by paper, best first in both; filters that Chroma can't do become a list of ids."""
        native = [condition for condition in where if condition.field in STORE_FIELDS]
        allowed = [paper.id for paper in self._lexical.matching(where)] if len(native) < len(where) else None
        if allowed == []:
            return {}
        vector = self._embedder.embed([text])[0]
        hits: dict[str, list[Hit]] = {}
        for hit in self._store.search(vector, limit=CANDIDATES, where=native, paper_ids=allowed):
            hits.setdefault(hit.paper_id, []).append(hit)
        return hits


def _fuse(dense: Mapping[str, float], keyword: Mapping[str, float]) -> dict[str, float]:
    dense, keyword = _scaled(dense), _scaled(keyword)
    return {
        paper_id: DENSE_WEIGHT * dense.get(paper_id, 0.0) + (1 - DENSE_WEIGHT) * keyword.get(paper_id, 0.0)
        for paper_id in {*dense, *keyword}
    }


def _scaled(scores: Mapping[str, float]) -> dict[str, float]:
    """Min-max scaling; a lone candidate, or all alike, gets 1."""
    if not scores:
        return {}
    low, high = min(scores.values()), max(scores.values())
    return {key: (score - low) / (high - low) if high > low else 1.0 for key, score in scores.items()}
