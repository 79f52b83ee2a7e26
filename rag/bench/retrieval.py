"""How well the right papers were found, from the rankings of all questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from eval.metrics.measure import rate
from eval.metrics.retrieval import graded_ndcg_at, ndcg_at, recall_at, reciprocal_rank
from rag.bench.questions import UNSORTED, Asked

LARGE = 50  # questions from which on an interval is given

Ranking = Sequence[str]


def _recall(k: int) -> Callable[[Asked, Ranking], float | None]:
    return lambda asked, found: recall_at(k, found, asked.relevant.keys(), asked.need)


def _ndcg(asked: Asked, found: Ranking) -> float | None:
    if asked.need == "any":
        return ndcg_at(10, found, asked.relevant.keys(), "any")
    return graded_ndcg_at(10, found, asked.relevant)


MEASURES: Mapping[str, Callable[[Asked, Ranking], float | None]] = {
    "recall@1": _recall(1),
    "recall@5": _recall(5),
    "recall@10": _recall(10),
    "nDCG@10": _ndcg,
    "MRR": lambda asked, found: reciprocal_rank(found, asked.relevant.keys()),
}


def retrieval(asked: Sequence[Asked], rankings: Sequence[Ranking]) -> dict[str, Any]:
    """Return `n` and the mean of each measure over the questions, None when there are none.

    Rankings hold ten papers at most, so a first right paper beyond them adds 0 to MRR. `intervals` are 95 %
    bootstrap intervals, given when there are many questions; `by_kind` is there when questions have kinds.
    """
    pairs = list(zip(asked, rankings, strict=True))
    figures: dict[str, Any] = _means(pairs)
    if len(pairs) >= LARGE:
        measured = {name: rate(_values(pairs, name), interval=True) for name in MEASURES}
        figures["intervals"] = {name: [_rounded(found.low), _rounded(found.high)] for name, found in measured.items()}
    if kinds := sorted({question.kind for question in asked} - {UNSORTED}):
        figures["by_kind"] = {kind: _means([pair for pair in pairs if pair[0].kind == kind]) for kind in kinds}
    return figures


def _means(pairs: Sequence[tuple[Asked, Ranking]]) -> dict[str, Any]:
    return {"n": len(pairs), **{name: _rounded(rate(_values(pairs, name)).value) for name in MEASURES}}


def _values(pairs: Sequence[tuple[Asked, Ranking]], name: str) -> list[tuple[float, float]]:
    values = (MEASURES[name](question, found) for question, found in pairs)
    return [(value, 1.0) for value in values if value is not None]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
