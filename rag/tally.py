"""Stage: say how many papers there are of the kind that is asked for, beside those that are shown."""

from __future__ import annotations

from dataclasses import replace

from rag.evidence.compared import missing_sides, one_sided_sentence
from rag.evidence.counting import (
    count,
    counted_sentence,
    left_out_sentence,
    shown_sentence,
    unmentioned_sentence,
)
from rag.evidence.matching import best_similarity
from rag.language.terms import is_english
from rag.language.topic import topic_of
from rag.ports import Search
from rag.types import Evidence, Facet, Passages, Query, Weight

NEAR = 0.40  # cosine from which a paper may be on a topic of which it has no word


def tally(query: Query, passages: Passages, evidence: Evidence, search: Search) -> Evidence:
    """Return the evidence with a remark on the count, and a note when only some of the papers are shown.

    Nothing is said of a question about one paper, nor where there is no answer.
    """
    if query.asked.facet is Facet.COMPARISON and evidence.weight is Weight.ENOUGH:
        return replace(evidence, note=one_sided_sentence(missing_sides(query.text, evidence.reads)))
    if query.asked.facet is not Facet.LISTING and not passages.exact:
        return evidence
    if evidence.weight is not Weight.ENOUGH or (not passages.exact and any(read.named for read in evidence.reads)):
        return evidence
    counted = count(query, passages, evidence.reads, search)
    nothing = unmentioned_sentence(query, counted)
    if nothing and (query.asked.counts or _is_unheard_of(query, evidence, search)):
        return replace(evidence, weight=Weight.THIN, reason=nothing)
    remarks = [left_out_sentence(query.asked.without)]
    if query.asked.counts:
        remarks.append(counted_sentence(query, counted))
    cut = "" if query.asked.counts else shown_sentence(len(evidence.reads), counted)
    return replace(evidence, note=cut, remark=" ".join(filter(None, remarks)))


def _is_unheard_of(query: Query, evidence: Evidence, search: Search) -> bool:
    """Whether the topic has a word that no paper has, and nothing is near it in meaning either."""
    words = [stem for group in topic_of(query.wanted) for phrase in group for stem in phrase]
    unknown = is_english(query.text) and any(search.frequency(word) == 0 for word in words)
    return unknown and best_similarity(evidence.reads[0]) < NEAR
