"""Stage: look once more before refusing, with the question's own words alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rag.errors import EmbeddingError
from rag.evidence.matching import COMMON_STEMS
from rag.language.terms import content_words, is_english, stem
from rag.ports import Search
from rag.types import Evidence, Facet, Found, Passages, Query, Weight

SURE = 0.20  # probability of an answer that a second look needs: more than a first one, so that refusals stay right
NOT_FOUND = 0.8  # of the lowest score of a search: what a paper counts that only the other search found


def widen(query: Query, passages: Passages, evidence: Evidence, search: Search) -> tuple[Query, Passages] | None:
    """Return the query and the papers after one more search, None where that is not worth it or fails.

    Worth it only for an English question that describes one paper and is about to be refused. It is searched without
    the words that frame it and those that every abstract answers to; both searches count alike.
    """
    text = _own_words(query) if _may_be_widened(query, passages, evidence) else ""
    if not text or text in query.searched:
        return None
    try:
        second = search.search(text, limit=len(passages.found), where=query.where)
    except EmbeddingError:
        return None
    return replace(query, also=(*query.also, text)), Passages(_fused(passages.found, second))


def is_sure(evidence: Evidence) -> bool:
    """Whether what a second look found may be answered from."""
    return evidence.weight is Weight.ENOUGH and (evidence.confidence or 0.0) >= SURE


def _may_be_widened(query: Query, passages: Passages, evidence: Evidence) -> bool:
    one = query.asked.facet not in (Facet.LISTING, Facet.COMPARISON, Facet.AUTHORS, Facet.DECISION)
    found = bool(passages.found) and not passages.exact and not query.carried
    doubtful = evidence.weight is not Weight.ENOUGH and not any(each.named for each in evidence.reads)
    return one and found and doubtful and is_english(query.text)


def _own_words(query: Query) -> str:
    return " ".join(word for word in content_words(query.text) if stem(word) not in COMMON_STEMS)


def _fused(first: tuple[Found, ...], second: tuple[Found, ...]) -> tuple[Found, ...]:
    """Both rankings as one, as long as the first, by the mean of the scores; cosines are of the first where it can."""
    before, after = ({item.paper.id: item for item in found} for found in (first, second))
    both = [
        replace(item, score=(_score(key, before) + _score(key, after)) / 2) for key, item in {**after, **before}.items()
    ]
    return tuple(sorted(both, key=lambda item: -item.score)[: len(first)])


def _score(key: str, found: Mapping[str, Found]) -> float:
    if key in found:
        return found[key].score
    return NOT_FOUND * min((item.score for item in found.values()), default=0.0)
