"""Stage: weigh what was read. Which papers may answer, and do they hold the answer at all?"""

from __future__ import annotations

from collections.abc import Sequence

from rag.evidence.answerability import LISTED, signals
from rag.evidence.matching import best_similarity, coverage, topic_fit
from rag.evidence.missing import what_is_missing
from rag.language.manners import greeting_reply, refusal
from rag.language.naming import place_of_name
from rag.language.terms import is_english
from rag.types import Evidence, Facet, Query, Read, Weight

OFFERED = 3  # nearest papers shown instead of an answer
MOST_LISTED = 10
TOPIC_SIMILARITY = 0.30  # below this no paper is about the question's topic
LEAST_SIMILARITY = 0.20  # enough when the terms are met, or in another language, of which the vectors know little
TOPIC_COVERAGE = 0.60
LISTED_SHARE = 0.75  # of the best paper's fit that another needs to be listed beside it


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
    chosen = _choose(query, reads)
    offered = chosen if any(read.named for read in chosen) else reads
    nearest = tuple(read.paper for read in offered[:OFFERED])
    if not _is_topical(query, chosen[0]):
        return Evidence(tuple(chosen), Weight.NOTHING, reason=_off_topic(query), nearest=nearest)
    reason = what_is_missing(query, chosen)
    named = [read for read in reads if read.named]
    beside = tuple(read for read in reads if read not in chosen)
    if reason:
        return Evidence(tuple(chosen), Weight.THIN, beside, reason, nearest)
    cut = f"These are the first {MOST_LISTED} of {len(named)} papers." if len(named) > MOST_LISTED else ""
    return Evidence(tuple(chosen), Weight.ENOUGH, beside, cut, nearest)


def _is_topical(query: Query, best: Read) -> bool:
    """Whether the best paper is about what the question is about; a question of few words is known by its terms."""
    similarity = best_similarity(best)
    if best.named or (similarity >= TOPIC_SIMILARITY and is_english(query.text)):
        return True
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


def _choose(query: Query, reads: Sequence[Read]) -> list[Read]:
    """The papers that may be cited: those the question names, the many it asks for, or else the best one."""
    named = [read for read in reads if read.named]
    if named:
        return sorted(named, key=lambda read: place_of_name(read.paper, query.text))[:MOST_LISTED]
    if query.asked.facet is Facet.LISTING:
        return _listed(reads)
    if query.asked.facet is Facet.COMPARISON:
        return _listed(reads)[:2]
    return [reads[0]]


def _listed(reads: Sequence[Read]) -> list[Read]:
    """The papers that are each about what is asked for, nearly as much as the best one; that one in any case."""
    best = max(reads, key=topic_fit)
    return [
        read
        for read in reads
        if read is best or (topic_fit(read) >= LISTED_SHARE * topic_fit(best) and LISTED.holds(signals([read])))
    ][:MOST_LISTED]
