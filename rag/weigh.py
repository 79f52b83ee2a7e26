"""Stage: weigh what was read. Which papers may answer, and do they hold the answer at all?"""

from __future__ import annotations

from collections.abc import Sequence

from rag.evidence.answerability import Answerability, answerability
from rag.evidence.choosing import choose
from rag.evidence.compared import missing_sides
from rag.evidence.matching import best_similarity, coverage
from rag.evidence.missing import asks_metadata, what_is_missing, why_not
from rag.language.manners import greeting_reply, refusal
from rag.language.terms import is_english
from rag.types import Evidence, Facet, Query, Read, Weight

OFFERED = 3  # nearest papers shown instead of an answer
TOPIC_SIMILARITY = 0.30  # below this no paper is about the question's topic
LEAST_SIMILARITY = 0.20  # enough when the terms are met, or in another language, of which the vectors know little
TOPIC_COVERAGE = 0.60
LACKING = 0.05  # what is left of the probability of an answer when something is missing that the question names


def refuse_unread(question: str) -> Evidence | None:
    """Evidence for what needs no search: greetings, orders, noise; None for a question."""
    reply = greeting_reply(question)
    if reply:
        return Evidence((), Weight.NOTHING, reason="This is not a question about the papers.", reply=reply)
    reason = refusal(question)
    return Evidence((), Weight.NOTHING, reason=reason) if reason else None


def weigh(query: Query, reads: Sequence[Read]) -> Evidence:
    """Choose the papers that may answer and say whether they suffice."""
    if not reads:
        return Evidence((), Weight.NOTHING, reason=_nothing_found(query))
    chosen = choose(query, reads)
    offered = chosen if any(read.named for read in chosen) else reads
    nearest = tuple(read.paper for read in offered[:OFFERED])
    fit = answerability(query, chosen, reads)
    missing = what_is_missing(query, chosen)
    confidence = None if fit is None else fit.probability * (LACKING if missing else 1.0)
    beside = tuple(read for read in reads if read not in chosen)
    if not _is_topical(query, chosen, fit):
        reason = _off_topic(query)
        return Evidence(tuple(chosen), Weight.NOTHING, reason=reason, nearest=nearest, confidence=confidence)
    reason = missing or _doubt(query, chosen, reads, fit)
    if reason:
        return Evidence(tuple(chosen), Weight.THIN, beside, reason, nearest, confidence=confidence)
    return Evidence(tuple(chosen), Weight.ENOUGH, beside, "", nearest, confidence=confidence)


def _doubt(query: Query, chosen: Sequence[Read], reads: Sequence[Read], fit: Answerability | None) -> str:
    """Why the papers may not hold the answer; empty when they are likely to.

    What stands beside an abstract needs no words of it, once the paper is named.
    """
    one_sided = query.asked.facet is Facet.COMPARISON and chosen[0].named and missing_sides(query.text, chosen)
    if fit is None or fit.enough or one_sided or (asks_metadata(query, chosen) and any(read.named for read in chosen)):
        return ""
    return why_not(query, chosen, reads, fit)


def _is_topical(query: Query, chosen: Sequence[Read], fit: Answerability | None) -> bool:
    """Whether the best paper is about what the question is about; a question of few words is known by its terms."""
    best, similarity = chosen[0], best_similarity(chosen[0])
    if best.named or (similarity >= TOPIC_SIMILARITY and is_english(query.text)):
        return True
    if fit and fit.enough and len(chosen) == 1:
        return similarity >= LEAST_SIMILARITY
    if not is_english(query.text):  # the vectors know little of it, so it has to share a word
        return similarity >= LEAST_SIMILARITY and any(match.strength == 1.0 for match in best.matches)
    terms_met = coverage(best.matches) >= TOPIC_COVERAGE if best.matches else False
    return similarity >= LEAST_SIMILARITY and terms_met


def _off_topic(query: Query) -> str:
    if is_english(query.text):
        return f"None of the papers{' that meet the filter' if query.where else ''} is about this."
    return "None of the papers is known to be about this; they are in English, so an English question finds more."


def _nothing_found(query: Query) -> str:
    if query.asked.facet is Facet.DECISION:
        return f"No paper {'that meets the filter' if query.where else 'in the index'} has this decision."
    if query.where:
        return "The papers that meet the filter hold nothing on this."
    return "The papers hold nothing on this."
