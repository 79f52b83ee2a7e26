"""Stage: weigh what was read. Which papers may answer, and do they hold the answer at all?

The decision rests on named signals, each of which has a sentence that says what failed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import exp

from rag.details import missing_details
from rag.manners import greeting_reply, refusal
from rag.naming import own_names
from rag.read import coverage
from rag.terms import fold, is_english, joined, names, stem, stems
from rag.types import Evidence, Facet, Match, Paper, Query, Read, Weight

OFFERED = 3  # nearest papers shown instead of an answer
MOST_LISTED = 10
TOPIC_SIMILARITY = 0.30  # below this no paper is about the question's topic
LISTED_SHARE = 0.75  # of the best paper's fit that another needs to be listed beside it

# Logistic weights of the answerability signals, fitted on calibration questions (see eval/README.md).
WEIGHTS = {"similarity": 8.0, "coverage": 6.0, "weakest": 3.0, "named": 0.8}
BIAS = -6.5

_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*")


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
    nearest = tuple(read.paper for read in reads[:OFFERED])
    topical = best_similarity(chosen[0]) >= TOPIC_SIMILARITY or any(read.named for read in chosen)
    if not topical:
        return Evidence(tuple(chosen), Weight.NOTHING, reason="None of the papers is about this.", nearest=nearest)
    reason = _what_is_missing(query, chosen)
    beside = tuple(read for read in reads if read not in chosen)
    return Evidence(tuple(chosen), Weight.THIN if reason else Weight.ENOUGH, beside, reason, nearest)


def _nothing_found(query: Query) -> str:
    if query.where:
        return "No paper meets the filter."
    return "The papers hold nothing on this."


def _choose(query: Query, reads: Sequence[Read]) -> list[Read]:
    """The papers that may be cited: those the question names, the many it asks for, or else the best one."""
    named = [read for read in reads if read.named]
    if query.asked.facet is Facet.LISTING and len(named) < 2:
        return _listed(reads)
    if named:
        return named[:MOST_LISTED]
    if query.asked.facet is Facet.COMPARISON:
        return _listed(reads)[:2]
    return [reads[0]]


def _listed(reads: Sequence[Read]) -> list[Read]:
    best = max(topic_fit(read) for read in reads)
    return [read for read in reads if topic_fit(read) >= LISTED_SHARE * best][:MOST_LISTED] or [reads[0]]


def topic_fit(read: Read) -> float:
    """How well a paper as a whole fits the question, 0…1."""
    return 0.5 * best_similarity(read) + 0.5 * coverage(read.matches)


def best_similarity(read: Read) -> float:
    """The best cosine of the paper, as a whole or in one sentence, with the question."""
    return max([read.found.similarity, *(sentence.similarity for sentence in read.sentences)])


def answerability(query: Query, chosen: Sequence[Read]) -> float:
    """The probability (0…1) that the papers' abstracts answer the question, from similarity and coverage."""
    matches = asked_of(query, chosen)
    signals = {
        "similarity": max(best_similarity(read) for read in chosen),
        "coverage": coverage(matches),
        "weakest": min((match.strength for match in matches), default=1.0),
        "named": float(any(read.named for read in chosen)),
    }
    return 1 / (1 + exp(-(BIAS + sum(WEIGHTS[name] * value for name, value in signals.items()))))


def asked_of(query: Query, chosen: Sequence[Read]) -> list[Match]:
    """The question's terms as the papers together meet them, apart from the names of the papers themselves."""
    best = [max(matches, key=lambda match: match.strength) for matches in zip(*(read.matches for read in chosen), strict=True)]
    named = {name for read in chosen if read.named for name in (*own_names(read.paper), *stems(read.paper.title))}
    kept = [match for match in best if match.term not in named and match.term not in {stem(name) for name in named}]
    return kept if kept or is_english(query.text) else best


def _what_is_missing(query: Query, chosen: Sequence[Read]) -> str:
    """The first signal that fails, as a sentence; empty when all hold."""
    if query.asked.facet in (Facet.AUTHORS, Facet.DECISION):
        return _missing_metadata(query, chosen)
    together = " ".join(_everything(read.paper) for read in chosen)
    for missing in missing_details(query.text, together):
        return f"{_subject(chosen)} gives no {missing}."
    for absent in (*_absent_names(query, together), *_absent_numbers(query, together)):
        return f"{_subject(chosen)} does not mention {absent}."
    if answerability(query, chosen) < 0.5:
        return _weakest_term(query, chosen)
    return ""


def _missing_metadata(query: Query, chosen: Sequence[Read]) -> str:
    if query.asked.facet is Facet.AUTHORS and not any(read.paper.authors for read in chosen):
        return f"The index knows no authors of “{chosen[0].paper.title}”."
    return ""


def _everything(paper: Paper) -> str:
    return " ".join((paper.title, paper.abstract, *paper.keywords, *paper.authors, paper.venue, str(paper.year or "")))


def _subject(chosen: Sequence[Read]) -> str:
    if len(chosen) == 1:
        return f"The abstract of “{chosen[0].paper.title}”"
    return "None of the abstracts found"


def _absent_names(query: Query, text: str) -> list[str]:
    """Names that the question uses and the papers don't."""
    known = joined(text)
    return [name for name in names(query.text) if joined(name).rstrip("s") not in known and not name.isupper()]


def _absent_numbers(query: Query, text: str) -> list[str]:
    if not is_english(query.text):
        return []
    known = set(_NUMBER.findall(text.replace(",", "")))
    asked = _NUMBER.findall(query.text.replace(",", ""))
    return [number for number in asked if number not in known and number not in fold(text)]


def _weakest_term(query: Query, chosen: Sequence[Read]) -> str:
    weak = sorted(
        (match for match in asked_of(query, chosen) if match.strength < 0.6), key=lambda match: (match.strength - match.rarity)
    )
    if not weak:
        return f"{_subject(chosen)} does not answer this."
    return f"{_subject(chosen)} says nothing about “{_as_typed(query.text, weak[0].term)}”."


def _as_typed(question: str, term: str) -> str:
    for word in re.findall(r"[\w-]+", question):
        if term in stems(word):
            return word
    return term
