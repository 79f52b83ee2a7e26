"""Which figures stand side by side, and how many times one is the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: what it measures, where its figure is (`search_ms.p95`), and its decimals."""

    label: str
    name: str
    decimals: int = 1


ROWS = (
    Row("papers indexed a second", "papers_per_second"),
    Row("… by the embedding alone", "papers_per_second_embedding"),
    Row("… by all the rest", "papers_per_second_rest"),
    Row("indexing, s", "index_seconds"),
    Row("texts embedded", "embedded_texts", 0),
    Row("sync of the same papers, s", "unchanged_sync_seconds", 2),
    Row("… as a share of the first", "unchanged_sync_share", 4),
    Row("… texts embedded", "unchanged_sync_embedded_texts", 0),
    Row("start to first result, s", "open_seconds", 2),
    Row("search p50, ms", "search_ms.p50"),
    Row("search p95, ms", "search_ms.p95"),
    Row("whole answer p50, ms", "answer_ms.p50"),
    Row("whole answer p95, ms", "answer_ms.p95"),
    Row("memory while searching, MB", "searching_memory_megabytes", 0),
    Row("memory while answering, MB", "memory_megabytes", 0),
    Row("… at most, MB", "peak_memory_megabytes", 0),
    Row("index on disk, MB", "index_megabytes"),
    Row("recall@1", "retrieval.recall@1", 3),
    Row("recall@5", "retrieval.recall@5", 3),
    Row("recall@10", "retrieval.recall@10", 3),
    Row("nDCG@10", "retrieval.nDCG@10", 3),
    Row("MRR", "retrieval.MRR", 3),
)


def figure(figures: Mapping[str, Any] | None, name: str) -> float | None:
    """The figure at a place like `search_ms.p95`; None when there is none."""
    found: Any = figures
    for part in name.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found if isinstance(found, int | float) else None


def ratios(ours: Mapping[str, Any], theirs: Mapping[str, Any] | None) -> dict[str, float]:
    """Ours divided by theirs, for every figure that both have."""
    pairs = ((row.name, figure(ours, row.name), figure(theirs, row.name)) for row in ROWS)
    return {name: round(mine / other, 3) for name, mine, other in pairs if mine is not None and other}
