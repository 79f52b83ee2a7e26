"""How well the right papers were found, before a word was written.

A ranking is a sequence of paper ids, best first, each once. `need` says what a question needs of its gold
papers: `any` one of them, or `all`. With `any`, papers beyond the first found neither help nor hurt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from math import log2

from eval.case import Need
from eval.metrics.measure import OUTSIDE, Pair, Part
from eval.outcome import Outcome, ranking


def recall_at(k: int, found: Sequence[str], gold: Set[str], need: Need) -> float | None:
    """Recall@k = |gold in the first k| / |gold|; for `any` 1 when at least one is there, else 0.

    None without gold papers. Source: Manning, Raghavan and Schütze, "Introduction to Information Retrieval"
    (2008), chapter 8.
    """
    if not gold:
        return None
    hits = len(gold & set(found[:k]))
    return float(hits > 0) if need == "any" else hits / len(gold)


def hit_at(k: int, found: Sequence[str], gold: Set[str]) -> float | None:
    """Hit@k = 1 when a gold paper is among the first k, else 0; None without gold papers."""
    return recall_at(k, found, gold, "any")


def reciprocal_rank(found: Sequence[str], gold: Set[str]) -> float | None:
    """1 / rank of the first gold paper, 0 when none is found; None without gold papers.

    Its mean over questions is MRR. Source: Voorhees, "The TREC-8 Question Answering Track Report" (1999).
    """
    if not gold:
        return None
    return next((1 / rank for rank, paper in enumerate(found, start=1) if paper in gold), 0.0)


def ndcg_at(k: int, found: Sequence[str], gold: Set[str], need: Need) -> float | None:
    """nDCG@k = DCG / ideal DCG, DCG = sum over gold papers at rank r <= k of 1 / log2(1 + r).

    The ideal has min(k, |gold|) gold papers on top; for `any` only the first one found counts and the ideal
    is one gold paper on rank 1. None without gold papers. Source: Järvelin and Kekäläinen, "Cumulated
    gain-based evaluation of IR techniques" (2002), with binary gain.
    """
    if not gold:
        return None
    ranks = [rank for rank, paper in enumerate(found[:k], start=1) if paper in gold]
    wanted = min(k, len(gold)) if need == "all" else 1
    ideal = sum(1 / log2(1 + rank) for rank in range(1, wanted + 1))
    return sum(1 / log2(1 + rank) for rank in ranks[:wanted]) / ideal


def graded_ndcg_at(k: int, found: Sequence[str], grades: Mapping[str, float]) -> float | None:
    """nDCG@k of graded papers: DCG = sum over ranks r <= k of grade / log2(1 + r); the ideal goes by falling grade.

    A paper without a grade has grade 0. None when no grade is above 0. Source: as for `ndcg_at`.
    """
    ideal = _gained(sorted(grades.values(), reverse=True)[:k])
    return _gained([grades.get(paper, 0.0) for paper in found[:k]]) / ideal if ideal else None


def _gained(grades: Sequence[float]) -> float:
    return sum(grade / log2(1 + rank) for rank, grade in enumerate(grades, start=1))


def over_answerable(score: Callable[[Sequence[str], Set[str], Need], float | None]) -> Part:
    """Turn a score of a ranking into a part of a mean over answerable cases; a failed case scores 0."""

    def part(outcome: Outcome) -> Pair:
        case = outcome.case
        value = score(ranking(outcome), frozenset(case.papers), case.need) if case.answerable else None
        return OUTSIDE if value is None else (value, 1.0)

    return part
